// SPDX-License-Identifier: GPL-2.0-only
void up_read(struct rw_semaphore *sem)
{
	rwsem_release(&sem->dep_map, 1, _RET_IP_);
	DEBUG_RWSEMS_WARN_ON(!((unsigned long)sem->owner & RWSEM_READER_OWNED));

	__up_read(sem);
}

void up_read_non_owner(struct rw_semaphore *sem)
{
	DEBUG_RWSEMS_WARN_ON(!((unsigned long)sem->owner & RWSEM_READER_OWNED));
	__up_read(sem);
}

/* others stay */
void other(struct rw_semaphore *sem)
{
	DEBUG_LOCKS_WARN_ON(sem->owner != current);
}
