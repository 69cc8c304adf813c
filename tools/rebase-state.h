/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rebase-state - what is remembered of a rebase that is under way
 *
 * <state>/rebase/<series>/state, written aside and renamed, so that it is the
 * old one or the new one whatever happens. It has what the user said and where
 * the refs stood; what the steps came to is not in it, since they are carried
 * out again (and remembered by content, see memo.h).
 *
 *	rebase_lock(&lock, repo, series);	one process at a time
 *	rebase_load(&state, &found, repo, series);
 *	...
 *	rebase_save(&state, repo);
 *	rebase_forget(repo, series);		it is over
 *	rebase_state_release(&state);
 *	rebase_unlock(lock);
 */
#ifndef REBASE_STATE_H
#define REBASE_STATE_H

#include <stdbool.h>
#include "repo.h"

/* A ref as it was before. */
struct rebase_ref {
	char *name;
	git_oid id;
	bool found;
};

struct rebase_state {
	char *series;
	git_oid onto;
	char *branch;
	struct rebase_ref refs[3];	/* the branch, its result, its former tip */
	bool allow_scripts, no_range_diff;
	GHashTable *skip;		/* steps to leave out */

	char *step;			/* that conflicts; NULL: none does */
	git_oid parent, made;		/* what it was tried on, and what did apply */
	char **instead, **already;	/* operations and claims that failed; that were there */
	char *worksite;
	bool ready;			/* the worksite is for that step */

	bool publishing;		/* refs are being moved, to: */
	git_oid tip;
};

#define REBASE_STATE_INIT { 0 }

int rebase_lock(int *lock, struct repo *repo, const char *series);
void rebase_unlock(int lock);

int rebase_load(struct rebase_state *state, bool *found, struct repo *repo, const char *series);
int rebase_save(const struct rebase_state *state, struct repo *repo);
int rebase_forget(struct repo *repo, const char *series);
void rebase_state_release(struct rebase_state *state);

/* A file of the rebase's folder. The caller frees it. */
char *rebase_path(struct repo *repo, const char *series, const char *name);

#endif
