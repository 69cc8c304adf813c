/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * target - an architecture, a configuration and a toolchain to build for
 *
 * series/targets/<name>.config is a kernel configuration fragment that is laid
 * over a base configuration. Comment lines of it say the rest:
 *
 *	# respin: arch = x86_64			default: x86_64
 *	# respin: cross = aarch64-linux-gnu-	default: none, the native compiler
 *	# respin: compiler = gcc		or clang
 *	# respin: base = tinyconfig		or allnoconfig, defconfig, ...
 *	# respin: make = HOSTCFLAGS=-fcommon	further words for make; may be repeated
 *	# respin: scope = vmlinux		or directories: kernel/locking/ mm/
 *	# respin: checks = build objects	what it is for; default: sparse build
 *	# respin: torture = shutdown_secs=60	parameters of locktorture (torture.h); may be
 *						repeated
 *
 * Any other key is an error at its line. Everything belongs to the struct.
 */
#ifndef TARGET_H
#define TARGET_H

#include <stdbool.h>
#include <glib.h>

struct target {
	char *name, *file;
	char *arch, *cross, *compiler, *base;
	GPtrArray *make;	/* words */
	GPtrArray *scope;	/* goals of make */
	GPtrArray *checks;	/* names of checks; empty: the default */
	GPtrArray *torture;	/* name=value */
	char *fragment;		/* the file as it is */
	GPtrArray *symbols;	/* struct symbol *, as the fragment asks for them */
	char *hash;		/* sha256 of all that decides a build */
};

struct symbol {
	char *name;		/* CONFIG_SMP */
	char *value;		/* y, m, n, "text", 17 */
};

/* <root>/series/targets/<name>.config; E_SERIES where there is none, or it is wrong. */
int target_read(struct target **out, const char *root, const char *name);
/* The same from text; @file is for messages. */
int target_parse(struct target **out, const char *name, const char *file, const char *text);
void target_free(struct target *target);
/* Names of all in <root>/series/targets, sorted; the caller unrefs them. */
GPtrArray *target_names(const char *root);

/* Is it for this check? @otherwise where the file does not say. */
bool target_for(const struct target *target, const char *check, bool otherwise);
/* Folder below arch/: x86 for x86_64 and i386. */
const char *target_srcarch(const struct target *target);
/* The compiler's program name. */
char *target_cc(const struct target *target);

/* One line of a .config; false where it sets nothing. The caller frees both. */
bool symbol_parse(char **name, char **value, const char *line);
/* Those of the fragment that @config does not have as asked: "CONFIG_A=y", ... */
GPtrArray *target_lost(const struct target *target, const char *config);
/* @base with the fragment's symbols, and with nothing that makes warnings errors. */
char *target_merge(const struct target *target, const char *base);

#endif
