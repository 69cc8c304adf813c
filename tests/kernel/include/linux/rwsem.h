/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_RWSEM_H
#define _LINUX_RWSEM_H

#include <asm/rwsem.h>

struct rw_semaphore {
	long count;
	/* who holds it, or NULL */
	void *owner;
};

int down_read(struct rw_semaphore *sem);
void up_read(struct rw_semaphore *sem);

#endif
