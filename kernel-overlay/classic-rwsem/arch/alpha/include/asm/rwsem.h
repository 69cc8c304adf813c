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
 * lock for reading: not if there is a writer or a queue
 */
static inline int ___down_read(struct rw_semaphore *sem)
{
	long oldcount = ___rwsem_fetch_add(RWSEM_ACTIVE_READ_BIAS, sem);

	smp_mb(); /* acquire */
	return oldcount < 0;
}

static inline void __down_read(struct rw_semaphore *sem)
{
	if (unlikely(___down_read(sem)))
		rwsem_down_read_failed(sem);
}

static inline int __down_read_killable(struct rw_semaphore *sem)
{
	if (unlikely(___down_read(sem)))
		if (IS_ERR(rwsem_down_read_failed_killable(sem)))
			return -EINTR;

	return 0;
}

/*
 * trylock for reading: 1 for success, 0 for contention
 */
static inline int __down_read_trylock(struct rw_semaphore *sem)
{
	long old, new, res;

	res = atomic_long_read(&sem->count);
	do {
		new = res + RWSEM_ACTIVE_READ_BIAS;
		if (new <= 0)
			break;
		old = res;
		res = atomic_long_cmpxchg_acquire(&sem->count, old, new);
	} while (res != old);

	return res >= 0;
}

/*
 * lock for writing: only if it was 0, neither held nor waited for
 */
static inline long ___down_write(struct rw_semaphore *sem)
{
	long oldcount = ___rwsem_fetch_add(RWSEM_ACTIVE_WRITE_BIAS, sem);

	smp_mb(); /* acquire */
	return oldcount;
}

static inline void __down_write(struct rw_semaphore *sem)
{
	if (unlikely(___down_write(sem)))
		rwsem_down_write_failed(sem);
}

static inline int __down_write_killable(struct rw_semaphore *sem)
{
	if (unlikely(___down_write(sem))) {
		if (IS_ERR(rwsem_down_write_failed_killable(sem)))
			return -EINTR;
	}

	return 0;
}

/*
 * trylock for writing: 1 for success, 0 for contention
 */
static inline int __down_write_trylock(struct rw_semaphore *sem)
{
	long ret = atomic_long_cmpxchg_acquire(&sem->count,
					       RWSEM_UNLOCKED_VALUE,
					       RWSEM_ACTIVE_WRITE_BIAS);

	return ret == RWSEM_UNLOCKED_VALUE;
}

/*
 * unlock after reading: with a queue, the last to be active wakes it.  The
 * cast cuts the lower half out.
 */
static inline void __up_read(struct rw_semaphore *sem)
{
	long oldcount;

	smp_mb(); /* release */
	oldcount = ___rwsem_fetch_add(-RWSEM_ACTIVE_READ_BIAS, sem);
	if (unlikely(oldcount < 0))
		if ((int)oldcount - RWSEM_ACTIVE_READ_BIAS == 0)
			rwsem_wake(sem);
}

/*
 * unlock after writing
 */
static inline void __up_write(struct rw_semaphore *sem)
{
	long count;

	smp_mb(); /* release */
	count = ___rwsem_fetch_add(-RWSEM_ACTIVE_WRITE_BIAS, sem);
	count -= RWSEM_ACTIVE_WRITE_BIAS;
	if (unlikely(count))
		if ((int)count == 0)
			rwsem_wake(sem);
}

/*
 * downgrade write lock to read lock: a release, for the readers that can come
 * in from now on
 */
static inline void __downgrade_write(struct rw_semaphore *sem)
{
	long oldcount;

	smp_mb(); /* release */
	oldcount = ___rwsem_fetch_add(-RWSEM_WAITING_BIAS, sem);
	if (unlikely(oldcount - RWSEM_WAITING_BIAS < 0))
		rwsem_downgrade_wake(sem);
}

#endif /* __KERNEL__ */
#endif /* _ALPHA_RWSEM_H */
