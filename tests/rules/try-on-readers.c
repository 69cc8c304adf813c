// SPDX-License-Identifier: GPL-2.0-only
static inline bool rwsem_keep_spinning(struct rw_semaphore *sem,
				       enum owner_state state)
{
	/* not for us */
	if (rwsem_handoff_due(sem))
		return false;

	return state & OWNER_SPINNABLE;
}

static bool rwsem_optimistic_spin(struct rw_semaphore *sem, const long wlock)
{
	enum owner_state state;
	bool taken = false;

	for (;;) {
		state = rwsem_spin_on_owner(sem);
		if (taken || !rwsem_keep_spinning(sem, state))
			break;
	}

	return taken;
}
