/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Counting of what happens inside the locks.
 *
 * An event is named without its prefix, and has to stand in
 * lock_events_list.h:
 *
 *	lockevent_inc(name)		it has happened
 *	lockevent_cond_inc(name, cond)	it has happened if @cond is true
 *	lockevent_add(name, n)		a sum, such as a time, grows by @n
 *
 * With the counts configured out, the arguments are still type checked and
 * @cond is still evaluated; nothing else remains.
 */
#ifndef __LOCKING_LOCK_EVENTS_H
#define __LOCKING_LOCK_EVENTS_H

#include <linux/percpu.h>

enum lock_events {
#include "lock_events_list.h"
	lockevent_num,	/* how many there are */
};

#ifdef CONFIG_QUEUED_LOCK_STAT

DECLARE_PER_CPU(unsigned long, lockevents[lockevent_num]);

static inline void __lockevent_add(enum lock_events event, unsigned long n)
{
	this_cpu_add(lockevents[event], n);
}

static inline void __lockevent_inc(enum lock_events event, bool cond)
{
	if (cond)
		this_cpu_inc(lockevents[event]);
}

#else /* !CONFIG_QUEUED_LOCK_STAT */

static inline void __lockevent_add(enum lock_events event, unsigned long n)
{
}

static inline void __lockevent_inc(enum lock_events event, bool cond)
{
}

#endif /* CONFIG_QUEUED_LOCK_STAT */

#define lockevent_add(ev, n)		__lockevent_add(LOCKEVENT_ ## ev, n)
#define lockevent_inc(ev)		__lockevent_inc(LOCKEVENT_ ## ev, true)
#define lockevent_cond_inc(ev, cond)	__lockevent_inc(LOCKEVENT_ ## ev, cond)

#endif /* __LOCKING_LOCK_EVENTS_H */
