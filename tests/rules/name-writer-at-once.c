// SPDX-License-Identifier: GPL-2.0-only
static inline void __down_write(struct rw_semaphore *sem)
{
	if (likely(rwsem_add_writer(sem))) {
		rwsem_set_owner(sem);
		return;
	}

	rwsem_down_write_failed(sem);
}

static inline int __down_write_killable(struct rw_semaphore *sem)
{
	if (likely(rwsem_add_writer(sem))) {
		rwsem_set_owner(sem);
		return 0;
	}

	if (IS_ERR(rwsem_down_write_failed_killable(sem)))
		return -EINTR;

	return 0;
}

static inline int __down_write_trylock(struct rw_semaphore *sem)
{
	if (!rwsem_add_writer(sem))
		return 0;

	rwsem_set_owner(sem);
	return 1;
}

/* not by rwsem_add_writer() */
static bool rwsem_try_write_lock(struct rw_semaphore *sem)
{
	list_del(&waiter->list);
	rwsem_set_owner(sem);
	return true;
}
// present rwsem_set_owner 1
