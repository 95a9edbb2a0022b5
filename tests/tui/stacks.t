#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The call tree and the flame graph: what they count, and the way to the records of a frame.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

cp "$DATA"/{demo,system}.data .

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
	screen=$(printf ':wait\n%s\n:dump x\n<Enter>\n:wait\n:dump y\n' "$1" | play 200x50 demo.data | unbarred | ungrouped)
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
like "$(printf ':wait\nvf\n:wait\nkk-\n:wait\nq\n:dump y\n' | play 200x50 demo.data)" 'filter:  not .event == "cpu-clock" and folded' \
	'-: all but these'
graph=$(printf ':wait\nvf\n:wait\nkkkk+\n:wait\n:dump x\n' | play 80x24 demo.data)
like "$graph" '^ flame graph of cpu-clock where event .* 851 samples$' '+: the graph is that of these'
like "$graph" '^ all: 851 samples, 100\.0%$' '... and nothing else'
# The cursor begins at the stack of the record.
like "$(printf ':wait\n2000g\nvf\n:wait\n:dump y\n' | play 200x50 demo.data --show-event all)" '^ \[kernel.kallsyms\] in \[kernel.kallsyms\]: 124 ' \
	'the innermost frame of the record'
like "$(printf ':wait\n2000gvg\n:wait\n:dump y\n' | play 200x50 demo.data --show-event all)" '^>.* 124 .* \[kernel.kallsyms\]' \
	'... in the tree'
like "$(printf ':wait\nvf<Enter>\n:wait\n:dump x\n' | play 80x24 demo.data)" '^ flame graph' \
	'Enter before anything is there'
like "$(printf ':wait\nvf\n:wait\nZ\n:dump x\n' | play 80x24 demo.data)" 'The whole graph is shown' 'Z at the outside'
grown=$(printf ':wait\nvf\n:wait\nggkkkkkkkkkkkkkkkkkkkk\n:resize 40x8\n:dump x\n:resize 80x14\n:dump y\n' |
	play 40x8 demo.data | sed '1,/^---- y/d')
like "$(sed -n 2p <<<"$grown")" '│' 'on a screen that grows there are levels up to the top row'
grown=$(printf ':wait\nvf\n:wait\nggkkkkkkkk\n:resize 40x8\n:dump x\n:resize 80x14\n:dump y\n' |
	play 40x8 demo.data | sed '1,/^---- y/d')
like "$grown" '^│ +all( |$)' '... and the base, where the cursor allows it'
like "$(printf ':wait\nvf\n:wait\nn\n:dump x\n' | play 80x24 demo.data)" 'There was no search yet' 'n without a search'

# A screen too low for all levels: stacks that go on have a sign, and on the right is a map of all levels.
low=$(printf '%s\n' :wait vf :wait gg ':dump x' ':styles y' | play 80x10 demo.data)
like "$(sed -n 3p <<<"$low")" '↑' 'stacks that go on beyond the screen have a sign'
is "$(sed -n '3,9s/.*\(..\)$/\1/p' <<<"$low" | tail -n 1)" '│█' '... and a map has all levels, with those on the screen'
unlike "$(printf '%s\n' :wait vf :wait ':dump x' | play 80x40 demo.data)" '↑|█$' '... none where all are there'

# Rows that the graph leaves free have the functions by their own samples, as the folded stacks have them.
own() {
	printf '%s\n' :wait vf :wait "$@" ':dump x' | play 100x60 demo.data |
		sed -n 's/^ *\([0-9.]*%\) [^ ]* * \([^ ].*\) [^ ]*$/\1 \2/p'
}
leaves() {
	"$PERFNAV" --no-index -q --symfs none --kallsyms none --batch --cmd :flame demo.data 2>/dev/null | awk -v "where=${1-}" '
		{ n = $NF; all += n; sub(/ [0-9]+$/, ""); task = $0; sub(/;.*/, "", task); leaf = $0; sub(/.*;/, "", leaf) }
		!where || task == where { own[leaf] += n }
		END { for (i in own) printf "%d %.1f%% %s\n", own[i], 100 * own[i] / all, i }' |
		sort -k1,1nr -k3 | cut -d ' ' -f 2-
}
is "$(own)" "$(leaves)" 'functions by their own samples in free rows'
is "$(own gk z)" "$(leaves scanner)" '... of the frame that fills the screen'
unlike "$(printf '%s\n' :wait vf :wait gg ':dump x' | play 80x10 demo.data)" 'their own samples' '... none where no row is free'

# ---- the sandwich ----
sandwich_keys() {
	cat <<'KEYS'
:wait
2000g
::sandwich "[photolab]" where pid == 7352<Enter>
:wait
:dump sandwich
:styles sandwich
k
:dump caller
<Tab><Tab>j
:dump callee
z
:dump middle
Z
:dump back
/kernel<Enter>
:dump found
<Esc>,
:dump by-period
G
:dump innermost
g
:dump task
z
:dump no-function
KEYS
}
for size in 40x10 80x24 200x50; do
	screens "sandwich-$size" "$size" demo.data < <(sandwich_keys)
done
screens sandwich-ascii 80x24 demo.data --ascii < <(sandwich_keys)

# sandwich KEYS: how many samples the line says, and how many records Enter shows.
sandwich=$'::sandwich average_around<Enter>\n:wait\n'
with_symbols() { # KEYS: of demo.data with its files of symbols
	printf ':wait\n%s\n:dump x\n<Enter>\n:wait\n:dump y\n' "$1" >keys
	"$PERFNAV" --no-index --no-state -q --kallsyms none --script keys --screen 200x50 "$DATA/demo.data"
}
# Names in the list of functions that are too long are shortened as elsewhere.
printf '%s\n' :wait vf :wait ':dump x' >keys
like "$("$PERFNAV" --no-index --no-state -q --kallsyms none --script keys --screen 30x40 "$DATA/demo.data")" '%.* shrink_blo…$' 'a long name in the list of functions'
behind() {
	local screen said
	screen=$(with_symbols "$1")
	said=$(sed -n '/^---- x/,/^---- y/s/^ .*: \([0-9]*\) samples, .*/\1/p' <<<"$screen" | tail -n 1)
	is "$(sed -n '/^---- y/,$p' <<<"$screen" | grep -o 'of [0-9]*$' | head -n 1)" "of ${said:-nothing}" "$2: ${said:-no} records"
}
behind "$sandwich" 'the function'
behind "${sandwich}k" 'a caller'
behind "${sandwich}kkkk" 'callers up to the task'
behind "${sandwich}j" 'a callee'
behind "${sandwich}G" 'the innermost callee'
behind $'2000gvw\n:wait\n' 'the function of the record'
behind $'::sandwich "[kernel.kallsyms]"<Enter>\n:wait\njj' 'of a function that calls itself, the outermost call'
like "$(with_symbols $'vf\n:wait\n/blur_row<Enter>vw\n:wait')" '^ sandwich of blur_row of cpu-clock' 'from the flame graph'
like "$(with_symbols $'vg\n:wait\n*/blur_row<Enter>vw\n:wait')" '^ sandwich of blur_row of cpu-clock' 'from the call tree'
like "$(with_symbols $'::count sym<Enter>\n:wait\n/average<Enter>vw\n:wait')" '^ sandwich of average_around of cpu-clock' 'from totals'
like "$(with_symbols $'vf\n:wait\nggkvw')" 'No function is here' 'a task is no function'
like "$(with_symbols $'::sandwich nobody<Enter>\n:wait')" '^ no stack has nobody' 'a function that nobody calls'
# One sample; a filter that leaves none; a condition that the view has already is in the filter once.
like "$(printf '%s\n' :wait '&n == 1390<Enter>' :wait vf :wait ':dump x' | play 80x24 demo.data)" \
	': 1 sample, 100.0%' 'one sample'
for keys in vf vg; do
	like "$(printf '%s\n' :wait '&pid == 1<Enter>' :wait "$keys" :wait ':dump x' | play 80x24 demo.data)" \
		'^ no samples match the filter' "$keys: nothing passes the filter"
done
like "$(printf '%s\n' :wait '::offcpu<Enter>' :wait '<Enter>' :wait ':dump x' | play 160x24 demo.data)" \
	' span.kind == "offcpu"  and  span.dur  and  event == "sched:sched_switch"  and  type == SAMPLE  ' \
	'the records of the time off the CPU: each condition once'
refused ':sandwich blur_row by nofield' 23
refused ':sandwich "blur_row' 11

# ---- the stack chart ----
chart_keys() {
	cat <<'KEYS'
:wait
1000g
vk
:wait
:dump chart
:styles chart
jjl
:dump frame
z
:wait
:dump inside
Z
:wait
ggkM5l
:dump stretch
M
:dump span
/average<Enter>
:dump found
<Esc>G
:dump end
<Tab>
:wait
:dump cpu
KEYS
}
for size in 40x10 80x24 200x50; do
	screens "stackchart-$size" "$size" system.data < <(chart_keys)
done
screens stackchart-ascii 80x24 system.data --ascii < <(chart_keys)
chart=$'::stackchart tid 7354<Enter>\n:wait\n'
chart_records() { # KEYS WHAT: as many records as the line says samples
	local screen said
	screen=$(with_symbols "$chart$1")
	said=$(sed -n '/^---- x/,/^---- y/s/.* ms, \([0-9]*\) samples$/\1/p' <<<"$screen" | head -n 1)
	is "$(sed -n '/^---- y/,$p' <<<"$screen" | grep -o 'of [0-9]*$' | head -n 1)" "of ${said:-nothing}" "$2: ${said:-no} records"
}
chart_records '' 'a task'
chart_records 'jjj' 'a frame'
chart_records 'jjjlll' 'a later one'
chart_records 'gM9lM' 'a column'
chart_records 'gM9l' 'a stretch'
chart_records $'jjjlz\n:wait\n' 'zoomed in'
like "$(with_symbols "${chart}k")" '^ offcpu ' 'k: the spans'
like "$(with_symbols "${chart}jjjvw"$'\n:wait')" '^ sandwich of serve_station of cpu-clock|^ sandwich of blur_frame of cpu-clock' 'from a frame to the sandwich'
# A part of a wait, in which it neither begins nor ends.
lasting=$(with_symbols "${chart}k20lz"$'\n:wait\nggjM40lz\n:wait\nGM9hz\n:wait')
like "$lasting" '^offcpu +> +R' 'a span that lasts longer than what is shown'
like "$lasting" ': 4\.919 ms$' '... with all of its time'
cat >one.mk <<'MK'
include "abi.inc"
attr type=HARDWARE config=0 sample_period=4000 size=128 name="cycles"
	sample_type=S_IP|S_TID|S_TIME|S_CALLCHAIN|S_CPU|S_PERIOD
	flags=F_SAMPLE_ID_ALL
record SAMPLE misc=USER u64 0x1001 u32 531 532 u64 1000 u32 4 0 u64 4000 u64 3 CTX_USER 0x1001 0x2001
MK
cp "$ROOT/tests/mk/cases/abi.inc" .
"$MK" one.mk one.data
one=$(printf ':wait\nvk\n:wait\n:dump x\n' | play 80x9 one.data)
like "$one" '^ at 0\.000001000: 1 sample$' 'a chart of one sample: its time'
is "$(grep -c '\[unknown\]' <<<"$one")" 2 '... and its frames'
# The only sample of a thread is too narrow for the names of its frames, which are next to it.
like "$(with_symbols $'::stackchart tid 7349<Enter>\n:wait\n')" '^ *[>│] photolab *$' 'one sample at the left: names on its right'
like "$(with_symbols $'::stackchart tid 7435 where event == "sched:sched_process_exit"<Enter>\n:wait\n')" '^ +[a-z_]+ [>│] *$' '... at the right: on its left'
like "$(printf ':wait\nvk\n:wait\n:dump x\n' | play 80x9 demo.data)" ' tid == 7351 .* 851 samples$' \
	'at a record that tells no thread: the busiest one'
refused ':stackchart tid x' 13
refused ':stackchart cpu 1 2' 19
# Both numbers are parts of all samples, whatever is zoomed.
zoomed=$(printf '%s\n' :wait vf :wait '/libc<Enter>' z :wait ':dump x' | play 80x24 demo.data)
found=$(sed -n 's/.*found in \([0-9.]*%\).*/\1/p' <<<"$zoomed")
like "$found" '^[0-9]+\.[0-9]%$' 'a zoomed search says where the text was found'
like "$zoomed" '^ flame graph within [^ ]+ of cpu-clock ' 'the title names the frame that fills the screen'
like "$zoomed" "samples, $found" '... as a part of all samples, like the line of its frame'
done_testing
