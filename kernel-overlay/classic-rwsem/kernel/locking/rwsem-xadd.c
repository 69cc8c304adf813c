// SPDX-License-Identifier: GPL-2.0-only
/*
 * rw_semaphore: what happens when the lock is not free.
 *
 * The fast paths in asm/rwsem.h do one atomic addition to the count and come
 * here when the result says that somebody is in the way.  What is here queues
 * the task, wakes those who can go on, and lets writers spin for a while
 * before they sleep, or overtake the queue when the lock happens to be free.
 *
 * The design is David Howells'; lock stealing by Alex Shi and Michel
 * Lespinasse, optimistic spinning by Tim Chen and Davidlohr Bueso.
 */
#include <linux/rwsem.h>
#include <linux/init.h>
#include <linux/export.h>
#include <linux/sched/signal.h>
#include <linux/sched/rt.h>
#include <linux/sched/wake_q.h>
#include <linux/sched/debug.h>
#include <linux/osq_lock.h>

#include "rwsem.h"

/*
 * The count
 * ---------
 *
 * Two numbers in one word.  The lower half (RWSEM_ACTIVE_MASK) counts those
 * who hold the lock or are just trying: everybody who went through a fast
 * path adds RWSEM_ACTIVE_BIAS.  The upper half goes down by one
 * (RWSEM_WAITING_BIAS) for each active writer, and by one more for as long as
 * the queue is not empty.  With W = RWSEM_WAITING_BIAS and n >= 1:
 *
 *	0		free, nobody waits
 *	n		n readers; each of them holds the lock
 *	W		free, but there is a queue; a writer may still take the
 *			lock, by a cmpxchg that adds RWSEM_ACTIVE_WRITE_BIAS
 *	W + n		either a queue, and n readers that hold the lock or
 *			have yet to find out that they must queue;
 *			or no queue, one writer (holding or trying), and n - 1
 *			others that are trying or hold it
 *	2W + n		the same with both a queue and a writer
 *
 * A reader has the lock if the count is positive after its addition; a writer
 * has it if the count was 0 before.  Whoever has failed takes its addition
 * back under wait_lock or before it, so that the lower half reaches 0 some
 * time and the one who gets it there wakes the queue.
 *
 * The queue bias changes under wait_lock only, together with the list.
 */

/*
 * Initialize an rwsem:
 */
void __init_rwsem(struct rw_semaphore *sem, const char *name,
		  struct lock_class_key *key)
{
#ifdef CONFIG_DEBUG_LOCK_ALLOC
	/* a semaphore that is held must not be set up again */
	debug_check_no_locks_freed((void *)sem, sizeof(*sem));
	lockdep_init_map_wait(&sem->dep_map, name, key, 0, LD_WAIT_SLEEP);
#endif
	atomic_long_set(&sem->count, RWSEM_UNLOCKED_VALUE);
	raw_spin_lock_init(&sem->wait_lock);
	INIT_LIST_HEAD(&sem->wait_list);
#ifdef CONFIG_RWSEM_SPIN_ON_OWNER
	sem->owner = NULL;
	osq_lock_init(&sem->osq);
#endif
}
EXPORT_SYMBOL(__init_rwsem);

enum rwsem_waiter_type {
	RWSEM_WAITING_FOR_WRITE,
	RWSEM_WAITING_FOR_READ
};

/* Lives on the waiting task's stack. */
struct rwsem_waiter {
	struct list_head list;
	struct task_struct *task;	/* a reader's is cleared when it has the lock */
	enum rwsem_waiter_type type;
};

enum rwsem_wake_type {
	RWSEM_WAKE_ANY,		/* whoever is in front */
	RWSEM_WAKE_READERS,	/* readers only, and only if they are in front */
	RWSEM_WAKE_READ_OWNED	/* the same, and the caller has a read lock */
};

/*
 * Pick those at the head of the queue that can go on: one writer, which will
 * try again by itself, or all readers up to the next writer, which get the
 * lock here and now.
 *
 * Called with wait_lock held and with at least one waiter in the queue.  The
 * tasks are collected in @wake_q, which holds a reference to each; the caller
 * calls wake_up_q(), if it can after it has dropped the wait_lock.
 */
static void __rwsem_mark_wake(struct rw_semaphore *sem,
			      enum rwsem_wake_type wake_type,
			      struct wake_q_head *wake_q)
{
	struct rwsem_waiter *waiter, *tmp;
	long oldcount, woken = 0, adjustment = 0;
	struct list_head wlist;

	waiter = list_first_entry(&sem->wait_list, struct rwsem_waiter, list);

	if (waiter->type == RWSEM_WAITING_FOR_WRITE) {
		if (wake_type == RWSEM_WAKE_ANY) {
			/*
			 * The writer stays in the queue until it has the
			 * lock.  Others may be faster, but no reader: those
			 * see the queue.
			 */
			wake_q_add(wake_q, waiter->task);
		}

		return;
	}

	/*
	 * A writer may take the lock at any moment, so the first reader's
	 * share goes into the count before anything else is done for it; from
	 * then on no writer can.
	 *
	 * This atomic is also what orders the readers after the critical
	 * section of whoever left last: it is fully ordered, and what the
	 * readers wait for, waiter->task, is written after it.
	 */
	if (wake_type != RWSEM_WAKE_READ_OWNED) {
		adjustment = RWSEM_ACTIVE_READ_BIAS;
 try_reader_grant:
		oldcount = atomic_long_fetch_add(adjustment, &sem->count);
		if (unlikely(oldcount < RWSEM_WAITING_BIAS)) {
			/*
			 * Too late, there is a writer: take it back.  If the
			 * writer has left between the two, nobody has woken
			 * the queue, because our share kept the lower half
			 * from reaching 0; so it is for us to try again.
			 */
			if (atomic_long_add_return(-adjustment, &sem->count) <
			    RWSEM_WAITING_BIAS)
				return;

			goto try_reader_grant;
		}
		/*
		 * The readers would do it by themselves when they run.  This
		 * tells spinning writers right now that it is no use.
		 */
		__rwsem_set_reader_owned(sem, waiter->task);
	}

	/*
	 * Two passes, as a reader may run from the moment that its task
	 * pointer is cleared, even before it is woken (it may just have been
	 * about to sleep).  If it released the lock before its share was in
	 * the count, it would take away someone else's, and a writer could
	 * come in beside a reader.  So: take all of them off the queue and
	 * count them, add up, and let go of them only then.
	 */
	INIT_LIST_HEAD(&wlist);
	list_for_each_entry_safe(waiter, tmp, &sem->wait_list, list) {
		if (waiter->type == RWSEM_WAITING_FOR_WRITE)
			break;

		woken++;
		list_move_tail(&waiter->list, &wlist);
	}

	adjustment = woken * RWSEM_ACTIVE_READ_BIAS - adjustment;
	if (list_empty(&sem->wait_list)) {
		/* the queue is empty now */
		adjustment -= RWSEM_WAITING_BIAS;
	}

	if (adjustment)
		atomic_long_add(adjustment, &sem->count);

	list_for_each_entry_safe(waiter, tmp, &wlist, list) {
		struct task_struct *tsk;

		tsk = waiter->task;
		get_task_struct(tsk);

		/*
		 * @waiter is on the stack of a task that may return, and even
		 * exit, once its task pointer is cleared; hence the reference
		 * before.  Pairs with the acquire at the end of
		 * __rwsem_down_read_failed_common().
		 */
		smp_store_release(&waiter->task, NULL);

		/*
		 * The wakeup, by us or by somebody who has the task in a
		 * wake_q already, comes after the pointer is cleared, so that
		 * the task cannot go to sleep again.  wake_q_add() has its own
		 * reference.
		 */
		wake_q_add(wake_q, tsk);
		put_task_struct(tsk);
	}
}

/*
 * Queue a reader and wait until the lock is given to it.
 */
static inline struct rw_semaphore __sched *
__rwsem_down_read_failed_common(struct rw_semaphore *sem, int state)
{
	long count, adjustment = -RWSEM_ACTIVE_READ_BIAS;
	struct rwsem_waiter waiter;
	DEFINE_WAKE_Q(wake_q);

	waiter.task = current;
	waiter.type = RWSEM_WAITING_FOR_READ;

	raw_spin_lock_irq(&sem->wait_lock);
	if (list_empty(&sem->wait_list)) {
		/*
		 * With no queue, a count that is not negative says that no
		 * writer is left, and our share is in it already: we have the
		 * lock.
		 */
		if (atomic_long_read(&sem->count) >= 0) {
			/*
			 * The addition in the fast path came before the
			 * writer had left; this read is the one that must see
			 * what the writer did.
			 */
			smp_acquire__after_ctrl_dep();
			raw_spin_unlock_irq(&sem->wait_lock);
			return sem;
		}
		adjustment += RWSEM_WAITING_BIAS;
	}
	list_add_tail(&waiter.list, &sem->wait_list);

	/* from someone who tries to someone who waits */
	count = atomic_long_add_return(adjustment, &sem->count);

	/*
	 * Nobody active: then nobody will come to wake the queue.  No writer,
	 * and we are the first in the queue: then the readers that hold the
	 * lock are no reason to wait, we wake ourselves.
	 */
	if (count == RWSEM_WAITING_BIAS ||
	    (count > RWSEM_WAITING_BIAS &&
	     adjustment != -RWSEM_ACTIVE_READ_BIAS))
		__rwsem_mark_wake(sem, RWSEM_WAKE_ANY, &wake_q);

	raw_spin_unlock_irq(&sem->wait_lock);
	wake_up_q(&wake_q);

	while (true) {
		set_current_state(state);
		if (!waiter.task)
			break;
		if (signal_pending_state(state, current)) {
			raw_spin_lock_irq(&sem->wait_lock);
			if (waiter.task)
				goto out_nolock;
			raw_spin_unlock_irq(&sem->wait_lock);
			/* the lock was faster than the signal */
			break;
		}
		schedule();
	}

	/*
	 * Whichever way we have seen waiter.task cleared: the critical section
	 * begins after that.  Pairs with the release in __rwsem_mark_wake().
	 */
	smp_acquire__after_ctrl_dep();
	__set_current_state(TASK_RUNNING);
	return sem;
out_nolock:
	list_del(&waiter.list);
	if (list_empty(&sem->wait_list))
		atomic_long_add(-RWSEM_WAITING_BIAS, &sem->count);
	raw_spin_unlock_irq(&sem->wait_lock);
	__set_current_state(TASK_RUNNING);
	return ERR_PTR(-EINTR);
}

__visible struct rw_semaphore __sched *
rwsem_down_read_failed(struct rw_semaphore *sem)
{
	return __rwsem_down_read_failed_common(sem, TASK_UNINTERRUPTIBLE);
}
EXPORT_SYMBOL(rwsem_down_read_failed);

__visible struct rw_semaphore __sched *
rwsem_down_read_failed_interruptible(struct rw_semaphore *sem)
{
	return __rwsem_down_read_failed_common(sem, TASK_INTERRUPTIBLE);
}
EXPORT_SYMBOL(rwsem_down_read_failed_interruptible);

__visible struct rw_semaphore __sched *
rwsem_down_read_failed_killable(struct rw_semaphore *sem)
{
	return __rwsem_down_read_failed_common(sem, TASK_KILLABLE);
}
EXPORT_SYMBOL(rwsem_down_read_failed_killable);

/*
 * For a writer in the queue, wherever it stands there, with wait_lock held:
 * take the lock if it is free.  The new count says whether others are left in
 * the queue, so list and count have to agree, hence the wait_lock.
 */
static inline bool rwsem_try_write_lock(long count, struct rw_semaphore *sem)
{
	/* @count may be old, but then the cmpxchg finds out */
	if (count != RWSEM_WAITING_BIAS)
		return false;

	/* when we are the only one in the queue, it will be empty */
	count = list_is_singular(&sem->wait_list) ?
			RWSEM_ACTIVE_WRITE_BIAS :
			RWSEM_ACTIVE_WRITE_BIAS + RWSEM_WAITING_BIAS;

	if (atomic_long_cmpxchg_acquire(&sem->count, RWSEM_WAITING_BIAS, count)
							== RWSEM_WAITING_BIAS) {
		rwsem_set_owner(sem);
		return true;
	}

	return false;
}

#ifdef CONFIG_RWSEM_SPIN_ON_OWNER
/*
 * For a writer that is not in the queue: take the lock if it is free, whether
 * or not there is a queue.
 */
static inline bool rwsem_try_write_lock_unqueued(struct rw_semaphore *sem)
{
	long old, count = atomic_long_read(&sem->count);

	while (true) {
		if (!(count == 0 || count == RWSEM_WAITING_BIAS))
			return false;

		old = atomic_long_cmpxchg_acquire(&sem->count, count,
						  count + RWSEM_ACTIVE_WRITE_BIAS);
		if (old == count) {
			rwsem_set_owner(sem);
			return true;
		}

		count = old;
	}
}

/*
 * A look before the writer joins the spinners.
 */
static inline bool rwsem_can_spin_on_owner(struct rw_semaphore *sem)
{
	struct task_struct *owner;
	bool ret = true;

	BUILD_BUG_ON(!rwsem_has_anonymous_owner(RWSEM_OWNER_UNKNOWN));

	if (need_resched())
		return false;

	rcu_read_lock();
	owner = READ_ONCE(sem->owner);
	if (owner) {
		ret = is_rwsem_owner_spinnable(owner) &&
		      owner_on_cpu(owner);
	}
	rcu_read_unlock();
	return ret;
}

/*
 * Spin for as long as the owner is the same and runs.  True if there is
 * reason to try for the lock; false if it is time to stop spinning.
 */
static noinline bool rwsem_spin_on_owner(struct rw_semaphore *sem)
{
	struct task_struct *owner = READ_ONCE(sem->owner);

	if (!is_rwsem_owner_spinnable(owner))
		return false;

	rcu_read_lock();
	while (owner && (READ_ONCE(sem->owner) == owner)) {
		/*
		 * Look at the task only after the comparison.  As long as a
		 * writer is in the owner word it holds the lock, and so is
		 * alive; and a task that was alive inside of this RCU section
		 * stays in memory to its end.
		 */
		barrier();

		/* it will not get on, or we must not */
		if (need_resched() || !owner_on_cpu(owner)) {
			rcu_read_unlock();
			return false;
		}

		cpu_relax();
	}
	rcu_read_unlock();

	/* another writer, or none: go on, unless readers have come */
	return is_rwsem_owner_spinnable(READ_ONCE(sem->owner));
}

static bool rwsem_optimistic_spin(struct rw_semaphore *sem)
{
	bool taken = false;

	preempt_disable();

	/* not with wait_lock held: an unlock may need it */
	if (!rwsem_can_spin_on_owner(sem))
		goto done;

	if (!osq_lock(&sem->osq))
		goto done;

	/*
	 * Only the head of the osq gets here, so one at a time.  The end comes
	 * with the lock, with an owner that sleeps, and with readers, which we
	 * cannot watch.
	 */
	while (rwsem_spin_on_owner(sem)) {
		if (rwsem_try_write_lock_unqueued(sem)) {
			taken = true;
			break;
		}

		/*
		 * No owner, yet the lock is not to be had: a writer may have
		 * been preempted before it could write down its name.  If it
		 * waits for this CPU and we are a real-time task, it would
		 * wait for ever.
		 */
		if (!sem->owner && (need_resched() || rt_task(current)))
			break;

		/*
		 * As a compiler barrier it has everything above read again.
		 * Nothing stronger is needed: an old value costs one more
		 * round.
		 */
		cpu_relax();
	}
	osq_unlock(&sem->osq);
done:
	preempt_enable();
	return taken;
}

/*
 * Is there a writer that spins?
 */
static inline bool rwsem_has_spinner(struct rw_semaphore *sem)
{
	/* our change of the count before the look at the osq, see rwsem_wake() */
	smp_mb();
	return osq_is_locked(&sem->osq);
}

#else
static bool rwsem_optimistic_spin(struct rw_semaphore *sem)
{
	return false;
}

static inline bool rwsem_has_spinner(struct rw_semaphore *sem)
{
	return false;
}
#endif

/*
 * Spin, or queue a writer and sleep, until it has got the lock.
 */
static inline struct rw_semaphore *
__rwsem_down_write_failed_common(struct rw_semaphore *sem, int state)
{
	long count;
	bool waiting = true; /* is there a queue already? */
	struct rwsem_waiter waiter;
	struct rw_semaphore *ret = sem;
	DEFINE_WAKE_Q(wake_q);

	/* take back what the fast path has added, nobody must take us for active */
	count = atomic_long_sub_return(RWSEM_ACTIVE_WRITE_BIAS, &sem->count);

	if (rwsem_optimistic_spin(sem))
		return sem;

	waiter.task = current;
	waiter.type = RWSEM_WAITING_FOR_WRITE;

	raw_spin_lock_irq(&sem->wait_lock);

	if (list_empty(&sem->wait_list))
		waiting = false;

	list_add_tail(&waiter.list, &sem->wait_list);

	if (waiting) {
		/* osq_unlock() before the count is read, see rwsem_wake() */
		smp_mb__after_spinlock();
		count = atomic_long_read(&sem->count);

		/*
		 * A queue, active ones, but no active writer: it is readers
		 * who hold the lock, and readers in front of the queue can
		 * join them.
		 */
		if (count > RWSEM_WAITING_BIAS) {
			__rwsem_mark_wake(sem, RWSEM_WAKE_READERS, &wake_q);
			/*
			 * Under the wait_lock for once: we would have to drop
			 * it and take it again for rwsem_try_write_lock(),
			 * which costs about the same.
			 */
			wake_up_q(&wake_q);

			/* may be needed again */
			wake_q_init(&wake_q);
		}

	} else {
		count = atomic_long_add_return(RWSEM_WAITING_BIAS, &sem->count);
	}

	set_current_state(state);
	while (true) {
		if (rwsem_try_write_lock(count, sem))
			break;
		raw_spin_unlock_irq(&sem->wait_lock);

		/* sleep until nobody is active */
		do {
			if (signal_pending_state(state, current))
				goto out_nolock;

			schedule();
			set_current_state(state);
		} while ((count = atomic_long_read(&sem->count)) & RWSEM_ACTIVE_MASK);

		raw_spin_lock_irq(&sem->wait_lock);
	}
	__set_current_state(TASK_RUNNING);
	list_del(&waiter.list);
	raw_spin_unlock_irq(&sem->wait_lock);

	return ret;

out_nolock:
	__set_current_state(TASK_RUNNING);
	raw_spin_lock_irq(&sem->wait_lock);
	list_del(&waiter.list);
	if (list_empty(&sem->wait_list))
		atomic_long_add(-RWSEM_WAITING_BIAS, &sem->count);
	else
		__rwsem_mark_wake(sem, RWSEM_WAKE_ANY, &wake_q);
	raw_spin_unlock_irq(&sem->wait_lock);
	wake_up_q(&wake_q);

	return ERR_PTR(-EINTR);
}

__visible struct rw_semaphore __sched *
rwsem_down_write_failed(struct rw_semaphore *sem)
{
	return __rwsem_down_write_failed_common(sem, TASK_UNINTERRUPTIBLE);
}
EXPORT_SYMBOL(rwsem_down_write_failed);

__visible struct rw_semaphore __sched *
rwsem_down_write_failed_killable(struct rw_semaphore *sem)
{
	return __rwsem_down_write_failed_common(sem, TASK_KILLABLE);
}
EXPORT_SYMBOL(rwsem_down_write_failed_killable);

/*
 * The last active one has left, and there is a queue.
 */
__visible
struct rw_semaphore *rwsem_wake(struct rw_semaphore *sem)
{
	unsigned long flags;
	DEFINE_WAKE_Q(wake_q);

	/*
	 * A writer that spins will look at the count once more before it
	 * sleeps, so that the queue need not be woken for it, nor the
	 * wait_lock be waited for.  We must not miss that it has stopped:
	 *
	 *	spinner, to the queue		unlock
	 *	---------------------		------
	 *	osq_unlock()			count -= ...
	 *	lock(wait_lock), full barrier	full barrier
	 *	read or add to the count	osq_is_locked()?
	 *
	 * If we see the osq locked, then the spinner sees our count.  Where
	 * it does not add to the count but only reads it, nothing less than a
	 * full barrier will do on either side: ours is in rwsem_has_spinner().
	 * For the case that it adds, and we have seen that, reads in order are
	 * enough.
	 */
	smp_rmb();

	if (rwsem_has_spinner(sem)) {
		/*
		 * The spinner first, the wait_lock then.  If the trylock
		 * fails, somebody is busy with the queue and the spinner still
		 * has its look at the count before it.
		 */
		smp_rmb();
		if (!raw_spin_trylock_irqsave(&sem->wait_lock, flags))
			return sem;
		goto locked;
	}
	raw_spin_lock_irqsave(&sem->wait_lock, flags);
locked:

	if (!list_empty(&sem->wait_list))
		__rwsem_mark_wake(sem, RWSEM_WAKE_ANY, &wake_q);

	raw_spin_unlock_irqrestore(&sem->wait_lock, flags);
	wake_up_q(&wake_q);

	return sem;
}
EXPORT_SYMBOL(rwsem_wake);

/*
 * A writer has become a reader, and there is a queue: the readers in front of
 * it can come in.
 */
__visible
struct rw_semaphore *rwsem_downgrade_wake(struct rw_semaphore *sem)
{
	unsigned long flags;
	DEFINE_WAKE_Q(wake_q);

	raw_spin_lock_irqsave(&sem->wait_lock, flags);

	if (!list_empty(&sem->wait_list))
		__rwsem_mark_wake(sem, RWSEM_WAKE_READ_OWNED, &wake_q);

	raw_spin_unlock_irqrestore(&sem->wait_lock, flags);
	wake_up_q(&wake_q);

	return sem;
}
EXPORT_SYMBOL(rwsem_downgrade_wake);
