// SPDX-License-Identifier: GPL-2.0-only
/* does the kernel boot, and do its locks hold under torture? */
#include <string.h>
#include "check.h"
#include "config.h"
#include "toolchain.h"
#include "torture.h"

/* .status of a record: what torture_boot() says, or that it came to no boot */
enum { UNBUILT = 2 };

static int require(void)
{
	int ret = run_require("make");

	return ret ? ret : run_require("qemu-system-x86_64");
}

static int key(struct record_key *out, struct plan *plan, const struct column *column,
	       unsigned int n, bool whole)
{
	const struct target *target = column->target->target;
	g_autofree char *settings = torture_settings(target), *extra = NULL, *version = NULL;
	const char *emulator = torture_emulator(target);
	int ret = 0;

	if (emulator && !run_find(emulator))
		return 1;
	if (emulator)
		ret = toolchain_version(&version, plan->repo, emulator);
	if (ret)
		return ret;
	extra = g_strconcat(version ? version : "", "\n", settings, NULL);
	/* it takes a whole kernel to boot */
	return config_key(out, "torture", plan, column->target, n, true, extra);
}

static int cannot(struct record *out, const char *why)
{
	g_free(out->text);
	out->status = RECORD_CANNOT;
	out->clean = true;
	out->text = g_strdup(why);
	return 0;
}

static int build(struct record *out, struct plan *plan, struct plan_target *target,
		 unsigned int n, bool clean)
{
	g_autoptr(GPtrArray) goals = g_ptr_array_new();
	int ret;

	g_ptr_array_add(goals, "bzImage");
	ret = plan_lane(plan, n);
	if (!ret)
		ret = plan_kbuild(plan, target);
	if (!ret)
		ret = kbuild_prepare(target->kbuild, target->configs[n].text, clean);
	if (!ret)
		ret = kbuild_make(out, target->kbuild, goals, KBUILD_COMPILE);
	return ret;
}

static int observe(struct record *out, struct plan *plan, const struct column *column,
		   unsigned int n, bool whole, bool clean)
{
	struct plan_target *target = column->target;
	g_autofree char *lacks = NULL;
	int ret = config_resolve(plan, target, n);

	if (ret)
		return ret;
	if (target->configs[n].status)
		return cannot(out, "the tree cannot be configured");
	lacks = torture_lacks(target->target, target->configs[n].text);
	if (lacks)
		return cannot(out, lacks);
	ret = build(out, plan, target, n, clean);
	if (!ret && out->status && !out->clean) {
		/* not believed before it fails from nothing, too */
		record_release(out);
		ret = build(out, plan, target, n, true);
	}
	if (!ret && !out->status)
		return torture_boot(out, target->kbuild);
	out->status = UNBUILT;
	return ret;
}

/* What a machine that hangs has said last. The caller frees it. */
static char *last_line(const char *console)
{
	char *text = g_strchomp(g_strdup(console)), *newline = strrchr(text, '\n');
	char *line = g_strdup(newline ? newline + 1 : text);

	g_free(text);
	return line;
}

static void judge(struct verdict *out, const struct plan *plan,
		  const struct column *column, unsigned int n,
		  const struct record *own, const struct record *parent,
		  const struct verdict *before)
{
	g_autofree char *fault = NULL, *last = NULL;

	if (own->status == RECORD_CANNOT) {
		verdict_say(out, VERDICT_SKIP, "%s", own->text);
		return;
	}
	if (own->status == UNBUILT) {
		verdict_say(out, VERDICT_FAIL, "there is no kernel to boot: it does not build");
		return;
	}
	fault = torture_fault(own->text);
	if (own->status)
		last = last_line(own->text);
	if (last)
		verdict_say(out, VERDICT_FAIL, "%s; stopped after this line: %s",
			    fault ? fault : "no end", last);
	else if (fault)
		verdict_say(out, VERDICT_FAIL, "%s", fault);
	else
		verdict_say(out, VERDICT_PASS, "two CPUs, %ld times written and %ld times read",
			    torture_total(own->text, "Writes:"),
			    MAX(torture_total(own->text, "Reads :"), 0));
}

const struct check_ops check_torture = {
	.name = "torture",
	.reads = CHECK_TARGET,
	.require = require,
	.on_request = true,
	.key = key,
	.observe = observe,
	.judge = judge,
};
