// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"
#include "recipe.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct step *step_new(void)
{
	struct step *step = g_new0(struct step, 1);

	step->ops = g_ptr_array_new_with_free_func(op_free);
	step->claims = g_ptr_array_new_with_free_func(claim_free);
	return step;
}

static void step_end(struct step *step)
{
	g_ptr_array_unref(step->ops);
	g_ptr_array_unref(step->claims);
	g_free(step);
}

/* Faults are told on stderr; a test of faults has no use for that. */
static int read_line(struct step *step, const char *line)
{
	static const struct series series = { .root = "/nowhere", .name = "s", .dir = "/nowhere/s" };
	const struct place at = { "s.step", 7 };
	int ret, err = dup(STDERR_FILENO);

	if (!freopen("/dev/null", "w", stderr))
		return 99;
	ret = recipe_read_line(step, &series, &at, line);
	fflush(stderr);
	dup2(err, STDERR_FILENO);
	close(err);
	return ret;
}

static void blank_lines_and_comments_add_nothing(void **state)
{
	struct step *step = step_new();

	assert_int_equal(read_line(step, ""), 0);
	assert_int_equal(read_line(step, "  \t"), 0);
	assert_int_equal(read_line(step, "# delete a"), 0);
	assert_int_equal(step->ops->len + step->claims->len, 0);
	step_end(step);
}

static void operands_and_if_present(void **state)
{
	struct step *step = step_new();
	const struct op *op;

	assert_int_equal(read_line(step, "delete  a/b \"c d\"\tif-present  # why"), 0);
	op = step->ops->pdata[0];
	assert_string_equal(op->kind->name, "delete");
	assert_int_equal(op->argc, 2);
	assert_string_equal(op->argv[0], "a/b");
	assert_string_equal(op->argv[1], "c d");
	assert_null(op->argv[2]);
	assert_true(op->if_present);
	assert_int_equal(op->at.line, 7);
	step_end(step);
}

static void counts(void **state)
{
	struct step *step = step_new();
	const struct claim *exact, *least, *some;

	assert_int_equal(read_line(step, "present a.c foo 3"), 0);
	assert_int_equal(read_line(step, "present a.c foo 7+"), 0);
	assert_int_equal(read_line(step, "present a.c foo"), 0);
	exact = step->claims->pdata[0];
	least = step->claims->pdata[1];
	some = step->claims->pdata[2];
	assert_int_equal(exact->count, 3);
	assert_false(exact->at_least);
	assert_int_equal(least->count, 7);
	assert_true(least->at_least);
	assert_int_equal(some->count, 1);
	assert_true(some->at_least);
	step_end(step);
}

static void change_is_prose(void **state)
{
	struct step *step = step_new();
	const struct claim *claim;

	assert_int_equal(read_line(step, "change v2: don't \"spin\", see #3"), 0);
	claim = step->claims->pdata[0];
	assert_int_equal(claim->kind, CLAIM_CHANGE);
	assert_int_equal(claim->count, 2);
	assert_string_equal(claim->argv[1], "don't \"spin\", see #3");
	step_end(step);
}

static void faults(void **state)
{
	static const char *const lines[] = {
		"remove a.c", "delete", "delete if-present", "rename a", "rename a b c", "delete /etc/passwd",
		"delete ../a", "delete a/../b", "delete a//b", "delete .git/config", "delete a/.GIT/x",
		"delete ./a", "rename a* b", "overlay arch/*/x", "delete 'a", "present a.c foo x",
		"present a.c foo -1", "present a.c foo 3-", "present a.c foo 99999999999", "present a.c",
		"absent a.c foo 3", "unchanged mind", "waive checkpatch X", "waive checkpatch X \"\"",
		"change 2: x", "change v0: x", "change v2 x", "change v2:", "cocci no.cocci a.c",
		"ed ../x.ed a.c", "delete a\001b", "upstream X /abs",
	};

	for (unsigned int i = 0; i < G_N_ELEMENTS(lines); i++) {
		struct step *step = step_new();

		if (read_line(step, lines[i]) != E_SERIES)
			fail_msg("taken: %s", lines[i]);
		step_end(step);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blank_lines_and_comments_add_nothing),
		cmocka_unit_test(operands_and_if_present),
		cmocka_unit_test(counts),
		cmocka_unit_test(change_is_prose),
		cmocka_unit_test(faults),
	};

	return cmocka_run_group_tests_name("recipe", tests, NULL, NULL);
}
