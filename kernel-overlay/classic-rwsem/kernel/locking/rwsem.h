/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The owner word of a rw_semaphore: who holds the lock, as far as it is known.
 *
 * A writer stores its task pointer when it has got the lock, and NULL before
 * it lets go.  A reader stores its task pointer with both bits below set, and
 * leaves the word alone when it lets go: there may be other readers, so the
 * pointer only says who came last, and the task may be gone by now.  It must
 * never be followed; it is there for somebody who looks at a hung system.
 *
 * RWSEM_READER_OWNED		the last one to get the lock was a reader
 * RWSEM_ANONYMOUSLY_OWNED	there is no task whose running could be
 *				watched: readers, or a writer that is unknown
 *
 * As pointers to tasks are aligned, both bits are clear in a writer's.
 */
#define RWSEM_READER_OWNED	(1UL << 0)
#define RWSEM_ANONYMOUSLY_OWNED	(1UL << 1)

#ifdef CONFIG_DEBUG_RWSEMS
# define DEBUG_RWSEMS_WARN_ON(c)	DEBUG_LOCKS_WARN_ON(c)
#else
# define DEBUG_RWSEMS_WARN_ON(c)
#endif

#ifdef CONFIG_RWSEM_SPIN_ON_OWNER
/*
 * Spinners look at the owner without holding anything, so it is always
 * written in one piece.  Reading it needs READ_ONCE() only where the value is
 * going to be used as a pointer.
 */
static inline void rwsem_set_owner(struct rw_semaphore *sem)
{
	WRITE_ONCE(sem->owner, current);
}

static inline void rwsem_clear_owner(struct rw_semaphore *sem)
{
	WRITE_ONCE(sem->owner, NULL);
}

/*
 * A task pointer as it stands in the owner word if the task is a reader.
 */
static inline struct task_struct *rwsem_mark_reader(struct task_struct *reader)
{
	const unsigned long bits = RWSEM_READER_OWNED | RWSEM_ANONYMOUSLY_OWNED;

	return (struct task_struct *)((unsigned long)reader | bits);
}

/*
 * For a reader: on its own behalf, or on behalf of a waiter that is being
 * given the lock.  @owner may be NULL where nobody can be named.
 */
static inline void __rwsem_set_reader_owned(struct rw_semaphore *sem,
					    struct task_struct *owner)
{
	WRITE_ONCE(sem->owner, rwsem_mark_reader(owner));
}

static inline void rwsem_set_reader_owned(struct rw_semaphore *sem)
{
	__rwsem_set_reader_owned(sem, current);
}

/*
 * Is it worth while to wait for this owner on the CPU?  No owner at all is:
 * a writer may be just about to leave, or to fill in its name.
 */
static inline bool is_rwsem_owner_spinnable(struct task_struct *owner)
{
	return !((unsigned long)owner & RWSEM_ANONYMOUSLY_OWNED);
}

/*
 * Readers, or a writer whose name is not known.
 */
static inline bool rwsem_has_anonymous_owner(struct task_struct *owner)
{
	return (unsigned long)owner & RWSEM_ANONYMOUSLY_OWNED;
}

#ifdef CONFIG_DEBUG_RWSEMS
/*
 * A reader that finds its own name takes it out, so that in a debug kernel a
 * name found in a read-locked semaphore is one of a task that does hold it
 * (up_read_non_owner() aside).  The cmpxchg fails where another reader has
 * put its own name there meanwhile, which is as good.
 */
#define rwsem_clear_reader_owned rwsem_clear_reader_owned
static inline void rwsem_clear_reader_owned(struct rw_semaphore *sem)
{
	struct task_struct *me = rwsem_mark_reader(current);

	/* a look first: mostly it is not us, and costs no exclusive access */
	if (READ_ONCE(sem->owner) == me)
		cmpxchg_relaxed(&sem->owner, me, rwsem_mark_reader(NULL));
}
#endif

#else
static inline void rwsem_set_owner(struct rw_semaphore *sem)
{
}

static inline void rwsem_clear_owner(struct rw_semaphore *sem)
{
}

static inline void __rwsem_set_reader_owned(struct rw_semaphore *sem,
					    struct task_struct *owner)
{
}

static inline void rwsem_set_reader_owned(struct rw_semaphore *sem)
{
}
#endif

#ifndef rwsem_clear_reader_owned
static inline void rwsem_clear_reader_owned(struct rw_semaphore *sem)
{
}
#endif

/*
 * For reading, unless a signal comes.  This one is not worth a fast path of
 * each architecture's own: they agree on what a reader adds to the count, and
 * on what it must find.
 */
static inline int __down_read_interruptible(struct rw_semaphore *sem)
{
	if (unlikely(atomic_long_inc_return_acquire(&sem->count) <= 0)) {
		if (IS_ERR(rwsem_down_read_failed_interruptible(sem)))
			return -EINTR;
	}

	return 0;
}
