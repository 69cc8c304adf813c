// SPDX-License-Identifier: GPL-2.0-only
/// Let the fast paths of a rwsem take it as a qrwlock is taken: a writer by a
/// cmpxchg of the whole count, a reader by an addition.
///
/// The attempts themselves are functions of their own, with the layout of the
/// count; here they are called.
///
// Confidence: High
// Options: --no-includes

// Readers

@down_read@
expression sem;
@@
-atomic_long_inc_return_acquire(&sem->count) > 0
+rwsem_add_reader(sem)

@down_read_trylock@
identifier count, new, tries;
symbol RWSEM_ACTIVE_READ_BIAS;
@@
 for (tries = 0;
-     count >= 0 && tries < RWSEM_TRYLOCK_MAX;
+     tries < RWSEM_TRYLOCK_MAX;
      tries++) {
-	long new = count + RWSEM_ACTIVE_READ_BIAS;
+	long new = count + RWSEM_READER_BIAS;
+
+	if (count & RWSEM_READ_FAILED_MASK)
+		break;
 	...
 }

@up_read@
identifier count;
expression sem;
symbol RWSEM_ACTIVE_MASK;
@@
-count = atomic_long_dec_return_release(&sem->count);
-if (unlikely(count < 0 && !(count & RWSEM_ACTIVE_MASK)))
+count = atomic_long_sub_return_release(RWSEM_READER_BIAS, &sem->count);
+if (unlikely(rwsem_wants_wake(count)))
 	rwsem_wake(sem);

// Writers

@down_write@
identifier count;
expression sem;
symbol RWSEM_ACTIVE_WRITE_BIAS;
@@
-long count;
-count = atomic_long_add_return_acquire(RWSEM_ACTIVE_WRITE_BIAS, &sem->count);
-if (likely(count == RWSEM_ACTIVE_WRITE_BIAS))
+if (likely(rwsem_add_writer(sem)))
 	{ ... }

@down_write_trylock@
identifier count;
expression sem;
symbol RWSEM_UNLOCKED_VALUE, RWSEM_ACTIVE_WRITE_BIAS;
@@
-long count = RWSEM_UNLOCKED_VALUE;
-if (!atomic_long_try_cmpxchg_acquire(&sem->count, &count,
-				     RWSEM_ACTIVE_WRITE_BIAS))
+if (!rwsem_add_writer(sem))
 	return 0;

@up_write@
identifier count;
expression sem;
symbol RWSEM_ACTIVE_WRITE_BIAS;
@@
-count = atomic_long_sub_return_release(RWSEM_ACTIVE_WRITE_BIAS, &sem->count);
-if (unlikely(count < 0))
+count = atomic_long_fetch_sub_release(RWSEM_WRITER_LOCKED, &sem->count);
+if (unlikely(count & RWSEM_FLAG_WAITERS))
 	rwsem_wake(sem);

@downgrade_write@
identifier sem, count;
symbol RWSEM_WAITING_BIAS;
@@
 __downgrade_write(struct rw_semaphore *sem)
 {
+	long change = RWSEM_READER_BIAS - RWSEM_WRITER_LOCKED;
 	long count;
 	...
-	count = atomic_long_sub_return_release(RWSEM_WAITING_BIAS, &sem->count);
-	if (unlikely(count < 0))
+	count = atomic_long_fetch_add_release(change, &sem->count);
+	if (unlikely(count & RWSEM_FLAG_WAITERS))
 		rwsem_downgrade_wake(sem);
 }
