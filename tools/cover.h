/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cover - the cover letter, built from fields
 *
 * series/<series>/cover (or cover-<part>) holds its subject line, a blank line, and the text; what
 * is below a line "---" is for the authors only. The rest is made here and
 * follows the text: what was checked (series.evidence = checks), change logs, a link to the former version, the patches by
 * author, the diffstat of the whole with its creations, deletions and renames,
 * the range-diff to the former version (series.range-diff = false: none), and
 * what the series is based on. There is no placeholder that anybody has to find
 * and replace.
 *
 * Whether there is one is series.cover: "always", "never", or "auto" (the
 * default), which is: for more than one patch, where the file exists.
 */
#ifndef COVER_H
#define COVER_H

#include "kept.h"
#include "lab.h"
#include "posting.h"

/*
 * Something to begin with: "*** ... ***" where words are wanted, and below "---"
 * all that there is to tell. cover_read() refuses it without @force.
 */
int cover_template(GString *out, struct posting *posting, const struct lab *lab);

/*
 * Read series/<series>/cover and judge it. Sets cover_subject and cover (the
 * text); leaves both NULL where there is to be no cover letter.
 */
int cover_read(struct posting *posting, bool force);
struct cover_extras {
	const struct kept *former;	/* NULL: there is no former version */
	const char *former_id;		/* Message-ID of its root; or NULL */
	const char *evidence;		/* what was checked, made ready; "": nothing */
};

/* Append everything below the text. */
int cover_complete(struct posting *posting, struct lab *lab, const struct cover_extras *extras);

/* "A U Thor (2):\n  one\n  two\n\n" by author, in the order of their names. */
void cover_shortlog(GString *out, const GPtrArray *patches);

#endif
