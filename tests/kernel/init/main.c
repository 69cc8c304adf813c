// SPDX-License-Identifier: GPL-2.0-only
#include <linux/kernel.h>
#include <linux/rwsem.h>

int main(void)
{
	static struct rw_semaphore sem;

	if (register_locks("toy") || !down_read(&sem))
		return 1;
	up_read(&sem);
	return 0;
}
