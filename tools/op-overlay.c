// SPDX-License-Identifier: GPL-2.0-only
/*
 * overlay PATH: kernel-overlay/<series>/PATH becomes PATH in the tree, with its
 * executable bit or as the symbolic link that it is. Nothing may stand there: a
 * file that is to be replaced goes by a delete first, so that the recipe says so.
 */
#include "recipe.h"

static int run(struct stage *stage, const struct op *op)
{
	const char *path = op->argv[0];
	struct edits edits = EDITS_INIT;
	struct entry there;
	git_oid id;
	int ret;

	ret = repo_entry(&there, stage->repo, &stage->tree, path, &op->at);
	if (!ret)
		ret = repo_blob_write(&id, stage->repo, op->data, op->len);
	if (ret)
		return ret;
	if (there.mode && there.mode == op->mode && git_oid_equal(&there.id, &id))
		return error_at(&op->at, "overlay: %s is there already, identical: no effect", path);
	if (there.mode)
		return error_at(&op->at, "overlay: a different %s is there; "
				"delete it first if it is to be replaced", path);
	edits_put(&edits, path, &id, op->mode);
	ret = repo_tree_update(&stage->tree, stage->repo, &stage->tree, &edits);
	edits_release(&edits);
	return ret;
}

static int there(bool *there, struct stage *stage, const struct op *op)
{
	struct entry entry;
	git_oid id;
	int ret = repo_entry(&entry, stage->repo, &stage->tree, op->argv[0], &op->at);

	if (!ret && git_odb_hash(&id, op->data, op->len, GIT_OBJECT_BLOB))
		ret = error_git("cannot hash %s", op->source);
	*there = !ret && entry.mode == op->mode && git_oid_equal(&entry.id, &id);
	return ret;
}

const struct op_kind op_overlay = {
	.name = "overlay",
	.usage = "PATH",
	.min = 1,
	.max = 1,
	.source = SOURCE_OVERLAY,
	.run = run,
	.there = there,
};
