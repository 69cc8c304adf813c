// SPDX-License-Identifier: GPL-2.0-only
/// Let a writer leave the owner field alone where its name is in the count,
/// and take what it has in the count from there.
///
/// RWSEM_OWNER_IN_COUNT is 0 or 1, so that the compiler sees both ways and
/// keeps one.
///
// Confidence: High
// Options: --no-includes

@merged@
symbol RWSEM_OWNER_IN_COUNT;
@@
 !RWSEM_OWNER_IN_COUNT

@no_store depends on !merged@
identifier f = {rwsem_set_owner, rwsem_clear_owner};
identifier sem;
expression task;
@@
 f(struct rw_semaphore *sem)
 {
-	WRITE_ONCE(sem->owner, task);
+	if (!RWSEM_OWNER_IN_COUNT)
+		WRITE_ONCE(sem->owner, task);
 }

@release@
identifier f = {__up_write, __downgrade_write};
identifier sem;
symbol RWSEM_WRITER_LOCKED;
@@
 f(struct rw_semaphore *sem)
 {
 	<...
-	RWSEM_WRITER_LOCKED
+	rwsem_wlock(sem)
 	...>
 }
