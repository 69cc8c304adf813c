/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rw_semaphore fast paths for ia64.  The count is two halves of 32 bits;
 * kernel/locking/rwsem-xadd.c says what they mean.
 *
 * A reader's share is one of the few numbers that fetchadd can add, in one
 * instruction and with the order that is wanted: acq to get the lock, rel to
 * let go of it.  Everything else is a cmpxchg, tried until nobody interferes.
 */

#ifndef _ASM_IA64_RWSEM_H
#define _ASM_IA64_RWSEM_H

#ifndef _LINUX_RWSEM_H
#error "asm/rwsem.h is a part of linux/rwsem.h, which is the one to include"
#endif

#include <asm/intrinsics.h>

#define RWSEM_UNLOCKED_VALUE		(0L)
#define RWSEM_ACTIVE_BIAS		(1L)
#define RWSEM_ACTIVE_MASK		(0xffffffffL)
#define RWSEM_WAITING_BIAS		(-0x100000000L)
#define RWSEM_ACTIVE_READ_BIAS		RWSEM_ACTIVE_BIAS
#define RWSEM_ACTIVE_WRITE_BIAS		(RWSEM_WAITING_BIAS + RWSEM_ACTIVE_BIAS)

/* what fetchadd works on */
static inline unsigned long *___rwsem_word(struct rw_semaphore *sem)
{
	return (unsigned long *)&sem->count.counter;
}

/*
 * Add a share to the count.  True if that gives us the lock: for a reader if
 * there is neither a writer nor a queue, for a writer if there was nothing.
 */
static inline bool ___down_read(struct rw_semaphore *sem)
{
	long old = ia64_fetchadd8_acq(___rwsem_word(sem), 1);

	return likely(old >= 0);
}

static inline bool ___down_write(struct rw_semaphore *sem)
{
	long old = atomic_long_read(&sem->count);

	while (!atomic_long_try_cmpxchg_acquire(&sem->count, &old,
						old + RWSEM_ACTIVE_WRITE_BIAS))
		;
	return likely(old == RWSEM_UNLOCKED_VALUE);
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

/*
 * Subtract from the count, with a release, and return what is left.
 */
static inline long ___rwsem_sub_release(long i, struct rw_semaphore *sem)
{
	long old = atomic_long_read(&sem->count);

	while (!atomic_long_try_cmpxchg_release(&sem->count, &old, old - i))
		;
	return old - i;
}

/*
 * Wake the queue, if there is one, when nobody is left to be active.
 */
static inline void ___rwsem_left(long left, struct rw_semaphore *sem)
{
	if (unlikely(left < 0) && !(left & RWSEM_ACTIVE_MASK))
		rwsem_wake(sem);
}

/*
 * unlock after reading
 */
static inline void __up_read(struct rw_semaphore *sem)
{
	long old = ia64_fetchadd8_rel(___rwsem_word(sem), -1);

	___rwsem_left(old - RWSEM_ACTIVE_READ_BIAS, sem);
}

/*
 * unlock after writing
 */
static inline void __up_write(struct rw_semaphore *sem)
{
	___rwsem_left(___rwsem_sub_release(RWSEM_ACTIVE_WRITE_BIAS, sem), sem);
}

/*
 * trylock for reading: 1 for success, 0 for contention
 */
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
 * trylock for writing: 1 for success, 0 for contention
 */
static inline int __down_write_trylock(struct rw_semaphore *sem)
{
	long count = RWSEM_UNLOCKED_VALUE;

	return atomic_long_try_cmpxchg_acquire(&sem->count, &count,
					       RWSEM_ACTIVE_WRITE_BIAS);
}

/*
 * downgrade write lock to read lock: a release, for the readers that can come
 * in from now on
 */
static inline void __downgrade_write(struct rw_semaphore *sem)
{
	if (___rwsem_sub_release(RWSEM_WAITING_BIAS, sem) < 0)
		rwsem_downgrade_wake(sem);
}

#endif /* _ASM_IA64_RWSEM_H */
