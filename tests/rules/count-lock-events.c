// SPDX-License-Identifier: GPL-2.0-only
static void slowpath(struct lock *lock, int idx, int waitcnt)
{
	qstat_inc(qstat_lock_pending, true);

	/* with a comment above */
	qstat_inc(qstat_lock_slowpath, true);
	if (idx > 3) {
		qstat_inc(qstat_lock_no_node, true);
		return;
	}
	qstat_inc(qstat_lock_idx1 + idx - 1, idx);
	qstat_inc(qstat_lock_use_node2 + idx - 1, idx);

	for (; waitcnt; waitcnt--)
		qstat_inc(qstat_pv_wait_again, waitcnt);
	if (lock)
		qstat_inc(qstat_pv_lock_stealing, true);
	if (lock) {
		if (idx) {
			qstat_inc(qstat_pv_spurious_wakeup, !READ_ONCE(lock->a));
			qstat_inc(qstat_pv_wait_early, waitcnt > 0);
		}
		qstat_inc(qstat_pv_wait_head, true);
		qstat_inc(qstat_pv_wait_node, true);
		qstat_hop(idx + 1);
	}
	qstat_inc(qstat_pv_kick_unlock, true);
}

/* another name */
static void other(struct stat *stat)
{
	qstat_include(stat, true);
}
