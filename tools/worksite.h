/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * worksite - a linked worktree in which a person finishes a step by hand
 *
 * It stands at the step's parent (a detached HEAD), its index is what the
 * recipe made, and so are its files: "git diff --cached" shows what was made,
 * "git diff" what the person does. It is locked, so that nothing prunes it.
 */
#ifndef WORKSITE_H
#define WORKSITE_H

#include "repo.h"

/*
 * Open it at @path, or put one that is there and whole back to this state: what
 * was edited in it is gone. A folder that is no worksite of this tree is an error.
 */
int worksite_open(struct repo *repo, const char *path, const git_oid *parent,
		  const git_oid *tree, const char *reason);
/* What its files are now: new ones count, those that git ignores do not. */
int worksite_tree(git_oid *tree, struct repo *repo, const char *path);
/* Write a file into it that its index does not have. */
int worksite_put(struct repo *repo, const char *path, const char *file, const git_oid *blob);
/* Take it away, with whatever is in it. None is no error. */
int worksite_remove(struct repo *repo, const char *path);

#endif
