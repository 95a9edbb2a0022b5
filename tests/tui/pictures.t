#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Each view has a sheet, drawn by tools/pictures in all sizes and depths, and doc/looks.md links it.
. "$(dirname "$0")/../lib.sh"

doc=$ROOT/doc/pictures
drawn=$(sed -n 's/^    ("\([a-z0-9-]*\)", .*/\1/p' "$ROOT/tools/pictures" | sort)
sheets() { (cd "$doc/$1/sheets" && printf '%s\n' *.svg) | sed 's/[.]svg$//' | sort; }
is "$(sheets now)" "$drawn" 'the sheets of now are those of the views that are drawn'
is "$(comm -23 <(sheets before) <(sheets now))" '' 'what has a sheet before has one of now'
# The sheets of the views in ui/views.def, in its order: where the name of the view is not that of its sheet, after "=".
views=(records overview events problems counts bytes comparison threads maps 'call chain=chain' 'branch stack=branches'
	'branch path=path' 'memory access=memory' 'user stack=ustack' function=annotation code source histogram chart
	'flame graph=flame' 'call tree=tree' sandwich 'stack chart=stackchart' 'heat map=heat' 'latency map=latencies-time'
	'threads over time=strips' CPU=cpu filter=conditions columns marks options symbols event address info help)
is "$(printf '%s\n' "${views[@]%=*}")" "$(sed -n 's/^\(TABLE\|SCREEN\)("\([^"]*\)".*/\2/p' "$ROOT/ui/views.def")" \
	'each view has a sheet'
is "$(comm -23 <(printf '%s\n' "${views[@]#*=}" | sort) <(sheets now))" '' '... which is drawn'
for when in before now; do
	is "$(sheets "$when" | while read -r name; do
		# A name of a row of pictures can have several depths. Each row has two sizes.
		depths=$(sed -n 's/.*fill="#808080">\([^<]*\)<.*/\1/p' "$doc/$when/sheets/$name.svg")
		[[ $(tr '\n' ',' <<<"$depths" | sed 's/, */,/g') == 'true colours,256 colours,16 colours,no colours,no colours,ASCII,' ]] &&
			(($(grep -c '<g transform=' "$doc/$when/sheets/$name.svg") == 2 * $(wc -l <<<"$depths"))) || echo "$name"
	done)" '' "sheets $when: all depths, and two sizes"
	is "$(comm -23 <(sheets "$when") <(grep -o "pictures/$when/sheets/[a-z0-9-]*" "$ROOT/doc/looks.md" | sed 's|.*/||' | sort))" '' \
		"... and doc/looks.md links each"
done
done_testing
