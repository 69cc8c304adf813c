// SPDX-License-Identifier: GPL-2.0-only
static long rwsem_cut_readers(struct rw_semaphore *sem, struct list_head *cut)
{
	struct rwsem_waiter *waiter, *next;
	long readers = 0;

	list_for_each_entry_safe(waiter, next, &sem->wait_list, list) {
		if (waiter->type == RWSEM_WAITING_FOR_WRITE)
			break;

		list_move_tail(&waiter->list, cut);
		if (++readers >= RWSEM_GRANT_MAX)
			break;
	}

	return readers;
}

/* another loop, which is to stop at a writer */
static long rwsem_count_readers(struct rw_semaphore *sem)
{
	struct rwsem_waiter *waiter;
	long readers = 0;

	list_for_each_entry(waiter, &sem->wait_list, list) {
		if (waiter->type == RWSEM_WAITING_FOR_WRITE)
			break;
		readers++;
	}

	return readers;
}
