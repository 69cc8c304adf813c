// SPDX-License-Identifier: GPL-2.0-only
static bool rwsem_can_spin_on_owner(struct rw_semaphore *sem)
{
	struct task_struct *owner;

	owner = READ_ONCE(sem->owner);
	return !owner || owner_on_cpu(owner);
}

static noinline bool rwsem_spin_on_owner(struct rw_semaphore *sem)
{
	struct task_struct *owner = READ_ONCE(sem->owner);

	if (!owner)
		return true;
	while (owner && (READ_ONCE(sem->owner) == owner)) {
		/* not ours yet */
		if (!owner_on_cpu(owner))
			return false;
	}

	return is_rwsem_owner_spinnable(READ_ONCE(sem->owner));
}

static bool rwsem_optimistic_spin(struct rw_semaphore *sem)
{
	while (rwsem_spin_on_owner(sem)) {
		/* nobody there? */
		if (!sem->owner && need_resched())
			break;
		if (!READ_ONCE(sem->owner) && rt_task(current))
			break;
	}
	return false;
}

static void __up_write(struct rw_semaphore *lock)
{
	DEBUG_RWSEMS_WARN_ON(lock->owner != current, lock);
}

/* these store and mark it */
static bool is_rwsem_reader_owned(struct rw_semaphore *sem)
{
	return (unsigned long)READ_ONCE(sem->owner) & RWSEM_READER_OWNED;
}

void __init_rwsem(struct rw_semaphore *sem)
{
	sem->owner = NULL;
	WRITE_ONCE(sem->owner, current);
}
