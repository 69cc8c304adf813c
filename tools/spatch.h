/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * spatch - running Coccinelle on private copies, and reading what it says
 *
 * A job is one file. spatch_run() carries the rule out on it, and starts, beside,
 * what it takes to judge that: which lines spatch could not parse before, and, where
 * the file has changed, which it cannot parse now and what the rule makes of its own
 * result. Jobs run in parallel, a process a file. What spatch can parse of one text
 * is asked once.
 *
 *	spatch_run(jobs, stage, op);	// .after is there, .changed says so
 *	run_beside_end();		// now or later
 *	spatch_end(jobs);		// the rest is there, too
 *
 * Isomorphisms are off ("x == NULL" does not match "!x"): a rule says what it
 * means, or "// Isomorphisms: yes" in its header. Options and the macro file
 * (semantic-patches/kernel-macros.h of the root, else the one built in) are
 * part of spatch_version(), and so of every memo key.
 */
#ifndef SPATCH_H
#define SPATCH_H

#include "recipe.h"
#include "run.h"

/* A piece of a file that spatch could not parse, and so skipped. */
struct skip {
	char *text;		/* its lines */
	unsigned int line;	/* where the parser gave up, from 1 */
	unsigned int lines;
};

struct parse;

struct spatch_job {
	char *file;		/* the private copy, changed in place */
	char *dir;		/* a folder of its own for further copies */
	GString *after;		/* what came out */
	bool changed;		/* it differs from what went in */
	GString *again;		/* and out of that, where it does */
	const GPtrArray *bad_before, *bad_after;	/* struct skip * */
	struct parse *before, *then;	/* what spatch can parse of both texts */
	struct run apply, reapply;
};

struct spatch_job *spatch_job_new(const char *file, const char *dir);
void spatch_job_free(void *job);
int spatch_run(GPtrArray *jobs, struct stage *stage, const struct op *op);
/* Did the rule run to its end, without a word? Else there is something to be said. */
bool spatch_is_quiet(const struct spatch_job *job);
/* .again and .bad_after are there where every rule ran to its end. */
int spatch_end(GPtrArray *jobs);
/*
 * Did it run to a good end? Faults are reported with the operation, the file's
 * @path and spatch's own words. @doubtful: it said something on stderr.
 */
int spatch_verdict(const struct spatch_job *job, const struct op *op, const char *path,
		   bool *doubtful);

/* spatch's version, options and macros; the caller frees it. */
int spatch_version(char **out, struct repo *repo, const char *root);
/* The pieces that "spatch --parse-ch" complains of, in its stdout and stderr. */
GPtrArray *spatch_parse_skips(const char *text);

#endif
