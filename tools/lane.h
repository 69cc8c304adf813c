/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lane - the folders in which a tree's commits are checked, one after the other
 *
 * $XDG_CACHE_HOME/respin/<tree>-<hash>/ holds, for one kernel repository,
 *
 *	source/		the files of one commit, written from git's objects
 *	build/<target>/	what make made of them (kbuild.h)
 *
 * Going from one commit to another writes only the files that differ. The
 * user's own work tree and index are never used. A lane is locked while it is
 * open: a second run says who holds it, and waits. Removing the folder loses
 * time and nothing else.
 *
 *	err = lane_open(&lane, repo);
 *	err = lane_switch(lane, &tree);
 *	... lane->source ...
 *	lane_free(lane);
 */
#ifndef LANE_H
#define LANE_H

#include "repo.h"
#include "run.h"

struct lane {
	struct repo *repo;
	char *dir;
	char *source;
	char *git;		/* an empty repository: objects are the tree's, configuration none */
	git_oid tree;		/* that source holds; zero: unknown */
	char **runner;		/* words before each make; NULL: none; the caller's */
	int lock;
};

int lane_open(struct lane **out, struct repo *repo);
void lane_free(struct lane *lane);
/* E_INTERRUPTED and E_ENV leave the source in between; the next call mends it. */
int lane_switch(struct lane *lane, const git_oid *tree);
/* The command that makes the source what it is now; the caller frees it. */
char *lane_switch_line(const struct lane *lane);
/* A git command that reads the tree's objects and nobody's configuration. */
void lane_git(struct run *run, const struct lane *lane);

#endif
