/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trial - plain git am of some mails of a posting, one after the other
 *
 * Each has a lab of its own, that begins with what these mails' commits touch, as
 * the first one's parent has it. So trials of one posting can run side by side:
 * where each ends at our commits' trees, git am of all mails in one goes the same way.
 *
 *	struct trial trial = TRIAL_INIT;
 *
 *	trial.first = 5; trial.n = 3;
 *	trial_prepare(&trial, posting, touched, scratch);
 *	run_many(... &trial.run ...);
 *	trial_judge(&trial, posting, touched);	// 0: these mails are proved
 *	trial_release(&trial);
 *
 * A kernel's reader has no fewer files than the lab: see excerpt.h.
 */
#ifndef TRIAL_H
#define TRIAL_H

#include "excerpt.h"
#include "posting.h"

struct trial {
	unsigned int first, n;	/* which of the posting's patches */
	struct run run;
	struct lab lab;
	git_oid base;		/* the lab's first commit */
};

#define TRIAL_INIT { 0 }

/* @touched: what each patch of the posting does. Functions return 0, E_*, or REFUSED. */
int trial_prepare(struct trial *trial, const struct posting *posting,
		  const struct touched *touched, struct scratch *scratch);
/* Faults are reported with step, field and both values. */
int trial_judge(struct trial *trial, const struct posting *posting,
		const struct touched *touched);
void trial_release(struct trial *trial);

/* One field of a commit object, "tree" or "author" or ... or "message". */
char *trial_field(const char *commit, const char *name);
/* The first field that differs between two commit objects; NULL: none. */
const char *trial_difference(const char *ours, const char *theirs);

#endif
