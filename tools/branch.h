/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * branch - the one ref that a command moves
 *
 *	branch_usable()		before any work
 *	branch_tip()		what stands there now
 *	...			all of the work
 *	branch_move()		compare-and-swap, or nothing
 */
#ifndef BRANCH_H
#define BRANCH_H

#include <stdbool.h>
#include "repo.h"

/*
 * May it be moved? Not with a name that git refuses, and not while any worktree
 * has it checked out, or is in the middle of rebasing it.
 */
int branch_usable(struct repo *repo, const char *branch);
/* refs/heads/<branch>; the caller frees it. */
char *branch_ref(const char *branch);
/* The tip; @found is false where there is no such branch. */
int branch_tip(git_oid *tip, bool *found, struct repo *repo, const char *branch);
/* Move it from @old (NULL: it must not exist yet) to @new, or fail and leave it. */
int branch_move(struct repo *repo, const char *branch, const git_oid *old,
		const git_oid *new, const char *log);

/*
 * A process that is killed while it sets a ref leaves the ref's lock file, and
 * nobody could set it again. So what is about to be set is noted down first,
 * under a lock that goes with the process; the next to come finds the note, and
 * takes away such lock files as hold what the note says (or nothing yet).
 *
 *	refs_announce(&lock, repo, refs, ids, n);
 *	ref_set() ... branch_move()
 *	refs_settle(lock, repo);		in any case
 */
int refs_announce(int *lock, struct repo *repo, const char *const *refs,
		  const git_oid *const *ids, unsigned int n);
void refs_settle(int lock, struct repo *repo);

/* Set any other ref of ours, whatever it was; it gets a reflog. */
int ref_set(struct repo *repo, const char *ref, const git_oid *id, const char *log);
/* Where it stands; @found is false where there is none. */
int ref_read(git_oid *id, bool *found, struct repo *repo, const char *ref);
/* Take it away; none is no error. */
int ref_drop(struct repo *repo, const char *ref);

#endif
