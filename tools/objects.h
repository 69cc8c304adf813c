/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * objects - what object files hold, in a form that two builds can be compared in
 *
 * Every allocated section is cut at its symbols. A piece is a line
 *
 *	<object> TAB <section> TAB <symbol> TAB <size> TAB <digest>
 *
 * where the digest is over the bytes and over every relocation in them, by the
 * *name* of what it refers to: so a function that moved within its file is the
 * same function. A reference into a section without a name (a local string, a
 * jump table) is resolved to the symbol that covers the place, to the string's
 * text, or else to the offset. Sections of entries without symbols (the bug
 * table, unwind data) are cut at their relocations. Pieces are a multiset:
 * order is not compared. Padding between functions and the numbers that a
 * compiler gives to local copies (x.isra.0, str.12) are not compared either; nor
 * is .eh_frame, which no kernel links.
 *
 * Nothing is tolerated beyond that. Line numbers in the code (WARN(), the bug
 * table) have to be configured away: the target's fragment says
 * "# CONFIG_DEBUG_BUGVERBOSE is not set".
 */
#ifndef OBJECTS_H
#define OBJECTS_H

#include <stdbool.h>
#include <glib.h>

/* All objects below @dir (a build folder) that are in the folders of @goals. */
int objects_digest(char **out, const char *dir, const GPtrArray *goals);
/* One object, named @name in the lines. */
int objects_digest_file(GString *out, const char *path, const char *name);

struct objects_diff {
	GPtrArray *changed;	/* "kernel/a.o: .text: f: changed, 16 to 20 bytes", sorted */
	unsigned int added, removed, grown, shrunk;	/* functions */
	long up, down;		/* bytes */
};

/* Compare two digests; release with objects_diff_release(). */
void objects_compare(struct objects_diff *out, const char *before, const char *now);
void objects_diff_release(struct objects_diff *diff);

#endif
