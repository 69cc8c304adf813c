/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ccache - the compiler's cache, as far as it is to be believed
 *
 *	err = ccache_find(&works, "gcc");
 *	err = ccache_key(&key, repo, &tree);
 *	ccache_environment(&run, key, cold);
 *	... CC="ccache gcc" ...
 *	g_free(key);
 *
 * A clean build is the last word on a commit, and it is served by ccache. So
 * ccache must not give it anything that the compiler would not:
 *
 * - Its direct mode knows the headers that were read, not those that would have
 *   been if they had been there: a header that comes before another of its name
 *   on the include path goes unseen, and so does one that __has_include() asks
 *   for. ccache_key() is a digest of what headers a tree has, and of the Makefiles
 *   that generate others, and goes into the direct mode's hash.
 * - With what the compiler lists of the headers that it read (its depend mode) the
 *   preprocessor need not run for each object that is not there yet, which is a
 *   quarter of the time. Where the list leaves out the system's headers, as that of
 *   a build's own tools does, this is not done (ccache_for_tools).
 * - Elsewhere the preprocessor drops comments, and one comment ("fall through") can
 *   silence a warning: they are made part of the hash.
 * - The user's configuration may be sloppy about times, options or headers, turn on
 *   the inode cache or hard links (objtool writes into objects), or name another
 *   compiler: what bears on the outcome is set here. Where the cache is, how large,
 *   and whether it is used at all, is left to the user.
 *
 * The names of the variables are those of ccache 3.6 to 4.x; others ignore them.
 */
#ifndef CCACHE_H
#define CCACHE_H

#include "repo.h"
#include "run.h"

/*
 * Is it installed, and can it do its work (a folder that it may write to, settings
 * that it understands)? Where it cannot, a warning says why.
 */
int ccache_find(bool *works, const char *compiler);
/* Words before the compiler of the build's own tools */
extern const char ccache_for_tools[];

/* The caller frees the key. */
int ccache_key(char **out, struct repo *repo, const git_oid *tree);
/* Words for env(1); @cold: compile anew, whatever is in the cache. */
void ccache_environment(struct run *run, const char *key, bool cold);

#endif
