// SPDX-License-Identifier: GPL-2.0-only
/// Ask for the owner of a rwsem by rwsem_owner() and is_rwsem_owner(), so
/// that only the owner's own functions know where it is stored.
///
// Confidence: High
// Options: --no-includes

// The functions that store and mark the owner are those who know.

@held@
identifier sem;
symbol current;
@@
- sem->owner != current
+ !is_rwsem_owner(sem, current)

@asked exists@
identifier f = {rwsem_can_spin_on_owner, rwsem_spin_on_owner,
		rwsem_optimistic_spin};
identifier sem;
@@
 f(struct rw_semaphore *sem, ...)
 {
 	<+...
-	READ_ONCE(sem->owner)
+	rwsem_owner(sem)
 	...+>
 }

@none exists@
identifier f = {rwsem_can_spin_on_owner, rwsem_spin_on_owner,
		rwsem_optimistic_spin};
identifier sem;
@@
 f(struct rw_semaphore *sem, ...)
 {
 	<+...
-	!sem->owner
+	!rwsem_owner(sem)
 	...+>
 }
