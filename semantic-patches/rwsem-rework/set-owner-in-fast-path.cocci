// SPDX-License-Identifier: GPL-2.0-only
/// Set and clear the owner of a rwsem next to where its count is changed.
///
/// Who has to take the slow path finds it set there.
///
// Confidence: High
// Options: --no-includes

// All of this is in one header, so one look tells whether it has been done.

@done@
expression sem;
@@
 rwsem_set_owner(sem);

@down_read depends on !done@
identifier sem;
@@
 if (likely(atomic_long_inc_return_acquire(&sem->count) > 0))
+{
+	rwsem_set_reader_owned(sem);
 	return;
+}

@down_read_signal depends on !done@
identifier sem;
@@
 if (likely(atomic_long_inc_return_acquire(&sem->count) > 0))
+{
+	rwsem_set_reader_owned(sem);
 	return 0;
+}

@down_write depends on !done@
identifier sem;
idexpression value;
symbol RWSEM_ACTIVE_WRITE_BIAS;
@@
 value = atomic_long_add_return_acquire(RWSEM_ACTIVE_WRITE_BIAS, &sem->count);
 if (likely(value == RWSEM_ACTIVE_WRITE_BIAS))
+{
+	rwsem_set_owner(sem);
 	return;
+}

@down_write_signal depends on !done@
identifier sem;
idexpression value;
symbol RWSEM_ACTIVE_WRITE_BIAS;
@@
 value = atomic_long_add_return_acquire(RWSEM_ACTIVE_WRITE_BIAS, &sem->count);
 if (likely(value == RWSEM_ACTIVE_WRITE_BIAS))
+{
+	rwsem_set_owner(sem);
 	return 0;
+}

@down_read_trylock depends on !done@
identifier sem;
expression old, new;
@@
 if (atomic_long_try_cmpxchg_acquire(&sem->count, old, new))
+{
+	rwsem_set_reader_owned(sem);
 	return 1;
+}

@down_write_trylock depends on !done@
identifier sem;
expression old, new;
@@
 if (!atomic_long_try_cmpxchg_acquire(&sem->count, old, new))
 	return 0;
-return 1;
+rwsem_set_owner(sem);
+return 1;

// The owner is taken out before the lock is let go: after that, it is not ours.

@up_read depends on !done@
identifier sem;
idexpression value;
@@
 __up_read(struct rw_semaphore *sem)
 {
 	...
+	rwsem_clear_reader_owned(sem);
 	value = atomic_long_dec_return_release(...);
 	...
 }

@up_write depends on !done@
identifier sem;
idexpression value;
@@
 __up_write(struct rw_semaphore *sem)
 {
 	...
+	rwsem_clear_owner(sem);
 	value = atomic_long_sub_return_release(...);
 	...
 }

@downgrade_write depends on !done@
identifier sem;
idexpression value;
@@
 __downgrade_write(struct rw_semaphore *sem)
 {
 	...
+	rwsem_set_reader_owned(sem);
 	value = atomic_long_sub_return_release(...);
 	...
 }
