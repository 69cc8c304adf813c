/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * checkpatch - what scripts/checkpatch.pl --terse --showfile --show-types printed
 *
 *	kernel/locking/rwsem.c:120: WARNING:LONG_LINE: line length of 101 exceeds ...
 *
 * Every line is a finding, or it is not understood: and what is not understood
 * is a failure.
 */
#ifndef CHECKPATCH_H
#define CHECKPATCH_H

#include <stdbool.h>
#include <glib.h>
#include "series.h"
#include "verdict.h"

struct finding {
	char level;		/* E, W, C */
	char *type;		/* LONG_LINE */
	char *line;		/* as printed */
};

/* Free with g_ptr_array_unref(); @unparsed is the first such line, or NULL. */
GPtrArray *checkpatch_parse(char **unparsed, const char *text);
/* Waivers of the step are taken into account; one that nothing needed is a warning. */
void checkpatch_judge(struct verdict *out, const struct step *step,
		      const struct record *record);

#endif
