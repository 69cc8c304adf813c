#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='import: random commits come back the same, as a range and as mails'
. "$(dirname "$0")/lib.sh"
. "$TESTS/import.sh"

kernel_init
odd_base && git -C linux checkout -q --detach base || exit 1

pick() { printf %s "${*:RANDOM % $# + 1:1}"; }
any_file() {
	local files
	mapfile -t files < <(cd linux && git ls-files -z lib | tr '\0' '\n')
	pick "${files[@]}"
}
any_name() { printf 'lib/%s%s' "$(pick a b 'c d' é 'f"g' -h deep/er d e.c .i)" "$(pick '' 1 2 ' x')"; }
any_text() {
	case $((RANDOM % 7)) in
	0)	;;
	1)	printf 'one line without an end' ;;
	2)	seq 1 $((RANDOM % 90)) ;;
	3)	printf 'a\r\nb\r\n%s\r\n' $RANDOM ;;
	4)	printf 'x\0%s' $RANDOM ;;
	5)	printf -- '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-- \n%s\n' $RANDOM ;;
	6)	printf 'caf\351 %s\n' $RANDOM ;;
	esac
}
# One change of a random kind; it may come to nothing
any_change() {
	local old new
	old=$(any_file)
	new=$(any_name)
	case $((RANDOM % 9)) in
	0)	mkdir -p "linux/$(dirname "$new")" && rm -rf "linux/${new:?}" && any_text >"linux/$new" ;;
	1)	rm -f "linux/$old" ;;
	2)	chmod "$(pick +x -x)" "linux/$old" ;;
	3|4)	mkdir -p "linux/$(dirname "$new")" && rm -rf "linux/${new:?}" && mv "linux/$old" "linux/$new" ;;
	5)	rm -f "linux/$old" && ln -s "$(pick a b/c ../d)" "linux/$old" ;;
	6)	test -L "linux/$old" || any_text >>"linux/$old" ;;
	7)	test -L "linux/$old" || sed -i "$((RANDOM % 60 + 1))s/.*/changed $RANDOM/" "linux/$old" ;;
	8)	test -L "linux/$old" || sed -i "1i $RANDOM" "linux/$old" ;;
	esac 2>/dev/null
	:
}
any_message() {
	printf 'lib: %s\\n' "$(pick 'Do it' "Let's go" 'Änder' 'x' '100%% sure' 'a/b.c: d..e')"
	test $((RANDOM % 4)) = 0 || printf '\\n%s\\n' "$(pick Because 'Why = x' 'é ' '>From me' 'From here' '    code' 'a: b\\nc: d' '#x')" |
		sed 's/ *\(\\n\)$/\1/'
}

for seed in 1 2 3 4; do
test_expect_success "seed $seed" '
	RANDOM='$seed' && git -C linux checkout -q -f -B random base && git -C linux clean -fdqx && made=0 &&
	for i in $(seq 40)
	do
		for k in 1 2 $(pick "" 3); do any_change; done &&
		git -C linux add -Af && if git -C linux diff --cached --quiet; then continue; fi &&
		odd "$(pick "A B" Zoë "D, E" "F \"G\" H")" "@$((RANDOM * 40000 + 86400)) $(pick +0000 -0330 +1345 -1200)" \
			"$(any_message)" && made=$((made + 1)) || return 1
	done &&
	git -C linux checkout -q --detach base && echo "$made commits" && test $made -gt 25 &&
	bare && imports base..random demo && has out "$made patches" same && gives random &&
	cp -r root/series/demo theirs-'$seed' &&
	git -C linux format-patch -q --stdout --base=base -M base..random >m.mbox &&
	bare && imports --keep-cr m.mbox demo && has out "$made patches" same &&
	git -C linux rev-parse refs/respin/import/demo^{tree} >got && at random^{tree} | diff - got
'
done

test_done
