#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='check: kinds of stale files that an incremental build would take

Each is a step that does not build. "lacks err otherwise": it was the incremental
build that said so, and no sample had to.'
. "$(dirname "$0")/lib.sh"

kernel_init
# Files that are generated: beside the sources, by a script, and by no rule's leave
cat >>linux/kernel/Makefile <<'EOT'
.DEFAULT_GOAL := all
obj-y += gen.o
$(obj)/gen.o: kernel/gen.h
kernel/gen.h:
	@mkdir -p $(@D)
	$(Q)sh $(srctree)/kernel/gen.sh >$@
EOT
echo 'echo "#define GEN 1"' >linux/kernel/gen.sh
cat >linux/kernel/gen.c <<'EOT'
// SPDX-License-Identifier: GPL-2.0-only
#include <gen.h>

int gen_value = GEN;
EOT
sed -i 's/^flags\t= /&-Ikernel /' linux/scripts/Makefile.build
echo nonsense >linux/kernel/broken.txt
kernel_commit 'files that are generated'
base=$(at HEAD)

verdict() { awk -v step="$1" '$1 == step { print $2; exit }' out; }
checks() {
	local want=$1
	shift
	status "$want" respin check --only build demo "$@"
}
begin() {
	rm -rf linux/.git/respin/records cache && fresh && printf '%s\n' "$@" >root/series/targets/x86_64-tiny.config &&
	echo "delete Documentation/locks.rst" | step first
}
# Step two fails, and no sample has to say so
finds() {
	applies && checks 1 && lacks err otherwise && is "$(verdict first) $(verdict two)" "pass fail"
}

test_expect_success 'a script that files are made by' '
	begin && printf "s/GEN 1/GEN nonsense/\n" | edit gen.ed &&
	echo "ed gen.ed kernel/gen.sh" | step two && finds
'

test_expect_success 'a file that nothing generates any more' '
	begin && printf "/^kernel.gen.h:/,\$d\n" | edit gen.ed &&
	echo "ed gen.ed kernel/Makefile" | step two && finds
'

test_expect_success 'a link that leads to another, older file' '
	git -C linux reset -q --hard $base && mv linux/kernel/gen.c linux/kernel/older.txt &&
	ln -s older.txt linux/kernel/gen.c && kernel_commit links && begin &&
	cat >root/series/demo/edits/link.patch <<-\EOT &&
	diff --git a/kernel/gen.c b/kernel/gen.c
	index 1111111..2222222 120000
	--- a/kernel/gen.c
	+++ b/kernel/gen.c
	@@ -1 +1 @@
	-older.txt
	\ No newline at end of file
	+broken.txt
	\ No newline at end of file
	EOT
	echo "patch link.patch" | step two && finds
'

test_expect_success 'a clock that was set back: make says so, which is a new warning' '
	git -C linux reset -q --hard $base && begin && printf "/^int/i\\n#error new\\n.\\n" | edit gen.ed && applies && checks 0 &&
	find cache/respin/*/build -type f -exec touch -d "1 hour" {} + &&
	echo "ed gen.ed kernel/gen.c" | step two && finds
'

test_expect_success 'a warning of what is no longer built, and is again' '
	git -C linux reset -q --hard $base &&
	sed -i "/^obj-y += gen.o/s/.*/obj-\$(CONFIG_GEN) += gen.o/" linux/kernel/Makefile &&
	printf "config GEN\n\tdef_bool y\n" >>linux/Kconfig && echo "static int unused;" >>linux/kernel/gen.c &&
	kernel_commit "a warning" && begin &&
	printf "/config GEN/+1s/ y//\n" | edit off.ed && printf "/config GEN/+1s/\$/ y/\n" | edit on.ed &&
	echo "ed off.ed Kconfig" | step off && echo "ed on.ed Kconfig" | step on &&
	applies && checks 0 && is "$(verdict first) $(verdict off) $(verdict on)" "pass pass warn"
'

test_done
