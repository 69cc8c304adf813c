// SPDX-License-Identifier: GPL-2.0-only
static inline void __down_read(struct rw_semaphore *sem)
{
	rwsem_down_read_failed(sem);
	DEBUG_RWSEMS_WARN_ON(!is_rwsem_reader_owned(sem));
}

static inline void __up_write(struct rw_semaphore *lock)
{
	long count;

	DEBUG_RWSEMS_WARN_ON(lock->owner != current);
	rwsem_clear_owner(lock);
}

/* no rwsem at hand */
static void other(int a)
{
	DEBUG_LOCKS_WARN_ON(a);
}
