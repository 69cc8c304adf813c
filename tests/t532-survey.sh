#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='survey: one series on many bases, and what diffs do there'
. "$(dirname "$0")/lib.sh"

kernel_init
prereq QUILT 'quilt is not installed' command -v quilt

# branch <name>: the work tree as it is, on the first base
branch() { git -C linux checkout -q -b "$1" && kernel_commit "$1" && git -C linux checkout -q main; }

fresh &&
step fix-sys <<-\EOT &&
ed    fix-sys.ed  kernel/sys.c
EOT
edit fix-sys.ed <<-\EOT &&
/return -1;/s/-1/-22/
EOT
step add-file <<-\EOT &&
overlay  lib/new.c
EOT
overlay lib/new.c <<-\EOT &&
int new;
EOT
step drop-maintainers <<-\EOT &&
delete  MAINTAINERS
EOT
sed -i 's/return 0/return 1/; 1i /* moved */' linux/kernel/sys.c && branch moved &&
echo 'int new;' >linux/lib/new.c && rm linux/MAINTAINERS && branch has &&
sed -i 's/return -1/return -7/' linux/kernel/sys.c && branch other &&
git clone -q linux elsewhere && git -C elsewhere checkout -q moved || exit 1

surveys() { status 0 respin survey "$@" && cat out; }
# The table's rows, one blank between columns, without what follows
rows() { sed '/^$/q' out | tr -s ' ' | sed 's/ $//'; }

test_expect_success 'each step on each base: revisions, folders, and revisions of folders' '
	snapshot >before && git -C elsewhere for-each-ref >refs && (cd elsewhere && ls -lR >../files) &&
	surveys demo main moved has other elsewhere elsewhere:origin/has &&
	rows >got &&
	cat >want <<-\EOT && diff -u want got &&
	step main moved has other elsewhere elsewhere:origin/has
	fix-sys applied applied applied conflict applied applied
	add-file applied applied upstream applied applied upstream
	drop-maintainers applied applied upstream applied applied upstream

	EOT
	has out "3 of 3" "2 of 3" "$(at moved | cut -c1-12)" &&
	grep "^other: fix-sys: ed: .*No match, in kernel/sys.c" out &&
	snapshot >after && diff -u before after && nothing_left_over &&
	git -C elsewhere for-each-ref | diff refs - && (cd elsewhere && ls -lR | diff ../files -) &&
	git -C elsewhere fsck
'

test_expect_success 'the reasons of all, and the same for programs' '
	surveys -v demo main has && grep "^has: add-file: upstream: " out &&
	surveys -v demo main other && has out "root/series/demo/fix-sys.step:5: error: ed" &&
	surveys --json demo main other &&
	python3 - <<-\EOT
	import json
	o = json.load(open("out"))
	assert o["version"] == 1 and o["series"] == "demo"
	assert [b["base"] for b in o["bases"]] == ["main", "other"]
	step = o["bases"][1]["steps"][0]
	assert step["step"] == "fix-sys" and step["fate"] == "conflict" and step["am"] is None
	assert "No match" in step["conflicts"][0]
	EOT
'

test_expect_success 'what is no base, and no series' '
	fails 128 survey demo main nothing && said nothing &&
	fails 128 survey demo root && said root &&
	fails 128 survey nothing main && said nothing &&
	fails 129 survey demo
'

test_expect_success QUILT 'diffs of the first base, by git am -3 and quilt push' '
	snapshot >before &&
	surveys --against demo main moved has other &&
	sed -n "/^git am/,/^base/p" out | tr -s " " | sed "s/ \$//" | sed "/^\$/d; /^base/d" >got &&
	cat >want <<-\EOT && diff -u want got &&
	git am -3 main moved has other
	fix-sys applied merged applied conflict
	add-file applied applied upstream applied
	drop-maintainers applied applied upstream applied
	quilt push main moved has other
	fix-sys applied conflict applied conflict
	add-file applied applied upstream applied
	drop-maintainers applied applied upstream applied
	EOT
	grep "^moved .* 3 of 3 *3 of 3 *2 of 3" out &&
	snapshot >after && diff -u before after && nothing_left_over
'

test_expect_success 'a fixup counts on every base that it was made for' '
	applies --onto main -q && status 2 respin rebase demo --onto other -q &&
	site=linux/.git/respin/rebase/demo/respin-demo && show kernel/sys.c other | sed "s/return -7/return -22/" >$site/kernel/sys.c &&
	status 0 respin rebase demo --continue -q &&
	surveys demo main moved other && rows >got && grep "^fix-sys applied applied applied with fixup" got &&
	grep "^other .* 3 of 3" out && rm -r root/series/demo/fixups
'

test_expect_success QUILT 'a diff that comes to other code is told from one that does what the recipe does' '
	echo "return -1;" >>linux/kernel/sys.c && branch twice && sed -i "s,/return,g/return," root/series/demo/edits/fix-sys.ed &&
	surveys --against demo main twice &&
	grep "^main .* 3 of 3 *3 of 3 *3 of 3$" out && grep "^twice .* 3 of 3 *2 of 3 *2 of 3$" out &&
	is "$(grep -c "^fix-sys  *applied  *other code$" out)" 2
'

test_done
