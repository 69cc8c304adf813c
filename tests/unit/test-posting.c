// SPDX-License-Identifier: GPL-2.0-only
/* Change logs, shortlog, prefixes, and what of two commits differs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "changelog.h"
#include "cover.h"
#include "posting.h"
#include "trial.h"

static struct claim *change(unsigned int version, const char *text)
{
	struct claim *claim = g_new0(struct claim, 1);

	claim->kind = CLAIM_CHANGE;
	claim->count = version;
	claim->argv = g_new0(char *, 3);
	claim->argv[0] = g_strdup_printf("v%u", version);
	claim->argv[1] = g_strdup(text);
	return claim;
}

static void claim_drop(void *data)
{
	struct claim *claim = data;

	g_strfreev(claim->argv);
	g_free(claim);
}

static void change_logs_are_newest_first(void **state)
{
	struct step one = { .claims = g_ptr_array_new_with_free_func(claim_drop) };
	struct step two = { .claims = g_ptr_array_new_with_free_func(claim_drop) };
	GPtrArray *steps = g_ptr_array_new();
	GString *out = g_string_new(NULL);

	g_ptr_array_add(one.claims, change(2, "reworded"));
	g_ptr_array_add(one.claims, change(3, "a longer text that has to be wrapped, since it "
					      "does not fit into seventy-two columns"));
	g_ptr_array_add(one.claims, change(4, "not yet"));
	g_ptr_array_add(two.claims, change(2, "new"));
	changelog_of_step(out, &one, 3);
	assert_string_equal(out->str,
		"Changes in v3:\n"
		"- a longer text that has to be wrapped, since it does not fit into\n"
		"  seventy-two columns\n"
		"\n"
		"Changes in v2:\n"
		"- reworded\n");
	g_string_truncate(out, 0);
	g_ptr_array_add(steps, &one);
	g_ptr_array_add(steps, &two);
	changelog_of_steps(out, steps, 2);
	assert_string_equal(out->str, "Changes in v2:\n- patch 1: reworded\n- patch 2: new\n");
	g_string_truncate(out, 0);
	changelog_of_steps(out, steps, 1);
	assert_string_equal(out->str, "");
	g_string_free(out, TRUE);
	g_ptr_array_free(one.claims, TRUE);
	g_ptr_array_free(two.claims, TRUE);
	g_ptr_array_free(steps, TRUE);
}

static void shortlog_is_by_author(void **state)
{
	struct patch patches[] = {
		{ .author = { (char *)"Zoe", NULL }, .message = (char *)"z: one\n\ntext\n" },
		{ .author = { (char *)"Adam", NULL }, .message = (char *)"a: two\n" },
		{ .author = { (char *)"Zoe", NULL }, .message = (char *)"a: three\n" },
	};
	GPtrArray *all = g_ptr_array_new();
	GString *out = g_string_new(NULL);

	for (unsigned int i = 0; i < G_N_ELEMENTS(patches); i++)
		g_ptr_array_add(all, &patches[i]);
	cover_shortlog(out, all);
	assert_string_equal(out->str, "Adam (1):\n  a: two\n\nZoe (2):\n  z: one\n  a: three\n\n");
	g_string_free(out, TRUE);
	g_ptr_array_free(all, TRUE);
}

static void assert_prefix(struct posting *posting, unsigned int number, unsigned int total,
			  const char *expected)
{
	char *prefix = posting_prefix(posting, number, total);

	assert_string_equal(prefix, expected);
	g_free(prefix);
}

static void numbers_have_the_width_of_the_last(void **state)
{
	struct series series = { .name = (char *)"x" };
	struct posting posting = { .series = &series, .version = 1 };

	git_libgit2_init();
	git_config_new(&series.config);
	assert_prefix(&posting, 0, 0, "[PATCH] ");
	assert_prefix(&posting, 1, 9, "[PATCH 1/9] ");
	assert_prefix(&posting, 1, 10, "[PATCH 01/10] ");
	assert_prefix(&posting, 0, 99, "[PATCH 00/99] ");
	assert_prefix(&posting, 7, 100, "[PATCH 007/100] ");
	assert_prefix(&posting, 1000, 1000, "[PATCH 1000/1000] ");
	posting.version = 2;
	posting.rfc = true;
	assert_prefix(&posting, 3, 22, "[RFC PATCH v2 03/22] ");
	posting.resend = true;
	assert_prefix(&posting, 0, 0, "[RESEND RFC PATCH v2] ");
	git_config_free(series.config);
	git_libgit2_shutdown();
}

#define COMMIT(tree, parent, author, more, message) \
	"tree " tree "\nparent " parent "\nauthor " author "\ncommitter x\n" more "\n" message

static void knows_what_differs(void **state)
{
	const char *a = COMMIT("t1", "p1", "a1", "", "m1\n\ntree x\n");

	assert_null(trial_difference(a, a));
	assert_null(trial_difference(a, COMMIT("t1", "p2", "a1", "", "m1\n\ntree x\n")));
	assert_string_equal(trial_difference(a, COMMIT("t2", "p1", "a1", "", "m1\n\ntree x\n")),
			    "tree");
	assert_string_equal(trial_difference(a, COMMIT("t1", "p1", "a2", "", "m1\n\ntree x\n")),
			    "author");
	assert_string_equal(trial_difference(a, COMMIT("t1", "p1", "a1", "", "m1\n\ntree x")),
			    "message");
	assert_string_equal(trial_difference(a, COMMIT("t1", "p1", "a1", "encoding l\n",
						       "m1\n\ntree x\n")), "encoding");
	assert_string_equal(trial_difference(a, COMMIT("t1", "p1", "a1", "gpgsig l\n",
						       "m1\n\ntree x\n")), "headers");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(change_logs_are_newest_first),
		cmocka_unit_test(shortlog_is_by_author),
		cmocka_unit_test(numbers_have_the_width_of_the_last),
		cmocka_unit_test(knows_what_differs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
