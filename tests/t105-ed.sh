#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='ed: edits what Coccinelle cannot read'
. "$(dirname "$0")/lib.sh"

kernel_init

test_expect_success 'a script changes the file that is named' '
	fresh &&
	edit add-line.ed <<-\EOT &&
	/^S:/a
	Q:	https://patchwork.example.org
	.
	EOT
	step line <<-\EOT &&
	ed add-line.ed MAINTAINERS
	EOT
	applies &&
	is "$(changed_lines)" "+Q:	https://patchwork.example.org"
'

test_expect_success 'a pattern takes the files in which the script finds its place' '
	fresh &&
	edit drop-generic.ed <<-\EOT &&
	/^generic-y += rwsem\.h$/d
	EOT
	step drop <<-\EOT &&
	ed drop-generic.ed arch/*/include/asm/Kbuild
	EOT
	applies &&
	is "$(changed_files)" "M	arch/arm64/include/asm/Kbuild
M	arch/sh/include/asm/Kbuild" &&
	is "$(changed_lines)" "-generic-y += rwsem.h
-generic-y += rwsem.h"
'

test_expect_success 'a pattern of which no file has the place is an error' '
	fresh &&
	edit drop-generic.ed <<-\EOT &&
	/^generic-y += absent\.h$/d
	EOT
	step drop <<-\EOT &&
	ed drop-generic.ed arch/*/include/asm/Kbuild
	EOT
	refuses && said drop.step:5 drop-generic.ed
'

test_expect_success 'with if-present, it is not' '
	fresh &&
	edit drop-generic.ed <<-\EOT &&
	/^generic-y += absent\.h$/d
	EOT
	edit drop-rwsem.ed <<-\EOT &&
	/^generic-y += rwsem\.h$/d
	EOT
	step drop <<-\EOT &&
	ed drop-generic.ed arch/*/include/asm/Kbuild if-present
	ed drop-rwsem.ed   arch/*/include/asm/Kbuild if-present
	EOT
	applies &&
	is "$(changed_lines)" "-generic-y += rwsem.h
-generic-y += rwsem.h"
'

test_expect_success 'each file that is named plainly must change' '
	fresh &&
	edit drop-generic.ed <<-\EOT &&
	/^generic-y += rwsem\.h$/d
	EOT
	step drop <<-\EOT &&
	ed drop-generic.ed arch/sh/include/asm/Kbuild arch/x86/include/asm/Kbuild
	EOT
	refuses && said drop.step:5 drop-generic.ed arch/x86/include/asm/Kbuild
'

test_expect_success 'a file that is absent is an error, but with if-present' '
	fresh &&
	edit drop-generic.ed <<-\EOT &&
	/^generic-y += rwsem\.h$/d
	EOT
	step drop <<-\EOT &&
	ed drop-generic.ed arch/ia64/include/asm/Kbuild arch/sh/include/asm/Kbuild
	EOT
	refuses && said drop.step:5 arch/ia64/include/asm/Kbuild &&
	sed -i "s/Kbuild\$/Kbuild if-present/" root/series/demo/drop.step &&
	applies &&
	is "$(changed_files)" "M	arch/sh/include/asm/Kbuild"
'

test_expect_success 'moving a function takes its comment along' '
	fresh &&
	edit move-up-read.ed <<-\EOT &&
	/^int down_read/;?^\/\*$?;/^EXPORT_SYMBOL(down_read)/m$
	EOT
	step move <<-\EOT &&
	ed move-up-read.ed kernel/locking/rwsem.c
	EOT
	applies &&
	show kernel/locking/rwsem.c >got &&
	is "$(sort got | md5sum)" "$(sort linux/kernel/locking/rwsem.c | md5sum)" &&
	is "$(tail -n 1 got)" "EXPORT_SYMBOL(down_read);"
'

test_expect_success 'a mode is kept' '
	fresh &&
	git -C linux update-index --chmod=+x scripts/kconfig.awk &&
	git -C linux commit -qm executable && git -C linux checkout -f &&
	edit first.ed <<-\EOT &&
	1a
	# more
	.
	EOT
	step more <<-\EOT &&
	ed first.ed scripts/kconfig.awk
	EOT
	applies &&
	git -C linux ls-tree $tip scripts/kconfig.awk | grep "^100755"
'

test_done
