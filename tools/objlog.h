/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * objlog - what the making of each object printed
 *
 * An incremental build prints the warnings of what it rebuilt and no others.
 * So a build folder carries this: for each thing that kbuild made ("CC
 * kernel/foo.o"), the lines that followed its quiet line. Merging the log of
 * another run replaces what was made again and keeps the rest; the sum is what
 * a build from nothing would have printed.
 *
 * What make and Makefiles print belongs to the run, not to an object: it is
 * kept under the empty name and forgotten at the next merge.
 *
 * objlog_text() gives it all as one log, sorted by object, the silent ones left
 * out; merging that text into an empty objlog gives the same objlog again.
 */
#ifndef OBJLOG_H
#define OBJLOG_H

#include <stdbool.h>
#include <glib.h>

struct objlog {
	GHashTable *text;	/* char * → GString * */
	GHashTable *fresh;	/* names in the last log that was merged */
};

struct objlog *objlog_new(void);
void objlog_free(struct objlog *log);
void objlog_merge(struct objlog *log, const char *raw);
/* The object or source @path is gone. */
void objlog_forget(struct objlog *log, const char *path);

/*
 * Those for which @keep says yes; the caller frees the text. NULL: all.
 * objlog_is_fresh() tells whether the last merge named it.
 */
char *objlog_text(const struct objlog *log,
		  bool (*keep)(const struct objlog *log, const char *name, void *data),
		  void *data);
bool objlog_is_fresh(const struct objlog *log, const char *name);

/* @raw without @prefix (a folder) in front of every path that is below it. */
char *objlog_clean(const char *raw, const char *prefix);

#endif
