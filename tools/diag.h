/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * diag - diagnostics of a build, in a form that two builds can be compared in
 *
 * Knows what gcc, clang, sparse, as, ld, modpost, objtool, kconfig and make
 * print. A diagnostic becomes (file, function, text) without line numbers,
 * addresses and generated suffixes; its continuation lines (carets, notes,
 * "In file included from") belong to it and are not counted. A line that is
 * neither a diagnostic nor the quiet chatter of a kernel build counts as a
 * warning: what is not understood must not be lost.
 *
 *	struct diags *now = diags_parse(log), *before = diags_parse(old_log);
 *	GPtrArray *added = diags_added(now, before);	// borrowed from now
 *	...
 *	g_ptr_array_free(added, TRUE);
 *	diags_free(now);
 *
 * They are multisets: a second, equal diagnostic in the same function is new.
 * Paths are expected relative to the source folder (see objlog_clean()).
 */
#ifndef DIAG_H
#define DIAG_H

#include <stdbool.h>
#include <glib.h>

enum diag_level {
	DIAG_WARNING,
	DIAG_ERROR,
	DIAG_MAKE,	/* make's word that something failed: a consequence */
};

struct diag {
	enum diag_level level;
	char *key;		/* what is compared */
	char *line;		/* as it was printed, first line */
	unsigned int count;
	unsigned int order;	/* of its first appearance */
};

struct diags {
	GHashTable *by_key;	/* char * → struct diag * */
};

struct diags *diags_parse(const char *log);
void diags_free(struct diags *diags);
/* What @now has beyond @before, in the order of printing; borrowed from @now. */
GPtrArray *diags_added(const struct diags *now, const struct diags *before);
/* How many of a level, counted by how often they were printed. */
unsigned int diags_count(const struct diags *diags, enum diag_level level);

/* Is this line kbuild's quiet form: two blanks, a word in capitals, a path? */
bool diag_is_tag(const char *line);

#endif
