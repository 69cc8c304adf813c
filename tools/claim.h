/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * claim - hold a step's result against what the step says of it
 *
 * present and absent are looked at here, on the step's tree; unchanged and
 * waive are read by the checks, upstream by rebase, change by export.
 */
#ifndef CLAIM_H
#define CLAIM_H

#include "recipe.h"

/* All claims of the stage's step; each that does not hold is reported. */
int claims_hold(const struct stage *stage);

#endif
