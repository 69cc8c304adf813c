/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * check - prove every commit of a series
 *
 *	err = plan_make(&plan, repo, series, &opts);
 *	err = check_run(plan);		// runs what is not known yet
 *	... the plan's verdicts ...
 *	plan_free(plan);
 *
 * A check is one const struct check_ops in a file of its own (check-*.c), and a
 * line in check_all[]. It observes (runs a tool, makes a record) and judges
 * (record and parent's record in, verdict out). Targets are gone through one by
 * one, and a target's commits in order, in one build folder.
 *
 * No bad news is believed at once: a failure or a new warning of an incremental
 * build counts after a clean build of the commit and of its parent has said so
 * too. Some good news is confirmed the same way: the last step's, and that of one
 * step chosen by hash. Where the two disagree, everything that the incremental
 * builds said is done again from nothing.
 */
#ifndef CHECK_H
#define CHECK_H

#include "plan.h"

enum check_reads {
	CHECK_MESSAGE = 1,	/* the commit message */
	CHECK_TARGET = 2,	/* a target: a column each */
	CHECK_FIRST_TARGET = 4,	/* the first target only */
	CHECK_PARENT = 8,	/* judged against the parent's record */
	CHECK_BISECT = 16,	/* says whether a commit can be bisected through */
};

struct check_ops {
	const char *name;
	unsigned int reads;
	/* Are the tools there? Else an error that names the package. */
	int (*require)(void);
	/* Only on targets that name it, and where --only does. */
	bool on_request;
	/* Or where the series' config has this key. */
	const char *config;
	/* Where the record is kept. 1: not to be said yet (no configuration). */
	int (*key)(struct record_key *key, struct plan *plan, const struct column *column,
		   unsigned int n, bool whole);
	/* Run it on subject @n, from nothing where @clean. */
	int (*observe)(struct record *out, struct plan *plan, const struct column *column,
		       unsigned int n, bool whole, bool clean);
	/* @parent is NULL where the check does not read it. */
	void (*judge)(struct verdict *out, const struct plan *plan,
		      const struct column *column, unsigned int n,
		      const struct record *own, const struct record *parent,
		      const struct verdict *before);
};

extern const struct check_ops check_checkpatch, check_sparse, check_build, check_objects,
	check_code, check_torture, check_mail;
/* In the order of the table; ends with NULL. */
extern const struct check_ops *const check_all[];
const struct check_ops *check_find(const char *name);

/* What is known of subject @n in this scope. 1: nothing. */
int check_record(struct record *out, struct plan *plan, const struct column *column,
		 unsigned int n, bool whole);
/* The record behind the verdict, in the scope that the plan has for it. */
int check_record_of(struct record *out, struct plan *plan, const struct column *column,
		    unsigned int n);

/* Observe what is missing, judge everything. */
int check_run(struct plan *plan);
/*
 * Judge from records alone. What they do not tell stays VERDICT_NONE; a column of
 * a check on request of which they tell nothing goes.
 */
int check_recall(struct plan *plan);

#endif
