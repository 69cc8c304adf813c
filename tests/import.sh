# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# import - what the tests of import share; sourced after lib.sh
#
# odd_base makes a commit with the files that they are about, and the tag base;
# odd_commits then a line of commits on the branch odd: contents, modes, links,
# renames, binary and empty files, names, authors, dates and messages.

odd_base() {
	(
		cd linux || exit
		seq 1 60 >lib/nums && printf 'a\nb\nc' >lib/nonl && printf 'x\r\ny\r\nz\r\n' >lib/crlf &&
		printf 'b\0in%s' 1 2 3 4 5 6 7 8 9 >lib/bin && : >lib/empty && : >'lib/em pty' &&
		echo s >'lib/sp ace' && echo u >lib/ü && echo q >'lib/q"uote' && ln -s nums lib/link &&
		echo run >lib/run && chmod +x lib/run && seq 1 30 >'lib/ren one' &&
		mkdir -p lib/d && echo x >lib/d/x && echo y >lib/d/y && echo f >lib/file
	) &&
	kernel_commit 'odd files' && git -C linux tag base && git -C linux checkout -q -b odd
}

# odd <author> <date> <message, as for printf %b>: the work tree as it is
odd() {
	git -C linux add -Af &&
	printf %b "$3" | GIT_AUTHOR_NAME="$1" GIT_AUTHOR_EMAIL=o@example.org GIT_AUTHOR_DATE="$2" \
		git -C linux commit -q --cleanup=verbatim -F -
}

odd_commits() {
	local l=linux/lib n=0
	plain() {
		n=$((n + 1))
		odd "Some One $n" "$((1500000000 + n * 1000)) +0$((n % 10))30" "lib: $1\n\nBecause of $n.\n"
	}
	sed -i 's/^7$/seven/' $l/nums && plain 'Edit it' &&
	sed -i 's/^50$/fifty/' $l/nums && odd 'Doe, "JD" John' '1400000000 -0330' 'lib: Edit it\n\nThe same subject.\n' &&
	printf 'a\nb\nC' >$l/nonl && plain 'no newline, before and after' &&
	printf 'a\nb\nC\n' >$l/nonl && plain 'a newline comes' &&
	printf 'a\nb' >$l/nonl && plain 'and goes' &&
	sed -i 's/y/why/' $l/crlf && plain 'carriage returns' &&
	printf 'b\0in%s' 1 2 3 4 5 6 7 8 9 10 >$l/bin && plain 'binary, by delta' &&
	git -C linux mv lib/bin lib/bun && printf more >>$l/bun && plain 'binary, renamed and edited' &&
	rm $l/bun && plain 'binary, gone' &&
	head -c 256 /dev/zero >$l/zero && plain 'binary, new' &&
	chmod +x $l/nums 'linux/lib/sp ace' && plain 'executable' &&
	chmod -x $l/run && sed -i s/run/walk/ $l/run && plain 'not executable, and edited' &&
	rm $l/empty "$l/em pty" && : >$l/new && : >"$l/ne w" && plain 'empty files come and go' &&
	echo x >$l/new && : >$l/ü && plain 'filled, emptied' &&
	git -C linux mv "lib/ren one" "lib/ren two" && plain 'renamed' &&
	git -C linux mv "lib/ren two" lib/ren && sed -i 's/^3$/three/' $l/ren && chmod +x $l/ren && plain 'renamed, edited, executable' &&
	ln -sf d/x $l/link && plain 'another link' &&
	git -C linux mv lib/link lib/lunk && plain 'link renamed' &&
	rm $l/lunk && echo f >$l/lunk && rm $l/file && ln -s nums $l/file && plain 'a link becomes a file, and otherwise' &&
	rm $l/file && mkdir $l/file && echo a >$l/file/a && plain 'a file becomes a folder' &&
	rm -r $l/d && echo d >$l/d && plain 'a folder becomes a file' &&
	echo more >>"$l/sp ace" && echo q >>"$l/q\"uote" && printf 'l\001\377\n' >$l/ü && plain 'names, and bytes' &&
	printf -- '-- x\n++ y\n--- a/x\n' >$l/dashes && plain 'dashes' &&
	echo more >>$l/dashes && odd Zoë '1234567890 +1345' \
		'Łäßt: a subject\nof two lines\n\n  text\n---\n\\---\ndiff --git a/x b/x\n--- \nFrom: x\n' &&
	echo more >>$l/dashes && odd 'A (B) C' '@100000 -0100' 'Date: x\n\nFrom me\n'
}

imports() { status 0 respin import "$@" && cat out; }
bare() { rm -rf root && mkdir -p root/series; }
# Everything of the commits but who committed them, when, and on what
essence() {
	local id
	git -C linux rev-list --reverse "base..$1" >ids &&
	while read -r id; do
		git -C linux cat-file commit "$id" | sed '1,/^$/{/^parent /d;/^committer /d;}' || return
	done <ids
}
# The series demo, applied, is the branch
gives() {
	applies --onto base -f -q &&
	essence "$1" >want && essence "$tip" >got && test -s want && diff -u want got
}

# made <message> [<encoding>]: one commit on top of the base, of this message, as it is
made() {
	local id
	id=$( { git -C linux cat-file commit odd~24 | sed "/^\$/,\$d" &&
		{ test -z "${2-}" || echo "encoding $2"; } && printf "\n%b" "$1"; } |
		git -C linux hash-object -t commit -w --stdin --literally) &&
	git -C linux update-ref refs/heads/made "$id"
}

# Mails cannot hold all of the odd messages
mails() {
	git -C linux format-patch -q --stdout --base=base -M "$@" base..odd~2
}

# A folder of quilt's, with patches of each form; what they come to is the branch quilted
quilted() {
	local sys=linux/kernel/sys.c p=quilt/patches
	rm -rf quilt && mkdir -p $p/sub && git -C linux checkout -q -B quilted base &&
	sed -i "s/return -1/return -22/" $sys && git -C linux diff --no-prefix >$p/sub/p0.diff &&
	cp $sys before && sed -i "s/return -22/return -33/" $sys &&
	{ printf 'demo: Plain text\n\nBecause.\n\nSigned-off-by: A <a@b>\n---\n sys.c | 2 +-\n\n' &&
		! diff -u -L old/kernel/sys.c -L new/kernel/sys.c before $sys; } >$p/ab.patch &&
	git -C linux commit -qam x &&
	echo new >linux/lib/new.c && git -C linux add -A &&
	{ printf 'Description: Add a file\n Which is new.\n .\n And wanted.\nAuthor: J\303\274 K <j@k.org>\n' &&
		printf 'Bug: https://b/1\nLast-Update: 2020-01-02\n\n' &&
		git -C linux diff --cached | sed '/^diff\|^index\|^new/d'; } >$p/dep.patch &&
	git -C linux commit -qm x && chmod +x linux/lib/new.c &&
	git -C linux commit -qam '[media] x: Mode' --author='=? Zoë <z@e.org>' --date=2011-01-02T03:04:05+0500 &&
	git -C linux format-patch -q --stdout -1 >$p/mail.patch &&
	rm linux/MAINTAINERS &&
	{ printf 'From: Q <q@q.org>\nDate: Mon, 20 May 2019 16:59:04 -0400\n\nUndo: It\n\nText.\n' &&
		git -C linux diff -R; } >$p/rev.patch && git -C linux commit -qam x &&
	git -C linux checkout -q --detach base &&
	printf '# order\nsub/p0.diff -p0  # x\n\n  ab.patch -pab\ndep.patch\nmail.patch -p 1\n#off\nrev.patch -p1 -R\n' >$p/series
}
