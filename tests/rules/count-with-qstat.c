// SPDX-License-Identifier: GPL-2.0-only
/* Every form that an event is counted in, and what must be left alone. */

static void slowpath(struct lock *lock, int idx, int waitcnt)
{
	lockevent_inc(lock_slowpath);
	if (idx >= MAX_NODES) {
		lockevent_inc(lock_no_node);
		return;
	}

	lockevent_cond_inc(lock_use_node2 + idx - 1, idx);
	lockevent_cond_inc(pv_wait_again, waitcnt);
}

static void wait(struct node *node)
{
	for (;;) {
		/* the count is of wakeups that were of no use */
		lockevent_cond_inc(pv_spurious_wakeup,
				  !READ_ONCE(node->locked));
	}
}

static void hash(int hopcnt)
{
	lockevent_pv_hop(hopcnt);
	lockevent_add(lock_pending, hopcnt);
}
