// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "msg.h"
#include "target.h"

static struct target *parsed(const char *text)
{
	struct target *target = NULL;

	assert_int_equal(target_parse(&target, "t", "series/targets/t.config", text), 0);
	return target;
}

static void defaults(void **state)
{
	struct target *target = parsed("");
	char *cc = target_cc(target);

	assert_string_equal(target->arch, "x86_64");
	assert_string_equal(target->base, "tinyconfig");
	assert_string_equal(target->cross, "");
	assert_int_equal(target->scope->len, 1);
	assert_string_equal(target->scope->pdata[0], "vmlinux");
	assert_string_equal(cc, "gcc");
	assert_string_equal(target_srcarch(target), "x86");
	g_free(cc);
	target_free(target);
}

static void settings_in_comments(void **state)
{
	struct target *target = parsed("# a comment\n# respin: arch = arm64\n"
		"# respin: cross = aarch64-linux-gnu-\n# respin: make = HOSTCFLAGS=-fcommon W=1\n"
		"# respin: make = X=2\n# respin: scope = kernel/locking/ mm/\n"
		"# respin: base=allnoconfig\nCONFIG_SMP=y\n# CONFIG_NUMA is not set\n");
	char *cc = target_cc(target);

	assert_string_equal(target->arch, "arm64");
	assert_string_equal(cc, "aarch64-linux-gnu-gcc");
	assert_string_equal(target->base, "allnoconfig");
	assert_int_equal(target->make->len, 3);
	assert_string_equal(target->make->pdata[0], "HOSTCFLAGS=-fcommon");
	assert_string_equal(target->make->pdata[2], "X=2");
	assert_int_equal(target->scope->len, 2);
	assert_string_equal(target->scope->pdata[1], "mm/");
	assert_int_equal(target->symbols->len, 2);
	g_free(cc);
	target_free(target);
}

static void what_it_is_for(void **state)
{
	struct target *target = parsed("");

	assert_true(target_for(target, "build", true));
	assert_false(target_for(target, "objects", false));
	target_free(target);
	target = parsed("# respin: checks = build objects\n");
	assert_true(target_for(target, "build", true));
	assert_true(target_for(target, "objects", false));
	assert_false(target_for(target, "sparse", true));
	target_free(target);
}

static void assert_refused(const char *text)
{
	struct target *target = NULL;

	assert_int_equal(target_parse(&target, "t", "series/targets/t.config", text), E_SERIES);
	assert_null(target);
}

static void what_is_wrong_is_refused(void **state)
{
	assert_refused("# respin: colour = blue\n");
	assert_refused("# respin: arch\n");
	assert_refused("# respin: compiler = icc\n");
	assert_refused("CONFIG_A\n");
	assert_refused("make it so\n");
	assert_refused("# respin: scope = --eval=x\n");
	assert_refused("# respin: scope = ../../etc/\n");
}

static void symbols_are_read(void **state)
{
	char *name, *value;

	assert_true(symbol_parse(&name, &value, "CONFIG_CC_VERSION=\"gcc = 12\""));
	assert_string_equal(name, "CONFIG_CC_VERSION");
	assert_string_equal(value, "\"gcc = 12\"");
	g_free(name);
	g_free(value);
	assert_true(symbol_parse(&name, &value, "# CONFIG_A is not set"));
	assert_string_equal(name, "CONFIG_A");
	assert_string_equal(value, "n");
	g_free(name);
	g_free(value);
	assert_false(symbol_parse(&name, &value, "# CONFIG_A is set"));
	assert_false(symbol_parse(&name, &value, "# General setup"));
}

static void what_did_not_survive_is_named(void **state)
{
	struct target *target = parsed("CONFIG_A=y\nCONFIG_B=y\n# CONFIG_C is not set\n"
				       "# CONFIG_D is not set\nCONFIG_E=17\n");
	GPtrArray *lost = target_lost(target, "CONFIG_A=y\nCONFIG_C=y\nCONFIG_E=16\n");

	assert_int_equal(lost->len, 3);
	assert_string_equal(lost->pdata[0], "CONFIG_B=y");
	assert_string_equal(lost->pdata[1], "CONFIG_C=n");
	assert_string_equal(lost->pdata[2], "CONFIG_E=17");
	g_ptr_array_unref(lost);
	target_free(target);
}

static void the_fragment_wins_but_for_werror(void **state)
{
	struct target *target = parsed("CONFIG_B=y\nCONFIG_WERROR=y\nCONFIG_A=n\n");
	char *merged = target_merge(target, "CONFIG_A=y\nCONFIG_K=y\n# CONFIG_B is not set\n");

	assert_null(strstr(merged, "CONFIG_A=y"));
	assert_non_null(strstr(merged, "# CONFIG_A is not set\n"));
	assert_non_null(strstr(merged, "CONFIG_K=y\n"));
	assert_non_null(strstr(merged, "CONFIG_B=y\n"));
	assert_null(strstr(merged, "# CONFIG_B is not set"));
	assert_null(strstr(merged, "CONFIG_WERROR=y"));
	assert_non_null(strstr(merged, "# CONFIG_WERROR is not set\n"));
	g_free(merged);
	target_free(target);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults),
		cmocka_unit_test(settings_in_comments),
		cmocka_unit_test(what_it_is_for),
		cmocka_unit_test(what_is_wrong_is_refused),
		cmocka_unit_test(symbols_are_read),
		cmocka_unit_test(what_did_not_survive_is_named),
		cmocka_unit_test(the_fragment_wins_but_for_werror),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
