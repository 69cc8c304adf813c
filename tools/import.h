/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * import - a series of patch operations from what people already have
 *
 * A source (import_range, import_mbox, import_quilt) adds a draft for each patch
 * that it finds, in order. Where the base is known, import_place() carries the
 * diffs of mails and files out there, with git apply, and makes git's own diff
 * of each outcome, with the ids that a three-way merge needs. import_finish()
 * names the steps, writes the series aside, proves it, and moves it to its
 * place:
 *
 *	struct import import = IMPORT_INIT;
 *
 *	ret = import_may(root, name, force);		// before any work
 *	ret = ret ? ret : import_open(&import, repo, source, base);
 *	ret = ret ? ret : import_mbox(&import);
 *	ret = ret ? ret : import_place(&import);
 *	ret = ret ? ret : import_finish(&import, root, name);
 *	import_release(&import);
 *
 * The proof: the series, read from the files that were written, is applied to
 * the base, and every commit has to have the tree, author, date and message
 * that its draft says. A failure leaves nothing behind but objects.
 */
#ifndef IMPORT_H
#define IMPORT_H

#include <stdbool.h>
#include "lab.h"
#include "repo.h"
#include "scratch.h"

/* One patch on its way into a series. */
struct draft {
	char *origin;		/* in the user's words: "commit 1234", "mail 3, 'a: b'" */
	char *name;		/* of the step */
	struct ident author;	/* name NULL: nobody is named */
	git_time date;
	bool dated;
	char *message;
	GString *diff;		/* as it came, then in git's form */
	unsigned int strip;	/* quilt's -p and -R, for import_place() */
	bool reverse;
	git_oid tree;		/* what it leaves, where the base is known */
};

struct import {
	struct repo *repo;
	const char *source;	/* as the user wrote it */
	struct scratch *scratch;
	struct lab lab;
	GPtrArray *drafts;	/* struct draft * */
	git_oid base;
	bool based;		/* .base is known */
	char *cover;		/* of the series; or NULL */
	char *change_id;	/* likewise */
	/* what the user allows */
	bool first_parent;	/* a merge is one patch, against its first parent */
	bool any_committer;	/* commits that are somebody else's */
	bool cleanup;		/* messages that a step cannot hold to the letter */
	bool keep_cr;		/* as git am --keep-cr */
	bool cut_cr;		/* some were taken away */
};

#define IMPORT_INIT { 0 }

/* Is this a name for a series, and nothing there yet, or @force? */
int import_may(const char *root, const char *name, bool force);
/* @base: a revision, or NULL. @source and @repo are borrowed. */
int import_open(struct import *import, struct repo *repo, const char *source, const char *base);
void import_release(struct import *import);

/* Commits: <rev>..<rev>, or what else git takes for a range. */
int import_range(struct import *import);
/* Mails in an mbox, or one mail: git mailsplit, git mailinfo. */
int import_mbox(struct import *import);
/* A folder with quilt's series file and patches, or one with patches/series. */
int import_quilt(struct import *import);
bool import_is_quilt(const char *source);

int import_place(struct import *import);
int import_finish(struct import *import, const char *root, const char *name);

/* For the sources. */
struct draft *draft_add(struct import *import, const char *fmt, ...) G_GNUC_PRINTF(2, 3);
/* Reports "<source>: error: <origin>: <text>"; E_SERIES. */
int draft_fault(const struct import *import, const struct draft *draft, const char *fmt, ...)
	G_GNUC_PRINTF(3, 4);
/* The message, as git stripspace leaves it, as git am and git commit do. */
int draft_set_message(struct import *import, struct draft *draft, const char *text);
/* What git makes of a mail's From: and Date:, which may be empty. */
int draft_set_author(struct import *import, struct draft *draft, const char *name,
		     const char *email, const char *date);
/* Git's own diff from the tree @from to .tree; it is a fault where they are the same. */
int draft_diff(struct draft *draft, const struct import *import, const git_oid *from);
/* git mailinfo's answer: fields without their names; NULL where there are none. */
struct mail_parts {
	char *author, *email, *subject, *date;
	char *text;		/* above the patch */
	char *rest;		/* from the patch on */
	size_t rest_len;
};
/* @brackets: only those with PATCH in them go, as by mailinfo -b. */
int mail_parts_read(struct mail_parts *out, struct import *import, const char *mail, bool brackets);
void mail_parts_release(struct mail_parts *parts);
/* Where a diff begins; NULL: there is none. */
const char *diff_start(const char *text, size_t len);

#endif
