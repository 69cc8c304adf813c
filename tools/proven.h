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
 *	key = proven_key(known, mail, len, description, commit);
 *	if (!known_get(known, key)) { ...; known_put(known, key, "", 0); }
 */
#ifndef PROVEN_H
#define PROVEN_H

#include "known.h"

/*
 * @description: excerpt_describe(). @commit: its object; tree, parent and committer do
 * not count, the tree being told by what changes. The caller frees it.
 */
char *proven_key(const struct known *known, const char *mail, size_t len,
		 const GString *description, const char *commit);
/* That git mailsplit makes these mails of the thread: their bytes and lengths. */
char *proven_thread_key(const struct known *known, const char *const *mails,
			const size_t *lens, unsigned int n);

/* Append what of a mail counts. */
void proven_mail(GString *out, const char *mail, size_t len);

#endif
