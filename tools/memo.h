/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * memo - what an operation made of a file, remembered by content
 *
 * The key is everything that the outcome depends on: the file's blob, its
 * name, the rule or script, the options, and the tool's version. Entries lie in
 * <state>/memo, each written aside and renamed. Losing them all loses time
 * only; an entry that does not read as one is no entry.
 *
 *	char *key = memo_key("cocci", rule, path, version, NULL);
 *	if (!memo_get(&id, repo, key)) { ...; memo_put(repo, key, &id); }
 */
#ifndef MEMO_H
#define MEMO_H

#include <stdbool.h>
#include "repo.h"

/* A SHA-256 in hex of the strings, each with its length; the caller frees it. */
char *memo_key(const char *kind, ...) G_GNUC_NULL_TERMINATED;
/* The blob that came out; only one that still is in the object store. */
bool memo_get(git_oid *out, struct repo *repo, const char *key);
/* Remember. A failure to is no failure of the work: it is not reported. */
void memo_put(struct repo *repo, const char *key, const git_oid *id);

#endif
