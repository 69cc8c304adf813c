/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ALPHA_RWSEM_H
#define _ALPHA_RWSEM_H

/*
 * rw_semaphore fast paths for alpha.  The count is two halves of 32 bits;
 * kernel/locking/rwsem-xadd.c says what they mean.
 *
 * Alpha has no acquire and no release, only full barriers: the one for an
 * acquire stands behind the store-conditional that did it, the one for a
 * release before the load-locked.  A uniprocessor needs neither, but it needs
 * the load-locked: an unlock can come from an interrupt.
 */

#ifndef _LINUX_RWSEM_H
#error "asm/rwsem.h is a part of linux/rwsem.h, which is the one to include"
#endif

#ifdef __KERNEL__

#include <linux/compiler.h>
#include <asm/barrier.h>

#define RWSEM_UNLOCKED_VALUE		0x0000000000000000L
#define RWSEM_ACTIVE_BIAS		0x0000000000000001L
#define RWSEM_ACTIVE_MASK		0x00000000ffffffffL
#define RWSEM_WAITING_BIAS		(-0x0000000100000000L)
#define RWSEM_ACTIVE_READ_BIAS		RWSEM_ACTIVE_BIAS
#define RWSEM_ACTIVE_WRITE_BIAS		(RWSEM_WAITING_BIAS + RWSEM_ACTIVE_BIAS)

/*
 * Add to the count and return what it was.  Says nothing about order.  The
 * branch back is out of line, because a branch backward is predicted taken.
 */
static __always_inline long ___rwsem_fetch_add(long i, struct rw_semaphore *sem)
{
	long old, temp;

	asm volatile("1:	ldq_l	%[old],%[count]\n"
		     "	addq	%[old],%[i],%[temp]\n"
		     "	stq_c	%[temp],%[count]\n"
		     "	beq	%[temp],2f\n"
		     ".subsection 2\n"
		     "2:	br	1b\n"
		     ".previous"
		     : [old] "=&r" (old), [temp] "=&r" (temp),
		       [count] "+m" (sem->count.counter)
		     : [i] "Ir" (i)
		     : "memory");
	return old;
}

/*
 * Add a share to the count.  True if that gives us the lock: for a reader if
 * there is neither a writer nor a queue, for a writer if there was nothing.
 */
static inline bool ___down_read(struct rw_semaphore *sem)
{
	long old = ___rwsem_fetch_add(RWSEM_ACTIVE_READ_BIAS, sem);

	smp_mb(); /* acquire */
	return likely(old >= 0);
}

static inline bool ___down_write(struct rw_semaphore *sem)
{
	long old = ___rwsem_fetch_add(RWSEM_ACTIVE_WRITE_BIAS, sem);

	smp_mb(); /* acquire */
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
 * trylock for writing: 1 for success, 0 for contention
 */
static inline int __down_write_trylock(struct rw_semaphore *sem)
{
	long count = RWSEM_UNLOCKED_VALUE;

	return atomic_long_try_cmpxchg_acquire(&sem->count, &count,
					       RWSEM_ACTIVE_WRITE_BIAS);
}

/*
 * Take a share out of the count, and wake the queue, if there is one, when
 * nobody is left to be active.
 */
static inline void ___rwsem_up(long share, struct rw_semaphore *sem)
{
	long left;

	smp_mb(); /* release */
	left = ___rwsem_fetch_add(-share, sem) - share;
	if (unlikely(left < 0) && !(left & RWSEM_ACTIVE_MASK))
		rwsem_wake(sem);
}

/*
 * unlock after reading
 */
static inline void __up_read(struct rw_semaphore *sem)
{
	___rwsem_up(RWSEM_ACTIVE_READ_BIAS, sem);
}

/*
 * unlock after writing
 */
static inline void __up_write(struct rw_semaphore *sem)
{
	___rwsem_up(RWSEM_ACTIVE_WRITE_BIAS, sem);
}

/*
 * downgrade write lock to read lock: a release, for the readers that can come
 * in from now on
 */
static inline void __downgrade_write(struct rw_semaphore *sem)
{
	long old;

	smp_mb(); /* release */
	old = ___rwsem_fetch_add(-RWSEM_WAITING_BIAS, sem);
	if (unlikely(old < RWSEM_WAITING_BIAS))
		rwsem_downgrade_wake(sem);
}

#endif /* __KERNEL__ */
#endif /* _ALPHA_RWSEM_H */
