// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "objlog.h"

static struct objlog *merged(const char *first, const char *second)
{
	struct objlog *log = objlog_new();

	objlog_merge(log, first);
	if (second)
		objlog_merge(log, second);
	return log;
}

static void assert_text(struct objlog *log, const char *expected)
{
	char *text = objlog_text(log, NULL, NULL);

	assert_string_equal(text, expected);
	g_free(text);
	objlog_free(log);
}

static const char two[] = "  CC      a.o\na.c:1:1: warning: x\n  CC [M]  b.o\nb.c:1:1: warning: y\n";

static void what_is_made_again_is_replaced(void **state)
{
	assert_text(merged(two, "  CC      a.o\n"), "  CC      b.o\nb.c:1:1: warning: y\n");
	assert_text(merged(two, "  CC      a.o\na.c:1:1: warning: z\n"),
		    "  CC      a.o\na.c:1:1: warning: z\n  CC      b.o\nb.c:1:1: warning: y\n");
}

static void text_gives_the_same_again(void **state)
{
	struct objlog *log = merged(two, NULL);
	char *text = objlog_text(log, NULL, NULL);

	assert_text(merged(text, NULL), text);
	g_free(text);
	objlog_free(log);
}

static void what_make_says_is_forgotten(void **state)
{
	assert_text(merged("  CC      a.o\nmake[1]: *** [Makefile:3: a.o] Error 1\n"
			   "kernel/Kconfig.locks:3:warning: odd\n", NULL),
		    "make[1]: *** [Makefile:3: a.o] Error 1\nkernel/Kconfig.locks:3:warning: odd\n");
	assert_text(merged("make[1]: *** [Makefile:3: a.o] Error 1\n", "  CC      b.o\n"), "");
}

static void a_lost_object_is_forgotten(void **state)
{
	struct objlog *log = merged(two, NULL);

	objlog_forget(log, "b.o");
	assert_text(log, "  CC      a.o\na.c:1:1: warning: x\n");
}

static void fresh_is_what_the_last_log_names(void **state)
{
	struct objlog *log = merged(two, "  CC      b.o\n");

	assert_true(objlog_is_fresh(log, "CC b.o"));
	assert_false(objlog_is_fresh(log, "CC a.o"));
	objlog_free(log);
}

static void folders_are_cut_off(void **state)
{
	char *text = objlog_clean("/x/src/a.c:1: see /x/src/b.h and /x/srcs/c\n", "/x/src");

	assert_string_equal(text, "a.c:1: see b.h and /x/srcs/c\n");
	g_free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_made_again_is_replaced),
		cmocka_unit_test(text_gives_the_same_again),
		cmocka_unit_test(what_make_says_is_forgotten),
		cmocka_unit_test(a_lost_object_is_forgotten),
		cmocka_unit_test(fresh_is_what_the_last_log_names),
		cmocka_unit_test(folders_are_cut_off),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
