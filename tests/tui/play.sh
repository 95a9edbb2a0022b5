# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# For tests of the browser without a terminal: keys from a script, screens as text.
#
#	play WIDTHxHEIGHT FILE [OPTIONS...] <<'KEYS'
#	:wait
#	jj<Enter>
#	:dump NAME
#	KEYS
#
# prints the screens; ui/shell/script.h has the notation. FILE is one of data/ or of the test's
# folder. screens NAME ... plays and compares with tests/tui/golden/NAME.txt.

# STATE is empty where what is kept of a recording is to be used.
STATE=--no-state

play() {
	local size=$1 file=$2
	shift 2
	[[ -e $file ]] || ln -s "$DATA/$file" "$file"
	# Names are not those of this machine's files.
	[[ " $* " == *" --symfs "* ]] || set -- -q --symfs none --kallsyms none "$@"
	cat >"$SCRATCH/keys"
	"$PERFNAV" --no-index $STATE --script "$SCRATCH/keys" --screen "$size" "$@" "$file"
	status=$?
	# No golden has this.
	((status < 128)) || echo "ended by signal $((status - 128))"
}

screens() {
	local name=$1
	shift
	golden "tests/tui/golden/$name.txt" "screens of $name" play "$@"
}

# batch COMMAND...: commands without a screen on demo.data, or $file.
batch() {
	local args=() command
	for command; do args+=(--cmd "$command"); done
	run "$PERFNAV" --no-index --batch "${args[@]}" "${file:-demo.data}"
}

# same FILE OPTIONS...: the file is what print prints of demo.data with these.
same() {
	local file=$1
	shift
	ok "$file: as perfnav print $*" cmp "$file" <("$PERFNAV" print --no-index "$@" demo.data)
}

# refused COMMAND COLUMN [WHY]: a command that does nothing on demo.data, and says why with a caret
# under that column, from 1.
refused() {
	run "$PERFNAV" --no-index --batch --cmd "$1" demo.data
	is "$status:$out" '2:' "$1: status 2"
	is "$(sed -n 3p <<<"$err" | wc -L)" "$(($2 + 2))" '... where' || diag "$err"
	[[ -z ${3-} ]] || like "$err" "$3" '... why'
}

# lines FILE COMMAND: of how many records each line says that it is.
lines() {
	"$PERFNAV" --no-index -q --symfs none --kallsyms none --batch --cmd ":$2" "$1" | awk '
		NR == 1 { column = $3 == "records" ? 3 : 1 }
		NR > 1 { print $column }' | head -n "${3:-16}"
}

# opens FILE COMMAND: what Enter on each line says of how many records there are.
opens() {
	local i n
	n=$(lines "$1" "$2" | wc -l)
	for ((i = 0; i < n; i++)); do
		# A view that is opened again is as it was left.
		printf '::clear<Enter>\n::%s<Enter>\n:wait\n<Home>' "$2"
		((i == 0)) || printf '%dj' "$i"
		printf '<Enter>\n:wait\n:dump x\nvr\n'
	done | play 200x8 "$1" | sed -n 's/^ filter:.* \([0-9][0-9]*\)$/\1/p
		s/^ filter:.* \([0-9][0-9]*\) match.*/\1/p'
}
