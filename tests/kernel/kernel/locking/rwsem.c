// SPDX-License-Identifier: GPL-2.0-only
#include <linux/kernel.h>
#include <linux/rwsem.h>
#include "rwsem.h"
#include "stat.h"

/*
 * Lock for reading.
 */
int down_read(struct rw_semaphore *sem)
{
	if (!__down_read(&sem->count)) {
		stat_inc(stat_wait, 1);
		return 0;
	}
	rwsem_set_owner(sem);
	return 1;
}
EXPORT_SYMBOL(down_read);

/*
 * Release a read lock.
 */
void up_read(struct rw_semaphore *sem)
{
	rwsem_clear_owner(sem);
	sem->count--;
}
EXPORT_SYMBOL(up_read);
