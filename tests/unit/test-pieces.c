// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pairs of small objects, assembled or compiled here: which are the same, and what is
 * said of the others. With files as arguments, "--" between those of before
 * and those of now, it prints what the check says of sizes (tests/t900-demo.sh).
 */
#include "unit.h"
#include "objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char dir[] = "/tmp/respin-pieces.XXXXXX";

static char *digest_of(const char *bytes, size_t len)
{
	GString *text = g_string_new(NULL);
	g_autofree char *copy = g_memdup2(bytes, len);	/* to the byte, for ASan */

	objects_digest_bytes(text, "a.o", copy, len);
	return g_string_free(text, FALSE);
}

static char *object_of(size_t *len, const char *command, const char *source)
{
	g_autofree char *in = g_strdup_printf("%s/in", dir), *out = g_strdup_printf("%s/out", dir);
	g_autofree char *line = g_strdup_printf("%s -o %s %s", command, out, in);
	char *bytes;

	assert_true(g_file_set_contents(in, source, -1, NULL));
	assert_int_equal(system(line), 0);
	assert_true(g_file_get_contents(out, &bytes, len, NULL));
	return bytes;
}

static char *digest(const char *command, const char *source)
{
	size_t len;
	g_autofree char *bytes = object_of(&len, command, source);

	return digest_of(bytes, len);
}

/* What is said of the pair, a line each; "" of equal ones. */
static char *compare(const char *before, const char *now)
{
	GString *text = g_string_new(NULL);
	struct objects_diff diff;

	objects_compare(&diff, before, now);
	for (unsigned int i = 0; i < diff.changed->len; i++)
		g_string_append_printf(text, "%s\n", (char *)diff.changed->pdata[i]);
	objects_diff_release(&diff);
	return g_string_free(text, FALSE);
}

static void expect(const char *command, const char *before, const char *now, const char *said)
{
	g_autofree char *one = digest(command, before), *two = digest(command, now);
	g_autofree char *got = compare(one, two);

	assert_string_equal(got, said);
}

#define STRINGS ".section .rodata.str1.1,\"aMS\",@progbits,1\n"
static const char as[] = "as --64", as32[] = "as --32";
static const char cc[] = "gcc -c -O2 -fno-pic -fno-asynchronous-unwind-tables -ffunction-sections "
			 "-fdata-sections -x c";

/* --- the same, with other bytes */

#define TEXT(name) ".section .text." name ",\"ax\"\n"
#define F ".type f,@function\nf: lea g(%rip),%rax\n call h\n ret\n.size f,.-f\n"
#define G ".type g,@function\ng: mov $1,%eax\n ret\n.size g,.-g\n"
#define H ".type h,@function\nh: call f\n nop\n ret\n.size h,.-h\n"

static void functions_in_another_order(void **state)
{
	expect(as, TEXT("f") F TEXT("g") G TEXT("h") H, TEXT("h") H TEXT("f") F TEXT("g") G, "");
	/* in one section, where nothing refers to the others */
	expect(as, ".p2align 4\n" G ".p2align 4\nh: call f\n ret\n.size h,6\n",
	       ".p2align 4\nh: call f\n ret\n.size h,6\n.p2align 4\n" G, "");
}

static void strings_in_another_order(void **state)
{
	static const char one[] = "a: .quad .LC0, .LC1\n.size a,16\n.type a,@object\n";
	static const char strings[] = STRINGS;
	static const char zero[] = ".LC0: .string \"one\"\n", first[] = ".LC1: .string \"two\"\n";
	g_autofree char *before = g_strconcat(".data\n", one, strings, zero, first, NULL);
	g_autofree char *now = g_strconcat(".data\n", one, strings, first, zero, NULL);

	expect(as, before, now, "");
}

/* Labels, and what comes of them, are numbered anew by every compilation. */
static void numbers_of_the_compiler(void **state)
{
	expect(as, ".text\n" G ".bss\n.type n.1,@object\nn.1: .zero 4\n.size n.1,4\n"
	       ".text\nx: mov n.1(%rip),%eax\n.size x,.-x\n",
	       ".text\n" G ".bss\n.type n.7,@object\nn.7: .zero 4\n.size n.7,4\n"
	       ".text\nx: mov n.7(%rip),%eax\n.size x,.-x\n", "");
	expect(as, "f.isra.0.cold: nop\n.size f.isra.0.cold,1\n",
	       "f.isra.3.cold: nop\n.size f.isra.3.cold,1\n", "");
	expect(as, ".data\n__UNIQUE_ID_license23: .byte 1\n", ".data\n__UNIQUE_ID_license24: .byte 1\n",
	       "");
	expect(as, ".data\n__initcall__kmod_a__12_345_f6: .long 1\n",
	       ".data\n__initcall__kmod_a__13_400_f6: .long 1\n", "");
}

#define TABLE(name) ".section " name ",\"a\"\n"
#define FG ".text\n.type f,@function\nf: nop\n nop\n.size f,2\n.type g,@function\n" \
	   "g: nop\n nop\n.size g,2\n"

static void entries_of_tables_in_another_order(void **state)
{
	/* of eight bytes, 4 of them a relocation, as the bug table without lines */
	expect(as, FG TABLE("__bug_table") ".long f-.\n.short 1,0\n.long g-.\n.short 2,0\n",
	       FG TABLE("__bug_table") ".long g-.\n.short 2,0\n.long f-.\n.short 1,0\n", "");
	/* where, what instead, key: 4, 4 and 8 bytes */
	expect(as, FG TABLE("__jump_table") ".long f-.,f+1-.\n.quad k-.\n.long g-.,g+1-.\n.quad l-.\n",
	       FG TABLE("__jump_table") ".long g-.,g+1-.\n.quad l-.\n.long f-.,f+1-.\n.quad k-.\n", "");
	/* three like cells an entry, by the table's name */
	expect(as, FG TABLE("__ex_table") ".long f-.,f+1-.,h-.\n.long g-.,g+1-.,h-.\n",
	       FG TABLE("__ex_table") ".long g-.,g+1-.,h-.\n.long f-.,f+1-.,h-.\n", "");
	/* unwind data in two sections, one has the places */
	expect(as, FG TABLE(".orc_unwind_ip") ".long f-.,g-.\n" TABLE(".orc_unwind") ".short 1,2,3,4,5,6\n",
	       FG TABLE(".orc_unwind_ip") ".long g-.,f-.\n" TABLE(".orc_unwind") ".short 4,5,6,1,2,3\n",
	       "");
}

/* What an alternative is replaced with has no name, and moves with its entry. */
static void parts_in_another_order(void **state)
{
	static const char one[] = ".section .altinstructions,\"a\"\n.long f-.,1f-.\n.short 1\n.byte 2,2\n"
				  ".section .altinstr_replacement,\"ax\"\n1: xor %eax,%eax\n";
	static const char two[] = ".section .altinstructions,\"a\"\n.long g-.,1f-.\n.short 1\n.byte 2,5\n"
				  ".section .altinstr_replacement,\"ax\"\n1: call h\n";
	static const char bad[] = ".section .altinstructions,\"a\"\n.long g-.,1f-.\n.short 1\n.byte 2,5\n"
				  ".section .altinstr_replacement,\"ax\"\n1: call i\n";
	g_autofree char *a = g_strconcat(FG, one, two, NULL), *b = g_strconcat(FG, two, one, NULL);
	g_autofree char *c = g_strconcat(FG, one, bad, NULL);

	expect(as, a, b, "");
	expect(as, a, c, "a.o: .altinstr_replacement: (part): changed, 7 to 7 bytes\n"
	       "a.o: .altinstructions: (entry of g): changed, 12 to 12 bytes\n"
	       "a.o: *UND*: h: removed, 0 bytes\na.o: *UND*: i: added, 0 bytes\n");
}

static void aligned_strings(void **state)
{
	static const char strings[] = ".section .rodata.str1.8,\"aMS\",@progbits,1\n";
	g_autofree char *a = g_strconcat(strings, ".p2align 3\n.string \"one\"\n.p2align 3\n"
					 ".string \"two or three\"\n", NULL);
	g_autofree char *b = g_strconcat(strings, ".p2align 3\n.string \"two or three\"\n.p2align 3\n"
					 ".string \"one\"\n", NULL);

	expect(as, a, b, "");
}

/* The bytes hold the addend, which says where the string is. */
static void addends_in_the_field(void **state)
{
	static const char strings[] = STRINGS;
	static const char code[] = ".text\n.type f,@function\nf: mov $.LC0,%eax\n.size f,.-f\n";
	g_autofree char *a = g_strconcat(code, strings, ".string \"x\"\n.LC0: .string \"one\"\n", NULL);
	g_autofree char *b = g_strconcat(code, strings, ".LC0: .string \"one\"\n.string \"x\"\n", NULL);
	g_autofree char *c = g_strconcat(code, strings, ".LC0: .string \"x\"\n.string \"one\"\n", NULL);

	expect(as32, a, b, "");
	expect(as32, a, c, "a.o: .text: f: changed, 5 to 5 bytes\n");
}

static void spaces_and_comments(void **state)
{
	expect(cc, "int f(int x) { return x + 1; }", "\n\n/* f */\nint f(int y)\n{\n\treturn y+1;\n}\n", "");
}

/* --- different, at the same size */

static void an_immediate(void **state)
{
	expect(cc, "int f(void) { return 17; }", "int f(void) { return 18; }",
	       "a.o: .text.f: f: changed, 6 to 6 bytes\n");
}

static void a_target(void **state)
{
	expect(as, "f: call g\n.size f,5\n", "f: call h\n.size f,5\n",
	       "a.o: .text: f: changed, 5 to 5 bytes\n"
	       "a.o: *UND*: g: removed, 0 bytes\na.o: *UND*: h: added, 0 bytes\n");
	/* by section and distance only */
	expect(as, FG "x: .long f-.\n.size x,4\n", FG "x: .long g-.\n.size x,4\n",
	       "a.o: .text: x: changed, 4 to 4 bytes\n");
	expect(as, FG ".data\nx: .quad f\n.size x,8\n", FG ".data\nx: .quad g\n.size x,8\n",
	       "a.o: .data: x: changed, 8 to 8 bytes\n");
	/* without an addend, the same byte in the field, in another section */
	expect(as32, "f: mov .bss,%eax\n.size f,5\n.bss\n.zero 8\n.data\n.zero 8\n",
	       "f: mov .data,%eax\n.size f,5\n.bss\n.zero 8\n.data\n.zero 8\n",
	       "a.o: .text: f: changed, 5 to 5 bytes\n");
}

static void an_addend(void **state)
{
	expect(as, ".data\nx: .quad y+8\n.size x,8\n", ".data\nx: .quad y+16\n.size x,8\n",
	       "a.o: .data: x: changed, 8 to 8 bytes\n");
	expect(as32, ".data\nx: .long y+8\n.size x,4\n", ".data\nx: .long y+12\n.size x,4\n",
	       "a.o: .data: x: changed, 4 to 4 bytes\n");
}

static void a_place_in_a_string(void **state)
{
	static const char strings[] = STRINGS ".LC0: .string \"one\"\n";
	g_autofree char *one = g_strconcat(".data\nx: .quad .LC0\n.size x,8\n", strings, NULL);
	g_autofree char *two = g_strconcat(".data\nx: .quad .LC0+1\n.size x,8\n", strings, NULL);

	expect(as, one, two, "a.o: .data: x: changed, 8 to 8 bytes\n");
}

/* x86 and s390 count from elsewhere than the string begins. */
static void a_string_in_code(void **state)
{
	static const char strings[] = STRINGS ".LC0: .string \"abcdefgh\"\n.LC1: .string \"ijkldefgh\"\n";
	g_autofree char *one = g_strconcat("f: lea .LC0(%rip),%rax\n.size f,7\n", strings, NULL);
	g_autofree char *two = g_strconcat("f: lea .LC1(%rip),%rax\n.size f,7\n", strings, NULL);

	expect(as, one, two, "a.o: .text: f: changed, 7 to 7 bytes\n");
}

static void a_string(void **state)
{
	expect(cc, "const char *f(void) { return \"one\"; }", "const char *f(void) { return \"two\"; }",
	       "a.o: .text.f: f: changed, 6 to 6 bytes\n"
	       "a.o: .rodata.f.str1.1: (string): changed, 4 to 4 bytes\n");
	/* of wide characters, those in another order */
	expect(cc, "const int *f(void) { return L\"abc\"; }", "const int *f(void) { return L\"acb\"; }",
	       "a.o: .text.f: f: changed, 6 to 6 bytes\n"
	       "a.o: .rodata.f.str4.4: (string): changed, 16 to 16 bytes\n");
}

static void a_constant_that_is_merged(void **state)
{
	static const char load[] = "f: movq .LC0(%rip),%xmm0\n.size f,8\n";
	static const char merged[] = ".section .rodata.cst8,\"aM\",@progbits,8\n";
	g_autofree char *a = g_strconcat(load, merged, ".LC0: .quad 1\n.LC1: .quad 2\n", NULL);
	g_autofree char *b = g_strconcat(load, merged, ".LC1: .quad 2\n.LC0: .quad 1\n", NULL);
	g_autofree char *c = g_strconcat(load, merged, ".LC0: .quad 2\n.LC1: .quad 1\n", NULL);

	expect(as, a, b, "");
	expect(as, a, c, "a.o: .text: f: changed, 8 to 8 bytes\n");
}

static void an_alignment(void **state)
{
	expect(cc, "int x = 3;", "int x __attribute__((aligned(64))) = 3;",
	       "a.o: .data.x: (section): changed, from \"type 1 WA align 4\" to \"type 1 WA align 64\"\n");
}

static void flags_of_a_section(void **state)
{
	expect(as, ".section .init.data,\"aw\"\nx: .long 1\n", ".section .init.data,\"a\"\nx: .long 1\n",
	       "a.o: .init.data: (section): changed, from \"type 1 WA align 1\" to \"type 1 A align 1\"\n");
}

static void another_section(void **state)
{
	expect(cc, "int x = 3;", "int x __attribute__((section(\".init.data\"))) = 3;",
	       "a.o: .data.x: x: removed, 4 bytes\na.o: .init.data: x: added, 4 bytes\n"
	       "a.o: .data.x: (section): removed, 0 bytes\na.o: .init.data: (section): added, 0 bytes\n");
}

static void a_binding(void **state)
{
	expect(as, "f: ret\n.type f,@function\n.size f,1\n", ".globl f\nf: ret\n.type f,@function\n.size f,1\n",
	       "a.o: .text: f: changed, from \"local function\" to \"global function\"\n");
	expect(cc, "int x;", "__attribute__((weak)) int x;",
	       "a.o: .bss.x: x: changed, from \"global object\" to \"weak object\"\n");
	expect(cc, "int x;", "__attribute__((visibility(\"hidden\"))) int x;",
	       "a.o: .bss.x: x: changed, from \"global object\" to \"global object hidden\"\n");
	expect(cc, "int g(void); int f(void) { return g(); }",
	       "__attribute__((weak)) int g(void); int f(void) { return g(); }",
	       "a.o: *UND*: g: changed, from \"global untyped\" to \"weak untyped\"\n");
}

static void memory_without_content(void **state)
{
	expect(cc, "int x[2];", "int x[3];", "a.o: .bss.x: x: changed, 8 to 12 bytes\n");
	expect(cc, "int x = 1;", "int x = 2;", "a.o: .data.x: x: changed, 4 to 4 bytes\n");
	expect(as, ".comm x,4,4\n", ".comm x,8,4\n", "a.o: *COM*: x: changed, 4 to 8 bytes\n");
	expect(as, ".globl x\nx = 4\n", ".globl x\nx = 5\n", "a.o: *ABS*: x: changed, 0 to 0 bytes\n");
}

static void what_is_added(void **state)
{
	expect(cc, "int x;", "int x; static int y __attribute__((used)) = 1;",
	       "a.o: .data.y: y: added, 4 bytes\na.o: .data.y: (section): added, 0 bytes\n");
	expect(as, "f: ret\n", "f:\ng: ret\n", "a.o: .text: g: added, 1 bytes\n");
	expect(as, "f: ret\n", "f: ret\ng:\n", "a.o: .text: g: added, 0 bytes\n");
}

/* Entries whose parts have changed places, and tables that are in order for a reason. */
static void tables(void **state)
{
	expect(as, FG TABLE("__ex_table") ".long f-.,f+1-.,h-.\n.long g-.,g+1-.,h-.\n",
	       FG TABLE("__ex_table") ".long f-.,g+1-.,h-.\n.long g-.,f+1-.,h-.\n",
	       "a.o: __ex_table: (entry of f): changed, 12 to 12 bytes\n"
	       "a.o: __ex_table: (entry of g): changed, 12 to 12 bytes\n");
	/* a jump table: one piece, as nothing tells its entries */
	expect(as, FG TABLE(".rodata") ".quad f,g\n", FG TABLE(".rodata") ".quad g,f\n",
	       "a.o: .rodata: (entry of f): removed, 16 bytes\n"
	       "a.o: .rodata: (entry of g): added, 16 bytes\n");
	expect(as, FG "x: jmp *.L1(,%rax,8)\n.size x,7\n" TABLE(".rodata") ".L1: .quad f,g\n",
	       FG "x: jmp *.L1(,%rax,8)\n.size x,7\n" TABLE(".rodata") ".L1: .quad g,f\n",
	       "a.o: .text: x: changed, 7 to 7 bytes\na.o: .rodata: (part): changed, 16 to 16 bytes\n");
	/* what is patched twice is patched in that order */
	expect(as, FG TABLE(".altinstructions") ".long f-.,h-.\n.short 1\n.byte 2,3\n"
	       ".long f-.,h-.\n.short 2\n.byte 2,3\n",
	       FG TABLE(".altinstructions") ".long f-.,h-.\n.short 2\n.byte 2,3\n"
	       ".long f-.,h-.\n.short 1\n.byte 2,3\n",
	       "a.o: .altinstructions: (entry of f): changed, 24 to 24 bytes\n");
	expect(as, FG TABLE(".orc_unwind_ip") ".long f-.,g-.\n" TABLE(".orc_unwind") ".short 1,2,3,4,5,6\n",
	       FG TABLE(".orc_unwind_ip") ".long f-.,g-.\n" TABLE(".orc_unwind") ".short 4,5,6,1,2,3\n",
	       "a.o: .orc_unwind_ip: (entry of f): changed, 4 to 4 bytes\n"
	       "a.o: .orc_unwind_ip: (entry of g): changed, 4 to 4 bytes\n");
	/* lines are not passed over where the configuration has them */
	expect(as, FG TABLE("__bug_table") ".long f-.,h-.\n.short 10,0\n.long g-.,h-.\n.short 20,0\n",
	       FG TABLE("__bug_table") ".long f-.,h-.\n.short 11,0\n.long g-.,h-.\n.short 21,0\n",
	       "a.o: __bug_table: (entry of f): changed, 12 to 12 bytes\n"
	       "a.o: __bug_table: (entry of g): changed, 12 to 12 bytes\n");
}

/* Variables of one name, of two functions: what they hold tells them. */
static void names_that_were_numbered(void **state)
{
	static const char data[] = ".data\n.type n.0,@object\nn.0: .long 1\n.size n.0,4\n"
				   ".type n.1,@object\nn.1: .long 2\n.size n.1,4\n";
	g_autofree char *one = g_strconcat("x: mov n.0(%rip),%eax\n.size x,6\n", data, NULL);
	g_autofree char *two = g_strconcat("x: mov n.1(%rip),%eax\n.size x,6\n", data, NULL);

	expect(as, one, two, "a.o: .text: x: changed, 6 to 6 bytes\n");
	/* the first has no number; strings, as clang names them */
	expect(as, "x: lea .L.str(%rip),%rax\n.size x,7\ny: lea .L.str.1(%rip),%rax\n.size y,7\n"
	       STRINGS ".type .L.str,@object\n.L.str: .asciz \"one\"\n.size .L.str,4\n"
	       ".type .L.str.1,@object\n.L.str.1: .asciz \"two\"\n.size .L.str.1,4\n",
	       "x: lea .L.str(%rip),%rax\n.size x,7\ny: lea .L.str.1(%rip),%rax\n.size y,7\n"
	       STRINGS ".type .L.str,@object\n.L.str: .asciz \"two\"\n.size .L.str,4\n"
	       ".type .L.str.1,@object\n.L.str.1: .asciz \"one\"\n.size .L.str.1,4\n",
	       "a.o: .text: x: changed, 7 to 7 bytes\na.o: .text: y: changed, 7 to 7 bytes\n");
}

static void what_no_symbol_covers(void **state)
{
	expect(as, ".data\nx: .long 1\n.size x,4\n.long 5\n", ".data\nx: .long 1\n.size x,4\n.long 6\n",
	       "a.o: .data: (rest): changed, 4 to 4 bytes\n");
	expect(as, "f: ret\n.size f,1\n.p2align 4\ng: ret\n.size g,1\n",
	       "f: ret\n.size f,1\n.p2align 3\n.p2align 4,0xcc\ng: ret\n.size g,1\n", "");
	expect(as, "f: ret\n.size f,1\ncall h\n", "f: ret\n.size f,1\ncall i\n",
	       "a.o: .text: (rest): changed, 5 to 5 bytes\n"
	       "a.o: *UND*: h: removed, 0 bytes\na.o: *UND*: i: added, 0 bytes\n");
}

static void groups(void **state)
{
	expect(as, ".section .text.f,\"axG\",@progbits,f,comdat\nf: ret\n",
	       ".section .text.f,\"axG\",@progbits,g,comdat\nf: ret\n",
	       "a.o: .text.f: (section): changed, from \"type 1 AXG align 1 group f\" to "
	       "\"type 1 AXG align 1 group g\"\n");
}

/* --- what cannot be taken apart */

static void no_object(void **state)
{
	g_autofree char *empty = digest_of("", 0), *text = digest_of("hello", 5);
	g_autofree char *bitcode = digest_of("BC\xc0\xde\1", 5), *other = digest_of("BC\xc0\xde\2", 5);
	g_autofree char *one = compare(empty, text), *two = compare(bitcode, other);
	g_autofree char *same = compare(bitcode, bitcode);

	assert_string_equal(one, "a.o: -: (file): changed, from \"it is empty\" to \"it is no ELF file\"\n");
	assert_string_equal(two, "a.o: -: (file): changed, and can only be compared as bytes: "
			    "it is bitcode of LLVM\n");
	assert_string_equal(same, "");
}

/* The code is in sections that no kernel would load. */
static void bytecode_of_gcc(void **state)
{
	expect("gcc -flto -c -x c", "int f(void) { return 1; }", "int f(void) { return 2; }",
	       "a.o: -: (file): changed, and can only be compared as bytes: it is bytecode of gcc's\n");
}

/* Cut off anywhere, it is never taken for the whole one, nor for another such. */
static void cut_off(void **state)
{
	size_t len;
	g_autofree char *bytes = object_of(&len, as, F G H ".data\nx: .quad f\n");
	g_autofree char *whole = digest_of(bytes, len), *last = g_strdup("");

	for (size_t at = 0; at < len; at += at < 64 ? 1 : 7) {
		g_autofree char *part = digest_of(bytes, at), *said = compare(whole, part);

		assert_true(*said && strcmp(part, last));
		g_free(last);
		last = g_steal_pointer(&part);
	}
}

/* In a build folder: each object once, and none of the build's own. */
static void objects_of_a_folder(void **state)
{
	static const char *const names[] = {
		"m/a.o", "m/b.o", "m/mod.o", "m/built-in.o", "m/.tmp_a.o", "scripts/c.o", "other/d.o",
		"m/mod.mod.o",
	};
	g_autofree char *root = g_strdup_printf("%s/folder", dir), *note = NULL, *text = NULL;
	g_autoptr(GPtrArray) goals = g_ptr_array_new();

	for (unsigned int i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *path = g_build_filename(root, names[i], NULL);
		g_autofree char *parent = g_path_get_dirname(path);

		assert_int_equal(g_mkdir_with_parents(parent, 0777), 0);
		assert_true(g_file_set_contents(path, "x", 1, NULL));
	}
	note = g_build_filename(root, "m/.mod.o.cmd", NULL);
	assert_true(g_file_set_contents(note, "cmd_m/mod.o := ld -m elf_x86_64  -r -o m/mod.o m/a.o m/b.o\n",
					-1, NULL));
	g_ptr_array_add(goals, "m/");
	assert_int_equal(objects_digest(&text, root, goals), 0);
	assert_non_null(strstr(text, "m/a.o\n"));
	assert_non_null(strstr(text, "m/b.o\n"));
	assert_non_null(strstr(text, "m/mod.mod.o\n"));
	assert_null(strstr(text, "m/mod.o\n"));
	for (unsigned int i = 3; i < 7; i++)
		assert_null(strstr(text, names[i]));
}

static int make_dir(void **state)
{
	return g_mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	g_autofree char *line = g_strdup_printf("rm -r %s", dir);

	return system(line);
}

/* One file's or more files' sizes, "--" between the two sides. */
static int print_sizes(char **files)
{
	GString *side[2] = { g_string_new(NULL), g_string_new(NULL) };
	struct objects_diff diff;
	bool now = false;

	for (unsigned int n = 0; *files; files++, n++) {
		g_autofree char *name = g_strdup_printf("%u.o", n), *bytes = NULL;
		size_t len;

		if (!strcmp(*files, "--")) {
			now = true;
			n = (unsigned int)-1;
		} else if (g_file_get_contents(*files, &bytes, &len, NULL)) {
			objects_digest_bytes(side[now], name, bytes, len);
		} else {
			return 1;
		}
	}
	objects_compare(&diff, side[0]->str, side[1]->str);
	printf("%s\n%s", objects_sizes_line(&diff), objects_sizes_table(&diff));
	for (unsigned int i = 0; g_getenv("V") && i < diff.changed->len; i++)
		printf("%s\n", (char *)diff.changed->pdata[i]);
	return 0;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions_in_another_order),
		cmocka_unit_test(strings_in_another_order),
		cmocka_unit_test(numbers_of_the_compiler),
		cmocka_unit_test(entries_of_tables_in_another_order),
		cmocka_unit_test(parts_in_another_order),
		cmocka_unit_test(aligned_strings),
		cmocka_unit_test(addends_in_the_field),
		cmocka_unit_test(spaces_and_comments),
		cmocka_unit_test(an_immediate),
		cmocka_unit_test(a_target),
		cmocka_unit_test(an_addend),
		cmocka_unit_test(a_place_in_a_string),
		cmocka_unit_test(a_string_in_code),
		cmocka_unit_test(a_string),
		cmocka_unit_test(a_constant_that_is_merged),
		cmocka_unit_test(an_alignment),
		cmocka_unit_test(flags_of_a_section),
		cmocka_unit_test(another_section),
		cmocka_unit_test(a_binding),
		cmocka_unit_test(memory_without_content),
		cmocka_unit_test(what_is_added),
		cmocka_unit_test(tables),
		cmocka_unit_test(names_that_were_numbered),
		cmocka_unit_test(what_no_symbol_covers),
		cmocka_unit_test(groups),
		cmocka_unit_test(no_object),
		cmocka_unit_test(bytecode_of_gcc),
		cmocka_unit_test(cut_off),
		cmocka_unit_test(objects_of_a_folder),
	};

	if (argc > 1)
		return print_sizes(argv + 1);
	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
