// SPDX-License-Identifier: GPL-2.0-only
#ifdef CONFIG_PREEMPT_RT
#define DEBUG_RWSEMS_WARN_ON(...)

static inline void rwsem_set_owner(struct rw_semaphore *sem)
{
}

static inline void __rwsem_set_reader_owned(struct rw_semaphore *sem,
					    struct task_struct *owner)
{
}

static inline void rwsem_clear_reader_owned(struct rw_semaphore *sem)
{
}

static inline bool is_rwsem_reader_owned(struct rw_semaphore *sem)
{
	return false;
}
#endif

/* comment */
void down_read(struct rw_semaphore *sem)
{
	LOCK_CONTENDED(sem, __down_read_trylock, __down_read);
	rwsem_set_reader_owned(sem);
}

int down_write_killable(struct rw_semaphore *sem)
{
	if (LOCK_CONTENDED_RETURN(sem, __down_write_trylock, __down_write_killable)) {
		rwsem_release(&sem->dep_map, 1, _RET_IP_);
		return -EINTR;
	}

	rwsem_set_owner(sem);
	return 0;
}

int down_read_trylock(struct rw_semaphore *sem)
{
	int ret = __down_read_trylock(sem);

	if (ret == 1) {
		rwsem_acquire_read(&sem->dep_map, 0, 1, _RET_IP_);
		rwsem_set_reader_owned(sem);
	}
	return ret;
}

int down_write_trylock(struct rw_semaphore *sem)
{
	int ret = __down_write_trylock(sem);

	if (ret == 1) {
		rwsem_acquire(&sem->dep_map, 0, 1, _RET_IP_);
		rwsem_set_owner(sem);
	}

	return ret;
}

void up_read(struct rw_semaphore *sem)
{
	rwsem_release(&sem->dep_map, 1, _RET_IP_);
	DEBUG_RWSEMS_WARN_ON(!((unsigned long)sem->owner & RWSEM_READER_OWNED));

	rwsem_clear_reader_owned(sem);
	__up_read(sem);
}

void up_write(struct rw_semaphore *sem)
{
	rwsem_clear_owner(sem);
	__up_write(sem);
}

/* the one that stays */
void down_read_non_owner(struct rw_semaphore *sem)
{
	__down_read(sem);
	__rwsem_set_reader_owned(sem, NULL);
}
