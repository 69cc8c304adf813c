#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='the sources keep to the rules of the house'
. "$(dirname "$0")/lib.sh"

sources() {
	git -C "$PROJECT" ls-files -co --exclude-standard -- "$@"
}

scripts() {
	(cd "$PROJECT" && sources | xargs grep -lE '^#!/bin/(ba)?sh|^# shellcheck shell=')
}

# GIT_CEILING_DIRECTORIES keeps git inside the trash folder
unset GIT_CEILING_DIRECTORIES
prereq GIT 'not in a git repository' git -c safe.directory='*' -C "$PROJECT" rev-parse
prereq SHELLCHECK 'no shellcheck' command -v shellcheck
git config --global safe.directory '*'

test_expect_success GIT 'every file says its license' '
	sources | grep -vE "^LICENSES/|\.(step|res|patch|mbox|svg|png)$|/(series|cover|MAINTAINERS|\.gitignore)$|\.rst$|^kernel-overlay/.*\.S$" >files &&
	test -s files &&
	! (cd "$PROJECT" && xargs grep -L SPDX-License-Identifier) <files | grep .
'

test_expect_success SHELLCHECK 'shellcheck has nothing to say' '
	scripts >files &&
	test -s files &&
	(cd "$PROJECT" && xargs shellcheck) <files
'

test_expect_success GIT 'no file ends without a newline or has blanks at line ends' '
	sources "*.c" "*.h" "*.sh" "tools/*" "tests/*" Makefile >files &&
	grep -v "\.res$\|\.patch$" files >text &&
	! (cd "$PROJECT" && xargs grep -nE "[[:blank:]]+$") <text
'

# A PATH that holds the named commands only
only() {
	rm -rf bin && mkdir bin || return
	local command
	for command; do
		ln -s "$(command -v "$command")" bin/ || return
	done
}
fake() { cat >"bin/$1" && chmod +x "bin/$1"; }

test_expect_success 'setup has nothing to do when all is there, and is quick about it' '
	start=$(date +%s%N) &&
	"$PROJECT/tools/setup" build >out 2>&1 &&
	test $(($(date +%s%N) - start)) -lt 300000000 &&
	test ! -s out
'

test_expect_success 'setup without root prints one line and fails' '
	only bash tr env &&
	fake id <<-\EOF &&
	#!/bin/bash
	echo 1000
	EOF
	fake sudo <<-\EOF &&
	#!/bin/bash
	exit 1
	EOF
	status 1 env PATH="$PWD/bin" bash "$PROJECT/tools/setup" demo >out 2>&1 &&
	is "$(wc -l <out)" 1 &&
	has out "apt-get install coccinelle ed sparse"
'

test_expect_success 'setup with root updates, installs what is missing, and looks again' '
	only bash tr env chmod touch &&
	fake id <<-\EOF &&
	#!/bin/bash
	echo 0
	EOF
	fake apt-get <<-\EOF &&
	#!/bin/bash
	echo "apt-get $*" >>"$LOG"
	case "$*" in *\ install\ *) : >"${0%/*}/ed"; chmod +x "${0%/*}/ed" ;; esac
	EOF
	for tool in spatch sparse ccache flex bison bc prove xz; do
		fake $tool </dev/null || return 1
	done &&
	LOG=$PWD/log status 0 env PATH="$PWD/bin" bash "$PROJECT/tools/setup" demo >out 2>&1 &&
	has log " update" " install ed" &&
	lacks log "sparse" &&
	rm bin/ed log &&
	fake apt-get <<-\EOF &&
	#!/bin/bash
	exit 100
	EOF
	status 1 env PATH="$PWD/bin" bash "$PROJECT/tools/setup" demo >out 2>&1 &&
	has out "still missing" " ed"
'

test_expect_success 'setup knows its groups' '
	status 129 "$PROJECT/tools/setup" kitchen
'

test_expect_success 'setup installs the compilers of the targets that are asked for, no others' '
	only bash tr env &&
	fake id <<-\EOF &&
	#!/bin/bash
	echo 1000
	EOF
	fake sudo <<-\EOF &&
	#!/bin/bash
	exit 1
	EOF
	asked() { status 1 env PATH="$PWD/bin" bash "$PROJECT/tools/setup" target "$@" >out 2>&1; } &&
	asked alpha arm && has out " gcc-alpha-linux-gnu" " gcc-arm-linux-gnueabi" && lacks out aarch64 &&
	asked i386 && lacks out "-linux-gnu" && asked hexagon && has out " clang lld llvm" &&
	asked x86_64-clang && has out " clang" && lacks out llvm &&
	asked x86_64-boot && has out " qemu-system-x86" &&
	asked && has out " gcc-aarch64-linux-gnu" && lacks out alpha &&
	status 129 "$PROJECT/tools/setup" target nowhere
'

# The made-up kernel that the other tests work on

test_expect_success 'the toy kernel builds, in a folder of its own, and quickly' '
	kernel_init &&
	start=$SECONDS &&
	make -C linux O="$PWD/o" olddefconfig all >log 2>&1 &&
	test $((SECONDS - start)) -le 3 &&
	o/vmlinux &&
	test -z "$(git -C linux status --porcelain --ignored)"
'

test_expect_success 'it rebuilds what has changed only, by folder and by object' '
	make -C linux O="$PWD/o" kernel/locking/ >log &&
	lacks log "  CC " &&
	touch linux/kernel/locking/qspinlock.c &&
	make -C linux O="$PWD/o" kernel/locking/ >log &&
	has log "qspinlock.o" && lacks log "rwsem.o" &&
	touch linux/kernel/locking/rwsem.c &&
	make -C linux O="$PWD/o" kernel/locking/rwsem.o >log &&
	has log "  CC      kernel/locking/rwsem.o"
'

test_expect_success 'it has configurations, architectures and a checker' '
	echo CONFIG_QUEUED_LOCK_STAT=y >fragment &&
	make -C linux O="$PWD/o2" ARCH=arm64 KCONFIG_ALLCONFIG="$PWD/fragment" allnoconfig &&
	has o2/.config "CONFIG_ARM64=y" "# CONFIG_SMP is not set" &&
	lacks o2/.config QUEUED_LOCK_STAT &&
	echo CONFIG_SMP=y >>fragment &&
	make -C linux O="$PWD/o2" ARCH=arm64 KCONFIG_ALLCONFIG="$PWD/fragment" allnoconfig &&
	has o2/.config "CONFIG_QUEUED_LOCK_STAT=y" "CONFIG_RWSEM_SPIN_ON_OWNER=y" &&
	make -C linux O="$PWD/o2" ARCH=arm64 C=2 CHECK="echo CHECKED" kernel/locking/ >log &&
	has log "CHECKED" "kernel/locking/rwsem.c" &&
	test -f o2/arch/arm64/include/generated/asm/rwsem.h
'

test_done
