#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Screens of all recordings in three sizes: hints, help and what prompts say are whole. tests/tui/help.t has small
# screens, and the views of commands.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

sizes=(80x24 120x40 200x50)

keys() {
	local view
	printf '%s\n' :wait vr :wait ':dump list' '50%' :wait ':dump middle' '<Tab>' ':dump fields' '<Tab>' ':dump bytes' \
		'<Tab>' '?' ':dump help' q '&<Tab>' ':dump filter' '<Esc><Esc>' 'vr:<Tab>' ':dump command' '<Esc><Esc>'
	for view in v c d e f g h i m o s t w; do
		printf '%s\n' vr :wait "v$view" :wait ":dump v$view"
	done
}

# bottoms: the last line of each screen as "NAME|HINT", a hint a line. Numbers depend on the width of columns of time,
# and the condition of + on the room.
bottoms() {
	awk 'function flush(n, i, hints) {
			n = split(last, hints, /  +/)
			for (i = 1; name && i <= n; i++)
				print name "|" hints[i]
		}
		/^---- / { flush(); name = $2; next }
		{ last = $0; sub(/^ /, "", last); sub(/ $/, "", last) }
		END { flush() }' | sed 's/|+ .*/|+/; s/[0-9][0-9.]*/N/g' | sort -u
}

for file in "$DATA"/*.data; do
	name=$(basename "$file") problems=''
	for size in "${sizes[@]}"; do
		play "$size" "$name" < <(keys) >"screens-$size"
		bottoms <"screens-$size" >"hints-$size"
		problems+=$(grep -c '^---- ' "screens-$size" | grep -vx 20)
		problems+=$(grep '…' "hints-$size")
		problems+=$(awk '/^---- / { help = $2 == "help" } help && /…/' "screens-$size")
		problems+=$(awk '/^---- / { overview = $2 == "vv"; leads = 0 } / look at / { leads = 1 } overview && leads && /…/' "screens-$size")
	done
	for size in "${sizes[@]::2}"; do
		problems+=$(comm -23 "hints-$size" "hints-${sizes[2]}")
	done
	is "$problems" '' "$name: the hints of 20 screens are whole"
done
done_testing
