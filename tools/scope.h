/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * scope - which directories of a kernel a series concerns, for one target
 *
 * A directory counts when a source, a local header or its Makefile changes, it
 * has a Makefile or a Kbuild to build it with, and the target's architecture
 * builds it: neither include/, scripts/, tools/ and the like, nor another
 * architecture's folders.
 */
#ifndef SCOPE_H
#define SCOPE_H

#include "repo.h"
#include "target.h"

/* Add those that @paths concern to the sorted set @dirs ("kernel/locking/"). */
int scope_add(GPtrArray *dirs, struct repo *repo, const struct target *target,
	      char *const *paths, const git_oid *from, const git_oid *to);
/* Those of @dirs that @tree can build. */
int scope_in_tree(GPtrArray **out, struct repo *repo, const git_oid *tree,
		  const GPtrArray *dirs);
/* The directory of @path as a goal of make; NULL where no target builds it. */
char *scope_dir(const struct target *target, const char *path);

#endif
