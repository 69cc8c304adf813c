# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# mail - what the tests of export share; sourced after lib.sh
#
# The posting of the series demo goes to outgoing/, patches and cover letter; one
# behind the other they are the thread. The reader's repository is
# reader/: a clone that knows nothing of respin, with files checked out.

mbox=outgoing/demo-v1.mbox
letter=outgoing/demo-v1.cover

# fresh(), and no posting is kept
unposted() {
	fresh &&
	git -C linux for-each-ref --format='delete %(refname)' refs/respin/posting |
		git -C linux update-ref --stdin &&
	rm -rf linux/.git/respin/postings outgoing
}

config() { printf '[series]\n%s\n' "$1" >root/series/demo/config; }
cover() { cat >root/series/demo/cover; }
# One step after the other: a message in the manner of echo -e, and a change of no
# matter. They are applied and posted together, which is much quicker.
also() {
	local n
	n=$(($(wc -l <root/series/demo/series) + 1))
	echo "s$n" >>root/series/demo/series &&
	printf '%b---\noverlay kernel/n%d.h\n' "$1" "$n" >"root/series/demo/s$n.step" &&
	echo "/* $n */" | overlay "kernel/n$n.h"
}
survive() { applies && posts && comes_back; }

posts() { status 0 respin export demo -o outgoing "$@"; }
# It is refused, nothing is written, and the words are said
posts_not() {
	rm -rf outgoing
	fails 1 export demo -o outgoing &&
	test ! -e outgoing &&
	said "$@"
}

# two_steps: a rename with an edit, and a new file
two_steps() {
	unposted &&
	step one <<-\EOT &&
	rename kernel/locking/rwsem.h kernel/locking/rwsem-xadd.h
	ed     use-xadd.ed kernel/locking/rwsem.c
	EOT
	edit use-xadd.ed <<-\EOT &&
	/#include "rwsem.h"/s/rwsem.h/rwsem-xadd.h/
	EOT
	step two <<-\EOT &&
	overlay kernel/locking/lock_events.h
	delete  Documentation/locks.rst
	EOT
	overlay kernel/locking/lock_events.h <<-\EOT &&
	/* SPDX-License-Identifier: GPL-2.0-only */
	#define lockevent_inc(x) do { } while (0)
	EOT
	cover <<-\EOT
	demo: Move things about

	This series moves things about.
	---
	not for the list
	EOT
}

# Cover letter and patches as one mbox
thread() {
	local file=${1-$mbox}
	test ! -e "${file%.mbox}.cover" || cat "${file%.mbox}.cover"
	cat "$file"
}
# One file a mail, 0001 the first, as git splits them
split() {
	rm -rf mails && mkdir mails && thread "$@" >all.mbox && git mailsplit -omails all.mbox >count
}
# header <mail> <name>: unfolded, as it is written
header() {
	awk -v name="$2:" '
		/^$/ { exit }
		/^[ \t]/ { if (on) { sub(/^[ \t]+/, ""); printf " %s", $0 }; next }
		{ on = tolower($1) == tolower(name); if (on) { sub(/^[^ ]* /, ""); printf "%s", $0 } }
		END { print "" }' "mails/$1"
}
# body <mail>: decoded, the message and the patch
body() {
	git mailinfo -k msg patch <"mails/$1" >/dev/null && cat msg patch
}

# A commit's bytes, without what is the reader's own
commit_bytes() { git -C "$1" cat-file commit "$2" | sed '1,/^$/{/^parent /d;/^committer /d;}'; }

# comes_back [<mbox>]: plain git am makes the same commits of it
comes_back() {
	local file=${1-$mbox} base=${base-main} n i
	rm -rf reader &&
	git clone -q linux reader &&
	git -C reader checkout -q -B reader "$(at "$base")" &&
	git -C reader am -q "$PWD/$file" &&
	git -C linux rev-list --reverse "$base..${tip:?}" >ours &&
	git -C reader rev-list --reverse "$(at "$base")..reader" >theirs &&
	n=$(wc -l <ours) && is "$(wc -l <theirs)" "$n" || return
	for ((i = 1; i <= n; i++)); do
		commit_bytes linux "$(sed -n ${i}p ours)" >a
		commit_bytes reader "$(sed -n ${i}p theirs)" >b
		test -s a && diff -u a b || return
	done
}
