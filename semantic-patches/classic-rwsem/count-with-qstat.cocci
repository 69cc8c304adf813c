// SPDX-License-Identifier: GPL-2.0-only
/// Count the events of the queued spinlock with qstat_inc() and qstat_hop():
/// the event is a value of enum qlock_stats, with a prefix of its own, and
/// whether it is counted is always an argument.
///
// Confidence: High
// Options: --no-includes

@counted_always@
identifier ev;
fresh identifier stat = "qstat_" ## ev;
@@
- lockevent_inc(ev)
+ qstat_inc(stat, true)

@counted_if@
identifier ev;
expression cond;
fresh identifier stat = "qstat_" ## ev;
@@
- lockevent_cond_inc(ev, cond)
+ qstat_inc(stat, cond)

// One event of several that follow each other, by an index.
@counted_by_index@
identifier ev;
expression idx, base, cond;
fresh identifier stat = "qstat_" ## ev;
@@
- lockevent_cond_inc(ev + idx - base, cond)
+ qstat_inc(stat + idx - base, cond)

@hops@
expression n;
@@
- lockevent_pv_hop(n)
+ qstat_hop(n)
