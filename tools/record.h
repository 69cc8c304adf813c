/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * record - what a tool was seen to do, kept by content
 *
 * A check first observes (what did the compiler say of this tree?) and then
 * judges (is any of it new against the parent's?). Observations are kept below
 * <state>/records/, each under the hash of all that it depends on; verdicts are
 * computed from them at any time, so that a new judgement needs no new run.
 *
 *	struct record_key key;
 *	record_key(&key, "build", tree, config_hash, toolchain, scope, NULL);
 *	err = record_load(&record, repo, &key);		// > 0: there is none
 *	...
 *	record_release(&record);
 *
 * A record is written aside and renamed, and ends with a checksum: a damaged or
 * empty one is none. An interrupted or a full disk is no observation; failures
 * are kept like successes.
 */
#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <glib.h>
#include "repo.h"

enum {
	RECORD_CANNOT = 1000,	/* .status: there was no way to run; .text says why */
};

struct record {
	int status;		/* exit status of the tool */
	bool clean;		/* from a build folder that held nothing before */
	double seconds;
	char *command;		/* to do it by hand */
	char *text;		/* what it printed */
};

#define RECORD_INIT { 0 }

struct record_key { char hex[65]; };

/* NULL ends the parts; none of them may be NULL. */
void record_key(struct record_key *key, const char *part, ...) G_GNUC_NULL_TERMINATED;
/* 0: loaded; 1: there is none; negative: reported. */
int record_load(struct record *out, struct repo *repo, const struct record_key *key);
int record_store(struct repo *repo, const struct record_key *key,
		 const struct record *record);
/* The same for what is as quickly found out again: a failure to is none of the work. */
void record_keep(struct repo *repo, const struct record_key *key, const struct record *record);
/* As bytes and back; false where they are damaged. */
GString *record_format(const struct record *record);
bool record_parse(struct record *out, const char *data, size_t len);
void record_release(struct record *record);
/* Drop all of them. */
int record_forget(struct repo *repo);

#endif
