/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rangediff - how two results of a series differ, step by step
 *
 *	struct range old = RANGE_INIT, new = RANGE_INIT;
 *
 *	range_walk(&old, repo, &base, &tip);	// or fill in .commits
 *	old.steps = ...;			// names, where they are known
 *	rangediff_print(out, repo, &old, &new);
 *	range_release(&old);
 *
 * git range-diff pairs by content, and takes a patch that was rewritten for one
 * that went and another that came. Here a step is paired with the step of its
 * name, whatever has become of it. What is left pairs by its subject, then by
 * content as git does it. Each pair is given to git range-diff alone, so that
 * what is printed is git's own, in git's order, but for the numbers.
 */
#ifndef RANGEDIFF_H
#define RANGEDIFF_H

#include "lab.h"

struct range {
	GArray *commits;	/* git_oid, in order; their parents are one line */
	char **steps;		/* the name of each one's step; NULL: not known */
};

#define RANGE_INIT { NULL, NULL }

/* The commits after @base up to @tip, by first parents. E_ENV: there is no such way. */
int range_walk(struct range *range, struct repo *repo, const git_oid *base, const git_oid *tip);
void range_release(struct range *range);

/*
 * Append the comparison of @old with @new. Beyond @max lines it is cut down to a
 * line a pair; 0: as long as it comes.
 */
int rangediff_append(GString *out, struct repo *repo, struct lab *lab, const struct range *old,
		     const struct range *new, unsigned int max);
/* All of it, in a lab of its own. */
int rangediff_print(GString *out, struct repo *repo, const struct range *old,
		    const struct range *new);

#endif
