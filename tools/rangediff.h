/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rangediff - how two postings of a series differ: git range-diff, in the lab
 */
#ifndef RANGEDIFF_H
#define RANGEDIFF_H

#include "kept.h"
#include "lab.h"

/*
 * Append the comparison of @old with @new. Beyond @max lines it is cut down to a
 * line a patch; 0: as long as it comes.
 */
int rangediff_append(GString *out, struct lab *lab, const struct kept *old,
		     const struct kept *new, unsigned int max);

#endif
