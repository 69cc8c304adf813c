#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='a rule that takes too long is not done'
. "$(dirname "$0")/lib.sh"

kernel_init

{
	printf '// SPDX-License-Identifier: GPL-2.0-only\nvoid slow(int x)\n{\n\tfoo(x);\n'
	for ((i = 0; i < 300; i++)); do
		printf '\tif (x == %d)\n\t\ta(%d);\n\telse\n\t\tb(%d);\n' $i $i $i
	done
	printf '\tqux(x);\n\tbaz(x);\n}\n'
} >linux/lib/slow.c
printf '// SPDX-License-Identifier: GPL-2.0-only\nvoid quick(int x)\n{\n\tfoo(x);\n\tqux(x);\n\tbaz(x);\n}\n' \
	>linux/lib/quick.c
kernel_commit slow

gaps() {
	rule gaps.cocci <<-\EOT
	@@
	expression e;
	@@
	- foo(e);
	+ bar(e);
	... when any
	  qux(e);
	... when any
	- baz(e);
	EOT
}

# a limit of a second, or this file would take minutes
limit() { printf '[series]\n\tspatchTimeout = 1\n' >root/series/demo/config; }

test_expect_success 'a time-out is an error that names the file' '
	fresh && gaps && limit &&
	step slow <<-\EOT &&
	cocci gaps.cocci lib/slow.c
	EOT
	refuses && said slow.step:5 gaps.cocci lib/slow.c &&
	grep -i "tim\|second" err
'

test_expect_success 'also when other files are done in time' '
	fresh && gaps && limit &&
	step slow <<-\EOT &&
	cocci gaps.cocci lib/*.c
	EOT
	refuses && said slow.step:5 gaps.cocci lib/slow.c
'

test_expect_success 'and it is not remembered' '
	sed -i "s/spatchTimeout = 1/spatchTimeout = 2/" root/series/demo/config &&
	refuses && said lib/slow.c
'

test_done
