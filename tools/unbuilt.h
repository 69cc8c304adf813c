/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * unbuilt - architectures that a series touches and that nothing was built for
 *
 *	err = unbuilt_find(&archs, &plan, 1);
 *	lines = unbuilt_lines(archs);
 *	g_ptr_array_unref(...);				// both
 *
 * A step touches an architecture when it changes something in the folder below
 * arch/ that is the architecture's. It was built where a build for a target of
 * that architecture has said something (not skip) of each of these steps, of
 * those that are looked at. Where no build was asked for, nothing is missing.
 */
#ifndef UNBUILT_H
#define UNBUILT_H

#include "plan.h"

enum unbuilt_why {	/* the later one says more */
	UNBUILT_TARGET,		/* there is no target for it */
	UNBUILT_COMPILER,	/* there is one, whose compiler is not installed */
	UNBUILT_ASK,		/* there is one that was not asked for */
	UNBUILT_SKIP,		/* it was tried, but the base does not build */
	UNBUILT_YET,		/* nothing is known of it yet */
	UNBUILT_NOT,		/* it was built */
};

struct unbuilt {
	char *arch;		/* the folder's name: sh */
	enum unbuilt_why why;
	char *target;		/* that would do it: sh4; or NULL */
	char *missing;		/* program that this takes; or NULL */
};

/* struct unbuilt *, by name; of @n plans for the same steps. The caller unrefs it. */
int unbuilt_find(GPtrArray **out, struct plan *const *plans, unsigned int n);
/* "not asked for", "no target" and so on. */
const char *unbuilt_word(enum unbuilt_why why);
/* Those for the same reason on one line, and what would help; the caller unrefs them. */
GPtrArray *unbuilt_lines(const GPtrArray *archs);

/* The architecture whose a path is: um of arch/x86/um/Makefile; NULL: all have it. */
char *unbuilt_arch(const char *path);

#endif
