// SPDX-License-Identifier: GPL-2.0-only
/* One function of each kind, and some that look like them. */

void down_read(struct rw_semaphore *sem)
{
	might_sleep();
	rwsem_acquire_read(&sem->dep_map, 0, 0, _RET_IP_);

	LOCK_CONTENDED(sem, __down_read_trylock, __down_read);
}

int down_read_interruptible(struct rw_semaphore *sem)
{
	might_sleep();

	if (LOCK_CONTENDED_RETURN(sem, __down_read_trylock, __down_read_interruptible)) {
		rwsem_release(&sem->dep_map, _RET_IP_);
		return -EINTR;
	}

	return 0;
}

int down_write_killable(struct rw_semaphore *sem)
{
	might_sleep();

	if (LOCK_CONTENDED_RETURN(sem, __down_write_trylock,
				  __down_write_killable)) {
		rwsem_release(&sem->dep_map, _RET_IP_);
		return -EINTR;
	}

	return 0;
}

void down_write_nested(struct rw_semaphore *sem, int subclass)
{
	LOCK_CONTENDED(sem, __down_write_trylock, __down_write);
}

int down_read_trylock(struct rw_semaphore *sem)
{
	int ret = __down_read_trylock(sem);

	if (ret == 1)
		rwsem_acquire_read(&sem->dep_map, 0, 1, _RET_IP_);
	return ret;
}

int down_write_trylock(struct rw_semaphore *sem)
{
	int ret = __down_write_trylock(sem);

	if (ret == 1)
		rwsem_acquire(&sem->dep_map, 0, 1, _RET_IP_);

	return ret;
}

void up_read(struct rw_semaphore *sem)
{
	rwsem_release(&sem->dep_map, _RET_IP_);
	__up_read(sem);
}

void up_write(struct rw_semaphore *sem)
{
	rwsem_release(&sem->dep_map, _RET_IP_);
	__up_write(sem);
}

void downgrade_write(struct rw_semaphore *sem)
{
	lock_downgrade(&sem->dep_map, _RET_IP_);
	__downgrade_write(sem);
}

void up_read_non_owner(struct rw_semaphore *sem)
{
	DEBUG_RWSEMS_WARN_ON(!is_rwsem_reader_owned(sem), sem);
	__up_read(sem);
}

/* not through LOCK_CONTENDED(): the caller says who it is for */
void down_read_non_owner(struct rw_semaphore *sem)
{
	__down_read(sem);
	__rwsem_set_reader_owned(sem, NULL);
}

/* another lock */
void mutex_lock(struct mutex *lock)
{
	LOCK_CONTENDED(lock, __mutex_trylock, __mutex_lock);
}
