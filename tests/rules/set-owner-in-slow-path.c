// SPDX-License-Identifier: GPL-2.0-only
static struct rw_semaphore *down_read_failed(struct rw_semaphore *sem)
{
	raw_spin_lock_irq(&sem->wait_lock);
	if (list_empty(&sem->wait_list)) {
		/* no writer */
		if (atomic_long_read(&sem->count) >= 0) {
			raw_spin_unlock_irq(&sem->wait_lock);
			return sem;
		}
	}
	raw_spin_unlock_irq(&sem->wait_lock);
	wake_up_q(&wake_q);

	return sem;
}

static struct rw_semaphore *wake(struct rw_semaphore *sem)
{
	raw_spin_unlock_irqrestore(&sem->wait_lock, flags);
	return sem;
}

static struct rw_semaphore *down_write_failed(struct rw_semaphore *sem)
{
	struct rw_semaphore *ret = sem;

	raw_spin_unlock_irq(&sem->wait_lock);

	return ret;
}
