// SPDX-License-Identifier: GPL-2.0-only
/// Go on spinning for as long as the owner is in a state that is worth it, now
/// that rwsem_spin_on_owner() returns the state.
///
// Confidence: High
// Options: --no-includes

@@
expression sem, other;
symbol OWNER_SPINNABLE;
statement S;
@@
 while (
-	rwsem_spin_on_owner(sem)
+	(rwsem_spin_on_owner(sem) & OWNER_SPINNABLE)
	&& other)
 	S
