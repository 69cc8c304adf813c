/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * proven - mails that git am was seen to turn back into their commits
 *
 * What a proof depends on is its key: which git it was (its version, and the file
 * that was run); the mail; what git am looks at in the tree before, which is the
 * paths that the commit touches and the .gitattributes above them; and what came of
 * it, the commit's own bytes and what it changes. A key that is there has been
 * proved; anything else has to be, whatever its place in the posting.
 *
 * Of the mail all bytes count, but for four values that git am reads nothing of,
 * and that a reworded step or cover letter changes in all others: the id in its
 * "From " line, Message-ID, In-Reply-To and References. They are left out only where
 * they have the plain form that respin writes, on one line.
 *
 * The keys of a posting's last proofs are in <state>/proven/<name>, in the form of a
 * record (record.h): a damaged one is none. Losing it loses time only.
 *
 *	proven = proven_open(repo, posting->name);
 *	key = proven_key(proven, mail, len, description, commit);
 *	if (!proven_has(proven, key)) { ... }
 *	proven_add(proven, key);	// each that holds, old and new
 *	proven_close(proven);		// remembered from now on
 */
#ifndef PROVEN_H
#define PROVEN_H

#include <stdbool.h>
#include "repo.h"

struct proven;

struct proven *proven_open(struct repo *repo, const char *name);
/*
 * @description: excerpt_describe(). @commit: its object; tree, parent and committer do
 * not count, the tree being told by what changes. The caller frees it.
 */
char *proven_key(const struct proven *proven, const char *mail, size_t len,
		 const GString *description, const char *commit);
/* That git mailsplit makes these mails of the thread: their bytes and lengths. */
char *proven_thread_key(const struct proven *proven, const char *const *mails,
			const size_t *lens, unsigned int n);
bool proven_has(const struct proven *proven, const char *key);
void proven_add(struct proven *proven, const char *key);
/*
 * What was added is remembered, and some of what was known before. A failure to is
 * no failure of the proof: it is not reported.
 */
void proven_close(struct proven *proven);

/* Append what of a mail counts. */
void proven_mail(GString *out, const char *mail, size_t len);

#endif
