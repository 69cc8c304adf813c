/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * account - what became of a step on a base
 *
 * carry_series() makes them, one a step. They point into the series, and must
 * not outlive it.
 */
#ifndef ACCOUNT_H
#define ACCOUNT_H

#include "repo.h"
#include "series.h"

enum fate {
	FATE_PENDING,		/* not come to */
	FATE_APPLIED,
	FATE_FIXUP,		/* applied, with what a person did by hand */
	FATE_PARTLY,		/* applied, but for operations that are upstream */
	FATE_UPSTREAM,		/* there already */
	FATE_EMPTY,		/* every operation passed over what is not there */
	FATE_SKIPPED,		/* left out, as the user said */
	FATE_CONFLICT,
};

/* Why an operation did not apply, or that a claim does not hold. */
struct conflict {
	const struct op *op;		/* NULL: a claim, or the step as a whole */
	const struct claim *claim;	/* NULL: not a claim */
	char *text;			/* messages, as apply prints them; ends with a newline */
	char *path;			/* the file; these are NULL where not known */
	char *function;
	char *expected, *found;		/* in words, a line each */
	GPtrArray *near;		/* char *: nearest candidates, "path:line: text" */
};

struct account {
	const struct step *step;
	enum fate fate;
	char *why;			/* what shows it, a line; NULL where nothing is to say;
					 * of a conflict: why the step's fixup does not fit */
	git_oid commit;			/* of applied steps (fate_commits()) */
	git_oid parent;			/* what the step was tried on */
	git_oid made;			/* the tree with all of the recipe that did apply */
	git_oid tree;			/* after the step: with a fixup; as before in a conflict */
	GPtrArray *conflicts;		/* struct conflict *, of FATE_CONFLICT and FATE_FIXUP */
	GPtrArray *there;		/* struct op *: operations whose outcome was there */
	GPtrArray *parts;		/* struct op *: single operands of operations */
	const struct fixup *fixup;	/* that was used; NULL: none was */
};

/* "applied", "applied with fixup", "upstream", ... */
const char *fate_name(enum fate fate);
/* Does a step of this fate have a commit? */
bool fate_commits(enum fate fate);
/* The first step that conflicts; NULL: none does. */
const struct account *carry_conflict(const GPtrArray *accounts);

/* For who makes them. The array frees its accounts. */
void account_clear(struct account *account);	/* as if the step had not been tried */
GPtrArray *accounts_new(const struct series *series);
struct conflict *conflict_add(struct account *account, const struct op *op, const char *text);
/* Operand @operand of the operation as an operation of its own; belongs to the account. */
const struct op *account_part(struct account *account, const struct op *op,
			      unsigned int operand);

#endif
