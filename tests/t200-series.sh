#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='a series that is wrong is refused before any work, with file and line'
. "$(dirname "$0")/lib.sh"

kernel_init

good() {
	fresh &&
	step good <<-\EOT
	delete Documentation/locks.rst
	EOT
}
series=root/series/demo/series

test_expect_success 'a step that has no file' '
	good &&
	echo ghost >>$series &&
	refuses && said series:2 ghost
'

test_expect_success 'a step file that is not listed' '
	good &&
	step stray <<-\EOT &&
	delete MAINTAINERS
	EOT
	sed -i /stray/d $series &&
	refuses && said stray.step
'

test_expect_success 'a step that is listed twice' '
	good &&
	echo good >>$series &&
	refuses && said series:2 good
'

test_expect_success 'comments and blank lines in the order' '
	good &&
	printf "# all of it\n\n  good   # the only one\n" >$series &&
	applies
'

test_expect_success 'a step name that is a path, or worse' '
	for name in ../good a/b .hidden /etc/passwd -x "two words"
	do
		good && echo "$name" >>$series &&
		refuses && said series:2 || return 1
	done
'

test_expect_success 'a series without steps, or without the file that orders them' '
	good && rm root/series/demo/*.step && : >$series &&
	refuses && said series &&
	good && rm $series &&
	fails "2|128" apply demo && said series/demo/series
'

test_expect_success 'a series that does not exist, with a look at those that do' '
	good &&
	fails "2|128" apply dmeo && said dmeo
'

test_expect_success 'a series name that is a path' '
	good && mkdir -p root/outside && cp -r root/series/demo root/outside/ &&
	fails "2|128|129" apply ../outside/demo
'

test_expect_success 'an unknown operation or claim, with those that are known' '
	good &&
	echo "deltee MAINTAINERS" >>root/series/demo/good.step &&
	refuses && said good.step:6 deltee delete rename overlay cocci present absent
'

test_expect_success 'a rule, an edit, a patch or a new file that is missing' '
	while IFS=: read -r line name
	do
		good &&
		echo "$line" >>root/series/demo/good.step &&
		refuses && said good.step:6 "$name" || return 1
	done <<-\EOT
	cocci no.cocci lib/string.c:semantic-patches/demo/no.cocci
	ed no.ed MAINTAINERS:series/demo/edits/no.ed
	patch no.patch:no.patch
	overlay lib/no.c:kernel-overlay/demo/lib/no.c
	EOT
'

test_expect_success 'a source that is a folder, or out of its folder' '
	good && mkdir root/series/demo/edits/x.ed &&
	echo "ed x.ed MAINTAINERS" >>root/series/demo/good.step &&
	refuses && said good.step:6 x.ed &&
	good && echo 1d | edit x.ed &&
	echo "ed ../edits/x.ed MAINTAINERS" >>root/series/demo/good.step &&
	refuses && said good.step:6
'

test_expect_success 'an empty message, and an empty subject' '
	printf -- "---\ndelete MAINTAINERS\n" >empty &&
	printf "\n\n---\ndelete MAINTAINERS\n" >blank &&
	printf "From: A <a@b>\n\n---\ndelete MAINTAINERS\n" >author &&
	printf "  \n \n---\ndelete MAINTAINERS\n" >spaces &&
	for message in empty blank author spaces
	do
		good && cp $message root/series/demo/good.step &&
		refuses && said good.step message || return 1
	done
'

test_expect_success 'a step without the line that ends the message' '
	good && sed -i "s/^---//" root/series/demo/good.step &&
	refuses && said good.step ---
'

test_expect_success 'a step without an operation' '
	good && sed -i "/^delete/d" root/series/demo/good.step &&
	refuses && said good.step
'

test_expect_success 'a malformed From: line' '
	good && sed -i "1i From: nobody at all\n" root/series/demo/good.step &&
	refuses && said good.step:1
'

test_expect_success 'an author, a date, and a message with a line that would end it' '
	good && sed -i "1i From: Z <z@example.org>\nDate: 2019-05-20 16:59:04 -0400\n" root/series/demo/good.step &&
	sed -i "s/^---/\\\\---\nmore\n---/" root/series/demo/good.step &&
	applies &&
	is "$(git -C linux log -1 --format="%an %ae %ai, %ci" $tip)" \
		"Z z@example.org 2019-05-20 16:59:04 -0400, 2020-09-13 12:26:41 +0000" &&
	message >out && grep -x -e --- out && grep -x more out
'

test_expect_success 'a malformed Date: line' '
	good && sed -i "1i Date: last week\n" root/series/demo/good.step &&
	refuses && said good.step:1 "last week"
'

test_expect_success 'a message that is not UTF-8, or holds a NUL' '
	good && printf "d\351mo: x\n\ny\n---\ndelete MAINTAINERS\n" >root/series/demo/good.step &&
	refuses && said good.step &&
	good && printf "demo: x\n\ny\0z\n---\ndelete MAINTAINERS\n" >root/series/demo/good.step &&
	refuses && said good.step
'

test_expect_success 'a step file with CRLF line ends' '
	good && sed -i "s/\$/\r/" root/series/demo/good.step &&
	refuses && said good.step
'

test_expect_success 'an operation with too few or too many operands' '
	while read -r line
	do
		good && echo "$line" >>root/series/demo/good.step &&
		refuses && said good.step:6 "${line%% *}" || return 1
	done <<-\EOT
	delete
	rename MAINTAINERS
	rename MAINTAINERS a b
	overlay
	cocci
	ed
	patch
	delete "MAINTAINERS
	EOT
'

test_expect_success 'every fault is told, not only the first' '
	good &&
	printf "deltee a\nrename b\nabsent c\n" >>root/series/demo/good.step &&
	echo ghost >>$series &&
	refuses && said good.step:6 good.step:7 good.step:8 series:2
'

test_expect_success 'a config that git cannot read' '
	good && printf "[series\n\tsignoff = true\n" >root/series/demo/config &&
	fails "2|128" apply demo && said demo/config
'

test_expect_success 'a later step that fails leaves no earlier one behind' '
	good &&
	step bad <<-\EOT &&
	delete no/such/file
	EOT
	refuses && said bad.step:5 && ! at $tip
'

prereq NOBODY 'cannot be another user here' \
	setpriv --reuid 65534 --regid 65534 --clear-groups true

test_expect_success NOBODY 'a series folder, or a file of it, that cannot be read' '
	good && chmod 755 . && git config --global safe.directory "$PWD/linux" &&
	for path in root/series/demo root/series/demo/series root/series/demo/good.step
	do
		mode=$(stat -c %a $path) && chmod 0 $path &&
		status "2|128" setpriv --reuid 65534 --regid 65534 --clear-groups \
			"$RESPIN" -C linux --root root apply demo 2>err &&
		chmod "$mode" $path &&
		said "series/demo" "ermission denied" || return 1
	done &&
	! at $tip
'

test_done
