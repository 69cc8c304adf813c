#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='rebase: conflicts, fixups, and the ways on and back'
. "$(dirname "$0")/lib.sh"

kernel_init
old=$(git -C linux rev-parse HEAD)
sed -i 's/^S:.*/S:	Supported/' linux/MAINTAINERS
kernel_commit base
new=$(git -C linux rev-parse HEAD)
site=$TRASH/linux/.git/respin/rebase/demo/respin-demo

# Three steps; the second and the third want a line that the new base has not
series() {
	if test -d linux/.git/respin/rebase/demo
	then
		"$RESPIN" -C linux rebase demo --abort
	fi &&
	git -C linux checkout -q --detach "$old" && fresh && rm -rf linux/.git/respin &&
	step add <<-\EOT &&
	overlay lib/new.c
	EOT
	echo "int new;" | overlay lib/new.c &&
	step mail <<-\EOT &&
	ed mail.ed MAINTAINERS
	overlay lib/other.c
	present lib/other.c other
	EOT
	echo "int other;" | overlay lib/other.c &&
	edit mail.ed <<-\EOT &&
	/^S:	Maintained$/a
	L:	list@example.org
	.
	EOT
	step web <<-\EOT &&
	ed web.ed lib/string.c
	EOT
	edit web.ed <<-\EOT &&
	/^{$/a
		/* here */
	.
	EOT
	applies --onto "$old" && at "$tip" >was && git -C linux checkout -q --detach "$new"
}
stops() {
	status 2 respin rebase demo --onto "$new"
}
fate() {
	local line
	line=$(grep "^$1 " out) &&
	is "$(echo "$line" | sed 's/^[^ ]*  *//; s/   */  /g')" "$2"
}
fixup=root/series/demo/fixups/6.1.0-toy/mail.patch

test_expect_success 'a conflict is named, and a worktree is opened with what did apply' '
	series && snapshot >before && stops &&
	fate add applied && fate mail conflict && fate web pending &&
	said mail.step:5 mail.ed:1 MAINTAINERS "$site" --continue &&
	is "$(at $tip)" "$(cat was)" && is "$(cat $site/lib/new.c $site/lib/other.c)" "int new;
int other;" &&
	is "$(git -C $site diff --cached --name-only)" "lib/other.c" &&
	is "$(git -C $site log -1 --format=%s)" "demo: Do add" &&
	git -C linux worktree list --porcelain | grep "^locked respin rebase demo"
'

test_expect_success 'what the step did before is merged in, for a start' '
	said "MAINTAINERS: what the step did before is merged in, with 1 conflict from line" &&
	grep "^<<<<<<< here" $site/MAINTAINERS && grep "^L:	list@example.org" $site/MAINTAINERS
'

test_expect_success 'meanwhile others are refused, and status says why' '
	fails 128 rebase demo --onto $new && said --continue --abort &&
	fails 128 apply demo && said --continue --abort &&
	mkdir -p root/series/targets && cp "$PROJECT/series/targets/x86_64-tiny.config" root/series/targets &&
	status 0 respin status demo &&
	has out "a rebase of demo onto $(echo $new | cut -c1-12) is under way, at mail, in $site"
'

test_expect_success 'markers that are left over are refused' '
	status 2 respin rebase demo --continue && said "marker" "MAINTAINERS:$(grep -n "^<<<" $site/MAINTAINERS | cut -d: -f1)" &&
	test -e $site/lib/new.c && test ! -e $fixup
'

test_expect_success 'what the person did becomes a fixup, and the rebase goes on to its end' '
	git -C $site checkout -q MAINTAINERS &&
	printf "L:	list@example.org\n" >>$site/MAINTAINERS && echo "int by_hand;" >$site/lib/hand.c &&
	status 0 respin rebase demo --continue && said "kept as root/series/demo/fixups/6.1.0-toy/mail.patch" &&
	fate add applied && fate web applied &&
	fate mail "applied with fixup  root/series/demo/fixups/6.1.0-toy/mail.patch" &&
	is "$(changed_files $tip~1)" "M	MAINTAINERS
A	lib/hand.c
A	lib/other.c" &&
	is "$(changed_lines $tip~1 | grep list)" "+L:	list@example.org" &&
	test ! -e $site && is "$(git -C linux worktree list | wc -l)" 1 &&
	git -C linux for-each-ref | grep -c refs/respin/rebase | grep -x 0 &&
	has $fixup "Instead-of: ed mail.ed MAINTAINERS" \
		"Before: $(git -C linux rev-parse $new:MAINTAINERS) MAINTAINERS" \
		"Before: $(printf %040d 0) lib/hand.c" &&
	at $tip >fixed
'

test_expect_success 'it is used again: by apply, and on any base with the same text' '
	applies --onto $new && is "$(at $tip)" "$(cat fixed)" &&
	status 0 respin status demo && has out "mail: with fixups/6.1.0-toy/mail.patch" &&
	echo x >linux/lib/x.c && kernel_commit more &&
	applies && is "$(changed_files $tip~1)" "M	MAINTAINERS
A	lib/hand.c
A	lib/other.c"
'

test_expect_success 'it is not used where it does not fit, and the reason is said' '
	echo "M:	A U Thor" >>linux/MAINTAINERS && kernel_commit other &&
	refuses && said mail.step:5 "mail.patch does not fit here: MAINTAINERS is another" &&
	fails 2 rebase demo --onto HEAD --dry-run && said "MAINTAINERS is another" &&
	git -C linux reset -q --hard $new && sed -i "s/Supported/Maintained/" linux/MAINTAINERS &&
	kernel_commit back && applies && no_path lib/hand.c && git -C linux reset -q --hard $new
'

test_expect_success 'a fixup of no step, or bound to nothing, is a fault of the series' '
	cp -r root root.kept && mv $fixup root/series/demo/fixups/6.1.0-toy/gone.patch &&
	refuses && said gone.patch "no step" && rm -r root && cp -r root.kept root &&
	sed -i "/^Before/d" $fixup && refuses && said mail.patch && rm -r root && mv root.kept root
'

test_expect_success '--skip goes on without the step' '
	series && stops && status 0 respin rebase demo --skip &&
	fate mail skipped && fate web applied && is "$(git -C linux rev-list --count $new..$tip)" 2 &&
	test ! -e $site
'

test_expect_success '--abort: every ref as before, to the id, and the worktree gone' '
	series && snapshot >before && stops && echo edited >>$site/MAINTAINERS &&
	status 0 respin rebase demo --abort && snapshot >after && diff -u before after &&
	test ! -e linux/.git/respin/rebase/demo && test ! -e linux/.git/worktrees &&
	cp "$PROJECT/series/targets/x86_64-tiny.config" root/series/targets &&
	status 0 respin status demo && lacks out "under way"
'

test_expect_success '--abort when the series does not read any more' '
	series && git -C linux for-each-ref >refs && stops && echo bogus >>root/series/demo/mail.step &&
	fails 2 rebase demo --continue && test -e $site &&
	status 0 respin rebase demo --abort && git -C linux for-each-ref | diff -u refs -
'

test_expect_success 'the recipe may be mended instead' '
	series && stops && git -C $site checkout -q . &&
	edit mail.ed <<-\EOT &&
	/^S:	/a
	L:	list@example.org
	.
	EOT
	status 0 respin rebase demo --continue && fate mail applied && test ! -e $fixup
'

test_expect_success 'nothing changed at all: the conflict stays' '
	series && stops && git -C $site checkout -q . &&
	status 2 respin rebase demo --continue && said "nothing was changed" "$site" && test -e $site
'

test_expect_success 'two conflicts in a row, in a worktree where the user said' '
	series && sed -i "s/^{$/{ /" linux/lib/string.c && kernel_commit more &&
	status 2 respin rebase demo --onto HEAD --worktree by-hand && fate mail conflict &&
	git -C by-hand checkout -q . && sed -i "s/^S:.*/&\nL:	list@example.org/" by-hand/MAINTAINERS &&
	git -C by-hand commit -qam "by hand" &&
	status 2 respin rebase demo --continue && fate mail "applied with fixup  $fixup" &&
	fate web conflict && is "$(git -C by-hand log -1 --format=%s)" "demo: Do mail" &&
	git -C by-hand checkout -q . && sed -i "s/^{ /{\n\t\/\* here \*\//" by-hand/lib/string.c &&
	status 0 respin rebase demo --continue && test ! -e by-hand &&
	is "$(ls root/series/demo/fixups/*)" "mail.patch
web.patch"
'

test_expect_success 'a folder that holds something is not taken for a worktree' '
	series && mkdir taken && echo mine >taken/file &&
	status 128 respin rebase demo --onto $new --worktree taken && said taken &&
	is "$(cat taken/file)" mine && status 0 respin rebase demo --abort && is "$(cat taken/file)" mine
'

test_expect_success 'a claim that does not hold by hand either: the fixup stands for it' '
	series && stops && git -C $site checkout -q . && rm $site/lib/other.c &&
	echo "L:	list@example.org" >>$site/MAINTAINERS &&
	status 0 respin rebase demo --continue && said "the fixup stands for it: present lib/other.c other" &&
	applies --onto $new
'

test_expect_success 'a branch that moved meanwhile is left alone' '
	series && stops && git -C linux update-ref refs/heads/$tip $old &&
	git -C $site checkout -q . && echo "L:	list" >>$site/MAINTAINERS &&
	status 128 respin rebase demo --continue && is "$(at $tip)" "$old" &&
	status 0 respin rebase demo --abort && is "$(at $tip)" "$old" && test ! -e $site
'

test_expect_success 'in a bare repository, a linked worktree, a shallow clone, and where git is set to odd things' '
	series && git clone -q --bare linux bare.git && git -C linux worktree add -q ../linked HEAD &&
	git clone -q --depth 2 "file://$PWD/linux" shallow && git clone -q linux "with blank" &&
	git -C "with blank" config core.autocrlf true && git -C "with blank" config core.safecrlf true &&
	printf "#!/bin/sh\nexit 1\n" >"with blank/.git/hooks/post-checkout" &&
	chmod +x "with blank/.git/hooks/post-checkout" &&
	for tree in bare.git linked shallow "with blank"
	do
		status 0 respin apply demo --onto $old --branch respin/other &&
		status 2 respin rebase demo --onto $new --branch respin/other --worktree w &&
		printf "L:	list@example.org\n" | cat linux/MAINTAINERS - >w/MAINTAINERS &&
		status 0 respin rebase demo --continue && test ! -e w &&
		is "$(git -C "$tree" diff --name-only $new respin/other)" "MAINTAINERS
lib/new.c
lib/other.c
lib/string.c" && rm -r root/series/demo/fixups || return 1
	done
'

test_done
