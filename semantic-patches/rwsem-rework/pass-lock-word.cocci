// SPDX-License-Identifier: GPL-2.0-only
/// Compute a writer's lock word once in the slow path, and hand it down to the
/// functions that try to get the lock.
///
// Confidence: High
// Options: --no-includes

@passed@
identifier sem, wlock;
@@
 rwsem_optimistic_spin(sem, wlock)

@computed depends on !passed@
identifier sem;
symbol RWSEM_WRITER_LOCKED, count, waiter;
@@
 __rwsem_down_write_failed_common(struct rw_semaphore *sem, ...)
 {
 	...
+	const long wlock = RWSEM_WRITER_LOCKED;
 	long count;
 	<...
(
-	rwsem_optimistic_spin(sem)
+	rwsem_optimistic_spin(sem, wlock)
|
-	rwsem_try_write_lock(sem, &waiter)
+	rwsem_try_write_lock(sem, &waiter, wlock)
)
 	...>
 }

@queued depends on computed@
identifier sem, waiter;
symbol RWSEM_WRITER_LOCKED;
@@
 rwsem_try_write_lock(struct rw_semaphore *sem, struct rwsem_waiter *waiter
+		     , const long wlock
 		     )
 {
 	<...
-	RWSEM_WRITER_LOCKED
+	wlock
 	...>
 }

@unqueued depends on computed@
identifier sem;
symbol RWSEM_WRITER_LOCKED;
@@
 rwsem_try_write_lock_unqueued(struct rw_semaphore *sem
+			      , const long wlock
 			      )
 {
 	<...
-	RWSEM_WRITER_LOCKED
+	wlock
 	...>
 }

@spinning depends on computed@
identifier sem;
@@
 rwsem_optimistic_spin(struct rw_semaphore *sem
+		      , const long wlock
 		      )
 {
 	<...
-	rwsem_try_write_lock_unqueued(sem)
+	rwsem_try_write_lock_unqueued(sem, wlock)
 	...>
 }
