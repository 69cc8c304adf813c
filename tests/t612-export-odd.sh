#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='export: dates, paths, covers and numbers at the ends of what there is'
. "$(dirname "$0")/lib.sh"
. "$TESTS/mail.sh"

kernel_init && git -C linux branch start

# A base with this date
dated() {
	git -C linux reset -q --hard start && echo "$1" >>linux/MAINTAINERS && git -C linux add -A &&
	GIT_AUTHOR_DATE="@$1" GIT_COMMITTER_DATE="@$1" git -C linux commit -qm "$1" &&
	unposted && also "a: b\n\ntext\n" && also "c: d\n\ntext\n" && applies
}

test_expect_success 'dates that git am reads are given back, with their time zones' '
	for date in "0 +0000" "86399 -1200" "99999998 +0000" "2147483647 +1400" "4000000000 +0000" \
		"1600000000 +0545" "1600000000 -0330" "951782399 +0000"
	do
		dated "$date" && posts && comes_back || return 1
	done
'

test_expect_success 'others are refused, with step and date' '
	dated "4102444800 +0000" &&
	posts_not "s1.step" "patch 1" "invalid date format" "1 Jan 2100" &&
	dated "1600000000 -0001" &&
	posts_not "s1.step" "patch 1" "1600000001 -0001" &&
	git -C linux reset -q --hard start
'

put() { mkdir -p "root/kernel-overlay/demo/$(dirname "$1")" && cat >"root/kernel-overlay/demo/$1"; }
long=$(printf '%*s' 200 '' | tr ' ' x)
paths=("dev/null" "{a => b}/c" "x=>y" "-x" "From " " a" "a " "a b/c b/c" "b/a/b" "a, b; c" "it's"
	"..." "x =20" "$(printf 'e\314\201')" "$long/$long/$long/$long/$long/$long")

test_expect_success 'paths that look like something else' '
	unposted &&
	for i in ${!paths[*]}
	do
		echo "p$i" >>root/series/demo/series &&
		printf "a: b\n\nx\n---\noverlay \"%s\"\n" "${paths[i]}" >root/series/demo/p$i.step &&
		printf "x\n" | put "${paths[i]}" || return 1
	done &&
	survive &&
	test "$(LC_ALL=C wc -L <$mbox)" -le 998
'

test_expect_success 'a mode alone, a file that becomes a link' '
	unposted &&
	step mode <<<"patch mode.patch" && edit mode.patch <<-\EOT &&
	diff --git a/MAINTAINERS b/MAINTAINERS
	old mode 100644
	new mode 100755
	EOT
	step link <<<"patch link.patch" && git -C linux rm -q --cached Kconfig &&
	ln -sf MAINTAINERS linux/Kconfig && git -C linux add Kconfig &&
	git -C linux diff --cached --full-index >root/series/demo/edits/link.patch &&
	git -C linux reset -q --hard &&
	survive &&
	has $mbox "old mode 100644" "new file mode 120000"
'

letter_is() { unposted && also "a: b\n" && also "c: d\n" && printf %b "$1" | cover; }

test_expect_success 'covers with odd text come back to who decodes them' '
	for text in "a\n\nFrom here\n>From x\n" "a\n\nx\r\ny\n" "a\n\n\ty = z\n" "a\n\n$(printf "%2000s" | tr " " x)\n" \
		"a\n\nSubject: x\nFrom: y <z@x>\n\nz\n" "a\n\n\fx\n\033[1m\n" "é\n\nZoë\n-- \nsig\n" "[a] b\n\nx\n"
	do
		letter_is "$text" && survive && split &&
		test "$(LC_ALL=C wc -L <$letter)" -le 998 &&
		python3 -c "import email,sys; sys.stdout.buffer.write(email.message_from_binary_file(open(\"mails/0001\",\"rb\")).get_payload(decode=True))" >got &&
		printf %b "$text" | sed "1,2d; s/[ \r]*$//" >want &&
		head -c "$(wc -c <want)" got | diff -u want - || return 1
	done
'

test_expect_success 'a thousand patches: four digits, one root, ids and dates all their own' '
	unposted &&
	for i in {1..1000}
	do
		printf "demo: Do %d\n\nIt has to be.\n---\noverlay kernel/n%d.h\n" $i $i >root/series/demo/s$i.step &&
		echo s$i && echo "/* $i */" >root/kernel-overlay/demo/n || return 1
		mkdir -p root/kernel-overlay/demo/kernel && mv root/kernel-overlay/demo/n root/kernel-overlay/demo/kernel/n$i.h
	done >root/series/demo/series &&
	printf "demo: A thousand\n\nText.\n" | cover &&
	applies -q && posts -q && said "1000 patches: many lists ask for at most 15" &&
	thread >all &&
	sed -n "s/^Subject: //p" all >got &&
	{ echo "[PATCH 0000/1000] demo: A thousand" &&
	  for i in {1..1000}; do printf "[PATCH %04d/1000] demo: Do %d\n" $i $i; done; } | diff -u - got &&
	is "$(grep "^Message-ID:" all | sort -u | wc -l)" 1001 &&
	is "$(sed -n "s/^In-Reply-To: //p" all | sort | uniq -c | sed "s/^ *//")" \
		"1000 $(sed -n "s/^Message-ID: //p" all | head -n 1)" &&
	sed -n "s/^Date: //p" all | date -f - +%s >dates && sort -n dates | diff - dates &&
	rm -rf reader && git clone -q linux reader && git -C reader checkout -q -B reader "$(at main)" &&
	git -C reader am -q "$PWD/$mbox" &&
	is "$(git -C reader rev-parse "HEAD^{tree}")" "$(at "$tip^{tree}")"
'

test_done
