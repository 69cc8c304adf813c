// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "verdict.h"

static void assert_compared(int status, const char *now, int old_status, const char *old,
			    const struct verdict *before, enum verdict_kind kind,
			    const char *line)
{
	struct record own = { .status = status, .text = (char *)now };
	struct record parent = { .status = old_status, .text = (char *)old };
	struct verdict verdict = VERDICT_INIT;

	verdict_compare(&verdict, &own, &parent, before, "build");
	assert_int_equal(verdict.kind, kind);
	assert_string_equal(verdict.line, line);
	verdict_release(&verdict);
}

static const char warn[] = "a.c:1:1: warning: x [-Wx]\n";
static const char broken[] = "a.c:1:1: error: y\nmake: *** [Makefile:1: a.o] Error 1\n";

static void silence(void **state)
{
	assert_compared(0, "", 0, "", NULL, VERDICT_PASS, "nothing to report");
	assert_compared(0, warn, 0, warn, NULL, VERDICT_PASS, "nothing new (1 known)");
	assert_compared(0, "", 0, warn, NULL, VERDICT_PASS, "nothing to report");
}

static void news(void **state)
{
	assert_compared(0, warn, 0, "", NULL, VERDICT_WARN, "new: a.c:1:1: warning: x [-Wx]");
}

static void failures(void **state)
{
	struct verdict skip = { .kind = VERDICT_SKIP }, fail = { .kind = VERDICT_FAIL };

	assert_compared(2, broken, 0, "", NULL, VERDICT_FAIL, "a.c:1:1: error: y");
	assert_compared(2, broken, 2, broken, NULL, VERDICT_SKIP,
			"the base does not build either: a.c:1:1: error: y");
	assert_compared(2, broken, 2, broken, &skip, VERDICT_SKIP,
			"the base does not build either: a.c:1:1: error: y");
	assert_compared(2, broken, 2, broken, &fail, VERDICT_FAIL,
			"as its parent: a.c:1:1: error: y");
}

static void a_failure_that_says_nothing(void **state)
{
	struct verdict pass = { .kind = VERDICT_PASS };

	assert_compared(2, "", 0, "", &pass, VERDICT_FAIL, "make failed and gave no reason");
	assert_compared(2, "", 0, "", NULL, VERDICT_FAIL, "make failed and gave no reason");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(silence),
		cmocka_unit_test(news),
		cmocka_unit_test(failures),
		cmocka_unit_test(a_failure_that_says_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
