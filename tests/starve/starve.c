// SPDX-License-Identifier: GPL-2.0-only
/*
 * How long does a rwsem let somebody wait whom everybody else could overtake?
 *
 * On one CPU a writer takes the lock again as soon as it has let it go. On the
 * other one a reader comes back without end, somebody works who has nothing to do
 * with the lock, and there is a writer, the patient one, who wants the lock now
 * and then. When it is woken up to take it, it finds the CPU busy for a moment.
 *
 * All of this is built into a kernel, lasts SECONDS from late in its boot, and
 * ends with the longest waits and a reset.
 */
#include <linux/delay.h>
#include <linux/init.h>
#include <linux/kthread.h>
#include <linux/reboot.h>
#include <linux/rwsem.h>
#include <linux/sched.h>
#include <linux/timekeeping.h>

#define SECONDS 10
#define HOLD_US 1000
#define WORK_US 2000

static DECLARE_RWSEM(lock);

struct waits {
	const char *who;
	int (*run)(void *waits);
	unsigned int cpu;
	unsigned long n;
	u64 longest, sum;
	struct task_struct *task;
};

static void waited(struct waits *waits, u64 since)
{
	u64 wait = ktime_get_ns() - since;

	waits->n++;
	waits->sum += wait;
	if (wait > waits->longest)
		waits->longest = wait;
}

static int greedy(void *data)
{
	while (!kthread_should_stop()) {
		u64 since = ktime_get_ns();

		down_write(&lock);
		waited(data, since);
		udelay(HOLD_US);
		up_write(&lock);
		cond_resched();
	}
	return 0;
}

static int reader(void *data)
{
	while (!kthread_should_stop()) {
		u64 since = ktime_get_ns();

		down_read(&lock);
		waited(data, since);
		udelay(HOLD_US / 10);
		up_read(&lock);
		cond_resched();
	}
	return 0;
}

static int worker(void *data)
{
	while (!kthread_should_stop()) {
		udelay(WORK_US);
		cond_resched();
	}
	return 0;
}

static int patient(void *data)
{
	while (!kthread_should_stop()) {
		u64 since = ktime_get_ns();

		down_write(&lock);
		waited(data, since);
		up_write(&lock);
		msleep(1);
	}
	return 0;
}

/* In the order in which they are stopped. */
static struct waits all[] = {
	{ "greedy writer", greedy, 0 },
	{ "reader", reader, 1 },
	{ "worker", worker, 1 },
	{ "patient writer", patient, 1 },
};

static int __init starve(void)
{
	unsigned int i;

	pr_info("starve: %d s on %u CPUs\n", SECONDS, num_online_cpus());
	for (i = 0; i < ARRAY_SIZE(all); i++) {
		all[i].task = kthread_create(all[i].run, &all[i], "starve/%u", i);
		if (IS_ERR(all[i].task))
			panic("starve: no thread");
		kthread_bind(all[i].task, all[i].cpu);
	}
	for (i = 0; i < ARRAY_SIZE(all); i++)
		wake_up_process(all[i].task);
	msleep(SECONDS * 1000);
	for (i = 0; i < ARRAY_SIZE(all); i++)
		kthread_stop(all[i].task);
	for (i = 0; i < ARRAY_SIZE(all); i++)
		if (all[i].n)
			pr_info("starve: %s: %lu times, longest wait %llu us, mean %llu us\n",
				all[i].who, all[i].n, all[i].longest / 1000,
				all[i].sum / all[i].n / 1000);
	emergency_restart();
	return 0;
}
late_initcall_sync(starve);
