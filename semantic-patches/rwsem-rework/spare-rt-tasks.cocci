// SPDX-License-Identifier: GPL-2.0-only
/// Let a real-time task spin on nothing but a writer that is seen to run.
///
// Confidence: High
// Options: --no-includes

@rt_task@
identifier state;
symbol OWNER_NULL, OWNER_WRITER, current, false;
@@
 if (
-    state == OWNER_NULL
+    state != OWNER_WRITER
     && (need_resched() || rt_task(current)))
 	return false;

// and so it need not be asked again

@resched depends on rt_task@
identifier state;
symbol OWNER_READER, false;
@@
 if (state == OWNER_READER) {
-	if (need_resched())
-		return false;
 	...
 }
