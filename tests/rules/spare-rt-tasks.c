// SPDX-License-Identifier: GPL-2.0-only
static inline bool rwsem_keep_spinning(struct rw_semaphore *sem,
				       enum owner_state state, int *tries)
{
	if (state == OWNER_NULL && (need_resched() || rt_task(current)))
		return false;

	if (state == OWNER_READER) {
		if (need_resched())
			return false;
		/* in vain so far */
		if (--*tries > 0)
			return true;
		lockevent_inc(rwsem_opt_norspin);
	}

	if (state == OWNER_NULL)
		return true;
	return state & OWNER_SPINNABLE;
}

static void rwsem_claim_handoff(struct rwsem_waiter *waiter)
{
	if (!rt_task(waiter->task) && !time_after(jiffies, waiter->timeout))
		return;
}
// present OWNER_NULL 1
// present need_resched 1
