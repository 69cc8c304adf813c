// SPDX-License-Identifier: GPL-2.0-only
/// Allow preemption again as soon as a reader in the slow path cannot lose its
/// CPU with a share in the count that it has to take back.
///
/// It holds wait_lock by then, up to where the share is taken back or kept.
///
// Confidence: High
// Options: --no-includes

@settled@
@@
 rwsem_settle_reader();

@slow_path depends on !settled@
identifier sem;
expression first;
@@
 raw_spin_lock_irq(&sem->wait_lock);
+rwsem_settle_reader();
 first = list_empty(&sem->wait_list);
