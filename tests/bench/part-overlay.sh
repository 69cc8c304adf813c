# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# part-overlay - how time and memory grow with the number of steps
. tests/bench/made.sh

begin overlay 3 <<EOT
## apply: 1,000 steps, and how they grow

A made-up series whose steps each add a file to one of a hundred folders of Linux 6.1; carried out from
nothing. To aim at: linear growth. Time and memory of no step at all are taken off in the columns "a step".

EOT
sizes='1 125 250 500 1000'
for ((i = 0; i < rounds; i++)); do
	for n in $sizes; do
		made "$n" &&
		inside update-ref -d refs/heads/respin/made &&
		rm -rf "$work/tree.git/respin/memo" &&
		measure "made-$n" "$RESPIN" -C "$work/tree.git" --root "$work/made-$n" apply made \
			--onto base || return
	done
done
{
	echo '| steps | time | CPU | peak memory | time a step | memory a step |'
	echo '| --- | --- | --- | --- | --- | --- |'
	for n in $sizes; do
		echo "$n $(median "made-$n" wall) $(median "made-$n" cpu) $(median "made-$n" kib)"
	done | awk '
		NR == 1 { t = $2; m = $4 }
		{
			printf "| %d | %.2f s | %.2f s | %.1f MiB |", $1, $2, $3, $4 / 1024
			if (NR == 1)
				print " | |"
			else
				printf " %.2f ms | %.1f KiB |\n", 1000 * ($2 - t) / ($1 - 1), ($4 - m) / ($1 - 1)
		}'
} >>"$work/overlay.md"
