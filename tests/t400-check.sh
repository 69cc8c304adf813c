#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='check: verdicts, what is new, what is cached'
. "$(dirname "$0")/lib.sh"

kernel_init

# make and the compiler leave a word each time they are started.
shims() {
	mkdir -p shims &&
	for name in make gcc sparse; do
		real=$(command -v $name) &&
		printf '#!/bin/sh\necho %s "$@" >>"%s"\nexec %s "$@"\n' $name "$PWD/started" "$real" \
			>shims/$name && chmod +x shims/$name || return
	done &&
	: >started
}
shims && PATH=$PWD/shims:$PATH
nothing_started() {
	test ! -s started || { echo 'started:'; cat started; return 1; }
}
builds() { grep -c '^make .* -Otarget' started; }

target() { cat >"root/series/targets/${1-x86_64-tiny}.config"; }
forget() { rm -rf linux/.git/respin/records cache; }

# A series that adds a line to functions of rwsem.c, one a step
line_step() {
	printf '/^%s(/;/^{/a\n%s\n.\n' "$2" "$3" | edit "$1.ed" &&
	echo "ed $1.ed kernel/locking/rwsem.c" | step "$1"
}
good() {
	fresh && echo "CONFIG_SMP=y" | target &&
	line_step one "int down_read" "	barrier();" &&
	line_step two "void up_read" "	barrier();" &&
	applies
}

verdict() {	# <step> <column number>
	awk -v step="$1" -v n="$2" '$1 == step { print $(n + 1); exit }' out
}

test_expect_success 'a good series: a table, and every step builds' '
	good && snapshot >before &&
	status 0 respin check demo &&
	is "$(sed -n 1p out)" "step  checkpatch  sparse  build x86_64-tiny  mail" &&
	is "$(sed -n 2p out)" "one   pass        pass    pass               pass" &&
	is "$(sed -n 3p out)" "two   pass        pass    pass               pass" &&
	has out "bisectable: yes, 2 steps × 1 target" &&
	snapshot >after && diff -u before after
'

test_expect_success 'a second run starts nothing, and says the same' '
	good && status 0 respin check demo && cp out first &&
	(: >started && status 0 respin check demo && nothing_started) &&
	diff -u first out
'

test_expect_success 'status says the same and starts nothing' '
	(: >started && status 0 respin status demo && nothing_started) &&
	has out "bisectable: yes, 2 steps × 1 target" "$(git -C linux rev-parse --short=12 $tip)" &&
	forget &&
	status 0 respin status demo &&
	has out "bisectable: not known" "8 not checked" &&
	test ! -e cache/respin
'

test_expect_success 'a new warning: its line, a log, status 0, or 1 with --strict' '
	good && line_step three "void up_read" "	int unused;" && applies &&
	status 0 respin check demo && cp out first &&
	is "$(verdict three 3)" warn && is "$(verdict two 3)" pass &&
	has out "warning: unused variable" &&
	log=$(sed -n "s/^    log: //p" out | tail -1) &&
	has "$log" "three: build x86_64-tiny: warn" "unused variable" "by hand: " &&
	has out "bisectable: yes" &&
	(: >started && status 1 respin check --strict demo && nothing_started)
'

test_expect_success 'a warning that moved is not new; a second equal one is' '
	sed -i "s/^int down_read(.*/&/; /^	if (!__down_read/i\\	int here;" linux/kernel/locking/rwsem.c &&
	kernel_commit warns &&
	fresh && : | target &&
	line_step one "int down_read" "	barrier();" &&
	printf "/int here/d\n/^	rwsem_set_owner/i\n	int here;\n.\n" | edit move.ed &&
	echo "ed move.ed kernel/locking/rwsem.c" | step two &&
	applies && status 0 respin check demo &&
	is "$(verdict one 3)" pass && is "$(verdict two 3)" pass &&
	line_step three "void up_read" "	int here;" && applies &&
	status 0 respin check demo && is "$(verdict three 3)" warn &&
	git -C linux reset -q --hard HEAD~1
'

# by_hand <step> <check>: run what is printed, in a shell of somebody else's
by_hand() {
	sed "/^}/q" out | awk -v step="\"$1\"" -v check="\"$2\"" '
		/"step":/	{ on = index($0, step) }
		/"check":/	{ this = index($0, check) }
		/"command":/ && on && this { print; exit }
	' | sed 's/^ *"command": "//; s/",$//; s/\\"/"/g' >again && test -s again &&
	(cd / && env -i PATH="$PATH" LC_ALL=C.UTF-8 MAKEFLAGS=-s KCFLAGS=-w GIT_DIR=/nonexistent \
		GIT_INDEX_FILE=/x GIT_CONFIG_COUNT=x sh "$TRASH/again") >by-hand 2>&1
}

test_expect_success 'what is printed to do it by hand does it, whatever was done since' '
	fresh && : | target && printf "/^{/a\n	int unused;\n.\n" | edit one.ed &&
	echo "ed one.ed lib/string.c" | step one &&
	line_step two "void up_read" "	*(char __user *)sem = 0;" &&
	printf "\$a\n\nconfig NEW_ONE\n	def_bool y\n.\n" | edit three.ed &&
	echo "ed three.ed kernel/Kconfig.locks" | step three && applies &&
	status 0 respin check --json demo >/dev/null &&
	echo "ruined" >"$(ls cache/respin/linux-*/source/kernel/locking/rwsem.c)" &&
	by_hand one build && has by-hand "lib/string.c:8:13: warning: unused variable" &&
	lacks cache/respin/linux-*/by-hand/x86_64-tiny/.config NEW_ONE &&
	by_hand two sparse && has by-hand "dereference of noderef" &&
	by_hand two checkpatch && has by-hand "0 errors, 0 warnings" &&
	by_hand two mail && has by-hand "Subject: demo: Do two" &&
	is "$(grep -c "^Because it has to be done" by-hand)" 2 &&
	(: >started && status 0 respin check demo && nothing_started)
'

test_expect_success 'a folder that make cannot work in' '
	good && rm -rf linux/.git/respin/records &&
	(export XDG_CACHE_HOME="$PWD/a b" && status 128 respin check --only build demo) &&
	said XDG_CACHE_HOME
'

test_expect_success 'a failure: the step, the first error, status 1; also when it is cached' '
	good && line_step three "void up_read" "	nonsense;" && applies &&
	status 1 respin check demo &&
	is "$(verdict three 3)" fail && has out "nonsense" "bisectable: no: three" &&
	(: >started && status 1 respin check demo && nothing_started)
'

test_expect_success 'a step on top of a broken one fails with it, and the one that mends it passes' '
	good && line_step three "void up_read" "	nonsense;" &&
	line_step four "int down_read" "	barrier();" &&
	echo "/nonsense/d" | edit mend.ed &&
	echo "ed mend.ed kernel/locking/rwsem.c" | step five && applies &&
	status 1 respin check demo &&
	is "$(verdict three 3) $(verdict four 3) $(verdict five 3)" "fail fail pass" &&
	has out "four: build x86_64-tiny: fail: as its parent"
'

test_expect_success 'a base that does not build: skip, not pass and not fail' '
	echo "int x = y;" >>linux/kernel/locking/qspinlock.c && kernel_commit broken &&
	good && status 0 respin check demo &&
	is "$(verdict one 3)" skip && has out "the base does not build either" "bisectable: not known" &&
	git -C linux reset -q --hard HEAD~1
'

test_expect_success 'what cannot be run is a skip with its reason' '
	git -C linux rm -q scripts/checkpatch.pl && kernel_commit lacking &&
	good && status 0 respin check demo &&
	is "$(verdict one 1)" skip && has out "the tree has no scripts/checkpatch.pl" &&
	git -C linux reset -q --hard HEAD~1
'

test_expect_success 'checkpatch: what the patch adds; a waiver; a waiver not needed' '
	fresh && : | target && long=$(printf "# long%.0s" $(seq 30)) &&
	printf "/^obj-y/i\n%s\n.\n" "$long" | edit long.ed &&
	echo "ed long.ed kernel/locking/Makefile" | step one && applies &&
	status 0 respin check --only checkpatch demo && is "$(verdict one 1)" warn &&
	has out "WARNING:LONG_LINE" &&
	echo "waive checkpatch LONG_LINE \"it is a test\"" >>root/series/demo/one.step && applies &&
	status 0 respin check --only checkpatch demo && is "$(verdict one 1)" pass &&
	: >started && status 0 respin status demo && is "$(verdict one 1)" pass &&
	echo "waive checkpatch SPACING \"no need\"" >>root/series/demo/one.step && applies &&
	status 0 respin check --only checkpatch demo && is "$(verdict one 1)" pass
'

test_expect_success 'mail: what export would refuse is known before its day' '
	good && sed -i "3s/.*/It was:\n\ndiff --git a\/x b\/x\nIndex: x/" root/series/demo/one.step && applies &&
	status 1 respin check --only mail demo && is "$(verdict one 1)" fail && is "$(verdict two 1)" pass &&
	has out "line 5 of the message: " "ends the message: '"'"'diff --git a/x b/x'"'"', and more" &&
	has "$(sed -n "s/.*log: *//p" out | head -n 1)" "line 6 of the message: " "git cat-file commit"
'

test_expect_success 'checkpatch: an error fails the check' '
	fresh && : | target && printf "/^obj-y/i\n# blank \n.\n" | edit blank.ed &&
	echo "ed blank.ed kernel/locking/Makefile" | step one &&
	{ applies || : ; } && cat err
'

test_expect_success 'sparse: what is new, and only that' '
	good && line_step three "void up_read" "	*(char __user *)sem = 0;" && applies &&
	status 0 respin check --only sparse demo &&
	is "$(verdict two 1) $(verdict three 1)" "pass warn" && has out "dereference of noderef"
'

test_expect_success 'another message: nothing is built again' '
	good && status 0 respin check demo &&
	sed -i "s/Because/For/" root/series/demo/one.step && applies &&
	(: >started && status 0 respin check demo && nothing_started)
'

# cached <step>: was nothing run for its build just now? From the report for programs
cached() {
	sed "/^}/q" out | awk -v step="$1" '
		/"step":/	{ on = index($0, "\"" step "\"") }
		/"check": "build"/	{ build = 1 }
		/"cached":/ && on && build	{ print ($0 ~ /true/); exit }
		/}/		{ build = 0 }'
}

test_expect_success 'a change in the middle: what is before it is not built again' '
	good && line_step three "int down_read" "	barrier(); barrier();" && applies &&
	status 0 respin check demo &&
	printf "/^void up_read(/;/^{/a\n	barrier();	barrier();\n.\n" | edit two.ed && applies &&
	(: >started && status 0 respin check --only build --json demo >/dev/null && test "$(builds)" -ge 2) &&
	is "$(cached one) $(cached two) $(cached three)" "1 0 0" &&
	status 0 respin status demo && is "$(verdict one 3) $(verdict two 3) $(verdict three 3)" "pass pass pass"
'

# What the last run built from nothing, but for the base
afresh() { sed -n "s/^check [0-9/ :]*\(.*\): build .*, from nothing/\1/p" err | tr "\n" " "; }

test_expect_success 'the last step and another one are built from nothing; a new last step leaves the other' '
	good && for i in three four five six seven; do
		line_step $i "int down_read" "	barrier();" || return
	done && applies && forget && status 0 respin check --only build demo &&
	other=$(afresh) && is "${other#* }" "seven " &&
	line_step eight "void up_read" "	barrier();" && applies &&
	status 0 respin check --only build demo && has out "bisectable: yes, 8 steps" && is "$(afresh)" "eight "
'

test_expect_success 'steps put in: what is built is their trees, and no tree that is known' '
	good && status 0 respin check --only build demo &&
	printf "one\nadd\nundo\ntwo\n" >root/series/demo/series &&
	for step in add undo
	do
		sed "/^---/q" root/series/demo/one.step >root/series/demo/$step.step || return 1
	done &&
	echo "overlay kernel/locking/new.h" >>root/series/demo/add.step &&
	echo "/* SPDX-License-Identifier: GPL-2.0-only */" | overlay kernel/locking/new.h &&
	echo "delete kernel/locking/new.h" >>root/series/demo/undo.step && applies &&
	(: >started && status 0 respin check --only build --step two demo && nothing_started) &&
	status 0 respin check --only build --json demo >/dev/null &&
	is "$(cached one) $(cached add) $(cached undo) $(cached two)" "1 0 1 1"
'

prereq SCRIPT 'no script(1) to make a terminal' script -qec true /dev/null

test_expect_success SCRIPT 'colours on a terminal, and none where NO_COLOR says so' '
	good && status 0 respin check --only build demo && lacks out "$(printf "\033")" &&
	command="$RESPIN -C linux --root root status demo" &&
	script -qec "$command" /dev/null >out && has out "$(printf "\033[32mpass")" "$(printf "\033[m")" &&
	NO_COLOR=1 script -qec "$command" /dev/null >out && has out pass && lacks out "$(printf "\033")" &&
	NO_COLOR= script -qec "$command" /dev/null >out && has out "$(printf "\033[32mpass")"
'

test_expect_success '--forget drops what is known' '
	good && status 0 respin check demo &&
	(: >started && status 0 respin check --forget --only build demo && test "$(builds)" -ge 3)
'

test_expect_success 'a damaged record is none' '
	good && status 0 respin check --only build demo &&
	find linux/.git/respin/records -type f | while read -r f; do : >"$f"; done &&
	(: >started && status 0 respin check --only build demo && test "$(builds)" -ge 3) &&
	is "$(verdict two 1)" pass
'

# Step two does to a file what step three takes back, and one touches rwsem.c.
broken_between() {	# <file> <ed command of two> <of three>
	fresh && echo "CONFIG_SMP=y" | target && line_step one "void up_read" "	barrier();" &&
	echo "$2" | edit break.ed && echo "ed break.ed $1" | step two &&
	echo "$3" | edit mend.ed && echo "ed mend.ed $1" | step three && applies
}

test_expect_success 'what a header breaks elsewhere fails, but not for --quick, which says so' '
	broken_between include/linux/kernel.h "/define barrier/s/^/#define string_length 1 +\\
/" "/string_length/d" &&
	status 1 respin check --only build demo &&
	is "$(verdict one 1) $(verdict two 1) $(verdict three 1)" "pass fail pass" &&
	has out "include/linux/kernel.h:12" "bisectable: no: two" &&
	status 0 respin check --quick --only build demo && is "$(verdict two 1)" pass &&
	has out "× 1 target; only the directories that the series touches, but all of the last step" &&
	status 0 respin check --quick --json --only build demo && has out "\"quick\": true" &&
	status 0 respin status demo && has out "bisectable: no: two" &&
	status 0 respin status --quick demo && has out "bisectable: yes, 3 steps"
'

test_expect_success 'a function that others call and that is gone: the step does not link' '
	broken_between kernel/locking/rwsem.c "/^int down_read/s/down_read/sem_down/" \
		"/^int sem_down/s/sem_down/down_read/" &&
	status 1 respin check --only build demo &&
	is "$(verdict one 1) $(verdict two 1) $(verdict three 1)" "pass fail pass" &&
	has out "undefined reference to"
'

test_expect_success 'logs: of what is not a pass, of steps that are there, and status knows them' '
	good && line_step three "void up_read" "	nonsense;" && echo "delete Documentation/locks.rst" | step four &&
	applies && status 1 respin check demo && sed -n "s/^    log: //p" out >logs &&
	is "$(sed "s|.*/demo/||" logs | xargs)" \
		"three/sparse.log three/build-x86_64-tiny.log four/build-x86_64-tiny.log" &&
	status 0 respin status demo && sed -n "s/^    log: //p" out | diff logs - &&
	sed -i "s/nonsense/barrier()/" root/series/demo/edits/three.ed && applies &&
	status 0 respin status demo && lacks out "log: " &&
	sed -i "s/^three/drei/" root/series/demo/series && mv root/series/demo/three.step root/series/demo/drei.step &&
	applies && status 0 respin check demo &&
	is "$(find linux/.git/respin/logs -type f)" "" && test ! -e linux/.git/respin/logs/demo/three &&
	line_step five "void up_read" "	int unused;" && applies && status 0 respin check demo && has out "log: " &&
	status 0 respin check --forget --step one --only mail demo && is "$(find linux/.git/respin/logs -type f)" ""
'

test_expect_success '--step: of the other steps what is known counts' '
	good && line_step three "void up_read" "	nonsense;" && line_step four "int down_read" "	barrier();" &&
	applies && forget && status "0|1" respin check --only build --step four demo &&
	lacks out "bisectable: yes" && lacks out "bisectable: no:" &&
	status 1 respin check --only build demo && status 0 respin check --only build --step one demo &&
	has out "bisectable: no: three" &&
	good && status 0 respin check --only build demo && status 0 respin check --only build --step two demo &&
	has out "bisectable: yes, 2 steps"
'

test_expect_success '--step takes a part' '
	good && status 0 respin check --step two.. demo && lacks out "one " &&
	status 0 respin check --step one demo && lacks out "two  " &&
	status 2 respin check --step none demo && said "none" &&
	status 2 respin check --step two..one demo
'

test_expect_success '--json' '
	good && line_step three "void up_read" "	int unused;" && applies &&
	status 0 respin check --json demo >/dev/null &&
	has out "\"version\": 1" "\"verdict\": \"warn\"" \
		"\"target\": \"x86_64-tiny\"" "\"bisectable\": true" "$(git -C linux rev-parse $tip)" &&
	{ ! command -v jq || sed "/^}/q" out | jq -e ".steps | length == 3"; } &&
	status 128 "$RESPIN" -C linux --root root status --json demo >/dev/full 2>err && is "$(wc -l <err)" 1 &&
	status 128 "$RESPIN" -C linux --root root check --json demo >&- 2>err && is "$(grep -c error: err)" 1
'

test_expect_success 'configuration: what is lost, and what a step changes' '
	fresh && printf "CONFIG_SMP=y\nCONFIG_NEVER_THERE=y\nCONFIG_NEW_ONE=y\n" | target &&
	printf "\$a\n\nconfig NEW_ONE\n	bool \"New\"\n.\n" | edit one.ed &&
	echo "ed one.ed kernel/Kconfig.locks" | step one &&
	printf "\$a\n\nconfig NEW_TWO\n	def_bool y\n.\n" | edit two.ed &&
	echo "ed two.ed kernel/Kconfig.locks" | step two &&
	printf "/^config NEW_ONE/;/bool/d\n" | edit three.ed &&
	echo "ed three.ed kernel/Kconfig.locks" | step three && applies && cat >want <<-\EOT &&
	base: config x86_64-tiny: asked for and not there: CONFIG_NEVER_THERE=y CONFIG_NEW_ONE=y
	one: config x86_64-tiny: changes +CONFIG_NEW_ONE=y
	two: config x86_64-tiny: changes +CONFIG_NEW_TWO=y
	three: config x86_64-tiny: changes -CONFIG_NEW_ONE=y
	three: config x86_64-tiny: asked for and not there: CONFIG_NEW_ONE=y
	EOT
	status 0 respin check --only build demo && grep ": config" out | diff -u want - &&
	status 0 respin check --only build --step two.. demo && grep ": config" out >got &&
	sed -e 1d -e "s/^one:.*/one: config x86_64-tiny: asked for and not there: CONFIG_NEVER_THERE=y/" want |
		diff -u - got &&
	status 0 respin check --only build --json demo >/dev/null &&
	sed -n "/base_config/,/]/p" out >base &&
	has base "asked for and not there: CONFIG_NEVER_THERE=y CONFIG_NEW_ONE=y"
'

test_expect_success 'a step that breaks Kconfig fails' '
	fresh && : | target &&
	printf "/^obj-y/i\n\$(error no more)\n.\n" | edit break.ed &&
	printf "/^olddefconfig/i\n\$(error no configuration)\n.\n" | edit break.ed &&
	echo "ed break.ed Makefile" | step one && applies &&
	status 1 respin check --only build demo && is "$(verdict one 1)" fail &&
	has out "no configuration"
'

test_expect_success 'who asks while it configures or builds gets no answer, and none of the input' '
	ask="	@if read -r answer; then echo \"took \$\$answer\" >\&2; exit 1; fi" &&
	sed -i "/^olddefconfig /a\\$ask" linux/Makefile && sed -i "/^prepare:/a\\$ask" linux/Makefile &&
	kernel_commit asks && good &&
	printf "y\nn\n" | { status 0 respin check --only build --step one demo && cat >rest; } &&
	is "$(paste -sd, rest)" "y,n" && is "$(verdict one 1)" pass &&
	git -C linux reset -q --hard HEAD~1
'

test_expect_success 'more than one target; a series says which' '
	good && echo "# CONFIG_SMP is not set" | target x86_64-up &&
	printf "[series]\n	target = x86_64-tiny\n	target = x86_64-up\n" >root/series/demo/config &&
	applies && status 0 respin check --only build demo &&
	is "$(verdict one 1) $(verdict one 2)" "pass pass" && has out "2 steps × 2 targets" &&
	status 0 respin check --only build --target x86_64-up demo && has out "× 1 target"
'

test_expect_success 'targets that are wrong are named with file and line' '
	good && printf "CONFIG_SMP=y\n# respin: colour = red\n" | target &&
	status 2 respin check demo && said "series/targets/x86_64-tiny.config:2:" colour &&
	status 2 respin check --target none demo && said "series/targets/none.config" &&
	status 2 respin check --target ../x demo &&
	status 2 respin check --only nothing demo && said nothing
'

test_expect_success 'names: none is an error, blanks are no matter, and twice is once' '
	good && for list in "" " " "," ",build" "build,"
	do
		status 129 respin check --only "$list" demo && said "--only" &&
		status 129 respin check --target "$list" demo && said "--target" &&
		status 129 respin status --target "$list" demo || return 1
	done &&
	for n in 0 -1 x ""; do status 129 respin check -j "$n" demo || return 1; done &&
	status 129 respin check --step "" demo &&
	status 0 respin check --only "build, build" --target "x86_64-tiny, x86_64-tiny" demo &&
	has out "2 steps × 1 target" && is "$(sed -n 1p out)" "step  build x86_64-tiny" &&
	for args in "--only nothing" "--target none" "--step none" "--only "
	do
		status "2|129" respin check --forget $args demo || return 1
	done &&
	(: >started && status 0 respin check --only build demo && nothing_started)
'

test_expect_success 'not applied yet, or applied before a change: said, and nothing done' '
	good && git -C linux update-ref -d refs/heads/$tip && rm -rf linux/.git/respin &&
	status 128 respin check demo && said apply &&
	status 128 respin status demo
'

test_expect_success 'a tool that is missing: which package has it' '
	good && mkdir -p bin && rm -f bin/* &&
	for dir in $(echo "$PATH" | tr : " "); do ln -s "$dir"/* bin/ 2>/dev/null || :; done &&
	rm -f bin/sparse && (PATH=$PWD/bin && status 128 respin check demo) && said "sparse" "apt" &&
	(PATH=$PWD/bin && status 0 respin check --only build demo) &&
	rm -f bin/gcc && forget &&
	(PATH=$PWD/bin && status 128 respin check --only build demo) && said gcc &&
	printf "# respin: arch = arm64\n# respin: cross = no-such-linux-gnu-\n" | target &&
	status 128 respin check --only build demo && said no-such-linux-gnu-gcc "apt-get install gcc-no-such-linux-gnu"
'

test_expect_success 'a target of the series without its compiler is left out, and named' '
	good && printf "# respin: arch = arm64\n# respin: cross = no-such-linux-gnu-\n" | target far &&
	printf "[series]\n	target = x86_64-tiny\n	target = far\n" >root/series/demo/config &&
	applies && status 0 respin check --only build demo &&
	has out "not built here: target far (no-such-linux-gnu-gcc is not installed)" "1 target" &&
	status 0 respin check --only build --json demo >/dev/null && has out "absent_targets" "far (no" &&
	printf "[series]\n	target = far\n" >root/series/demo/config &&
	applies && status 128 respin check --only build demo && said no-such-linux-gnu-gcc
'

test_expect_success 'so is one that clang builds, where clang or its linker is missing' '
	good && ln -sf "$(command -v gcc)" bin/gcc && rm -f bin/clang bin/ld.lld &&
	printf "# respin: compiler = clang\n# respin: make = LLVM=1\n" | target far &&
	printf "[series]\n	target = x86_64-tiny\n	target = far\n" >root/series/demo/config &&
	applies && (PATH=$PWD/bin && status 0 respin check --only build demo) &&
	has out "not built here: target far (clang is not installed)" "1 target" &&
	ln -s gcc bin/clang && (PATH=$PWD/bin && status 0 respin check --only build demo) &&
	has out "not built here: target far (ld.lld is not installed)" &&
	(PATH=$PWD/bin && status 128 respin check --only build --target far demo) &&
	said ld.lld "apt-get install lld"
'

touching() {	# <architecture>...: a step that changes each, and one that changes none
	fresh && echo "CONFIG_SMP=y" | target &&
	printf "/^generic-y/i\n# touched\n.\n" | edit touch.ed &&
	for arch
	do
		echo "ed touch.ed arch/$arch/include/asm/Kbuild"
	done | step one &&
	line_step two "int down_read" "	barrier();" &&
	applies
}

test_expect_success 'architectures that nothing was built for are named, and what would do it' '
	touching alpha arm64 sh x86 &&
	printf "# respin: arch = arm64\n# respin: cross = no-such-linux-gnu-\n" | target far &&
	printf "# respin: arch = sh\n" | target near &&
	printf "# respin: arch = alpha\n# respin: checks = objects\n" | target other &&
	status 0 respin check --only build demo && cp out table &&
	is "$(grep "^not built" out | paste -sd"|")" "not built here: sh (not asked for: --target near)|not built here: arm64 (no compiler: no-such-linux-gnu-gcc)|not built here: alpha (no target)" &&
	status 0 respin status --target x86_64-tiny demo && grep "^not built" out >again &&
	grep "^not built" table | diff -u - again &&
	status 0 respin check --only build --json demo >/dev/null &&
	has out "\"not_built\": [" "\"why\": \"no compiler\"" "\"missing\": \"no-such-linux-gnu-gcc\"" "\"target\": \"near\""
'

test_expect_success 'built is what a build has said something of, at every step that touches it' '
	touching x86 && printf "/# touched/d\n" | edit untouch.ed &&
	echo "ed untouch.ed arch/x86/include/asm/Kbuild" | step three && applies &&
	status 0 respin status demo && has out "not built here: x86 (not checked)" &&
	status 0 respin check --only build --step one demo && lacks out "not built" &&
	status 0 respin status demo && has out "not built here: x86 (not checked)" &&
	status 0 respin check --only checkpatch demo && lacks out "not built"
'

test_expect_success 'the environment of the caller has no say' '
	good && forget &&
	(export MAKEFLAGS=-n KBUILD_OUTPUT=/nonexistent CROSS_COMPILE=none- KCFLAGS=-Dbarrier=x O=/x &&
	 status 0 respin check --only build demo)
'

test_expect_success 'bare repositories and linked worktrees are checked like others' '
	good && git clone -q --bare -b main --single-branch linux bare.git &&
	(tree=bare.git && status 0 respin apply demo && status 0 respin check --only build demo) &&
	git -C linux worktree add -q --detach ../second &&
	(tree=second && status 0 respin check --only build demo) &&
	git -C linux worktree remove ../second
'

test_done
