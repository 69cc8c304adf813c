/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * excerpt - of a kernel tree, what some commits touch; in a lab
 *
 * git am reads and writes the whole index for every patch, and that is 99 % of
 * its time on a kernel. It looks at nothing but the paths of the patch, though,
 * and at the .gitattributes above them. So it is given a base that holds the
 * paths that any of the commits touches, as the base has them, and these.
 *
 *	excerpt_touched(&touched, repo, &commit);	// for each commit
 *	excerpt_paths(paths, touched);
 *	excerpt_stand(&base, repo, &tree, paths, &lab);	// HEAD and index are there
 *	... git am ...
 *	excerpt_touched(&theirs, lab_repo, &commit);
 *	excerpt_difference(touched, theirs);
 *
 * A commit that changes the same paths to the same modes and contents, on the same
 * base, has the same tree, whole or excerpt.
 */
#ifndef EXCERPT_H
#define EXCERPT_H

#include "lab.h"

struct touched {
	git_oid parent;		/* the tree before */
	GArray *changes;	/* struct change: changes.h */
};

int excerpt_touched(struct touched *out, struct repo *repo, const git_oid *commit);
void excerpt_release(struct touched *touched);

/* Add the paths that git am looks at for it to a set. */
void excerpt_paths(GHashTable *paths, const struct touched *touched);
/*
 * Append what these are before the commit, and what the changed ones are after it:
 * the same bytes for the same, and for nothing else.
 */
int excerpt_describe(GString *out, struct repo *repo, const struct touched *touched);
/* Put the lab's HEAD and index at a commit that has of @tree what @paths name. */
int excerpt_stand(git_oid *commit, struct repo *repo, const git_oid *tree, GHashTable *paths,
		  const struct lab *lab);
/* NULL: both change the same; else the paths with a difference. */
char *excerpt_difference(const struct touched *ours, const struct touched *theirs);

#endif
