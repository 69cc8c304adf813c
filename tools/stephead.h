/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stephead - what stands above the recipe in a step file: author, date, message
 *
 *	From: Name <mail>			(another author than the user)
 *	Date: 2019-05-20 16:59:04 -0400		(when the author wrote it)
 *
 *	the message, to the letter
 *	---
 *
 * The two lines, each of which may be left out, end at the first line that is
 * neither; blank lines below them do not count. So a message that itself begins
 * like one of them is held by a file that has both. A line of the message that
 * would end it, "---", has a backslash before it, and so has one that begins
 * with backslashes before a "---": one backslash more than it means.
 *
 * What a step file cannot hold: see step_head_fault().
 */
#ifndef STEPHEAD_H
#define STEPHEAD_H

#include "series.h"

/*
 * Read the head of @text into @step: author, date and message. @recipe is where
 * the line "---" begins, @line its number; the end of the text where there is
 * none, which is for the caller to say. Faults are reported, all of them.
 */
int step_head_read(struct step *step, const char **recipe, unsigned int *line, const char *text);

/* Write one; @author and @date may be NULL. The line "---" is part of it. */
void step_head_append(GString *out, const struct ident *author, const git_time *date,
		      const char *message);
/*
 * NULL, or why a message cannot be held to the letter (a constant), with the
 * line's number: empty, white space around it, no newline at its end, carriage
 * returns, bytes that are not UTF-8.
 */
const char *step_head_fault(const char *message, unsigned int *line);

/* "2019-05-20 16:59:04 -0400"; the caller frees it. */
char *step_date(const git_time *date);

#endif
