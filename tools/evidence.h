/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * evidence - what respin check has said of the commits that are exported
 *
 *	struct evidence evidence = EVIDENCE_INIT;
 *
 *	evidence_recall(&evidence, repo, series, &which);
 *	evidence_preflight(&evidence);		// may they be posted?
 *	evidence_recall_others(&evidence, &which);
 *	evidence_append(cover, &evidence);	// a compact table
 *	evidence_append_code(cover, &evidence);	// functions before and after
 *	evidence_release(&evidence);
 *
 * Nothing is run: only what is known counts, of these targets (NULL: the
 * series'). Where nothing ever was checked in this tree there is no plan, and no
 * tool of the checks is needed. What is known of other targets is shown as well,
 * and not asked for.
 */
#ifndef EVIDENCE_H
#define EVIDENCE_H

#include "plan.h"

struct evidence {
	struct plan *plan;	/* NULL: nothing is known */
	struct plan *others;	/* targets that the series does not name; or NULL */
};

#define EVIDENCE_INIT { NULL, NULL }

int evidence_recall(struct evidence *evidence, struct repo *repo, const struct series *series,
		    const struct check_opts *which);
/* Of the other targets, too; after evidence_recall(). */
int evidence_recall_others(struct evidence *evidence, const struct check_opts *which);
/*
 * REFUSED, after a message, when a check fails or some of them are missing. A
 * series that never was checked is warned about.
 */
int evidence_preflight(const struct evidence *evidence, const struct series *series);
/*
 * "Checks, on <base>:" and a line a check and a target, with its compiler; not of
 * the checks "mail" and "code", which say nothing that the mail does not. Below it,
 * the architectures that are touched and that nothing was built for (unbuilt.h).
 * E_*: what the steps touch cannot be read.
 */
int evidence_append(GString *out, const struct evidence *evidence);
/*
 * What compilers make of the functions that series.code names, before the first of
 * the steps and after the last: sizes of all, and those of series.disassemble side by
 * side, for every target that has the check "code". E_*: records cannot be read.
 */
int evidence_append_code(GString *out, const struct evidence *evidence);
void evidence_release(struct evidence *evidence);

#endif
