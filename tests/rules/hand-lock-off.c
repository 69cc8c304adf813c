// SPDX-License-Identifier: GPL-2.0-only
struct rwsem_waiter {
	struct list_head list;
	struct task_struct *task;
	enum rwsem_waiter_type type;
};

static long rwsem_add_waiter(struct rw_semaphore *sem,
			     struct rwsem_waiter *waiter, long share)
{
	if (list_empty(&sem->wait_list))
		share += RWSEM_FLAG_WAITERS;
	list_add_tail(&waiter->list, &sem->wait_list);

	return atomic_long_add_return(share, &sem->count);
}

static void __rwsem_mark_wake(struct rw_semaphore *sem,
			      enum rwsem_wake_type wake_type,
			      struct wake_q_head *wake_q)
{
	struct rwsem_waiter *waiter;
	long readers, share = 0;

	waiter = list_first_entry(&sem->wait_list, struct rwsem_waiter, list);
	if (wake_type != RWSEM_WAKE_READ_OWNED) {
		if (!rwsem_reserve_read(sem))
			return;

		share -= RWSEM_READER_BIAS;
	}

	readers = rwsem_cut_readers(sem);

	/* each share */
	share += readers * RWSEM_READER_BIAS;
	if (list_empty(&sem->wait_list))
		share -= RWSEM_FLAG_WAITERS;
	atomic_long_add(share, &sem->count);
}

static void rwsem_del_waiter(struct rw_semaphore *sem,
			     struct rwsem_waiter *waiter,
			     struct wake_q_head *wake_q)
{
	bool first = rwsem_is_first(sem, waiter);

	list_del(&waiter->list);
	/* no order */
	if (list_empty(&sem->wait_list))
		atomic_long_andnot(RWSEM_FLAG_WAITERS, &sem->count);
	else if (first)
		__rwsem_mark_wake(sem, RWSEM_WAKE_ANY, wake_q);
}

static bool rwsem_try_write_lock(struct rw_semaphore *sem,
				 struct rwsem_waiter *waiter)
{
	long count = atomic_long_read(&sem->count);
	long new;

	do {
		if (count & RWSEM_LOCK_MASK)
			return false;

		new = count + RWSEM_WRITER_LOCKED;
		if (list_is_singular(&sem->wait_list))
			new -= RWSEM_FLAG_WAITERS;
	} while (!atomic_long_try_cmpxchg_acquire(&sem->count, &count, new));

	return true;
}

static inline bool rwsem_try_write_lock_unqueued(struct rw_semaphore *sem)
{
	long count = atomic_long_read(&sem->count);

	while (!(count & RWSEM_LOCK_MASK)) {
		long new = count + RWSEM_WRITER_LOCKED;

		if (atomic_long_try_cmpxchg_acquire(&sem->count, &count, new))
			return true;
	}

	return false;
}

/* as kernels of 2018 and 2019 have it */
static bool rwsem_optimistic_spin(struct rw_semaphore *sem)
{
	bool taken = false;

	while (rwsem_spin_on_owner(sem)) {
		if (rwsem_try_write_lock_unqueued(sem)) {
			taken = true;
			break;
		}
		cpu_relax();
	}
	return taken;
}

static inline struct rw_semaphore *
__rwsem_down_write_failed_common(struct rw_semaphore *sem, int state)
{
	while (!rwsem_try_write_lock(sem, &waiter)) {
		if (signal_pending_state(state, current))
			goto interrupted;

		raw_spin_unlock_irq(&sem->wait_lock);
		schedule();
		raw_spin_lock_irq(&sem->wait_lock);
	}

	return sem;

interrupted:
	return ERR_PTR(-EINTR);
}
