#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='what the boot test takes for a success'
. "$(dirname "$0")/lib.sh"

judge() { "$TESTS/boot-torture" -j console; }

# What a good kernel prints, with the lines of standard input in the middle
console() {
	cat <<-\EOT
	Linux version 6.1.0 (user@host)
	smp: Bringing up secondary CPUs ...
	smp: Brought up 1 node, 2 CPUs
	rwsem_lock-torture:--- Start of test [debug]: nwriters_stress=2 nreaders_stress=2
	EOT
	cat
	cat <<-\EOT
	Writes:  Total: 57  Max/Min: 31/26   Fail: 0
	rwsem_lock-torture:--- End of test: SUCCESS: nwriters_stress=2 nreaders_stress=2
	reboot: Power down
	EOT
}

test_expect_success 'two CPUs and the end of the test with SUCCESS' '
	console </dev/null >console &&
	status 0 judge &&
	console </dev/null | sed "s/\$/\r/" >console &&
	status 0 judge
'

test_expect_success 'one CPU is not enough' '
	console </dev/null | sed "s/2 CPUs/1 CPU/" >console &&
	status 1 judge >out && has out "not two CPUs"
'

test_expect_success 'no end, or no console at all' '
	console </dev/null | sed "/End of test/d" >console &&
	status 1 judge >out && has out "no end of the test" &&
	: >console && status 1 judge && rm console && status 1 judge
'

test_expect_success 'the end of another torture' '
	console </dev/null | sed "s/rwsem_lock-torture/mutex_lock-torture/" >console &&
	status 1 judge
'

test_expect_success 'a splat, though the test ends well' '
	n=0 &&
	while read -r line
	do
		n=$((n + 1)) &&
		echo "[    3.141592] $line" | console >console &&
		status 1 judge >out && has out "$line" || return 1
	done <<-\EOT &&
	WARNING: CPU: 1 PID: 40 at kernel/locking/rwsem.c:123 up_write+0x10/0x20
	BUG: kernel NULL pointer dereference, address: 0000000000000008
	BUG: sleeping function called from invalid context at kernel/locking/rwsem.c:1
	INFO: rcu_sched self-detected stall on CPU
	INFO: task kworker/0:1:9 blocked for more than 120 seconds.
	WARNING: possible circular locking dependency detected
	WARNING: possible recursive locking detected
	Oops: 0000 [#1] SMP
	general protection fault, probably for non-canonical address
	Kernel panic - not syncing: Attempted to kill init!
	Writes:  Total: 57  Max/Min: 31/26 !!!  Fail: 1
	rwsem_lock-torture:--- End of test: FAILURE: nwriters_stress=2
	EOT
	is $n 12
'

test_done
