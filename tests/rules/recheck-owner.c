// SPDX-License-Identifier: GPL-2.0-only
static bool rwsem_owner_off_cpu(struct rw_semaphore *sem,
				struct task_struct *owner)
{
	if (owner_on_cpu(owner))
		return false;

	return rwsem_owner(sem) == owner;
}

static bool rwsem_can_spin_on_owner(struct rw_semaphore *sem)
{
	struct task_struct *owner = rwsem_owner(sem);

	/* nobody, or somebody who runs */
	return !owner || owner_on_cpu(owner);
}

static noinline bool rwsem_spin_on_owner(struct rw_semaphore *sem)
{
	struct task_struct *owner = rwsem_owner(sem);

	while (owner && rwsem_owner(sem) == owner) {
		if (need_resched() || !owner_on_cpu(owner))
			return false;
	}

	return true;
}
// present owner_on_cpu 1
