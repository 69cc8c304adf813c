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

static int there(bool *there, struct stage *stage, const struct op *op)
{
	int ret = 0;

	*there = true;
	for (unsigned int i = 0; !ret && *there && i < op->argc; i++) {
		g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
		struct entry entry = { .mode = 0 };

		if (repo_is_glob(op->argv[i]))
			ret = repo_glob(paths, stage->repo, &stage->tree, op->argv[i]);
		else
			ret = repo_entry(&entry, stage->repo, &stage->tree, op->argv[i], &op->at);
		*there = !entry.mode && !paths->len;
	}
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
	.there = there,
};
