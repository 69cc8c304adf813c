// SPDX-License-Identifier: GPL-2.0-only
/*
 * delete PATH... [if-present]: the file goes. It must be there, but with
 * if-present; a pattern must match something.
 */
#include "recipe.h"

static int run(struct stage *stage, const struct op *op)
{
	struct edits edits = EDITS_INIT;
	GArray *targets = NULL;
	int ret = op_targets(&targets, stage, op, 0);

	for (unsigned int i = 0; !ret && i < targets->len; i++)
		edits_remove(&edits, g_array_index(targets, struct target, i).path);
	if (!ret)
		ret = repo_tree_update(&stage->tree, stage->repo, &stage->tree, &edits);
	g_array_unref(targets);
	edits_release(&edits);
	return ret;
}

const struct op_kind op_delete = {
	.name = "delete",
	.usage = "PATH... [if-present]",
	.min = 1,
	.max = 1000,
	.globs = true,
	.links = true,
	.run = run,
};
