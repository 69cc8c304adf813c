// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"
#include "carry.h"

#include <string.h>

static struct step steps[] = { { .name = (char *)"one" }, { .name = (char *)"two" } };

/* What carry_result() makes of two steps with these fates. */
static int result_of(struct result *out, enum fate one, enum fate two)
{
	struct series series = { .name = (char *)"demo", .steps = g_ptr_array_new() };
	const git_oid base = { { 1 } };
	g_autoptr(GString) held = g_string_new(NULL);
	GPtrArray *accounts;
	int ret;

	for (unsigned int i = 0; i < 2; i++)
		g_ptr_array_add(series.steps, &steps[i]);
	accounts = accounts_new(&series);
	((struct account *)accounts->pdata[0])->fate = one;
	((struct account *)accounts->pdata[1])->fate = two;
	msg_hold(held);
	ret = carry_result(out, accounts, &base, &series);
	msg_hold(NULL);
	if (ret)
		assert_non_null(strstr(held->str, "demo has 2 steps, and 1 are accounted for"));
	g_ptr_array_unref(accounts);
	g_ptr_array_unref(series.steps);
	return ret;
}

static void every_step_is_accounted_for(void **state)
{
	static const enum fate lost[] = { FATE_PENDING, FATE_CONFLICT };

	for (unsigned int i = 0; i < G_N_ELEMENTS(lost); i++) {
		struct result result = RESULT_INIT;

		assert_int_equal(result_of(&result, FATE_APPLIED, lost[i]), E_ENV);
		result_release(&result);
	}
}

static void steps_without_a_commit_are_left_out(void **state)
{
	static const enum fate out[] = { FATE_UPSTREAM, FATE_EMPTY, FATE_SKIPPED };

	for (unsigned int i = 0; i < G_N_ELEMENTS(out); i++) {
		struct result result = RESULT_INIT;

		assert_int_equal(result_of(&result, out[i], FATE_FIXUP), 0);
		assert_int_equal(result.commits->len, 1);
		assert_string_equal(result.names->pdata[0], "two");
		result_release(&result);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_step_is_accounted_for),
		cmocka_unit_test(steps_without_a_commit_are_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
