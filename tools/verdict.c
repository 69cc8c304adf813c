// SPDX-License-Identifier: GPL-2.0-only
/* what a check says of a commit: a word, a line, and a log */
#include <string.h>
#include "diag.h"
#include "verdict.h"

const char *verdict_name(enum verdict_kind kind)
{
	static const char *const names[] = { "-", "pass", "warn", "fail", "skip" };

	return names[kind];
}

void verdict_release(struct verdict *verdict)
{
	g_free(verdict->line);
	g_free(verdict->detail);
	g_free(verdict->table);
	g_free(verdict->log);
	g_free(verdict->command);
	memset(verdict, 0, sizeof(*verdict));
}

void verdict_say(struct verdict *verdict, enum verdict_kind kind, const char *fmt, ...)
{
	va_list ap;

	verdict->kind = kind;
	g_free(verdict->line);
	va_start(ap, fmt);
	verdict->line = g_strdup_vprintf(fmt, ap);
	va_end(ap);
}

/* The first that says what is wrong, rather than that something is. */
static const struct diag *first_of(const GPtrArray *list, enum diag_level level)
{
	unsigned int i;

	for (i = 0; i < list->len; i++)
		if (((const struct diag *)list->pdata[i])->level == level)
			return list->pdata[i];
	return NULL;
}

static const struct diag *first_error(const GPtrArray *list)
{
	const struct diag *diag = first_of(list, DIAG_ERROR);

	return diag ? diag : first_of(list, DIAG_MAKE);
}

static char *lines_of(const GPtrArray *list)
{
	GString *out = g_string_new(NULL);
	unsigned int i;

	for (i = 0; i < list->len; i++) {
		const struct diag *diag = list->pdata[i];

		if (diag->level != DIAG_MAKE)
			g_string_append_printf(out, "%s\n", diag->line);
	}
	return g_string_free(out, FALSE);
}

static void say_new(struct verdict *out, const GPtrArray *added)
{
	unsigned int n = added->len;
	const struct diag *first = added->pdata[0];

	if (n == 1)
		verdict_say(out, VERDICT_WARN, "new: %s", first->line);
	else
		verdict_say(out, VERDICT_WARN, "%u new, first: %s", n, first->line);
}

static void say_failed(struct verdict *out, const struct diags *own, const GPtrArray *added,
		       const struct verdict *before, const char *what)
{
	const struct diag *error = first_error(added);
	GPtrArray *all;

	if (error) {
		verdict_say(out, VERDICT_FAIL, "%s", error->line);
		return;
	}
	all = diags_added(own, NULL);
	error = first_error(all);
	if (!error)
		verdict_say(out, VERDICT_FAIL, "make failed and gave no reason");
	else if (!before || before->kind == VERDICT_SKIP)
		verdict_say(out, VERDICT_SKIP, "the base does not %s either: %s", what,
			    error->line);
	else if (before->kind == VERDICT_NONE)
		verdict_say(out, VERDICT_SKIP, "its parent, which was not checked, does not %s "
			    "either: %s", what, error->line);
	else
		verdict_say(out, VERDICT_FAIL, "as its parent: %s", error->line);
	g_ptr_array_free(all, TRUE);
}

void verdict_compare(struct verdict *out, const struct record *own,
		     const struct record *parent, const struct verdict *before,
		     const char *what)
{
	struct diags *now = diags_parse(own->text), *old = diags_parse(parent->text);
	GPtrArray *added = diags_added(now, old);
	unsigned int known = diags_count(now, DIAG_WARNING) + diags_count(now, DIAG_ERROR);

	g_free(out->detail);
	out->detail = lines_of(added);
	if (own->status == RECORD_CANNOT)
		verdict_say(out, VERDICT_SKIP, "%s", own->text);
	else if (own->status)
		say_failed(out, now, added, before, what);
	else if (added->len)
		say_new(out, added);
	else if (known)
		verdict_say(out, VERDICT_PASS, "nothing new (%u known)", known);
	else
		verdict_say(out, VERDICT_PASS, "nothing to report");
	g_ptr_array_free(added, TRUE);
	diags_free(now);
	diags_free(old);
}
