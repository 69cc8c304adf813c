// SPDX-License-Identifier: GPL-2.0-only
static void __rwsem_mark_wake(struct rw_semaphore *sem,
			      enum rwsem_wake_type wake_type,
			      struct wake_q_head *wake_q)
{
	struct rwsem_waiter *waiter, *tmp;
	long woken = 0, adjustment = 0;

	if (waiter->type == RWSEM_WAITING_FOR_WRITE) {
		if (wake_type == RWSEM_WAKE_ANY) {
			/* to try again */
			wake_q_add(wake_q, waiter->task);
		}

		return;
	}
	__rwsem_set_reader_owned(sem, waiter->task);

	wake_q_add(wake_q, tsk);
	adjustment = woken * RWSEM_ACTIVE_READ_BIAS - adjustment;
	if (list_empty(&sem->wait_list)) {
		/* hit end of list above */
		adjustment -= RWSEM_WAITING_BIAS;
	}
}

static inline bool rwsem_try_write_lock(long count, struct rw_semaphore *sem)
{
	if (count) {
		rwsem_set_owner(sem);
		return true;
	}

	return false;
}

static inline bool rwsem_try_write_lock_unqueued(struct rw_semaphore *sem)
{
	while (true) {
		if (old == count) {
			rwsem_set_owner(sem);
			return true;
		}
	}
}

static bool rwsem_optimistic_spin(struct rw_semaphore *sem)
{
	bool taken = false;

	preempt_disable();
	if (!rwsem_can_spin_on_owner(sem))
		goto done;
	taken = rwsem_try_write_lock_unqueued(sem);
done:
	preempt_enable();
	return taken;
}

static inline struct rw_semaphore __sched *
__rwsem_down_read_failed_common(struct rw_semaphore *sem, int state)
{
	raw_spin_lock_irq(&sem->wait_lock);
	if (list_empty(&sem->wait_list)) {
		if (atomic_long_read(&sem->count) >= 0) {
			raw_spin_unlock_irq(&sem->wait_lock);
			rwsem_set_reader_owned(sem);
			return sem;
		}
	}
	raw_spin_unlock_irq(&sem->wait_lock);
	wake_up_q(&wake_q);

	while (waiter.task) {
		if (signal_pending_state(state, current))
			goto out_nolock;
		schedule();
	}

	__set_current_state(TASK_RUNNING);
	return sem;
out_nolock:
	raw_spin_unlock_irq(&sem->wait_lock);
	__set_current_state(TASK_RUNNING);
	return ERR_PTR(-EINTR);
}

static inline struct rw_semaphore *
__rwsem_down_write_failed_common(struct rw_semaphore *sem, int state)
{
	if (rwsem_optimistic_spin(sem))
		return sem;

	wake_up_q(&wake_q);
	do {
		schedule();
		set_current_state(state);
	} while (count);
	__set_current_state(TASK_RUNNING);
	list_del(&waiter.list);
	raw_spin_unlock_irq(&sem->wait_lock);

	return ret;

out_nolock:
	raw_spin_unlock_irq(&sem->wait_lock);
	wake_up_q(&wake_q);

	return ERR_PTR(-EINTR);
}

struct rw_semaphore *rwsem_wake(struct rw_semaphore *sem)
{
	raw_spin_unlock_irqrestore(&sem->wait_lock, flags);
	wake_up_q(&wake_q);

	return sem;
}
