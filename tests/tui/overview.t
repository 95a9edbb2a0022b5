#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The overview: the recording on one screen, what each line opens, and when it is the first screen.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

cp "$DATA/demo.data" .

keys() {
	cat <<'KEYS'
:wait
vv
:wait
:dump overview
:styles overview
W
:wait
:dump next-event
A
:wait
:dump all-events
KEYS
}
screens overview 80x24 demo.data < <(keys)
screens overview-wide 120x40 demo.data < <(keys)
screens overview-small 40x10 demo.data < <(keys)
screens overview-ascii 80x24 demo.data --ascii < <(keys)
screens overview-pages 80x24 stat.data < <(keys)

# ---- the numbers ----
# numbers SECTION: "NAME COUNT" of its lines.
numbers() {
	awk -v section="$1" '/^[a-z]/ { here = $1 == section; sub(/^[a-z]+ /, "") }
		here && !/ more$/ { print }' <<<"$page" |
		sed -E 's/^ *(.*[^ ]) +([0-9]+) +[0-9.]+(\/s| %).*/\1 \2/'
}
# counted FIELDS OPTIONS...: the same by perfnav count.
counted() {
	local by=$1
	shift
	"$PERFNAV" count --no-index --by "$by" "$@" demo.data 2>/dev/null |
		awk '{ n = $1; $1 = ""; sub(/^ /, ""); print $0, n }'
}
"$PERFNAV" --no-index --batch --cmd ':overview' demo.data >page 2>/dev/null
page=$(cat page)
is "$(numbers events)" "$(counted event --type SAMPLE | head -n "$(numbers events | wc -l)")" \
	'samples of each event, as perfnav count has them'
is "$(numbers threads | sed -E 's/.* ([0-9]+ [0-9]+)$/\1/')" \
	"$(counted tid --type SAMPLE -e cpu-clock | head -n "$(numbers threads | wc -l)")" \
	'samples of each thread'
like "$page" '^recorded +perf record .* photolab 130' 'the command line'
like "$page" 'chain cut: 3 records' 'problems'
cp -r "$DATA/demo.data.debug" .
"$PERFNAV" --no-index --batch --cmd ':overview' demo.data >page 2>/dev/null
page=$(cat page)
like "$page" '^functions +average_around \[photolab\] +532 +28\.4 %' 'functions by name'
rm -r demo.data.debug

# Times that go back and far ahead.
"$MK" "$ROOT/tests/tui/overview.mk" times.data || exit 1
"$PERFNAV" --no-index --batch --cmd ':overview' times.data >page 2>/dev/null
like "$(cat page)" '^events +ahead +5 +0\.0/s  █ *$' 'an event at the beginning'
like "$(cat page)" '^ +back +3 +0\.0/s  █ +▄$' 'an event at both ends, half as high at the second'

# ---- what a line opens ----
# opens LINE: the position after Enter on it, counted from 1.
opens() {
	play 80x24 demo.data < <(printf ':wait\nvv\n:wait\n%sG<Enter>\n:wait\n:dump x\n' "$1")
}
like "$(opens 1)" ' what +value' 'the recording: its info'
like "$(opens 4)" 'match 1 of 1876' 'an event: its samples'
like "$(opens 7)" '^ events' '... the rest: all events'
like "$(opens 8)" 'match 1 of 851' 'a thread: its samples'
line_of() {
	play 80x24 demo.data < <(printf ':wait\nvv\n:wait\n:dump x\n') | sed '1,3d' | grep -n -- "$1" | cut -d: -f1
}
like "$(opens "$(line_of ' problems ')")" 'chain cut' 'problems'
like "$(opens "$(line_of ' call stacks ')")" ' flame graph of cpu-clock' 'a question: the flame graph'
like "$(opens "$(line_of ' waiting ')")" 'flame graph of the time off the CPU by span.dur' '... the time off the CPU'
# It is of all records, and so is what it opens, whatever the list shows.
for keys in vf vg vw vh 'G3k<Enter>'; do
	unlike "$(play 80x24 demo.data < <(printf '%s\n' :wait '&type == COMM<Enter>' :wait vv :wait "$keys" :wait ':dump x'))" \
		'COMM|no samples' "$keys there: without the filter of the list"
done
like "$(play 80x24 demo.data < <(printf '%s\n' :wait '&type == COMM<Enter>' :wait vv :wait vrvf :wait ':dump x'))" \
	'where type == COMM' '... and with it from the records'
leads() {
	"$PERFNAV" --no-index --batch --cmd ':overview' "$1" 2>/dev/null | sed -n '/^look at/,$p' | sed 's/^look at/       /; s/^ *//; s/  */ /g'
}
is "$(leads "$DATA/tracepoints.data" | grep -c '^system calls by name: number, time, errors')" 1 'system calls lead to spans'
is "$(leads "$DATA/fp.data" | grep -c 'system calls\|waiting\|begin and end')" 0 '... where there are some'
# No hint is cut, whatever the recording: each line of the leads is whole.
for size in 80x24 60x24; do
	cut=''
	for file in "$DATA"/*.data; do
		cut+=$(play "$size" "$(basename "$file")" < <(printf ':wait\nvv\n:wait\nG\n:dump x\n') | sed -n '/ look at /,$p' | grep '…')
	done
	is "$cut" '' "$size: leads and hints of all recordings are whole"
done
like "$(play 80x24 demo.data < <(printf ':wait\nvv\n:wait\n/scanner<Enter>\n:wait\n:dump x\n'))" \
	'record [1-9][0-9]* of 3215' 'a search is for the records'
for line in 1 9; do
	like "$(play 80x24 demo.data < <(printf ':wait\nvv\n:wait\n%sGvk\n:wait\n:dump x\n' "$line"))" \
		"^ stack chart of cpu-clock .* where tid == $([[ $line == 1 ]] && echo 7351 || echo 7354) " \
		"vk on line $line: the stacks of $([[ $line == 1 ]] && echo the busiest || echo this) thread"
done
like "$(play 80x24 stat.data <<<$':wait\nvv\n:wait\nvk\n:dump x')" '^ No thread is here\.$' '... and without samples there is none'
# The prompt is over the view, which is left only for what is found.
for keys in 'vv /scan' 'vv &pid' 'vh /scan'; do
	for end in '' '<Esc>'; do
		like "$(play 80x24 demo.data < <(printf '%s\n' :wait "${keys% *}" :wait "${keys#* }$end" ':dump x'))" \
			'^ (overview, all records: |records over time)' "$keys$end: the view is still there"
	done
done
like "$(play 80x24 demo.data < <(printf '%s\n' :wait vv :wait /scan ':dump x'))" '^records: /scan$' '... which says what it searches'
for keys in 'vv &pid == 7352' 'vh /scanner'; do
	like "$(play 80x24 demo.data < <(printf '%s\n' :wait "${keys%% *}" :wait "${keys#* }<Enter>" :wait ':dump x'))" \
		'order: record [1-9]|match [0-9]+ of' "$keys and Enter: the records"
done

for command in :1821.9s :+5 :50% ':find type == EXIT'; do
	like "$(play 80x24 demo.data < <(printf ':wait\nvv\n:wait\n:%s<Enter>\n:wait\n:dump x\n' "$command"))" \
		'record [1-9][0-9]* of 3215' "$command there goes to the records"
done

# ---- as they look, with names ----
for size in 80x24 120x40 200x50; do
	rm -rf named && mkdir named && cp -r "$DATA/demo.data" "$DATA/demo.data.debug" named
	printf '%s\n' :wait vv :wait ':dump overview' '12j' ':dump function' vr '::1821.9s<Enter>' :wait ':dump list' \
		'::sort gap.tid<Enter>' :wait ':dump sorted' '::spans<Enter>' :wait ':dump spans' >keys
	golden "tests/tui/golden/screens-$size.txt" "screens at $size" \
		"$PERFNAV" --no-index --no-state -q --script keys --screen "$size" named/demo.data
done

# ---- the first screen ----
if ! command -v tmux >/dev/null; then
	skip 'the first screen' 'tmux is not installed'
	done_testing
	exit
fi
rm "$XDG_CONFIG_HOME/perfnav/config"
# begins SCREEN NAME OPTIONS...
begins() {
	local screen=$1 name=$2
	shift 2
	tui_start 80x24 "$PERFNAV" --no-index --symfs none "$@" demo.data
	tui_shows "$screen" "$name"
	tui_keys Q
	tui_exits 0
}
begins 'record 0 of' '--no-state: the records' --no-state
begins 'record 5 of' '--goto: the records' --goto 5
rm -rf "$XDG_STATE_HOME/perfnav"
begins 'match 1 of' 'a filter: the records' -f 'cpu == 1'
rm -rf "$XDG_STATE_HOME/perfnav"
begins 'overview, all records: ' 'a recording that was not open before: the overview'
begins 'record 8 of' '... over the records from the first with a time, which are left as they were'
rm -rf "$XDG_STATE_HOME/perfnav"
echo 'set start records' >"$XDG_CONFIG_HOME/perfnav/config"
begins 'record 0 of' 'set start records'

done_testing
