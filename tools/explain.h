/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * explain - why an operation did not apply: what it looked for, what stands
 * there, and what is nearest to it
 */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "account.h"
#include "recipe.h"

/*
 * Fill in .path, .function, .expected, .found and .near of a conflict that has
 * an .op. The stage's tree is as the operation has found it; @parent is the
 * commit below. What cannot be told stays NULL.
 */
int explain(struct conflict *conflict, struct stage *stage, const git_oid *parent);

#endif
