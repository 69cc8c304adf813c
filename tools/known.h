/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * known - what git was seen to make of a posting, remembered by content
 *
 *	known = known_open(repo, posting->name);
 *	sum = known_key_begin(known, "diff");
 *	known_key_add(sum, ...);		// each thing that the outcome depends on
 *	key = known_key_end(sum);
 *	text = known_get(known, key);
 *	if (!text) { ...; known_put(known, key, bytes, len); }
 *	known_close(known);			// remembered from now on
 *
 * Which git it was belongs to every key: its version, and the file that was run.
 * All that is known of one posting is one file, <state>/known/<name>, written aside
 * and renamed, with a checksum: a damaged one is none. Losing it loses time only.
 */
#ifndef KNOWN_H
#define KNOWN_H

#include "repo.h"

struct known;

struct known *known_open(struct repo *repo, const char *name);
GChecksum *known_key_begin(const struct known *known, const char *kind);
void known_key_add(GChecksum *sum, const char *bytes, size_t len);
/* Ends with it; the caller frees the key. */
char *known_key_end(GChecksum *sum);
/* Borrowed, until known_close(); NULL: not known. */
const GString *known_get(struct known *known, const char *key);
void known_put(struct known *known, const char *key, const char *bytes, size_t len);
/*
 * What was asked for or put is remembered, and some of what was before. A failure to
 * is no failure of the work: it is not reported.
 */
void known_close(struct known *known);

#endif
