/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rw_semaphore fast paths for x86: one locked addition each, and a look at
 * the flags that it leaves.
 *
 * kernel/locking/rwsem-xadd.c says what the count means.  The slow paths are
 * called through arch/x86/lib/rwsem.S, which saves all registers that a C
 * function may change, so that the compiler need not keep any of them free
 * for a call that hardly ever happens.  What they all have in common: the
 * semaphore is in %eax/%rax before and after.
 *
 * A locked instruction is a full barrier.
 */

#ifndef _ASM_X86_RWSEM_H
#define _ASM_X86_RWSEM_H

#ifndef _LINUX_RWSEM_H
#error "asm/rwsem.h is a part of linux/rwsem.h, which is the one to include"
#endif

#ifdef __KERNEL__
#include <asm/asm.h>

/*
 * The lower half counts the active ones, the upper half the writers and the
 * queue.  RWSEM_HALF_TMP is the lower half of an operand [tmp], which is a
 * register of its own.
 */
#ifdef CONFIG_X86_64
# define RWSEM_ACTIVE_MASK		0xffffffffL
# define RWSEM_HALF_TMP			"%k[tmp]"
#else
# define RWSEM_ACTIVE_MASK		0x0000ffffL
# define RWSEM_HALF_TMP			"%w[tmp]"
#endif

#define RWSEM_UNLOCKED_VALUE		0x00000000L
#define RWSEM_ACTIVE_BIAS		0x00000001L
#define RWSEM_WAITING_BIAS		(-RWSEM_ACTIVE_MASK - 1)
#define RWSEM_ACTIVE_READ_BIAS		RWSEM_ACTIVE_BIAS
#define RWSEM_ACTIVE_WRITE_BIAS		(RWSEM_WAITING_BIAS + RWSEM_ACTIVE_BIAS)

/*
 * lock for reading: negative after the addition if there is a writer or a
 * queue
 */
#define ____down_read(sem, slow_path)					\
({									\
	struct rw_semaphore *ret = (sem);				\
									\
	asm volatile(LOCK_PREFIX _ASM_INC "(%[ret])\n\t"		\
		     "jns	1f\n\t"					\
		     "call	" slow_path "\n"			\
		     "1:"						\
		     : "+m" (ret->count), [ret] "+a" (ret),		\
		       ASM_CALL_CONSTRAINT				\
		     : : "memory", "cc");				\
	ret;								\
})

static inline void __down_read(struct rw_semaphore *sem)
{
	____down_read(sem, "call_rwsem_down_read_failed");
}

static inline int __down_read_killable(struct rw_semaphore *sem)
{
	return PTR_ERR_OR_ZERO(____down_read(sem, "call_rwsem_down_read_failed_killable"));
}

/*
 * trylock for reading: 1 for success, 0 for contention
 *
 * Nothing is called here, so C does as well: it ends up as a locked cmpxchg
 * and a look at ZF.
 */
static inline bool __down_read_trylock(struct rw_semaphore *sem)
{
	long count = atomic_long_read(&sem->count);

	do {
		if (count < 0)
			return false;
	} while (!atomic_long_try_cmpxchg_acquire(&sem->count, &count,
						  count + RWSEM_ACTIVE_READ_BIAS));
	return true;
}

/*
 * lock for writing: free if nobody was active before the addition, which is
 * what xadd leaves in the register.  A queue does not matter, we steal.
 */
#define ____down_write(sem, slow_path)					\
({									\
	long tmp = RWSEM_ACTIVE_WRITE_BIAS;				\
	struct rw_semaphore *ret = (sem);				\
									\
	asm volatile(LOCK_PREFIX "xadd	%[tmp],(%[ret])\n\t"		\
		     "test	" RWSEM_HALF_TMP "," RWSEM_HALF_TMP "\n\t" \
		     "jz	1f\n\t"					\
		     "call	" slow_path "\n"			\
		     "1:"						\
		     : "+m" (ret->count), [tmp] "+d" (tmp),		\
		       [ret] "+a" (ret), ASM_CALL_CONSTRAINT		\
		     : : "memory", "cc");				\
	ret;								\
})

static inline void __down_write(struct rw_semaphore *sem)
{
	____down_write(sem, "call_rwsem_down_write_failed");
}

static inline int __down_write_killable(struct rw_semaphore *sem)
{
	return PTR_ERR_OR_ZERO(____down_write(sem, "call_rwsem_down_write_failed_killable"));
}

/*
 * trylock for writing: 1 for success, 0 for contention; past a queue, as above
 */
static inline bool __down_write_trylock(struct rw_semaphore *sem)
{
	long count = atomic_long_read(&sem->count);

	do {
		if (count & RWSEM_ACTIVE_MASK)
			return false;
	} while (!atomic_long_try_cmpxchg_acquire(&sem->count, &count,
						  count + RWSEM_ACTIVE_WRITE_BIAS));
	return true;
}

/*
 * Take a share out of the count.  Still negative means that there is a queue,
 * or a writer that tries.  call_rwsem_wake finds out from the old value, in
 * %edx/%rdx, whether anybody is left to be active.
 */
static __always_inline void ___rwsem_up(long share, struct rw_semaphore *sem)
{
	long tmp = -share;

	asm volatile(LOCK_PREFIX "xadd	%[tmp],(%[sem])\n\t"
		     "jns	1f\n\t"
		     "call	call_rwsem_wake\n"
		     "1:"
		     : "+m" (sem->count), [tmp] "+d" (tmp),
		       ASM_CALL_CONSTRAINT
		     : [sem] "a" (sem)
		     : "memory", "cc");
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
 * downgrade write lock to read lock: take the writer out of the upper half,
 * and leave the active one
 */
static inline void __downgrade_write(struct rw_semaphore *sem)
{
	asm volatile(LOCK_PREFIX _ASM_ADD "%[inc],(%[sem])\n\t"
		     "jns	1f\n\t"
		     "call	call_rwsem_downgrade_wake\n"
		     "1:"
		     : "+m" (sem->count), ASM_CALL_CONSTRAINT
		     : [sem] "a" (sem), [inc] "er" (-RWSEM_WAITING_BIAS)
		     : "memory", "cc");
}

#endif /* __KERNEL__ */
#endif /* _ASM_X86_RWSEM_H */
