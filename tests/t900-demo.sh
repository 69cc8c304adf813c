#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='what make demo does, on the real kernel, with the real tools'
. "$(dirname "$0")/lib.sh"

tarball=/usr/src/linux-source-6.1.tar.xz
test -f $tarball || skip_all "no $tarball"
mbox=$TRASH/outgoing/rwsem-rework-v1.mbox
export OUT=$TRASH/outgoing

# Its progress is shown while it runs: minutes without a word are no good
demo() { "$PROJECT/tools/demo" >out 2> >(tee err | sed -u 's/^/# /' >&4); }
tree() { echo "$XDG_CACHE_HOME"/respin/linux-source-6.1-*.git; }
commits() { git -C "$(tree)" rev-list --reverse respin/classic-rwsem..respin/rwsem-rework; }

test_expect_success 'it succeeds, in 12 minutes' '
	start=$SECONDS &&
	status 0 demo &&
	test $((SECONDS - start)) -le 720
'

test_expect_success 'it ends with a summary' '
	steps=$(grep -c "^[a-z][a-z-]*$" "$PROJECT/series/rwsem-rework/series") &&
	sed -n "/^Summary/,\$p" out >summary &&
	has summary "steps    $steps," "checks" "am $mbox" &&
	! grep -E "[1-9][0-9]* fail" summary
'

test_expect_success 'one commit a step, with the subject of the step' '
	commits >commits &&
	for step in $(grep "^[a-z][a-z-]*$" "$PROJECT/series/rwsem-rework/series")
	do
		sed -n "/^From:/d; /./{p;q}" "$PROJECT/series/rwsem-rework/$step.step" || return 1
	done >want &&
	while read -r commit
	do
		git -C "$(tree)" log -1 --format=%s "$commit" || return 1
	done <commits >got &&
	diff -u want got
'

test_expect_success 'git am makes the same commits of the mbox' '
	git init -q am &&
	git -C "$(tree)" rev-parse --path-format=absolute --git-path objects >am/.git/objects/info/alternates &&
	base=$(git -C "$(tree)" rev-parse respin/classic-rwsem) &&
	git -C am config core.sparseCheckout true &&
	printf "/kernel/locking/\n/arch/*/include/asm/Kbuild\n" >am/.git/info/sparse-checkout &&
	git -C am checkout -q "$base" &&
	git -C am am -q "$mbox" &&
	git -C am log --reverse --format="%T %an %ae %at %B" "$base.." >got &&
	git -C "$(tree)" log --reverse --format="%T %an %ae %at %B" "$base..respin/rwsem-rework" >want &&
	diff -u want got
'

# In any order, and of names that differ by what a macro counts the sum
plain() {
	awk '
		NR == 1		{ sub(/.* up/, "up"); print; next }
		/^(Function|Total)/	{ print; next }
		/^__UNIQUE_ID_/	{ sub(/[0-9]+$/, "", $1) }
				{ old[$1] += $2; new[$1] += $3 }
		END		{ for (name in old) if (old[name] != new[name]) print name, old[name], new[name] }' |
		sort
}

test_expect_success 'what grew and shrank from one object to the next is what bloat-o-meter says' '
	git -C "$(tree)" show respin/rwsem-rework:scripts/bloat-o-meter >bloat-o-meter &&
	before= pairs=0 &&
	for object in "$XDG_CACHE_HOME"/respin/*/build/x86_64-tiny/kernel/{locking,sched,time}/[a-z]*.o
	do
		if test -n "$before"
		then
			python3 bloat-o-meter "$before" "$object" >want &&
			"$BUILT/unit/test-pieces" "$before" -- "$object" >got &&
			diff <(plain <want) <(plain <got) || return 1
			pairs=$((pairs + 1))
		fi
		before=$object
	done &&
	test $pairs -gt 20
'

test_expect_success 'again, with nothing changed: the same, in 20 seconds' '
	git -C "$(tree)" for-each-ref >refs.before &&
	sha1sum "$mbox" >mbox.before &&
	start=$SECONDS &&
	status 0 demo &&
	test $((SECONDS - start)) -le 20 &&
	git -C "$(tree)" for-each-ref >refs.after &&
	cmp refs.before refs.after &&
	sha1sum "$mbox" | cmp - mbox.before
'

# What is known of a tree (by content, not by place) is taken along, or all
# would be built once more.
test_expect_success 'on a tree of the user'\''s: objects and refs of respin'\''s own are written, no more' '
	base=$(git -C "$(tree)" rev-parse respin/classic-rwsem) &&
	git clone -q --shared --no-checkout "$(tree)" mine &&
	git -C mine update-ref refs/heads/before "$base" &&
	mkdir mine/.git/respin && cp -r "$(tree)/respin/records" mine/.git/respin/ &&
	git -C mine config user.name Me && git -C mine config user.email me@example.org &&
	git -C mine for-each-ref >refs.before &&
	sha1sum mine/.git/HEAD mine/.git/config >files.before &&
	TREE=$PWD/mine BASE=before OUT=$TRASH/outgoing2 status 0 demo &&
	git -C mine for-each-ref | grep -v "refs/heads/respin/rwsem-rework$\|refs/respin/" >refs.after &&
	cmp refs.before refs.after &&
	sha1sum mine/.git/HEAD mine/.git/config | cmp - files.before &&
	test ! -e mine/.git/index &&
	test -s outgoing2/rwsem-rework-v1.mbox
'

# On the same tree, what make does not see there: a header of the arch's own comes
# before the wrapper that was generated, and goes. Only kernel/locking/ is built. The
# runner keeps the rwsem.o of each build, that of the base first.
stale() {
	"$RESPIN" -C "$(tree)" --root stale "$@" --target lock >out 2>err
}
step() {
	{ printf 'x86: Do %s\n\nBecause it has to be done.\n---\n' "$1" && cat; } >"stale/series/demo/$1.step" &&
	echo "$1" >>stale/series/demo/series
}
built() { echo "$XDG_CACHE_HOME"/respin/linux-source-6.1-*.git-*/build/lock; }
# make alone, in a folder that it keeps
by_hand() {
	local dir
	dir=$(dirname "$(dirname "$(built)")") &&
	mkdir -p hand && cp "$(built)/.config" hand/ &&
	make -s -C "$dir/source" O="$PWD/hand" ARCH=x86_64 CC="ccache gcc" HOSTCC="ccache gcc" \
		KCFLAGS=-Wno-error LOCALVERSION= kernel/locking/rwsem.o
}

test_expect_success 'a step that takes the arch header, one that gives it back, and two that do not build' '
	mkdir -p stale/series/demo/edits stale/series/targets stale/kernel-overlay/demo/arch/x86/include/asm objects &&
	cp "$PROJECT/series/targets/x86_64-tiny.config" stale/series/targets/lock.config &&
	echo "# respin: scope = kernel/locking/" >>stale/series/targets/lock.config &&
	edits=stale/series/demo/edits header=arch/x86/include/asm/rwsem.h &&
	git -C "$(tree)" show "respin/classic-rwsem:$header" >stale/kernel-overlay/demo/$header &&
	printf "/^generic-y += rwsem.h/d\n" >$edits/own.ed &&
	printf "\$a\ngeneric-y += rwsem.h\n.\n" >$edits/generic.ed &&
	printf "/rwsem.h/d\n" >$edits/own-again.ed &&
	printf "/mcs_spinlock/a\ngeneric-y += rwsem.h\n.\n" >$edits/generic-again.ed &&
	printf "/^static/i\n#error of the arch\n.\n" >$edits/wrong.ed &&
	printf "1a\n/* again */\n.\n" >$edits/again.ed &&
	printf "overlay $header\ned own.ed arch/x86/include/asm/Kbuild\n" | step own &&
	printf "delete $header\ned generic.ed arch/x86/include/asm/Kbuild\ned again.ed kernel/locking/semaphore.c\n" | step generic &&
	printf "overlay $header\ned wrong.ed $header\ned own-again.ed arch/x86/include/asm/Kbuild\n" | step wrong &&
	printf "delete $header\ned generic-again.ed arch/x86/include/asm/Kbuild\n" | step mended &&
	printf "delete kernel/locking/mcs_spinlock.h\n" | step gone &&
	cat >runner <<-EOT && chmod +x runner &&
	#!/bin/sh
	"\$@"
	status=\$?
	case "\$*" in *kernel/locking/*)
		cp $(dirname "$(built)")/lock/kernel/locking/rwsem.o $PWD/objects/\$(ls $PWD/objects | wc -l).o ;;
	esac
	exit \$status
	EOT
	"$RESPIN" -C "$(tree)" --root stale apply demo --onto respin/classic-rwsem~3
'

test_expect_success 'the object of the arch header is that of a clean build' '
	stale check demo --only build --step own --runner "$PWD/runner" &&
	by_hand && cmp objects/1.o hand/kernel/locking/rwsem.o && ! cmp objects/0.o objects/1.o
'

# make 4.3 lets what is gone out of $? where there is .SECONDARY
test_expect_success 'and so is that of the wrapper, where make alone keeps the old one' '
	rm objects/* && stale check demo --only build --step generic --runner "$PWD/runner" &&
	cp hand/kernel/locking/rwsem.o old.o && by_hand && cmp hand/kernel/locking/rwsem.o old.o &&
	rm hand/kernel/locking/rwsem.o && by_hand &&
	cmp objects/0.o hand/kernel/locking/rwsem.o && ! cmp objects/0.o old.o
'

test_expect_success 'a failure that an old object would hide is found, and no clean build has to' '
	status 1 stale check demo --only build &&
	lacks err "says otherwise" &&
	is "$(awk "/^(own|generic|wrong|mended|gone) / { print \$2 }" out | xargs)" "pass pass fail pass fail" &&
	has out "of the arch" "mcs_spinlock.h"
'

test_done
