// SPDX-License-Identifier: GPL-2.0-only
static inline void __down_read(struct rw_semaphore *sem)
{
	if (likely(atomic_long_inc_return_acquire(&sem->count) > 0)) {
		rwsem_set_reader_owned(sem);
		return;
	}

	rwsem_down_read_failed(sem);
}

static inline int __down_read_killable(struct rw_semaphore *sem)
{
	if (likely(atomic_long_inc_return_acquire(&sem->count) > 0)) {
		rwsem_set_reader_owned(sem);
		return 0;
	}

	if (IS_ERR(rwsem_down_read_failed_killable(sem)))
		return -EINTR;

	return 0;
}

static inline int __down_write_killable(struct rw_semaphore *sem)
{
	if (IS_ERR(rwsem_down_write_failed_killable(sem)))
		return -EINTR;

	return 0;
}

static inline void __up_read(struct rw_semaphore *sem)
{
	long count;

	rwsem_clear_reader_owned(sem);
	count = atomic_long_dec_return_release(&sem->count);
}

static inline void __up_write(struct rw_semaphore *sem)
{
	long count;

	rwsem_clear_owner(sem);
	count = atomic_long_sub_return_release(RWSEM_ACTIVE_WRITE_BIAS,
					       &sem->count);
}

static inline void __downgrade_write(struct rw_semaphore *sem)
{
	long count;

	rwsem_set_reader_owned(sem);
	count = atomic_long_sub_return_release(RWSEM_WAITING_BIAS, &sem->count);
}
