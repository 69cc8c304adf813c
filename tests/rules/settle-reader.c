// SPDX-License-Identifier: GPL-2.0-only
static inline struct rw_semaphore __sched *
__rwsem_down_read_failed_common(struct rw_semaphore *sem, int state)
{
	bool first;

	raw_spin_lock_irq(&sem->wait_lock);

	first = list_empty(&sem->wait_list);
	if (first)
		raw_spin_unlock_irq(&sem->wait_lock);

	while (smp_load_acquire(&waiter.task)) {
		if (signal_pending_state(state, current)) {
			/* in the queue: no share any more */
			raw_spin_lock_irq(&sem->wait_lock);
			if (waiter.task)
				goto interrupted;
		}
	}

interrupted:
	return NULL;
}

static void down_write_failed(struct rw_semaphore *sem)
{
	/* writers have no share that they take back */
	raw_spin_lock_irq(&sem->wait_lock);
	rwsem_add_waiter(sem, &waiter, 0);
}
