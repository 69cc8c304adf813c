// SPDX-License-Identifier: GPL-2.0-only
/// Keep everybody from getting a rwsem past the first in the queue, once that
/// one has asked for it.
///
// Confidence: High
// Options: --no-includes

@handed_off@
@@
 rwsem_claim_handoff(...);

// The first in the queue asks for it, if it has waited for too long.

@timeout depends on !handed_off@
@@
 struct rwsem_waiter {
 	...
 	enum rwsem_waiter_type type;
+	unsigned long timeout;
 };

@begin_to_wait depends on !handed_off@
identifier sem, waiter, share;
@@
 rwsem_add_waiter(struct rw_semaphore *sem, struct rwsem_waiter *waiter,
		  long share)
 {
+	waiter->timeout = jiffies + RWSEM_WAIT_TIMEOUT;
 	if (list_empty(&sem->wait_list))
 		share += RWSEM_FLAG_WAITERS;
 	...
 }

@reader_asks depends on !handed_off@
identifier sem, waiter;
@@
 waiter = list_first_entry(...);
 <...
 if (!rwsem_reserve_read(sem))
+{
+	rwsem_claim_handoff(sem, waiter);
 	return;
+}
 ...>

@writer_asks depends on !handed_off@
identifier sem, waiter, interrupted;
expression state;
symbol current;
@@
 while (!rwsem_try_write_lock(sem, &waiter)) {
 	if (signal_pending_state(state, current))
 		goto interrupted;
+
+	if (rwsem_is_first(sem, &waiter))
+		rwsem_claim_handoff(sem, &waiter);
 	...
 }

// It is over when that one gets the lock, or gives up.

@reader_has_it depends on !handed_off@
identifier sem, share, readers;
@@
 share += readers * RWSEM_READER_BIAS;
+if (rwsem_handoff_due(sem))
+	share -= RWSEM_FLAG_HANDOFF;
 if (list_empty(&sem->wait_list))
 	share -= RWSEM_FLAG_WAITERS;

@writer_has_it depends on !handed_off@
identifier sem, waiter, seen, new;
@@
 rwsem_try_write_lock(struct rw_semaphore *sem, struct rwsem_waiter *waiter)
 {
+	unsigned long taken = RWSEM_LOCK_MASK;
 	long seen = atomic_long_read(&sem->count);
 	long new;
+
+	if (!rwsem_is_first(sem, waiter))
+		taken |= RWSEM_FLAG_HANDOFF;
 	...
 }

@writer_looks depends on writer_has_it@
expression seen;
symbol taken, false;
@@
-if (seen & RWSEM_LOCK_MASK)
+if (seen & taken)
 	return false;

@writer_takes depends on writer_has_it@
expression seen, new;
@@
-new = seen + RWSEM_WRITER_LOCKED;
+new = (seen & ~RWSEM_FLAG_HANDOFF) + RWSEM_WRITER_LOCKED;

@given_up depends on !handed_off@
identifier sem, waiter, first;
@@
 list_del(&waiter->list);
+if (first)
+	atomic_long_andnot(RWSEM_FLAG_HANDOFF, &sem->count);
 if (list_empty(&sem->wait_list))
 	atomic_long_andnot(RWSEM_FLAG_WAITERS, &sem->count);
 else if (first)
 	__rwsem_mark_wake(sem, RWSEM_WAKE_ANY, ...);

// The others do not get it meanwhile, and do not spin for it.

@writer_unqueued depends on !handed_off@
identifier seen;
statement S;
@@
-while (!(seen & RWSEM_LOCK_MASK))
+while (!(seen & (RWSEM_LOCK_MASK | RWSEM_FLAG_HANDOFF)))
 	S

@writer_spins depends on !handed_off@
expression sem;
statement S;
@@
-while (rwsem_spin_on_owner(sem))
+while (rwsem_spin_on_owner(sem) && !rwsem_handoff_due(sem))
 	S
