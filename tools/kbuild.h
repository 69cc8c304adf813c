/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kbuild - make, in one build folder of a lane
 *
 *	err = kbuild_open(&kbuild, lane, target, toolchain, jobs);
 *	err = lane_switch(lane, &tree);
 *	err = kbuild_configure(&config, &log, kbuild);	// a .config's text
 *	err = kbuild_prepare(kbuild, &tree, config, clean);
 *	err = kbuild_make(&record, kbuild, goals, KBUILD_COMPILE);
 *	kbuild_free(kbuild);
 *
 * A build is incremental where the folder is known to hold what an earlier,
 * whole run of make left; after an interruption, or for another target or
 * toolchain, it starts from nothing (ccache gives most of it back). stale.h says
 * what is removed between two trees.
 *
 * Builds are reproducible: time, user, host and version are fixed, and warnings
 * are not errors. -k goes on after a failure, so that all of them are seen.
 *
 * A full disk, a killed compiler and Ctrl-C are errors, never results. make ends
 * with status 0 or 2; any other comes from a runner (lane.h) whose machine went
 * away: the job is run again, from nothing, a few times.
 */
#ifndef KBUILD_H
#define KBUILD_H

#include "lane.h"
#include "objlog.h"
#include "record.h"
#include "target.h"

struct kbuild {
	struct lane *lane;
	const struct target *target;
	const char *kcflags;	/* further flags for the compiler */
	char *toolchain;
	unsigned int jobs;
	char *out;		/* O= */
	char *state;		/* file: what the folder holds */
	char *hand;		/* O= of the commands that are printed; nothing else uses it */
	char *config;		/* file: the configuration, for these; NULL before one is known */
	char *command;		/* that does the last make once more, from nothing, by hand */
	char *headers;		/* of headers_tree, for ccache.h */
	git_oid headers_tree;
	struct objlog *log;
	git_oid tree;		/* that was built last; zero: the folder is empty or unknown */
	git_oid now;		/* that is about to be */
	int status;		/* of the last make, which built .tree; -1: not known */
	bool clean;		/* nothing was there before this tree */
	bool ccache;		/* before the compiler */
	bool cold;		/* ccache is to compile anew: a failure is being confirmed */
};

/*
 * What is printed to do a build by hand must not depend on what lies in a folder by
 * then, and must not change what the next run finds: it begins with an empty folder
 * of its own and the very configuration.
 */

enum kbuild_what {
	KBUILD_COMPILE,		/* the record has what the compiler said */
	KBUILD_SPARSE,		/* sparse runs on everything in the goals, and that is recorded */
};

/*
 * @flavour, where not NULL, is a second folder for the same target, whose objects
 * are compiled with @kcflags (a static string) besides.
 */
int kbuild_open(struct kbuild **out, struct lane *lane, const struct target *target,
		const char *toolchain, unsigned int jobs, const char *flavour,
		const char *kcflags);
void kbuild_free(struct kbuild *kbuild);

/*
 * The target's configuration for the tree that the lane holds, resolved by
 * olddefconfig, and what kconfig printed. 1: it cannot be configured; *log says
 * why, and *config is NULL.
 */
int kbuild_configure(char **config, char **log, struct kbuild *kbuild);
/* Ready the folder for the tree that the lane holds; from nothing where @clean. */
int kbuild_prepare(struct kbuild *kbuild, const char *config, bool clean);
int kbuild_make(struct record *out, struct kbuild *kbuild, const GPtrArray *goals,
		enum kbuild_what what);

#endif
