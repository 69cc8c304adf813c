// SPDX-License-Identifier: GPL-2.0-only
/// Before a spinner gives up on an owner that does not run, see whether it is
/// the owner still.
///
// Confidence: High
// Options: --no-includes

@@
identifier f = {rwsem_can_spin_on_owner, rwsem_spin_on_owner};
identifier sem;
idexpression owner;
@@
 f(struct rw_semaphore *sem, ...)
 {
 	<...
(
-	!owner_on_cpu(owner)
+	rwsem_owner_off_cpu(sem, owner)
|
-	owner_on_cpu(owner)
+	!rwsem_owner_off_cpu(sem, owner)
)
 	...>
 }
