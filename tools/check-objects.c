// SPDX-License-Identifier: GPL-2.0-only
/* does a commit change the objects, and may it? */
#include <string.h>
#include "check.h"
#include "config.h"
#include "objects.h"

/* More than this many lines help nobody. */
enum { SHOWN = 200 };

static int require(void)
{
	return run_require("make");
}

static int key(struct record_key *out, struct plan *plan, const struct column *column,
	       unsigned int n, bool whole)
{
	g_autofree char *how = g_strconcat("format 2\n", plan_objects_flags, NULL);

	return config_key(out, "objects", plan, column->target, n, whole, how);
}

static int build(struct record *out, struct kbuild *kbuild, const char *config,
		 const GPtrArray *goals, bool clean, bool cold)
{
	int ret = kbuild_prepare(kbuild, config, clean);

	kbuild->cold = cold;
	if (!ret)
		ret = kbuild_make(out, kbuild, goals, KBUILD_COMPILE);
	kbuild->cold = false;
	if (ret)
		return ret;
	g_clear_pointer(&out->text, g_free);
	if (!out->status)
		return objects_digest(&out->text, kbuild->out, goals);
	out->status = RECORD_CANNOT;
	out->text = g_strdup("it does not build");
	return 0;
}

/* What is different first; NULL: nothing, or one was not built. */
static char *difference(const struct record *before, const struct record *now)
{
	struct objects_diff diff;
	char *first = NULL;

	if (before->status || now->status)
		return NULL;
	objects_compare(&diff, before->text, now->text);
	if (diff.changed->len)
		first = g_strdup(diff.changed->pdata[0]);
	objects_diff_release(&diff);
	return first;
}

/* The directories that the series touches, from nothing; again without the compiler's cache. */
static int build_twice(struct record *out, struct plan *plan, struct plan_target *target,
		       unsigned int n)
{
	struct record records[2] = { RECORD_INIT, RECORD_INIT };
	struct kbuild *kbuild = NULL;
	GPtrArray *goals = NULL;
	int ret = plan_goals(&goals, plan, target, n, false);

	if (!ret)
		ret = plan_lane(plan, n);
	if (!ret)
		ret = kbuild_open(&kbuild, plan->lane, target->target, target->toolchain,
				  plan->jobs, "twice", plan_objects_flags);
	for (unsigned int i = 0; i < 2 && !ret; i++)
		ret = build(&records[i], kbuild, target->configs[n].text, goals, true, i == 1);
	if (!ret)
		out->text = difference(&records[0], &records[1]);
	kbuild_free(kbuild);
	if (goals)
		g_ptr_array_unref(goals);
	record_release(&records[0]);
	record_release(&records[1]);
	return ret;
}

/*
 * Are objects the same when the base is built once more? Where they are not, no object
 * says anything. What comes of it is kept, as all that is known of a tree.
 */
static int know_steady(struct plan *plan, struct plan_target *target)
{
	struct record record = RECORD_INIT;
	struct record_key key;
	int ret = config_resolve(plan, target, 0);

	if (!ret)
		ret = config_key(&key, "objects-twice", plan, target, 0, false, plan_objects_flags);
	if (!ret)
		ret = record_load(&record, plan->repo, &key);
	if (ret > 0) {
		progress(1, "base: objects %s, twice from nothing", target->target->name);
		ret = build_twice(&record, plan, target, 0);
		if (!ret)
			ret = record_store(plan->repo, &key, &record);
	}
	if (!ret && record.text && *record.text)
		target->unsteady = g_strdup_printf("objects cannot be compared: two builds of "
						   "base differ: %s", record.text);
	target->steady_known = !ret;
	record_release(&record);
	return ret;
}

/* What was built before, in this run or an earlier one, may tell so as well. */
static int hold_against(struct record *out, struct plan *plan, const struct column *column,
			unsigned int n, bool whole)
{
	struct record before = RECORD_INIT;
	g_autofree char *first = NULL;
	int ret = check_record(&before, plan, column, n, whole);

	if (!ret)
		first = difference(&before, out);
	if (first) {
		g_free(out->text);
		out->status = RECORD_CANNOT;
		out->text = g_strdup_printf("two builds of this tree differ: %s", first);
	}
	record_release(&before);
	return ret < 0 ? ret : 0;
}

static int observe(struct record *out, struct plan *plan, const struct column *column,
		   unsigned int n, bool whole, bool clean)
{
	struct plan_target *target = column->target;
	GPtrArray *goals = NULL;
	int ret;

	ret = config_resolve(plan, target, n);
	if (ret)
		return ret;
	if (target->configs[n].status) {
		out->status = RECORD_CANNOT;
		out->text = g_strdup("the tree cannot be configured");
		return 0;
	}
	if (!target->steady_known)
		ret = know_steady(plan, target);
	if (!ret && target->unsteady) {
		out->status = RECORD_CANNOT;
		out->text = g_strdup(target->unsteady);
		return 0;
	}
	if (!ret)
		ret = plan_lane(plan, n);
	if (!ret)
		ret = plan_objects(plan, target);
	if (!ret)
		ret = plan_goals(&goals, plan, target, n, whole);
	if (!ret)
		ret = build(out, target->objects, target->configs[n].text, goals, clean,
			    target->cold);
	if (!ret && clean)
		ret = hold_against(out, plan, column, n, whole);
	if (goals)
		g_ptr_array_unref(goals);
	return ret;
}

static char *lines_of(const GPtrArray *list)
{
	GString *text = g_string_new(NULL);
	unsigned int i;

	for (i = 0; i < list->len && i < SHOWN; i++)
		g_string_append_printf(text, "%s\n", (char *)list->pdata[i]);
	if (list->len > SHOWN)
		g_string_append_printf(text, "... and %u more\n", list->len - SHOWN);
	return g_string_free(text, FALSE);
}

static void say(struct verdict *out, const struct objects_diff *diff, bool claimed)
{
	const char *first = diff->changed->len ? diff->changed->pdata[0] : NULL;
	g_autofree char *sizes = objects_sizes_line(diff);

	if (!first)
		verdict_say(out, VERDICT_PASS, "unchanged");
	else if (claimed && diff->changed->len == 1)
		verdict_say(out, VERDICT_FAIL, "claimed unchanged: %s", first);
	else if (claimed)
		verdict_say(out, VERDICT_FAIL, "claimed unchanged: %s, and %u more", first,
			    diff->changed->len - 1);
	else
		verdict_say(out, VERDICT_PASS, "%s", sizes);
	if (diff->sizes->len && !claimed)
		out->table = objects_sizes_table(diff);
}

static void judge(struct verdict *out, const struct plan *plan,
		  const struct column *column, unsigned int n,
		  const struct record *own, const struct record *parent,
		  const struct verdict *before)
{
	bool claimed = step_unchanged(plan->subjects[n].step, column->target->target->name);
	struct objects_diff diff;

	g_clear_pointer(&out->table, g_free);
	if (own->status == RECORD_CANNOT || parent->status == RECORD_CANNOT) {
		verdict_say(out, VERDICT_SKIP, "%s%s", own->status ? "" : "its parent: ",
			    own->status ? own->text : parent->text);
		return;
	}
	objects_compare(&diff, parent->text, own->text);
	say(out, &diff, claimed);
	g_free(out->detail);
	out->detail = lines_of(diff.changed);
	objects_diff_release(&diff);
}

const struct check_ops check_objects = {
	.name = "objects",
	.reads = CHECK_TARGET | CHECK_PARENT,
	.require = require,
	.on_request = true,
	.key = key,
	.observe = observe,
	.judge = judge,
};
