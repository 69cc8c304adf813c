// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "diag.h"

/* Both logs, and how many of the second are new. */
static unsigned int added(const char *before, const char *now)
{
	struct diags *old = diags_parse(before), *new = diags_parse(now);
	GPtrArray *list = diags_added(new, old);
	unsigned int n = list->len;

	g_ptr_array_free(list, TRUE);
	diags_free(old);
	diags_free(new);
	return n;
}

static unsigned int count(const char *log, enum diag_level level)
{
	struct diags *diags = diags_parse(log);
	unsigned int n = diags_count(diags, level);

	diags_free(diags);
	return n;
}

static const char gcc[] =
	"  CC      kernel/locking/rwsem.o\n"
	"In file included from include/linux/rwsem.h:12,\n"
	"                 from kernel/locking/rwsem.c:20:\n"
	"kernel/locking/rwsem.c: In function 'down_read':\n"
	"kernel/locking/rwsem.c:45:13: warning: unused variable 'x' [-Wunused-variable]\n"
	"   45 |         int x;\n"
	"      |             ^\n"
	"kernel/locking/rwsem.c:45:13: note: declared here\n";

static void gcc_warning_is_one(void **state)
{
	assert_int_equal(count(gcc, DIAG_WARNING), 1);
	assert_int_equal(count(gcc, DIAG_ERROR), 0);
}

static void line_numbers_do_not_matter(void **state)
{
	assert_int_equal(added(gcc,
		"kernel/locking/rwsem.c: In function 'down_read':\n"
		"kernel/locking/rwsem.c:99:1: warning: unused variable 'x' [-Wunused-variable]\n"),
		0);
}

static void another_function_is_new(void **state)
{
	assert_int_equal(added(gcc,
		"kernel/locking/rwsem.c: In function 'up_read':\n"
		"kernel/locking/rwsem.c:45:13: warning: unused variable 'x' [-Wunused-variable]\n"),
		1);
}

static void a_second_equal_one_is_new(void **state)
{
	static const char once[] = "a.c:1:2: warning: bad [-Wx]\n";
	static const char twice[] = "a.c:1:2: warning: bad [-Wx]\na.c:7:2: warning: bad [-Wx]\n";

	assert_int_equal(added(once, twice), 1);
	assert_int_equal(added(twice, once), 0);
}

static void copies_of_a_function_are_one(void **state)
{
	assert_int_equal(added("a.c: In function 'f.isra.0':\na.c:1:1: warning: x\n",
			       "a.c: In function 'f.isra.3':\na.c:1:1: warning: x\n"), 0);
}

static void clang_quotes_are_no_diagnostics(void **state)
{
	assert_int_equal(added("", "a.c:3:5: warning: unused variable 'x' [-Wunused-variable]\n"
		"int x = foo(1);\n    ^~~\n1 warning generated.\n"), 1);
}

static void sparse_continues_on_the_next_line(void **state)
{
	assert_int_equal(count("  CHECK   kernel/a.c\n"
		"kernel/a.c:3:9: warning: incorrect type in argument 1 (different address spaces)\n"
		"kernel/a.c:3:9:    expected void *\n"
		"kernel/a.c:3:9:    got void [noderef] __user *\n", DIAG_WARNING), 1);
}

static void linker_and_its_addresses(void **state)
{
	assert_int_equal(added(
		"ld: kernel/a.o: in function `f':\n"
		"kernel/a.c:(.text+0x1c): undefined reference to `gone'\n",
		"ld: kernel/a.o: in function `f':\n"
		"kernel/a.c:(.text+0x2f0): undefined reference to `gone'\n"), 0);
	assert_int_equal(count("kernel/a.c:(.text+0x1c): undefined reference to `gone'\n",
			       DIAG_ERROR), 1);
}

static void objtool_without_offsets(void **state)
{
	assert_int_equal(added(
		"kernel/a.o: warning: objtool: f()+0x12: unreachable instruction\n",
		"kernel/a.o: warning: objtool: f()+0x34: unreachable instruction\n"), 0);
}

static void modpost_explains_at_length(void **state)
{
	assert_int_equal(count(
		"WARNING: vmlinux.o(.text+0x9): Section mismatch in reference from the function f()\n"
		"The function f() references\n"
		"the function __init g().\n\n"
		"  CC      b.o\n", DIAG_WARNING), 1);
}

static void no_rule_is_an_error(void **state)
{
	static const char log[] =
		"make[2]: *** No rule to make target 'kernel/gone.o', needed by 'kernel/built-in.a'.\n"
		"make[1]: *** [Makefile:1852: kernel] Error 2\n"
		"make[1]: Target 'vmlinux' not remade because of errors.\n";

	assert_int_equal(count("Makefile:3: *** no such thing.  Stop.\n", DIAG_ERROR), 1);
	assert_int_equal(count(log, DIAG_ERROR), 1);
	assert_int_equal(count(log, DIAG_MAKE), 1);
	assert_int_equal(count(log, DIAG_WARNING), 0);
}

static void what_is_not_understood_counts(void **state)
{
	assert_int_equal(added("", "mystery: something is odd\n"), 1);
}

static void chatter_does_not_count(void **state)
{
	assert_int_equal(added("", "make[1]: Entering directory '/x'\n#\n# configuration written\n"
		"scripts/kconfig/conf  --syncconfig Kconfig\n"
		"  GEN     Makefile\n  CC [M]  a.o\nKernel: arch/x86/boot/bzImage is ready  (#1)\n"), 0);
}

static void kconfig_is_read(void **state)
{
	assert_int_equal(count("\nWARNING: unmet direct dependencies detected for X\n"
		"  Depends on [n]: Y [=n]\n  Selected by [y]:\n  - Z [=y]\n", DIAG_WARNING), 1);
	assert_int_equal(count("kernel/Kconfig.locks:23:warning: leading garbage\n",
			       DIAG_WARNING), 1);
	assert_int_equal(count("init/Kconfig:3: syntax error\n", DIAG_ERROR), 1);
}

static void assembler_counts(void **state)
{
	assert_int_equal(count("arch/x86/lib/rwsem.S: Assembler messages:\n"
		"arch/x86/lib/rwsem.S:12: Error: no such instruction: `movx'\n", DIAG_ERROR), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gcc_warning_is_one),
		cmocka_unit_test(line_numbers_do_not_matter),
		cmocka_unit_test(another_function_is_new),
		cmocka_unit_test(a_second_equal_one_is_new),
		cmocka_unit_test(copies_of_a_function_are_one),
		cmocka_unit_test(clang_quotes_are_no_diagnostics),
		cmocka_unit_test(sparse_continues_on_the_next_line),
		cmocka_unit_test(linker_and_its_addresses),
		cmocka_unit_test(objtool_without_offsets),
		cmocka_unit_test(modpost_explains_at_length),
		cmocka_unit_test(no_rule_is_an_error),
		cmocka_unit_test(what_is_not_understood_counts),
		cmocka_unit_test(chatter_does_not_count),
		cmocka_unit_test(kconfig_is_read),
		cmocka_unit_test(assembler_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
