#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Totals, bytes, comparison, histogram, heat map, threads over time, stitched branches and stacks in a terminal without colours, also in ASCII alone.
. "$(dirname "$0")/../lib.sh"
command -v tmux >/dev/null || skip_all 'tmux is not installed'

cp "$DATA"/{demo,dwarf,rotated.1,rotated.2,system}.data .
"${MK:=$ROOT/build/release/mk}" "$ROOT/tests/tui/sharing.mk" sharing.data || exit 1

# The screen, then for each line how its cells look: bold, dim, underlined, reversed, reversed and
# bold (R), in colour (C).
looks() {
	tui_screen && tui_screen -e -N | LC_ALL=C awk '
		function change(codes, n, i, c) {
			n = split(codes, c, ";")
			if (!n)
				bold = dim = under = back = colour = 0
			for (i = 1; i <= n; i++)
				if (c[i] + 0 == 0)
					bold = dim = under = back = colour = 0
				else if (c[i] == 1)
					bold = 1
				else if (c[i] == 2)
					dim = 1
				else if (c[i] == 4)
					under = 1
				else if (c[i] == 7)
					back = 1
				else if (c[i] == 22)
					bold = dim = 0
				else if (c[i] == 24)
					under = 0
				else if (c[i] == 27)
					back = 0
				else if (c[i] >= 30)
					colour = c[i] != 39 && c[i] != 49
			look = colour ? "C" : under ? "u" : bold && back ? "R" : bold ? "b" : \
				back ? "r" : dim ? "d" : "."
		}
		# Bold and dim blanks are blanks: whether the terminal gets them depends on what it showed before.
		function cells(text) {
			gsub(/[^ ]/, look, text)
			gsub(/ /, look ~ /[bd]/ ? "." : look, text)
			return text
		}
		BEGIN { look = "." }
		{
			out = ""
			# A cell is one byte: the first of its character.
			gsub(/[\200-\277]/, "")
			while (match($0, /\033\[[0-9;]*m|\033\([0B]|\016|\017/)) {
				out = out cells(substr($0, 1, RSTART - 1))
				code = substr($0, RSTART, RLENGTH)
				if (code ~ /m$/)
					change(substr(code, 3, length(code) - 3))
				$0 = substr($0, RSTART + RLENGTH)
			}
			out = out cells($0)
			sub(/\.+$/, "", out)
			print out
		}'
}

equals() {
	looks >"$SCRATCH/looks" 2>&1 && cmp -s "$SCRATCH/looks" "$1"
}

# view NAME FILE COMMAND KEYS TEXT: what the command opens, when it has the text, after the keys; on a
# screen of $size.
view() {
	local name=$1 file=$2 command=$3 keys=$4 text=$5 style golden options
	for style in mono ascii; do
		options=()
		[[ $style == mono ]] || options=(--ascii)
		golden=tests/tui/golden/$style-$name.txt
		tui_start "${size:-80x24}" env NO_COLOR=1 TZ=UTC "$PERFNAV" --no-index --no-state -q --symfs none \
			--kallsyms none "${options[@]}" "$file"
		tui_wait 'record 0 of'
		tui_type "$command"
		tui_keys Enter
		tui_shows "$text" "$style, $name: it is there" || continue
		[[ -z $keys ]] || tui_type "$keys"
		if [[ ${UPDATE_GOLDENS:-} == 1 ]]; then
			tui_settle
		else
			tui_poll equals "$ROOT/$golden"
		fi
		golden "$golden" "$style, $name" looks
		unlike "$(looks)" '^[.bdurRC]*C[.bdurRC]*$' "$style, $name: no colours"
	done
}
view totals demo.data ':sum period by event,comm' j cpu-clock
cp "$DATA/demo.data" code.data
cp -r "$DATA/demo.data.debug" code.data.debug
if "$PERFNAV" annotate --no-index -q hash_point code.data | grep -q imull; then
	view annotation code.data ':annotate average_around' H '+0x43'
	size=200x50 view annotation-wide code.data ':annotate average_around' H '+0x43'
else
	skip 12 'no libcapstone is here'
fi
view lines sharing.data ':mem line' jlll 0x7f1000000080
view bytes dwarf.data ':bytes' jj CMDLINE
view compare rotated.1.data ':compare rotated.2.data' jj queens
view histogram demo.data ':hist' 20lM10l 'records in'
view heat demo.data ':heat' 10ljM2l 'densest 2'
view heat-sum demo.data ':heat sum(period)' 10ljM2l 'densest 2'
view strips system.data ':strips' jj10lM5l 135.397
"$MK" "$ROOT/tests/tui/stitch.mk" stitch.data
view stitch stitch.data ':branches path' ']]' 'no branch stack'
view flame demo.data ':flame' ggkk scanner
view tree demo.data ':tree' '*jj' scanner

done_testing
