/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * posting - one version of a series as mails: what goes into them
 *
 *	struct posting posting = POSTING_INIT;
 *
 *	posting_collect(&posting, repo, series, &result, part);
 *	posting_lint(&posting);		// before any work
 *	posting.version = ...;
 *	diffs_patches(&posting, &lab);	// diffs.h
 *	posting_mails(&posting);	// fills .mbox and the Message-IDs
 *	posting_release(&posting);
 *
 * Functions return 0, E_*, or REFUSED: the series is sound and applies, but
 * would not survive the mail, and that has been reported with step, line and
 * bytes.
 *
 * Threads: one root, the cover or else the first patch, and all others reply to
 * it. A Message-ID is made from the series' name, the version, the patch's
 * number, and a hash of what the mail says; so the same posting has the same
 * ids always, and another one never.
 *
 * Where mailinfo would read a message's first lines as headers, or cannot take
 * the author from the header (another author than the sender, or a name that
 * needs encoding and quoting both), a "From:" line stands above the message, as
 * git format-patch --from has it. After it mailinfo looks for headers no more.
 */
#ifndef POSTING_H
#define POSTING_H

#include "known.h"
#include "lab.h"
#include "rangediff.h"
#include "repo.h"
#include "result.h"
#include "series.h"

enum { REFUSED = 1 };

struct patch {
	const struct step *step;
	git_oid id;
	struct ident author;
	git_time when;
	char *message;		/* the commit's, to the letter */
	GString *diff;		/* stat, summary and patch, as git wrote them */
	char *message_id;
	size_t mail, mail_len;	/* where in the mbox its mail is */
};

struct posting {
	struct repo *repo;
	const struct series *series;
	char *name;		/* of the series, or <series>-part<part> */
	const char *part;	/* NULL: all of the series */
	git_oid base, series_base;
	GString *basis;		/* what it stands on: basis.h */
	GPtrArray *patches;	/* struct patch * */
	struct ident sender;
	GPtrArray *to, *cc;	/* struct ident * */
	bool rfc, resend;
	unsigned int version;
	char *cover_subject;	/* NULL: there is no cover letter */
	GString *cover;		/* its body */
	char *cover_id;		/* its Message-ID */
	GString *mbox;		/* all of the mails */
	struct known *known;	/* of its mails and diffs (known.h), borrowed; NULL: nothing */
	size_t cover_len;	/* bytes of it that are the cover letter's mail */
};

#define POSTING_INIT { 0 }

int posting_collect(struct posting *posting, struct repo *repo, const struct series *series,
		    const struct result *result, const char *part);
int posting_lint(const struct posting *posting);
void posting_mails(struct posting *posting);
void posting_release(struct posting *posting);

/* "[RFC PATCH-tip v2 03/22] "; @total 0: no number. The caller frees it. */
char *posting_prefix(const struct posting *posting, unsigned int number, unsigned int total);
/* The tip: the last patch's commit. */
const git_oid *posting_tip(const struct posting *posting);
/* The names of its steps, in order; the caller frees them. */
char **posting_steps(const struct posting *posting);
/* Its commits with their names, to be compared. */
int posting_range(struct range *out, const struct posting *posting);

#endif
