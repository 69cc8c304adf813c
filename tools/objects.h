/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * objects - what object files hold, in a form that two builds can be compared in
 *
 * Every allocated section is cut at its symbols. An object is a line with its
 * name, and a line for each of its pieces:
 *
 *	TAB <section> TAB <symbol> TAB <letter> TAB <size> TAB <kind> TAB <digest>
 *
 * The digest is over the bytes and over every relocation in them, by the *name*
 * of what it refers to: so a function that moved within its file is the same
 * function. A reference to what has no name outside of the file (a static
 * function, a string, a jump table) is resolved to the symbol that covers the
 * place, to the string's text, or else to what is held there. <kind> is what the symbol
 * is: "local function", "weak object hidden"; <letter> what nm(1) calls it (t d b
 * r), or "-" where bloat-o-meter does not count it. Besides there is a line for
 *
 *	(section)	each section: its type, flags, alignment, group
 *	(string)	each string without a symbol
 *	(part)		what others refer to, where there are no symbols (what an
 *			alternative is replaced with)
 *	(entry of f)	each entry of a table without symbols (the bug table,
 *			exceptions, alternatives, unwind data); it is f's that the
 *			entry's first relocation refers to
 *	(rest)		what lies between symbols, and is not padding
 *	*UND*, *COM*	as the section of undefined and common symbols, *ABS*
 *
 * Pieces are a multiset: order is not compared. Where the size of a table's
 * entries cannot be told, the table is one piece. Padding between functions and the
 * numbers in names that a compiler or a macro counts (x.isra.0, str.12,
 * __UNIQUE_ID_y3) are not compared either; what such a name refers to is told by
 * its content as well. Nor is .eh_frame, which kernels do not link.
 *
 * Nothing is tolerated beyond that. Line numbers in the code (WARN(), the bug
 * table) have to be configured away: the target's fragment says
 * "# CONFIG_DEBUG_BUGVERBOSE is not set".
 *
 * What elffile.h refuses is one piece, (file), by its bytes: where those are the
 * same nothing has changed, and where they are not it is said why no more is known.
 */
#ifndef OBJECTS_H
#define OBJECTS_H

#include <stdbool.h>
#include <glib.h>

/*
 * All objects below @dir (a build folder) that are in the folders of @goals, but
 * for those that are made of other objects (of a module, or built-in.o).
 */
int objects_digest(char **out, const char *dir, const GPtrArray *goals);
/* One object, named @name in the lines; @bytes may be changed. */
void objects_digest_bytes(GString *out, const char *name, char *bytes, size_t len);

/* A function or variable of one name, in all objects; as bloat-o-meter has it. */
struct objects_size {
	char *name;
	unsigned long before, now;
	bool was, is;		/* is there one? */
};

struct objects_diff {
	GPtrArray *changed;	/* "kernel/a.o: .text: f: changed, 16 to 20 bytes"; functions first */
	GPtrArray *sizes;	/* struct objects_size *: those that differ, the most grown first */
	unsigned int added, removed, grown, shrunk;
	unsigned long up, down;		/* bytes */
	unsigned long before, now;	/* bytes, of all */
};

/* Compare two digests; release with objects_diff_release(). */
void objects_compare(struct objects_diff *out, const char *before, const char *now);
void objects_diff_release(struct objects_diff *diff);

/*
 * bloat-o-meter's columns: the first line, without a newline, and the table below
 * it. The caller frees them.
 */
char *objects_sizes_line(const struct objects_diff *diff);
char *objects_sizes_table(const struct objects_diff *diff);

#endif
