/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ctext - source files as text: words, comments, functions
 *
 * spatch does not say what it did not understand, so its work is judged by the
 * text alone. Nothing here parses C; it tells code from comments and string
 * literals, and that much about Kconfig and make as well. What kind of file it
 * is follows from its name.
 */
#ifndef CTEXT_H
#define CTEXT_H

#include <stdbool.h>
#include <glib.h>

/*
 * A copy in which each byte of a comment or of a string or character literal
 * is a blank (newlines stay, so offsets and line numbers do too). The file
 * name of an #include is code. Files of an unknown kind are all code.
 */
char *ctext_code(const char *path, const char *data, size_t len);
bool ctext_is_c(const char *path);		/* .c or .h */

/* Occurrences of @token in @code as a whole word; *first gets the offset of the first. */
unsigned int ctext_count(const char *code, const char *token, size_t *first);
/* The next one from @from on; NULL when there is none. */
const char *ctext_find(const char *from, const char *code, const char *token);
unsigned int ctext_line(const char *text, size_t offset);	/* from 1 */

/*
 * The function (or what looks like one, as git's hunk headers have it) that
 * line @line lies in; NULL above the first. The caller frees it.
 */
char *ctext_function(const char *code, unsigned int line);

/* Every comment, white space folded: GPtrArray of struct comment. */
struct comment {
	char *text;
	unsigned int line;
};
GPtrArray *ctext_comments(const char *data, size_t len);

#endif
