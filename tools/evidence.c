// SPDX-License-Identifier: GPL-2.0-only
#include "evidence.h"

#include <string.h>
#include "changelog.h"
#include "check.h"
#include "code.h"
#include "posting.h"
#include "report.h"
#include "toolchain.h"
#include "unbuilt.h"

#define BESIDE_WIDTH 36	/* twice, and three pairs of blanks, are less than 78 */

/* Is there a target, and was anything ever seen of it in this tree? */
static bool is_known(struct repo *repo, const struct series *series)
{
	g_autoptr(GPtrArray) names = series_config_all(series, "target");
	g_autofree char *records = g_build_filename(repo->state_dir, "records", NULL);
	g_autofree char *file = g_strdup_printf("%s/series/targets/%s.config", series->root,
						names->len ? (char *)names->pdata[0] :
							     "x86_64-tiny");

	return g_file_test(records, G_FILE_TEST_IS_DIR) && g_file_test(file, G_FILE_TEST_EXISTS);
}

static bool names_target(const struct plan *plan, const char *name)
{
	for (unsigned int i = 0; i < plan->targets->len; i++) {
		const struct plan_target *target = plan->targets->pdata[i];

		if (!strcmp(target->target->name, name))
			return true;
	}
	return false;
}

/* Is it another target, whose compiler is here? */
static bool is_other(const struct plan *plan, const char *name)
{
	g_autofree char *missing = NULL;
	struct target *target = NULL;

	if (names_target(plan, name) || target_read(&target, plan->series->root, name))
		return false;
	missing = toolchain_missing(target);
	target_free(target);
	return !missing;
}

static char **list_others(const struct plan *plan)
{
	g_autoptr(GPtrArray) all = target_names(plan->series->root);
	GPtrArray *names = g_ptr_array_new();

	for (unsigned int i = 0; i < all->len; i++)
		if (is_other(plan, all->pdata[i]))
			g_ptr_array_add(names, g_strdup(all->pdata[i]));
	g_ptr_array_add(names, NULL);
	return (char **)g_ptr_array_free(names, FALSE);
}

int evidence_recall(struct evidence *evidence, struct repo *repo, const struct series *series,
		    const struct check_opts *which)
{
	struct check_opts opts = *which;
	int ret;

	*evidence = (struct evidence)EVIDENCE_INIT;
	if (!is_known(repo, series))
		return 0;
	opts.jobs = 1;
	opts.known = true;
	ret = plan_make(&evidence->plan, repo, series, &opts);
	return ret ? ret : check_recall(evidence->plan);
}

int evidence_recall_others(struct evidence *evidence, const struct check_opts *which)
{
	struct check_opts opts = *which;
	int ret = 0;

	if (!evidence->plan)
		return 0;
	opts.jobs = 1;
	opts.known = true;
	opts.targets = list_others(evidence->plan);
	if (opts.targets[0])
		ret = plan_make(&evidence->others, evidence->plan->repo,
				evidence->plan->series, &opts);
	g_strfreev(opts.targets);
	if (!ret && evidence->others)
		ret = check_recall(evidence->others);
	return ret;
}

void evidence_release(struct evidence *evidence)
{
	plan_free(evidence->plan);
	plan_free(evidence->others);
	*evidence = (struct evidence)EVIDENCE_INIT;
}

static unsigned int known(const struct plan *plan)
{
	return report_count(plan, VERDICT_PASS) + report_count(plan, VERDICT_WARN) +
	       report_count(plan, VERDICT_FAIL) + report_count(plan, VERDICT_SKIP);
}

/* Of the checks that respin check runs unasked */
static unsigned int missing_of(const struct plan *plan)
{
	unsigned int missing = 0;

	for (unsigned int i = 0; i < plan->columns->len; i++) {
		const struct column *column = plan->columns->pdata[i];

		for (unsigned int n = plan->first; !column->offered && n <= plan->last; n++)
			missing += column->verdicts[n].kind == VERDICT_NONE;
	}
	return missing;
}

int evidence_preflight(const struct evidence *evidence, const struct series *series)
{
	const struct plan *plan = evidence->plan;
	unsigned int failed, missing;

	if (!plan || !known(plan)) {
		warning("nothing has been checked: respin check %s", series->name);
		return 0;
	}
	failed = report_count(plan, VERDICT_FAIL);
	missing = missing_of(plan);
	if (failed)
		error("%u checks fail: see respin status %s; --force exports it as it is",
		      failed, series->name);
	if (missing)
		error("%u checks are missing: respin check %s; --force exports it as it is",
		      missing, series->name);
	return failed || missing ? REFUSED : 0;
}

/* "10 pass", "9 pass, 1 warn" */
static char *count(const struct plan *plan, const struct column *column)
{
	static const enum verdict_kind kinds[] = { VERDICT_PASS, VERDICT_WARN, VERDICT_FAIL,
						   VERDICT_SKIP, VERDICT_NONE };
	GString *s = g_string_new(NULL);

	for (unsigned int k = 0; k < G_N_ELEMENTS(kinds); k++) {
		unsigned int n = 0;

		for (unsigned int i = plan->first; i <= plan->last; i++)
			n += column->verdicts[i].kind == kinds[k];
		if (n)
			g_string_append_printf(s, "%s%u %s", s->len ? ", " : "", n,
					       kinds[k] ? verdict_name(kinds[k]) : "not checked");
	}
	return g_string_free(s, FALSE);
}

/* The compiler alone; the linker is of no interest here. */
static char *compiler(const struct column *column)
{
	const char *id = column->ops->reads & CHECK_TARGET ? column->target->toolchain : NULL;

	return id ? g_strndup(id, strcspn(id, "\n;")) : g_strdup("");
}

/* Not what the mail shows by itself; of other targets, what was said of every step. */
static bool is_shown(const struct evidence *evidence, const struct plan *plan,
		     const struct column *column)
{
	if (column->ops == &check_mail || column->ops == &check_code)
		return false;
	if (plan == evidence->plan)
		return true;
	if (!(column->ops->reads & CHECK_TARGET))
		return false;
	for (unsigned int n = plan->first; n <= plan->last; n++)
		if (column->verdicts[n].kind == VERDICT_NONE)
			return false;
	return true;
}

/* Columns of both plans, struct column *. */
static GPtrArray *shown(const struct evidence *evidence)
{
	const struct plan *plans[] = { evidence->plan, evidence->others };
	GPtrArray *columns = g_ptr_array_new();

	for (unsigned int p = 0; p < G_N_ELEMENTS(plans); p++)
		for (unsigned int i = 0; plans[p] && i < plans[p]->columns->len; i++)
			if (is_shown(evidence, plans[p], plans[p]->columns->pdata[i]))
				g_ptr_array_add(columns, plans[p]->columns->pdata[i]);
	return columns;
}

/* A reader is to know what nothing was built for. */
static int append_unbuilt(GString *out, const struct evidence *evidence)
{
	struct plan *const plans[] = { evidence->plan, evidence->others };
	g_autoptr(GString) names = g_string_new(NULL);
	GPtrArray *archs = NULL;
	int ret = unbuilt_find(&archs, plans, evidence->others ? 2 : 1);

	if (ret)
		return ret;
	for (unsigned int i = 0; i < archs->len; i++)
		g_string_append_printf(names, "%s%s", i ? " " : "",
				       ((struct unbuilt *)archs->pdata[i])->arch);
	if (names->len) {
		text_wrap(out, "Touched and not built: ", "  ", names->str, 72);
		g_string_append_c(out, '\n');
	}
	g_ptr_array_unref(archs);
	return 0;
}

int evidence_append(GString *out, const struct evidence *evidence)
{
	const struct plan *plan = evidence->plan;
	g_autoptr(GPtrArray) columns = shown(evidence);
	size_t width = 0;

	if (!plan || !known(plan))
		return 0;
	for (unsigned int i = 0; i < columns->len; i++)
		width = MAX(width, strlen(((struct column *)columns->pdata[i])->title));
	g_string_append_printf(out, "Checks of each patch, on %.12s%s:\n\n",
			       git_oid_tostr_s(&plan->subjects[plan->first - 1].commit),
			       plan->quick ? " (builds of the directories that it touches)" : "");
	for (unsigned int i = 0; i < columns->len; i++) {
		const struct column *column = columns->pdata[i];
		g_autofree char *verdicts = count(plan, column), *cc = compiler(column);

		g_string_append_printf(out, *cc ? "  %-*s  %s, %s\n" : "  %-*s  %s%s\n",
				       (int)width, column->title, verdicts, cc);
	}
	g_string_append_c(out, '\n');
	return append_unbuilt(out, evidence);
}

/* series.disassemble-target says on which; unset, on all. */
static bool is_disassembled(const struct series *series, const char *target)
{
	g_autoptr(GPtrArray) targets = series_config_all(series, "disassemble-target");

	for (unsigned int i = 0; i < targets->len; i++)
		if (!strcmp(targets->pdata[i], target))
			return true;
	return !targets->len;
}

static void append_beside(GString *out, const struct plan *plan, const char *title,
			  const GPtrArray *before, const GPtrArray *after)
{
	g_autoptr(GPtrArray) names = series_config_all(plan->series, "disassemble");

	if (!names->len || !is_disassembled(plan->series, title))
		return;
	g_string_append(out, "(+0x10 is a place in the function, in bytes from its beginning.)\n\n");
	for (unsigned int i = 0; i < names->len; i++) {
		const char *name = names->pdata[i];
		const struct code *old = code_find(before, name), *new = code_find(after, name);

		if (!old && !new)
			continue;
		g_string_append_printf(out, "%s() on %s, before and after:\n\n", name, title);
		code_beside(out, old, new, BESIDE_WIDTH);
		g_string_append_c(out, '\n');
	}
}

static int append_target(GString *out, struct plan *plan, const struct column *column)
{
	struct record before = RECORD_INIT, after = RECORD_INIT;
	int ret = check_record_of(&before, plan, column, plan->first - 1);

	if (!ret)
		ret = check_record_of(&after, plan, column, plan->last);
	if (!ret && !before.status && !after.status) {
		g_autoptr(GPtrArray) old = code_read(before.text), new = code_read(after.text);
		const char *title = column->target->target->name;
		g_autofree char *cc = compiler(column);

		g_string_append_printf(out, "Generated code on %s, %s:\n\n", title, cc);
		code_table(out, old, new);
		g_string_append_c(out, '\n');
		append_beside(out, plan, title, old, new);
	}
	record_release(&before);
	record_release(&after);
	return ret < 0 ? ret : 0;
}

int evidence_append_code(GString *out, const struct evidence *evidence)
{
	struct plan *plans[] = { evidence->plan, evidence->others };
	int ret = 0;

	for (unsigned int p = 0; p < G_N_ELEMENTS(plans); p++)
		for (unsigned int i = 0; plans[p] && !ret && i < plans[p]->columns->len; i++) {
			const struct column *column = plans[p]->columns->pdata[i];

			if (column->ops == &check_code)
				ret = append_target(out, plans[p], column);
		}
	return ret;
}
