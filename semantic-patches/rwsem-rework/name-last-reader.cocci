// SPDX-License-Identifier: GPL-2.0-only
/// Let the owner of a rwsem that readers have be the last of them, marked,
/// where it was a constant.
///
/// For kernels before 4.20; in later ones there is nothing to match.
///
// Confidence: High
// Options: --no-includes

@check@
expression sem;
symbol RWSEM_READER_OWNED;
@@
- sem->owner != RWSEM_READER_OWNED
+ !((unsigned long)sem->owner & RWSEM_READER_OWNED)

@for_waiter@
identifier sem;
symbol waiter;
@@
 __rwsem_mark_wake(struct rw_semaphore *sem, ...)
 {
 	<...
-	rwsem_set_reader_owned(sem);
+	__rwsem_set_reader_owned(sem, waiter->task);
 	...>
 }

@for_nobody@
identifier sem;
@@
 down_read_non_owner(struct rw_semaphore *sem)
 {
 	<...
-	rwsem_set_reader_owned(sem);
+	__rwsem_set_reader_owned(sem, NULL);
 	...>
 }
