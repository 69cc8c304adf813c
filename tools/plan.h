/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plan - which commits are to be checked by what, for which targets
 *
 *	err = plan_make(&plan, repo, series, &opts);
 *	...
 *	plan_free(plan);
 *
 * Subject 0 is the base; subject n is the commit of the n-th step. A column is
 * one check, for one target where the check has one. The verdict of column c on
 * subject n is plan_verdict(plan, c, n).
 *
 * Each step builds the target's whole scope: what a header breaks may lie
 * anywhere, and what has no definition any more shows when it is linked. The
 * quick way builds the directories that the series touches, and the whole for
 * the last step only.
 */
#ifndef PLAN_H
#define PLAN_H

#include "kbuild.h"
#include "result.h"
#include "scope.h"
#include "verdict.h"

struct check_ops;

struct check_opts {
	char **only;		/* names of checks; NULL: all */
	char **targets;		/* NULL: the series', else x86_64-tiny */
	const char *steps;	/* <step>..<step>; NULL: all */
	const char *branch;	/* NULL: what was applied last */
	const char *runner;	/* NULL: respin.runner of git's configuration */
	unsigned int jobs;
	bool quick;
	bool known;		/* checks on request, too: see check_recall() */
};

struct subject {
	git_oid commit, tree;
	const struct step *step;	/* NULL: the base */
	char **paths;			/* that differ from the parent; see plan_paths() */
};

struct plan_target {
	struct target *target;
	unsigned int n;		/* subjects */
	char *toolchain;
	GPtrArray *dirs;	/* that the series touches */
	GPtrArray **in_tree;	/* per subject: those that its tree can build; or NULL */
	struct kbuild *kbuild;	/* NULL until something is built */
	struct kbuild *objects;	/* likewise: objects that can be compared */
	struct record *configs;	/* per subject; .text NULL: not known (config.h) */
	struct record *logs;	/* what kconfig said */
	bool *unknown;		/* per subject: it was looked for, and is not kept */
	bool steady_known;	/* the base's objects were built twice, now or earlier, */
	char *unsteady;		/* and this is how they differ; NULL: they do not */
	bool cold;		/* a failure is being confirmed: without the compiler's cache */
	bool distrust;		/* an incremental build was found wrong: clean ones only */
};

struct column {
	const struct check_ops *ops;
	struct plan_target *target;	/* NULL: it needs none */
	char *title;
	struct verdict *verdicts;	/* per subject */
	bool offered;			/* nobody asks for it now; it may have been run */
	unsigned int sample;		/* subject that is built from nothing; 0: not chosen yet */
};

struct plan {
	struct repo *repo;
	const struct series *series;
	struct result result;
	struct subject *subjects;
	unsigned int n;			/* subjects, the base included */
	unsigned int first, last;	/* subjects to judge */
	GPtrArray *targets;		/* struct plan_target * */
	GPtrArray *absent;		/* lines: the series' targets that no compiler is here for */
	GPtrArray *columns;		/* struct column * */
	unsigned int jobs;
	bool quick;
	bool history;			/* the base has parents: commit ids can be looked up */
	char **runner;			/* words before each make; NULL: none */
	struct lane *lane;		/* NULL until something is run */
};

int plan_make(struct plan **out, struct repo *repo, const struct series *series,
	      const struct check_opts *opts);
void plan_free(struct plan *plan);

/* The paths that subject @n > 0 changes; belong to the plan. Kept as a record. */
int plan_paths(char ***out, const struct plan *plan, unsigned int n);
/* Does subject @n get the target's whole scope? */
bool plan_whole(const struct plan *plan, const struct plan_target *target, unsigned int n);
/* Directories that the series touches and subject @n can build; belongs to the plan. */
int plan_dirs(GPtrArray **out, const struct plan *plan, const struct plan_target *target,
	      unsigned int n);
/* Goals of make for subject @n; the caller unrefs them. */
int plan_goals(GPtrArray **out, const struct plan *plan, const struct plan_target *target,
	       unsigned int n, bool whole);
/* The same, joined by blanks: part of a key. The caller frees it. */
int plan_scope(char **out, const struct plan *plan, const struct plan_target *target,
	       unsigned int n, bool whole);
/* "base" or the step's name. */
const char *plan_name(const struct plan *plan, unsigned int n);

/* The lane with the files of subject @n in it; opened when it is first needed. */
int plan_lane(struct plan *plan, unsigned int n);
int plan_kbuild(struct plan *plan, struct plan_target *target);
int plan_objects(struct plan *plan, struct plan_target *target);
/* What the objects' folder compiles with, besides. */
extern const char plan_objects_flags[];

#endif
