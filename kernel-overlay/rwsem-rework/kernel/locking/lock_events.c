// SPDX-License-Identifier: GPL-2.0
/*
 * Event counts of the locks: lock_events_list.h says which, and each has a
 * file in <debugfs>/lock_event_counts/. A write to .reset_counts in there
 * makes all of them 0 again.
 *
 * Counting is per CPU and the sums are made when a file is read, so that the
 * counts may stay enabled on a machine that has work to do.
 */
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/printk.h>

#include "lock_events.h"

DEFINE_PER_CPU(unsigned long, lockevents[lockevent_num]);

#define LOCK_EVENT(name)	#name,

static const char * const lockevent_names[lockevent_num] = {
#include "lock_events_list.h"
};

u64 lockevent_sum(enum lock_events event)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += per_cpu(lockevents[event], cpu);

	return sum;
}

/*
 * Weak, for a lock that has more to say about its events than their sum.
 */
ssize_t __weak lockevent_read(struct file *file, char __user *user_buf,
			      size_t count, loff_t *ppos)
{
	enum lock_events event = (long)file_inode(file)->i_private;
	char buf[32];
	int len;

	len = scnprintf(buf, sizeof(buf), "%llu\n", lockevent_sum(event));

	return simple_read_from_buffer(user_buf, count, ppos, buf, len);
}

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
static int __init init_lockevent_counts(void)
{
	struct dentry *dir = debugfs_create_dir("lock_event_counts", NULL);
	long i;

	if (IS_ERR_OR_NULL(dir)) {
		pr_warn("no debugfs directory for the lock event counts\n");
		return -ENOMEM;
	}

	for (i = 0; i < lockevent_num; i++)
		debugfs_create_file(lockevent_names[i], 0400, dir, (void *)i,
				    &fops_lockevent);
	debugfs_create_file(".reset_counts", 0200, dir, NULL, &fops_reset);

	return 0;
}
fs_initcall(init_lockevent_counts);
