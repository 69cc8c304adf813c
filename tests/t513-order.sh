#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='status --order: which steps could go first'
. "$(dirname "$0")/lib.sh"

kernel_init

# adds <step> <line> [<claim>]: it appends a line to MAINTAINERS
adds() {
	printf '$a\n%s\n.\n' "$2" | edit "$1.ed" &&
	printf 'ed %s.ed MAINTAINERS\n%s\n' "$1" "${3-}" | step "$1"
}
invariant='unchanged objects'

test_expect_success 'what commutes can be moved, and for the rest there is a reason' '
	fresh &&
	step plain <<<"overlay kernel/a.h" && echo "/* a */" | overlay kernel/a.h &&
	step free <<-EOT && echo "/* b */" | overlay kernel/b.h &&
	overlay kernel/b.h
	$invariant
	EOT
	step edits-a <<-EOT && printf "/a/s/a/aa/\n" | edit a.ed &&
	ed a.ed kernel/a.h
	$invariant
	EOT
	step edits-b <<-EOT && printf "/b/s/b/bb/\n" | edit b.ed &&
	ed b.ed kernel/b.h
	$invariant
	EOT
	adds one first &&
	adds two second "$invariant" &&
	step moves-a <<-EOT &&
	rename kernel/a.h kernel/c.h
	$invariant
	EOT
	: >root/series/targets/i386.config && adds three third "$invariant i386" &&
	applies &&
	snapshot >before &&
	status 0 respin status demo --order &&
	snapshot | diff -u before - &&
	sed "s/ *$//" out >got &&
	cat >want <<-\EOT &&
	   1 plain    does not claim "unchanged objects"
	   2 free     can be moved to the head
	   3 edits-a  needs plain
	              root/series/demo/edits-a.step:5: error: ed: kernel/a.h is not there
	   4 edits-b  can be moved to the head
	   5 one      does not claim "unchanged objects"
	   6 two      not the same before one as behind it
	   7 moves-a  edits-a cannot come after it
	              root/series/demo/edits-a.step:5: error: ed: kernel/a.h is not there
	   8 three    does not claim "unchanged objects"

	the order with them at the head:
	free
	edits-b
	plain
	edits-a
	one
	two
	moves-a
	three
	EOT
	diff -u want got
'

test_expect_success 'that order is one: the same tree' '
	same=$(at $tip^{tree}) &&
	sed "1,/^the order/d" got >root/series/demo/series &&
	applies &&
	is "$(at $tip^{tree})" "$same" &&
	status 0 respin status demo --order &&
	head -n 2 out >got &&
	printf "%4d %-7s  is at the head\n" 1 free 2 edits-b | diff -u - got &&
	lacks out "the order"
'

test_expect_success 'usage, and what was not applied' '
	fails 129 status demo --order --json &&
	fresh && adds one first &&
	fails 128 status demo --order
'

test_done
