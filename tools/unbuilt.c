// SPDX-License-Identifier: GPL-2.0-only
/* architectures that a series touches and that nothing was built for */
#include <string.h>
#include "check.h"
#include "toolchain.h"
#include "unbuilt.h"

/* --- what the steps touch */

struct touched {
	char *arch;
	GArray *steps;		/* unsigned int: subjects of the plan */
};

static void touched_free(void *data)
{
	struct touched *touched = data;

	g_free(touched->arch);
	g_array_unref(touched->steps);
	g_free(touched);
}

char *unbuilt_arch(const char *path)
{
	const char *slash;

	if (!g_str_has_prefix(path, "arch/"))
		return NULL;
	path += strlen("arch/");
	slash = strchr(path, '/');
	if (!slash)
		return NULL;
	if (g_str_has_prefix(slash, "/um/"))
		return g_strdup("um");
	return g_strndup(path, slash - path);
}

static void touch(GPtrArray *archs, const char *path, unsigned int n)
{
	struct touched *touched = NULL;
	char *arch = unbuilt_arch(path);
	unsigned int i;

	if (!arch)
		return;
	for (i = 0; i < archs->len && !touched; i++)
		if (!strcmp(((struct touched *)archs->pdata[i])->arch, arch))
			touched = archs->pdata[i];
	if (touched) {
		g_free(arch);
	} else {
		touched = g_new0(struct touched, 1);
		touched->arch = arch;
		touched->steps = g_array_new(FALSE, FALSE, sizeof(n));
		g_ptr_array_add(archs, touched);
	}
	if (!touched->steps->len ||
	    g_array_index(touched->steps, unsigned int, touched->steps->len - 1) != n)
		g_array_append_val(touched->steps, n);
}

static int touched_find(GPtrArray *out, const struct plan *plan)
{
	char **paths;
	unsigned int n;
	int err = 0;

	for (n = plan->first; n <= plan->last && !err; n++) {
		err = plan_paths(&paths, plan, n);
		for (; !err && *paths; paths++)
			touch(out, *paths, n);
	}
	return err;
}

/* --- what was built */

static bool builds(const struct column *column)
{
	return column->ops->reads & CHECK_BISECT;
}

static enum unbuilt_why column_knows(const struct column *column, const struct touched *touched)
{
	enum unbuilt_why why = UNBUILT_NOT;
	unsigned int i;

	for (i = 0; i < touched->steps->len; i++) {
		unsigned int n = g_array_index(touched->steps, unsigned int, i);
		enum verdict_kind kind = column->verdicts[n].kind;

		if (kind == VERDICT_NONE)
			why = MIN(why, UNBUILT_YET);
		else if (kind == VERDICT_SKIP)
			why = MIN(why, UNBUILT_SKIP);
	}
	return why;
}

static void look_at_column(struct unbuilt *out, const struct column *column,
			   const struct touched *touched)
{
	const struct target *target;
	enum unbuilt_why why;

	if (!builds(column) || strcmp(target_srcarch(column->target->target), touched->arch))
		return;
	target = column->target->target;
	why = column_knows(column, touched);
	if (!out->target || why > out->why) {
		g_free(out->target);
		out->target = g_strdup(target->name);
		out->why = why;
	}
}

/* --- what would build it */

static void look_at_target(struct unbuilt *out, const char *root, const char *name)
{
	struct target *target = NULL;
	char *missing;

	if (out->why == UNBUILT_ASK || target_read(&target, root, name))
		return;
	if (!strcmp(target_srcarch(target), out->arch) && target_for(target, "build", true)) {
		missing = toolchain_missing(target);
		if (!out->target || !missing) {
			g_free(out->target);
			g_free(out->missing);
			out->target = g_strdup(name);
			out->missing = g_steal_pointer(&missing);
			out->why = out->missing ? UNBUILT_COMPILER : UNBUILT_ASK;
		}
		g_free(missing);
	}
	target_free(target);
}

static struct unbuilt *judge(const struct touched *touched, struct plan *const *plans,
			     unsigned int n, const GPtrArray *targets)
{
	struct unbuilt *out = g_new0(struct unbuilt, 1);
	unsigned int p, i;

	out->arch = g_strdup(touched->arch);
	for (p = 0; p < n; p++)
		for (i = 0; i < plans[p]->columns->len; i++)
			look_at_column(out, plans[p]->columns->pdata[i], touched);
	for (i = 0; i < targets->len && out->why < UNBUILT_SKIP; i++)
		look_at_target(out, plans[0]->series->root, targets->pdata[i]);
	return out;
}

static void unbuilt_free(void *data)
{
	struct unbuilt *unbuilt = data;

	g_free(unbuilt->arch);
	g_free(unbuilt->target);
	g_free(unbuilt->missing);
	g_free(unbuilt);
}

static bool asked_for(struct plan *const *plans, unsigned int n)
{
	unsigned int p, i;

	for (p = 0; p < n; p++)
		for (i = 0; i < plans[p]->columns->len; i++)
			if (builds(plans[p]->columns->pdata[i]))
				return true;
	return false;
}

static int by_arch(const void *a, const void *b)
{
	const struct unbuilt *const *x = a, *const *y = b;

	return strcmp((*x)->arch, (*y)->arch);
}

/* Of several that would do, one that the series names comes first. */
static GPtrArray *candidates(const struct series *series)
{
	GPtrArray *names = series_config_all(series, "target");

	g_ptr_array_extend_and_steal(names, target_names(series->root));
	return names;
}

int unbuilt_find(GPtrArray **out, struct plan *const *plans, unsigned int n)
{
	GPtrArray *archs = g_ptr_array_new_with_free_func(touched_free);
	GPtrArray *targets = candidates(plans[0]->series);
	unsigned int i;
	int err = 0;

	*out = g_ptr_array_new_with_free_func(unbuilt_free);
	if (asked_for(plans, n))
		err = touched_find(archs, plans[0]);
	for (i = 0; i < archs->len && !err; i++) {
		struct unbuilt *unbuilt = judge(archs->pdata[i], plans, n, targets);

		if (unbuilt->why == UNBUILT_NOT)
			unbuilt_free(unbuilt);
		else
			g_ptr_array_add(*out, unbuilt);
	}
	if (err)
		g_clear_pointer(out, g_ptr_array_unref);
	else
		g_ptr_array_sort(*out, by_arch);
	g_ptr_array_unref(targets);
	g_ptr_array_unref(archs);
	return err;
}

/* --- in words */

const char *unbuilt_word(enum unbuilt_why why)
{
	static const char *const words[] = {
		"no target", "no compiler", "not asked for", "skipped", "not checked", "built",
	};

	return words[why];
}

static void add_word(GString *list, const char *separator, const char *word)
{
	g_string_append_printf(list, "%s%s", list->len ? separator : "", word);
}

static char *line(const GPtrArray *archs, enum unbuilt_why why)
{
	g_autoptr(GString) names = g_string_new(NULL), help = g_string_new(NULL);
	unsigned int i;

	for (i = 0; i < archs->len; i++) {
		const struct unbuilt *unbuilt = archs->pdata[i];

		if (unbuilt->why != why)
			continue;
		add_word(names, " ", unbuilt->arch);
		if (why == UNBUILT_ASK)
			add_word(help, ",", unbuilt->target);
		else if (unbuilt->missing && !strstr(help->str, unbuilt->missing))
			add_word(help, " ", unbuilt->missing);
	}
	if (!names->len)
		return NULL;
	return g_strdup_printf("%s (%s%s%s)", names->str, unbuilt_word(why),
			       why == UNBUILT_ASK ? ": --target " : help->len ? ": " : "",
			       help->str);
}

GPtrArray *unbuilt_lines(const GPtrArray *archs)
{
	GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
	int why;

	for (why = UNBUILT_YET; why >= UNBUILT_TARGET; why--) {
		char *text = line(archs, why);

		if (text)
			g_ptr_array_add(lines, text);
	}
	return lines;
}
