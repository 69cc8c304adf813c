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

/* Write them, remove those of verdicts that have become a pass; sets .log. */
int logs_write(struct plan *plan);

#endif
