// SPDX-License-Identifier: GPL-2.0-only
/*
 * rename OLD NEW [if-present]: the file moves, content and mode as they are.
 * Nothing may stand at NEW.
 */
#include "recipe.h"

static int run(struct stage *stage, const struct op *op)
{
	const char *from = op->argv[0], *to = op->argv[1];
	struct edits edits = EDITS_INIT;
	struct entry old, new;
	int ret;

	ret = repo_entry(&old, stage->repo, &stage->tree, from, &op->at);
	if (!ret)
		ret = repo_entry(&new, stage->repo, &stage->tree, to, &op->at);
	if (ret)
		return ret;
	if (!old.mode)
		return op->if_present ? 0 : error_at(&op->at, "rename: %s is not there", from);
	if (old.mode == GIT_FILEMODE_TREE)
		return error_at(&op->at, "rename: %s is a folder", from);
	if (new.mode)
		return error_at(&op->at, "rename: %s is there already", to);
	edits_remove(&edits, from);
	edits_put(&edits, to, &old.id, old.mode);
	ret = repo_tree_update(&stage->tree, stage->repo, &stage->tree, &edits);
	edits_release(&edits);
	return ret;
}

static int there(bool *there, struct stage *stage, const struct op *op)
{
	struct entry old, new;
	int ret = repo_entry(&old, stage->repo, &stage->tree, op->argv[0], &op->at);

	if (!ret)
		ret = repo_entry(&new, stage->repo, &stage->tree, op->argv[1], &op->at);
	*there = !ret && !old.mode && new.mode;
	return ret;
}

const struct op_kind op_rename = {
	.name = "rename",
	.usage = "OLD NEW [if-present]",
	.min = 2,
	.max = 2,
	.run = run,
	.there = there,
};
