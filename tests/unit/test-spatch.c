// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"
#include "spatch.h"

#include <string.h>

/* What spatch 1.1.1 prints of a file with one function that it cannot parse. */
static const char one[] =
	"PARSING: a.c\n"
	"parse error \n"
	" = File \"a.c\", line 3, column 24, charpos = 39\n"
	"  around = '{',\n"
	"  whole content = \tscoped_guard(mutex,&m) {\n"
	"badcount: 5\n"
	"bad: void a(void)\n"
	"bad: {\n"
	"BAD:!!!!! \tscoped_guard(mutex,&m) {\n"
	"bad: \t\tfoo(1);\n"
	"bad: \t}\n"
	"bad: }\n"
	"nb good = 14,  nb passed = 1 =========> 5.00% passed\n";

static void one_piece(void **state)
{
	g_autoptr(GPtrArray) skips = spatch_parse_skips(one);
	const struct skip *skip = skips->pdata[0];

	assert_int_equal(skips->len, 1);
	assert_int_equal(skip->line, 3);
	assert_int_equal(skip->lines, 6);
	assert_string_equal(skip->text, "void a(void)\n{\n\tscoped_guard(mutex,&m) {\n"
			    "\t\tfoo(1);\n\t}\n}\n");
}

static void two_pieces_and_the_end_of_the_text(void **state)
{
	g_autofree char *text = g_strconcat(one, " = File \"a.c\", line 90, column 0, charpos = 9\n"
					    "bad: x\nBAD:!!!!! y", NULL);
	g_autoptr(GPtrArray) skips = spatch_parse_skips(text);
	const struct skip *second;

	assert_int_equal(skips->len, 2);
	second = skips->pdata[1];
	assert_int_equal(second->line, 90);
	assert_int_equal(second->lines, 2);
}

static void nothing_skipped(void **state)
{
	g_autoptr(GPtrArray) skips = spatch_parse_skips("PARSING: a.c\nnb good = 3\n");

	assert_int_equal(skips->len, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_piece),
		cmocka_unit_test(two_pieces_and_the_end_of_the_text),
		cmocka_unit_test(nothing_skipped),
	};

	return cmocka_run_group_tests_name("spatch", tests, NULL, NULL);
}
