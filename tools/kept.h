/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kept - the postings of a series that were exported, each with its commits
 *
 * The commits of version n hang on refs/respin/posting/<series>/v<n>, so that no gc
 * takes them; the mbox, byte for byte as it was exported, lies at
 * <state>/postings/<series>/v<n>.mbox (v<n>-resend.mbox for the same once
 * more). A version is changed by force only.
 */
#ifndef KEPT_H
#define KEPT_H

#include "repo.h"

/* The highest version that is kept; 0: none. */
int kept_last(unsigned int *out, struct repo *repo, const char *series);
/* Its last commit; @found is false where there is none. */
int kept_tip(git_oid *tip, bool *found, struct repo *repo, const char *series,
	     unsigned int version);
/* Where its mbox is, or would be. The caller frees it. */
char *kept_path(struct repo *repo, const char *series, unsigned int version, bool resend);
/* The mbox; NULL where there is none. */
int kept_read(GString **out, struct repo *repo, const char *series, unsigned int version,
	      bool resend);
/* Keep it: first the mbox, then the ref. What was there is replaced. */
int kept_store(struct repo *repo, const char *series, unsigned int version, bool resend,
	       const git_oid *tip, const GString *mbox);

#endif
