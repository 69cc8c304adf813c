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

# One after the other in one build folder; a test a step.
boots() {	# <series> <step>
	explain "$1: $2"
	export series=$1 step=$2
	test_expect_success "$1: $2" '
		status 0 in_tree check --only torture --target x86_64-lockdep --step "$step" \
			"$series" >out &&
		grep -q "^$step  *pass\$" out || { cat out "$(sed -n "s/^    log: //p" out)"; false; }
	'
}

steps() { sed 's/#.*//' "$PROJECT/series/$1/series" | awk 'NF == 1 { print $1 }'; }

boots classic-rwsem "$(steps classic-rwsem | tail -n 1)"
for step in $(steps rwsem-rework); do
	boots rwsem-rework "$step"
done

test_done
