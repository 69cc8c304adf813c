#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='import: a series from commits, mails, and quilt'
. "$(dirname "$0")/lib.sh"
. "$TESTS/import.sh"

kernel_init
odd_base && odd_commits && git -C linux checkout -q --detach base || exit 1

test_expect_success 'commits: trees, authors, dates, and messages to the byte' '
	bare &&
	imports base..odd demo &&
	has out "25 patches imported" "same trees, authors, dates and messages" &&
	gives odd &&
	is "$(sed -n "1,2p;\$p" root/series/demo/series)" "lib-Edit-it
lib-Edit-it-2
Date-x" &&
	has root/series/demo/lib-Edit-it-2.step "From: Doe, \"JD\" John <o@example.org>" \
		"Date: 2014-05-13 13:23:20 -0330" "patch    lib-Edit-it-2.patch" &&
	ls -A root/series >list && is "$(cat list)" demo && nothing_left_over
'
test_expect_success 'a range is refused with its merges and foreign commits named, or taken as said' '
	bare &&
	git -C linux checkout -q -B side base && echo 1 >linux/lib/one && kernel_commit "side: One" &&
	git -C linux checkout -q -B trunk base && echo 2 >linux/lib/two && kernel_commit "trunk: Two" &&
	git -C linux -c user.email=pull@example.org merge -q --no-ff -m "Merge side" side &&
	echo 3 >linux/lib/three && kernel_commit "trunk: Three" &&
	git -C linux checkout -q --detach base &&
	fails 2 import base..trunk demo &&
	said "Merge side" " is a merge" "1 merge is" --first-parent \
		" was committed by A U Thor <pull@example.org>" --any-committer &&
	fails 2 import --first-parent base..trunk demo && said pull@example.org && lacks err "a merge" &&
	imports --first-parent --any-committer base..trunk demo && has out "3 patches" &&
	applies --onto base -f -q && is "$(at $tip^{tree})" "$(at trunk^{tree})"
'

test_expect_success 'a commit that changes nothing, and a submodule' '
	bare &&
	git -C linux commit -q --allow-empty -m "nothing: At all" && git -C linux branch -f made &&
	fails 2 import base..made demo && said "nothing: At all" "changes nothing" &&
	git -C linux reset -q --hard base &&
	git -C linux update-index --add --cacheinfo "160000,$(at base),lib/sub" &&
	git -C linux commit -q -m "sub: Module" && git -C linux branch -f made && git -C linux reset -q --hard base &&
	fails 2 import base..made demo && said lib/sub submodule
'

test_expect_success 'a series that is there is replaced by force only, and as a whole' '
	bare && made "a: b\n" && imports base..made demo && echo x >root/series/demo/x &&
	fails 128 import base..odd demo && said root/series/demo --force &&
	imports --force base..odd demo &&
	test ! -e root/series/demo/a-b.step && test ! -e root/series/demo/x &&
	ls -A root/series >list && is "$(cat list)" demo
'

test_expect_success 'mails of git format-patch: as the commits, with the cover letter and the base' '
	mails --cover-letter >m.mbox &&
	sed -i "s/\*\*\* SUBJECT HERE \*\*\*/lib: Do it all/; s/^\*\*\* BLURB HERE \*\*\*/Why.\n\nWhat./" m.mbox &&
	bare && fails 2 import m.mbox demo && said "mail 7" "does not apply" lib/crlf --keep-cr &&
	imports --keep-cr m.mbox demo && has out "23 patches imported with a cover letter" same &&
	sed "/^---/q" root/series/demo/cover >cover && printf "lib: Do it all\n\nWhy.\n\nWhat.\n---\n" | diff -u - cover &&
	has root/series/demo/cover "Some One 1 (1):" "base-commit: $(at base)" &&
	gives odd~2 &&
	cp -r root/series/demo theirs && rm theirs/cover &&
	bare && imports base..odd~2 demo && diff -r theirs root/series/demo
'

test_expect_success 'encodings, authors in the text, the lines of b4, and a cover letter beside' '
	diff=$(git -C linux diff base odd~24) &&
	cat >m.mbx <<-EOT &&
	From git@z Thu Jan  1 00:00:00 1970
	From: List <list@example.org>
	Subject: =?UTF-8?q?=5BPATCH_v3_1/2=5D_lib=3A_=C3=A9dit?=
	Date: Mon, 20 May 2019 16:59:04 -0400
	MIME-Version: 1.0
	Content-Type: text/plain; charset=iso-8859-1
	Content-Transfer-Encoding: base64

	$(printf "From: =?ISO-8859-1?q?Ren=E9?= <rene@example.org>\n\nBecause \351.\n\nReviewed-by: A <a@b>\n---\n lib/nums | 2 +-\n\n%s\n-- \n2.39\n" "$diff" | base64)

	From git@z Thu Jan  1 00:00:00 1970
	From: =?UTF-8?b?WsOrIChYKQ==?= <z@example.org>
	Subject: [PATCH v3 2/2] [x] lib: Two
	Date: Tue, 21 May 2019 06:59:04 +0545
	Content-Type: text/plain; charset=UTF-8
	Content-Transfer-Encoding: quoted-printable

	Why =3D because=
	 of it.

	Link: https://lore.kernel.org/r/1@x
	---
	diff --git a/lib/two b/lib/two
	new file mode 100644
	index 0000000..f719efd
	--- /dev/null
	+++ b/lib/two
	@@ -0,0 +1 @@
	+two =3D 2
	--=20
	2.39

	EOT
	cat >m.cover <<-EOT &&
	From: List <list@example.org>
	Subject: [PATCH v3 0/2] lib: Both
	Date: Mon, 20 May 2019 16:59:03 -0400

	Text.

	---
	List (2):
	      lib: edit

	---
	base-commit: $(at base)
	change-id: 20190520-both-1234
	EOT
	bare && imports m.mbx demo && said m.cover && has out "2 patches imported with a cover letter" &&
	applies --onto base -f -q &&
	lacks err "after number" &&
	git -C linux log --reverse --format="%an <%ae> %ai%n%B" base..$tip >got &&
	cat >want <<-EOT && diff -u want got &&
	René <rene@example.org> 2019-05-20 16:59:04 -0400
	lib: édit

	Because é.

	Reviewed-by: A <a@b>

	Zë (X) <z@example.org> 2019-05-21 06:59:04 +0545
	lib: Two

	Why = because of it.

	Link: https://lore.kernel.org/r/1@x

	EOT
	is "$(show lib/two)" "two = 2" &&
	has root/series/demo/config "change-id = 20190520-both-1234" &&
	sed "1,/^---/d" root/series/demo/cover >below && has below "List (2):" "change-id: "
'

test_expect_success 'a hunk goes nowhere but where its lines say, or to the only place that fits' '
	rm -f m.cover && git -C linux format-patch -q --stdout odd~25..odd~24 >m.mbox &&
	git -C linux checkout -q -B moved base && sed -i "1i zero" linux/lib/nums && kernel_commit moved &&
	bare && imports --base moved m.mbox demo && said "only place" &&
	applies --onto moved -f -q && is "$(changed_lines | tr -d "\n")" "-7+seven" &&
	seq 1 60 >>linux/lib/nums && sed -i "1i -1" linux/lib/nums && kernel_commit twice &&
	git -C linux checkout -q --detach base &&
	bare && fails 2 import --base moved m.mbox demo && said "mail 1" "fits in 2 places of lib/nums"
'

test_expect_success 'quilt: -p, -R, comments, subdirectories, headers of mails, of DEP-3, and none' '
	quilted && bare && imports quilt demo && has out "5 patches" same &&
	is "$(at refs/respin/import/demo^{tree})" "$(at quilted^{tree})" &&
	applies --onto base -f -q && is "$(at $tip^{tree})" "$(at quilted^{tree})" &&
	git -C linux log --reverse --format="%an <%ae> %at%n%B" base..$tip >got &&
	cat >want <<-EOT && diff -u want got
	A U Thor <author@example.org> 1600000001
	p0

	A U Thor <author@example.org> 1600000002
	demo: Plain text

	Because.

	Signed-off-by: A <a@b>

	Jü K <j@k.org> 1600000003
	Add a file

	Which is new.

	And wanted.

	Bug: https://b/1
	Last-Update: 2020-01-02

	=? Zoë <z@e.org> 1293919445
	[media] x: Mode

	Q <q@q.org> 1558385944
	Undo: It

	Text.

	EOT
'

test_done
