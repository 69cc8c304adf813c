/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kept - the postings of a series that were exported, each with its commits
 *
 * The commits of version n hang on refs/respin/posting/<series>/v<n>, so that no
 * gc takes them; their base on refs/respin/posting-base/..., and the names of
 * their steps, a line each, as a blob on refs/respin/posting-steps/.... The whole
 * thread as an mbox, byte for byte as it was exported, lies at <state>/postings/<series>/v<n>.mbox
 * (v<n>-resend.mbox for the same once more). A version is changed by force only.
 */
#ifndef KEPT_H
#define KEPT_H

#include "rangediff.h"
#include "repo.h"

/* The highest version that is kept; 0: none. */
int kept_last(unsigned int *out, struct repo *repo, const char *series);
struct kept {
	unsigned int version;
	git_oid base, tip;
	char **steps;		/* their names; NULL: not known */
};

#define KEPT_INIT { 0 }

void kept_release(struct kept *kept);
/* Its commits with their names, to be compared. */
int kept_range(struct range *out, struct repo *repo, const struct kept *kept);

/* One of them; @found is false where it is not kept. */
int kept_find(struct kept *out, bool *found, struct repo *repo, const char *series,
	      unsigned int version);
/* The highest one below @version. */
int kept_before(struct kept *out, bool *found, struct repo *repo, const char *series,
		unsigned int version);
/* Where its mbox is, or would be. The caller frees it. */
char *kept_path(struct repo *repo, const char *series, unsigned int version, bool resend);
/* The mbox; NULL where there is none. */
int kept_read(GString **out, struct repo *repo, const char *series, unsigned int version,
	      bool resend);
/* Keep it: first the mbox, then the refs. What was there is replaced. */
int kept_store(struct repo *repo, const char *series, const struct kept *kept, bool resend,
	       const GString *mbox);

#endif
