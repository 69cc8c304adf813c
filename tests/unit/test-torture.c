// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"
#include <string.h>
#include "target.h"
#include "torture.h"

static const char head[] =
	"Linux version 6.1.0 (user@host)\r\n"
	"Kernel command line: console=ttyS0 locktorture.torture_type=rwsem_lock panic=-1\r\n"
	"smp: Brought up 1 node, 2 CPUs\r\n"
	"rwsem_lock-torture:--- Start of test [debug]: nwriters_stress=2 nreaders_stress=2\r\n"
	"respin: user space is there\r\n"
	"Writes:  Total: 0  Max/Min: 0/0   Fail: 0 \r\n"
	"Reads :  Total: 0  Max/Min: 0/0   Fail: 0 \r\n";
static const char tail[] =
	"Writes:  Total: 57  Max/Min: 31/26   Fail: 0 \r\n"
	"Reads :  Total: 82  Max/Min: 41/41   Fail: 0 \r\n"
	"rwsem_lock-torture:--- End of test: SUCCESS: nwriters_stress=2 nreaders_stress=2\r\n"
	"reboot: Power down\r\n";

/* A good console with @line in the middle, or without the line that begins with @without. */
static char *console(const char *line, const char *without)
{
	char *text = g_strconcat(head, line ? line : "", line ? "\r\n" : "", tail, NULL);
	char *from = without ? strstr(text, without) : NULL;

	if (from)
		memmove(from, strchr(from, '\n') + 1, strlen(strchr(from, '\n')));
	return text;
}

static void assert_fault(const char *line, const char *without, const char *fault)
{
	g_autofree char *text = console(line, without), *found = torture_fault(text);

	if (!fault)
		assert_null(found);
	else
		assert_string_equal(found, fault);
}

static void a_good_one(void **state)
{
	assert_fault(NULL, NULL, NULL);
	assert_fault("DEBUG Information: bugs: none; Oopsie", NULL, NULL);
	assert_int_equal(torture_total(head, "Writes:"), 0);
	assert_int_equal(torture_total(tail, "Writes:"), 57);
	assert_int_equal(torture_total(tail, "Reads :"), 82);
	assert_int_equal(torture_total("", "Reads :"), -1);
}

static void something_is_missing(void **state)
{
	assert_fault(NULL, "smp: ", "not two CPUs");
	assert_fault("smp: Brought up 1 node, 1 CPU", "smp: ", "not two CPUs");
	assert_fault("smp: Brought up 1 node, 12 CPUs", "smp: ", "not two CPUs");
	assert_fault(NULL, "respin: ", "no user space");
	assert_fault(NULL, "rwsem_lock-torture:--- End", "no end of the test");
	assert_fault("mutex_lock-torture:--- End of test: SUCCESS: nwriters_stress=2",
		     "rwsem_lock-torture:--- End", "no end of the test");
	assert_fault(NULL, "reboot: ", "no power off");
	assert_fault(NULL, "Writes:  Total: 57", "no writer ever got the lock");
	assert_fault(NULL, "Reads :  Total: 82", "no reader ever got the lock");
}

/* Each line has been seen on the console of some kernel. */
static void splats(void **state)
{
	static const char *const lines[] = {
		"WARNING: CPU: 1 PID: 40 at kernel/locking/rwsem.c:123 up_write+0x10/0x20",
		"WARNING: possible circular locking dependency detected",
		"WARNING: possible recursive locking detected",
		"WARNING: bad unlock balance detected!",
		"[ INFO: possible irq lock inversion dependency detected ]",
		"BUG: kernel NULL pointer dereference, address: 0000000000000008",
		"BUG: sleeping function called from invalid context at kernel/locking/rwsem.c:1",
		"watchdog: BUG: soft lockup - CPU#1 stuck for 22s! [kworker/0:1:9]",
		"kernel BUG at kernel/locking/rwsem.c:12!",
		"INFO: task kworker/0:1:9 blocked for more than 120 seconds.",
		"rcu: INFO: rcu_sched self-detected stall on CPU",
		"Oops: 0000 [#1] SMP",
		"invalid opcode: 0000 [#1] SMP",
		"general protection fault, probably for non-canonical address",
		"traps: PANIC: double fault, error_code: 0x0",
		"Kernel panic - not syncing: Attempted to kill init!",
		"Call Trace:",
		"UBSAN: array-index-out-of-bounds in kernel/locking/rwsem.c:1:2",
		"Writes:  Total: 57  Max/Min: 31/26   Fail: 1 !!!",
		"rwsem_lock-torture:--- End of test: FAILURE: nwriters_stress=2",
		"rwsem_lock-torture:--- End of test: LOCK_HOTPLUG: nwriters_stress=2",
	};

	for (unsigned int i = 0; i < G_N_ELEMENTS(lines); i++)
		assert_fault(lines[i], NULL, lines[i]);
}

static void nothing_at_all(void **state)
{
	g_autofree char *fault = torture_fault("");

	assert_string_equal(fault, "not two CPUs");
}

static void assert_lacks(const char *fragment, const char *config, const char *expected)
{
	struct target *target = NULL;
	g_autofree char *lacks = NULL;

	assert_int_equal(target_parse(&target, "t", "t.config", fragment), 0);
	lacks = torture_lacks(target, config);
	if (expected)
		assert_string_equal(lacks, expected);
	else
		assert_null(lacks);
	target_free(target);
}

static void what_cannot_boot(void **state)
{
	static const char good[] = "CONFIG_SMP=y\nCONFIG_ACPI=y\nCONFIG_LOCK_TORTURE_TEST=y\n"
		"CONFIG_SERIAL_8250_CONSOLE=y\nCONFIG_BLK_DEV_INITRD=y\nCONFIG_BINFMT_ELF=y\n";

	assert_lacks("", good, NULL);
	assert_lacks("# respin: arch = i386\n", good, NULL);
	assert_lacks("# respin: arch = arm64\n", good, "nothing here boots arm64");
	assert_lacks("", good + strlen("CONFIG_SMP=y\n"),
		     "t does not boot to a torture: no CONFIG_SMP=y");
	assert_lacks("", "CONFIG_LOCK_TORTURE_TEST=m\n",
		     "t does not boot to a torture: no CONFIG_LOCK_TORTURE_TEST=y");
}

static void assert_settings(const char *fragment, const char *expected)
{
	struct target *target = NULL;
	g_autofree char *settings = NULL;

	assert_int_equal(target_parse(&target, "t", "t.config", fragment), 0);
	settings = torture_settings(target);
	*strchr(settings, '\n') = '\0';
	assert_string_equal(strstr(settings, " locktorture."), expected);
	target_free(target);
}

static void settings(void **state)
{
	assert_settings("", " locktorture.torture_type=rwsem_lock locktorture.shutdown_secs=30 "
			"locktorture.stat_interval=5");
	assert_settings("# respin: torture = shutdown_secs=7 nwriters_stress=4\n"
			"# respin: torture = torture_type=mutex_lock\n",
			" locktorture.stat_interval=5 locktorture.shutdown_secs=7 "
			"locktorture.nwriters_stress=4 locktorture.torture_type=mutex_lock");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_good_one),
		cmocka_unit_test(something_is_missing),
		cmocka_unit_test(splats),
		cmocka_unit_test(nothing_at_all),
		cmocka_unit_test(what_cannot_boot),
		cmocka_unit_test(settings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
