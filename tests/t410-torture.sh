#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='check: boots under lock torture, with an emulator that prints what it is told'
. "$(dirname "$0")/lib.sh"

kernel_init
for symbol in LOCK_TORTURE_TEST SERIAL_8250_CONSOLE BLK_DEV_INITRD BINFMT_ELF ACPI; do
	printf 'config %s\n\tbool "%s"\n' $symbol $symbol
done >>linux/Kconfig
# What a boot needs of a build: the image, and the packer of the initramfs
sed -i '/^bzImage: vmlinux/a\
	@mkdir -p usr arch/x86/boot \&\& cp vmlinux arch/x86/boot/bzImage\
	@printf "\\043!/bin/sh\\ncat \\0441\\n" >usr/gen_init_cpio \&\& chmod +x usr/gen_init_cpio' linux/Makefile
kernel_commit 'a kernel to boot'

target() {
	printf 'CONFIG_%s=y\n' SMP LOCK_TORTURE_TEST SERIAL_8250_CONSOLE BLK_DEV_INITRD BINFMT_ELF \
		ACPI >root/series/targets/boots.config &&
	printf '# respin: %s\n' "$@" >>root/series/targets/boots.config
}
good() {
	fresh && target 'torture = shutdown_secs=7' &&
	printf '/^int down_read(/;/^{/a\n\tbarrier();\n.\n' | edit one.ed &&
	echo 'ed one.ed kernel/locking/rwsem.c' | step one && applies
}
torture() { status "$1" respin check --only torture --target boots demo "${@:2}"; }

mkdir bin
cat >console <<'EOT'
Kernel command line: locktorture.torture_type=rwsem_lock
smp: Brought up 1 node, 2 CPUs
respin: user space is there
Writes:  Total: 57  Max/Min: 31/26   Fail: 0
Reads :  Total: 82  Max/Min: 41/41   Fail: 0
rwsem_lock-torture:--- End of test: SUCCESS: nwriters_stress=2
reboot: Power down
EOT
emulator() {
	printf '#!/bin/sh\ncase $1 in --version) echo QEMU "%s"; exit;; esac\necho "$@" >>"%s"\n%s\n' \
		"${2-1}" "$PWD/booted" "$1" >bin/qemu-system-x86_64 && chmod +x bin/qemu-system-x86_64 &&
	: >booted
}
PATH=$PWD/bin:$PATH

test_expect_success 'a kernel that holds: a pass, and no second boot' '
	good && emulator "cat \"$PWD/console\"" && torture 0 &&
	is "$(sed -n 1,2p out)" "step  torture boots
one   pass" && has booted "-smp 2" "accel=tcg" "locktorture.shutdown_secs=7" &&
	torture 0 --json && has out "two CPUs, 57 times written and 82 times read" &&
	is "$(wc -l <booted)" 1
'

test_expect_success 'init is packed, and runs' '
	list=$(find cache/respin/linux-*/build -name "boots.cpio-list") &&
	init=$(sed -n "s/^file .init \(.*\) 755 0 0/\1/p" "$list") &&
	has "$(echo cache/respin/linux-*/build/boots.initramfs)" "$init" &&
	{ timeout 0.3 "$init" >said; test $? = 124; } &&
	has said "respin: user space is there"
'

test_expect_success 'another emulator is asked again' '
	emulator "cat \"$PWD/console\"" 2 && torture 0 && is "$(wc -l <booted)" 1
'

test_expect_success 'a splat: fail, its line, the console as a log, and how to see it by hand' '
	emulator "cat \"$PWD/console\"; echo \"WARNING: CPU: 1 PID: 40 at rwsem.c:1\"" 3 &&
	torture 1 && has out "one: torture boots: fail: WARNING: CPU: 1 PID: 40 at rwsem.c:1" &&
	log=$(sed -n "s/^    log: //p" out) && has "$log" "reboot: Power down" &&
	sed -n "s/^by hand: //p" "$log" >again && : >booted && sh again >out 2>&1 &&
	is "$(wc -l <booted)" 1 && has out "WARNING: CPU: 1"
'

test_expect_success 'an emulator that does not work says nothing of the kernel' '
	emulator "echo no such machine >&2; exit 1" 4 && torture 128 && said "no such machine" &&
	emulator "cat \"$PWD/console\"" 4 && torture 0
'

test_expect_success 'a kernel that does not build is a failure' '
	good && printf "/^void up_read(/;/^{/a\n\tnonsense;\n.\n" | edit two.ed &&
	echo "ed two.ed kernel/locking/rwsem.c" | step two && applies && : >booted &&
	torture 1 && has out "two: torture boots: fail: there is no kernel to boot" &&
	is "$(wc -l <booted)" 0
'

test_expect_success 'a target that does not boot: skip, with the reason' '
	good && sed -i /ACPI/d root/series/targets/boots.config && torture 0 &&
	has out "one: torture boots: skip: boots does not boot to a torture: no CONFIG_ACPI=y" &&
	target "arch = arm64" && torture 0 && has out "skip: nothing here boots arm64"
'

test_expect_success 'status has what was asked for once, and needs no emulator for it' '
	good && emulator "cat \"$PWD/console\"" 5 && status 0 respin status --target boots demo &&
	lacks out torture && torture 0 && status 0 respin status --target boots demo &&
	has out "build boots  torture boots" && is "$(wc -l <booted)" 1
'

test_expect_success 'export has a line for it, and does not miss what nobody has to run' '
	good && echo "ed two.ed kernel/locking/rwsem.c" | step two &&
	printf "/^void up_read(/;/^{/a\n\tbarrier();\n.\n" | edit two.ed && applies &&
	git config -f root/series/demo/config series.target boots &&
	git config -f root/series/demo/config series.evidence checks &&
	printf "demo\n\nText.\n" >root/series/demo/cover &&
	status 0 respin check demo && torture 0 --step one &&
	status 0 respin export -o mail demo &&
	grep -q "^  torture boots  1 pass, 1 not checked" mail/* &&
	emulator "echo WARNING: x" 6 && torture 1 --step one && status 1 respin export -v 2 -o mail demo &&
	said "1 checks fail"
'

test_expect_success 'only on request: a target may name it' '
	good && emulator "cat \"$PWD/console\"" 7 && status 0 respin check --target boots demo &&
	lacks out "torture" &&
	target "checks = torture" && status 0 respin check --target boots demo &&
	has out "checkpatch  torture boots"
'

test_expect_success 'what is not a parameter of locktorture is an error at its line' '
	good && target "torture = panic" && torture 2 && said "boots.config:7: error: torture: \"panic\""
'

test_expect_success 'no emulator: its package is named where it is needed, and only there' '
	good && cp -rs /usr/bin without && rm without/qemu-system-x86_64 &&
	(PATH=$PWD/without && torture 128 && said "apt-get install qemu-system-x86" &&
		status 0 respin check --only checkpatch demo &&
		: >root/series/targets/x86_64-tiny.config && status 0 respin status demo)
'

test_done
