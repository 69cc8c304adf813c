#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='export: what was proved is not proved again, and nothing else is left out'
. "$(dirname "$0")/lib.sh"
. "$TESTS/mail.sh"

real=$(command -v git)
kernel_init

# A git that tells of each am how many mails it got, and of each mailsplit of ours;
# then the script "damage" has its way. The file itself never changes.
mkdir shims
cat >shims/git <<EOT
#!/bin/sh
for last; do :; done
case " \$* " in
*" am "*)	mails=\$(grep -c '^From [0-9a-f]* Mon Sep' "\$last"); echo \$mails >>$PWD/log ;;
*" -d8 "*)	echo split >>$PWD/log ;;
esac
case " \$* " in
*" am "*)	. $PWD/damage ;;
*)		exec $real "\$@" ;;
esac
EOT
chmod +x shims/git
none() { echo 'exec "'"$real"'" "$@"' >damage; }
none
PATH=$PWD/shims:$PATH

# ran <word>...: since the last time, in any order
ran() {
	local was
	was=$(sort log 2>/dev/null | xargs)
	rm -f log
	is "$was" "$*"
}
forgotten() { rm -rf linux/.git/respin/known; }
memory=linux/.git/respin/known/demo
# tree_with <branch> <command>: main, and what that changes
tree_with() {
	git -C linux checkout -q -b "$1" main && eval "$2" && kernel_commit "$1" &&
	git -C linux checkout -q main
}
prereq CPUS 'one CPU' test "$(nproc)" -gt 1

test_expect_success 'the same again: no git am, and the same bytes' '
	two_steps && applies && posts &&
	ran 2 split &&
	cat $letter $mbox >first &&
	posts && ran "" &&
	cat $letter $mbox | cmp - first &&
	comes_back && rm -f log
'

test_expect_success 'another cover letter: the thread is split, and git am has nothing to do' '
	sed -i "s/moves/carries/" root/series/demo/cover &&
	posts --force && ran split &&
	! cmp -s first $mbox && comes_back && rm -f log
'

test_expect_success 'a step that is reworded: it alone' '
	sed -i "s/Because/Since/" root/series/demo/one.step &&
	applies && posts -v 1 --force &&
	ran 1 split &&
	comes_back && rm -f log &&
	sed -i "s/Since/Because/" root/series/demo/one.step &&
	applies && posts -v 1 --force && ran ""
'

test_expect_success 'other files below: the patch that touches them' '
	tree_with base2 "echo /* more */ >>linux/MAINTAINERS" &&
	applies --onto base2 && posts -v 1 --force &&
	ran split &&
	tree_with base3 "echo more >>linux/Documentation/locks.rst" &&
	applies --onto base3 && posts -v 1 --force &&
	ran 1 split &&
	tree_with base4 "echo \"*.h whitespace\" >linux/kernel/.gitattributes" &&
	applies --onto base4 && posts -v 1 --force &&
	ran 2 split
'

test_expect_success 'another git: all of it' '
	applies && posts -v 1 --force && rm -f log &&
	posts && ran "" &&
	touch -d "2020-01-01 00:00:01" shims/git &&
	posts && ran 2 split
'

test_expect_success 'a memory that is damaged is none' '
	posts && ran "" && cp $memory good &&
	for damage in "truncate -s 100" "truncate -s 0" "sed -i s/[0-9]/x/7"; do
		cp good $memory && $damage $memory &&
		posts && ran 2 split &&
		posts && ran "" || return
	done
'

test_expect_success CPUS 'what did not come back is not remembered; what did is' '
	unposted && config "cover = never" &&
	for i in 1 2 3 4 5 6 7 8 9 10 11; do
		also "demo: Add $i\n\nWhat for.\n" || return
	done &&
	applies && forgotten && rm -f log &&
	cat >damage <<-EOT &&
	$real "\$@" || exit
	test \$mails != 3 ||
		exec $real commit -q --amend -m "demo: Add 11" -m "Nothing."
	EOT
	posts_not "step s11, patch 11" "s11.step" "message" "What for." "Nothing." &&
	ran 3 8 split &&
	none && posts && ran 3 &&
	comes_back && rm -f log && posts && ran ""
'

test_expect_success CPUS 'killed in between: nothing is taken for proved' '
	forgotten && echo "exec sleep 5" >damage && rm -f log &&
	{ "$RESPIN" -C linux --root root export demo -o outgoing >out 2>err & } &&
	pid=$! &&
	for ((i = 0; i < 200; i++)); do test "$(grep -c . log)" = 3 && break; sleep 0.05; done &&
	kill -KILL $pid && { wait $pid || :; } &&
	test ! -e $memory &&
	none && rm -f log && posts && ran 3 8 split &&
	nothing_left_over
'

test_done
