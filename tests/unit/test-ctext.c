// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"
#include "ctext.h"

#include <string.h>

static void assert_code(const char *path, const char *text, const char *expected)
{
	g_autofree char *code = ctext_code(path, text, strlen(text));

	assert_string_equal(code, expected);
}

static void c_comments_and_literals_are_blank(void **state)
{
	assert_code("a.c", "a /* b */ c", "a         c");
	assert_code("a.c", "a // b\nc", "a     \nc");
	assert_code("a.c", "f(\"x /* y\", 'q');", "f(        ,    );");
	assert_code("a.c", "'\"' x \"\\\"\" y", "    x      y");
	assert_code("a.c", "a // b \\\nc\nd", "a       \n \nd");
	assert_code("a.c", "/* open", "       ");
	assert_code("a.h", "/* a\n b */x", "    \n     x");
}

static void include_names_are_code(void **state)
{
	assert_code("a.c", "#include \"rwsem.h\"", "#include \"rwsem.h\"");
	assert_code("a.c", "#  include \"x.h\" /* y */", "#  include \"x.h\"        ");
	assert_code("a.c", "x(\"include\")", "x(         )");
}

static void hash_comments_in_makefiles_only(void **state)
{
	assert_code("kernel/Makefile", "a # b\nc", "a    \nc");
	assert_code("arch/x86/Kconfig", "# all\nb", "     \nb");
	assert_code("include/asm/Kbuild", "a#b", "a#b");
	assert_code("MAINTAINERS", "a # b", "a # b");
	assert_code("a.S", "#define A 1", "#define A 1");
}

static void words_are_whole(void **state)
{
	size_t first = 99;

	assert_int_equal(ctext_count("foo foo_bar a_foo foo", "foo", &first), 2);
	assert_int_equal(first, 0);
	assert_int_equal(ctext_count("CONFIG_FOO", "FOO", NULL), 0);
	assert_int_equal(ctext_count("generic-y += rwsem.h\n", "generic-y += rwsem.h", NULL), 1);
	assert_int_equal(ctext_count("foo", "", NULL), 0);
	assert_int_equal(ctext_count("(->x)->x", "->x", NULL), 2);
}

static void functions_by_line(void **state)
{
	static const char text[] =
		"int a(void)\n{\n\tfoo();\n}\n\nint b(int);\n\nstatic void\tc (x)\n{\nout:\n\tbar();\n}\n";
	g_autofree char *a = ctext_function(text, 3), *c = ctext_function(text, 11);
	g_autofree char *none = ctext_function("#define X\nfoo\n", 2);

	assert_string_equal(a, "a");
	assert_string_equal(c, "c");
	assert_null(none);
	assert_int_equal(ctext_line(text, 0), 1);
	assert_int_equal(ctext_line(text, 12), 2);
}

static void comments_are_folded(void **state)
{
	static const char text[] = "x(\"/* no */\");\n/*\n *  two\n *  lines\n */\n// one\n";
	g_autoptr(GPtrArray) comments = ctext_comments(text, strlen(text));
	const struct comment *first, *second;

	assert_int_equal(comments->len, 2);
	first = comments->pdata[0];
	second = comments->pdata[1];
	assert_string_equal(first->text, "/* * two * lines */");
	assert_int_equal(first->line, 2);
	assert_string_equal(second->text, "// one");
	assert_int_equal(second->line, 6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(c_comments_and_literals_are_blank),
		cmocka_unit_test(include_names_are_code),
		cmocka_unit_test(hash_comments_in_makefiles_only),
		cmocka_unit_test(words_are_whole),
		cmocka_unit_test(functions_by_line),
		cmocka_unit_test(comments_are_folded),
	};

	return cmocka_run_group_tests_name("ctext", tests, NULL, NULL);
}
