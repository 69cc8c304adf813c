#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='export: no setting of anybody changes what is posted'
. "$(dirname "$0")/lib.sh"
. "$TESTS/mail.sh"

kernel_init

test_expect_success 'a posting to compare with' '
	two_steps &&
	applies &&
	posts &&
	cp $mbox plain
'

# Postings are compared that were made anew, not those that are kept.
same() {
	git -C linux update-ref -d refs/respin/posting/demo/v1 &&
	rm -rf linux/.git/respin/postings outgoing &&
	posts &&
	cmp plain "$mbox"
}

settings() {
	git config "$@" diff.noprefix true &&
	git config "$@" diff.mnemonicPrefix true &&
	git config "$@" diff.external false &&
	git config "$@" diff.renames false &&
	git config "$@" diff.context 1 &&
	git config "$@" diff.interHunkContext 9 &&
	git config "$@" diff.algorithm patience &&
	git config "$@" diff.indentHeuristic false &&
	git config "$@" diff.suppressBlankEmpty true &&
	git config "$@" diff.orderFile /dev/null &&
	git config "$@" diff.statGraphWidth 3 &&
	git config "$@" diff.relative true &&
	git config "$@" diff.colorMoved zebra &&
	git config "$@" diff.wsErrorHighlight all &&
	git config "$@" diff.odd.textconv "tr a-z A-Z <" &&
	git config "$@" diff.odd.xfuncname "^.*\$" &&
	git config "$@" core.attributesFile "$PWD/attributes" &&
	git config "$@" core.quotePath false &&
	git config "$@" core.abbrev 4 &&
	git config "$@" core.autocrlf true &&
	git config "$@" core.whitespace trailing-space,space-before-tab &&
	git config "$@" apply.whitespace fix &&
	git config "$@" color.ui always &&
	git config "$@" format.signature "a signature" &&
	git config "$@" format.attach true &&
	git config "$@" format.suffix .txt &&
	git config "$@" format.subjectPrefix MINE &&
	git config "$@" format.numbered false &&
	git config "$@" format.headers "X-Mine: yes" &&
	git config "$@" format.to to@example.org &&
	git config "$@" format.from true &&
	git config "$@" format.notes true &&
	git config "$@" format.useAutoBase true &&
	git config "$@" format.coverLetter true &&
	git config "$@" format.encodeEmailHeaders false &&
	git config "$@" format.thread deep &&
	git config "$@" format.signOff true &&
	git config "$@" log.showSignature true &&
	git config "$@" log.mailmap true &&
	git config "$@" i18n.logOutputEncoding latin1 &&
	git config "$@" i18n.commitEncoding latin1 &&
	git config "$@" am.threeWay true &&
	git config "$@" am.keepcr true &&
	git config "$@" mailinfo.scissors true &&
	git config "$@" commit.gpgSign true &&
	git config "$@" gc.auto 1 &&
	git config "$@" core.hooksPath "$PWD/hooks" &&
	echo "* diff=odd -text" >attributes &&
	mkdir -p hooks &&
	for hook in applypatch-msg pre-applypatch post-applypatch pre-auto-gc post-rewrite
	do
		printf "#!/bin/sh\ntouch %s/ran\nexit 1\n" "$PWD" >"hooks/$hook" &&
		chmod +x "hooks/$hook" || return 1
	done
}

test_expect_success 'the settings of the tree' '
	cp linux/.git/config config.before &&
	settings --file linux/.git/config &&
	same &&
	test ! -e ran &&
	cp config.before linux/.git/config
'

test_expect_success 'the settings of the user' '
	cp home/.gitconfig config.before &&
	settings --global &&
	same &&
	test ! -e ran &&
	cp config.before home/.gitconfig
'

test_expect_success 'attributes of the user and of the tree' '
	mkdir -p home/.config/git linux/.git/info &&
	echo "* -diff" >home/.config/git/attributes &&
	echo "* -diff" >linux/.git/info/attributes &&
	same &&
	rm home/.config/git/attributes linux/.git/info/attributes
'

test_expect_success 'the environment' '
	export GIT_EXTERNAL_DIFF=false GIT_DIFF_OPTS=-u1 GIT_DIR=/nowhere GIT_INDEX_FILE=/nowhere \
		GIT_OBJECT_DIRECTORY=/nowhere LC_ALL=C.UTF-8 LANG=de_DE.UTF-8 TZ=Asia/Tokyo \
		EMAIL=other@example.org COLUMNS=40 &&
	(unset GIT_DIR GIT_INDEX_FILE GIT_OBJECT_DIRECTORY && same)
'

test_expect_success 'notes, replacements, a mailmap' '
	git -C linux notes add -m "a note" $tip &&
	other=$(git -C linux commit-tree -m other $tip^{tree}) &&
	git -C linux replace $tip "$other" &&
	same &&
	git -C linux replace -d $tip &&
	git -C linux notes remove $tip
'

test_done
