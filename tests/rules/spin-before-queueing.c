// SPDX-License-Identifier: GPL-2.0-only
static inline struct rw_semaphore __sched *
__rwsem_down_read_failed_common(struct rw_semaphore *sem, int state)
{
	bool first;
	long count;

	raw_spin_lock_irq(&sem->wait_lock);
	rwsem_settle_reader();

	first = list_empty(&sem->wait_list);
	if (first &&
	    !(atomic_long_read(&sem->count) & RWSEM_READ_FAILED_MASK)) {
		/* ours after all */
		smp_acquire__after_ctrl_dep();
		raw_spin_unlock_irq(&sem->wait_lock);
		return sem;
	}

	count = rwsem_add_waiter(sem, &waiter, -RWSEM_READER_BIAS);
	if (first && !count)
		wake(sem);

	return sem;
}

static void down_write_failed(struct rw_semaphore *sem)
{
	long count;

	raw_spin_lock_irq(&sem->wait_lock);
	count = rwsem_add_waiter(sem, &waiter, 0);
}
// present rwsem_settle_reader 1
