// SPDX-License-Identifier: GPL-2.0-only
/// Leave it to rwsem_add_writer() to set the owner.
///
// Confidence: High
// Options: --no-includes

@down_write@
expression sem;
@@
-if (likely(rwsem_add_writer(sem))) {
-	rwsem_set_owner(sem);
-	return;
-}
+if (likely(rwsem_add_writer(sem)))
+	return;

@down_write_signal@
expression sem;
@@
-if (likely(rwsem_add_writer(sem))) {
-	rwsem_set_owner(sem);
-	return 0;
-}
+if (likely(rwsem_add_writer(sem)))
+	return 0;

@down_write_trylock@
expression sem;
@@
-if (!rwsem_add_writer(sem))
-	return 0;
-rwsem_set_owner(sem);
-return 1;
+return rwsem_add_writer(sem);
