/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rebase - carry a series out on another base, and stop where a person is needed
 *
 *	rebase_start()		to the first conflict, or to the end
 *	rebase_take()		what the person made of it becomes a fixup; the
 *				series has to be read again afterwards
 *	rebase_resume()		on from there, with the step or without it
 *	rebase_abort()		or back to where it began
 *
 * At the end the accounts are printed, the comparison with the former result,
 * and the branch moves, once, by compare-and-swap. Until then no ref has moved
 * but refs/respin/rebase/<series>, which keeps what the worktree of a conflict
 * was made from. After a kill at any point either way is open.
 *
 * E_SERIES: there is a conflict; what to do was said.
 */
#ifndef REBASE_H
#define REBASE_H

#include "repo.h"
#include "series.h"

struct rebase_opts {
	const char *onto;
	const char *branch;	/* NULL: as result_branch() says */
	const char *worktree;	/* where a conflict is worked on; NULL: below the git dir */
	unsigned int jobs;
	bool allow_scripts, no_cache;
	bool force;		/* a branch that holds somebody else's commits */
	bool no_range_diff;
	bool dry_run;		/* account for every step, and leave all as it is */
};

int rebase_start(struct repo *repo, const struct series *series, const struct rebase_opts *opts);
int rebase_take(struct repo *repo, const struct series *series);
/* @skip: without the step that conflicts. */
int rebase_resume(struct repo *repo, const struct series *series, const struct rebase_opts *opts,
		  bool skip);
int rebase_abort(struct repo *repo, const char *series);

/* What the others say meanwhile: NULL where no rebase of the series is under way. */
int rebase_status(char **line, struct repo *repo, const char *series);
/* An error where one is. */
int rebase_refuse(struct repo *repo, const char *series);

#endif
