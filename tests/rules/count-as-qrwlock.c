// SPDX-License-Identifier: GPL-2.0-only
// present atomic_long_inc_return_acquire 1
static inline void __down_read(struct rw_semaphore *sem)
{
	if (likely(atomic_long_inc_return_acquire(&sem->count) > 0)) {
		rwsem_set_reader_owned(sem);
		return;
	}

	rwsem_down_read_failed(sem);
}

/*
 * No reader, but it counts by one, too.
 */
static inline int other_counter(struct other *other)
{
	return atomic_long_inc_return_acquire(&other->users) > 0;
}

static inline int __down_read_trylock(struct rw_semaphore *sem)
{
	long count = atomic_long_read(&sem->count);
	int tries;

	for (tries = 0; count >= 0 && tries < RWSEM_TRYLOCK_MAX; tries++) {
		long new = count + RWSEM_ACTIVE_READ_BIAS;

		if (atomic_long_try_cmpxchg_acquire(&sem->count, &count, new)) {
			rwsem_set_reader_owned(sem);
			return 1;
		}
	}

	return 0;
}

static inline void __down_write(struct rw_semaphore *sem)
{
	long count;

	count = atomic_long_add_return_acquire(RWSEM_ACTIVE_WRITE_BIAS,
					       &sem->count);
	if (likely(count == RWSEM_ACTIVE_WRITE_BIAS)) {
		rwsem_set_owner(sem);
		return;
	}

	rwsem_down_write_failed(sem);
}

static inline int __down_write_trylock(struct rw_semaphore *sem)
{
	long count = RWSEM_UNLOCKED_VALUE;

	if (!atomic_long_try_cmpxchg_acquire(&sem->count, &count,
					     RWSEM_ACTIVE_WRITE_BIAS))
		return 0;

	rwsem_set_owner(sem);
	return 1;
}

/*
 * Below here, who leaves sees to the waiters.
 */
static inline void __up_read(struct rw_semaphore *sem)
{
	long count;

	rwsem_clear_reader_owned(sem);
	count = atomic_long_dec_return_release(&sem->count);
	if (unlikely(count < 0 && !(count & RWSEM_ACTIVE_MASK)))
		rwsem_wake(sem);
}

static inline void __up_write(struct rw_semaphore *sem)
{
	long count;

	rwsem_clear_owner(sem);
	count = atomic_long_sub_return_release(RWSEM_ACTIVE_WRITE_BIAS,
					       &sem->count);
	if (unlikely(count < 0))
		rwsem_wake(sem);
}

static inline void __downgrade_write(struct rw_semaphore *sem)
{
	long count;

	rwsem_set_reader_owned(sem);
	count = atomic_long_sub_return_release(RWSEM_WAITING_BIAS, &sem->count);
	if (unlikely(count < 0))
		rwsem_downgrade_wake(sem);
}
