/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_GENERIC_RWSEM_H
#define _ASM_GENERIC_RWSEM_H

#ifndef _LINUX_RWSEM_H
#error "asm/rwsem.h is a part of linux/rwsem.h, which is the one to include"
#endif

#ifdef __KERNEL__

/*
 * The fast paths in C, for architectures that need nothing of their own.
 *
 * kernel/locking/rwsem-xadd.c says what the two halves of the count mean.
 * Half of a long is 16 or 32 bits, so there is room for 32767 writers and
 * waiters, and twice as many readers, on 32 bits.
 *
 * Getting the lock is an acquire, letting go of it a release.
 */
#ifdef CONFIG_64BIT
# define RWSEM_ACTIVE_MASK		0xffffffffL
#else
# define RWSEM_ACTIVE_MASK		0x0000ffffL
#endif

#define RWSEM_UNLOCKED_VALUE		0x00000000L
#define RWSEM_ACTIVE_BIAS		0x00000001L
#define RWSEM_WAITING_BIAS		(-RWSEM_ACTIVE_MASK - 1)
#define RWSEM_ACTIVE_READ_BIAS		RWSEM_ACTIVE_BIAS
#define RWSEM_ACTIVE_WRITE_BIAS		(RWSEM_WAITING_BIAS + RWSEM_ACTIVE_BIAS)

/*
 * Add a share to the count.  True if that gives us the lock: for a reader if
 * there is neither a writer nor a queue, for a writer if there was nothing.
 */
static inline bool ___down_read(struct rw_semaphore *sem)
{
	return likely(atomic_long_inc_return_acquire(&sem->count) > 0);
}

static inline bool ___down_write(struct rw_semaphore *sem)
{
	return likely(!atomic_long_fetch_add_acquire(RWSEM_ACTIVE_WRITE_BIAS,
						     &sem->count));
}

/*
 * lock for reading
 */
static inline void __down_read(struct rw_semaphore *sem)
{
	if (!___down_read(sem))
		rwsem_down_read_failed(sem);
}

static inline int __down_read_killable(struct rw_semaphore *sem)
{
	if (___down_read(sem))
		return 0;

	return PTR_ERR_OR_ZERO(rwsem_down_read_failed_killable(sem));
}

static inline int __down_read_trylock(struct rw_semaphore *sem)
{
	long count = atomic_long_read(&sem->count);

	do {
		if (count < 0)
			return 0;
	} while (!atomic_long_try_cmpxchg_acquire(&sem->count, &count,
						  count + RWSEM_ACTIVE_READ_BIAS));
	return 1;
}

/*
 * lock for writing
 */
static inline void __down_write(struct rw_semaphore *sem)
{
	if (!___down_write(sem))
		rwsem_down_write_failed(sem);
}

static inline int __down_write_killable(struct rw_semaphore *sem)
{
	if (___down_write(sem))
		return 0;

	return PTR_ERR_OR_ZERO(rwsem_down_write_failed_killable(sem));
}

static inline int __down_write_trylock(struct rw_semaphore *sem)
{
	long count = RWSEM_UNLOCKED_VALUE;

	return atomic_long_try_cmpxchg_acquire(&sem->count, &count,
					       RWSEM_ACTIVE_WRITE_BIAS);
}

/*
 * unlock after reading: if there is a queue, it is for the last to wake it
 */
static inline void __up_read(struct rw_semaphore *sem)
{
	long count = atomic_long_dec_return_release(&sem->count);

	if (unlikely(count < 0) && !(count & RWSEM_ACTIVE_MASK))
		rwsem_wake(sem);
}

/*
 * unlock after writing
 */
static inline void __up_write(struct rw_semaphore *sem)
{
	long count = atomic_long_sub_return_release(RWSEM_ACTIVE_WRITE_BIAS,
						    &sem->count);

	if (unlikely(count < 0))
		rwsem_wake(sem);
}

/*
 * From the one writer to the first of many readers.
 *
 * What was written under the write lock must be visible to readers that come
 * in now, hence a release.  What we read from here on is protected by either
 * lock and may move up.
 */
static inline void __downgrade_write(struct rw_semaphore *sem)
{
	long count = atomic_long_sub_return_release(RWSEM_WAITING_BIAS,
						    &sem->count);

	if (unlikely(count < 0))
		rwsem_downgrade_wake(sem);
}

#endif	/* __KERNEL__ */
#endif	/* _ASM_GENERIC_RWSEM_H */
