#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The call tree and the flame graph: what they count, and the way to the records of a frame.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

cp "$DATA/demo.data" .

keys() {
	cat <<'KEYS'
:wait
2000g
vf
:wait
:dump flame
:styles flame
ggkkk
:dump up
l
:dump right
z
:dump zoomed
Zo
:dump upside-down
KEYS
}
screens flame 80x24 demo.data < <(keys)
screens flame-wide 200x50 demo.data < <(keys)
screens flame-ascii 80x24 demo.data --ascii < <(keys)
screens flame-search 80x24 demo.data <<'KEYS'
:wait
vf
:wait
/photo<Enter>
:dump first
:styles first
n
:dump next
N
:dump back
/nowhere<Enter>
:dump nowhere
<Esc>,
:dump by-period
<Tab>
:wait
:dump callers
q&type == COMM<Enter>
:wait
vf
:wait
:dump no-samples
KEYS
tree_keys() {
	cat <<'KEYS'
:wait
2000g
vg
:wait
:dump tree
gjl
:dump opened
*
:dump all-below
C
:dump closed
jlo
:dump by-own
o
:dump by-name
o,
:dump by-period
<Tab>
:wait
:dump callers
KEYS
}
screens tree 80x24 demo.data < <(tree_keys)
screens tree-wide 200x50 demo.data < <(tree_keys)
screens tree-ascii 80x24 demo.data --ascii < <(tree_keys)

# Without a screen: the flame graph is folded, the tree a table.
batch() {
	"$PERFNAV" --no-index --batch -q --symfs none --kallsyms none "$@" demo.data
}
folded() {
	"$PERFNAV" print --no-index --format folded -q --symfs none --kallsyms none "$@" demo.data
}
is "$(batch --cmd ':flame')" "$(folded)" ':flame as folded stacks'
is "$(batch --cmd ':flame by time where pid == 7352')" "$(folded --weight time -p 7352)" \
	':flame by a field where'
is "$(batch --cmd ':filter pid == 7352' --cmd ':flame')" "$(folded -p 7352)" ':flame of the list'
samples=$("$PERFNAV" print --no-index -e cpu-clock demo.data | wc -l)
like "$(batch --cmd ':tree')" "^ *100.0 +$samples .* all$" ':tree: all samples'
like "$(batch --cmd ':tree up')" "^ *100.0 +$samples .* all$" ':tree up, too'
like "$(batch --cmd ':tree down by period')" '^ *100.0 +1042[0-9]+ .* all$' ':tree by period'
refused ':flame by' 8
like "$(batch --cmd ':tree down by gap')" '^ *% +total s  % self +self s  frame$' ':tree by a time: its unit'
gap=$("$PERFNAV" count --no-index --by type --agg 'sum(gap)' -e cpu-clock demo.data | awk '/SAMPLE/ { print $2 }')
like "$(batch --cmd ':tree down by gap')" "^100.0 +${gap/./\\.} +0.0 +0.000000000 .* all$" '... and seconds'
unlike "$(batch --cmd ':tree down by period')" 'total s' '... which others have not'
like "$(printf '%s\n' :wait '::flame by gap<Enter>' :wait ':dump x' | play 80x24 demo.data)" \
	"^ all: 1876 samples, gap ${gap/./\\.} s, 100.0%" ':flame by a time: seconds'
refused ':flame by nofield' 11
refused ':flame by comm' 11
refused ':flame sideways' 8
refused ':tree up by callchain.ip' 13
refused ':tree where pid ==' 19

# count KEYS: how many samples the line says, and how many records Enter shows.
count() {
	local screen
	screen=$(printf ':wait\n%s\n:dump x\n<Enter>\n:wait\n:dump y\n' "$1" | play 200x50 demo.data)
	said=$(sed -n '/^---- x/,/^---- y/s/.*: \([0-9]*\) samples, .*/\1/p' <<<"$screen" | tail -n 1)
	[[ -n $said ]] || said=$(sed -n '/^---- x/,/^---- y/s/^> *[0-9.]* *\([0-9]*\) .*/\1/p' <<<"$screen")
	shown=$(sed -n '/^---- y/,$p' <<<"$screen" | grep -o 'of [0-9]*$' | head -n 1)
	is "$shown" "of ${said:-nothing}" "the records behind it: ${2:-$1}"
}
flame=$'vf\n:wait\n'
tree=$'vg\n:wait\n'
count "${flame}gg" 'all'
count "${flame}ggkkk"
count "${flame}ggkllkkk"
count "${flame}ggkkkz<Up>"
count "${flame}<Tab>"$'\n:wait\n'"ggkkk" 'callers'
count "&cpu == 1<Enter>"$'\n:wait\n'"${flame}ggkk" 'with a filter'
count "${tree}gj" 'a task of the tree'
count "${tree}gjlj*jj" 'frames of the tree'
count "${tree}<Tab>"$'\n:wait\n'"gjl*jjj" 'callers of the tree'
like "$(printf ':wait\nvf\n:wait\nkk-\n:wait\n:dump y\n' | play 200x50 demo.data)" 'filter:  not .event == "cpu-clock" and folded' \
	'-: all but these'
# The cursor begins at the stack of the record.
like "$(printf ':wait\n2000g\nvf\n:wait\n:dump y\n' | play 200x50 demo.data --show-event all)" '^ \[kernel.kallsyms\] in \[kernel.kallsyms\]: 124 ' \
	'the innermost frame of the record'
like "$(printf ':wait\n2000gvg\n:wait\n:dump y\n' | play 200x50 demo.data --show-event all)" '^>.* 124 .* \[kernel.kallsyms\]' \
	'... in the tree'
like "$(printf ':wait\nvf<Enter>\n:wait\n:dump x\n' | play 80x24 demo.data)" '^ flame graph' \
	'Enter before anything is there'
like "$(printf ':wait\nvf\n:wait\nZ\n:dump x\n' | play 80x24 demo.data)" 'That is all of it' 'Z at the outside'
grown=$(printf ':wait\nvf\n:wait\nggkkkkkkkkkkkkkkkkkkkk\n:resize 40x8\n:dump x\n:resize 80x14\n:dump y\n' |
	play 40x8 demo.data | sed '1,/^---- y/d')
like "$(sed -n 2p <<<"$grown")" '│' 'on a screen that grows there are levels up to the top row'
grown=$(printf ':wait\nvf\n:wait\nggkkkkkkkk\n:resize 40x8\n:dump x\n:resize 80x14\n:dump y\n' |
	play 40x8 demo.data | sed '1,/^---- y/d')
like "$grown" '^│all( |$)' '... and the base, where the cursor allows it'
like "$(printf ':wait\nvf\n:wait\nn\n:dump x\n' | play 80x24 demo.data)" 'Nothing was searched for' 'n without a search'

done_testing
