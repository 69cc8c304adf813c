// SPDX-License-Identifier: GPL-2.0-only
/// See to the first in the queue whenever a rwsem is let go, even if there is
/// somebody who spins for it.
///
// Confidence: High
// Options: --no-includes

@after_a_barrier@
expression sem, flags;
identifier locked;
statement S;
@@
-smp_rmb();
-if (rwsem_has_spinner(sem)) {
-	smp_rmb();
-	S
-	goto locked;
-}
 raw_spin_lock_irqsave(&sem->wait_lock, flags);
-locked:

@by_trylock@
expression sem, flags;
@@
-if (!rwsem_has_spinner(sem))
-	raw_spin_lock_irqsave(&sem->wait_lock, flags);
-else if (!raw_spin_trylock_irqsave(&sem->wait_lock, flags))
-	return sem;
+raw_spin_lock_irqsave(&sem->wait_lock, flags);

@nobody_asks@
identifier s;
typedef bool;
@@
-static inline bool rwsem_has_spinner(struct rw_semaphore *s) { ... }
