/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * logs - a file for every verdict that is not a pass
 *
 * <state>/logs/<series>/<step>/<check>[-<target>].log holds the verdict, the
 * command that does it by hand, what is new, and all that the tool said.
 */
#ifndef LOGS_H
#define LOGS_H

#include "plan.h"

/*
 * Write them, remove those of verdicts that have become a pass and of steps that the
 * series has no more; sets .log.
 */
int logs_write(struct plan *plan);
/* Set .log where a log of this very verdict lies there already. */
void logs_find(struct plan *plan);
/* Drop all of them, of every series. */
int logs_forget(struct repo *repo);

#endif
