// SPDX-License-Identifier: GPL-2.0-only
/* boot a kernel in QEMU, to the end of its own lock torture */
#include <stdlib.h>
#include <string.h>
#include "scratch.h"
#include "torture.h"

/* Beyond the torture's own time: to boot, to stop its threads, on a slow machine. */
enum { BOOT_SECONDS = 180 };

/* A console that goes on and on repeats itself. */
enum { CONSOLE_MAX = 1 << 20 };

static const char init_source[] =
#include "torture-init.inc"
;

static const char *const defaults[][2] = {
	{ "torture_type", "rwsem_lock" }, { "shutdown_secs", "30" }, { "stat_interval", "5" },
};

const char *torture_emulator(const struct target *target)
{
	return strcmp(target_srcarch(target), "x86") ? NULL : "qemu-system-x86_64";
}

/* --- what the target asks for */

/* The target's last word on a parameter, or NULL. */
static const char *parameter(const struct target *target, const char *name)
{
	size_t len = strlen(name);
	unsigned int i;

	for (i = target->torture->len; i-- > 0;) {
		const char *word = target->torture->pdata[i];

		if (!strncmp(word, name, len) && word[len] == '=')
			return word + len + 1;
	}
	return NULL;
}

static unsigned int seconds_of(const struct target *target)
{
	const char *value = parameter(target, "shutdown_secs");

	return CLAMP(g_ascii_strtoull(value ? value : "30", NULL, 10), 1, 86400);
}

/* A fault ends the test at once: the emulator does not start again. */
static char *command_line(const struct target *target)
{
	GString *line = g_string_new("console=ttyS0 panic=-1 oops=panic hung_task_panic=1");
	unsigned int i;

	for (i = 0; i < G_N_ELEMENTS(defaults); i++)
		if (!parameter(target, defaults[i][0]))
			g_string_append_printf(line, " locktorture.%s=%s", defaults[i][0],
					       defaults[i][1]);
	for (i = 0; i < target->torture->len; i++)
		g_string_append_printf(line, " locktorture.%s", (char *)target->torture->pdata[i]);
	return g_string_free(line, FALSE);
}

char *torture_settings(const struct target *target)
{
	g_autofree char *line = command_line(target);

	return g_strconcat(line, "\n", init_source, NULL);
}

char *torture_lacks(const struct target *target, const char *config)
{
	static const char *const symbols[] = {
		"CONFIG_LOCK_TORTURE_TEST", "CONFIG_SMP", "CONFIG_SERIAL_8250_CONSOLE",
		"CONFIG_BLK_DEV_INITRD", "CONFIG_BINFMT_ELF", "CONFIG_ACPI",
	};
	unsigned int i;

	if (!torture_emulator(target))
		return g_strdup_printf("nothing here boots %s", target->arch);
	for (i = 0; i < G_N_ELEMENTS(symbols); i++) {
		g_autofree char *line = g_strdup_printf("\n%s=y\n", symbols[i]);

		if (!strstr(config, line) && !g_str_has_prefix(config, line + 1))
			return g_strdup_printf("%s does not boot to a torture: no %s=y",
					       target->name, symbols[i]);
	}
	return NULL;
}

/* --- the boot */

static char *beside(const struct kbuild *kbuild, const char *suffix)
{
	return g_strconcat(kbuild->out, suffix, NULL);
}

static int init_compile(const struct kbuild *kbuild, const char *init)
{
	g_autofree char *source = g_strconcat(init, ".S", NULL);
	g_autofree char *cc = target_cc(kbuild->target);
	struct run run = RUN_INIT;
	int err = file_write(source, init_source, strlen(init_source));

	run_arg(&run, cc, strcmp(kbuild->target->arch, "i386") ? "-m64" : "-m32", "-static",
		"-nostdlib", "-o", init, source, NULL);
	if (!err)
		err = run_ok(&run);
	run_release(&run);
	return err;
}

static int initramfs_make(const struct kbuild *kbuild, const char *initramfs)
{
	g_autofree char *init = beside(kbuild, ".init"), *list = beside(kbuild, ".cpio-list");
	g_autofree char *text = g_strdup_printf("dir /dev 755 0 0\n"
						"nod /dev/console 600 0 0 c 5 1\n"
						"file /init %s 755 0 0\n", init);
	struct run run = RUN_INIT;
	int err = init_compile(kbuild, init);

	if (!err)
		err = file_write(list, text, strlen(text));
	run_argf(&run, "%s/usr/gen_init_cpio", kbuild->out);
	run_arg(&run, list, NULL);
	if (!err)
		err = run_ok(&run);
	if (!err)
		err = file_write(initramfs, run.out->str, run.out->len);
	run_release(&run);
	return err;
}

static void emulator_start(struct run *run, const struct kbuild *kbuild, const char *out,
			   const char *initramfs)
{
	g_autofree char *line = command_line(kbuild->target);

	run_arg(run, torture_emulator(kbuild->target), "-machine", "q35,accel=tcg", "-cpu", "max",
		"-smp", "2", "-m", "512", "-nodefaults", "-display", "none", "-no-reboot",
		"-serial", "stdio", "-kernel", NULL);
	run_argf(run, "%s/arch/x86/boot/bzImage", out);
	run_arg(run, "-initrd", initramfs, "-append", line, NULL);
	run->timeout = seconds_of(kbuild->target) + BOOT_SECONDS;
	run->progress = true;
}

/* As text: what a wild kernel has written need not be. */
static char *console_of(GString *raw)
{
	gsize i;

	g_string_truncate(raw, MIN(raw->len, CONSOLE_MAX));
	for (i = 0; i < raw->len; i++)
		if (!raw->str[i])
			raw->str[i] = '?';
	return g_utf8_make_valid(raw->str, raw->len);
}

static int emulate(struct record *out, const struct kbuild *kbuild, const char *initramfs)
{
	struct run run = RUN_INIT;
	g_autofree char *make = out->command, *boot = NULL;
	int err;

	emulator_start(&run, kbuild, kbuild->hand, initramfs);
	boot = run_shell_line(&run);
	run_release(&run);
	emulator_start(&run, kbuild, kbuild->out, initramfs);
	out->command = g_strconcat(make, " && ", boot, NULL);
	err = run_command(&run);
	if (!err && !run.timed_out && (run.status || run.signal))
		err = error("%s ended with %s %d: %s", (char *)run.argv->pdata[0],
			    run.signal ? "signal" : "status",
			    run.signal ? run.signal : run.status, run.err->str);
	if (!err) {
		g_free(out->text);
		out->text = console_of(run.out);
		out->status = run.timed_out;
		out->seconds += run.seconds;
	}
	run_release(&run);
	return err;
}

int torture_boot(struct record *out, const struct kbuild *kbuild)
{
	g_autofree char *initramfs = beside(kbuild, ".initramfs");
	int err = initramfs_make(kbuild, initramfs);

	return err ? err : emulate(out, kbuild, initramfs);
}

/* --- what it has printed */

static const char splat[] =
	"WARNING:|\\bBUG[: ]|INFO: |\\bOops\\b|Call Trace:|Kernel panic|PANIC:|general protection|"
	"invalid opcode|double fault|UBSAN:|\\[#[0-9]+\\]|!!!|End of test: (?!SUCCESS)";

/* The whole line in which @pattern first matches, or NULL. */
static char *line_with(const char *console, const char *pattern)
{
	g_autoptr(GRegex) regex = g_regex_new(pattern, 0, 0, NULL);
	g_autoptr(GMatchInfo) match = NULL;
	const char *from, *to;
	int at;

	if (!g_regex_match(regex, console, 0, &match))
		return NULL;
	g_match_info_fetch_pos(match, 0, &at, NULL);
	for (from = console + at; from > console && from[-1] != '\n'; from--)
		;
	to = from + strcspn(from, "\r\n");
	return g_strstrip(g_strndup(from, to - from));
}

/* What the kernel's command line asks for, and the end of a test of that. */
static const char whole_test[] =
	"locktorture\\.torture_type=(\\w+)(?s:.*)\\b\\1-torture:.* End of test: SUCCESS";

long torture_total(const char *console, const char *who)
{
	const char *line, *last = NULL, *total = NULL;

	for (line = console; (line = strstr(line, who)); line++)
		last = line;
	if (last)
		total = g_strstr_len(last, strcspn(last, "\n"), "Total: ");
	return total ? strtol(total + strlen("Total: "), NULL, 10) : -1;
}

char *torture_fault(const char *console)
{
	static const struct { const char *pattern, *fault; } needed[] = {
		{ "smp: Brought up .*\\b2 CPUs", "not two CPUs" },
		{ "respin: user space is there", "no user space" },
		{ whole_test, "no end of the test" },
		{ "reboot: Power down", "no power off" },
	};
	char *line = line_with(console, splat);
	unsigned int i;

	for (i = 0; !line && i < G_N_ELEMENTS(needed); i++) {
		g_autofree char *found = line_with(console, needed[i].pattern);

		if (!found)
			line = g_strdup(needed[i].fault);
	}
	if (!line && torture_total(console, "Writes:") <= 0)
		line = g_strdup("no writer ever got the lock");
	if (!line && !torture_total(console, "Reads :"))
		line = g_strdup("no reader ever got the lock");
	return line;
}
