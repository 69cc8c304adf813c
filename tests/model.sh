# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# model - run spin on tests/model/rwsem.pml
#
#	verify <readers> <writers> [-D...]		safety
#	verify_live <readers> <writers> <ltl> [-D...]	liveness, under weak fairness
#	finds <text> <readers> <writers> [-D...]	pan ends with this error
#	starves <readers> <writers> <ltl> [-D...]	somebody waits for ever
#
# The number of states and the time are said in a comment of TAP.

run_pan() {
	local options=()
	if test "$1" = live; then
		options=(-a -f -N "$2")
		set -- -DLIVE "${@:3}"
		flags='-DNFAIR=4'
	else
		set -- "${@:2}"
		flags=-DSAFETY
	fi
	spin -a "$@" "$TESTS/model/rwsem.pml" >spin.out 2>&1 || { cat spin.out; return 1; }
	gcc -w "-O${OPTIMIZE-0}" $flags -DCOLLAPSE -DMEMLIM=14000 -o pan pan.c &&
	./pan -n -m3000000 "-w${HASH-22}" "${options[@]}" >pan.out 2>&1
	say "# $*: $(awk '/states, stored/ { s = $1 } /elapsed time/ { t = $4 }
		END { printf "%s states, %s s", s, t }' pan.out)"
}

# shown <pattern>...: pan has printed it, and nothing of a search that was cut short
shown() {
	local line
	for line; do
		grep -q "$line" pan.out || { cat pan.out; return 1; }
	done
	! grep 'max search depth too small\|out of memory' pan.out
}

verify() { run_pan safety "-DREADERS=$1" "-DWRITERS=$2" "${@:3}" && shown 'errors: 0$'; }
verify_live() { run_pan live "$3" "-DREADERS=$1" "-DWRITERS=$2" "${@:4}" && shown 'errors: 0$'; }

# finds <what pan says> <readers> <writers> -D...
finds() { run_pan safety "-DREADERS=$2" "-DWRITERS=$3" "${@:4}" && shown "^pan:1: $1"; }
# starves <readers> <writers> <ltl> -D...
starves() {
	run_pan live "$3" "-DREADERS=$1" "-DWRITERS=$2" "${@:4}" && shown '^pan:1: acceptance cycle'
}
