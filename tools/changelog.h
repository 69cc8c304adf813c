/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * changelog - what changed since the former version, from "change vN: text"
 *
 * Both functions append a block a version, the newest first, up to the version
 * that is exported, or nothing where there is nothing to say. Lines are wrapped
 * at 72 columns, and begin with "Changes", "- " or blanks, so that none of them
 * can be taken for the start of a patch.
 */
#ifndef CHANGELOG_H
#define CHANGELOG_H

#include <glib.h>
#include "series.h"

/* Of one patch, for the place below its "---". */
void changelog_of_step(GString *out, const struct step *step, unsigned int version);
/* Of several (struct step *), each with its patch's number. */
void changelog_of_steps(GString *out, const GPtrArray *steps, unsigned int version);

/*
 * Append @text, wrapped at @width: @first before it, @rest before each line
 * that follows. Blanks of all kinds separate words.
 */
void text_wrap(GString *out, const char *first, const char *rest, const char *text,
	       unsigned int width);

#endif
