# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# part-check - building every step, against git rebase --exec make

begin check 2 <<EOT
## check: every step built, against git rebase --exec

The $steps steps of rwsem-rework, \`respin check --only build --target x86_64-tiny\` (the base and every step
to vmlinux, and clean builds of the last step and one more)
against \`git rebase --exec 'make olddefconfig vmlinux'\` from the base on, in a work tree and one build folder,
with the same configuration and the same -j$(nproc). Both go through ccache, each with one of its own: empty before
"cold", and kept for the two rows below it. "After a reword": another message in step $((steps / 2)); "a change": one line more
in a file of step $((steps / 2)). Applying the series again is not in the times. With \`--quick\` only the directories that the
series touches are built, and vmlinux at the last step.

EOT
target=x86_64-tiny
middle=$(sed -n '/^[a-z][a-z-]*$/p' series/rwsem-rework/series | sed -n "$((steps / 2))p")

# What git rebase runs at every commit; its working folder is the kernel's.
cat >"$work/build" <<EOT
#!/bin/sh -e
export CCACHE_DIR=$work/ccache.git
kernel() {
	make -s O=$work/o ARCH=x86_64 CC='ccache gcc' LOCALVERSION= KBUILD_BUILD_USER=respin \\
		KBUILD_BUILD_HOST=respin KBUILD_BUILD_VERSION=1 \\
		KBUILD_BUILD_TIMESTAMP='Thu Jan  1 00:00:00 UTC 1970' KCFLAGS=-Wno-error "\$@"
}
if test "\$1" = config; then
	kernel tinyconfig
	sed '/WERROR/d' $work/o/.config $PROJECT/series/targets/$target.config >$work/asked.config
	echo '# CONFIG_WERROR is not set' >>$work/asked.config
	exit
fi
cp $work/asked.config $work/o/.config
kernel olddefconfig
kernel -j$(nproc) vmlinux
EOT
chmod +x "$work/build"

rebase() {
	git -C "$work/linux" checkout -q --detach respin/rwsem-rework &&
	measure "rebase-$1" git -C "$work/linux" rebase --exec "$work/build" base
}
builds() {
	measure "check-$1" env XDG_CACHE_HOME="$work/cache" CCACHE_DIR="$work/ccache.respin" \
		"$RESPIN" -C "$work/tree.git" --root "$root" check rwsem-rework \
		--only build --target $target "${@:2}" &&
	grep -q '^bisectable: yes' "$work/check-$1.out"
}
# A root of our own, to change the middle step in
start() {
	root=$work/root
	rm -rf "$root" "$work/o" "$work/cache" "$work/ccache.git" "$work/ccache.respin" \
		"$work/tree.git/respin/records" &&
	mkdir -p "$root" "$work/o" &&
	cp -r series semantic-patches kernel-overlay "$root" &&
	respin apply rwsem-rework --onto base >"$work/apply.out" &&
	git -C "$work/linux" checkout -q --detach base && (cd "$work/linux" && "$work/build" config)
}
reword() {
	sed -i '1,/^---/s/^---$/\nOne sentence more.\n---/' "$root/series/rwsem-rework/$middle.step" &&
	respin apply rwsem-rework --onto base >"$work/apply.out"
}
change() {
	printf '$a\n\nint respin_bench;\n.\n' >"$root/series/rwsem-rework/edits/bench.ed" &&
	echo 'ed bench.ed kernel/locking/semaphore.c' >>"$root/series/rwsem-rework/$middle.step" &&
	respin apply rwsem-rework --onto base >"$work/apply.out"
}

for ((i = 0; i < rounds; i++)); do
	start && builds quick --quick && start && builds cold && rebase cold &&
	reword && builds reword && rebase reword &&
	change && builds change && rebase change || return
done
unset root
{
	ratio_head
	ratio 'cold' check-cold rebase-cold 0.7
	ratio 'cold, with --quick' check-quick rebase-cold
	ratio 'after a reword' check-reword rebase-reword 0.02
	ratio 'after a change in the middle' check-change rebase-change 0.5
	cat <<-EOT

	What limits "cold": five of the steps change a header that most of the kernel reads, and with the base that is
	six times all objects, on both sides. respin builds the base besides, and two steps once more from nothing. What it
	compiles is cheaper (ccache's depend mode, with which the preprocessor does not run first), but then a
	header in which only comments change has all objects compiled, which git's side finds by the preprocessor's
	output; respin does not, since a comment can silence a warning.
	EOT
} >>"$work/check.md"
