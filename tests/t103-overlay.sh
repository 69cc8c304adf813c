#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='overlay: adds files'
. "$(dirname "$0")/lib.sh"

kernel_init

test_expect_success 'a new file, and new folders above it' '
	fresh &&
	echo "int lock_events;" | overlay kernel/locking/events/core.c &&
	step add <<-\EOT &&
	overlay kernel/locking/events/core.c
	EOT
	applies &&
	is "$(changed_files)" "A	kernel/locking/events/core.c" &&
	is "$(show kernel/locking/events/core.c)" "int lock_events;"
'

test_expect_success 'bytes and the executable bit are kept' '
	fresh &&
	printf "a\r\nb\0c\n\377 no newline" | overlay scripts/tool &&
	chmod +x root/kernel-overlay/demo/scripts/tool &&
	step add <<-\EOT &&
	overlay scripts/tool
	EOT
	applies &&
	show scripts/tool | cmp - root/kernel-overlay/demo/scripts/tool &&
	git -C linux ls-tree $tip scripts/tool | grep "^100755"
'

test_expect_success 'the tree'\''s .gitignore does not hide an added file' '
	fresh &&
	echo "/*" >linux/.gitignore && kernel_commit ignore &&
	echo new | overlay added.txt &&
	step add <<-\EOT &&
	overlay added.txt
	EOT
	applies && has_path added.txt
'

test_expect_success 'over a different file it is an error that names the file' '
	fresh &&
	echo other | overlay kernel/locking/rwsem.h &&
	step add <<-\EOT &&
	overlay kernel/locking/rwsem.h
	EOT
	refuses && said add.step:5 overlay kernel/locking/rwsem.h
'

test_expect_success 'over the very same file it has no effect, which is an error too' '
	fresh &&
	overlay kernel/locking/rwsem.h <linux/kernel/locking/rwsem.h &&
	step add <<-\EOT &&
	overlay kernel/locking/rwsem.h
	EOT
	refuses && said add.step:5 kernel/locking/rwsem.h
'

test_expect_success 'a file that the same series has deleted before can be laid over' '
	fresh &&
	echo other | overlay kernel/locking/rwsem.h &&
	step add <<-\EOT &&
	delete kernel/locking/rwsem.h
	overlay kernel/locking/rwsem.h
	EOT
	applies &&
	is "$(show kernel/locking/rwsem.h)" other
'

test_expect_success 'not where a folder is, nor below a file' '
	fresh &&
	echo other | overlay kernel/locking &&
	step add <<-\EOT &&
	overlay kernel/locking
	EOT
	refuses && said add.step:5 kernel/locking &&
	fresh &&
	echo other | overlay MAINTAINERS/x &&
	step add <<-\EOT &&
	overlay MAINTAINERS/x
	EOT
	refuses && said add.step:5 MAINTAINERS
'

test_done
