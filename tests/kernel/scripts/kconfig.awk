# SPDX-License-Identifier: GPL-2.0-only
# A stand-in for kconfig: config, bool, def_bool, default y, depends on (names
# joined by &&, each with an optional !), source. Writes ./.config.

function read_values(file,   line, name) {
	while ((getline line < file) > 0)
		if (match(line, /^CONFIG_[A-Z0-9_]+=y/)) {
			name = substr(line, 8, index(line, "=") - 8)
			value[name] = "y"; given[name] = 1
		} else if (match(line, /^# CONFIG_[A-Z0-9_]+ is not set/)) {
			split(line, w, " "); name = substr(w[2], 8)
			value[name] = "n"; given[name] = 1
		}
	close(file)
}

function parse(file,   line, w, n) {
	while ((getline line < file) > 0) {
		n = split(line, w, " ")
		if (w[1] == "source") {
			gsub(/"/, "", w[2]); gsub(/\$\(SRCARCH\)/, arch, w[2])
			parse(srctree "/" w[2])
		} else if (w[1] == "config")
			name[++count] = w[2]
		else if (w[1] == "bool")
			prompt[name[count]] = n > 1
		else if (w[1] == "def_bool" || w[1] == "default")
			standard[name[count]] = w[2]
		else if (w[1] == "depends") {
			sub(/^[ \t]*depends on /, "", line)
			depends[name[count]] = line
		}
	}
	close(file)
}

function allowed(symbol,   w, i, n) {
	n = split(depends[symbol], w, " && ")
	for (i = 1; i <= n; i++)
		if (w[i] ~ /^!/ ? value[substr(w[i], 2)] == "y" : value[w[i]] != "y")
			return 0
	return 1
}

BEGIN {
	parse(ARGV[1])
	if (mode == "olddefconfig")
		read_values(".config")
	if (allconfig != "")
		read_values(allconfig)
	for (i = 1; i <= count; i++) {
		s = name[i]
		if (!allowed(s))
			value[s] = ""
		else if (!prompt[s] || !given[s])
			value[s] = mode == "allyesconfig" ? "y" : \
				prompt[s] && mode ~ /^(allno|tiny)/ ? "n" : standard[s]
		if (value[s] == "y")
			print "CONFIG_" s "=y" > ".config"
		else if (prompt[s] && allowed(s))
			print "# CONFIG_" s " is not set" > ".config"
	}
	close(".config")
}
