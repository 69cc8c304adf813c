/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mail - one mail of a posting as bytes, and mails in a row as an mbox
 *
 * Fill in a struct mail, then mail_append() writes it to the end of an mbox:
 *
 *	struct mail mail = { .subject = "[PATCH] a: b", .from = &me, ... };
 *	mail_append(mbox, &mail);
 *
 * Everything is borrowed. All bytes of the body come back to a reader who
 * undoes the transfer encoding. It is chosen by the body: none for ASCII, 8bit
 * for UTF-8 (as git format-patch does), and quoted-printable for what a mail
 * server, a mailbox or git would not leave alone: lines of more than 998 bytes
 * (RFC 5321), carriage returns, NUL, bytes that are not UTF-8, and lines that
 * begin with "From ", which would split the mbox, as would their quoted form.
 *
 * The encoder is our own because git has none, and GMime's turns "\r\n" into
 * "\n".
 */
#ifndef MAIL_H
#define MAIL_H

#include <git2.h>
#include <glib.h>
#include "repo.h"

struct mail {
	const git_oid *id;		/* of the mbox's separator line */
	const char *subject;		/* with the prefix; UTF-8 */
	const struct ident *from;
	const GPtrArray *to, *cc;	/* struct ident * */
	git_time date;
	const char *message_id;		/* without < > */
	const char *parent_id;		/* NULL: the root of the thread */
	const GString *body;		/* bytes; ends with a newline */
};

void mail_append(GString *mbox, const struct mail *mail);

/* RFC 2045, section 6.7, with "=46rom " for a line that begins with "From ". */
void mail_quoted_printable(GString *out, const char *bytes, size_t len);
/* "7bit", "8bit" or "quoted-printable" */
const char *mail_encoding(const char *bytes, size_t len);

#endif
