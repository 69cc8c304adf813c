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

static int build(struct record *out, struct plan *plan, struct plan_target *target,
		 unsigned int n, const GPtrArray *goals, bool clean)
{
	int ret;

	ret = plan_lane(plan, n);
	if (!ret)
		ret = plan_objects(plan, target);
	if (!ret)
		ret = kbuild_prepare(target->objects, target->configs[n].text, clean);
	if (!ret)
		ret = kbuild_make(out, target->objects, goals, KBUILD_COMPILE);
	if (ret)
		return ret;
	g_clear_pointer(&out->text, g_free);
	if (!out->status)
		return objects_digest(&out->text, target->objects->out, goals);
	out->status = RECORD_CANNOT;
	out->text = g_strdup("it does not build");
	return 0;
}

/*
 * Does the build give the same objects twice? Where the tree was built before,
 * that is known now; where it does not, nothing can be said of objects.
 */
static int hold_against(struct record *out, struct plan *plan, const struct column *column,
			unsigned int n, bool whole)
{
	struct record before = RECORD_INIT;
	struct objects_diff diff;
	int ret;

	ret = check_record(&before, plan, column, n, whole);
	if (!ret && !before.status && !out->status) {
		objects_compare(&diff, before.text, out->text);
		if (diff.changed->len) {
			g_free(out->text);
			out->status = RECORD_CANNOT;
			out->text = g_strdup_printf("two builds of this tree differ: %s",
						    (char *)diff.changed->pdata[0]);
		}
		objects_diff_release(&diff);
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
	ret = plan_goals(&goals, plan, target, n, whole);
	if (!ret)
		ret = build(out, plan, target, n, goals, clean);
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
