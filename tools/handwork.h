/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * handwork - what a person did in a worksite becomes a fixup of the step
 */
#ifndef HANDWORK_H
#define HANDWORK_H

#include "rebase-state.h"
#include "series.h"

/*
 * Nothing where no step conflicts, or nothing was changed. A conflict's marker
 * that is left over is refused (E_SERIES), and the worksite stays. The series has
 * to be read again afterwards.
 */
int handwork_take(struct repo *repo, const struct series *series,
		  const struct rebase_state *state);

#endif
