// SPDX-License-Identifier: GPL-2.0-only
/* which commits are to be checked by what, for which targets */
#include <string.h>
#include "changes.h"
#include "check.h"
#include "plan.h"
#include "room.h"
#include "toolchain.h"

static const char default_target[] = "x86_64-tiny";

static int subjects_make(struct plan *plan)
{
	unsigned int i;
	git_oid parent;
	int err = 0;

	plan->n = plan->result.commits->len + 1;
	plan->subjects = g_new0(struct subject, plan->n);
	plan->subjects[0].commit = plan->result.base;
	for (i = 1; i < plan->n; i++) {
		plan->subjects[i].commit = g_array_index(plan->result.commits, git_oid, i - 1);
		plan->subjects[i].step = result_step(&plan->result, plan->series, i - 1);
	}
	for (i = 0; i < plan->n && !err; i++)
		err = repo_commit_tree(&plan->subjects[i].tree, plan->repo,
				       &plan->subjects[i].commit);
	if (!err && plan->n > 1)
		err = repo_commit_parent(&parent, plan->repo, &plan->subjects[1].commit);
	if (!err && plan->n > 1 && !git_oid_equal(&parent, &plan->result.base))
		err = error("the first step's commit is not on the recorded base");
	return err;
}

static int paths_find(struct record *out, const struct plan *plan, unsigned int n)
{
	GString *text;
	GArray *changes = NULL;
	unsigned int i;
	int err;

	err = repo_changes(&changes, plan->repo, &plan->subjects[n - 1].tree,
			   &plan->subjects[n].tree);
	if (err)
		return err;
	text = g_string_new(NULL);
	for (i = 0; i < changes->len; i++)
		g_string_append_printf(text, "%s%s", i ? "\n" : "",
				       g_array_index(changes, struct change, i).path);
	out->text = g_string_free(text, FALSE);
	repo_changes_free(changes);
	return 0;
}

int plan_paths(char ***out, const struct plan *plan, unsigned int n)
{
	struct subject *subject = &plan->subjects[n];
	char from[OID_HEX], to[OID_HEX];
	struct record record = RECORD_INIT;
	struct record_key key;
	int err = 0;

	if (!subject->paths) {
		git_oid_tostr(from, sizeof(from), &plan->subjects[n - 1].tree);
		git_oid_tostr(to, sizeof(to), &subject->tree);
		record_key(&key, "paths", from, to, NULL);
		err = record_load(&record, plan->repo, &key);
		if (err > 0) {
			err = paths_find(&record, plan, n);
			if (!err)
				record_keep(plan->repo, &key, &record);
		}
		if (!err)
			subject->paths = g_strsplit(record.text, "\n", -1);
		record_release(&record);
	}
	*out = subject->paths;
	return err;
}

static int step_index(unsigned int *out, const struct plan *plan, const char *name)
{
	unsigned int i;

	for (i = 1; i < plan->n; i++) {
		if (!strcmp(plan->subjects[i].step->name, name)) {
			*out = i;
			return 0;
		}
	}
	error("series %s has no step \"%s\"", plan->series->name, name);
	return E_SERIES;
}

/* a, a..b, a.. and ..b */
static int range_set(struct plan *plan, const char *steps)
{
	const char *dots = steps ? strstr(steps, "..") : NULL;
	char *first, *last;
	int err = 0;

	plan->first = 1;
	plan->last = plan->n - 1;
	if (!steps)
		return 0;
	first = dots ? g_strndup(steps, dots - steps) : g_strdup(steps);
	last = g_strdup(dots ? dots + 2 : steps);
	if (*first)
		err = step_index(&plan->first, plan, first);
	if (!err && *last)
		err = step_index(&plan->last, plan, last);
	if (!err && plan->first > plan->last) {
		error("step \"%s\" comes after \"%s\"", first, last);
		err = E_SERIES;
	}
	g_free(first);
	g_free(last);
	return err;
}

static void target_free_one(void *data)
{
	struct plan_target *target = data;
	unsigned int i;

	for (i = 0; i < target->n; i++) {
		record_release(&target->configs[i]);
		record_release(&target->logs[i]);
		g_clear_pointer(&target->in_tree[i], g_ptr_array_unref);
	}
	g_free(target->in_tree);
	if (target->kbuild && !git_oid_is_zero(&target->kbuild->now))
		room_note(target->kbuild->out);
	kbuild_free(target->kbuild);
	kbuild_free(target->objects);
	g_free(target->unsteady);
	target_free(target->target);
	g_free(target->toolchain);
	g_ptr_array_unref(target->dirs);
	g_free(target->configs);
	g_free(target->logs);
	g_free(target->unknown);
	g_free(target);
}

static bool target_named(const struct plan *plan, const char *name)
{
	unsigned int i;

	for (i = 0; i < plan->targets->len; i++)
		if (!strcmp(((struct plan_target *)plan->targets->pdata[i])->target->name, name))
			return true;
	return false;
}

static int target_add(struct plan *plan, const char *name)
{
	struct plan_target *target;
	char **paths;
	unsigned int i;
	int err;

	if (target_named(plan, name))
		return 0;
	target = g_new0(struct plan_target, 1);
	target->n = plan->n;
	target->in_tree = g_new0(GPtrArray *, plan->n);
	target->dirs = g_ptr_array_new_with_free_func(g_free);
	target->configs = g_new0(struct record, plan->n);
	target->logs = g_new0(struct record, plan->n);
	target->unknown = g_new0(bool, plan->n);
	g_ptr_array_add(plan->targets, target);
	err = target_read(&target->target, plan->series->root, name);
	if (!err)
		err = toolchain_id(&target->toolchain, plan->repo, target->target);
	for (i = 1; i < plan->n && !err; i++) {
		err = plan_paths(&paths, plan, i);
		if (!err)
			err = scope_add(target->dirs, plan->repo, target->target, paths,
					&plan->subjects[i - 1].tree, &plan->subjects[i].tree);
	}
	return err;
}

/*
 * A target that the series asks for, not the user, and that needs another
 * compiler than the native one, which is not here, is left out; the report says so.
 */
static int target_drop_absent(struct plan *plan, const char *name)
{
	struct target *target = NULL;
	char *missing = NULL;
	int err;

	err = target_read(&target, plan->series->root, name);
	if (err)
		return err;
	if (*target->cross || strcmp(target->compiler, "gcc"))
		missing = toolchain_missing(target);
	if (missing)
		g_ptr_array_add(plan->absent, g_strdup_printf("%s (%s is not installed)", name,
							      missing));
	else
		err = target_add(plan, name);
	g_free(missing);
	target_free(target);
	return err;
}

static int targets_make(struct plan *plan, char **names)
{
	GPtrArray *all = NULL;
	unsigned int i;
	int err = 0;

	if (names) {
		for (i = 0; names[i] && !err; i++)
			err = target_add(plan, names[i]);
		return err;
	}
	all = series_config_all(plan->series, "target");
	for (i = 0; all && i < all->len && !err; i++)
		err = target_drop_absent(plan, all->pdata[i]);
	if (!all || !all->len)
		err = target_add(plan, default_target);
	else if (!err && !plan->targets->len)
		err = target_add(plan, all->pdata[0]);	/* none at all: say what is missing */
	if (all)
		g_ptr_array_unref(all);
	return err;
}

static void column_free(void *data)
{
	struct column *column = data;

	g_free(column->title);
	g_free(column->verdicts);
	g_free(column);
}

static struct column *column_add(struct plan *plan, const struct check_ops *ops,
				 struct plan_target *target)
{
	struct column *column = g_new0(struct column, 1);

	column->ops = ops;
	column->target = target;
	column->title = ops->reads & CHECK_TARGET ?
			g_strdup_printf("%s %s", ops->name, target->target->name) :
			g_strdup(ops->name);
	column->verdicts = g_new0(struct verdict, plan->n);
	g_ptr_array_add(plan->columns, column);
	return column;
}

static bool wanted(const struct check_ops *ops, char **only)
{
	return !only || g_strv_contains((const char *const *)only, ops->name);
}

static bool config_asks(const struct plan *plan, const struct check_ops *ops)
{
	g_autoptr(GPtrArray) values = ops->config ? series_config_all(plan->series, ops->config) :
						    NULL;

	return values && values->len;
}

/* A check that needs no target has one column; others one for each that is for it. */
static void columns_add(struct plan *plan, const struct check_ops *ops, bool asked,
			bool known)
{
	bool usual = asked || !ops->on_request || config_asks(plan, ops);
	struct column *column;
	unsigned int i;

	if (!(ops->reads & (CHECK_TARGET | CHECK_FIRST_TARGET))) {
		column_add(plan, ops, NULL);
		return;
	}
	for (i = 0; i < plan->targets->len; i++) {
		struct plan_target *target = plan->targets->pdata[i];
		bool named = target_for(target->target, ops->name, usual) ||
			     (asked && ops->on_request);

		if (!named && !(known && ops->on_request))
			continue;
		column = column_add(plan, ops, target);
		column->offered = !named;
		if (ops->reads & CHECK_FIRST_TARGET)
			return;
	}
}

static int names_check(char **only)
{
	unsigned int i;

	for (i = 0; only && only[i]; i++) {
		if (!check_find(only[i])) {
			error("there is no check \"%s\"", only[i]);
			return E_SERIES;
		}
	}
	return 0;
}

/* Tools of checks that nobody asked for need not be there. */
static int tools_require(const struct plan *plan)
{
	const struct check_ops *last = NULL;
	unsigned int i;
	int err = 0;

	for (i = 0; i < plan->columns->len && !err; i++) {
		const struct column *column = plan->columns->pdata[i];

		if (column->ops != last && column->ops->require && !column->offered)
			err = column->ops->require();
		last = column->ops;
	}
	return err;
}

static int columns_make(struct plan *plan, const struct check_opts *opts)
{
	unsigned int i, reads = 0;
	int err = names_check(opts->only);

	for (i = 0; check_all[i] && !err; i++)
		if (wanted(check_all[i], opts->only))
			reads |= check_all[i]->reads;
	if (!err && reads & (CHECK_TARGET | CHECK_FIRST_TARGET))
		err = targets_make(plan, opts->targets);
	for (i = 0; check_all[i] && !err; i++)
		if (wanted(check_all[i], opts->only))
			columns_add(plan, check_all[i], opts->only != NULL, opts->known);
	return err ? err : tools_require(plan);
}

static bool has_history(struct repo *repo, const git_oid *commit)
{
	git_commit *object = NULL;
	bool has;

	if (git_commit_lookup(&object, repo->git, commit))
		return false;
	has = git_commit_parentcount(object) > 0 && !git_repository_is_shallow(repo->git);
	git_commit_free(object);
	return has;
}

static int runner_set(struct plan *plan, const char *option)
{
	g_autofree char *text = option ? g_strdup(option) :
				repo_config(plan->repo, "respin.runner");
	g_autoptr(GError) err = NULL;

	if (!text || !*text)
		return 0;
	if (!g_shell_parse_argv(text, NULL, &plan->runner, &err))
		return error("runner \"%s\": %s", text, err->message);
	return run_require(plan->runner[0]);
}

int plan_make(struct plan **out, struct repo *repo, const struct series *series,
	      const struct check_opts *opts)
{
	struct plan *plan = g_new0(struct plan, 1);
	int err;

	plan->repo = repo;
	plan->series = series;
	plan->jobs = opts->jobs ? opts->jobs : run_jobs();
	plan->quick = opts->quick;
	plan->targets = g_ptr_array_new_with_free_func(target_free_one);
	plan->absent = g_ptr_array_new_with_free_func(g_free);
	plan->columns = g_ptr_array_new_with_free_func(column_free);
	err = result_load(&plan->result, repo, series, opts->branch);
	if (!err)
		err = subjects_make(plan);
	if (!err)
		err = range_set(plan, opts->steps);
	if (!err)
		err = runner_set(plan, opts->runner);
	if (!err)
		err = columns_make(plan, opts);
	if (err) {
		plan_free(plan);
		return err;
	}
	plan->history = has_history(repo, &plan->result.base);
	*out = plan;
	return 0;
}

void plan_free(struct plan *plan)
{
	unsigned int i, n;

	if (!plan)
		return;
	for (n = 0; n < plan->n; n++)
		g_strfreev(plan->subjects[n].paths);
	for (i = 0; i < plan->columns->len; i++)
		for (n = 0; n < plan->n; n++)
			verdict_release(&((struct column *)plan->columns->pdata[i])->verdicts[n]);
	g_ptr_array_unref(plan->columns);
	g_ptr_array_unref(plan->targets);
	g_ptr_array_unref(plan->absent);
	lane_free(plan->lane);
	result_release(&plan->result);
	g_strfreev(plan->runner);
	g_free(plan->subjects);
	g_free(plan);
}

bool plan_whole(const struct plan *plan, const struct plan_target *target, unsigned int n)
{
	const GPtrArray *scope = target->target->scope;

	return !plan->quick || n == plan->n - 1 || !target->dirs->len || scope->len != 1 ||
	       strcmp(scope->pdata[0], "vmlinux");
}

int plan_dirs(GPtrArray **out, const struct plan *plan, const struct plan_target *target,
	      unsigned int n)
{
	int err = 0;

	if (!target->in_tree[n])
		err = scope_in_tree(&target->in_tree[n], plan->repo, &plan->subjects[n].tree,
				    target->dirs);
	*out = target->in_tree[n];
	return err;
}

int plan_goals(GPtrArray **out, const struct plan *plan, const struct plan_target *target,
	       unsigned int n, bool whole)
{
	GPtrArray *dirs;
	int err = plan_dirs(&dirs, plan, target, n);

	if (err)
		return err;
	*out = g_ptr_array_ref(whole || !dirs->len ? target->target->scope : dirs);
	return 0;
}

int plan_scope(char **out, const struct plan *plan, const struct plan_target *target,
	       unsigned int n, bool whole)
{
	GPtrArray *goals = NULL;
	GString *text;
	unsigned int i;
	int err;

	err = plan_goals(&goals, plan, target, n, whole);
	if (err)
		return err;
	text = g_string_new(NULL);
	for (i = 0; i < goals->len; i++)
		g_string_append_printf(text, "%s ", (char *)goals->pdata[i]);
	*out = g_string_free(text, FALSE);
	g_ptr_array_unref(goals);
	return 0;
}

const char *plan_name(const struct plan *plan, unsigned int n)
{
	return n ? plan->subjects[n].step->name : "base";
}

int plan_lane(struct plan *plan, unsigned int n)
{
	int err = 0;

	if (!plan->lane) {
		err = lane_open(&plan->lane, plan->repo);
		if (!err)
			err = room_check(plan);
	}
	if (!err)
		plan->lane->runner = plan->runner;
	if (!err)
		err = lane_switch(plan->lane, &plan->subjects[n].tree);
	return err;
}

int plan_kbuild(struct plan *plan, struct plan_target *target)
{
	if (target->kbuild)
		return 0;
	return kbuild_open(&target->kbuild, plan->lane, target->target, target->toolchain,
			   plan->jobs, NULL, NULL);
}

/*
 * A function in a section of its own: calls within a file become relocations,
 * so that moving a function changes no other one's bytes.
 */
const char plan_objects_flags[] = "-ffunction-sections -fdata-sections";

int plan_objects(struct plan *plan, struct plan_target *target)
{
	if (target->objects)
		return 0;
	return kbuild_open(&target->objects, plan->lane, target->target, target->toolchain,
			   plan->jobs, "objects", plan_objects_flags);
}
