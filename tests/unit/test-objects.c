// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"
#include "objects.h"

static const char before[] =
	"a.o\n"
	"\t.text.f\tf\tt\t16\tglobal function\taa\n"
	"\t.text.g\tg\tt\t32\tlocal function\tbb\n"
	"\t.rodata.str1.1\t(string)\t-\t4\t-\tcc\n"
	"\t.rodata.str1.1\t(string)\t-\t5\t-\tdd\n"
	"b.o\n"
	"\t.data.x\tx\td\t8\tglobal object\tee\n"
	"\t.text.g\tg\tt\t8\tlocal function\tbb\n"
	"\t.text.w\tw\t-\t100\tweak function\tbb\n";

static void order_is_not_compared(void **state)
{
	struct objects_diff diff;

	objects_compare(&diff, before,
		"b.o\n"
		"\t.text.w\tw\t-\t100\tweak function\tbb\n"
		"\t.text.g\tg\tt\t8\tlocal function\tbb\n"
		"\t.data.x\tx\td\t8\tglobal object\tee\n"
		"a.o\n"
		"\t.rodata.str1.1\t(string)\t-\t5\t-\tdd\n"
		"\t.rodata.str1.1\t(string)\t-\t4\t-\tcc\n"
		"\t.text.g\tg\tt\t32\tlocal function\tbb\n"
		"\t.text.f\tf\tt\t16\tglobal function\taa\n");
	assert_int_equal(diff.changed->len, 0);
	assert_int_equal(diff.sizes->len, 0);
	assert_int_equal(diff.before, 64);	/* not what is weak */
	assert_int_equal(diff.now, 64);
	objects_diff_release(&diff);
}

static void differences_are_named(void **state)
{
	static const char *const said[] = {
		"a.o: .text.f: f: changed, 16 to 20 bytes",
		"a.o: .text.g: g: removed, 32 bytes",
		"a.o: .text.h: h: added, 10 bytes",
		"b.o: .data.x: x: changed, from \"global object\" to \"local object\"",
		"b.o: .text.w: w: changed, 100 to 90 bytes",
		"a.o: .rodata.str1.1: (string): changed, 9 to 4 bytes",
		"a.o: *UND*: u: added, 0 bytes",
	};
	struct objects_diff diff;

	objects_compare(&diff, before,
		"a.o\n"
		"\t*UND*\tu\t-\t0\tglobal untyped\t0\n"
		"\t.text.f\tf\tt\t20\tglobal function\tff\n"
		"\t.text.h\th\tt\t10\tlocal function\tgg\n"	/* and not g */
		"\t.rodata.str1.1\t(string)\t-\t4\t-\tcc\n"	/* one string less */
		"b.o\n"
		"\t.data.x\tx\td\t8\tlocal object\tee\n"
		"\t.text.g\tg\tt\t8\tlocal function\tbb\n"
		"\t.text.w\tw\t-\t90\tweak function\tbb\n");
	assert_int_equal(diff.changed->len, G_N_ELEMENTS(said));
	for (unsigned int i = 0; i < G_N_ELEMENTS(said); i++)
		assert_string_equal(diff.changed->pdata[i], said[i]);
	objects_diff_release(&diff);
}

/* A function of one name counts once, whatever objects have it. */
static void sizes_are_those_of_bloat_o_meter(void **state)
{
	struct objects_diff diff;
	g_autofree char *line = NULL, *table = NULL;

	objects_compare(&diff, before,
		"a.o\n"
		"\t.text.f\tf\tt\t20\tglobal function\tff\n"	/* + 4 */
		"\t.text.h\th\tt\t10\tlocal function\tgg\n"	/* + 10 */
		"b.o\n"
		"\t.data.x\tx\td\t8\tlocal object\tzz\n"	/* of the same size */
		"\t.text.g\tg\tt\t10\tlocal function\tbb\n"	/* 40 to 10 */
		"\t.modinfo\t__mod_x\tr\t50\tlocal object\tbb\n"
		"\t.text.w\tw\t-\t90\tweak function\tbb\n");
	line = objects_sizes_line(&diff);
	table = objects_sizes_table(&diff);
	assert_string_equal(line, "add/remove: 1/0 grow/shrink: 1/1 up/down: 14/-30 (-16)");
	assert_string_equal(table,
		"Function                                     old     new   delta\n"
		"h                                              -      10     +10\n"
		"f                                             16      20      +4\n"
		"g                                             40      10     -30\n"
		"Total: Before=64, After=48, chg -25.00%\n");
	objects_diff_release(&diff);
}

static void an_object_on_one_side_is_one_line(void **state)
{
	struct objects_diff diff;

	objects_compare(&diff, before, "a.o\n\t.text.f\tf\tt\t16\tglobal function\taa\n"
			"\t.text.g\tg\tt\t32\tlocal function\tbb\n\t.rodata.str1.1\t(string)\t-\t4\t-\tcc\n"
			"\t.rodata.str1.1\t(string)\t-\t5\t-\tdd\nc.o\n");
	assert_int_equal(diff.changed->len, 2);
	assert_string_equal(diff.changed->pdata[0], "b.o: removed, 116 bytes");
	assert_string_equal(diff.changed->pdata[1], "c.o: added, 0 bytes");
	assert_int_equal(diff.removed, 1);	/* x; g is in a.o as well */
	assert_int_equal(diff.shrunk, 1);
	objects_diff_release(&diff);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(order_is_not_compared),
		cmocka_unit_test(differences_are_named),
		cmocka_unit_test(sizes_are_those_of_bloat_o_meter),
		cmocka_unit_test(an_object_on_one_side_is_one_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
