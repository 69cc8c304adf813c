// SPDX-License-Identifier: GPL-2.0-only
/// Let a spinner try a bounded number of times when readers have the lock.
///
// Confidence: High
// Options: --no-includes

@tries@
symbol tries;
@@
 rwsem_keep_spinning(..., &tries)

@bound depends on !tries@
identifier sem, state;
symbol OWNER_READER, OWNER_SPINNABLE;
@@
 rwsem_keep_spinning(struct rw_semaphore *sem, enum owner_state state
+		     , int *tries
 		     )
 {
 	...
+	if (state == OWNER_READER) {
+		if (need_resched())
+			return false;
+		if (--*tries > 0)
+			return true;
+		lockevent_inc(rwsem_opt_norspin);
+	}
+
 	return state & OWNER_SPINNABLE;
 }

@count depends on bound@
identifier sem, state;
symbol RWSEM_RSPIN_MAX;
@@
 rwsem_optimistic_spin(struct rw_semaphore *sem, ...)
 {
+	int tries = RWSEM_RSPIN_MAX;
 	enum owner_state state;
 	<...
-	rwsem_keep_spinning(sem, state)
+	rwsem_keep_spinning(sem, state, &tries)
 	...>
 }
