// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "config.h"
#include "scope.h"
#include "stale.h"
#include "unbuilt.h"

static void assert_dir(const char *arch, const char *path, const char *expected)
{
	struct target target = { .arch = (char *)arch };
	char *dir = scope_dir(&target, path);

	if (expected)
		assert_string_equal(dir, expected);
	else
		assert_null(dir);
	g_free(dir);
}

static void folders_of_paths(void **state)
{
	assert_dir("x86_64", "kernel/locking/rwsem.c", "kernel/locking/");
	assert_dir("x86_64", "kernel/locking/Makefile", "kernel/locking/");
	assert_dir("x86_64", "kernel/Kconfig.locks", NULL);
	assert_dir("x86_64", "MAINTAINERS", NULL);
	assert_dir("x86_64", "include/linux/rwsem.h", NULL);
	assert_dir("x86_64", "arch/x86/include/asm/rwsem.h", NULL);
	assert_dir("x86_64", "arch/x86/include/asm/Kbuild", NULL);
	assert_dir("x86_64", "scripts/kconfig/conf.c", NULL);
	assert_dir("x86_64", "tools/objtool/check.c", NULL);
	assert_dir("x86_64", "arch/x86/lib/rwsem.S", "arch/x86/lib/");
	assert_dir("i386", "arch/x86/lib/rwsem.S", "arch/x86/lib/");
	assert_dir("x86_64", "arch/x86/Makefile", NULL);
	assert_dir("x86_64", "arch/x86/um/Makefile", NULL);
	assert_dir("x86_64", "arch/alpha/lib/x.S", NULL);
	assert_dir("alpha", "arch/alpha/lib/x.S", "arch/alpha/lib/");
}

static void what_kconfig_reads(void **state)
{
	assert_true(config_reads("kernel/Kconfig.locks"));
	assert_true(config_reads("arch/s390/configs/debug_defconfig"));
	assert_true(config_reads("Makefile"));
	assert_true(config_reads("scripts/cc-version.sh"));
	assert_true(config_reads("arch/x86/Makefile"));
	assert_true(config_reads("arch/s390/tools/gcc-thunk-extern.sh"));
	assert_false(config_reads("kernel/locking/Makefile"));
	assert_false(config_reads("kernel/locking/rwsem.c"));
}

static void changes_of_a_configuration(void **state)
{
	GPtrArray *list = config_changes("CONFIG_A=y\n# CONFIG_B is not set\nCONFIG_C=1\n",
					 "CONFIG_A=y\nCONFIG_B=y\nCONFIG_D=m\n");

	assert_int_equal(list->len, 4);
	assert_string_equal(list->pdata[0], "-CONFIG_B=n");
	assert_string_equal(list->pdata[1], "+CONFIG_B=y");
	assert_string_equal(list->pdata[2], "-CONFIG_C=1");
	assert_string_equal(list->pdata[3], "+CONFIG_D=m");
	g_ptr_array_unref(list);
}

static void headers_that_are_listed_on_one_side(void **state)
{
	GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	stale_headers_listed(names, "generic-y += rwsem.h\ngeneric-y += a.h \\\n\tb.h\n",
			     "generic-y += a.h b.h\ngeneric-y += c.h\n");
	assert_int_equal(g_hash_table_size(names), 2);
	assert_true(g_hash_table_contains(names, "asm/rwsem.h"));
	assert_true(g_hash_table_contains(names, "asm/c.h"));
	g_hash_table_destroy(names);
}

static void assert_arch(const char *path, const char *expected)
{
	char *arch = unbuilt_arch(path);

	if (expected)
		assert_string_equal(arch, expected);
	else
		assert_null(arch);
	g_free(arch);
}

static void architectures_of_paths(void **state)
{
	assert_arch("arch/x86/include/asm/rwsem.h", "x86");
	assert_arch("arch/ia64/Kconfig", "ia64");
	assert_arch("arch/x86/um/Makefile", "um");
	assert_arch("arch/um/Kconfig", "um");
	assert_arch("arch/Kconfig", NULL);
	assert_arch("tools/arch/x86/include/asm/rwsem.h", NULL);
	assert_arch("kernel/locking/rwsem.c", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(folders_of_paths),
		cmocka_unit_test(architectures_of_paths),
		cmocka_unit_test(what_kconfig_reads),
		cmocka_unit_test(changes_of_a_configuration),
		cmocka_unit_test(headers_that_are_listed_on_one_side),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
