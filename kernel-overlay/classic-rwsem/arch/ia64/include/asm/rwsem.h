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

/*
 * lock for reading: not if there is a writer or a queue
 */
static inline int ___down_read(struct rw_semaphore *sem)
{
	long result = ia64_fetchadd8_acq((unsigned long *)&sem->count.counter, 1);

	return result < 0;
}

static inline void __down_read(struct rw_semaphore *sem)
{
	if (___down_read(sem))
		rwsem_down_read_failed(sem);
}

static inline int __down_read_killable(struct rw_semaphore *sem)
{
	if (___down_read(sem))
		if (IS_ERR(rwsem_down_read_failed_killable(sem)))
			return -EINTR;

	return 0;
}

/*
 * lock for writing: only if it was 0, neither held nor waited for
 */
static inline long ___down_write(struct rw_semaphore *sem)
{
	long old, new;

	do {
		old = atomic_long_read(&sem->count);
		new = old + RWSEM_ACTIVE_WRITE_BIAS;
	} while (atomic_long_cmpxchg_acquire(&sem->count, old, new) != old);

	return old;
}

static inline void __down_write(struct rw_semaphore *sem)
{
	if (___down_write(sem))
		rwsem_down_write_failed(sem);
}

static inline int __down_write_killable(struct rw_semaphore *sem)
{
	if (___down_write(sem)) {
		if (IS_ERR(rwsem_down_write_failed_killable(sem)))
			return -EINTR;
	}

	return 0;
}

/*
 * unlock after reading: with a queue, the last to be active wakes it
 */
static inline void __up_read(struct rw_semaphore *sem)
{
	long result = ia64_fetchadd8_rel((unsigned long *)&sem->count.counter, -1);

	/* fetchadd has returned the count of before */
	if (result < 0 && (--result & RWSEM_ACTIVE_MASK) == 0)
		rwsem_wake(sem);
}

/*
 * unlock after writing
 */
static inline void __up_write(struct rw_semaphore *sem)
{
	long old, new;

	do {
		old = atomic_long_read(&sem->count);
		new = old - RWSEM_ACTIVE_WRITE_BIAS;
	} while (atomic_long_cmpxchg_release(&sem->count, old, new) != old);

	if (new < 0 && (new & RWSEM_ACTIVE_MASK) == 0)
		rwsem_wake(sem);
}

/*
 * trylock for reading: 1 for success, 0 for contention
 */
static inline int __down_read_trylock(struct rw_semaphore *sem)
{
	long tmp;

	while ((tmp = atomic_long_read(&sem->count)) >= 0) {
		if (tmp == atomic_long_cmpxchg_acquire(&sem->count, tmp, tmp + 1))
			return 1;
	}
	return 0;
}

/*
 * trylock for writing: 1 for success, 0 for contention
 */
static inline int __down_write_trylock(struct rw_semaphore *sem)
{
	long tmp = atomic_long_cmpxchg_acquire(&sem->count,
					       RWSEM_UNLOCKED_VALUE,
					       RWSEM_ACTIVE_WRITE_BIAS);

	return tmp == RWSEM_UNLOCKED_VALUE;
}

/*
 * downgrade write lock to read lock: a release, for the readers that can come
 * in from now on
 */
static inline void __downgrade_write(struct rw_semaphore *sem)
{
	long old, new;

	do {
		old = atomic_long_read(&sem->count);
		new = old - RWSEM_WAITING_BIAS;
	} while (atomic_long_cmpxchg_release(&sem->count, old, new) != old);

	if (new < 0)
		rwsem_downgrade_wake(sem);
}

#endif /* _ASM_IA64_RWSEM_H */
