#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='the classic kernel and each step boot, with two CPUs, through a lock torture under lockdep'
. "$(dirname "$0")/lib.sh"

tarball=/usr/src/linux-source-6.1.tar.xz
test -f $tarball || skip_all "no $tarball"
command -v qemu-system-x86_64 >/dev/null || skip_all 'no qemu-system-x86_64'

in_tree() { "$RESPIN" -C tree.git --root "$PROJECT" "$@"; }

test_expect_success 'the kernels to boot' '
	ln -s "$("$PROJECT/tools/kernel-tree")" tree.git &&
	in_tree apply classic-rwsem --onto main &&
	in_tree apply rwsem-rework --onto respin/classic-rwsem
'

# passes <step>: in the table of the last check; its log if not
passes() {
	grep -q "^$1  *pass\$" out && return
	cat out "$(sed -n "s/^    log: //p" out)"
	return 1
}

# One after the other in one build folder; a test a step.
boots() {	# <series> <step>
	explain "$1: $2"
	export series=$1 step=$2
	test_expect_success "$1: $2" '
		status 0 in_tree check --only torture --target x86_64-lockdep --step "$step" \
			"$series" >out &&
		passes "$step"
	'
}

# Add starve.c to the kernel that was booted last: the make of the command that does it
# by hand, but in the folder where nearly all is made already.
add_starve() {
	local make source
	make=$(in_tree check --json --only torture --target x86_64-lockdep --step "$step" "$series" |
		sed -n 's/.*"command": ".*\/\.config && \(.*\) && .*qemu-system.*/\1/p') &&
	make=${make//by-hand/build} &&
	source=$(echo cache/respin/*/source/kernel/locking) &&
	cp "$TESTS/starve/starve.c" "$source" && echo 'obj-y += starve.o' >>"$source/Makefile" &&
	sh -c "$make"
}

# Boot it; "console" is what it prints
starve() {
	timeout 60 qemu-system-x86_64 -machine q35,accel=tcg -cpu max -smp 2 -m 512 -nodefaults \
		-display none -no-reboot -serial stdio \
		-kernel cache/respin/*/build/x86_64-lockdep/arch/x86/boot/bzImage \
		-append 'console=ttyS0 panic=-1 locktorture.torture_type=none' </dev/null >console
	grep -a 'starve: ' console | tr -d '\r' | sed 's/^/# /' >&3
	has console 'starve: 10 s on 2 CPUs'
}

# The longest wait of the patient writer, in microseconds
longest() { sed -n 's/.*starve: patient writer: .* longest wait \([0-9]*\) us.*/\1/p' console; }

# starves <times> <test's operator> <microseconds>: in one of so many boots. Without
# handoff it is chance that ends a wait; with it, the emulator's CPUs may stand still
# for a while, as somebody else has the machine.
starves() {
	local try
	for ((try = 0; try < $1; try++)); do
		starve && test "$(longest)" "$2" "$3" && return
	done
	return 1
}

# Where nobody hands the lock over, it was seen to be seconds; else 4 ms, the wait of
# those who came before, and what the emulator adds.
waits() {
	case $step in
	implement-locking-scheme)
		test_expect_success 'without handoff, a patient writer waits for half a second and more' '
			add_starve && starves 4 -ge 500000
		' ;;
	implement-handoff)
		test_expect_success 'with handoff, for a quarter of a second at the very most' '
			add_starve && starves 2 -le 250000
		' ;;
	esac
}

steps() { sed 's/#.*//' "$PROJECT/series/$1/series" | awk 'NF == 1 { print $1 }'; }

boots classic-rwsem "$(steps classic-rwsem | tail -n 1)"
for step in $(steps rwsem-rework); do
	boots rwsem-rework "$step"
	waits
done

test_done
