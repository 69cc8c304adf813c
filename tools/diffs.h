/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * diffs - what git writes of a posting's commits: diffstat, summary, patch
 *
 * One git for all of them, and none for those that it was seen to write before
 * (posting.known; a diff depends on the two trees and on git). Options are such
 * that it writes the same whatever its version and anybody's settings are.
 */
#ifndef DIFFS_H
#define DIFFS_H

#include "posting.h"

/* Fills each patch's .diff; E_*, or REFUSED, reported, where a commit changes nothing. */
int diffs_patches(struct posting *posting, const struct lab *lab);
/* Append diffstat and summary of the posting as a whole. */
int diffs_stat(GString *out, const struct posting *posting, const struct lab *lab);

#endif
