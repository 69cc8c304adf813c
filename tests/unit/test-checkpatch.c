// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "checkpatch.h"

static char *waive_long[] = { (char *)"checkpatch", (char *)"LONG_LINE", (char *)"a table", NULL };

static struct verdict judged(int status, const char *text, bool waiver)
{
	struct claim claim = {
		.kind = CLAIM_WAIVE, .at = { "series/s/a.step", 9 }, .argv = waive_long, .argc = 3,
	};
	struct step step = { .name = (char *)"a", .claims = g_ptr_array_new() };
	struct record record = { .status = status, .text = (char *)text };
	struct verdict verdict = VERDICT_INIT;

	if (waiver)
		g_ptr_array_add(step.claims, &claim);
	checkpatch_judge(&verdict, &step, &record);
	g_ptr_array_unref(step.claims);
	return verdict;
}

static void assert_verdict(struct verdict verdict, enum verdict_kind kind, const char *line)
{
	assert_int_equal(verdict.kind, kind);
	assert_string_equal(verdict.line, line);
	verdict_release(&verdict);
}

static const char long_line[] =
	"kernel/a.c:12: WARNING:LONG_LINE: line length of 120 exceeds 100 columns\n";

static void silence_is_a_pass(void **state)
{
	assert_verdict(judged(0, "", false), VERDICT_PASS, "nothing to report");
}

static void warnings_and_errors(void **state)
{
	assert_verdict(judged(1, long_line, false), VERDICT_WARN,
		"0 errors, 1 warnings, 0 checks: "
		"kernel/a.c:12: WARNING:LONG_LINE: line length of 120 exceeds 100 columns");
	assert_verdict(judged(1, "kernel/a.c:1: CHECK:SPACING: x: y\n"
			      "-:7: ERROR:MISSING_SIGN_OFF: Missing Signed-off-by: line(s)\n", false),
		VERDICT_FAIL,
		"1 errors, 0 warnings, 1 checks: "
		"-:7: ERROR:MISSING_SIGN_OFF: Missing Signed-off-by: line(s)");
}

static void a_finding_on_the_whole_patch(void **state)
{
	char *unparsed;
	GPtrArray *findings = checkpatch_parse(&unparsed,
		"WARNING:FILE_PATH_CHANGES: added, moved or deleted file(s)\n");

	assert_null(unparsed);
	assert_int_equal(findings->len, 1);
	assert_string_equal(((struct finding *)findings->pdata[0])->type, "FILE_PATH_CHANGES");
	g_ptr_array_unref(findings);
}

static void what_is_not_understood_fails(void **state)
{
	assert_verdict(judged(1, "Segmentation fault\n", false), VERDICT_FAIL,
		       "checkpatch printed what is not understood: Segmentation fault");
	assert_verdict(judged(1, "", false), VERDICT_FAIL,
		       "checkpatch ended with status 1 and said nothing");
	assert_verdict(judged(255, long_line, false), VERDICT_FAIL,
		       "checkpatch ended with status 255 and may have stopped early");
}

static void a_waiver_counts(void **state)
{
	assert_verdict(judged(1, long_line, true), VERDICT_PASS, "nothing to report, 1 waived");
}

static void an_unused_waiver_is_said(void **state)
{
	struct verdict verdict = judged(0, "", true);

	assert_int_equal(verdict.kind, VERDICT_PASS);
	assert_string_equal(verdict.line, "nothing to report, 1 waivers not needed here");
	assert_string_equal(verdict.detail,
			    "series/s/a.step:9: not needed here: waive checkpatch LONG_LINE\n");
	verdict_release(&verdict);
}

static void no_script_is_a_skip(void **state)
{
	assert_verdict(judged(RECORD_CANNOT, "there is none", false), VERDICT_SKIP,
		       "there is none");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(silence_is_a_pass),
		cmocka_unit_test(warnings_and_errors),
		cmocka_unit_test(a_finding_on_the_whole_patch),
		cmocka_unit_test(what_is_not_understood_fails),
		cmocka_unit_test(a_waiver_counts),
		cmocka_unit_test(an_unused_waiver_is_said),
		cmocka_unit_test(no_script_is_a_skip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
