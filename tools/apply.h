/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * apply - carry a series out on a base, commit by commit, all of it or none
 *
 * apply_series() runs every step's recipe on an in-memory tree, holds the
 * outcome against the step's claims, and makes the commits (see carry.h). Nothing
 * but objects is written; result_publish() then moves the branch, once. A step
 * that does not apply is reported, and an error.
 */
#ifndef APPLY_H
#define APPLY_H

#include "repo.h"
#include "result.h"
#include "series.h"

struct apply_opts {
	const char *onto;	/* revision of the base; NULL: HEAD */
	unsigned int jobs;
	bool allow_scripts;	/* script: and initialize: blocks in rules */
	bool no_cache;
};

int apply_series(struct result *out, struct repo *repo,
		 const struct series *series, const struct apply_opts *opts);

#endif
