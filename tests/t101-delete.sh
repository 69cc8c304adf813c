#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='delete: takes files out'
. "$(dirname "$0")/lib.sh"

kernel_init

test_expect_success 'a file goes, and the folder with its last file' '
	fresh &&
	step drop <<-\EOT &&
	delete Documentation/locks.rst
	delete kernel/locking/stat.h
	EOT
	applies &&
	is "$(changed_files)" "D	Documentation/locks.rst
D	kernel/locking/stat.h" &&
	no_path Documentation
'

test_expect_success 'a file that is not there is an error' '
	fresh &&
	step drop <<-\EOT &&
	delete MAINTAINERS
	delete kernel/locking/absent.h
	EOT
	refuses && said drop.step:6 delete kernel/locking/absent.h
'

test_expect_success 'but not with if-present' '
	fresh &&
	step drop <<-\EOT &&
	delete kernel/locking/absent.h if-present
	delete MAINTAINERS             if-present  # a remark
	EOT
	applies &&
	is "$(changed_files)" "D	MAINTAINERS"
'

test_expect_success 'if all of a step was absent, the step has no effect' '
	fresh &&
	step drop <<-\EOT &&
	delete kernel/locking/absent.h if-present
	EOT
	refuses && said drop.step
'

test_expect_success 'a folder is not deleted as a file' '
	fresh &&
	step drop <<-\EOT &&
	delete kernel/locking
	EOT
	refuses && said drop.step:5 kernel/locking
'

test_expect_success 'nothing is deleted twice' '
	fresh &&
	step drop <<-\EOT &&
	delete MAINTAINERS
	EOT
	step again <<-\EOT &&
	delete MAINTAINERS
	EOT
	refuses && said again.step:5 MAINTAINERS
'

test_done
