/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * header - the header fields of a mail: encoding, quoting, folding, dates
 *
 * A field is made whole from what it means, and is never edited afterwards. All
 * text is UTF-8 (check it first, with text_invalid()); what comes out is ASCII,
 * ends with one newline, is folded at blanks so that no line is beyond 998 bytes
 * (76 where there are encoded words, or several addresses), and has something
 * on its first line, which some readers take for all of it.
 *
 * Facts: RFC 5322 (quoting, folding, dates), RFC 2047 (encoded words), and what
 * git's mailinfo.c makes of both: it decodes words first and unquotes second.
 * So a name that needs both travels in a line of the body; address_in_body()
 * writes it so that mailinfo gives it back.
 */
#ifndef HEADER_H
#define HEADER_H

#include <stdbool.h>
#include <git2.h>
#include <glib.h>
#include "repo.h"

/* "Subject: [PATCH 1/2] some text\n"; the words that need it are encoded. */
void header_text(GString *out, const char *field, const char *text);
/* "To: A <a@x>,\n B <b@y>\n" of struct ident *; nothing where there is none. */
void header_addresses(GString *out, const char *field, const GPtrArray *idents);
/* "Date: Thu, 7 Feb 2019 10:00:00 +0545\n" */
void header_date(GString *out, git_time when);

/*
 * One address as a person writes it: "Name <mail>" or "mail"; the name may be
 * quoted or not. Returns NULL, or what is wrong with it (a constant), and then
 * @out is empty.
 */
const char *address_parse(struct ident *out, const char *text);
/* What is wrong with an address for mail that is ASCII in its headers; or NULL. */
const char *address_fault(const struct ident *ident);
/* The name and mail as a line "From: ..." at the head of a patch mail's text. */
void address_in_body(GString *out, const struct ident *ident);
/* Does a From: header alone bring mailinfo to this name? */
bool address_needs_body(const struct ident *ident);
/* A copy that g_ptr_array_new_with_free_func(ident_free) can own. */
struct ident *ident_copy(const struct ident *ident);
void ident_free(void *ident);

/* The first byte that is not UTF-8 as git means it; NULL where all of it is. */
const char *text_invalid(const char *text);
/* Bytes for a message: what is not printable UTF-8 escaped, cut at about @max. */
char *text_show(const char *bytes, size_t len, size_t max);

#endif
