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
#include <linux/math64.h>

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

static u64 qstat_sum(enum qlock_stats stat)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += per_cpu(qstats[stat], cpu);
	return sum;
}

/*
 * How often something was added to a count.  Most are counts of how often
 * already; three say something only as an average, in hops or ns.
 */
static u64 qstat_samples(enum qlock_stats stat)
{
	switch (stat) {
	case qstat_pv_hash_hops:
	case qstat_pv_latency_kick:
		return qstat_sum(qstat_pv_kick_unlock);
	case qstat_pv_latency_wake:
		return qstat_sum(qstat_pv_kick_wake);
	default:
		return 1;
	}
}

static ssize_t qstat_read(struct file *file, char __user *user_buf,
			  size_t count, loff_t *ppos)
{
	enum qlock_stats stat = (long)file_inode(file)->i_private;
	u64 sum, samples;
	char text[32];
	u32 frac;
	int len;

	if (stat >= qstat_num)
		return -EBADF;

	/* without samples there is nothing in the sum either */
	samples = max_t(u64, qstat_samples(stat), 1);
	sum = qstat_sum(stat);

	if (stat == qstat_pv_hash_hops) {
		/* few hops each, so with two decimals */
		sum = DIV64_U64_ROUND_CLOSEST(100 * sum, samples);
		sum = div_u64_rem(sum, 100, &frac);
		len = scnprintf(text, sizeof(text), "%llu.%02u\n", sum, frac);
	} else {
		sum = DIV64_U64_ROUND_CLOSEST(sum, samples);
		len = scnprintf(text, sizeof(text), "%llu\n", sum);
	}

	return simple_read_from_buffer(user_buf, count, ppos, text, len);
}

/*
 * Only reset_counters can be written to.  A CPU that is just adding to a count
 * may bring it back; who needs zero writes again.
 */
static ssize_t qstat_write(struct file *file, const char __user *user_buf,
			   size_t count, loff_t *ppos)
{
	long stat = (long)file_inode(file)->i_private;
	int cpu, i;

	if (stat == qstat_reset_cnts) {
		for_each_possible_cpu(cpu) {
			for (i = 0; i < qstat_num; i++)
				WRITE_ONCE(per_cpu(qstats[i], cpu), 0);
		}
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
	struct dentry *dir = debugfs_create_dir("qlockstat", NULL);
	long i;

	for (i = 0; i <= qstat_reset_cnts; i++)
		debugfs_create_file(qstat_names[i],
				    i == qstat_reset_cnts ? 0200 : 0400,
				    dir, (void *)i, &fops_qstat);
	return 0;
}
fs_initcall(init_qspinlock_stat);

/* @stat may be out of range where @cond is false */
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
	u64 kicked = sched_clock();

	per_cpu(pv_kick_time, cpu) = kicked;
	pv_kick(cpu);

	this_cpu_add(qstats[qstat_pv_latency_kick], sched_clock() - kicked);
}

/*
 * Stand in for pv_wait(): if no kick has left its time, something else has
 * woken the vCPU.
 */
static inline void __pv_wait(u8 *ptr, u8 val)
{
	u64 kicked;

	this_cpu_write(pv_kick_time, 0);
	pv_wait(ptr, val);

	kicked = this_cpu_read(pv_kick_time);
	if (!kicked)
		return;

	qstat_inc(qstat_pv_kick_wake, true);
	this_cpu_add(qstats[qstat_pv_latency_wake], sched_clock() - kicked);
}

#define pv_kick(c)	__pv_kick(c)
#define pv_wait(p, v)	__pv_wait(p, v)

#else /* CONFIG_QUEUED_LOCK_STAT */

static inline void qstat_inc(enum qlock_stats stat, bool cond)	{ }
static inline void qstat_hop(int hopcnt)			{ }

#endif /* CONFIG_QUEUED_LOCK_STAT */
