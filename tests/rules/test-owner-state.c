// SPDX-License-Identifier: GPL-2.0-only
static bool rwsem_optimistic_spin(struct rw_semaphore *sem)
{
	while (rwsem_spin_on_owner(sem) && !due(sem)) {
		/* free? */
		if (rwsem_try_write_lock_unqueued(sem))
			return true;
	}

	return false;
}
