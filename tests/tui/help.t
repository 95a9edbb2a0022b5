#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Help fits the screen and can be searched; messages are wrapped; the bottom line has whole hints.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

for size in 80x24 120x40 200x50; do
	screens help-$size $size demo.data <<'KEYS'
:wait
?
:dump first
<Space>
:dump next
/flame graph<Enter>
:dump found
?::help data_src<Enter>
:dump field
q::keys heat<Enter>
:dump keys
KEYS
done

# pages SIZE KEYS: all screens from a page of help on.
pages() {
	{
		printf ':wait\n%s\n:dump x\n' "$2"
		for ((i = 0; i < 60; i++)); do printf '<Space>\n:dump x\n'; done
	} | play "$1" demo.data
}
for topic in '?' '::help count<Enter>' '::help numbers<Enter>' '::keys<Enter>' '::help tp.FIELD<Enter>' '2000gK'; do
	unlike "$(pages 80x24 "$topic")" '…' "nothing of $topic is cut at 80 columns"
	unlike "$(pages 46x12 "$topic")" '…' '... at 46'
done
wide=$(pages 200x60 '?' | sed 's/  */ /g' | sort -u)
for name in Move Filter Display 'Commands: filter' 'Commands: totals' 'Commands: export'; do
	like "$wide" "^ $name$" "the group $name"
done
commands() {
	pages "$1" '?' | grep -o '^   :[a-z-]*' | sort -u
}
is "$(commands 80x24)" "$(commands 200x60)" 'each command is there at each width'
ok '... all of them' test "$(commands 46x12 | wc -l)" -gt 80
printf ':wait\n?Px.txt<Enter>\n' | play 46x12 demo.data
is "$(grep -c '^  :count ' x.txt)$(grep -c '\[pivot event\] \[fold\] \[sort COLUMN\]' x.txt)" 11 'a page that is written has whole lines'

like "$(printf ':wait\n<F2>jK\n:dump x\n' | play 80x24 demo.data)" '^   can be: overview\|records' 'K explains an option'
unlike "$(printf ':wait\n<F2>jjjK\n:dump x\n' | play 60x24 demo.data)" '…' '... with nothing cut'

# What is found is on the screen when it has another size, and marked.
like "$(printf ':wait\n?/flame graph<Enter>\n:wait\n:dump x\n' | play 60x14 demo.data)" '^> ' 'the line that has it'

# Messages.
like "$(printf ':wait\n::commm<Enter>\n:dump x\n' | play 30x12 demo.data | tail -n 2 | tr '\n' ' ')" \
	'^no such command; Tab lists them $' 'a message of a prompt is wrapped'
message=$(printf ':wait\n::copy xyz<Enter><Esc>::n<Enter>\n:dump x\n' | play 16x12 demo.data | tail -n 2 | tr -d '\n' | sed 's/  */ /g')
is "$message" ' There is only one file.' '... one of the bottom line, too'

# The bottom line of each view: whole hints, the first ones.
views=$(grep -o 'COMMAND([A-Z_]*,[[:space:]]*"[a-z-]*",[[:space:]]*"[^"]*",[[:space:]]*\(NONE\|BRANCHES\|MEMORY\|EXPR\|COUNT\)' \
	"$ROOT/ui/shell/commands.def" | sed 's/^[^"]*"\([a-z-]*\)".*/\1/' |
	grep -vxE 'back|forward|unflag|n|p|where|toggle|q|quit|qa|wq|follow|reindex|version|flag|and|or|filter-out|find|filter|sum|split|symbols|clear|color|theme|style|unstyle')
for view in $views; do
	for size in 40x12 60x14 80x24 120x40; do
		bottom=$(printf ':wait\n2000g\n::%s<Enter>\n:wait\n:dump x\n' "$view" | play $size demo.data | tail -n 1)
		[[ $bottom != *…* ]] && ((${#bottom} <= ${size%x*})) || fail+="$view at $size: $bottom"$'\n'
	done
done
bottom=$(printf ':wait\n?\n:dump x\n' | play 40x12 demo.data | tail -n 1)
is "$bottom" ' Space page  b page up  g first  q back' 'the way back is dropped last'
is "${fail-}" '' "no hint is cut: $(wc -w <<<"$views") views"
like "$(printf '%s\n' :wait vr '?' ':dump x' | play 100x40 demo.data)" ':12\.5s and :08:00:48\.5 go to a time' '? in the records: how to go to a time'
like "$(printf '%s\n' :wait '::keys go to a time<Enter>' ':dump x' | play 100x40 demo.data)" '^ +% +percent ' '... which :keys finds'
done_testing
