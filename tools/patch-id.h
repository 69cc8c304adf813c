/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * patch-id - commits that make the same change, by git patch-id
 */
#ifndef PATCH_ID_H
#define PATCH_ID_H

#include "result.h"
#include "scratch.h"

/*
 * Which commits of @base that @former's base has not make the same change as
 * one of the former commits? @out: from a step's name to "<id> <subject>". Where
 * the two bases have no history in common there are none.
 */
int patch_id_find(GHashTable **out, struct repo *repo, struct scratch *scratch,
		  const struct result *former, const git_oid *base);

#endif
