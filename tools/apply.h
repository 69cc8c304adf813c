/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * apply - carry a series out on a base, commit by commit
 *
 * apply_series() runs every step's recipe on an in-memory tree, holds the
 * result against the step's claims, and makes the commits. Nothing but objects
 * is written; apply_publish() then moves the branch, once. Same base, series,
 * identity and tools: same commit ids.
 */
#ifndef APPLY_H
#define APPLY_H

#include "repo.h"
#include "series.h"

struct apply_opts {
	const char *onto;	/* revision of the base */
	unsigned int jobs;
	bool allow_scripts;	/* script: and initialize: blocks in rules */
	bool no_cache;
};

struct result {
	git_oid base;
	GArray *commits;	/* git_oid, one a step, in order */
	char *branch;		/* where it was published; NULL before that */
};

#define RESULT_INIT { 0 }

int apply_series(struct result *out, struct repo *repo,
		 const struct series *series, const struct apply_opts *opts);
/*
 * Point @branch at the result's last commit. @old is the tip seen before the
 * work began (NULL: no branch then); somebody else's move since then is an
 * error, and the branch stays.
 */
int apply_publish(struct repo *repo, const struct series *series,
		  const char *branch, const git_oid *old,
		  const struct result *result);
/*
 * What was published last, as recorded below the state folder. It is an error
 * (E_ENV, saying to run apply) when nothing was, when the series' files have
 * changed since then, and when the branch has been moved by somebody else.
 */
int result_load(struct result *out, struct repo *repo, const struct series *series);
void result_release(struct result *result);
/* The branch of a series: --branch, series.branch, else respin/<series>. */
char *apply_branch(const struct series *series, const char *option);

#endif
