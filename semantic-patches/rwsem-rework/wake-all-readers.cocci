// SPDX-License-Identifier: GPL-2.0-only
/// Take the readers out of the queue wherever they stand, not only those in
/// front of the first writer, but not too many of them at a time.
///
// Confidence: High
// Options: --no-includes

@pass_over_writers@
identifier sem, cut, waiter;
@@
 rwsem_cut_readers(struct rw_semaphore *sem, struct list_head *cut)
 {
 	<...
 	if (waiter->type == RWSEM_WAITING_FOR_WRITE)
-		break;
+		continue;
 	...>
 }

@limit@
expression readers;
@@
-readers >= RWSEM_GRANT_MAX
+readers >= MAX_READERS_WAKEUP
