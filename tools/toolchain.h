/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * toolchain - which programs a verdict depends on, and their versions
 *
 * toolchain_id() gives one line that changes when a program does: the first
 * line of its --version. Versions are remembered by the program's path, size
 * and time, so that a run with nothing to do starts no compiler.
 *
 * A program that is missing is an error that names the Debian package.
 */
#ifndef TOOLCHAIN_H
#define TOOLCHAIN_H

#include "repo.h"

struct target;		/* target.h */

/* "gcc (Debian 12.2.0-14) 12.2.0"; the caller frees it. */
int toolchain_version(char **out, struct repo *repo, const char *program);
/* The first of a target's compiler and linker that is not here; NULL: none. The caller frees it. */
char *toolchain_missing(const struct target *target);
/* The file behind it: path, inode, size and time; the caller frees it. */
char *toolchain_file(const char *program);
/* Compiler and linker of a target. */
int toolchain_id(char **out, struct repo *repo, const struct target *target);

#endif
