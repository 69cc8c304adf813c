// SPDX-License-Identifier: GPL-2.0-only
/* does sparse say anything new of the directories that the series touches? */
#include <string.h>
#include "check.h"
#include "config.h"
#include "diag.h"
#include "toolchain.h"

static int require(void)
{
	return run_require("sparse");
}

static int key(struct record_key *out, struct plan *plan, const struct column *column,
	       unsigned int n, bool whole)
{
	const struct plan_target *target = column->target;
	char hex[OID_HEX], *config = NULL, *version = NULL, *scope;
	int ret;

	ret = config_recall(plan, column->target, n);
	if (!ret)
		ret = toolchain_version(&version, plan->repo, "sparse");
	if (ret)
		return ret;
	config = config_hash(target, n);
	g_ptr_array_add(target->dirs, NULL);
	scope = g_strjoinv(" ", (char **)target->dirs->pdata);
	g_ptr_array_set_size(target->dirs, target->dirs->len - 1);
	git_oid_tostr(hex, sizeof(hex), &plan->subjects[n].tree);
	record_key(out, "sparse", hex, target->target->hash, config, target->toolchain,
		   version, scope, NULL);
	g_free(scope);
	g_free(config);
	g_free(version);
	return 0;
}

static int cannot(struct record *out, const char *why)
{
	out->status = RECORD_CANNOT;
	out->clean = true;
	out->text = g_strdup(why);
	return 0;
}

static int observe_in(struct record *out, struct plan *plan, struct plan_target *target,
		      unsigned int n, const GPtrArray *dirs)
{
	int ret;

	ret = plan_lane(plan, n);
	if (!ret)
		ret = plan_kbuild(plan, target);
	if (!ret)
		ret = kbuild_prepare(target->kbuild, target->configs[n].text, false);
	if (!ret)
		ret = kbuild_make(out, target->kbuild, dirs, KBUILD_SPARSE);
	/* C=2 looks at everything again, whatever lay there before */
	out->clean = true;
	return ret;
}

static int observe(struct record *out, struct plan *plan, const struct column *column,
		   unsigned int n, bool whole, bool clean)
{
	struct plan_target *target = column->target;
	GPtrArray *dirs = NULL;
	int ret;

	ret = config_resolve(plan, target, n);
	if (ret)
		return ret;
	if (target->configs[n].status)
		return cannot(out, "the tree cannot be configured");
	ret = plan_dirs(&dirs, plan, target, n);
	if (ret)
		return ret;
	if (dirs->len)
		ret = observe_in(out, plan, target, n, dirs);
	else
		ret = cannot(out, "the series touches no C file that this target builds");
	return ret;
}

/*
 * An error of sparse ends make with a failure, and so does a compiler's; the
 * record holds only what sparse said.
 */
static void judge(struct verdict *out, const struct plan *plan,
		  const struct column *column, unsigned int n,
		  const struct record *own, const struct record *parent,
		  const struct verdict *before)
{
	struct record shown = *own;
	struct diags *said = diags_parse(own->text);

	if (own->status != RECORD_CANNOT && own->status && !diags_count(said, DIAG_ERROR)) {
		verdict_say(out, VERDICT_SKIP, "not all of it compiles");
	} else if (parent->status == RECORD_CANNOT) {
		verdict_say(out, VERDICT_SKIP, "nothing to compare with: %s",
			    own->status == RECORD_CANNOT ? own->text : parent->text);
	} else {
		if (shown.status != RECORD_CANNOT)
			shown.status = 0;
		verdict_compare(out, &shown, parent, before, "check");
		if (out->kind == VERDICT_WARN && strstr(out->detail, ": error: "))
			out->kind = VERDICT_FAIL;
	}
	diags_free(said);
}

const struct check_ops check_sparse = {
	.name = "sparse",
	.reads = CHECK_FIRST_TARGET | CHECK_PARENT,
	.require = require,
	.key = key,
	.observe = observe,
	.judge = judge,
};
