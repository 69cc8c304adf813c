// SPDX-License-Identifier: GPL-2.0-only
/// Hand the rwsem to DEBUG_RWSEMS_WARN_ON(), which then can say what it was
/// like.
///
// Confidence: High
// Options: --no-includes

@@
identifier f, sem;
expression condition;
@@
 f(struct rw_semaphore *sem, ...)
 {
 	<...
-	DEBUG_RWSEMS_WARN_ON(condition)
+	DEBUG_RWSEMS_WARN_ON(condition, sem)
 	...>
 }
