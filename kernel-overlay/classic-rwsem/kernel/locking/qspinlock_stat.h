/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Event counts of the queued spinlock and its paravirtual form.
 *
 * Each count is a file in <debugfs>/qlockstat/:
 *
 *	pv_hash_hops		hops in a hash lookup (average)
 *	pv_kick_unlock		vCPUs kicked at unlock
 *	pv_kick_wake		kicks that woke a vCPU
 *	pv_latency_kick		ns to give a kick (average)
 *	pv_latency_wake		ns from a kick to the wakeup (average)
 *	pv_lock_stealing	locks taken past the queue
 *	pv_spurious_wakeup	wakeups in the queue without the lock
 *	pv_wait_again		waits at the head after a kick
 *	pv_wait_early		waits because the vCPU in front waits
 *	pv_wait_head		waits at the head of the queue
 *	pv_wait_node		waits further back
 *	lock_pending		locks taken by the pending bit
 *	lock_slowpath		locks taken by the MCS queue,
 *	lock_use_node[234]	of these, with the CPU's nth node,
 *	lock_no_node		and with none, as all were in use
 *
 * Writing anything to reset_counters there sets all of them to zero.
 *
 * The counts are per CPU, are not atomic, and are added up when a file is
 * read, so that they cost little enough to stay on in production.  It also
 * means that two of them need not agree to the last unit, say the kicks given
 * and the kicks received.
 */
enum qlock_stats {
	qstat_pv_hash_hops,
	qstat_pv_kick_unlock,
	qstat_pv_kick_wake,
	qstat_pv_latency_kick,
	qstat_pv_latency_wake,
	qstat_pv_lock_stealing,
	qstat_pv_spurious_wakeup,
	qstat_pv_wait_again,
	qstat_pv_wait_early,
	qstat_pv_wait_head,
	qstat_pv_wait_node,
	qstat_lock_pending,
	qstat_lock_slowpath,
	qstat_lock_use_node2,
	qstat_lock_use_node3,
	qstat_lock_use_node4,
	qstat_lock_no_node,
	qstat_num,	/* from here on no counts */
	qstat_reset_cnts = qstat_num,
};

#ifdef CONFIG_QUEUED_LOCK_STAT
#include <linux/debugfs.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/fs.h>

static const char * const qstat_names[qstat_num + 1] = {
	[qstat_pv_hash_hops]		= "pv_hash_hops",
	[qstat_pv_kick_unlock]		= "pv_kick_unlock",
	[qstat_pv_kick_wake]		= "pv_kick_wake",
	[qstat_pv_latency_kick]		= "pv_latency_kick",
	[qstat_pv_latency_wake]		= "pv_latency_wake",
	[qstat_pv_lock_stealing]	= "pv_lock_stealing",
	[qstat_pv_spurious_wakeup]	= "pv_spurious_wakeup",
	[qstat_pv_wait_again]		= "pv_wait_again",
	[qstat_pv_wait_early]		= "pv_wait_early",
	[qstat_pv_wait_head]		= "pv_wait_head",
	[qstat_pv_wait_node]		= "pv_wait_node",
	[qstat_lock_pending]		= "lock_pending",
	[qstat_lock_slowpath]		= "lock_slowpath",
	[qstat_lock_use_node2]		= "lock_use_node2",
	[qstat_lock_use_node3]		= "lock_use_node3",
	[qstat_lock_use_node4]		= "lock_use_node4",
	[qstat_lock_no_node]		= "lock_no_node",
	[qstat_reset_cnts]		= "reset_counters",
};

static DEFINE_PER_CPU(unsigned long, qstats[qstat_num]);
static DEFINE_PER_CPU(u64, pv_kick_time);

/*
 * Three of the counts are sums that say something only when they are divided
 * by how often they were added to:
 *
 *	pv_latency_kick, pv_hash_hops	by pv_kick_unlock
 *	pv_latency_wake			by pv_kick_wake
 */
static ssize_t qstat_read(struct file *file, char __user *user_buf,
			  size_t count, loff_t *ppos)
{
	char buf[64];
	int cpu, counter, len;
	u64 stat = 0, kicks = 0;

	counter = (long)file_inode(file)->i_private;

	if (counter >= qstat_num)
		return -EBADF;

	for_each_possible_cpu(cpu) {
		stat += per_cpu(qstats[counter], cpu);

		switch (counter) {
		case qstat_pv_latency_kick:
		case qstat_pv_hash_hops:
			kicks += per_cpu(qstats[qstat_pv_kick_unlock], cpu);
			break;

		case qstat_pv_latency_wake:
			kicks += per_cpu(qstats[qstat_pv_kick_wake], cpu);
			break;
		}
	}

	if (counter == qstat_pv_hash_hops) {
		u64 frac = 0;

		/* few hops each, so with two decimals */
		if (kicks) {
			frac = 100ULL * do_div(stat, kicks);
			frac = DIV_ROUND_CLOSEST_ULL(frac, kicks);
		}
		len = scnprintf(buf, sizeof(buf), "%llu.%02llu\n", stat, frac);
	} else {
		/* kicks is 0 but for the latencies */
		if (kicks)
			stat = DIV_ROUND_CLOSEST_ULL(stat, kicks);
		len = scnprintf(buf, sizeof(buf), "%llu\n", stat);
	}

	return simple_read_from_buffer(user_buf, count, ppos, buf, len);
}

/*
 * Only reset_counters can be written to.  A CPU that is just adding to a count
 * may bring it back; who needs zero writes again.
 */
static ssize_t qstat_write(struct file *file, const char __user *user_buf,
			   size_t count, loff_t *ppos)
{
	int cpu;

	if ((long)file_inode(file)->i_private != qstat_reset_cnts)
		return count;

	for_each_possible_cpu(cpu) {
		int i;
		unsigned long *ptr = per_cpu_ptr(qstats, cpu);

		for (i = 0; i < qstat_num; i++)
			WRITE_ONCE(ptr[i], 0);
	}
	return count;
}

static const struct file_operations fops_qstat = {
	.read = qstat_read,
	.write = qstat_write,
	.llseek = default_llseek,
};

/*
 * For root only: adding up, and even more resetting, touches the memory of all
 * CPUs.  debugfs takes an error for a parent and says itself what is wrong, so
 * nothing here depends on whether the files could be made.
 */
static int __init init_qspinlock_stat(void)
{
	struct dentry *d_qstat = debugfs_create_dir("qlockstat", NULL);
	int i;

	for (i = 0; i < qstat_num; i++)
		debugfs_create_file(qstat_names[i], 0400, d_qstat,
				    (void *)(long)i, &fops_qstat);

	debugfs_create_file(qstat_names[qstat_reset_cnts], 0200, d_qstat,
			    (void *)(long)qstat_reset_cnts, &fops_qstat);

	return 0;
}
fs_initcall(init_qspinlock_stat);

static inline void qstat_inc(enum qlock_stats stat, bool cond)
{
	if (cond)
		this_cpu_inc(qstats[stat]);
}

static inline void qstat_hop(int hopcnt)
{
	this_cpu_add(qstats[qstat_pv_hash_hops], hopcnt);
}

/*
 * Stand in for pv_kick(): take the time of the kick, and leave it where the
 * vCPU that wakes up finds it.
 */
static inline void __pv_kick(int cpu)
{
	u64 start = sched_clock();

	per_cpu(pv_kick_time, cpu) = start;
	pv_kick(cpu);
	this_cpu_add(qstats[qstat_pv_latency_kick], sched_clock() - start);
}

/*
 * Stand in for pv_wait(): without a time left by a kick, something else has
 * woken the vCPU.
 */
static inline void __pv_wait(u8 *ptr, u8 val)
{
	u64 *pkick_time = this_cpu_ptr(&pv_kick_time);

	*pkick_time = 0;
	pv_wait(ptr, val);
	if (*pkick_time) {
		this_cpu_add(qstats[qstat_pv_latency_wake],
			     sched_clock() - *pkick_time);
		qstat_inc(qstat_pv_kick_wake, true);
	}
}

#define pv_kick(c)	__pv_kick(c)
#define pv_wait(p, v)	__pv_wait(p, v)

#else /* CONFIG_QUEUED_LOCK_STAT */

static inline void qstat_inc(enum qlock_stats stat, bool cond)	{ }
static inline void qstat_hop(int hopcnt)			{ }

#endif /* CONFIG_QUEUED_LOCK_STAT */
