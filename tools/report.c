// SPDX-License-Identifier: GPL-2.0-only
/* the verdicts of a plan, for people */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "check.h"
#include "config.h"
#include "report.h"
#include "unbuilt.h"

unsigned int report_count(const struct plan *plan, enum verdict_kind kind)
{
	unsigned int i, n, count = 0;

	for (i = 0; i < plan->columns->len; i++)
		for (n = plan->first; n <= plan->last; n++)
			count += ((struct column *)plan->columns->pdata[i])->verdicts[n].kind ==
				 kind;
	return count;
}

/* --- bisectable? */

static void bisectable_say(struct bisectable *out, const struct plan *plan,
			   unsigned int builds)
{
	const char *how = "";

	if (plan->quick)
		how = "; only the directories that the series touches, but all of the last step";
	out->kind = VERDICT_PASS;
	out->line = g_strdup_printf("yes, %u %s × %u %s%s", plan->n - 1,
				    plan->n == 2 ? "step" : "steps", builds,
				    builds == 1 ? "target" : "targets", how);
}

void report_bisectable(struct bisectable *out, const struct plan *plan)
{
	unsigned int i, n, builds = 0;

	out->kind = VERDICT_NONE;
	out->line = NULL;
	for (i = 0; i < plan->columns->len; i++) {
		const struct column *column = plan->columns->pdata[i];

		if (!(column->ops->reads & CHECK_BISECT))
			continue;
		builds++;
		for (n = 1; n < plan->n; n++) {
			enum verdict_kind kind = column->verdicts[n].kind;

			if (kind == VERDICT_PASS || kind == VERDICT_WARN ||
			    out->kind == VERDICT_FAIL)
				continue;
			if (out->line && kind != VERDICT_FAIL)
				continue;
			g_free(out->line);
			out->kind = kind == VERDICT_FAIL ? VERDICT_FAIL : VERDICT_NONE;
			out->line = g_strdup_printf("%s: %s, %s: %s",
				kind == VERDICT_FAIL ? "no" : "not known", plan_name(plan, n),
				column->title,
				kind == VERDICT_NONE ? "not checked" :
				column->verdicts[n].line);
		}
	}
	if (builds && !out->line)
		bisectable_say(out, plan, builds);
}

/* --- configuration */

static char *joined(const GPtrArray *words)
{
	GString *out = g_string_new(NULL);
	unsigned int i;

	for (i = 0; i < words->len; i++)
		g_string_append_printf(out, "%s%s", i ? " " : "", (char *)words->pdata[i]);
	return g_string_free(out, FALSE);
}

static void add_joined(GPtrArray *out, const char *what, GPtrArray *words)
{
	char *text;

	if (words->len) {
		text = joined(words);
		g_ptr_array_add(out, g_strdup_printf("%s %s", what, text));
		g_free(text);
	}
	g_ptr_array_unref(words);
}

static bool configured(const struct plan_target *target, unsigned int n)
{
	return target->configs[n].text && !target->configs[n].status;
}

static bool holds(const GPtrArray *words, const char *word)
{
	unsigned int i;

	for (i = 0; i < words->len; i++)
		if (!strcmp(words->pdata[i], word))
			return true;
	return false;
}

/* What the fragment asks for in vain now; where @before is known, and did not already. */
static GPtrArray *lost_since(const struct target *target, const char *before, const char *now)
{
	GPtrArray *lost = target_lost(target, now), *old;
	unsigned int i = 0;

	if (!before)
		return lost;
	old = target_lost(target, before);
	while (i < lost->len)
		if (holds(old, lost->pdata[i]))
			g_ptr_array_remove_index(lost, i);
		else
			i++;
	g_ptr_array_unref(old);
	return lost;
}

GPtrArray *report_config(const struct plan *plan, const struct plan_target *target,
			 unsigned int n)
{
	GPtrArray *out = g_ptr_array_new_with_free_func(g_free);
	const char *before = NULL;

	if (!configured(target, n))
		return out;
	if (n >= plan->first && configured(target, n - 1))
		before = target->configs[n - 1].text;
	if (before)
		add_joined(out, "changes", config_changes(before, target->configs[n].text));
	add_joined(out, "asked for and not there:",
		   lost_since(target->target, before, target->configs[n].text));
	return out;
}

/* --- the table */

static bool colourful(void)
{
	const char *no = g_getenv("NO_COLOR");

	return isatty(STDOUT_FILENO) && !(no && *no);
}

static const char *colour(enum verdict_kind kind)
{
	static const char *const codes[] = { "", "\033[32m", "\033[33m", "\033[31m", "\033[36m" };

	return colourful() ? codes[kind] : "";
}

static void cell(enum verdict_kind kind, size_t width)
{
	printf("  %s%-*s%s", colour(kind), (int)width, verdict_name(kind),
	       colourful() && kind ? "\033[m" : "");
}

static void rows(const struct plan *plan)
{
	unsigned int i, n;
	size_t width = strlen("step");

	for (n = plan->first; n <= plan->last; n++)
		width = MAX(width, strlen(plan_name(plan, n)));
	printf("%-*s", (int)width, "step");
	for (i = 0; i < plan->columns->len; i++)
		printf("  %s", ((struct column *)plan->columns->pdata[i])->title);
	printf("\n");
	for (n = plan->first; n <= plan->last; n++) {
		printf("%-*s", (int)width, plan_name(plan, n));
		for (i = 0; i < plan->columns->len; i++) {
			const struct column *column = plan->columns->pdata[i];
			bool last = i == plan->columns->len - 1;

			cell(column->verdicts[n].kind, last ? 0 : strlen(column->title));
		}
		printf("\n");
	}
}

static void indented(const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	unsigned int i;

	for (i = 0; lines[i]; i++)
		if (*lines[i])
			printf("    %s\n", lines[i]);
}

static void details(const struct plan *plan)
{
	unsigned int i, n;

	for (n = plan->first; n <= plan->last; n++) {
		for (i = 0; i < plan->columns->len; i++) {
			const struct column *column = plan->columns->pdata[i];
			const struct verdict *verdict = &column->verdicts[n];

			if (verdict->kind == VERDICT_NONE ||
			    (verdict->kind == VERDICT_PASS && !verdict->table))
				continue;
			printf("%s: %s: %s: %s\n", plan_name(plan, n), column->title,
			       verdict_name(verdict->kind), verdict->line);
			if (verdict->log)
				printf("    log: %s\n", verdict->log);
			if (verdict->table)
				indented(verdict->table);
		}
	}
}

static void configurations(const struct plan *plan)
{
	unsigned int t, n, i;

	for (t = 0; t < plan->targets->len; t++) {
		const struct plan_target *target = plan->targets->pdata[t];

		for (n = plan->first - 1; n <= plan->last; n++) {
			GPtrArray *lines = report_config(plan, target, n);

			for (i = 0; i < lines->len; i++)
				printf("%s: config %s: %s\n", plan_name(plan, n),
				       target->target->name, (char *)lines->pdata[i]);
			g_ptr_array_unref(lines);
		}
	}
}

static void not_built(struct plan *plan)
{
	GPtrArray *archs = NULL, *lines;
	unsigned int i;

	for (i = 0; i < plan->absent->len; i++)
		printf("not built here: target %s\n", (char *)plan->absent->pdata[i]);
	if (unbuilt_find(&archs, &plan, 1))
		return;
	lines = unbuilt_lines(archs);
	for (i = 0; i < lines->len; i++)
		printf("not built here: %s\n", (char *)lines->pdata[i]);
	g_ptr_array_unref(lines);
	g_ptr_array_unref(archs);
}

void report_table(struct plan *plan)
{
	struct bisectable bisectable;

	rows(plan);
	printf("\n");
	details(plan);
	configurations(plan);
	not_built(plan);
	printf("verdicts: %u pass, %u warn, %u fail, %u skip",
	       report_count(plan, VERDICT_PASS), report_count(plan, VERDICT_WARN),
	       report_count(plan, VERDICT_FAIL), report_count(plan, VERDICT_SKIP));
	if (report_count(plan, VERDICT_NONE))
		printf(", %u not checked", report_count(plan, VERDICT_NONE));
	printf("\n");
	report_bisectable(&bisectable, plan);
	if (bisectable.line)
		printf("bisectable: %s\n", bisectable.line);
	g_free(bisectable.line);
}
