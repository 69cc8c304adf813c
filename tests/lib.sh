# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# lib - what every shell test sources first; in the manner of git's t/test-lib.sh
#
#	test_description='what this file is about'
#	. "$(dirname "$0")/lib.sh"
#	test_expect_success 'what must hold' '
#		fresh &&
#		...
#	'
#	test_done
#
# Everything that is asserted stands in the body of a test, joined by && (a
# broken chain fails the test). A body runs in a subshell, in the trash folder;
# a body of "-" is read from standard input. With a prerequisite before the
# title the test is skipped where that is missing; prereq() says why.
#
# The trash folder holds: linux/ (the made-up kernel of tests/kernel as a git
# repository of one commit), root/ (series, rules, overlays), home/. It is
# removed at the end, or kept with KEEP=1. V=1 shows the bodies' output.

if test -z "${RESPIN_TEST-}"; then
	# Start again without the caller's environment: git's, make's, the user's.
	here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
	keep=()
	for name in PATH TMPDIR KEEP V TREES; do
		test -z "${!name+set}" || keep+=("$name=${!name}")
	done
	exec env -i "${keep[@]}" RESPIN_TEST="$here" \
		BUILT="$(dirname "$here")/${BUILD:-build}" bash "$0" "$@"
fi

set -u
TESTS=$RESPIN_TEST
PROJECT=$(dirname "$TESTS")
RESPIN=$BUILT/respin
unset RESPIN_TEST
TRASH=$(mktemp -d "${TMPDIR:-/tmp}/respin-$(basename "$0" .sh).XXXXXX") || exit 1
export HOME=$TRASH/home LC_ALL=C TZ=UTC TERM=dumb
export XDG_CACHE_HOME=$TRASH/cache
export GIT_CONFIG_NOSYSTEM=1 GIT_CEILING_DIRECTORIES=$TRASH
# libgit2 1.5 leaks the match data of its regular expressions
echo leak:libpcre2 >"$TRASH/.lsan"
export LSAN_OPTIONS=suppressions=$TRASH/.lsan:print_suppressions=0 ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99:print_stacktrace=1
umask 022
mkdir "$HOME"
cat >"$HOME/.gitconfig" <<-\EOT
	[user]
		name = A U Thor
		email = author@example.org
	[init]
		defaultBranch = main
	[advice]
		detachedHead = false
EOT
cd "$TRASH" || exit 1

test_count=0
test_failed=0

test_cleanup() {
	cd / || exit 1
	test -n "${KEEP-}" || rm -rf "$TRASH"
}
trap test_cleanup EXIT
trap 'exit 130' INT TERM HUP

# TAP goes to stdout; why a test failed goes to stderr, which prove lets through,
# and so does the progress of long work.
exec 3>&1 4>&2
say() {
	printf '%s\n' "$*" >&3
}
explain() {
	printf '%s\n' "# $(basename "$0"): $*" >&4
}

# prereq <NAME> <why it may be missing> <command>...
prereq() {
	local name=$1 why=$2
	shift 2
	"$@" >/dev/null 2>&1 && why=yes
	printf -v "PREREQ_$name" %s "$why"
}

test_expect_success() {
	local need="" title body log=$TRASH/.log rc
	if test $# = 3; then
		need=$1
		shift
	fi
	title=$1
	body=$2
	test "$body" != - || body=$(cat)
	test_count=$((test_count + 1))
	if test -n "$need"; then
		need=PREREQ_$need
		if test "${!need-no such prerequisite}" != yes; then
			say "ok $test_count - $title # SKIP ${!need-no such prerequisite}"
			return
		fi
	fi
	if ! (eval "(exit 117) && $body" >/dev/null 2>&1; test $? = 117) 2>/dev/null; then
		echo 'broken && chain' >"$log"
		rc=1
	else
		(
			exec >"$log" 2>&1 </dev/null
			exec 7>&2
			BASH_XTRACEFD=7
			PS4='+ '
			set -x
			eval "$body"
		)
		rc=$?
	fi
	if test $rc = 0; then
		say "ok $test_count - $title"
	else
		test_failed=$((test_failed + 1))
		say "not ok $test_count - $title"
		explain "not ok $test_count - $title"$'\n'"$(tail -n 60 "$log" | sed 's/^/# /')"
	fi
	test -z "${V-}" || sed 's/^/# /' "$log" >&3
}

test_done() {
	say "1..$test_count"
	test $test_failed = 0
	exit
}

skip_all() {
	say "1..0 # SKIP $*"
	exit 0
}

# --- assertions: each says what it saw when it fails

# status <n> <command>...: it exits with exactly n ("2|128": or)
status() {
	local want=$1 got=0
	shift
	"$@" || got=$?
	case "|$want|" in
	*"|$got|"*)	return 0 ;;
	esac
	echo "exit status $got, expected $want: $*"
	test ! -e err || cat err
	return 1
}

has() {
	local file=$1 text
	shift
	for text; do
		grep -qF -e "$text" "$file" || {
			echo "$file does not say \"$text\":"
			cat "$file"
			return 1
		}
	done
}

lacks() {
	! grep -nF -e "$2" "$1"
}

said() { has err "$@"; }
is() {
	test "$1" = "$2" || { echo "is \"$1\", expected \"$2\""; return 1; }
}

# --- the kernel

kernel_init() {
	cp -r "$TESTS/kernel" linux &&
	git -C linux init -q &&
	kernel_commit base
}

kernel_commit() {
	git -C linux add -Af &&
	GIT_AUTHOR_DATE='1600000000 +0000' GIT_COMMITTER_DATE='1600000000 +0000' \
		git -C linux commit -q -m "$1"
}

# The branch of the series that most tests use
tip=respin/demo

at() { git -C linux rev-parse --verify -q "$1"; }
show() { git -C linux show "${2-$tip}:$1"; }
message() { git -C linux log -1 --format=%B "${1-$tip}"; }
has_path() { git -C linux cat-file -e "${2-$tip}:$1"; }
no_path() { ! git -C linux rev-parse -q --verify "${2-$tip}:$1"; }

# The lines that a commit adds and takes away, in order, without headers.
changed_lines() {
	git -C linux diff -U0 --no-renames "${1-$tip}^" "${1-$tip}" |
		grep '^[-+]' | grep -v '^---\|^+++'
}
changed_files() {
	git -C linux diff --name-status --no-renames "${1-$tip}^" "${1-$tip}"
}

# --- the series

# A new, empty root with the series demo; the branch of an earlier one goes.
fresh() {
	rm -rf root &&
	mkdir -p root/series/demo/edits root/semantic-patches/demo \
		root/kernel-overlay/demo root/series/targets &&
	: >root/series/demo/series &&
	git -C linux update-ref -d "refs/heads/$tip"
}

# step <name>: the recipe is read from standard input
step() {
	echo "$1" >>root/series/demo/series &&
	{
		printf 'demo: Do %s\n\nBecause it has to be done.\n---\n' "$1"
		cat
	} >"root/series/demo/$1.step"
}
# Files that recipes name, from standard input
edit() { cat >"root/series/demo/edits/$1"; }
rule() { cat >"root/semantic-patches/demo/$1"; }
overlay() {
	mkdir -p "$(dirname "root/kernel-overlay/demo/$1")" &&
	cat >"root/kernel-overlay/demo/$1"
}

respin() {
	local rc=0
	"$RESPIN" -C "${tree-linux}" --root root "$@" >out 2>err || rc=$?
	cat out err
	test $rc != 99 || return 99
	return $rc
}

applies() { status 0 respin apply demo "$@"; }

# All that respin must leave alone, as text.
snapshot() {
	git -C linux for-each-ref &&
	git -C linux worktree list --porcelain &&
	cat linux/.git/HEAD &&
	sha1sum linux/.git/index &&
	git -C linux stash list &&
	find linux -path linux/.git -prune -o -type f -print0 | sort -z | xargs -0 sha1sum &&
	find root -type f -print0 2>/dev/null | sort -z | xargs -0 sha1sum
}

# fails <status> <respin arguments>: it does, says so, and nothing has changed
fails() {
	local want=$1
	shift
	snapshot >before 2>/dev/null
	status "$want" respin "$@" || return
	test -s err || { echo 'no message'; return 1; }
	snapshot >after 2>/dev/null
	diff -u before after && nothing_left_over
}
refuses() { fails 2 apply demo "$@"; }

nothing_left_over() {
	test -z "$(find linux/.git/respin/tmp -mindepth 1 2>/dev/null | head -3 | tee /dev/stderr)"
}
