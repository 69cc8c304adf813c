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
 * The record lies in <state>/results/<series>: for each branch its base, its
 * commits, and a digest of the series' files. It is written just before the
 * branch moves; so whatever happens in between, the branch is the former one or
 * the new one, and either is known as ours.
 */
#ifndef RESULT_H
#define RESULT_H

#include "repo.h"
#include "series.h"

struct result {
	git_oid base;
	GArray *commits;	/* git_oid, one a step, in order */
	char *branch;		/* where it was published; NULL before that */
};

#define RESULT_INIT { 0 }

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
 * result_old() is an error, and the branch stays.
 */
int result_publish(struct result *result, struct repo *repo, const struct series *series,
		   const char *branch, const struct result_old *old);
/*
 * What was published last (on @branch, where it is not NULL). It is an error
 * (E_ENV, saying to run apply) when nothing was, when the series' files have
 * changed since then, and when the branch has been moved by somebody else.
 */
int result_load(struct result *out, struct repo *repo, const struct series *series,
		const char *branch);
const git_oid *result_tip(const struct result *result);
void result_release(struct result *result);

#endif
