/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * order - which steps of a series could go first
 *
 * A maintainer takes preparations that change no object sooner than the rest, and
 * without it. A step can be moved to the head when it claims "unchanged objects"
 * for all targets, and commutes with the steps before it that cannot.
 *
 * That is not told from the recipes, but by carrying them out in the other order,
 * in memory: all of them have to apply, their claims to hold, and the tree that
 * comes of it has to be the one that the series has there. The memo makes most of
 * it quick. No commit is made and no ref moved.
 *
 *	GArray *places = NULL;
 *
 *	ret = order_find(&places, repo, series, &result, jobs);
 *	order_print(places);
 *	order_free(places);
 */
#ifndef ORDER_H
#define ORDER_H

#include "result.h"

struct order_place {
	const struct step *step;
	bool head;		/* it can be there */
	char *why;		/* it cannot: what is in the way */
	char *said;		/* what the program said of that; NULL: nothing */
};

/* A place for each commit's step, in the order of @result. */
int order_find(GArray **out, struct repo *repo, const struct series *series,
	       const struct result *result, unsigned int jobs);
void order_print(const GArray *places);
void order_free(GArray *places);

#endif
