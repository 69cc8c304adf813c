/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lint - what a commit message must not hold if git am is to give it back
 *
 *	const char *at = message;
 *	struct lint fault;
 *
 *	while (lint_next(&fault, message, &at))
 *		... fault.line, fault.why, fault.bytes, fault.len ...
 *
 * These are the faults that no encoding cures, because git acts on the decoded
 * text: a line that ends the message (mailinfo.c, patchbreak()), a subject that
 * loses its head (cleanup_subject()), white space that is squeezed or stripped
 * (cleanup_space(), strbuf_stripspace()), text that commit-tree repairs
 * (find_invalid_utf8()). What can be cured (lines that begin with "From ",
 * first lines like headers, long lines, encoded words, 8-bit text) is not a
 * fault: see mail.h, header.h and export.h. Whatever is forgotten here the
 * proof finds, with less good words.
 */
#ifndef LINT_H
#define LINT_H

#include <stdbool.h>
#include <stddef.h>

struct lint {
	unsigned int line;	/* of the message, from 1 */
	const char *why;	/* a constant: "..., so that ..." */
	const char *bytes;	/* the line, or its part that is at fault */
	size_t len;
};

/* The next line at fault, at most one fault a line; false, and @at NULL, at the end. */
bool lint_next(struct lint *fault, const char *message, const char **at);
/* Would mailinfo read a message's text, from its first line, as headers? */
bool lint_is_header(const char *body);
/* May this line stand in a text that is not a patch: a cover, a change log? */
const char *lint_patch_start(const char *line, size_t len);

#endif
