/* SPDX-License-Identifier: GPL-2.0-only */
static inline void rwsem_set_owner(struct rw_semaphore *sem)
{
	sem->owner = sem;
}

static inline void rwsem_clear_owner(struct rw_semaphore *sem)
{
	sem->owner = NULL;
}
