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

static int log_write(struct plan *plan, const struct column *column, unsigned int n,
		     const char *path)
{
	struct record record = RECORD_INIT;
	const struct verdict *verdict = &column->verdicts[n];
	char hex[OID_HEX], *text, *dir;
	int err;

	err = check_record_of(&record, plan, column, n);
	if (err)
		return err < 0 ? err : 0;
	git_oid_tostr(hex, sizeof(hex), &plan->subjects[n].commit);
	text = g_strdup_printf("%s: %s: %s: %s\ncommit %s\nby hand: %s\n\n%s\n--- all that was "
			       "said\n%s", plan_name(plan, n), column->title,
			       verdict_name(verdict->kind), verdict->line, hex,
			       verdict->command ? verdict->command : "-",
			       verdict->detail ? verdict->detail : "",
			       record.text ? record.text : "");
	dir = g_path_get_dirname(path);
	err = dir_make(dir);
	if (!err)
		err = file_write(path, text, strlen(text));
	g_free(dir);
	g_free(text);
	record_release(&record);
	return err;
}

static int log_one(struct plan *plan, struct column *column, unsigned int n)
{
	struct verdict *verdict = &column->verdicts[n];
	char *path = log_path(plan, column, n);
	int err = 0;

	if (verdict->kind == VERDICT_WARN || verdict->kind == VERDICT_FAIL) {
		err = log_write(plan, column, n, path);
		g_free(verdict->log);
		verdict->log = path;
		return err;
	}
	if (unlink(path) && errno != ENOENT && errno != ENOTDIR)
		err = error_errno("cannot remove %s", path);
	g_free(path);
	return err;
}

int logs_write(struct plan *plan)
{
	unsigned int i, n;
	int err = 0;

	for (n = plan->first; n <= plan->last; n++)
		for (i = 0; i < plan->columns->len && !err; i++)
			err = log_one(plan, plan->columns->pdata[i], n);
	return err;
}
