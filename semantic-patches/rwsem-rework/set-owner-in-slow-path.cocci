// SPDX-License-Identifier: GPL-2.0-only
/// Set the owner where a reader gets the lock in the slow path without having
/// to wait.
///
/// For those who have waited, __rwsem_mark_wake() has done so.
///
// Confidence: High
// Options: --no-includes

@@
identifier sem;
@@
 raw_spin_unlock_irq(&sem->wait_lock);
+rwsem_set_reader_owned(sem);
 return sem;
