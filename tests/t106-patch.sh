#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='patch: a plain diff, the last resort'
. "$(dirname "$0")/lib.sh"

kernel_init

# The diff of an edit to the work tree, as the patch of a step
take_diff() {
	git -C linux diff "${@:2}" >"root/series/demo/edits/$1" &&
	git -C linux checkout -q -f
}

corner() {
	step corner <<-\EOT
	patch corner.patch
	EOT
}

test_expect_success 'a diff is applied' '
	fresh &&
	sed -i "s/return -1/return -22/" linux/kernel/sys.c &&
	take_diff corner.patch && corner &&
	applies &&
	is "$(changed_lines)" "-		return -1;
+		return -22;"
'

test_expect_success 'with added, deleted and renamed files' '
	fresh &&
	echo new >linux/lib/new.c &&
	git -C linux mv lib/string.c lib/strings.c &&
	git -C linux rm -q MAINTAINERS &&
	git -C linux add -A &&
	git -C linux diff --cached -M >root/series/demo/edits/corner.patch &&
	git -C linux reset -q --hard && corner &&
	applies &&
	is "$(changed_files)" "D	MAINTAINERS
A	lib/new.c
D	lib/string.c
A	lib/strings.c"
'

test_expect_success 'three-way, where the context has changed and the base is known' '
	fresh &&
	sed -i "s/return -1/return -22/" linux/kernel/sys.c &&
	take_diff corner.patch && corner &&
	sed -i "s/return 0/return 1/" linux/kernel/sys.c && kernel_commit changed &&
	! git -C linux apply --check "$PWD/root/series/demo/edits/corner.patch" &&
	applies &&
	is "$(changed_lines)" "-		return -1;
+		return -22;" &&
	git -C linux reset -q --hard HEAD~1
'

test_expect_success 'one that does not fit is an error that names the file' '
	fresh &&
	sed -i "s/return -1/return -22/" linux/kernel/sys.c &&
	take_diff corner.patch && corner &&
	sed -i "s/^-\t.*/-		return -7;/" root/series/demo/edits/corner.patch &&
	sed -i "s/^index.*/index 1111111..2222222 100644/" root/series/demo/edits/corner.patch &&
	refuses && said corner.step:5 corner.patch kernel/sys.c
'

test_expect_success 'one that is there already is an error' '
	fresh &&
	sed -i "s/return -1/return -22/" linux/kernel/sys.c &&
	take_diff corner.patch && corner &&
	step again <<-\EOT &&
	patch corner.patch
	EOT
	refuses && said again.step:5 corner.patch
'

test_expect_success 'a new file over one that exists is an error' '
	fresh &&
	echo new >linux/lib/new.c && git -C linux add lib/new.c &&
	git -C linux diff --cached >root/series/demo/edits/corner.patch &&
	git -C linux reset -q --hard && corner &&
	echo old >linux/lib/new.c && kernel_commit "has it" &&
	refuses && said corner.step:5 lib/new.c
'

test_expect_success 'a deletion of other content is an error' '
	fresh &&
	git -C linux rm -q MAINTAINERS &&
	git -C linux diff --cached >root/series/demo/edits/corner.patch &&
	git -C linux reset -q --hard && corner &&
	echo changed >>linux/MAINTAINERS && kernel_commit "changed" &&
	refuses && said corner.step:5 MAINTAINERS &&
	git -C linux reset -q --hard HEAD~1
'

test_expect_success 'it is never placed by guess: six equal functions, and three more before' '
	fresh &&
	twin() { printf "\nint f%s(void)\n{\n\tint a = 0;\n\n\ta++;\n\ta++;\n\ta++;\n\ta++;\n\treturn a;\n}\n" "$1"; } &&
	for i in 1 2 3 4 5 6; do twin $i; done >linux/lib/twins.c && kernel_commit twins &&
	awk "/return a/ && ++n == 3 { sub(/a;/, \"-a;\") } 1" linux/lib/twins.c >new &&
	cp new linux/lib/twins.c && take_diff corner.patch -U3 && corner &&
	{ for i in 7 8 9 1 2 3 4 5 6; do twin $i; done; } >linux/lib/twins.c && kernel_commit more &&
	if respin apply demo
	then
		show lib/twins.c | awk "/^int/ { f = \$2 } /return -a/ { print f }" >where &&
		is "$(cat where)" "f3(void)"
	else
		said corner.step:5
	fi
'

test_expect_success 'something that is no diff is an error' '
	fresh &&
	echo "this is no diff" | edit corner.patch && corner &&
	refuses && said corner.step:5 corner.patch
'

test_expect_success 'a path that leaves the tree is refused' '
	fresh &&
	edit corner.patch <<-\EOT && corner &&
	--- /dev/null
	+++ b/../outside
	@@ -0,0 +1 @@
	+x
	EOT
	refuses && said corner.step:5 &&
	test ! -e outside && test ! -e linux/../outside
'

# The diff of what a command does to the work tree; applied, it has to give that very tree.
changed() {
	git -C linux add -Af && git -C linux diff --cached -M --full-index --binary >the.diff &&
	want=$(git -C linux write-tree) && git -C linux reset -q --hard &&
	edit corner.patch <the.diff && corner
}
gives() { is "$(at "$tip^{tree}")" "$want"; }
forget_ids() { sed -i '/^index /d' root/series/demo/edits/corner.patch; }

test_expect_success 'files without content, links, modes, blanks in names, and a file for a folder' '
	: >linux/lib/empty && echo x >"linux/lib/one two" && ln -s string.c linux/lib/link &&
	echo f >linux/lib/file && kernel_commit odd &&
	fresh &&
	rm linux/lib/empty linux/lib/file && mkdir linux/lib/file && echo a >linux/lib/file/a &&
	: >linux/lib/other && chmod +x linux/lib/string.c &&
	mv "linux/lib/one two" "linux/lib/two three" && mv linux/lib/link linux/lib/lunk &&
	rm linux/MAINTAINERS && ln -s Kconfig linux/MAINTAINERS &&
	changed &&
	grep "^rename to lib/two three" the.diff && grep "^rename to lib/lunk" the.diff &&
	applies && gives
'

test_expect_success 'a mode that the diff only mentions is left as it is' '
	fresh &&
	sed -i "s/return -1/return -22/" linux/kernel/sys.c && changed &&
	chmod +x linux/kernel/sys.c && kernel_commit executable &&
	applies &&
	git -C linux ls-tree $tip kernel/sys.c >out && has out 100755 &&
	git -C linux reset -q --hard HEAD~1
'

test_expect_success 'a link where the diff has a file is an error' '
	fresh &&
	sed -i "s/return -1/return -22/" linux/kernel/sys.c && changed && forget_ids &&
	cp linux/kernel/sys.c linux/kernel/real.c && ln -sf real.c linux/kernel/sys.c &&
	sed -i "1i index 1111111..2222222 100644" root/series/demo/edits/corner.patch &&
	sed -i "1{h;d};2{p;x}" root/series/demo/edits/corner.patch &&
	kernel_commit link &&
	refuses && said corner.step:5 kernel/sys.c "another kind" &&
	git -C linux reset -q --hard HEAD~1
'

test_expect_success 'a binary file is changed only where it is the one' '
	printf "\000one\000" >linux/lib/blob && kernel_commit blob &&
	fresh &&
	printf "\000two\377" >linux/lib/blob && changed &&
	applies && gives &&
	echo more >>linux/lib/blob && kernel_commit more &&
	refuses && said corner.step:5 lib/blob binary &&
	git -C linux reset -q --hard HEAD~2
'

test_expect_success 'without the blob it was made from: where it fits, if that is one place' '
	printf "a\nb\nc" >linux/lib/short && kernel_commit short &&
	fresh &&
	sed -i "s/return -1/return -22/" linux/kernel/sys.c && printf "a\nb\nd" >linux/lib/short &&
	changed && forget_ids &&
	sed -i "1i /* moved */\n/* down */" linux/kernel/sys.c && kernel_commit moved &&
	applies &&
	is "$(changed_lines)" "-		return -1;
+		return -22;
-c
+d" &&
	is "$(show lib/short)" "$(printf "a\nb\nd")" &&
	cat linux/kernel/sys.c >>linux/kernel/twice && cat linux/kernel/twice >>linux/kernel/sys.c &&
	kernel_commit twice &&
	refuses && said corner.step:5 kernel/sys.c "fits in 2 places" &&
	git -C linux reset -q --hard HEAD~2
'

test_expect_success 'without it, what is there already is said to be' '
	fresh &&
	sed -i "s/return -1/return -22/" linux/kernel/sys.c && changed && forget_ids &&
	sed -i "s/return -1/return -22/" linux/kernel/sys.c && kernel_commit upstream &&
	refuses && said corner.step:5 kernel/sys.c "there already" &&
	git -C linux reset -q --hard HEAD~1
'

test_expect_success 'without it, a deletion is of the whole file' '
	fresh &&
	rm linux/MAINTAINERS && changed && forget_ids &&
	applies && gives &&
	echo more >>linux/MAINTAINERS && kernel_commit more &&
	refuses && said corner.step:5 MAINTAINERS "not the file that is to be deleted" &&
	git -C linux reset -q --hard HEAD~1
'

test_done
