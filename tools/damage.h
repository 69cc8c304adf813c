/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * damage - what a program that edits text must not do on the way
 *
 * Compares a file before and after an operation. A finding names the file, the
 * line after the edit (or before it, for what is lost), and the function.
 */
#ifndef DAMAGE_H
#define DAMAGE_H

#include <glib.h>
#include "series.h"

/*
 * Added lines that end in blanks, hold nothing but blanks, have a blank before
 * a tab, or are indented by eight blanks. E_SERIES, or 0 where there are none
 * (or the step waives <operation> WHITESPACE).
 */
int damage_whitespace(const struct step *step, const struct op *op, const char *path,
		      const GString *before, const GString *after);

/*
 * Comments that stood before, stand no more, and are not in @rule (the text
 * that took them out on purpose, NULL: none). Waived by <operation> COMMENT.
 */
int damage_comments(const struct step *step, const struct op *op, const char *path,
		    const GString *before, const GString *after, const char *rule);

/* Is a finding of this type waived? <operation> is the operation's name. */
bool damage_waived(const struct step *step, const struct op *op, const char *type);

#endif
