/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * twice - was something put in that stood right there already?
 *
 * A script that adds a line behind another finds its place in a tree that has
 * the line, too, and adds it again. What came out then has the same lines twice,
 * one copy behind the other.
 */
#ifndef TWICE_H
#define TWICE_H

#include "repo.h"

/* Is that all that has changed from the one tree to the other? */
int twice_all(bool *twice, struct repo *repo, const git_oid *before, const git_oid *after);

#endif
