// SPDX-License-Identifier: GPL-2.0-only
/// Count by lockevent_inc() and its kin what qstat_inc() has counted.
///
/// An event loses its qstat_ prefix, which the macros put back as LOCKEVENT_.
/// Counting on a condition gets a name of its own, so that the constant true
/// of all the other places can go.
///
// Confidence: High
// Options: --no-includes

@always@
symbol true;
expression event;
@@
- qstat_inc(event, true)
+ lockevent_inc(event)

@conditional@
expression event, condition;
@@
- qstat_inc(event, condition)
+ lockevent_cond_inc(event, condition)

@hash_hops@
expression n;
@@
- qstat_hop(n)
+ lockevent_pv_hop(n)

// SmPL cannot cut a prefix off: one line an event.

@names@
symbol qstat_lock_pending;
symbol qstat_lock_slowpath;
symbol qstat_lock_idx1;
symbol qstat_lock_use_node2;
symbol qstat_lock_no_node;
symbol qstat_pv_kick_unlock;
symbol qstat_pv_lock_stealing;
symbol qstat_pv_spurious_wakeup;
symbol qstat_pv_wait_again;
symbol qstat_pv_wait_early;
symbol qstat_pv_wait_head;
symbol qstat_pv_wait_node;
@@
(
- qstat_lock_pending
+ lock_pending
|
- qstat_lock_slowpath
+ lock_slowpath
|
- qstat_lock_idx1
+ lock_use_node2
|
- qstat_lock_use_node2
+ lock_use_node2
|
- qstat_lock_no_node
+ lock_no_node
|
- qstat_pv_kick_unlock
+ pv_kick_unlock
|
- qstat_pv_lock_stealing
+ pv_lock_stealing
|
- qstat_pv_spurious_wakeup
+ pv_spurious_wakeup
|
- qstat_pv_wait_again
+ pv_wait_again
|
- qstat_pv_wait_early
+ pv_wait_early
|
- qstat_pv_wait_head
+ pv_wait_head
|
- qstat_pv_wait_node
+ pv_wait_node
)
