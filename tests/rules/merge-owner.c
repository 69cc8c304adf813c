// SPDX-License-Identifier: GPL-2.0-only
static inline void rwsem_set_owner(struct rw_semaphore *sem)
{
	WRITE_ONCE(sem->owner, current);
}

static inline void rwsem_clear_owner(struct rw_semaphore *sem)
{
	WRITE_ONCE(sem->owner, NULL);
}

/* readers leave their name as before */
static inline void __rwsem_set_reader_owned(struct rw_semaphore *sem,
					    struct task_struct *owner)
{
	WRITE_ONCE(sem->owner, owner);
}

static inline bool rwsem_add_writer(struct rw_semaphore *sem)
{
	long count = RWSEM_UNLOCKED_VALUE;

	return atomic_long_try_cmpxchg_acquire(&sem->count, &count,
					       RWSEM_WRITER_LOCKED);
}

static inline void __up_write(struct rw_semaphore *sem)
{
	long count;

	rwsem_clear_owner(sem);
	count = atomic_long_fetch_sub_release(RWSEM_WRITER_LOCKED, &sem->count);
	if (unlikely(count & RWSEM_FLAG_WAITERS))
		rwsem_wake(sem);
}

static inline void __downgrade_write(struct rw_semaphore *sem)
{
	long change = RWSEM_READER_BIAS - RWSEM_WRITER_LOCKED;

	atomic_long_fetch_add_release(change, &sem->count);
}

/* PREEMPT_RT, or no spinning */
static inline void other_clear_owner(struct rw_semaphore *sem)
{
}
// present RWSEM_WRITER_LOCKED 1
// present WRITE_ONCE 3
