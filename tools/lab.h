/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lab - a scratch git repository that sees the objects of the user's tree
 *
 * It borrows the tree's object store (objects/info/alternates) and nothing
 * else: no configuration, attributes, hooks, notes, mailmap or replacements of
 * the tree, of the user or of the system reach a git that runs in it. What git
 * writes there stays there. History ends where lab_add_root() says (as in a
 * shallow clone), so that a shallow tree is no different from a full one, and
 * nothing walks further than it has to.
 *
 *	struct lab lab = LAB_INIT;
 *	struct run run = RUN_INIT;
 *
 *	lab_open(&lab, repo, scratch);
 *	lab_add_root(&lab, &base);
 *	lab_git(&run, &lab);		// "git", environment and folder are set
 *	run_arg(&run, "diff-tree", ..., NULL);
 *	run_ok(&run);
 *	lab_release(&lab);
 *
 * The folder belongs to the scratch and goes with it.
 */
#ifndef LAB_H
#define LAB_H

#include "repo.h"
#include "run.h"
#include "scratch.h"

struct lab {
	char *dir;		/* the work tree, empty at first */
	char *home;
	char *objects;		/* the tree's */
	GString *roots;		/* commits, one a line */
};

#define LAB_INIT { NULL, NULL, NULL, NULL }

int lab_open(struct lab *lab, struct repo *repo, struct scratch *scratch);
int lab_add_root(struct lab *lab, const git_oid *commit);
/* History ends where the tree's own does: it is walked as far as there is any. */
int lab_add_history(struct lab *lab, struct repo *repo);
void lab_release(struct lab *lab);
/* For reading and writing without a git; the caller frees it. */
int lab_repo(struct repo **out, const struct lab *lab);
/* Put HEAD there, without a git. */
int lab_set_head(const struct lab *lab, const git_oid *commit);

/*
 * The environment of a git that hears of no configuration, attributes or
 * replacements of anybody's: the lab's, and that of other repositories of ours.
 * Its @home holds nothing.
 */
void lab_scrub(struct run *run, const char *home);
/* Begin a git command in the lab. @run must outlive neither lab nor arguments. */
void lab_git(struct run *run, const struct lab *lab);
/*
 * Put HEAD and the index at the base, and no file: git am takes the files that
 * it needs from the index, which on a kernel tree is all the difference.
 */
int lab_stand_at(struct lab *lab, const git_oid *base);

#endif
