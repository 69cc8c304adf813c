// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "objects.h"

static const char before[] =
	"a.o\t.text.f\tf\t16\taa\n"
	"a.o\t.text.g\tg\t32\tbb\n"
	"a.o\t.rodata.str1.1\t(string)\t4\tcc\n"
	"a.o\t.rodata.str1.1\t(string)\t5\tdd\n"
	"b.o\t.data.x\tx\t8\tee\n";

static void order_is_not_compared(void **state)
{
	struct objects_diff diff;

	objects_compare(&diff, before,
		"b.o\t.data.x\tx\t8\tee\n"
		"a.o\t.rodata.str1.1\t(string)\t5\tdd\n"
		"a.o\t.rodata.str1.1\t(string)\t4\tcc\n"
		"a.o\t.text.g\tg\t32\tbb\n"
		"a.o\t.text.f\tf\t16\taa\n");
	assert_int_equal(diff.changed->len, 0);
	objects_diff_release(&diff);
}

static void differences_are_named_and_counted(void **state)
{
	struct objects_diff diff;

	objects_compare(&diff, before,
		"a.o\t.text.f\tf\t20\tff\n"		/* grown by 4 */
		"a.o\t.text.h\th\t10\tgg\n"		/* added; g removed */
		"a.o\t.rodata.str1.1\t(string)\t4\tcc\n"	/* one string less */
		"b.o\t.data.x\tx\t8\tzz\n");		/* same size, other bytes */
	assert_int_equal(diff.changed->len, 5);
	assert_string_equal(diff.changed->pdata[0],
			    "a.o: .rodata.str1.1: (string): changed, 9 to 4 bytes");
	assert_string_equal(diff.changed->pdata[1], "a.o: .text.f: f: changed, 16 to 20 bytes");
	assert_string_equal(diff.changed->pdata[2], "a.o: .text.g: g: removed, 32 bytes");
	assert_string_equal(diff.changed->pdata[3], "a.o: .text.h: h: added, 10 bytes");
	assert_string_equal(diff.changed->pdata[4], "b.o: .data.x: x: changed, 8 to 8 bytes");
	assert_int_equal(diff.added, 1);
	assert_int_equal(diff.removed, 1);
	assert_int_equal(diff.grown, 1);
	assert_int_equal(diff.shrunk, 0);
	assert_int_equal(diff.up, 14);
	assert_int_equal(diff.down, -32);
	objects_diff_release(&diff);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(order_is_not_compared),
		cmocka_unit_test(differences_are_named_and_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
