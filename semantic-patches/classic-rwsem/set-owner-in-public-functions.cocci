// SPDX-License-Identifier: GPL-2.0-only
/// Keep the owner word in the public functions: the architecture's fast paths
/// know the count only, so whoever calls them says who has got the lock.
///
// Confidence: High
// Options: --no-includes
// Idempotent: no

@read_lock@
symbol __down_read_trylock, __down_read;
expression sem;
@@
  LOCK_CONTENDED(sem, __down_read_trylock, __down_read);
+ rwsem_set_reader_owned(sem);

@write_lock@
symbol __down_write_trylock, __down_write;
expression sem;
@@
  LOCK_CONTENDED(sem, __down_write_trylock, __down_write);
+ rwsem_set_owner(sem);

// The lock that can be given up: past the error return it is held.
@read_lock_or_signal@
symbol __down_read_trylock;
expression sem;
identifier slow =~ "^__down_read_";
statement S;
@@
  if (LOCK_CONTENDED_RETURN(sem, __down_read_trylock, slow)) S
- return 0;
+ rwsem_set_reader_owned(sem);
+ return 0;

@write_lock_or_signal@
symbol __down_write_trylock;
expression sem;
identifier slow =~ "^__down_write_";
statement S;
@@
  if (LOCK_CONTENDED_RETURN(sem, __down_write_trylock, slow)) S
- return 0;
+ rwsem_set_owner(sem);
+ return 0;

@read_trylock@
identifier ret;
expression sem, ip;
@@
  int ret = __down_read_trylock(sem);
  ...
- if (ret == 1)
-	rwsem_acquire_read(&sem->dep_map, 0, 1, ip);
+ if (ret == 1) {
+	rwsem_acquire_read(&sem->dep_map, 0, 1, ip);
+	rwsem_set_reader_owned(sem);
+ }

@write_trylock@
identifier ret;
expression sem, ip;
@@
  int ret = __down_write_trylock(sem);
  ...
- if (ret == 1)
-	rwsem_acquire(&sem->dep_map, 0, 1, ip);
+ if (ret == 1) {
+	rwsem_acquire(&sem->dep_map, 0, 1, ip);
+	rwsem_set_owner(sem);
+ }

// Once the count is given back the owner word is somebody else's.
@read_unlock@
expression sem;
@@
  rwsem_release(...);
+ DEBUG_RWSEMS_WARN_ON(!((unsigned long)sem->owner & RWSEM_READER_OWNED));
+ rwsem_clear_reader_owned(sem);
  __up_read(sem);

@write_unlock@
expression sem;
@@
  rwsem_release(...);
+ DEBUG_RWSEMS_WARN_ON(sem->owner != current);
+ rwsem_clear_owner(sem);
  __up_write(sem);

@downgrade@
expression sem;
@@
  lock_downgrade(...);
+ DEBUG_RWSEMS_WARN_ON(sem->owner != current);
+ rwsem_set_reader_owned(sem);
  __downgrade_write(sem);

@unlock_for_another_task@
expression sem;
@@
- DEBUG_RWSEMS_WARN_ON(!is_rwsem_reader_owned(sem), sem);
+ DEBUG_RWSEMS_WARN_ON(!((unsigned long)sem->owner & RWSEM_READER_OWNED));
