/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * upstream - is a step, or an operation of one, in the base already?
 *
 * What is taken for proof, and nothing else:
 *
 * - the step's upstream claim: the token stands in the base;
 * - a commit between the old base and the new one with the patch id of the step's
 *   former commit;
 * - an operation's outcome (op_kind.there): the path gone, the file renamed, the
 *   overlay identical, the diff's new lines there and its old ones not;
 * - what the step's former commit did to the operation's files, merged into
 *   them as they stand now, changes nothing;
 * - an operation that has nothing to do, where each of its files has a claim
 *   on a word which the rule or script adds (present; absent and a word that it
 *   takes away, where it adds nothing), and all of the step's claims on them hold;
 * - an operation that does nothing but put in what stands right there (twice.h).
 *
 * That a rule matches nothing proves nothing by itself.
 */
#ifndef UPSTREAM_H
#define UPSTREAM_H

#include "recipe.h"
#include "result.h"

struct upstream;

/* @former: what the series came to before, on an older base; NULL: not known. */
int upstream_new(struct upstream **out, struct stage *stage, const git_oid *base,
		 const struct result *former);
void upstream_free(struct upstream *upstream);

/* Is the whole step there? *why says what shows it (the caller frees it); NULL: no. */
int upstream_step(char **why, struct upstream *upstream, const struct step *step);

/* Before an operation of the stage's step is carried out: is its outcome there? */
int upstream_op(bool *there, struct upstream *upstream, struct stage *stage, const struct op *op);
/* After it has failed: had it nothing to do? The stage's tree is as before. */
int upstream_idle(bool *there, struct stage *stage, const struct op *op);

#endif
