# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# made - a made-up series of many steps: sourced by the parts that need one

# made <n>: the root $work/made-<n> with the series made, each step of which adds
# a file of some forty lines to one of many folders of the kernel
made() {
	local n=$1 dir=$work/made-$1 i folders
	test ! -d "$dir" || return 0
	mapfile -t folders < <(inside ls-tree -d -r --name-only base drivers | awk -F/ 'NF == 2' | head -100)
	mkdir -p "$dir/series/made" "$dir/kernel-overlay/made" "$dir/semantic-patches" &&
	for ((i = 1; i <= n; i++)); do
		printf '%s/respin-%04d.c %d\n' "${folders[i % ${#folders[@]}]}" "$i" "$i"
	done | awk -v dir="$dir" '
		{
			path = dir "/kernel-overlay/made/" $1
			sub(/\/[^\/]*$/, "", path)
			if (!(path in seen))
				system("mkdir -p " path)
			seen[path] = 1
			path = dir "/kernel-overlay/made/" $1
			print "// SPDX-License-Identifier: GPL-2.0-only" >path
			for (k = 0; k < 40; k++)
				print "int respin_" $2 "_" k "(void);" >path
			close(path)
			step = dir "/series/made/s" $2 ".step"
			print "made: Add file " $2 "\n\nIt is one of many.\n---\noverlay " $1 >step
			close(step)
			print "s" $2 >(dir "/series/made/series")
		}' &&
	printf '[series]\n\tcover = never\n' >"$dir/series/made/config"
}
