// SPDX-License-Identifier: GPL-2.0-only
/// Count what happens in the slow paths of a rwsem.
///
// Confidence: High
// Options: --no-includes

@counted@
@@
 lockevent_inc(...);

// Who is woken up

@wake_writer depends on !counted@
identifier wake_q, waiter;
@@
 wake_q_add(wake_q, waiter->task);
+lockevent_inc(rwsem_wake_writer);

@wake_readers depends on !counted@
idexpression woken, adjustment;
symbol RWSEM_ACTIVE_READ_BIAS;
@@
 adjustment = woken * RWSEM_ACTIVE_READ_BIAS - adjustment;
+lockevent_add(rwsem_wake_reader, woken);

// How readers come out of the slow path

@reader_without_queue depends on !counted@
identifier sem;
@@
 rwsem_set_reader_owned(sem);
+lockevent_inc(rwsem_rlock_fast);
 return sem;

@reader_queued depends on !counted@
identifier sem;
symbol TASK_RUNNING;
@@
 __set_current_state(TASK_RUNNING);
+lockevent_inc(rwsem_rlock);
 return sem;

@reader_interrupted depends on !counted@
symbol TASK_RUNNING, EINTR;
@@
 __set_current_state(TASK_RUNNING);
+lockevent_inc(rwsem_rlock_fail);
 return ERR_PTR(-EINTR);

@reader_sleeps depends on !counted@
identifier sem;
@@
 __rwsem_down_read_failed_common(struct rw_semaphore *sem, ...)
 {
 	<...
 	schedule();
+	lockevent_inc(rwsem_sleep_reader);
 	...>
 }

// How writers do

@writer_spun depends on !counted@
identifier sem;
symbol true;
@@
 rwsem_try_write_lock_unqueued(struct rw_semaphore *sem)
 {
 	<...
 	rwsem_set_owner(sem);
+	lockevent_inc(rwsem_opt_wlock);
 	return true;
 	...>
 }

@writer_spun_in_vain depends on !counted@
idexpression taken;
@@
 preempt_enable();
+lockevent_cond_inc(rwsem_opt_fail, !taken);
 return taken;

@writer_queued depends on !counted@
identifier sem, ret;
@@
 raw_spin_unlock_irq(&sem->wait_lock);
+lockevent_inc(rwsem_wlock);
 return ret;

@writer_interrupted depends on !counted@
identifier wake_q;
symbol EINTR;
@@
 wake_up_q(&wake_q);
+lockevent_inc(rwsem_wlock_fail);
 return ERR_PTR(-EINTR);

@writer_sleeps depends on !counted@
identifier sem;
@@
 __rwsem_down_write_failed_common(struct rw_semaphore *sem, ...)
 {
 	<...
 	schedule();
+	lockevent_inc(rwsem_sleep_writer);
 	...>
 }
