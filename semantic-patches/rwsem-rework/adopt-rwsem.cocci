// SPDX-License-Identifier: GPL-2.0-only
/// Have a percpu-rwsem that may be let go by another task than the one that
/// took it adopted before.
///
// Confidence: High
// Options: --no-includes

@adopted@
@@
 rwsem_adopt(...);

@depends on !adopted@
identifier sem;
@@
 percpu_up_write(struct percpu_rw_semaphore *sem)
 {
 	...
 	smp_store_release(...);
+	rwsem_adopt(&sem->rw_sem);
 	...
 }
