#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='paths stay inside the tree, and go through no link'
. "$(dirname "$0")/lib.sh"

kernel_init
mkdir outside && echo precious >outside/file
(cd linux && ln -s ../outside out && ln -s kernel/locking locks && ln -s MAINTAINERS people)
kernel_commit links
links=$(at main)

# refused <word to be said> <operation line>...
refused() {
	local word=$1
	shift
	for line; do
		fresh &&
		echo 1d | edit x.ed &&
		printf "@@ expression E; @@\n- stat_inc(E)\n+ x(E)\n" | rule x.cocci &&
		echo "$line" | step bad &&
		refuses &&
		said bad.step:5 "$word" || return 1
	done &&
	is "$(cat outside/file)" precious
}

test_expect_success 'an absolute path' '
	refused absolute \
		"delete /MAINTAINERS" \
		"rename /MAINTAINERS x" \
		"rename MAINTAINERS /tmp/x" \
		"ed x.ed /etc/passwd" \
		"cocci x.cocci /etc/passwd" \
		"overlay /etc/passwd" \
		"absent /etc/passwd root"
'

test_expect_success 'a path that leaves the tree' '
	refused leaves \
		"delete ../outside/file" \
		"delete kernel/../../outside/file" \
		"rename MAINTAINERS ../outside/new" \
		"ed x.ed ../outside/file" \
		"cocci x.cocci kernel/../../outside/file" \
		"overlay ../../../outside/file"
'

test_expect_success 'a path into git'\''s own folder, or with odd parts' '
	refused bad.step \
		"delete .git/config" \
		"rename MAINTAINERS .git/hooks/x" \
		"rename MAINTAINERS kernel/.GIT/x" \
		"rename MAINTAINERS kernel//x" \
		"rename MAINTAINERS ./x" \
		"rename MAINTAINERS x/" \
		"rename MAINTAINERS \"\"" \
		"delete \"\""
'

test_expect_success 'a path through a symbolic link' '
	refused locks/rwsem.h \
		"delete locks/rwsem.h" \
		"rename locks/rwsem.h x.h" \
		"ed x.ed locks/rwsem.h" \
		"cocci x.cocci locks/rwsem.h" &&
	refused out/ \
		"delete out/file" \
		"rename MAINTAINERS out/new" &&
	fresh && echo new | overlay locks/new.h &&
	step bad <<-\EOT &&
	overlay locks/new.h
	EOT
	refuses && said bad.step:5 locks &&
	fresh && echo new | overlay out/file &&
	step bad <<-\EOT &&
	overlay out/file
	EOT
	refuses && said bad.step:5 out &&
	is "$(cat outside/file)" precious
'

test_expect_success 'a link is no text to edit' '
	refused people "ed x.ed people" "cocci x.cocci people"
'

test_expect_success 'a link itself can be deleted and renamed' '
	fresh &&
	step links <<-\EOT &&
	delete people
	rename locks l
	EOT
	applies &&
	is "$(git -C linux ls-tree $tip l | cut -d" " -f1)" 120000 &&
	is "$(git -C linux ls-tree $tip people locks)" ""
'

test_expect_success 'a pattern does not go through a link' '
	fresh &&
	edit first.ed <<-\EOT &&
	1s/SPDX/XDPS/
	EOT
	step all <<-\EOT &&
	ed first.ed */rwsem.h
	EOT
	refuses && said all.step:5
'

test_done
