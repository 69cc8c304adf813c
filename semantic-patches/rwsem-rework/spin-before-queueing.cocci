// SPDX-License-Identifier: GPL-2.0-only
/// Have a reader spin before it goes to the queue.
///
/// Where it has spun in vain it has no share in the count any more, that it
/// could keep or take back.
///
// Confidence: High
// Options: --no-includes

@spins@
@@
 rwsem_spin_reader(...)

@spin depends on !spins@
identifier sem;
symbol RWSEM_READER_BIAS, count;
@@
 __rwsem_down_read_failed_common(struct rw_semaphore *sem, ...)
 {
 	...
+	long share = RWSEM_READER_BIAS;
 	long count;
+
+	if (rwsem_spin_reader(sem, &share))
+		return sem;
 	...
 }

@settle depends on spin@
@@
 raw_spin_lock_irq(...);
-rwsem_settle_reader();
+if (share)
+	rwsem_settle_reader();

@keep depends on spin@
idexpression first;
expression failed;
@@
 if (
-    first
+    share && first
     && !failed)
 {
 	...
 	smp_acquire__after_ctrl_dep();
 	...
 }

@queue depends on spin@
expression sem, waiter;
symbol RWSEM_READER_BIAS;
@@
 rwsem_add_waiter(sem, waiter,
-		  -RWSEM_READER_BIAS
+		  -share
 		  )
