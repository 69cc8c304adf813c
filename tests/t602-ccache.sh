#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='check: ccache serves clean builds, and gives nothing that the compiler would not'
. "$(dirname "$0")/lib.sh"

command -v ccache >/dev/null || skip_all 'no ccache'
export CCACHE_DIR=$TRASH/ccache
kernel_init

verdict() { awk -v step="$1" '$1 == step { print $2 == "build" ? $3 : $2; exit }' out; }
checks() {
	local want=$1
	shift
	status "$want" respin check --only build demo "$@"
}
forget() { rm -rf linux/.git/respin/records cache/respin/*/build; }
begin() {
	fresh && printf '%s\n' "$@" >root/series/targets/x86_64-tiny.config &&
	echo "delete Documentation/locks.rst" | step first && applies
}
# A second after the files were written, so that ccache believes their times
warm() { checks 0 && forget && sleep 1.1 && checks 0; }
count() { ccache --print-stats | awk -v n="$1" '$1 == n { print $2 }'; }

test_expect_success 'it serves a second clean build, without the preprocessor' '
	begin && warm && forget && ccache -z >zeroed && checks 0 &&
	test "$(count direct_cache_hit)" -ge 6 &&
	is "$(count cache_miss) $(count preprocessed_cache_hit)" "0 0"
'

test_expect_success 'a failure is confirmed without it' '
	printf "/^void up_read(/;/^{/a\n\tnonsense;\n.\n" | edit bad.ed &&
	echo "ed bad.ed kernel/locking/rwsem.c" | step bad && applies &&
	ccache -z >zeroed && checks 1 && is "$(verdict bad)" fail &&
	test "$(count recache)" -ge 5
'

# Each of these is a clean build and an incremental one that direct mode has
# an answer for, from before the header was there.
test_expect_success 'the premise: its direct mode does not see a header that comes before another' '
	mkdir -p early late && echo "int late_one;" >late/x.h && echo "#include <x.h>" >x.c && sleep 1.1 &&
	ccache gcc -Iearly -Ilate -c x.c && ccache gcc -Iearly -Ilate -c x.c &&
	echo "int early_one;" >early/x.h && ccache gcc -Iearly -Ilate -c x.c && nm x.o | grep late_one
'

test_expect_success 'a header that comes before another of its name is seen' '
	begin && warm &&
	overlay arch/x86/include/linux/rwsem.h <<<"nonsense" &&
	echo "overlay arch/x86/include/linux/rwsem.h" | step two && applies &&
	checks 1 && is "$(verdict first) $(verdict two)" "pass fail" && lacks err otherwise &&
	forget && checks 1 && is "$(verdict first) $(verdict two)" "pass fail"
'

test_expect_success 'and in a clean build, where the incremental one was not believed' '
	forget && sleep 1.1 && checks 1 && forget && checks 1 --step two && is "$(verdict two)" fail
'

test_expect_success 'a header that is asked for, and comes, is seen' '
	cp linux/kernel/locking/rwsem.c kept.c &&
	printf "#if __has_include(<linux/more.h>)\n#include <linux/more.h>\n#endif\n" >>linux/kernel/locking/rwsem.c &&
	kernel_commit asks && begin && warm &&
	overlay include/linux/more.h <<<"nonsense" &&
	echo "overlay include/linux/more.h" | step two && applies && forget &&
	checks 1 && is "$(verdict first) $(verdict two)" "pass fail" && lacks err otherwise &&
	git -C linux reset -q --hard HEAD~1
'

test_expect_success 'a comment that silences a warning, and goes' '
	cat >>linux/kernel/locking/rwsem.c <<-\EOT &&

	int rwsem_fall(int n)
	{
		switch (n) {
		case 1:
			n = 3;
			/* fall through */
		case 2:
			return n;
		}
		return 0;
	}
	EOT
	kernel_commit falls && begin "# respin: make = W=1" && warm &&
	printf "s/fall through/go on/\n" >fall && printf "/fall through/s//go on/\n" | edit fall.ed &&
	echo "ed fall.ed kernel/locking/rwsem.c" | step two && applies &&
	checks 0 && is "$(verdict first) $(verdict two)" "pass warn" && has out implicit-fallthrough &&
	git -C linux reset -q --hard HEAD~1
'

test_expect_success 'what the user has configured does not bear on verdicts' '
	mkdir -p home/.config/ccache && cat >home/.config/ccache/ccache.conf <<-EOT &&
	sloppiness = file_stat_matches, include_file_mtime, include_file_ctime, time_macros, system_headers
	inode_cache = true
	depend_mode = true
	hard_link = true
	run_second_cpp = false
	base_dir = /
	compiler = /bin/false
	prefix_command = /bin/false
	compiler_check = none
	ignore_options = -I* -include
	ignore_headers_in_manifest = $PWD
	EOT
	unset CCACHE_DIR &&
	begin && printf "/^int down_read/i\n#error no\n.\n" | edit bad.ed &&
	printf "1i\n#error here\n.\n" | edit header.ed && printf "1d\n" | edit mend.ed && warm &&
	echo "ed header.ed include/linux/rwsem.h" | step two &&
	echo "ed mend.ed include/linux/rwsem.h" | step three && applies &&
	checks 1 && is "$(verdict first) $(verdict two) $(verdict three)" "pass fail pass" &&
	forget && checks 1 && is "$(verdict first) $(verdict two) $(verdict three)" "pass fail pass" &&
	rm -r home/.config/ccache
'

test_expect_success 'one that cannot do its work is left out, with a word' '
	begin && : >file &&
	forget && (export CCACHE_DIR=$PWD/file && checks 0) && said "builds go without ccache" "$PWD/file" &&
	echo "max_size = much" >conf &&
	forget && (export CCACHE_CONFIGPATH=$PWD/conf && checks 0) && said "builds go without ccache" "invalid size"
'

test_expect_success 'it need not be there' '
	mkdir bin && ln -s /usr/bin/* bin/ && rm bin/ccache && forget && ccache -z >zeroed &&
	(PATH=$PWD/bin && checks 0 && ! command -v ccache) && lacks err ccache &&
	is "$(count cache_miss)" 0
'

test_expect_success 'nor be used' '
	forget && ccache -z >zeroed && (export CCACHE_DISABLE=1 && checks 0) &&
	is "$(count cache_miss) $(count direct_cache_hit)" "0 0"
'

prereq MOUNT 'cannot mount a file system here' mount -t tmpfs -o size=1m none "$TRASH"
umount "$TRASH" 2>/dev/null

test_expect_success MOUNT 'a full disk under it is no failure of the kernel' '
	forget && mkdir small && mount -t tmpfs -o size=60k none small &&
	{ CCACHE_DIR=$PWD/small/ccache "$RESPIN" -C linux --root root check --only build demo >out 2>err; rc=$?; :; } &&
	umount small && cat out err && { is $rc 0 || is $rc 128; }
'

test_done
