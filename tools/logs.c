// SPDX-License-Identifier: GPL-2.0-only
/* a file for every verdict that is not a pass */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "check.h"
#include "logs.h"
#include "scratch.h"

static char *log_path(const struct plan *plan, const struct column *column, unsigned int n)
{
	char *name = g_strdelimit(g_strdup(column->title), " ", '-');
	char *path = g_strdup_printf("%s/logs/%s/%s/%s.log", plan->repo->state_dir,
				     plan->series->name, plan_name(plan, n), name);

	g_free(name);
	return path;
}

/* What a log begins with, and no log of another commit or verdict does. */
static char *head(const struct plan *plan, const struct column *column, unsigned int n)
{
	const struct verdict *verdict = &column->verdicts[n];
	char hex[OID_HEX];

	git_oid_tostr(hex, sizeof(hex), &plan->subjects[n].commit);
	return g_strdup_printf("%s: %s: %s: %s\ncommit %s\n", plan_name(plan, n), column->title,
			       verdict_name(verdict->kind), verdict->line, hex);
}

static bool has_log(const struct verdict *verdict)
{
	return verdict->kind != VERDICT_NONE && verdict->kind != VERDICT_PASS;
}

static bool is_text(const char *path, const char *text)
{
	g_autofree char *there = NULL;

	return g_file_get_contents(path, &there, NULL, NULL) && !strcmp(there, text);
}

/* 1: there is nothing to write. */
static int log_write(struct plan *plan, const struct column *column, unsigned int n,
		     const char *path)
{
	struct record record = RECORD_INIT;
	const struct verdict *verdict = &column->verdicts[n];
	g_autofree char *begin = head(plan, column, n), *text = NULL;
	int err;

	err = check_record_of(&record, plan, column, n);
	if (!err) {
		text = g_strdup_printf("%sby hand: %s\n\n%s\n--- all that was said\n%s", begin,
				       verdict->command ? verdict->command : "-",
				       verdict->detail ? verdict->detail : "",
				       record.text ? record.text : "");
		err = is_text(path, text) ? 0 : file_replace(path, text, strlen(text));
	}
	record_release(&record);
	return err;
}

static int log_one(struct plan *plan, struct column *column, unsigned int n)
{
	struct verdict *verdict = &column->verdicts[n];
	g_autofree char *path = log_path(plan, column, n);
	int err = has_log(verdict) ? log_write(plan, column, n, path) : 1;

	if (!err) {
		g_free(verdict->log);
		verdict->log = g_steal_pointer(&path);
	} else if (err > 0) {
		err = 0;
		if (unlink(path) && errno != ENOENT && errno != ENOTDIR)
			err = error_errno("cannot remove %s", path);
	}
	return err;
}

static bool is_step(const struct plan *plan, const char *name)
{
	unsigned int n;

	for (n = 1; n < plan->n; n++)
		if (!strcmp(plan_name(plan, n), name))
			return true;
	return false;
}

/* Logs of steps that the series does not have any more. */
static int logs_drop(const struct plan *plan)
{
	g_autofree char *dir = g_build_filename(plan->repo->state_dir, "logs",
						plan->series->name, NULL);
	GDir *entries = g_dir_open(dir, 0, NULL);
	const char *name;
	int err = 0;

	while (entries && !err && (name = g_dir_read_name(entries))) {
		g_autofree char *path = g_build_filename(dir, name, NULL);

		if (!is_step(plan, name))
			err = dir_remove(path);
	}
	if (entries)
		g_dir_close(entries);
	return err;
}

int logs_write(struct plan *plan)
{
	unsigned int i, n;
	int err = logs_drop(plan);

	for (n = plan->first; n <= plan->last; n++)
		for (i = 0; i < plan->columns->len && !err; i++)
			err = log_one(plan, plan->columns->pdata[i], n);
	return err;
}

void logs_find(struct plan *plan)
{
	unsigned int i, n;

	for (n = plan->first; n <= plan->last; n++) {
		for (i = 0; i < plan->columns->len; i++) {
			struct column *column = plan->columns->pdata[i];
			g_autofree char *path = log_path(plan, column, n), *text = NULL;
			g_autofree char *begin = head(plan, column, n);

			if (!has_log(&column->verdicts[n]) ||
			    !g_file_get_contents(path, &text, NULL, NULL) ||
			    !g_str_has_prefix(text, begin))
				continue;
			g_free(column->verdicts[n].log);
			column->verdicts[n].log = g_steal_pointer(&path);
		}
	}
}

int logs_forget(struct repo *repo)
{
	g_autofree char *dir = g_build_filename(repo->state_dir, "logs", NULL);

	return g_file_test(dir, G_FILE_TEST_IS_DIR) ? dir_remove(dir) : 0;
}
