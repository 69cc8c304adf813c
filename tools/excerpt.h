/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * excerpt - of a kernel tree, what some commits touch; in a lab
 *
 * git am reads and writes the whole index for every patch, and that is 99 % of
 * its time on a kernel. It looks at nothing but the paths of the patch, though,
 * and at the .gitattributes above them. So it is given a base that holds the
 * paths that any of the commits touches, as the base has them, and these.
 *
 *	struct excerpt excerpt = EXCERPT_INIT;
 *
 *	excerpt_stand(&excerpt, repo, &base, ids, lab);	// HEAD and index are there
 *	... git am ...
 *	excerpt_compare(differ, &excerpt, lab, theirs);
 *	excerpt_release(&excerpt);
 *
 * A commit that changes the same paths to the same modes and contents, on the same
 * base, has the same tree, whole or excerpt: git says of both what they change.
 */
#ifndef EXCERPT_H
#define EXCERPT_H

#include "lab.h"

struct excerpt {
	git_oid commit;		/* in the lab: the base */
	GPtrArray *ids;		/* of the commits, as text */
	GHashTable *changes;	/* by id: GHashTable, path to "<mode> <id>" or "gone" */
};

#define EXCERPT_INIT { { { 0 } }, NULL, NULL }

/* @ids: git_oid of the commits, in order, the first one on @base. */
int excerpt_stand(struct excerpt *excerpt, struct repo *repo, const git_oid *base,
		  const GArray *ids, const struct lab *lab);
/*
 * @theirs: ids (text) of commits in the lab, in order. *differ gets a string each:
 * NULL where it changes what ours changes, else the paths with a difference.
 */
int excerpt_compare(GPtrArray **differ, const struct excerpt *excerpt, const struct lab *lab,
		    const GPtrArray *theirs);
void excerpt_release(struct excerpt *excerpt);

#endif
