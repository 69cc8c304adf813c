// SPDX-License-Identifier: GPL-2.0-only
/* does a commit build for a target, and does the compiler say anything new of it? */
#include <string.h>
#include "check.h"
#include "config.h"

static int require(void)
{
	return run_require("make");
}

static int key(struct record_key *out, struct plan *plan, const struct column *column,
	       unsigned int n, bool whole)
{
	return config_key(out, "build", plan, column->target, n, whole, NULL);
}

/* What kconfig said belongs to the build. */
static void prepend(struct record *out, const char *log)
{
	char *text = g_strconcat(log ? log : "", out->text ? out->text : "", NULL);

	g_free(out->text);
	out->text = text;
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
		out->status = 2;
		out->clean = true;
		out->text = g_strdup(target->logs[n].text);
		out->command = g_strdup(target->logs[n].command);
		return 0;
	}
	ret = plan_lane(plan, n);
	if (!ret)
		ret = plan_kbuild(plan, target);
	if (!ret)
		ret = plan_goals(&goals, plan, target, n, whole);
	if (!ret)
		ret = kbuild_prepare(target->kbuild, target->configs[n].text, clean);
	if (!ret) {
		target->kbuild->cold = target->cold;
		ret = kbuild_make(out, target->kbuild, goals, KBUILD_COMPILE);
		target->kbuild->cold = false;
	}
	if (!ret)
		prepend(out, target->logs[n].text);
	if (goals)
		g_ptr_array_unref(goals);
	return ret;
}

static void judge(struct verdict *out, const struct plan *plan,
		  const struct column *column, unsigned int n,
		  const struct record *own, const struct record *parent,
		  const struct verdict *before)
{
	verdict_compare(out, own, parent, before, "build");
}

const struct check_ops check_build = {
	.name = "build",
	.reads = CHECK_TARGET | CHECK_PARENT | CHECK_BISECT,
	.require = require,
	.key = key,
	.observe = observe,
	.judge = judge,
};
