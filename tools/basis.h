/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * basis - what a posting stands on, as lines that tools of readers look for
 *
 *	base-commit: <the public commit>
 *	prerequisite-patch-id: <git patch-id --stable>	(one a commit between
 *							that and the series)
 *	change-id: <series.change-id, or made of name and sender>
 *
 * They end the cover letter, or the first patch where there is none. The first
 * two are what git format-patch --base writes, the last is b4's: the same over
 * all versions.
 */
#ifndef BASIS_H
#define BASIS_H

#include "lab.h"
#include "posting.h"

/*
 * Append the lines. @public is where commits begin that readers do not have; the
 * base itself where there are none. It has to be an ancestor of the base, by first
 * parents, and not far: REFUSED otherwise, after a message; with @force it is named
 * for all that, and no patch before it.
 */
int basis_append(GString *out, const struct posting *posting, const git_oid *public,
		 const struct lab *lab, bool force);

/* The id without a label; the caller frees it. */
char *basis_change_id(const struct posting *posting);

#endif
