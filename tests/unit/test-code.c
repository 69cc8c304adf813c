// SPDX-License-Identifier: GPL-2.0-only
/* What objdump prints, read and compared. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "code.h"

static const char listing[] =
	"\n"
	"rwsem.o:     file format elf64-x86-64\n"
	"\n"
	"SYMBOL TABLE:\n"
	"0000000000000000 l    df *ABS*	0000000000000000 rwsem.c\n"
	"0000000000000000 g     F .text	0000000000000010 other\n"
	"0000000000000010 g     F .text	0000000000000019 down_read\n"
	"0000000000000000         *UND*	0000000000000000 rwsem_down_read_failed\n"
	"\n"
	"\n"
	"Disassembly of section .text:\n"
	"\n"
	"0000000000000000 <other>:\n"
	"   0:	ret\n"
	"\n"
	"0000000000000010 <down_read>:\n"
	"  10:	endbr64\n"
	"  14:	lock incq (%rdi)\n"
	"  18:	jle    1f <down_read+0xf>\n"
	"  1a:	mov    0x0(%rip),%rax        # 21 <down_read+0x11>\n"
	"			1d: R_X86_64_PC32	current_task-0x4\n"
	"  1e:	ret\n"
	"  1f:	call   24 <down_read+0x14>\n"
	"			20: R_X86_64_PLT32	rwsem_down_read_failed-0x4\n"
	"  24:	jmp    29 <more>\n"
	"			25: R_X86_64_PC32	.text-0x4\n"
	"  29:	nopw   0x0(%rax,%rax,1)\n"
	"\n"
	"0000000000000030 <down_read_more>:\n"
	"  30:	nop\n";

static void reads_one_function_of_a_listing(void **state)
{
	char *names[] = { (char *)"down_read", (char *)"not_there", NULL };
	GPtrArray *functions = code_parse(listing, names);
	const struct code *code = code_find(functions, "down_read");
	static const char *const expected[] = {
		"endbr64", "lock incq (%rdi)", "jle    +0xf",
		"mov    0x0(%rip),%rax <current_task>", "ret",
		"call   rwsem_down_read_failed", "jmp    other",
	};

	assert_int_equal(functions->len, 1);
	assert_non_null(code);
	assert_int_equal(code->size, 0x19);
	assert_int_equal(code->lines->len, G_N_ELEMENTS(expected));
	for (unsigned int i = 0; i < G_N_ELEMENTS(expected); i++)
		assert_string_equal(code->lines->pdata[i], expected[i]);
	g_ptr_array_unref(functions);
}

/* Of arm64 the value is the place itself; what no function begins at stays as it is. */
static void names_functions_of_its_own(void **state)
{
	static const char own[] =
		"0000000000000108 l     F .text	0000000000000020 add_reader\n"
		"0000000000000000 g     F .sched.text	000000000000000c down_read\n"
		"0000000000000000 <down_read>:\n"
		"   0:	bl	0 <add_reader>\n"
		"			0: R_AARCH64_CALL26	.text+0x108\n"
		"   4:	bl	0 <down_read>\n"
		"			4: R_AARCH64_CALL26	.text+0x110\n"
		"   8:	ret\n"
		"\n";
	char *names[] = { (char *)"down_read", NULL };
	GPtrArray *functions = code_parse(own, names);
	const struct code *code = code_find(functions, "down_read");

	assert_string_equal(code->lines->pdata[0], "bl     add_reader");
	assert_string_equal(code->lines->pdata[1], "bl     .text");
	g_ptr_array_unref(functions);
}

static void keeps_functions_as_text(void **state)
{
	char *names[] = { (char *)"down_read", (char *)"other", NULL };
	GPtrArray *functions = code_parse(listing, names), *again;
	GString *one = g_string_new(NULL), *two = g_string_new(NULL);

	code_format(one, functions);
	again = code_read(one->str);
	code_format(two, again);
	assert_string_equal(one->str, two->str);
	assert_true(g_str_has_prefix(one->str, "down_read 25 7\n\tendbr64\n"));
	assert_true(g_str_has_suffix(one->str, "other 16 1\n\tret\n"));
	assert_non_null(strstr(one->str, "\n\tjle    +0xf\n"));
	assert_non_null(strstr(one->str, "\n\tcall   rwsem_down_read_failed\n"));
	assert_non_null(strstr(one->str, "current_task"));
	g_string_free(one, TRUE);
	g_string_free(two, TRUE);
	g_ptr_array_unref(functions);
	g_ptr_array_unref(again);
}

static void a_function_that_moved_is_the_same(void **state)
{
	static const char moved[] =
		"0000000000000020 g     F .text	000000000000000e f\n"
		"0000000000000020 <f>:\n"
		"  20:	jmp    20 <f>\n"
		"  22:	b.ne	28 <f+0x8>  // b.any\n"
		"  26:	mov	x2, #0x0                   	// #0\n"
		"  2a:	bl	89c <g.constprop.0>\n"
		"\n";
	static const char before[] =
		"0000000000000000 g     F .text	000000000000000e f\n"
		"0000000000000000 <f>:\n"
		"   0:	jmp    0 <f>\n"
		"   2:	b.ne	8 <f+0x8>  // b.any\n"
		"   6:	mov	x2, #0x0                   	// #0\n"
		"   a:	bl	8bc <g.constprop.0>\n"
		"\n";
	char *names[] = { (char *)"f", NULL };
	GPtrArray *a = code_parse(before, names), *b = code_parse(moved, names);
	GString *x = g_string_new(NULL), *y = g_string_new(NULL);

	code_format(x, a);
	code_format(y, b);
	assert_string_equal(x->str, "f 14 4\n\tjmp    +0x0\n\tb.ne   +0x8\n"
			    "\tmov    x2, #0x0\n\tbl     g.constprop.0\n");
	assert_string_equal(x->str, y->str);
	g_string_free(x, TRUE);
	g_string_free(y, TRUE);
	g_ptr_array_unref(a);
	g_ptr_array_unref(b);
}

static void lays_them_side_by_side(void **state)
{
	GPtrArray *before = code_read("f 4 2\n\tmov 1\n\tret\ngone 1 1\n\tnop\n");
	GPtrArray *after = code_read("f 2 1\n\tret\nfresh 3 1\n\tnop\n");
	GString *out = g_string_new(NULL);

	code_table(out, before, after);
	assert_string_equal(out->str,
		"  bytes, instructions                 before         after\n"
		"  f                                  4     2       2     1\n"
		"  gone                               1     1       -     -\n"
		"  fresh                              -     -       3     1\n");
	g_string_truncate(out, 0);
	code_beside(out, code_find(before, "f"), code_find(after, "f"), 8);
	assert_string_equal(out->str, "  mov 1     ret\n  ret\n");
	g_string_truncate(out, 0);
	code_beside(out, NULL, code_find(after, "fresh"), 8);
	assert_string_equal(out->str, "            nop\n");
	g_string_free(out, TRUE);
	g_ptr_array_unref(before);
	g_ptr_array_unref(after);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_one_function_of_a_listing),
		cmocka_unit_test(names_functions_of_its_own),
		cmocka_unit_test(keeps_functions_as_text),
		cmocka_unit_test(a_function_that_moved_is_the_same),
		cmocka_unit_test(lays_them_side_by_side),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
