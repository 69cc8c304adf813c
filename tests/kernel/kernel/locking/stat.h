/* SPDX-License-Identifier: GPL-2.0-only */
enum lock_stats {
	stat_slow,
	stat_wait,
	stat_num,
};

#ifdef CONFIG_QUEUED_LOCK_STAT
extern long lock_counts[stat_num];

static inline void stat_inc(enum lock_stats which, int cond)
{
	if (cond)
		lock_counts[which]++;
}
#else
static inline void stat_inc(enum lock_stats which, int cond) { }
#endif
