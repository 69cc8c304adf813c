/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * near - what in a text is most like something that is not there
 *
 * Likeness is the share of letter pairs that two strings have in common (Dice's
 * coefficient), white space and punctuation of patterns aside.
 */
#ifndef NEAR_H
#define NEAR_H

#include <glib.h>

#define NEAR_MAX 3

/* Append "path:line: text" of the lines that are most like @wanted, the best first. */
void near_lines(GPtrArray *out, const char *path, const char *text, const char *wanted);
/* The same with words of the code, once each: "path:line: word, in function". */
void near_words(GPtrArray *out, const char *path, const char *text, size_t len,
		const char *wanted);
/* And with names of files: the names alone. */
void near_names(GPtrArray *out, GPtrArray *names, const char *wanted);

/* A basic regular expression without what is no text in it. The caller frees it. */
char *near_literal(const char *regex);

#endif
