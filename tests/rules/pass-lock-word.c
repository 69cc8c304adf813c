// SPDX-License-Identifier: GPL-2.0-only
static bool rwsem_try_write_lock(struct rw_semaphore *sem,
				 struct rwsem_waiter *waiter)
{
	long count = atomic_long_read(&sem->count);
	long new;

	do {
		if (count & RWSEM_LOCK_MASK)
			return false;

		new = count + RWSEM_WRITER_LOCKED;
	} while (!atomic_long_try_cmpxchg_acquire(&sem->count, &count, new));

	return true;
}

static inline bool rwsem_try_write_lock_unqueued(struct rw_semaphore *sem)
{
	long count = atomic_long_read(&sem->count);
	long new = count + RWSEM_WRITER_LOCKED;

	return atomic_long_try_cmpxchg_acquire(&sem->count, &count, new);
}

static bool rwsem_optimistic_spin(struct rw_semaphore *sem)
{
	while (rwsem_spin_on_owner(sem)) {
		/* free? */
		if (rwsem_try_write_lock_unqueued(sem))
			return true;
	}

	return false;
}

static inline struct rw_semaphore *
__rwsem_down_write_failed_common(struct rw_semaphore *sem, int state)
{
	struct rwsem_waiter waiter = {
		.task = current,
	};
	DEFINE_WAKE_Q(wake_q);
	long count;

	if (rwsem_optimistic_spin(sem))
		return sem;

	count = rwsem_add_waiter(sem, &waiter, 0);
	while (!rwsem_try_write_lock(sem, &waiter)) {
		if (signal_pending_state(state, current))
			return NULL;
		schedule();
	}

	return sem;
}

/* once, so there is nothing to be saved */
static bool fast_path(struct rw_semaphore *sem)
{
	return cmpxchg(&sem->count, 0, RWSEM_WRITER_LOCKED) == 0;
}
// present RWSEM_WRITER_LOCKED 2
