/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stale - objects that a kernel build keeps although it should not
 *
 * make rebuilds what is older than a file that it read. It does not see that
 *
 * - a header came or went on the include path before one that was read: the
 *   arch's asm/x.h and the wrapper that generic-y gives are such a pair, and
 *   the old one stays linked, in either direction, with exit status 0;
 * - a file that was read is gone: make 4.3 leaves it out of $? where there is
 *   .SECONDARY, and so no kernel's build notices;
 * - a header came that __has_include() had asked for in vain;
 * - a source went whose object, or generated source, still lies there;
 * - a Makefile stopped making a file, or makes it by another rule;
 * - a script or a tool changed that others are made by;
 * - a symbolic link leads to another, older, file.
 *
 * Between two neighbouring trees, stale_remove() takes away every object that
 * one of these may concern, from the folder that was built from the first.
 * What it cannot know is for the clean builds of check.c to find.
 */
#ifndef STALE_H
#define STALE_H

#include <stdbool.h>
#include "objlog.h"
#include "repo.h"

/*
 * @all is set where nothing in the folder can be trusted (the build system
 * itself changed): nothing was removed then, and the caller starts afresh.
 */
int stale_remove(bool *all, const char *out, struct objlog *log, struct repo *repo,
		 const git_oid *from, const git_oid *to);

/*
 * Whatever has printed something: after a change of the configuration it may be
 * part of the kernel no more, and what it said would be taken for the kernel's.
 */
int stale_remove_said(const char *out, struct objlog *log);

/* Makefile, Kbuild, and what these include: Makefile_32.cpu, Kbuild.platforms */
bool stale_is_makefile(const char *path);

/* For tests: headers that generic-y and its kin list in one and not the other. */
void stale_headers_listed(GHashTable *names, const char *before, const char *after);

#endif
