/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * config - the resolved kernel configuration of a target, commit by commit
 *
 * A record of its own, because every build's key needs it. Between two commits
 * that differ in nothing that kconfig reads it is the same, and nothing is run.
 *
 * config_recall() looks it up (1: not known); config_resolve() also makes it,
 * with the lane. After either, plan_target.configs[n].text is the .config, or
 * configs[n].status is not 0 and logs[n].text says why there is none.
 */
#ifndef CONFIG_H
#define CONFIG_H

#include "plan.h"

int config_recall(struct plan *plan, struct plan_target *target, unsigned int n);
int config_resolve(struct plan *plan, struct plan_target *target, unsigned int n);
/*
 * The key of a record of what @check's build of subject @n says: tree, target,
 * configuration, toolchain, the scope that was built, and @extra (or NULL).
 * 1: the configuration is not known yet.
 */
int config_key(struct record_key *out, const char *check, struct plan *plan,
	       struct plan_target *target, unsigned int n, bool whole, const char *extra);
/* sha256 of the configuration, for keys. */
char *config_hash(const struct plan_target *target, unsigned int n);

/* Symbols that @now has and @before has not, or otherwise: "+CONFIG_A=y", "-CONFIG_B=m". */
GPtrArray *config_changes(const char *before, const char *now);
/* Can kconfig's answer depend on this file? */
bool config_reads(const char *path);

#endif
