/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * claim - hold a step's result against what the step says of it
 *
 * present and absent are looked at here, on the step's tree; unchanged and
 * waive are read by the checks, upstream by rebase, change by export.
 */
#ifndef CLAIM_H
#define CLAIM_H

#include "recipe.h"

/* Does it hold in the stage's tree? E_SERIES, reported, where it does not. */
int claim_holds(const struct stage *stage, const struct claim *claim);

/* Where a token stands, comments and strings aside: how often, and where first. */
struct hits {
	unsigned int count, files;
	char *path;		/* of the first hit; NULL: there is none */
	unsigned int line;
	char *function;
};

#define HITS_INIT { 0 }

int hits_find(struct hits *hits, struct repo *repo, const git_oid *tree, const char *pattern,
	      const char *token, const struct place *at);
void hits_release(struct hits *hits);

#endif
