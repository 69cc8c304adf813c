// SPDX-License-Identifier: GPL-2.0-only
#include "apply.h"
#include "carry.h"
#include "ledger.h"

int apply_series(struct result *out, struct repo *repo, const struct series *series,
		 const struct apply_opts *opts)
{
	const struct carry_opts carry = {
		.onto = opts->onto,
		.jobs = opts->jobs,
		.allow_scripts = opts->allow_scripts,
		.no_cache = opts->no_cache,
	};
	const struct account *failed;
	GPtrArray *accounts = NULL;
	git_oid base;
	int ret = carry_series(&accounts, &base, repo, series, &carry);

	failed = ret ? NULL : carry_conflict(accounts);
	if (failed) {
		ledger_conflict(failed);
		ret = E_SERIES;
	}
	if (!ret)
		ret = carry_result(out, accounts, &base, series);
	g_ptr_array_unref(accounts);
	return ret;
}
