// SPDX-License-Identifier: GPL-2.0-only
/// Leave the owner of a rwsem to its fast and slow paths.
///
/// Only down_read_non_owner() has something to say about it that they do not
/// know, and that is another function.
///
// Confidence: High
// Options: --no-includes

// a block that has one statement left loses its braces
@trylock@
identifier acquire = {rwsem_acquire, rwsem_acquire_read};
identifier set = {rwsem_set_owner, rwsem_set_reader_owned};
expression sem, taken;
@@
- if (taken) {
+ if (taken)
 	acquire(...);
- 	set(sem);
- }

@call@
identifier f = {rwsem_set_owner, rwsem_clear_owner, rwsem_set_reader_owned,
		rwsem_clear_reader_owned};
expression sem;
@@
- f(sem);

// PREEMPT_RT, where there was nothing to do
@stub@
identifier f = {rwsem_set_owner, rwsem_clear_owner, rwsem_set_reader_owned,
		rwsem_clear_reader_owned};
identifier sem;
@@
- static inline void f(struct rw_semaphore *sem)
- {
- }
