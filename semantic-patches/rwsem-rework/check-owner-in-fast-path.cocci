// SPDX-License-Identifier: GPL-2.0-only
/// Check in a debug kernel that the owner fits what is done with the lock.
///
/// Who lets go of the lock has to be what the owner says; who comes out of
/// the slow path of readers with the lock finds that readers have it.
///
// Confidence: High
// Options: --no-includes

@checked@
@@
 DEBUG_RWSEMS_WARN_ON(...);

@down_read depends on !checked@
expression sem;
@@
 rwsem_down_read_failed(sem);
+DEBUG_RWSEMS_WARN_ON(!is_rwsem_reader_owned(sem));

@down_read_signal depends on !checked@
identifier slow = {rwsem_down_read_failed_interruptible,
		   rwsem_down_read_failed_killable};
expression sem;
@@
 if (IS_ERR(slow(sem)))
 	return -EINTR;
-return 0;
+DEBUG_RWSEMS_WARN_ON(!is_rwsem_reader_owned(sem));
+return 0;

@up_read depends on !checked@
expression sem;
@@
+DEBUG_RWSEMS_WARN_ON(!is_rwsem_reader_owned(sem));
 rwsem_clear_reader_owned(sem);

@up_write depends on !checked@
expression sem;
@@
+DEBUG_RWSEMS_WARN_ON(sem->owner != current);
 rwsem_clear_owner(sem);

@downgrade_write depends on !checked@
identifier sem;
@@
 __downgrade_write(struct rw_semaphore *sem)
 {
 	...
+	DEBUG_RWSEMS_WARN_ON(sem->owner != current);
 	rwsem_set_reader_owned(sem);
 	...
 }
