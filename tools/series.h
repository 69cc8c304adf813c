/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * series - a series as its files say it: respin-series(5)
 *
 * series_read() reads and judges everything that can be judged without a tree:
 * the order, every step's message, every operation and claim, every file that
 * a recipe names. Whatever is wrong is reported at file:line (all of it, not
 * only the first), and no work has begun.
 *
 * Everything belongs to the struct series, which series_free() frees.
 */
#ifndef SERIES_H
#define SERIES_H

#include <stdbool.h>
#include <git2.h>
#include <glib.h>
#include "msg.h"
#include "repo.h"

struct op_kind;

struct op {
	const struct op_kind *kind;
	struct place at;
	char *text;		/* the line as written, for messages */
	char **argv;		/* operands, the last word if-present taken off */
	unsigned int argc;
	bool if_present;
	char *source;		/* file that it reads: rule, script, overlay, patch */
	char *data;		/* that file's content */
	size_t len;
	git_filemode_t mode;	/* of the overlay */
};

enum claim_kind {
	CLAIM_PRESENT,		/* argv: path, token, count */
	CLAIM_ABSENT,		/* path, token */
	CLAIM_UNCHANGED,	/* objects, targets ... */
	CLAIM_UPSTREAM,		/* token, path */
	CLAIM_WAIVE,		/* check, type, reason */
	CLAIM_CHANGE,		/* vN, text */
};

struct claim {
	enum claim_kind kind;
	struct place at;
	char **argv;
	unsigned int argc;
	unsigned int count;	/* present: how many; change: the version */
	bool at_least;		/* present: or more */
};

struct step {
	char *name;
	char *file;		/* series/<series>/<step>.step */
	char *part;		/* its part of the series; NULL: it has none */
	struct ident author;	/* its From: line; name NULL: the user */
	git_time date;		/* its Date: line */
	bool dated;		/* it has one */
	char *message;		/* ends with one newline */
	GPtrArray *ops;		/* struct op * */
	GPtrArray *claims;	/* struct claim * */
	GPtrArray *fixups;	/* struct fixup *, by the names of their bases */
};

struct series {
	char *root;		/* absolute */
	char *name;
	char *dir;		/* <root>/series/<name> */
	GPtrArray *steps;	/* struct step * */
	struct place order;	/* series/<name>/series as a whole */
	git_config *config;	/* series/<name>/config; empty where there is none */
};

/* Find the root upward from @start: the folder that holds series/. */
int series_find_root(char **root, const char *start);
int series_read(struct series **out, const char *root, const char *name);
void series_free(struct series *series);

/*
 * The steps of a part are those from its mark, "part <name>" in the order, to the
 * next one. NULL: all steps. An unknown part is an error.
 */
int series_part(unsigned int *first, unsigned int *n, const struct series *series,
		const char *part);

/* May a series, a step or a part have this name? */
bool series_name_ok(const char *name);
/* A path as the user would type it here: relative, below the current folder. */
char *series_shown(const char *path);

const struct step *series_step(const struct series *series, const char *name);
/* series.<key> of the config; the caller frees it; NULL where unset. */
char *series_config(const struct series *series, const char *key);
bool series_config_bool(const struct series *series, const char *key, bool otherwise);
/* All values of a key that may be given more than once (series.to). */
GPtrArray *series_config_all(const struct series *series, const char *key);

/* Is a diagnostic of this type waived by the step? Returns the claim. */
const struct claim *step_waiver(const struct step *step, const char *check,
				const char *type);
/* Does it claim that the objects of this target (NULL: of any) are its parent's? */
bool step_unchanged(const struct step *step, const char *target);
/* All types that the step waives of this check or operation, a line each; the caller frees it. */
char *step_waivers(const struct step *step, const char *check);
/* The subject: the message's first line; the caller frees it. */
char *step_subject(const struct step *step);

#endif
