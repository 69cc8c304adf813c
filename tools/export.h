/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * export - a series' result as a posting: an mbox that git am turns back into
 * the very same commits, and the cover letter
 *
 * export_series() takes what apply published, writes the mails (posting, cover,
 * mail), proves them (proof), keeps the version (kept), and only then writes
 * <dir>/<series>-v<n>.mbox, the patches, and <series>-v<n>.cover, the mail that
 * they reply to; each aside and renamed. They are two files, as b4 has them,
 * since plain git am stops at a mail without a diff. One behind the other they
 * are an mbox of the whole thread. Nothing is written before the proof has held. Commits that a check fails, or that only some of the checks
 * have seen, are refused without .force.
 *
 * The version is the one asked for; else the last one, where its commits are
 * these; else the next. A version that is kept with other bytes is refused
 * without .force.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include "posting.h"

struct export_opts {
	unsigned int version;	/* 0: see above */
	const char *dir;	/* NULL: <root>/outgoing */
	const char *branch;	/* NULL: what was applied last */
	const char *part;	/* NULL: all of the series */
	const char *base;	/* the public commit that the base is made from, or NULL */
	const char *former;	/* Message-ID of the former version, or NULL */
	char **targets;		/* whose checks count; NULL: the series' */
	bool quick;		/* those of check --quick */
	const char *evidence;	/* "checks", "code", both, "none"; NULL: series.evidence */
	bool rfc, resend, force;
};

struct export_result {
	char *path;		/* the mbox of the patches, as it was written */
	char *cover;		/* the cover letter's; NULL: there is none */
	git_oid base;
	unsigned int version, patches;
};

#define EXPORT_RESULT_INIT { 0 }

/* 0, REFUSED, or E_*. */
int export_series(struct export_result *out, struct repo *repo, const struct series *series,
		  const struct export_opts *opts);
void export_result_release(struct export_result *result);

#endif
