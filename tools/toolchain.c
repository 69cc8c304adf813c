// SPDX-License-Identifier: GPL-2.0-only
/* which programs a verdict depends on, and their versions */
#include <string.h>
#include <sys/stat.h>
#include "msg.h"
#include "record.h"
#include "run.h"
#include "target.h"
#include "toolchain.h"

static char *identity(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return g_strdup(path);
	return g_strdup_printf("%s %llu %llu %lld.%09ld", path, (unsigned long long)st.st_ino,
			       (unsigned long long)st.st_size, (long long)st.st_mtim.tv_sec,
			       st.st_mtim.tv_nsec);
}

char *toolchain_file(const char *program)
{
	const char *path = run_find(program);

	return identity(path ? path : program);
}

static int ask(struct record *record, const char *program)
{
	struct run run = RUN_INIT;
	int err;

	run_arg(&run, program, "--version", NULL);
	run.timeout = 60;
	err = run_ok(&run);
	if (!err)
		record->text = g_strndup(run.out->str, strcspn(run.out->str, "\n"));
	run_release(&run);
	return err;
}

int toolchain_version(char **out, struct repo *repo, const char *program)
{
	char *id = NULL;
	struct record record = RECORD_INIT;
	struct record_key key;
	int err;

	err = run_require(program);
	if (err)
		return err;
	id = toolchain_file(program);
	record_key(&key, "toolchain", id, NULL);
	err = record_load(&record, repo, &key);
	if (err > 0) {
		err = ask(&record, program);
		if (!err)
			record_keep(repo, &key, &record);
	}
	if (!err)
		*out = g_strdup(record.text);
	record_release(&record);
	g_free(id);
	return err;
}

/* With LLVM=1 a kernel takes all of its tools from there. */
static char *linker(const struct target *target)
{
	unsigned int i;

	for (i = 0; i < target->make->len; i++)
		if (!strcmp(target->make->pdata[i], "LLVM=1"))
			return g_strdup("ld.lld");
	return g_strconcat(target->cross, "ld", NULL);
}

char *toolchain_missing(const struct target *target)
{
	char *programs[] = { target_cc(target), linker(target) }, *missing = NULL;
	unsigned int i;

	for (i = 0; i < G_N_ELEMENTS(programs); i++) {
		char *path = g_find_program_in_path(programs[i]);

		if (!path && !missing)
			missing = g_steal_pointer(&programs[i]);
		g_free(path);
		g_free(programs[i]);
	}
	return missing;
}

int toolchain_id(char **out, struct repo *repo, const struct target *target)
{
	char *program = target_cc(target), *ld = linker(target);
	char *cc_version = NULL, *ld_version = NULL;
	int err;

	err = run_require("make");
	if (!err)
		err = toolchain_version(&cc_version, repo, program);
	if (!err)
		err = toolchain_version(&ld_version, repo, ld);
	if (!err)
		*out = g_strdup_printf("%s; %s", cc_version, ld_version);
	g_free(cc_version);
	g_free(ld_version);
	g_free(program);
	g_free(ld);
	return err;
}
