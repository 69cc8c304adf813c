/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rwsem.pml - the protocol of the rwsem's count, from the new locking scheme on
 *
 *	spin -a [-DREADERS=2 -DWRITERS=2 ...] rwsem.pml && gcc -O2 -DSAFETY -o pan pan.c && ./pan
 *
 * Readers and writers take the lock and let it go, for ever or until they have
 * had enough; in all the ways that there are: fast path, trylock, stealing
 * without queueing, the slow path, downgrade_write(), and giving up on a signal.
 *
 * One step of a process is one atomic operation on what others see without
 * wait_lock: the count, a waiter's task pointer, a task's state. What lies between
 * two of them under wait_lock belongs to the step before. A loop of
 * try_cmpxchg() is one step that reads and changes, or does not: where it
 * succeeds nothing has come in between. The model is sequentially consistent;
 * what orders memory is argued for in comments in the code.
 *
 * What holds, and what spin looks for a way around:
 *
 *   - a writer in the critical section is alone there (assert in gets_read, gets_write)
 *   - nobody sleeps for ever: when all who are left are blocked, that is an
 *     invalid end state; everybody may stop for good whenever he has no lock
 *   - once the handoff bit is set, the next to get the lock is the waiter that it
 *     was set for, with those who are let go along with it (assert in gets_*)
 *   - when wait_lock is dropped, the waiters bit is set if and only if somebody
 *     is queued, and the handoff bit only if it was set for the first in the
 *     queue (assert in unlock)
 *   - when nobody has or wants the lock, the count is 0 (assert in leave)
 *   - with -DLIVE: whoever is in the queue gets the lock (ltl reader, ltl writer,
 *     for the first of each: they are all alike)
 *
 * Whether a waiter has waited long enough to ask for the handoff is open each
 * time, so that every clock is covered; with -DLIVE it always has, and nobody is
 * killed: as many fatal signals as it takes would keep the count busy.
 *
 * -DNO_HANDOFF is the scheme before handoff, -DWAKE_ALL the one that wakes all
 * readers of the queue, -DREADERS_SPIN the one in which a reader that finds a
 * writer may take its share back and try again without queueing, whoever waits.
 * Each -DFAULT_... is a mistake that must be found.
 */

#ifndef READERS
#define READERS 2
#endif
#ifndef WRITERS
#define WRITERS 2
#endif
#ifndef SIGNALS
#define SIGNALS 1		/* in all */
#endif
#ifdef LIVE
#undef SIGNALS
#define SIGNALS 0
#endif
#define TASKS (READERS + WRITERS)

/* The count, with fewer bits between flags and readers */
#define WRITER	1
#define WAITERS	2
#define HANDOFF	4
#define BIAS	8
#define has_writer(c)	((c) & WRITER)
#define held(c)		(has_writer(c) || (c) >= BIAS)
#define read_fails(c)	((c) & (WRITER | WAITERS | HANDOFF))

byte count = 0;
byte asleep = 0;		/* a bit a task: in a sleep that it has announced */
byte granted = 0;		/* a bit a reader: its waiter's task pointer is NULL */
byte queue[TASKS];		/* the first in front; unused places are 0 */
byte queued = 0;
bool wait_lock = false;
byte signals = SIGNALS;

/* What the code does not have: to say what must hold */
byte writing = 0, reading = 0;	/* in the critical section */
byte busy = 0;			/* tasks that want, have, or let go the lock */
byte owed = 0;			/* whom the handoff bit was set for, plus one */
#ifdef LIVE
byte waiting = 0;		/* a bit a task: it is in the queue */
#endif

#define is_reader(task)	((task) < READERS)
#define bit(task)	(1 << (task))

/* --- who has it; each is part of the very step in which that is decided */

inline gets_read(task)
{
	assert(owed == 0 || owed == task + 1);
	assert(writing == 0);
	reading++
}

inline gets_write(task)
{
	assert(owed == 0 || owed == task + 1);
	assert(writing == 0 && reading == 0);
	writing++
}

inline leave()
{
	busy--;
	assert(busy > 0 || (count == 0 && queued == 0 && owed == 0))
}

/* --- wait_lock, and the list of those to wake when it was dropped */

#ifdef LIVE
/* Queued, like the kernel's: nobody waits for it for ever. */
byte ticket = 0, serving = 0;
inline lock()
{
	atomic {
		mine = ticket;
		ticket = (ticket + 1) % (TASKS + 1)
	}
	serving == mine
}
inline unlock()
{
	atomic {
		check_flags();
		serving = (serving + 1) % (TASKS + 1)
	}
}
#else
inline lock()
{
	atomic {
		!wait_lock;
		wait_lock = true
	}
}
inline unlock()
{
	atomic {
		check_flags();
		wait_lock = false
	}
}
#endif

inline check_flags()
{
	assert(((count & WAITERS) != 0) == (queued != 0));
	assert(((count & HANDOFF) != 0) == (owed != 0));
	assert(owed == 0 || (queued > 0 && owed == queue[0] + 1))
}

inline wake_up_q()
{
	d_step {
		asleep = asleep & ~wake;
		wake = 0
	}
}

/* --- the queue, under wait_lock */

inline list_add_tail(task)
{
	queue[queued] = task;
#ifdef LIVE
	waiting = waiting | bit(task);
#endif
	queued++
}

inline list_del(task)
{
#ifdef LIVE
	waiting = waiting & ~bit(task);
#endif
	left = 0;
	do
	:: queue[left] == task -> break
	:: else -> left++
	od;
	do
	:: left + 1 < queued -> queue[left] = queue[left + 1]; left++
	:: else -> break
	od;
	queued--;
	queue[queued] = 0;
	left = 0
}

/* For the first in the queue, who has just not got the lock: ask for the handoff. */
inline claim_handoff(task)
{
#ifndef NO_HANDOFF
	if
	:: !(count & HANDOFF) ->
		atomic {
			count = count | HANDOFF;
			owed = task + 1
		}
#ifndef LIVE
	:: true			/* has not waited long */
#else
	:: else
#endif
	fi
#else
	skip
#endif
}

/* A share for the first reader, unless a writer is there. */
inline reserve_read()
{
	atomic {
		if
		:: !has_writer(count) -> count = count + BIAS; ok = true
		:: else -> ok = false
		fi
	};
	if
	:: ok
	:: else -> claim_handoff(head)
	fi
}

/* The readers in front, or all, leave the queue: n of them, in group. */
inline take_readers()
{
	d_step {
		n = 0;
		group = 0;
		head = 0;
		do
		:: head < queued && is_reader(queue[head]) ->
			group = group | bit(queue[head]);
			n++;
			list_del(queue[head])
#ifdef WAKE_ALL
		:: head < queued && !is_reader(queue[head]) -> head++
#endif
		:: else -> break
		od;
		head = 0
	}
}

/* All their shares in one addition, and the flags that go with the queue. */
inline add_shares(reserved)
{
	atomic {
		assert(owed == 0 || (group & bit(owed - 1)));
		assert(writing == 0);
		reading = reading + n;
		count = count + n * BIAS - reserved * BIAS;
		count = count & ~HANDOFF;
		if
		:: queued == 0 -> count = count & ~WAITERS
		:: else
		fi;
		owed = 0
	}
}

inline release_readers()
{
	d_step {
		granted = granted | group;
		wake = wake | group;
		group = 0;
		n = 0
	}
}

inline mark_wake(any, read_owned)
{
	if
	:: queued == 0
	:: else ->
		head = queue[0];
		if
		:: !is_reader(head) ->
			if
			:: any -> wake = wake | bit(head)
			:: else
			fi
		:: is_reader(head) ->
			if
			:: read_owned -> ok = true
			:: else -> reserve_read()
			fi;
			if
			:: ok ->
				take_readers();
#ifdef FAULT_EARLY_GRANT
				d_step {
					granted = granted | group;
					asleep = asleep & ~group
				};
#endif
				if
				:: read_owned -> add_shares(0)
				:: else -> add_shares(1)
				fi;
				release_readers()
			:: else
			fi;
			ok = false
		fi
	fi;
	head = 0
}

/* Leave the queue without the lock, and with the handoff bit that is one's own. */
inline del_waiter(task)
{
	atomic {
		ok = queue[0] == task;
		list_del(task);
		if
#ifdef FAULT_KEEP_HANDOFF
		:: ok && queued > 0 ->
#elif defined(FAULT_INHERIT_HANDOFF)
		:: ok && queued == 0 ->
#else
		:: ok ->
#endif
			count = count & ~HANDOFF;
			owed = 0
		:: else
		fi
	};
	if
	:: queued == 0 -> atomic { count = count & ~WAITERS }
	:: ok && queued > 0 -> mark_wake(true, false)
	:: else
	fi;
	ok = false
}

/* --- letting go */

inline rwsem_wake()
{
	lock();
	mark_wake(true, false);
	unlock();
	wake_up_q()
}

inline up_read()
{
	atomic {
		assert(reading > 0);
		reading--;
		count = count - BIAS;
		ok = !held(count) && (count & WAITERS);
		if
		:: ok
		:: else -> leave()
		fi
	};
	if
	:: ok -> ok = false; rwsem_wake(); atomic { leave() }
	:: else
	fi
}

inline up_write()
{
	atomic {
		assert(writing > 0);
		writing--;
#ifdef FAULT_SKIP_WAITERS
		ok = false;
#else
		ok = (count & WAITERS) != 0;
#endif
		count = count & ~WRITER;
		if
		:: ok
		:: else -> leave()
		fi
	};
	if
	:: ok -> ok = false; rwsem_wake(); atomic { leave() }
	:: else
	fi
}

/* From a writer to a reader, who wakes other readers */
inline downgrade()
{
	atomic {
		writing--;
		reading++;
		ok = (count & WAITERS) != 0;
		count = count + BIAS - WRITER
	};
	if
	:: ok ->
		ok = false;
		lock();
		mark_wake(false, true);
		unlock();
		wake_up_q()
	:: else
	fi
}

/* --- readers */

/*
 * Take the share back that the fast path has added, and then the lock, past the
 * queue, when there is neither a writer nor a handoff; or give up. How long that
 * takes is left open. Whoever succeeds calls the readers at the head.
 */
inline read_spin(me)
{
	atomic {
		share = false;
		count = count - BIAS
	};
	if
	:: atomic {
		!(count & (WRITER | HANDOFF)) ->
		count = count + BIAS;
		gets_read(me);
		had = true;
		ok = (count & WAITERS) != 0
	   };
	   if
	   :: ok ->
		ok = false;
		lock();
		mark_wake(false, false);
		unlock();
		wake_up_q()
	   :: else
	   fi
	:: true
	fi
}

/* With a share in the count already; had says in the end who has the lock. */
inline read_slow(me)
{
	share = true;
#ifdef READERS_SPIN
	if
	:: has_writer(count) && !(count & HANDOFF) -> read_spin(me)
	:: true
	fi;
#endif
	if
	:: had
	:: else -> read_queue(me)
	fi;
	share = false
}

inline read_queue(me)
{
	lock();
	atomic {
		if
		:: queued == 0 && share && !read_fails(count) -> had = true; gets_read(me)
		:: else ->
			first = queued == 0;
			list_add_tail(me);
			count = count - share * BIAS;
			if
			:: first -> count = count | WAITERS
			:: else
			fi;
#ifdef FAULT_NO_RECHECK
			ok = false
#else
			ok = !held(count) || (first && !has_writer(count))
#endif
		fi
	};
	if
	:: ok -> ok = false; mark_wake(true, false)
	:: else
	fi;
	first = false;
	unlock();
	wake_up_q();
	do
	:: had -> break
	:: else ->
		asleep = asleep | bit(me);
		if
		:: granted & bit(me) ->
			atomic {
				asleep = asleep & ~bit(me);
				granted = granted & ~bit(me);
				had = true
			}
		:: else ->
			if
			:: !(asleep & bit(me))	/* woken */
			:: atomic {
				signals > 0 -> signals--;
				asleep = asleep & ~bit(me)
			   };
			   lock();
			   if
			   :: !(granted & bit(me)) ->
				del_waiter(me);
				unlock();
				wake_up_q();
				break
			   :: else -> unlock()
			   fi
			fi
		fi
	od
}

active [READERS] proctype Reader()
{
	byte head, n, group, left, wake;
	bool ok, had, first, share;
#ifdef LIVE
	byte mine;
#endif

	do
	:: atomic {	/* down_read() */
		busy++;
		had = !read_fails(count);
		count = count + BIAS;
		if
		:: had -> gets_read(_pid)
		:: else
		fi
	   };
	   if
	   :: had
	   :: else -> read_slow(_pid)
	   fi;
	   if
	   :: had -> had = false; up_read()
	   :: else -> atomic { leave() }
	   fi
#ifndef LIVE
	:: atomic {	/* down_read_trylock(), where it succeeds */
		!read_fails(count) -> busy++;
		count = count + BIAS;
		gets_read(_pid)
	   };
	   up_read()
#endif
	:: break
	od
}

/* --- writers */

/* One try, queued, under wait_lock. */
inline try_write_lock(me)
{
	atomic {
		first = queue[0] == me;
		if
#ifdef FAULT_QUEUED_IGNORES_HANDOFF
		:: !held(count) ->
#else
		:: !held(count) && (first || !(count & HANDOFF)) ->
#endif
			gets_write(me);
			list_del(me);
			count = count | WRITER;
			if
			:: first -> count = count & ~HANDOFF; owed = 0
			:: else
			fi;
			if
			:: queued == 0 -> count = count & ~WAITERS
			:: else
			fi;
			had = true
		:: else
		fi
	};
	if
	:: first && !had -> claim_handoff(me)
	:: else
	fi;
	first = false
}

inline write_slow(me)
{
	lock();
	atomic {
		first = queued == 0;
		list_add_tail(me);
		if
		:: first -> count = count | WAITERS
		:: else
		fi;
		any = !first && !held(count);
		ok = !first && !has_writer(count);
		first = false
	};
	if
	:: ok -> ok = false; mark_wake(any, false)
	:: else
	fi;
	any = false;
#ifndef FAULT_LATE_STATE
	asleep = asleep | bit(me);
#endif
	do
	:: true ->
		try_write_lock(me);
		if
		:: had -> break
		:: else
		fi;
		if
		:: pending ->
			del_waiter(me);
			break
		:: else
		fi;
		unlock();
		wake_up_q();
#ifdef FAULT_LATE_STATE
		asleep = asleep | bit(me);
#endif
		if
		:: !(asleep & bit(me))	/* woken */
		:: atomic { signals > 0 -> signals--; pending = true }
		fi;
#ifndef FAULT_LATE_STATE
		asleep = asleep | bit(me);
#endif
		lock()
	od;
	asleep = asleep & ~bit(me);
	pending = false;
	unlock();
	wake_up_q()
}

active [WRITERS] proctype Writer()
{
	byte head, n, group, left, wake;
	bool ok, had, first, any, pending;
#ifdef LIVE
	byte mine;
#endif

	do
	:: atomic {	/* down_write(), down_write_trylock() */
		count == 0 -> busy++;
		count = WRITER;
		gets_write(_pid)
	   };
locked:    if
	   :: up_write()
#ifndef LIVE
	   :: downgrade(); up_read()
#endif
	   fi
	:: atomic {	/* one who spins, and does not queue */
#ifdef FAULT_STEAL_HANDOFF
		!held(count) -> busy++;
#else
		!held(count) && !(count & HANDOFF) -> busy++;
#endif
		count = count | WRITER;
		gets_write(_pid)
	   };
	   goto locked
	:: atomic {
		count != 0 -> busy++
	   };
	   write_slow(_pid);
	   if
	   :: had -> had = false; goto locked
	   :: else -> atomic { leave() }
	   fi
	:: break
	od
}

#ifdef LIVE
ltl reader { [] ((waiting & bit(0)) -> <> !(waiting & bit(0))) }
ltl writer { [] ((waiting & bit(READERS)) -> <> !(waiting & bit(READERS))) }
#endif
