/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recipe - the operations and claims of a step: reading a line, and the table
 * of what can be done
 *
 * An operation is one row: a file op-<name>.c that defines op_<name>, and the
 * row in recipe.c. It takes the tree of the stage, and leaves a changed one
 * there. An operation without effect is a fault of the series; so its run()
 * returns 0 only when it has changed the tree (or when every file was absent,
 * or none that a pattern matches has what is to be changed, and the line says
 * if-present: this tree does not need it).
 */
#ifndef RECIPE_H
#define RECIPE_H

#include <stdbool.h>
#include "repo.h"
#include "scratch.h"
#include "series.h"

/* Something that an operation has to find in a file. */
struct want {
	enum { WANT_REGEX, WANT_WORD, WANT_LINE } kind;	/* a basic one, as ed's are */
	char *text;
	char *path;		/* the file; NULL: each that the operands name */
	unsigned int line;	/* of the rule or script; 0: not known */
};

/* What the operations of one run share. */
struct stage {
	struct repo *repo;
	const struct series *series;
	const struct step *step;	/* the one under way */
	git_oid tree;			/* as the operations so far have left it */
	struct scratch *scratch;
	GHashTable *spent;		/* rules and scripts, with the files they have changed */
	struct later *later;		/* for judgements that can wait; NULL: none can */
	unsigned int jobs;
	bool allow_scripts;
	bool no_cache;
};

enum op_source { SOURCE_NONE, SOURCE_RULE, SOURCE_EDIT, SOURCE_OVERLAY };

struct op_kind {
	const char *name;
	const char *usage;		/* operands, for messages and the manual */
	unsigned int min, max;		/* how many operands */
	enum op_source source;		/* what the first operand names */
	bool globs;			/* may its paths be patterns? */
	bool links;			/* may they be symbolic links? */
	int (*run)(struct stage *stage, const struct op *op);
	/*
	 * Is its outcome there already? NULL: the tree alone cannot tell. Changes
	 * nothing. E_SERIES stands for "no", whatever was reported.
	 */
	int (*there)(bool *there, struct stage *stage, const struct op *op);
	/* Does the rule or script write this word (NULL: any), or look for it to take it away? */
	bool (*adds)(const struct op *op, const char *word);
	bool (*takes)(const struct op *op, const char *word);
	/* What it looks for, in its order, to say what was not found; may be NULL. */
	GPtrArray *(*wants)(const struct op *op);
};

extern const struct op_kind op_cocci, op_delete, op_ed, op_overlay, op_patch, op_rename;

/*
 * Read one line of a step file below its "---". Comments and blank lines add
 * nothing. Faults are reported at @at (E_SERIES).
 */
int recipe_read_line(struct step *step, const struct series *series,
		     const struct place *at, const char *line);

/* Where the step's recipe renames @path from; @path itself where it does not. */
const char *recipe_renamed(const struct step *step, const char *path);

GPtrArray *wants_new(void);
/* @text is copied. */
void wants_add(GPtrArray *wants, int kind, const char *text, const char *path, unsigned int line);

void op_free(void *op);
void claim_free(void *claim);

/* The word that a claim begins with. */
const char *claim_name(enum claim_kind kind);

/* NULL, or what is wrong with a path inside a tree. */
const char *path_fault(const char *path);

/*
 * The files that an operation's path operands (from the @first on) name in the
 * stage's tree: plain ones that exist, and all that a pattern matches. A plain
 * one that does not exist, or a pattern without a match, is an error unless
 * the line says if-present. Links and folders are refused.
 */
struct target {
	char *path;
	struct entry entry;
	bool named;		/* plainly, not by a pattern */
};
int op_targets(GArray **out, const struct stage *stage, const struct op *op,
	       unsigned int first);

#endif
