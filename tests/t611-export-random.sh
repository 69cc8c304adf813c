#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='export: whatever a message is made of, it comes back or is refused by name'
. "$(dirname "$0")/lib.sh"
. "$TESTS/mail.sh"

kernel_init

pieces=(
	'---' 'diff --git a/x b/x' 'Index: x' 'From ' 'From: ' '>From ' 'Subject: ' '[x] ' 'Re: ' ':'
	' ' '  ' '\t' '\r' '\n' '\n\n' '=' '=?UTF-8?q?' '?=' '=20' '=\n' '.' '-- \n' '#' 'é' '日本' '😀'
	'a' 'word ' 'A <a@b>' '"' ',' '(' ')' '@' "\\\\" '%' '\001' '\033[m' '\357\277\277' 'From me\n'
	'\n---\n x | 2 +-\n' '@@ -1 +1 @@' 'base-commit: 12' 'Signed-off-by: é <a@b>\n' '0123456789abcdef'
	'-- >8 --\n' '\ndiff -u x\n' '--- a/x\n+++ b/x\n' '[PATCH]' 'Date: x\n' '\302\240' '\342\200\213'
)
# Or a word, of any length
piece() {
	case $((RANDOM % 12)) in
	0)	printf "%$((RANDOM % 1200 + 1))s" | tr ' ' "${1:-x}" ;;
	*)	printf %s "${pieces[RANDOM % ${#pieces[@]}]}" ;;
	esac
}
random_message() {
	local i n
	n=$((RANDOM % 2))
	for ((i = 0; i <= n; i++)); do piece; done
	printf '%s' ' s'
	case $((RANDOM % 8)) in 0) ;; 1) printf '\\n' ;; *) printf '\\n\\n' ;; esac
	n=$((RANDOM % 7))
	for ((i = 0; i < n; i++)); do piece; done
	printf '\\n'
}
# Most messages have no white space that git would strip; the others are refused.
tidy() {
	if ((RANDOM % 5)); then sed "s/[[:space:]]*$//" | cat -s; else cat; fi
}
# Steps that an error is about
named() { sed -n 's/^root.*: error: step \(s[0-9]*\)[,: ].*/\1/p' err | sort -u; }
drop() {
	local step
	for step; do
		sed -i "/^$step\$/d" root/series/demo/series && rm "root/series/demo/$step.step" || return
	done
}

for seed in 1 2 3; do
test_expect_success "seed $seed" '
	RANDOM='$seed' && unposted && total=0 &&
	while test $total -lt 30
	do
		total=$((total + 1)) &&
		echo s$total >>root/series/demo/series &&
		{ printf %b "$(random_message)" | tidy && printf -- "---\noverlay kernel/n$total.h\n"; } \
			>root/series/demo/s$total.step &&
		echo "/* $total */" | overlay kernel/n$total.h || return 1
	done &&
	for round in 1 2 3 4
	do
		"$RESPIN" -C linux --root root apply demo >out 2>err; rc=$?
		test $rc = 0 && break
		test $rc = 2 &&
		mapfile -t bad < <(sed -n "s/^root.*\/\(s[0-9]*\).step:.*error:.*/\1/p" err | sort -u) &&
		test ${#bad[@]} -gt 0 && drop "${bad[@]}" || return 1
	done &&
	refused=0 &&
	for round in 1 2 3 4 5 6
	do
		applies -q &&
		{ "$RESPIN" -C linux --root root export demo -q -o outgoing >out 2>err; rc=$?; :; } || return 1
		test $rc != 0 || break
		test $rc = 1 &&
		mapfile -t bad < <(named) &&
		test ${#bad[@]} -gt 0 && drop "${bad[@]}" &&
		refused=$((refused + ${#bad[@]})) || { cat err; return 1; }
	done &&
	is $rc 0 &&
	kept=$(wc -l <root/series/demo/series) &&
	echo "$kept kept, $refused refused" &&
	test $kept -ge 3 && test $refused -ge 3 &&
	test "$(LC_ALL=C awk "length > n { n = length } END { print n }" $mbox)" -le 998 &&
	comes_back
'
done

test_done
