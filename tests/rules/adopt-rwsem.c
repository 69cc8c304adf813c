// SPDX-License-Identifier: GPL-2.0-only
void percpu_down_write(struct percpu_rw_semaphore *sem)
{
	down_write(&sem->rw_sem);
	smp_store_release(&sem->readers_block, 1);
}

void percpu_up_write(struct percpu_rw_semaphore *sem)
{
	/* no fast path yet */
	smp_store_release(&sem->readers_block, 0);

	/* let the readers in */
	up_write(&sem->rw_sem);

	rcu_sync_exit(&sem->rss);
}
