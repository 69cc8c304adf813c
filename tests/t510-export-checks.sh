#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='export: what the checks have said'
. "$(dirname "$0")/lib.sh"
. "$TESTS/mail.sh"

kernel_init

checked_series() {
	unposted &&
	rm -rf linux/.git/respin/records cache &&
	echo "CONFIG_SMP=y" >root/series/targets/x86_64-tiny.config &&
	step one <<-\EOT &&
	ed one.ed kernel/locking/rwsem.c
	EOT
	printf "/int down_read(/;/^{/a\n\tbarrier();\n.\n" | edit one.ed &&
	step two <<-\EOT &&
	ed two.ed kernel/locking/rwsem.c
	EOT
	printf "/void up_read(/;/^{/a\n\t%s;\n.\n" "${1-barrier()}" | edit two.ed &&
	cover <<-\EOT &&
	demo: Two barriers

	Text.
	EOT
	applies
}

test_expect_success 'a series that never was checked is warned about' '
	checked_series &&
	posts &&
	said "warning: nothing has been checked: respin check demo" &&
	lacks $letter "Checks of"
'

test_expect_success 'a table below the text, where it is asked for' '
	checked_series &&
	status 0 respin check demo &&
	posts --evidence checks &&
	lacks err "nothing has been checked" &&
	split &&
	sed "1,/^\$/d" mails/0001 | sed -n "3,8p" >got &&
	cat >want <<-EOT &&
	Checks of each patch, on $(at main | cut -c1-12):

	  checkpatch         2 pass
	  sparse             2 pass
	  build x86_64-tiny  2 pass, $(gcc --version | sed q)

	EOT
	diff -u want got &&
	comes_back &&
	config "	evidence = checks" &&
	posts &&
	lacks $letter "nothing" &&
	status 128 respin export demo -o outgoing --evidence all &&
	said "checks, code, both, or none"
'

test_expect_success 'of the targets that are named, checks have to be whole; of others not' '
	config "	target = x86_64-tiny
	target = x86_64-up" &&
	echo "# CONFIG_SMP is not set" >root/series/targets/x86_64-up.config &&
	fails 1 export demo -o elsewhere && said "checks are missing" &&
	posts -v 2 --target x86_64-tiny && lacks err "missing"
'

test_expect_success 'below it, what is touched and was not built, other targets included' '
	checked_series &&
	for arch in alpha arm64 x86
	do
		echo "ed touch.ed arch/$arch/include/asm/Kbuild"
	done >>root/series/demo/one.step &&
	printf "/^generic-y/i\n# touched\n.\n" | edit touch.ed && applies &&
	printf "# respin: arch = arm64\n# respin: scope = kernel/locking/\n" >root/series/targets/far.config &&
	status 0 respin check demo && posts --evidence checks &&
	is "$(grep ^Touched $letter)" "Touched and not built: alpha arm64" &&
	status 0 respin check --only build --target far demo && posts -v 2 --evidence checks &&
	has outgoing/demo-v2.cover "build far" &&
	is "$(grep ^Touched outgoing/demo-v2.cover)" "Touched and not built: alpha"
'

prereq OBJDUMP 'no objdump' objdump --version

test_expect_success OBJDUMP 'generated code, before and after' '
	checked_series "sem->owner = sem; barrier()" &&
	config "	code = kernel/locking/rwsem.o down_read up_read no_such
	disassemble = up_read" &&
	applies &&
	status 0 respin check demo &&
	has out "code x86_64-tiny" &&
	posts --evidence checks,code &&
	split &&
	has mails/0001 "Generated code on x86_64-tiny, gcc" \
		"up_read() on x86_64-tiny, before and after:" &&
	sed -n "s/^  down_read  *\([0-9]*\)  *[0-9]*  *\([0-9]*\)  *[0-9]*\$/\1 \2/p" mails/0001 >sizes &&
	read -r before after <sizes && test "$before" -gt 0 && test "$after" = "$before" &&
	sed -n "s/^  up_read  *\([0-9]*\)  *[0-9]*  *\([0-9]*\)  *[0-9]*\$/\1 \2/p" mails/0001 >sizes &&
	read -r before after <sizes && test "$after" -gt "$before" &&
	sed -n "/^up_read() on/,/^A U Thor/p" mails/0001 >code &&
	is "$(grep -c "  ret" code)" 2 &&
	lacks mails/0001 no_such &&
	test "$(wc -L <mails/0001)" -le 78 &&
	comes_back &&
	printf "# respin: checks = code\nCONFIG_SMP=y\n" >root/series/targets/x86_64-other.config &&
	posts --evidence checks,code && lacks $letter x86_64-other &&
	status 0 respin check demo --only code --target x86_64-other &&
	posts --evidence checks,code --force &&
	has $letter "Generated code on x86_64-other" "on x86_64-other, before and after" &&
	git config -f root/series/demo/config series.disassemble-target x86_64-other &&
	posts --evidence code --force &&
	has $letter "Generated code on x86_64-tiny" "on x86_64-other, before and after" &&
	lacks $letter "on x86_64-tiny, before and after"
'

test_expect_success 'a check that fails: refused without --force' '
	checked_series "no_such_function_anywhere" &&
	status 1 respin check demo &&
	fails 1 export demo -o outgoing &&
	said "checks fail" "respin status demo" &&
	test ! -e outgoing &&
	posts --force --evidence checks &&
	has $letter "1 pass, 1 fail"
'

test_expect_success 'of a part, its own checks count' '
	sed -i "s/^one/part 0\n&/; s/^two/part 1\n&/" root/series/demo/series && applies &&
	posts --part 0 --evidence checks &&
	fails 1 export demo -o outgoing --part 1 &&
	said "checks fail"
'

test_expect_success 'a check that is missing: the same' '
	checked_series &&
	status 0 respin check demo --only checkpatch &&
	fails 1 export demo -o outgoing &&
	said "checks are missing" &&
	posts --force &&
	status 0 respin check demo &&
	posts
'

test_done
