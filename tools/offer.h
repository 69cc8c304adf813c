/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * offer - what a step did on its former base, merged into a base where its
 * recipe does not fit
 *
 * A three-way merge, file by file, of what the step's former commit changed. It
 * is what a person begins with who has to finish the step by hand, and no more:
 * the merge may have regions in conflict, between the usual markers.
 */
#ifndef OFFER_H
#define OFFER_H

#include "account.h"
#include "result.h"

struct offer {
	char *path;
	git_oid blob;		/* with markers where .regions is not 0 */
	unsigned int regions;	/* in conflict */
	unsigned int line;	/* of the first */
};

/* Of the account's step, on the tree with what did apply. @former: NULL, no offers. */
int offers_make(GPtrArray **offers, struct repo *repo, const struct result *former,
		const struct account *account);

/*
 * The first line of @to, from @from on, that still is a conflict's marker, as
 * "path:line"; NULL: there is none. The caller frees it.
 */
int offer_marker(char **where, struct repo *repo, const git_oid *from, const git_oid *to);

#endif
