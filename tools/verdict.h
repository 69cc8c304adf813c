/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * verdict - what a check says of a commit: a word, a line, and a log
 *
 * A verdict is computed from records (record.h), by functions that neither run
 * nor write anything.
 */
#ifndef VERDICT_H
#define VERDICT_H

#include <stdbool.h>
#include <glib.h>
#include "record.h"

enum verdict_kind {
	VERDICT_NONE,	/* not looked at */
	VERDICT_PASS,
	VERDICT_WARN,
	VERDICT_FAIL,
	VERDICT_SKIP,	/* there was no way to say; the line has the reason */
};

struct verdict {
	enum verdict_kind kind;
	char *line;
	char *detail;		/* every finding, one a line */
	char *table;		/* what a report shows besides, even of a pass; or NULL */
	char *log;		/* file, for what is not a pass */
	char *command;		/* to do it by hand */
	double seconds;
	bool cached;		/* nothing was run for it now */
	bool unsure;		/* to be confirmed by clean builds first */
};

#define VERDICT_INIT { 0 }

const char *verdict_name(enum verdict_kind kind);
void verdict_release(struct verdict *verdict);
/* Sets kind and line. */
void verdict_say(struct verdict *verdict, enum verdict_kind kind, const char *fmt, ...)
	G_GNUC_PRINTF(3, 4);

/*
 * Judge a build by what its parent's build said: only what is new counts.
 * @before is the parent's verdict, NULL where the parent is the base; @what names
 * the doing ("build").
 *
 * A build that fails as its parent does: skip where nobody of the series broke
 * it, or nobody knows, else fail.
 */
void verdict_compare(struct verdict *out, const struct record *own,
		     const struct record *parent, const struct verdict *before,
		     const char *what);

#endif
