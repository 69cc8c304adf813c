// SPDX-License-Identifier: GPL-2.0-only
#ifdef CONFIG_RWSEM_SPIN_ON_OWNER
static bool rwsem_optimistic_spin(struct rw_semaphore *sem)
{
	return osq_lock(&sem->osq);
}

static inline bool rwsem_has_spinner(struct rw_semaphore *sem)
{
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

/* as kernels of 2018 and 2019 have it */
struct rw_semaphore *rwsem_wake(struct rw_semaphore *sem)
{
	unsigned long flags;
	DEFINE_WAKE_Q(wake_q);

	smp_rmb();
	if (rwsem_has_spinner(sem)) {
		smp_rmb();
		if (!raw_spin_trylock_irqsave(&sem->wait_lock, flags))
			return sem;
		goto locked;
	}
	raw_spin_lock_irqsave(&sem->wait_lock, flags);
locked:

	__rwsem_mark_wake(sem, RWSEM_WAKE_ANY, &wake_q);
	raw_spin_unlock_irqrestore(&sem->wait_lock, flags);
	wake_up_q(&wake_q);

	return sem;
}

/* as series/classic-rwsem has it */
struct rw_semaphore *classic_rwsem_wake(struct rw_semaphore *sem)
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
