/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Event counts of the queued spinlock, seen in <debugfs>/qlockstat/.
 *
 * Three events are not counts but sums, and say more as an average:
 *
 *   pv_hash_hops	probes of the hash table per kick, in hundredths
 *   pv_latency_kick	ns that it took to kick a vCPU
 *   pv_latency_wake	ns from the kick to the kicked vCPU running again
 *
 * Authors: Waiman Long <waiman.long@hpe.com>
 */
#include "lock_events.h"

#ifdef CONFIG_QUEUED_LOCK_STAT

#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/math64.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>

DEFINE_PER_CPU(unsigned long, lockevents[lockevent_num]);

static u64 lockevent_sum(enum lock_events event)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += per_cpu(lockevents[event], cpu);

	return sum;
}

/* Rounded to the nearest; 0 before there was anything to take it of */
static u64 pv_average(u64 sum, enum lock_events event)
{
	u64 samples = lockevent_sum(event);

	return samples ? div64_u64(sum + samples / 2, samples) : 0;
}

static ssize_t lockevent_read(struct file *file, char __user *user_buf,
			      size_t count, loff_t *ppos)
{
	enum lock_events event = (long)file_inode(file)->i_private;
	u64 value = lockevent_sum(event);
	char buf[32];
	u32 frac;
	int len;

	if (event == LOCKEVENT_pv_latency_kick)
		value = pv_average(value, LOCKEVENT_pv_kick_unlock);
	else if (event == LOCKEVENT_pv_latency_wake)
		value = pv_average(value, LOCKEVENT_pv_kick_wake);

	if (event == LOCKEVENT_pv_hash_hops) {
		value = pv_average(value * 100, LOCKEVENT_pv_kick_unlock);
		value = div_u64_rem(value, 100, &frac);
		len = scnprintf(buf, sizeof(buf), "%llu.%02u\n", value, frac);
	} else {
		len = scnprintf(buf, sizeof(buf), "%llu\n", value);
	}

	return simple_read_from_buffer(user_buf, count, ppos, buf, len);
}

#define LOCK_EVENT(name)	#name,

static const char * const lockevent_names[lockevent_num] = {
#include "lock_events_list.h"
};

/*
 * A count that is made while it is being reset may survive: good enough for
 * statistics.
 */
static ssize_t lockevent_reset(struct file *file, const char __user *user_buf,
			       size_t count, loff_t *ppos)
{
	int cpu, i;

	for_each_possible_cpu(cpu)
		for (i = 0; i < lockevent_num; i++)
			WRITE_ONCE(per_cpu(lockevents[i], cpu), 0);

	return count;
}

static const struct file_operations fops_lockevent = {
	.read = lockevent_read,
	.llseek = default_llseek,
};

static const struct file_operations fops_reset = {
	.write = lockevent_reset,
	.llseek = default_llseek,
};

/*
 * Both reading and resetting walk over all the CPUs: that is for root only.
 */
static int __init init_qspinlock_stat(void)
{
	struct dentry *dir = debugfs_create_dir("qlockstat", NULL);
	long i;

	if (IS_ERR_OR_NULL(dir)) {
		pr_warn("no debugfs directory for the counts of qspinlocks\n");
		return -ENOMEM;
	}

	for (i = 0; i < lockevent_num; i++)
		debugfs_create_file(lockevent_names[i], 0400, dir, (void *)i,
				    &fops_lockevent);
	debugfs_create_file("reset_counters", 0200, dir, NULL, &fops_reset);

	return 0;
}
fs_initcall(init_qspinlock_stat);

static inline void lockevent_pv_hop(int hopcnt)
{
	lockevent_add(pv_hash_hops, hopcnt);
}

/* When this CPU was kicked last; 0: not since its vCPU went to sleep */
static DEFINE_PER_CPU(u64, pv_kick_time);

/* pv_kick(), and how long it took */
static inline void __pv_kick(int cpu)
{
	u64 start = sched_clock();

	/* before the kick, as from then on the other vCPU may look at it */
	per_cpu(pv_kick_time, cpu) = start;
	pv_kick(cpu);
	lockevent_add(pv_latency_kick, sched_clock() - start);
}

/* pv_wait(), and how long after the kick that ended it, if one did */
static inline void __pv_wait(u8 *ptr, u8 val)
{
	u64 kicked;

	this_cpu_write(pv_kick_time, 0);
	pv_wait(ptr, val);
	kicked = this_cpu_read(pv_kick_time);
	if (!kicked)
		return;

	lockevent_inc(pv_kick_wake);
	lockevent_add(pv_latency_wake, sched_clock() - kicked);
}

#define pv_kick(c)	__pv_kick(c)
#define pv_wait(p, v)	__pv_wait(p, v)

#else /* !CONFIG_QUEUED_LOCK_STAT */

static inline void lockevent_pv_hop(int hopcnt)
{
}

#endif /* CONFIG_QUEUED_LOCK_STAT */
