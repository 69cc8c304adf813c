#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='check: incremental builds are not trusted where they lie'
. "$(dirname "$0")/lib.sh"

# Rules that no dependency is known of: what make cannot see.
kernel_init
cat >>linux/kernel/Makefile <<'EOT'
.DEFAULT_GOAL := all
obj-y += gen.o
$(obj)/gen.o: include/generated/gen.h
include/generated/gen.h:
	@mkdir -p $(@D)
	$(Q)cp $(srctree)/kernel/gen.txt $@
EOT
echo '#define GEN 1' >linux/kernel/gen.txt
cat >linux/kernel/gen.c <<'EOT'
// SPDX-License-Identifier: GPL-2.0-only
#include <generated/gen.h>

int gen_value = GEN;
EOT
kernel_commit 'a rule without its prerequisite'

verdict() { awk -v step="$1" -v n="$2" '$1 == step { print $(n + 1); exit }' out; }
target() { cat >root/series/targets/x86_64-tiny.config; }
checks() {
	local want=$1
	shift
	status "$want" respin check --only build demo "$@"
}
# The state after a complete run on the base alone: an incremental build follows.
primed() {
	fresh && : | target && echo "delete Documentation/locks.rst" | step first
}
barriers() {
	printf '/^void up_read(/;/^{/a\n\tbarrier(); /* %s */\n.\n' "$1" | edit "$1.ed" &&
	echo "ed $1.ed kernel/locking/rwsem.c" | step "$1"
}

test_expect_success 'the premise: this make does not see that gen.txt has changed' '
	dir=$PWD/premise && mkdir premise &&
	make -C linux O=$dir tinyconfig >/dev/null && make -C linux O=$dir >/dev/null &&
	echo "nonsense" >linux/kernel/gen.txt && make -C linux O=$dir >/dev/null &&
	git -C linux checkout -q kernel/gen.txt
'

test_expect_success 'a planted stale object that hides a failure is found' '
	primed && printf "1c\nnonsense\n.\n" | edit gen.ed &&
	echo "ed gen.ed kernel/gen.txt" | step two && barriers three && applies &&
	checks 1 && is "$(verdict two 1) $(verdict three 1)" "fail fail" &&
	has out "generated/gen.h" && said "a clean build says otherwise" &&
	checks 1 && lacks err otherwise && is "$(verdict first 1) $(verdict two 1) $(verdict three 1)" "pass fail fail"
'

test_expect_success 'a source that goes, its rule and its object staying: a failure' '
	primed && echo "delete kernel/sys.c" | step two && applies &&
	checks 1 && is "$(verdict first 1) $(verdict two 1)" "pass fail"
'

test_expect_success 'a header that goes together with its include: no false failure' '
	primed &&
	printf "/rwsem.h\"/d\n" | edit drop.ed &&
	printf "g/rwsem_set_owner(sem)/d\ng/rwsem_clear_owner(sem)/d\n" >>root/series/demo/edits/drop.ed &&
	step two <<-\EOT &&
	ed drop.ed kernel/locking/rwsem.c
	delete kernel/locking/rwsem.h
	EOT
	applies && checks 0 && is "$(verdict two 1)" pass
'

test_expect_success 'asm/x.h of the arch goes, generic-y comes: the object is made anew' '
	primed &&
	printf "\$a\ngeneric-y += rwsem.h\n.\n" | edit generic.ed &&
	step two <<-\EOT &&
	delete arch/x86/include/asm/rwsem.h
	ed generic.ed arch/x86/include/asm/Kbuild
	EOT
	applies && checks 0 && is "$(verdict two 1)" pass && lacks err "otherwise" &&
	! grep -l "arch/x86/include/asm/rwsem.h" cache/respin/linux-*/build/x86_64-tiny/kernel/locking/.rwsem.o.d
'

test_expect_success 'and in the other direction' '
	sed -i "\$a generic-y += rwsem.h" linux/arch/x86/include/asm/Kbuild &&
	git -C linux mv arch/x86/include/asm/rwsem.h kept.h && kernel_commit generic &&
	primed && printf "/rwsem/d\n" | edit generic.ed &&
	step two <<-\EOT &&
	ed generic.ed arch/x86/include/asm/Kbuild
	rename kept.h arch/x86/include/asm/rwsem.h
	EOT
	barriers three && applies && checks 0 && lacks err "otherwise" &&
	test ! -e cache/respin/linux-*/build/x86_64-tiny/arch/x86/include/generated/asm/rwsem.h &&
	grep -l "arch/x86/include/asm/rwsem.h" cache/respin/linux-*/build/x86_64-tiny/kernel/locking/.rwsem.o.d &&
	git -C linux reset -q --hard HEAD~1
'

test_expect_success 'an object that a Makefile no longer makes is not linked any more' '
	primed && printf "/obj-y += gen.o/d\n" | edit drop.ed &&
	echo "ed drop.ed kernel/Makefile" | step two && applies && checks 0 &&
	test ! -e cache/respin/linux-*/build/x86_64-tiny/kernel/gen.o
'

test_expect_success 'interrupted: no verdict, and the next run goes on' '
	primed && barriers two && applies && rm -rf linux/.git/respin/records cache &&
	mkdir -p slow && printf "#!/bin/sh\necho x >>$PWD/slow/began\nsleep 2\nexec %s \"\$@\"\n" "$(command -v gcc)" >slow/gcc &&
	chmod +x slow/gcc && rm -f slow/began &&
	{ PATH=$PWD/slow:$PATH "$RESPIN" -C linux --root root check --only build demo >out 2>err & } &&
	pid=$! &&
	while ! test $(cat slow/began 2>/dev/null | wc -l) -gt 4; do sleep 0.1; done &&
	kill -INT $pid && { wait $pid; is $? 130; } && said interrupted &&
	test -z "$(sed -n "/^step/,\$p" out)" &&
	checks 0 && is "$(verdict first 1) $(verdict two 1)" "pass pass"
'

test_expect_success 'killed at any time, the next run says what is true' '
	primed && barriers two && printf "/^void up_read(/;/^{/a\n	int unused;\n.\n" | edit bad.ed &&
	echo "ed bad.ed kernel/locking/rwsem.c" | step bad && applies &&
	for i in $(seq 8)
	do
		rm -rf linux/.git/respin/records &&
		{ timeout -s KILL 0.$(printf %02d $((i * 12))) \
			"$RESPIN" -C linux --root root check --only build demo >out 2>err || : ; } &&
		checks 0 && is "$(verdict first 1) $(verdict two 1) $(verdict bad 1)" "pass pass warn" ||
			return 1
	done
'

test_expect_success 'a second run says who holds the folder, and waits' '
	primed && barriers two && applies && status 0 respin check --only build demo &&
	rm -rf linux/.git/respin/records && lock=$(find cache -name lock -type f) &&
	holder=$(cat "$lock") && { flock "$lock" sleep 1 & } && sleep 0.3 &&
	start=$(date +%s%N) && status 0 respin check --only build demo &&
	test $(($(date +%s%N) - start)) -gt 500000000 &&
	grep "waiting for .*process ${holder%% *}" err
'

test_expect_success 'a runner starts each job; one whose machine goes away is run again' '
	primed && barriers two && applies && rm -rf linux/.git/respin/records cache runs &&
	printf "#!/bin/sh\necho \"\$1\" >>%s/runs\ntest \$(wc -l <%s/runs) != 4 || exit 137\nshift\nexec \"\$@\"\n" \
		"$PWD" "$PWD" >runner && chmod +x runner &&
	checks 0 --runner "$PWD/runner \"two words\"" && said "the job is run again" &&
	is "$(sort -u runs)" "two words" && is "$(verdict two 1)" pass &&
	rm -rf linux/.git/respin/records cache && git -C linux config respin.runner "$PWD/runner x" &&
	: >runs && checks 0 && test -s runs &&
	printf "#!/bin/sh\nexit 137\n" >runner && rm -rf linux/.git/respin/records &&
	checks 128 && said "status 137" && git -C linux config respin.runner "none-such" &&
	checks 128 && said none-such && git -C linux config --unset respin.runner
'

# A runner of this text
runs_by() {
	rm -rf linux/.git/respin/records cache runs &&
	printf "#!/bin/sh\n%s\n" "$1" >runner && chmod +x runner
}

test_expect_success 'what a runner says is not what make says, and its status not its' '
	primed && barriers two && applies &&
	runs_by "echo noise; echo srun: job \$\$ >&2; \"\$@\"; echo more; exit 2" &&
	checks 0 --runner "$PWD/runner" && is "$(verdict two 1)" pass && lacks out noise &&
	printf "/^void up_read(/;/^{/a\n\tnonsense;\n.\n" | edit two.ed && applies &&
	runs_by "\"\$@\"; exit 0" &&
	checks 1 --runner "$PWD/runner" && is "$(verdict two 1)" fail && has out nonsense
'

test_expect_success 'a runner that runs nothing is an error, whatever its status' '
	for end in "exit 0" "exit 1" "exit 2" "exit 127" "kill -9 \$\$"
	do
		runs_by "echo no nodes >&2; $end" && checks 128 --runner "$PWD/runner" &&
		said "did not bring the job to its end" "no nodes" || return 1
	done
'

# A compiler that does this each time; the kernel is built by it alone
compiler() {
	rm -rf linux/.git/respin/records cache bin && mkdir bin &&
	printf "#!/bin/sh\ncase \$* in *--version*) exec %s \"\$@\";; *rwsem.c*) %s;; esac\nexec %s \"\$@\"\n" \
		"$(command -v gcc)" "$1" "$(command -v gcc)" >bin/gcc && chmod +x bin/gcc
}

test_expect_success 'a compiler that is killed is no verdict' '
	primed && barriers two && applies &&
	for kill in "kill -9 \$\$" "kill -9 \$PPID" "echo gcc: fatal error: Killed signal terminated program cc1 >&2; exit 1"
	do
		compiler "$kill" &&
		(PATH=$PWD/bin:$PATH && status 128 respin check --only build demo) && test -s err || return 1
	done &&
	checks 0 && is "$(verdict two 1)" pass
'

test_expect_success 'a compiler that crashes now and then is no failure, and is told of' '
	primed && barriers two && applies && rm -f crashed &&
	compiler "case \$* in *-E*) ;; *) test -e $PWD/crashed || ! grep two $PWD/cache/respin/linux-*/source/kernel/locking/rwsem.c || { : >$PWD/crashed; exit 1; };; esac" &&
	(PATH=$PWD/bin:$PATH && checks 0) && is "$(verdict two 1)" pass &&
	grep "two: build x86_64-tiny: failed, but not when it was done from nothing" err
'

test_expect_success 'interrupted at each make, bad news is not said before it is confirmed' '
	primed && printf "/^void up_read(/;/^{/a\n\tnonsense;\n.\n" | edit two.ed &&
	echo "ed two.ed kernel/locking/rwsem.c" | step two && applies && mkdir -p bin && rm -f bin/* &&
	printf "#!/bin/sh\ncase \$* in *Otarget*) echo >>%s/count;; esac\n" "$PWD" >bin/make &&
	printf "test \$(wc -l <%s/count) != \$(cat %s/limit) || kill -INT \$PPID\nexec %s \"\$@\"\n" \
		"$PWD" "$PWD" "$(command -v make)" >>bin/make && chmod +x bin/make &&
	for i in $(seq 9)
	do
		rm -rf linux/.git/respin/records cache && : >count && echo $i >limit &&
		rc=$(PATH=$PWD/bin:$PATH respin check --only build demo >/dev/null; echo $?) &&
		test $rc != 1 || break
		is $rc 130 && status 0 respin status demo && has out "0 fail, " "bisectable: not known" || return 1
	done && test $i -gt 3 && checks 1
'

test_expect_success 'files that a killed run left in the source, and an index that is cut off' '
	primed && barriers two && applies && checks 0 && source=$(echo cache/respin/linux-*/source) &&
	mkdir -p "$source/arch/x86/include/linux" "$source/lib/new.c" &&
	echo "#error left over" >"$source/arch/x86/include/linux/kernel.h" && : >"$source/lib/new.c/x" &&
	echo "overlay lib/new.c" >>root/series/demo/two.step &&
	echo "// SPDX-License-Identifier: GPL-2.0-only" | overlay lib/new.c && applies &&
	rm -rf linux/.git/respin/records && checks 0 && is "$(verdict two 1)" pass &&
	is "$(cd $source && find . -type f | wc -l)" "$(git -C linux ls-tree -r $tip | wc -l)" &&
	head -c 100 "${source%source}index" >cut && cp cut "${source%source}index" &&
	rm -rf linux/.git/respin/records && checks 0
'

test_expect_success 'colours and zeros in the log' '
	primed && barriers two && applies && compiler "printf \"\033[1mkernel/locking/rwsem.c:7:1: \033[1;35mwarning: \033[mz\\000 [\033]8;;x\aW]\n\" >&2" &&
	(PATH=$PWD/bin:$PATH && checks 0) && is "$(verdict two 1)" pass && has out "bisectable: yes"
'

prereq NOBODY 'cannot be another user here' \
	setpriv --reuid 65534 --regid 65534 --clear-groups true

test_expect_success NOBODY 'status needs not write: of a tree that is only read' '
	primed && applies && checks 0 && rm -rf linux/.git/respin/records && chmod 755 . &&
	git config --global --add safe.directory "$PWD/linux" &&
	status 0 setpriv --reuid 65534 --regid 65534 --clear-groups \
		"$RESPIN" -C linux --root root status demo >out && has out "bisectable: not known"
'

test_expect_success '--forget does no harm to another run' '
	primed && barriers two && applies &&
	for i in $(seq 4)
	do
		"$RESPIN" -C linux --root root check --forget --only build demo >out$i 2>err$i &
	done && wait && cat err? && is "$(cat out? | grep -c "^bisectable: yes")" 4
'

prereq MOUNT 'cannot mount a file system here' mount -t tmpfs -o size=1m none "$TRASH"
umount "$TRASH" 2>/dev/null

test_expect_success MOUNT 'a full disk is an error, and no verdict' '
	primed && barriers two && applies && rm -rf linux/.git/respin/records cache small &&
	mkdir small &&
	for size in 200k 220k 250k
	do
		mount -t tmpfs -o size=$size none small &&
		{ XDG_CACHE_HOME=$PWD/small "$RESPIN" -C linux --root root check --only build demo >out 2>err; rc=$?; :; } &&
		umount small && is $rc 128 && test -s err || return 1
	done &&
	checks 0 && is "$(verdict two 1)" pass
'

test_expect_success MOUNT 'a disk that is too small is an error before anything is started' '
	primed && barriers two && applies && rm -rf linux/.git/respin/records cache small &&
	mkdir small && mount -t tmpfs -o size=64k none small &&
	{ XDG_CACHE_HOME=$PWD/small "$RESPIN" -C linux --root root check --only build demo >out 2>err; rc=$?; :; } &&
	find small -name "*.config" -o -name "*.c" >there && umount small && is $rc 128 &&
	said "KiB are needed for the kernel" "x86_64-tiny" "KiB are free" "XDG_CACHE_HOME" &&
	test ! -s there && checks 0 && size=$(find cache -name x86_64-tiny.size) &&
	test "$(cat "$size")" -gt 10000
'

test_done
