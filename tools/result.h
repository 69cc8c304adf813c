/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * result - the commits that a series came to: published on a branch, recorded,
 * found again
 *
 *	branch = result_branch(series, option);
 *	result_old(&old, repo, series, branch, force);	before any work
 *	...apply_series(&result, ...)
 *	result_publish(&result, repo, series, branch, &old);
 *
 * refs/respin/result/<branch> is what respin has put on a branch last, and
 * refs/respin/former/<branch> what stood there before: so a later run tells its
 * own work from somebody else's. Both are set before the branch moves; whatever
 * happens in between, it holds the one or the other.
 *
 * The record in <state>/results/<series> has for each branch the base, the
 * commits, and a digest of the series' files. Losing it costs an apply.
 */
#ifndef RESULT_H
#define RESULT_H

#include "rangediff.h"
#include "repo.h"
#include "series.h"

struct result {
	git_oid base;
	GArray *commits;	/* git_oid, in the order of the series */
	GPtrArray *names;	/* char *, the step of each; a step may have none */
	GPtrArray *fixups;	/* char *, the base whose fixup was used for each; "": none */
	char *branch;		/* where it was published; NULL before that */
};

#define RESULT_INIT { 0 }

void result_add(struct result *result, const char *step, const git_oid *commit,
		const char *fixup);
/* The step that commit @i is of. */
const struct step *result_step(const struct result *result, const struct series *series,
			       unsigned int i);
/*
 * The commits of a part: @n of them from @first on, where the part's steps have
 * any. NULL: all of them.
 */
int result_part(unsigned int *first, unsigned int *n, const struct result *result,
		const struct series *series, const char *part);
/* @n commits from @first on, to be compared with others. */
void result_range(struct range *out, const struct result *result, unsigned int first,
		  unsigned int n);
/* The trees around the commit of a step; false where it has none here. */
bool result_trees(git_oid *before, git_oid *after, const struct result *result,
		  struct repo *repo, const char *step);
/* What commit @first stands on. */
const git_oid *result_below(const struct result *result, unsigned int first);

/* What stood on the branch before the work began. */
struct result_old {
	git_oid tip;
	bool found;
};

/* The branch of a series: --branch, series.branch, else respin/<series>. */
char *result_branch(const struct series *series, const char *option);
/*
 * May the branch be moved? It is an error when it is checked out somewhere, and,
 * without @force, when it holds commits that respin did not put there.
 */
int result_old(struct result_old *old, struct repo *repo, const struct series *series,
	       const char *branch, bool force);
/*
 * Point @branch at the result's last commit. Somebody else's move since
 * result_old() is an error, and the branch stays. @command is for the reflogs.
 */
int result_publish(struct result *result, struct repo *repo, const struct series *series,
		   const char *branch, const struct result_old *old, const char *command);
/*
 * What was published last, on @branch or else on the branch that was moved last,
 * even where the series' files have changed since then. @found is false where the
 * branch does not stand there (any more).
 */
int result_former(struct result *out, bool *found, struct repo *repo,
		  const struct series *series, const char *branch);
/* refs/respin/<kind>/<branch>; kinds are "result" and "former". The caller frees it. */
char *result_ref(const char *kind, const char *branch);
/* Where the record is. The caller frees it. */
char *result_record(struct repo *repo, const char *series);
/*
 * What was published last (on @branch, where it is not NULL). It is an error
 * (E_ENV, saying to run apply) when nothing was, when the series' files have
 * changed since then, and when the branch has been moved by somebody else.
 */
int result_load(struct result *out, struct repo *repo, const struct series *series,
		const char *branch);
/* With @edited, commits of somebody else's on the branch are taken, one a step. */
int result_load_as(struct result *out, struct repo *repo, const struct series *series,
		   const char *branch, bool edited);
const git_oid *result_tip(const struct result *result);
void result_release(struct result *result);

#endif
