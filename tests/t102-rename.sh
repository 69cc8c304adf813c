#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='rename: moves a file, and nothing else'
. "$(dirname "$0")/lib.sh"

kernel_init

test_expect_success 'content and mode come along' '
	fresh &&
	git -C linux update-index --chmod=+x scripts/kconfig.awk &&
	git -C linux commit -qm executable && git -C linux checkout -f &&
	step move <<-\EOT &&
	rename scripts/kconfig.awk scripts/kconfig/new.awk
	EOT
	applies &&
	no_path scripts/kconfig.awk &&
	is "$(git -C linux ls-tree $tip scripts/kconfig/new.awk | cut -f1)" \
		"$(git -C linux ls-tree main scripts/kconfig.awk | cut -f1)"
'

test_expect_success 'a file that is not there is an error' '
	fresh &&
	step move <<-\EOT &&
	rename kernel/locking/absent.h kernel/locking/new.h
	EOT
	refuses && said move.step:5 rename kernel/locking/absent.h
'

test_expect_success 'a destination that is there is an error, the same or not' '
	fresh &&
	step move <<-\EOT &&
	rename kernel/locking/rwsem.h kernel/locking/stat.h
	EOT
	refuses && said move.step:5 kernel/locking/stat.h &&
	fresh &&
	step move <<-\EOT &&
	rename kernel/locking/rwsem.h kernel/locking/rwsem.h
	EOT
	refuses && said move.step:5
'

test_expect_success 'a destination below a file, or that is a folder, is an error' '
	fresh &&
	step move <<-\EOT &&
	rename kernel/locking/rwsem.h MAINTAINERS/rwsem.h
	EOT
	refuses && said move.step:5 MAINTAINERS &&
	fresh &&
	step move <<-\EOT &&
	rename kernel/locking/rwsem.h lib
	EOT
	refuses && said move.step:5
'

test_expect_success 'it takes two paths' '
	fresh &&
	step move <<-\EOT &&
	rename kernel/locking/rwsem.h
	EOT
	refuses && said move.step:5 rename
'

test_done
