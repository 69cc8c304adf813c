/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report - the verdicts of a plan, for people and for programs
 *
 * The table has a row a step and a column a check; below it stands a line for
 * every verdict that is not a pass, with its log, then what happened to the
 * configuration, what was not built, and whether the series is bisectable. Colours on a terminal
 * only, and not where NO_COLOR is set.
 *
 * report_json() prints one object; its "version" is raised when a field
 * changes its meaning or goes. See respin-check in respin(1).
 */
#ifndef REPORT_H
#define REPORT_H

#include "plan.h"

struct bisectable {
	enum verdict_kind kind;	/* pass, fail, or none: not known */
	char *line;		/* NULL where no build was asked for */
};

void report_table(struct plan *plan);
void report_json(struct plan *plan);

/* yes, 4 steps × 1 target; or which not */
void report_bisectable(struct bisectable *out, const struct plan *plan);
/* How many verdicts of a kind. */
unsigned int report_count(const struct plan *plan, enum verdict_kind kind);
/*
 * What subject @n, a step, changes in the configuration; of the one before the
 * first step, what the target's fragment asks for in vain. The caller unrefs it.
 */
GPtrArray *report_config(const struct plan *plan, const struct plan_target *target,
			 unsigned int n);

#endif
