// SPDX-License-Identifier: GPL-2.0-only
/* make, in one build folder of a lane */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "ccache.h"
#include "job.h"
#include "kbuild.h"
#include "scratch.h"
#include "stale.h"

static const char state_format[] = "respin build folder 1";

/* --- the state file: tree, target and toolchain, then the objlog's text */

static void state_read(struct kbuild *kbuild)
{
	char *text = NULL, **fields;

	if (!g_file_get_contents(kbuild->state, &text, NULL, NULL))
		return;
	fields = g_strsplit(text, "\n", 5);
	if (g_strv_length(fields) == 5 && !strcmp(fields[0], state_format) &&
	    !strcmp(fields[1], kbuild->target->hash) && !strcmp(fields[2], kbuild->toolchain) &&
	    !git_oid_fromstr(&kbuild->tree, fields[3]))
		objlog_merge(kbuild->log, fields[4]);
	else
		memset(&kbuild->tree, 0, sizeof(kbuild->tree));
	g_strfreev(fields);
	g_free(text);
}

static int state_write(struct kbuild *kbuild)
{
	char *log = objlog_text(kbuild->log, NULL, NULL), hex[OID_HEX], *text;
	int err;

	text = g_strdup_printf("%s\n%s\n%s\n%s\n%s", state_format, kbuild->target->hash,
			       kbuild->toolchain,
			       git_oid_tostr(hex, sizeof(hex), &kbuild->tree), log);
	err = file_replace(kbuild->state, text, strlen(text));
	g_free(text);
	g_free(log);
	return err;
}

static int state_drop(struct kbuild *kbuild)
{
	if (unlink(kbuild->state) && errno != ENOENT)
		return error_errno("cannot remove %s", kbuild->state);
	return 0;
}

static int wipe(struct kbuild *kbuild)
{
	int err = state_drop(kbuild);

	if (!err && g_file_test(kbuild->out, G_FILE_TEST_EXISTS))
		err = dir_remove(kbuild->out);
	if (!err)
		err = dir_make(kbuild->out);
	memset(&kbuild->tree, 0, sizeof(kbuild->tree));
	objlog_free(kbuild->log);
	kbuild->log = objlog_new();
	kbuild->clean = true;
	return err;
}

static int compiler_find(struct kbuild *kbuild)
{
	g_autofree char *cc = target_cc(kbuild->target);

	return ccache_find(&kbuild->ccache, cc);
}

int kbuild_open(struct kbuild **out, struct lane *lane, const struct target *target,
		const char *toolchain, unsigned int jobs, const char *flavour,
		const char *kcflags)
{
	struct kbuild *kbuild = g_new0(struct kbuild, 1);
	const char *dot = flavour ? "." : "";
	int err;

	kbuild->lane = lane;
	kbuild->target = target;
	kbuild->toolchain = g_strdup(toolchain);
	kbuild->jobs = jobs;
	kbuild->kcflags = kcflags;
	kbuild->status = -1;
	if (!flavour)
		flavour = "";
	kbuild->out = g_strdup_printf("%s/build/%s%s%s", lane->dir, target->name, dot, flavour);
	kbuild->state = g_strconcat(kbuild->out, ".state", NULL);
	kbuild->hand = g_strdup_printf("%s/by-hand/%s%s%s", lane->dir, target->name, dot,
				       flavour);
	kbuild->log = objlog_new();
	err = dir_make(kbuild->out);
	if (!err)
		err = compiler_find(kbuild);
	if (err) {
		kbuild_free(kbuild);
		return err;
	}
	state_read(kbuild);
	*out = kbuild;
	return 0;
}

void kbuild_free(struct kbuild *kbuild)
{
	if (!kbuild)
		return;
	objlog_free(kbuild->log);
	g_free(kbuild->toolchain);
	g_free(kbuild->out);
	g_free(kbuild->state);
	g_free(kbuild->hand);
	g_free(kbuild->config);
	g_free(kbuild->command);
	g_free(kbuild->headers);
	g_free(kbuild);
}

/* --- make's command line */

/*
 * The caller's environment has no say: a MAKEFLAGS of an outer make, a
 * KBUILD_OUTPUT or a CROSS_COMPILE would build something else.
 */
static void environment(struct run *run)
{
	static const char *const kept[] = { "PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME" };
	unsigned int i;

	run_arg(run, "env", "-i", "LC_ALL=C", NULL);
	for (i = 0; i < G_N_ELEMENTS(kept); i++)
		if (g_getenv(kept[i]))
			run_argf(run, "%s=%s", kept[i], g_getenv(kept[i]));
}

/* Before any make_start() */
static int headers_find(struct kbuild *kbuild)
{
	const git_oid *tree = &kbuild->lane->tree;

	if (kbuild->headers && git_oid_equal(&kbuild->headers_tree, tree))
		return 0;
	g_clear_pointer(&kbuild->headers, g_free);
	kbuild->headers_tree = *tree;
	return ccache_key(&kbuild->headers, kbuild->lane->repo, tree);
}

/* The build's own tools take longer to compile than a folder of the kernel. */
static void host_compiler(struct run *run, const struct kbuild *kbuild)
{
	const GPtrArray *words = kbuild->target->make;
	bool chosen = !kbuild->ccache;
	unsigned int i;

	for (i = 0; i < words->len; i++)
		chosen = chosen || g_str_has_prefix(words->pdata[i], "HOSTCC=") ||
			 g_str_has_prefix(words->pdata[i], "LLVM=");
	if (!chosen)
		run_argf(run, "HOSTCC=%s gcc", ccache_for_tools);
}

static void make_start(struct run *run, const struct kbuild *kbuild, const char *out)
{
	const struct target *target = kbuild->target;
	char *cc = target_cc(target);
	unsigned int i;

	environment(run);
	if (kbuild->ccache)
		ccache_environment(run, kbuild->headers, kbuild->cold);
	run_arg(run, "make", "--no-print-directory", "-C", kbuild->lane->source, NULL);
	run_argf(run, "O=%s", out);
	run_argf(run, "ARCH=%s", target->arch);
	run_argf(run, "CROSS_COMPILE=%s", target->cross);
	run_argf(run, "CC=%s%s", kbuild->ccache ? "ccache " : "", cc);
	host_compiler(run, kbuild);
	/* make hands them on to gcc, which has __DATE__ from the last */
	run_arg(run, "LOCALVERSION=", "KBUILD_BUILD_USER=respin", "KBUILD_BUILD_HOST=respin",
		"KBUILD_BUILD_VERSION=1", "SOURCE_DATE_EPOCH=0",
		"KBUILD_BUILD_TIMESTAMP=Thu Jan  1 00:00:00 UTC 1970", NULL);
	for (i = 0; i < target->make->len; i++)
		run_arg(run, target->make->pdata[i], NULL);
	run->progress = true;
	g_free(cc);
}

/* --- the same by hand */

static char *kept_path(const struct kbuild *kbuild, const char *config)
{
	g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, config, -1);

	return g_strdup_printf("%s/configs/%.32s", kbuild->lane->dir, hash);
}

/* Keep a configuration for commands that are printed, which will need it later. */
static int config_keep(struct kbuild *kbuild, const char *config)
{
	g_free(kbuild->config);
	kbuild->config = kept_path(kbuild, config);
	if (g_file_test(kbuild->config, G_FILE_TEST_EXISTS))
		return 0;
	return file_replace(kbuild->config, config, strlen(config));
}

/* @make has kbuild->hand for a folder; @config is NULL where make is to make it. */
static void by_hand(struct kbuild *kbuild, const struct run *make, const char *config)
{
	g_autofree char *files = lane_switch_line(kbuild->lane), *line = run_shell_line(make);
	g_autofree char *out = g_shell_quote(kbuild->hand);
	g_autofree char *from = config ? g_shell_quote(config) : NULL;
	g_autofree char *copy = from ? g_strdup_printf("cp %s %s/.config && ", from, out) : NULL;

	g_free(kbuild->command);
	kbuild->command = g_strdup_printf("(%s) && rm -rf %s && mkdir -p %s && %s%s", files, out,
					  out, copy ? copy : "", line);
}

/* 1: the runner failed, and there are tries left. */
static int make_run(char **log, struct kbuild *kbuild, struct run *run, unsigned int tries)
{
	g_autofree char *file = g_strconcat(kbuild->out, ".log", NULL);
	g_autofree char *raw = NULL, *part = NULL;
	int err = job_run(&raw, run, kbuild->lane->runner, file, tries);

	if (err > 0)
		warning("%s: the runner gave up; the job is run again", kbuild->target->name);
	if (!err) {
		part = objlog_clean(raw, kbuild->lane->source);
		*log = objlog_clean(part, kbuild->out);
	}
	return err;
}

/* --- configuration */

static int make_config(int *status, char **log, struct kbuild *kbuild, const char *out,
		       const char *goal, const char *config)
{
	struct run run = RUN_INIT, hand = RUN_INIT;
	unsigned int tries = 4;
	int err;

	make_start(&hand, kbuild, kbuild->hand);
	run_arg(&hand, goal, NULL);
	by_hand(kbuild, &hand, config);
	run_release(&hand);
	make_start(&run, kbuild, out);
	run_arg(&run, goal, NULL);
	do
		err = make_run(log, kbuild, &run, --tries);
	while (err > 0);
	*status = run.status;
	run_release(&run);
	return err;
}

/* In a folder of its own, so that the build's .config changes only when it differs. */
static int configure_in(char **config, char **log, struct kbuild *kbuild, const char *out)
{
	char *file = g_build_filename(out, ".config", NULL), *base = NULL, *merged = NULL;
	int status, err;
	size_t len;

	if (unlink(file) && errno != ENOENT) {
		err = error_errno("cannot remove %s", file);
		goto out;
	}
	err = make_config(&status, log, kbuild, out, kbuild->target->base, NULL);
	if (err || status)
		goto out;
	err = file_read(&base, &len, file);
	if (err)
		goto out;
	merged = target_merge(kbuild->target, base);
	err = file_write(file, merged, strlen(merged));
	if (!err)
		err = config_keep(kbuild, merged);
	if (err)
		goto out;
	g_clear_pointer(log, g_free);
	err = make_config(&status, log, kbuild, out, "olddefconfig", kbuild->config);
	if (!err && !status)
		err = file_read(config, &len, file);
out:
	if (!err && !*config)
		err = 1;
	g_free(merged);
	g_free(base);
	g_free(file);
	return err;
}

int kbuild_configure(char **config, char **log, struct kbuild *kbuild)
{
	char *out = g_strconcat(kbuild->out, ".config", NULL);
	int err;

	err = dir_make(out);
	if (!err)
		err = headers_find(kbuild);
	if (!err)
		err = configure_in(config, log, kbuild, out);
	g_free(out);
	return err;
}

static int config_install(struct kbuild *kbuild, const char *config)
{
	char *file = g_build_filename(kbuild->out, ".config", NULL), *old = NULL;
	int err = 0;

	if (!g_file_get_contents(file, &old, NULL, NULL) || strcmp(old, config)) {
		err = stale_remove_said(kbuild->out, kbuild->log);
		if (!err)
			err = file_write(file, config, strlen(config));
	}
	if (!err)
		err = config_keep(kbuild, config);
	g_free(old);
	g_free(file);
	return err;
}

/* --- building */

int kbuild_prepare(struct kbuild *kbuild, const char *config, bool clean)
{
	const git_oid *tree = &kbuild->lane->tree;
	bool all = clean || git_oid_is_zero(&kbuild->tree);
	int err = 0;

	if (!all && !git_oid_equal(&kbuild->tree, tree)) {
		kbuild->clean = false;
		err = state_drop(kbuild);
		if (!err)
			err = stale_remove(&all, kbuild->out, kbuild->log, kbuild->lane->repo,
					   &kbuild->tree, tree);
	}
	if (!err && all)
		err = wipe(kbuild);
	if (!err)
		err = config_install(kbuild, config);
	kbuild->now = *tree;
	return err;
}

struct wanted {
	const GPtrArray *goals;
	enum kbuild_what what;
};

/*
 * Objects outside the goals may lie there from an earlier, wider build. They
 * are not of this one unless it has made them again.
 */
static bool keep(const struct objlog *log, const char *name, void *data)
{
	const struct wanted *wanted = data;
	bool sparse = g_str_has_prefix(name, "CHECK ");
	const char *path = strrchr(name, ' ');
	unsigned int i;

	if (!*name)
		return wanted->what == KBUILD_COMPILE;
	if (sparse != (wanted->what == KBUILD_SPARSE))
		return false;
	if (sparse || objlog_is_fresh(log, name))
		return objlog_is_fresh(log, name);
	for (i = 0; i < wanted->goals->len; i++) {
		const char *goal = wanted->goals->pdata[i];

		if (!g_str_has_suffix(goal, "/"))
			return true;
		if (path && g_str_has_prefix(path + 1, goal))
			return true;
	}
	return false;
}

static bool has_checked(const struct objlog *log)
{
	GHashTableIter iter;
	void *name;

	g_hash_table_iter_init(&iter, log->fresh);
	while (g_hash_table_iter_next(&iter, &name, NULL))
		if (g_str_has_prefix(name, "CHECK "))
			return true;
	return false;
}

/* What was made is known again, whatever make's exit status. */
static int made(struct record *out, struct kbuild *kbuild, const char *log,
		const struct wanted *wanted)
{
	objlog_merge(kbuild->log, log);
	kbuild->tree = kbuild->now;
	out->clean = kbuild->clean;
	if (wanted->what == KBUILD_SPARSE && !out->status && !has_checked(kbuild->log)) {
		out->status = RECORD_CANNOT;
		out->text = g_strdup("this kernel's build runs no checker");
	} else {
		out->text = objlog_text(kbuild->log, keep, (void *)wanted);
	}
	return state_write(kbuild);
}

static void make_goals(struct run *run, const struct kbuild *kbuild, const char *out,
		       const GPtrArray *goals, enum kbuild_what what)
{
	unsigned int i;

	make_start(run, kbuild, out);
	run_argf(run, "KCFLAGS=-Wno-error%s%s", kbuild->kcflags ? " " : "",
		 kbuild->kcflags ? kbuild->kcflags : "");
	if (what == KBUILD_SPARSE)
		run_arg(run, "C=2", "CHECK=sparse", NULL);
	run_arg(run, "-k", "-Otarget", NULL);
	run_argf(run, "-j%u", kbuild->jobs);
	for (i = 0; i < goals->len; i++)
		run_arg(run, goals->pdata[i], NULL);
}

/* Once more, from nothing, where it was not the kernel's fault. */
static int again(struct kbuild *kbuild, const char *config)
{
	int err = wipe(kbuild);

	return err ? err : config_install(kbuild, config);
}

static int make_tries(char **log, struct kbuild *kbuild, struct run *run)
{
	char *file = g_build_filename(kbuild->out, ".config", NULL), *config = NULL;
	unsigned int tries = 3;
	size_t len;
	int err;

	err = file_read(&config, &len, file);
	if (!err)
		err = make_run(log, kbuild, run, tries);
	while (err > 0) {
		err = again(kbuild, config);
		if (!err)
			err = make_run(log, kbuild, run, --tries);
	}
	g_free(config);
	g_free(file);
	return err;
}

/* A make that says that all went well, and has made nothing, has not. */
static int is_there(const struct kbuild *kbuild, const struct run *run, const GPtrArray *goals)
{
	g_autofree char *file = g_build_filename(kbuild->out, "vmlinux", NULL);
	unsigned int i;

	for (i = 0; i < goals->len && !run->status; i++)
		if (!strcmp(goals->pdata[i], "vmlinux") && !g_file_test(file, G_FILE_TEST_EXISTS))
			return error("make ended with status 0, and %s is not there%s", file,
				     kbuild->lane->runner ? ": do the machines of the runner "
				     "share this folder?" : "");
	return 0;
}

int kbuild_make(struct record *out, struct kbuild *kbuild, const GPtrArray *goals,
		enum kbuild_what what)
{
	struct wanted wanted = { goals, what };
	struct run run = RUN_INIT;
	char *log = NULL;
	int err = headers_find(kbuild);

	if (err)
		return err;
	make_goals(&run, kbuild, kbuild->hand, goals, what);
	by_hand(kbuild, &run, kbuild->config);
	run_release(&run);
	make_goals(&run, kbuild, kbuild->out, goals, what);
	err = state_drop(kbuild);
	if (!err)
		err = make_tries(&log, kbuild, &run);
	if (!err)
		err = is_there(kbuild, &run, goals);
	if (!err) {
		out->status = kbuild->status = run.status;
		out->seconds = run.seconds;
		out->command = g_strdup(kbuild->command);
		err = made(out, kbuild, log, &wanted);
	}
	if (err)
		memset(&kbuild->tree, 0, sizeof(kbuild->tree));
	g_free(log);
	run_release(&run);
	return err;
}
