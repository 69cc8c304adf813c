/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rewrite - operations that give files to another program and take them back
 *
 * What op-cocci and op-ed share: which files, what is known of them from the
 * memo, where the program may write, and what has to be true at the end.
 *
 *	rewrite_begin(&rw, stage, op, version);
 *	for each file that is not .known:
 *		run the program on .file in .dir, judge it, set .after
 *	rewrite_end(&rw);	// every named file has changed; the new tree
 *	rewrite_release(&rw);
 *
 * A file's outcome is remembered unless .doubtful is set. The same rule or
 * script on the same file a second time in a series is refused: it would insert
 * what it has inserted, and what it has done it need not do again.
 */
#ifndef REWRITE_H
#define REWRITE_H

#include "recipe.h"
#include "run.h"

struct rewrite_file {
	char *path;		/* in the tree */
	struct entry entry;
	bool named;		/* plainly: it must change */
	GString *before, *after;	/* after NULL: not touched */
	char *key;		/* for the memo */
	bool known;		/* after comes from the memo */
	bool doubtful;		/* not to be remembered */
	bool unjudged;		/* not to be remembered yet: rewrite_remember() */
	git_oid made;		/* the blob that came out */
	char *dir, *file;	/* private folder, and the copy in it */
	struct run run;
};

struct rewrite {
	struct stage *stage;
	const struct op *op;
	GPtrArray *files;	/* struct rewrite_file * */
};

/*
 * Collect the files of the operation's operands from the second on. @version
 * names the program, its version and its options.
 */
int rewrite_begin(struct rewrite *rw, struct stage *stage, const struct op *op,
		  const char *version);
/* Write the file's copy to a private folder of its own. */
int rewrite_place(struct rewrite *rw, struct rewrite_file *f);
int rewrite_end(struct rewrite *rw);
/* For those whose judgement came after rewrite_end(). */
void rewrite_remember(const struct rewrite *rw, const struct rewrite_file *f);
void rewrite_release(struct rewrite *rw);

bool rewrite_changed(const struct rewrite_file *f);

#endif
