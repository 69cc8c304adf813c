#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='what the environment may lack: identity, tools, permission, room'
. "$(dirname "$0")/lib.sh"

kernel_init

one() {
	fresh &&
	printf "@@ expression a, b; @@\n- stat_inc(a, b)\n+ lockevent_inc(a, b)\n" | rule count.cocci &&
	echo "/^S:/d" | edit drop.ed &&
	step one <<-\EOT
	cocci count.cocci kernel/locking/rwsem.c
	ed drop.ed MAINTAINERS
	EOT
}
fresh_caches() { rm -rf linux/.git/respin cache; }

test_expect_success 'no identity: how to set it' '
	one && mv home/.gitconfig saved &&
	fails 128 apply demo && said user.name user.email "git config" &&
	printf "[user]\n\tname = Only Name\n" >home/.gitconfig &&
	fails 128 apply demo && said user.email &&
	mv saved home/.gitconfig
'

test_expect_success 'an identity of the tree alone, or of the environment' '
	one && mv home/.gitconfig saved &&
	git -C linux config user.name "Tree User" && git -C linux config user.email t@example.org &&
	applies && is "$(git -C linux log -1 --format="%an <%ae> %cn" $tip)" "Tree User <t@example.org> Tree User" &&
	git -C linux config --unset user.name && git -C linux config --unset user.email &&
	export GIT_AUTHOR_NAME=Env GIT_AUTHOR_EMAIL=e@example.org \
		GIT_COMMITTER_NAME=Com GIT_COMMITTER_EMAIL=c@example.org &&
	applies && is "$(git -C linux log -1 --format="%an <%ae>" $tip)" "Env <e@example.org>" &&
	mv saved home/.gitconfig
'

# A PATH with all that is in ours, but the named programs
without() {
	rm -rf bin && mkdir bin || return
	local dir program
	for dir in $(echo "$PATH" | tr : " "); do
		ln -s "$dir"/* bin/ 2>/dev/null
	done
	for program; do
		rm -f bin/"$program" || return
	done
}

# lacking <program> <package> <respin arguments>...
lacking() {
	local program=$1 package=$2
	shift 2
	without "$program" && fresh_caches &&
	(PATH=$PWD/bin && fails 128 "$@") &&
	said "$program" "$package"
}

test_expect_success 'no spatch: the package that has it' '
	one && lacking spatch coccinelle apply demo
'

test_expect_success 'no ed: the package that has it' '
	one && lacking ed ed apply demo && said "apt-get install ed"
'

test_expect_success 'a program that is not needed is not missed' '
	fresh && fresh_caches && step one <<-\EOT &&
	delete MAINTAINERS
	EOT
	without spatch ed sparse ccache gcc make &&
	(PATH=$PWD/bin && applies)
'

test_expect_success 'a spatch that is broken' '
	one && fresh_caches && without spatch &&
	printf "#!/bin/sh\necho kaboom >&2\nexit 127\n" >bin/spatch && chmod +x bin/spatch &&
	(PATH=$PWD/bin && fails "2|128" apply demo) && said kaboom
'

test_expect_success 'a spatch that is killed' '
	one && fresh_caches && without spatch &&
	printf "#!/bin/sh\nkill -9 \$\$\n" >bin/spatch && chmod +x bin/spatch &&
	(PATH=$PWD/bin && fails "2|128" apply demo) && said spatch
'

prereq NOBODY 'cannot be another user here' \
	setpriv --reuid 65534 --regid 65534 --clear-groups true

test_expect_success NOBODY 'a tree that cannot be written' '
	one && chmod 755 . && git -C linux pack-refs --all && snapshot >before &&
	git config --global safe.directory "$PWD/linux" &&
	status 128 setpriv --reuid 65534 --regid 65534 --clear-groups \
		"$RESPIN" -C linux --root root apply demo 2>err &&
	said "ermission denied" &&
	snapshot >after && cmp before after
'

test_expect_success NOBODY 'a tree that belongs to somebody else: how to say that it is safe' '
	git config --global --unset safe.directory &&
	status 128 setpriv --reuid 65534 --regid 65534 --clear-groups \
		"$RESPIN" -C linux --root root apply demo 2>err &&
	said "git config --global --add safe.directory" "$PWD/linux"
'

# A small file system for the tree
mkdir small
prereq MOUNT 'cannot mount a file system here' mount -t tmpfs -o size=2m none small
trap 'umount "$TRASH/small" 2>/dev/null; test_cleanup' EXIT

test_expect_success MOUNT 'a full disk, at whatever moment: the branch stays, and it works later' '
	one && cp -r linux/. small/ &&
	tree=small applies && old=$(git -C small rev-parse $tip) &&
	sed -i "s/Because/As/" root/series/demo/one.step &&
	rm -rf small/.git/respin &&
	dd if=/dev/urandom of=noise bs=1k count=600 status=none &&
	overlay noise <noise && echo "overlay noise" >>root/series/demo/one.step &&
	free=$(df --output=avail -k small | tail -n 1) &&
	for room in 0 4 8 16 40 100 300 500
	do
		dd if=/dev/zero of=small/.git/fill bs=1k count=$((free - room)) status=none &&
		tree=small status 128 respin apply demo &&
		said "No space left" &&
		is "$(git -C small rev-parse $tip)" "$old" &&
		git -C small fsck --no-dangling || return 1
		rm small/.git/fill
	done &&
	tree=small applies &&
	test "$(git -C small rev-parse $tip)" != "$old" &&
	git -C small fsck --no-dangling
'

test_done
