// SPDX-License-Identifier: GPL-2.0-only
static void __rwsem_mark_wake(struct rw_semaphore *sem, int wake_type)
{
	struct rwsem_waiter *waiter;

	waiter = list_first_entry(&sem->wait_list, struct rwsem_waiter, list);
	if (waiter->type == RWSEM_WAITING_FOR_WRITE)
		return;

	if (wake_type != RWSEM_WAKE_READ_OWNED) {
		/*
		 * Tell the spinners.
		 */
		rwsem_set_reader_owned(sem);
	}
}

void down_read(struct rw_semaphore *sem)
{
	__down_read(sem);
	rwsem_set_reader_owned(sem);
}

void down_read_non_owner(struct rw_semaphore *sem)
{
	might_sleep();

	__down_read(sem);
	rwsem_set_reader_owned(sem);
}

void up_read(struct rw_semaphore *sem)
{
	DEBUG_RWSEMS_WARN_ON(sem->owner != RWSEM_READER_OWNED);
	__up_read(sem);
}

void up_write(struct rw_semaphore *sem)
{
	DEBUG_RWSEMS_WARN_ON(sem->owner != current);
	__up_write(sem);
}
