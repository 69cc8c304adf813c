// SPDX-License-Identifier: GPL-2.0-only
#include <linux/kernel.h>
#include "stat.h"

#ifdef CONFIG_QUEUED_LOCK_STAT
long lock_counts[stat_num];
#endif

/* Take it, whatever it costs. */
void queued_spin_lock_slowpath(int *lock, int pending)
{
	stat_inc(stat_slow, 1);
	while (__sync_lock_test_and_set(lock, 1)) {
		/* somebody else's turn */
		stat_inc(stat_wait, pending);
		delay(10);
	}
}
EXPORT_SYMBOL(queued_spin_lock_slowpath);
