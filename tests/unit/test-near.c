// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"
#include "near.h"

#include <string.h>

static void a_pattern_without_what_is_no_text(void **state)
{
	static const struct { const char *regex, *text; } cases[] = {
		{ "^#include <asm\\/rwsem\\.h>$", "#include <asm/rwsem.h>" },
		{ "\\(\"\\|kernel\\/\\)rwsem", "\"kernel/rwsem" },
		{ "\\<foo[a-z]*", "fooa-z" },
		{ "", "" },
	};

	for (unsigned int i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *text = near_literal(cases[i].regex);

		assert_string_equal(text, cases[i].text);
	}
}

static void the_likest_line_comes_first(void **state)
{
	g_autoptr(GPtrArray) near = g_ptr_array_new_with_free_func(g_free);

	near_lines(near, "a.c", "down_write(sem);\nsomething else;\n\tdown_reader(sem);\n",
		   "down_read(sem)");
	assert_int_equal(near->len, 2);
	assert_string_equal(near->pdata[0], "a.c:3: down_reader(sem);");
	assert_string_equal(near->pdata[1], "a.c:1: down_write(sem);");
}

static void nothing_is_near_what_is_too_short(void **state)
{
	g_autoptr(GPtrArray) near = g_ptr_array_new_with_free_func(g_free);

	near_lines(near, "a.c", "}\n\n{\n", "}");
	near_lines(near, "a.c", "", "down_read");
	assert_int_equal(near->len, 0);
}

static void words_are_those_of_the_code(void **state)
{
	static const char text[] = "/* stat_inc */\nint f(void)\n{\n\tstats_inc(1);\n\tstats_inc(2);\n}\n";
	g_autoptr(GPtrArray) near = g_ptr_array_new_with_free_func(g_free);

	near_words(near, "a.c", text, strlen(text), "stat_inc");
	assert_int_equal(near->len, 1);
	assert_string_equal(near->pdata[0], "a.c:4: stats_inc, in f");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pattern_without_what_is_no_text),
		cmocka_unit_test(the_likest_line_comes_first),
		cmocka_unit_test(nothing_is_near_what_is_too_short),
		cmocka_unit_test(words_are_those_of_the_code),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
