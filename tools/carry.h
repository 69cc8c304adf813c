/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * carry - carry a series out on a base, step by step, and account for each step
 *
 *	accounts = NULL;
 *	ret = carry_series(&accounts, repo, series, &opts);
 *	for (i = 0; i < accounts->len; i++)
 *		((struct account *)accounts->pdata[i])->fate ...
 *	g_ptr_array_unref(accounts);		// in any case
 *
 * No ref is moved; objects are written. There is one account a step, in the
 * order of the series, whatever happens: FATE_PENDING says that the step was
 * not come to, since one before it conflicts (and not .go_on). A conflict is
 * not a failure of carry_series(): it returns 0, and says nothing; what the
 * operations had to say is in the conflicts' texts. It fails (E_ENV,
 * E_INTERRUPTED, reported) when the work itself cannot be done.
 *
 * Without .upstream every operation has to have an effect: that is what apply
 * does. With it a step, or an operation, whose outcome is there already is
 * recognised as such; see upstream.h for what is taken for proof.
 *
 * Same base, series, identity and tools: same commit ids. A commit is dated a
 * second after the one before it.
 */
#ifndef CARRY_H
#define CARRY_H

#include "account.h"
#include "repo.h"
#include "result.h"
#include "series.h"

struct carry_opts {
	const char *onto;		/* revision of the base; NULL: HEAD */
	unsigned int jobs;
	bool allow_scripts;		/* script: and initialize: blocks in rules */
	bool no_cache;
	bool upstream;			/* look for what is there already */
	bool go_on;			/* leave a step that conflicts out, and go on */
	const struct result *former;	/* with .upstream: what the series was before; or NULL */
	GHashTable *skip;		/* names of steps to leave out; or NULL */
	const char *title;		/* of the progress; NULL: "apply" */
};

/* @base gets the commit that .onto names. */
int carry_series(GPtrArray **accounts, git_oid *base, struct repo *repo,
		 const struct series *series, const struct carry_opts *opts);

/*
 * The commits, as a result. Steps in are steps accounted for: anything else is a
 * fault of the program, reported (E_ENV).
 */
int carry_result(struct result *out, const GPtrArray *accounts, const git_oid *base,
		 const struct series *series);

#endif
