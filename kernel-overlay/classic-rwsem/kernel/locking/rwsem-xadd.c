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
 * Set up a lock that nobody holds or waits for.
 */
void __init_rwsem(struct rw_semaphore *sem, const char *name,
		  struct lock_class_key *key)
{
#ifdef CONFIG_DEBUG_LOCK_ALLOC
	/* a semaphore that is held must not be set up again */
	debug_check_no_locks_freed((void *)sem, sizeof(*sem));
	lockdep_init_map_wait(&sem->dep_map, name, key, 0, LD_WAIT_SLEEP);
#endif
	INIT_LIST_HEAD(&sem->wait_list);
	raw_spin_lock_init(&sem->wait_lock);
#ifdef CONFIG_RWSEM_SPIN_ON_OWNER
	osq_lock_init(&sem->osq);
	sem->owner = NULL;
#endif
	atomic_long_set(&sem->count, RWSEM_UNLOCKED_VALUE);
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
 * Leave the queue without the lock.  True if others are left in it.
 */
static bool rwsem_del_waiter(struct rw_semaphore *sem,
			     struct rwsem_waiter *waiter)
{
	list_del(&waiter->list);
	if (!list_empty(&sem->wait_list))
		return true;

	atomic_long_sub(RWSEM_WAITING_BIAS, &sem->count);
	return false;
}

/*
 * Put one reader's share into the count, on behalf of a queue that is not
 * empty, unless a writer is there.  From then on no writer can get the lock.
 *
 * With a queue, anything below RWSEM_WAITING_BIAS is a writer.  One that holds
 * the lock wakes the queue when it leaves, and waits for our wait_lock to do
 * so.  One that only tries will come to the queue itself, and look after the
 * readers in front of it.
 *
 * As it is fully ordered, what the readers do comes after the critical section
 * of whoever has left last.
 */
static bool rwsem_reserve_read(struct rw_semaphore *sem)
{
	long count = atomic_long_read(&sem->count);

	do {
		if (count < RWSEM_WAITING_BIAS)
			return false;
	} while (!atomic_long_try_cmpxchg(&sem->count, &count,
					  count + RWSEM_ACTIVE_READ_BIAS));
	return true;
}

/*
 * Let a reader go that is out of the queue and in the count.
 */
static void rwsem_release_reader(struct rwsem_waiter *waiter,
				 struct wake_q_head *wake_q)
{
	struct task_struct *task = get_task_struct(waiter->task);

	/*
	 * The waiter is on the stack of a task that may go its way, and even
	 * exit, from here on: hence the reference.  Pairs with the acquire in
	 * __rwsem_down_read_failed_common().
	 */
	smp_store_release(&waiter->task, NULL);

	/*
	 * Not before: it would see its task pointer and go to sleep again.
	 * The reference becomes wake_q's.
	 */
	wake_q_add_safe(wake_q, task);
}

/*
 * Pick those at the head of the queue that can go on: one writer, which will
 * try again by itself, or all readers up to the next writer, which get the
 * lock here and now.
 *
 * Called with wait_lock held.  The tasks are collected in @wake_q, which holds
 * a reference to each; the caller calls wake_up_q() when it has dropped the
 * wait_lock.
 */
static void __rwsem_mark_wake(struct rw_semaphore *sem,
			      enum rwsem_wake_type wake_type,
			      struct wake_q_head *wake_q)
{
	struct rwsem_waiter *waiter, *next;
	long woken = 0, adjustment = 0;
	LIST_HEAD(granted);

	waiter = list_first_entry_or_null(&sem->wait_list,
					  struct rwsem_waiter, list);
	if (!waiter)
		return;

	if (waiter->type == RWSEM_WAITING_FOR_WRITE) {
		/*
		 * It stays in the queue until it has the lock.  Others may be
		 * faster, but no reader: those see the queue.
		 */
		if (wake_type == RWSEM_WAKE_ANY)
			wake_q_add(wake_q, waiter->task);
		return;
	}

	if (wake_type != RWSEM_WAKE_READ_OWNED) {
		if (!rwsem_reserve_read(sem))
			return;

		adjustment = RWSEM_ACTIVE_READ_BIAS;
		/*
		 * The readers would do it by themselves when they run.  This
		 * tells spinning writers right now that it is no use.
		 */
		__rwsem_set_reader_owned(sem, waiter->task);
	}

	/* without a writer, waiter ends up as the head: everything is cut off */
	list_for_each_entry(waiter, &sem->wait_list, list) {
		if (waiter->type == RWSEM_WAITING_FOR_WRITE)
			break;
		woken++;
	}
	list_cut_before(&granted, &sem->wait_list, &waiter->list);

	/*
	 * All shares have to be in the count before the first reader goes: it
	 * may release the lock at once, and would take away somebody else's
	 * share, so that a writer could come in beside a reader.
	 */
	adjustment = woken * RWSEM_ACTIVE_READ_BIAS - adjustment;
	if (list_empty(&sem->wait_list))
		adjustment -= RWSEM_WAITING_BIAS;
	atomic_long_add(adjustment, &sem->count);

	list_for_each_entry_safe(waiter, next, &granted, list)
		rwsem_release_reader(waiter, wake_q);
}

/*
 * Queue a reader and wait until the lock is given to it.
 */
static inline struct rw_semaphore __sched *
__rwsem_down_read_failed_common(struct rw_semaphore *sem, int state)
{
	struct rwsem_waiter waiter = {
		.task = current,
		.type = RWSEM_WAITING_FOR_READ,
	};
	DEFINE_WAKE_Q(wake_q);
	bool first, wake;
	long share, count;

	raw_spin_lock_irq(&sem->wait_lock);

	first = list_empty(&sem->wait_list);
	if (first && atomic_long_read(&sem->count) >= 0) {
		/*
		 * No queue, and the writer has left: as our share is in the
		 * count, we have the lock.  The addition in the fast path came
		 * too early to see what the writer did, so it is this read
		 * that has to be the acquire.
		 */
		smp_acquire__after_ctrl_dep();
		raw_spin_unlock_irq(&sem->wait_lock);
		return sem;
	}

	/* from one who tries to one who waits */
	list_add_tail(&waiter.list, &sem->wait_list);
	share = first ? RWSEM_WAITING_BIAS : 0;
	share -= RWSEM_ACTIVE_READ_BIAS;
	count = atomic_long_add_return(share, &sem->count);

	/*
	 * With nobody active, nobody will come to wake the queue.  And if we
	 * are its head, readers that hold the lock are no reason to wait.
	 */
	wake = first ? count >= RWSEM_WAITING_BIAS :
		       count == RWSEM_WAITING_BIAS;
	if (wake)
		__rwsem_mark_wake(sem, RWSEM_WAKE_ANY, &wake_q);

	raw_spin_unlock_irq(&sem->wait_lock);
	wake_up_q(&wake_q);

	set_current_state(state);
	/* for what is done with the lock; pairs with rwsem_release_reader() */
	while (smp_load_acquire(&waiter.task)) {
		if (signal_pending_state(state, current)) {
			bool queued;

			/* unless we get the lock while we get here */
			raw_spin_lock_irq(&sem->wait_lock);
			queued = waiter.task;
			if (queued)
				rwsem_del_waiter(sem, &waiter);
			raw_spin_unlock_irq(&sem->wait_lock);

			if (queued) {
				__set_current_state(TASK_RUNNING);
				return ERR_PTR(-EINTR);
			}
		} else {
			schedule();
		}
		set_current_state(state);
	}

	__set_current_state(TASK_RUNNING);
	return sem;
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
 * take the lock if @count, just read, says that it is free.
 */
static inline bool rwsem_try_write_lock(long count, struct rw_semaphore *sem)
{
	long locked = RWSEM_ACTIVE_WRITE_BIAS;

	if (count != RWSEM_WAITING_BIAS)
		return false;

	/* we leave the queue; are there others in it? */
	if (!list_is_singular(&sem->wait_list))
		locked += RWSEM_WAITING_BIAS;

	if (!atomic_long_try_cmpxchg_acquire(&sem->count, &count, locked))
		return false;

	rwsem_set_owner(sem);
	return true;
}

#ifdef CONFIG_RWSEM_SPIN_ON_OWNER
/*
 * For a writer that is not in the queue: take the lock if it is free, whether
 * or not there is a queue.
 */
static inline bool rwsem_try_write_lock_unqueued(struct rw_semaphore *sem)
{
	long count = atomic_long_read(&sem->count);

	do {
		if (count != RWSEM_UNLOCKED_VALUE &&
		    count != RWSEM_WAITING_BIAS)
			return false;
	} while (!atomic_long_try_cmpxchg_acquire(&sem->count, &count,
						  count + RWSEM_ACTIVE_WRITE_BIAS));

	rwsem_set_owner(sem);
	return true;
}

/*
 * A look before the writer joins the spinners.
 *
 * An owner that is no reader was alive when it was seen there, so that inside
 * of the RCU section the task can be looked at; here and below.
 */
static inline bool rwsem_can_spin_on_owner(struct rw_semaphore *sem)
{
	struct task_struct *owner;
	bool can_spin;

	BUILD_BUG_ON(!rwsem_has_anonymous_owner(RWSEM_OWNER_UNKNOWN));

	rcu_read_lock();
	owner = READ_ONCE(sem->owner);
	can_spin = !owner ||
		   (is_rwsem_owner_spinnable(owner) && owner_on_cpu(owner));
	rcu_read_unlock();

	return can_spin && !need_resched();
}

/*
 * Spin for as long as the owner is the same writer and runs.  True if there is
 * reason to try for the lock, as it has another owner, or none; false if it is
 * time to stop.
 */
static noinline bool rwsem_spin_on_owner(struct rw_semaphore *sem)
{
	struct task_struct *owner;
	bool runs = true;

	rcu_read_lock();
	owner = READ_ONCE(sem->owner);
	if (owner && is_rwsem_owner_spinnable(owner)) {
		while (runs && READ_ONCE(sem->owner) == owner) {
			cpu_relax();
			runs = owner_on_cpu(owner) && !need_resched();
		}
	}
	rcu_read_unlock();

	return runs && is_rwsem_owner_spinnable(READ_ONCE(sem->owner));
}

/*
 * True if the lock was got by spinning.  Called without the wait_lock, which
 * the owner may need to leave.
 */
static bool rwsem_optimistic_spin(struct rw_semaphore *sem)
{
	bool taken = false;

	preempt_disable();
	if (rwsem_can_spin_on_owner(sem) && osq_lock(&sem->osq)) {
		/* the head of the osq, so only one does this at a time */
		while (rwsem_spin_on_owner(sem)) {
			taken = rwsem_try_write_lock_unqueued(sem);
			if (taken)
				break;

			/*
			 * A writer without a name may have been preempted
			 * before it could write it down.  If it waits for this
			 * CPU, and we are a real-time task, it waits for ever.
			 */
			if (!READ_ONCE(sem->owner) &&
			    (rt_task(current) || need_resched()))
				break;

			cpu_relax();
		}
		osq_unlock(&sem->osq);
	}
	preempt_enable();
	return taken;
}

/*
 * For one that has just released the lock: is there a writer that spins, and
 * that will see the lock free before it sleeps?
 *
 *	unlock				spinner that stops
 *	------				------------------
 *	count -= ...			osq_unlock()
 *	full barrier, here		full barrier, set_current_state()
 *	osq_is_locked()?		anybody active in the count?
 *
 * If we see the osq locked, the last one to leave it sees our count.
 */
static inline bool rwsem_has_spinner(struct rw_semaphore *sem)
{
	/* the count before the osq, see above */
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
	struct rwsem_waiter waiter = {
		.task = current,
		.type = RWSEM_WAITING_FOR_WRITE,
	};
	struct rw_semaphore *ret = sem;
	DEFINE_WAKE_Q(wake_q);

	/* nobody must take us for active while we spin or wait */
	atomic_long_sub(RWSEM_ACTIVE_WRITE_BIAS, &sem->count);

	if (rwsem_optimistic_spin(sem))
		return sem;

	raw_spin_lock_irq(&sem->wait_lock);

	list_add_tail(&waiter.list, &sem->wait_list);
	if (list_is_singular(&sem->wait_list))
		atomic_long_add(RWSEM_WAITING_BIAS, &sem->count);
	else if (atomic_long_read(&sem->count) > RWSEM_WAITING_BIAS)
		/* readers hold the lock: those in front of us can join */
		__rwsem_mark_wake(sem, RWSEM_WAKE_READERS, &wake_q);

	while (!rwsem_try_write_lock(atomic_long_read(&sem->count), sem)) {
		raw_spin_unlock_irq(&sem->wait_lock);

		wake_up_q(&wake_q);
		wake_q_init(&wake_q);

		/*
		 * First the state, then the count, and sleep only then: that
		 * is what rwsem_has_spinner() counts on.
		 */
		set_current_state(state);
		while (atomic_long_read(&sem->count) & RWSEM_ACTIVE_MASK) {
			if (signal_pending_state(state, current))
				goto give_up;
			schedule();
			set_current_state(state);
		}
		__set_current_state(TASK_RUNNING);

		raw_spin_lock_irq(&sem->wait_lock);
	}

	/* the count says so already */
	list_del(&waiter.list);
	/* almost always empty, unless the readers woken above were very fast */
	wake_up_q(&wake_q);
	raw_spin_unlock_irq(&sem->wait_lock);
	return ret;

give_up:
	__set_current_state(TASK_RUNNING);
	raw_spin_lock_irq(&sem->wait_lock);
	/* it may have been us who was woken to go on */
	if (rwsem_del_waiter(sem, &waiter))
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
 *
 * If a writer spins, the lock is as good as taken, and the queue need not be
 * woken; but if it costs nothing we do, since a reader in front of the queue
 * has waited longer.
 */
__visible
struct rw_semaphore *rwsem_wake(struct rw_semaphore *sem)
{
	unsigned long flags;
	DEFINE_WAKE_Q(wake_q);

	if (!rwsem_has_spinner(sem))
		raw_spin_lock_irqsave(&sem->wait_lock, flags);
	else if (!raw_spin_trylock_irqsave(&sem->wait_lock, flags))
		return sem;

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
	__rwsem_mark_wake(sem, RWSEM_WAKE_READ_OWNED, &wake_q);
	raw_spin_unlock_irqrestore(&sem->wait_lock, flags);
	wake_up_q(&wake_q);

	return sem;
}
EXPORT_SYMBOL(rwsem_downgrade_wake);
