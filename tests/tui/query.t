#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Filters, searches and slices in a terminal, as somebody types them.
# shellcheck disable=SC1003,SC2016 # keys, and text that perfnav expands
. "$(dirname "$0")/../lib.sh"

command -v tmux >/dev/null || skip_all 'tmux is not installed'
cp "$DATA/demo.data" .

# number OPTIONS...: of the first record that print prints.
number() {
	"$PERFNAV" print --no-index -n 1 "$@" demo.data | awk '{ print $1 }'
}

# command_line TEXT: typed at the prompt.
command_line() {
	tui_type ":$1"
	tui_keys Enter
}

# ---- a search that is not at its end: its count is what was found so far ----
pipe=$DATA/pipe.data
mkfifo from
tui_start 80x24 "$PERFNAV" from
exec 7>from
head -c "$(($(stat -c %s "$pipe") - 3000))" "$pipe" >&7
tui_shows 'of 131' 'a recording that still comes'
tui_type '&type == SAMPLE'
tui_keys Enter
tui_shows 'match 1 of 64…' 'the count of what is there so far'
tail -c 3000 "$pipe" >&7
exec 7>&-
tui_hides '…  ' 'at its end the count is whole'
tui_shows "match 1 of $("$PERFNAV" print --no-index -f 'type == SAMPLE' "$pipe" | wc -l)" '... of all'
tui_keys Q
tui_exits 0

# Totals of an event that has no such records are of the next one that has.
cp "$DATA/faults.data" .
tui_start 80x24 "$PERFNAV" --no-index --no-state faults.data
tui_shows 'record 0 of '
tui_type ':mem line'
tui_keys Enter
tui_shows '0x7f10b596a000' 'accesses of the event that has addresses'
tui_shows '1033 records of page-faults/period=3/' '... which the title names'
tui_keys Q
tui_exits 0

# An expression that keeps a processor busy for long with each record.
tui_start 80x24 "$PERFNAV" demo.data
tui_shows 'record 0 of 3215'
tui_type '&line =~ "(.*[a-z]){9}[#%]" or ordinal == 0'
tui_keys Enter
tui_shows 'so far, searching' 'a search that takes long'
tui_keys C-c
tui_shows 'Stopped. The results so far remain.' 'Ctrl-C stops it in the middle of a block'
tui_shows '% searched' '... which the line of the filter says'
tui_type '&'
tui_keys C-u
tui_type 'cpu == 0'
tui_keys Enter
tui_shows ' match ' 'another filter at once'
tui_keys Q
tui_exits 0

# ---- what the prompt says while a filter is typed ----
tui_start 80x24 "$PERFNAV" demo.data
tui_shows 'record 0, by time 1 of 3215'
tui_type '&pid == 7351'
tui_shows 'reads the index only' 'before Enter: what it reads, the index'
tui_type ' and period > 1'
tui_shows 'records: up to' '... or records, and how much of them'
tui_keys C-u
tui_type 'perod > 1'
tui_shows '^' 'a caret while it is typed'
tui_shows 'period' '... and a word that could be meant'
tui_keys C-u
tui_type 'pid == "x" and cpu == 0'
tui_shows 'this field is a number' 'a clash of types is an error'
is "$(tui_screen | sed -n '/^filter: /{n;s/\^.*/^/p}' | tr -d '\n' | wc -c)" \
	"$(printf 'filter: pid == ^' | wc -c)" '... under its place'
tui_keys C-u

# ---- a stack of conditions ----
tui_type 'pid == 7352 and cpu == 0'
tui_keys Enter
both=$("$PERFNAV" print --no-index -f 'pid == 7352 and cpu == 0' demo.data | wc -l)
one=$("$PERFNAV" print --no-index -f 'cpu == 0' demo.data | wc -l)
other=$("$PERFNAV" print --no-index -f 'cpu == 1' demo.data | wc -l)
tui_shows "of $both" 'two conditions'
tui_type '1\'
tui_shows "of $one" 'the first off'
tui_type '1\'
tui_shows "of $both" '... and on'
tui_type '2&'
tui_shows 'condition: cpu == 0' 'the second to be changed'
tui_keys BSpace
tui_type 1
tui_keys Enter
tui_shows 'cpu == 1' '... it is'
tui_type '1D'
tui_shows "of $other" 'the first removed'
tui_keys '\'
tui_hides ' match ' 'all off'
tui_keys '\'
tui_shows "of $other" '... and on'
tui_keys Escape
tui_shows 'Off: cpu == 1' 'Escape turns the last off'
tui_type D
tui_hides 'cpu == 1' 'and none is left'

# ---- values of the record under the cursor ----
tui_type '2000g&tid == $tid'
tui_keys Enter
tui_shows 'tid == 7354' 'the value is that of this record'
tui_type D

# ---- search ----
line=$("$PERFNAV" print --no-index -f 'line contains "prev_comm=scanner"' -n 2 demo.data | awk '{ print $1 }')
first=$(sed -n 1p <<<"$line") second=$(sed -n 2p <<<"$line")
tui_type '0g/prev_comm=scanner'
tui_keys Enter
tui_shows "record $first, by time" '/: text as the list shows it'
tui_keys n
tui_shows "record $second, by time" 'n: the next one'
tui_keys N
tui_shows "record $first, by time" 'N: back'
tui_keys N
tui_shows 'search continued from the end' 'N before the first: wrapped, and that is said'
tui_keys n
tui_shows 'search continued from the beginning' 'n behind the last likewise'
tui_type '0g/S ==> dark-blur:7354'
tui_keys Enter
tui_shows "record $(number -f 'line contains "S ==> next_comm=dark-blur next_pid=7354"'), by time" \
	'/S ==> dark-blur:7354: a switch as the list has it in short'
for short in '==> dark-blur:73' 'dark-blur:7354'; do
	tui_type "0g/$short"
	tui_keys Enter
	tui_shows "record $(number -f 'line contains "==> next_comm=dark-blur next_pid=7354"'), by time" \
		"/$short: a part of that"
done
tui_type '0g/==> DARK-blur'
tui_keys Enter
tui_shows 'No line or function name has' '... where a capital counts'
tui_type '0g'
command_line 'find type == EXIT'
tui_shows "record $(number -f 'type == EXIT'), by time" ':find'
tui_type '0g'
command_line 'find-bytes 78 08:00'
tui_shows "record $(number -f 'ordinal > 0 and bytes contains "780800"'), by time" ':find-bytes in hexadecimal'
tui_type '0g'
command_line 'find-bytes "dark"'
tui_shows "record $(number -f 'ordinal > 0 and bytes contains "6461726b"'), by time" '... and as text'
tui_type '/b8 1c 00 00'
tui_keys Enter
tui_shows 'No line or function name has "b8 1c 00 00" (any case). :find-bytes searches the' 'bytes as text: where to search them'
# The first FORK after the summary records: 7352 follows its 8 bytes of header.
tui_type '0g'
command_line 'find-bytes b8 1c 00 00'
tui_shows 'Found at offset 0x8 of the record' '... and where'
tui_shows '0008 [b8 1c 00 00]' '... in the field that is selected'

# ---- related records ----
# related KEY FILTER NAME: the key goes on to the next record that passes; BACK: and back.
related() {
	tui_type 2000g
	tui_wait 'record 2000, by time'
	tui_type "$1"
	tui_shows "record $(number -f "ordinal > 2000 and $3"), by time" "$1: $4"
	tui_type "$2"
	tui_shows 'record 2000, by time' "$2: back"
}
related ']' '[' 'tid == 7354' 'the same thread'
cpu=$("$PERFNAV" print --no-index -f 'ordinal == 2000' -F cpu demo.data)
related '}' '{' "cpu == $cpu" 'the same CPU'
related ')' '(' 'event == "sched:sched_switch"' 'the same value of the field under the cursor'

# ---- a slice of what the list shows ----
tui_type '&pid == 7352'
tui_keys Enter
tui_shows ' match '
command_line 'slice part.data'
tui_shows 'records written: 1456 selected' ':slice says what is in it'
"$PERFNAV" slice -q --no-index -p 7352 -o same.data demo.data
ok '... which is what perfnav slice writes' cmp -s part.data same.data
command_line 'slice part.data'
tui_shows ':slice! replaces it' 'a file that is there is not replaced'
tui_keys C-c
command_line 'slice! part.data --scrub'
tui_shows 'records written' '... but with !'
"$PERFNAV" slice -q --no-index --scrub -p 7352 -o clean.data demo.data
is "$(stat -c %s part.data)" "$(stat -c %s clean.data)" '--scrub'
command_line 'slice! demo.data'
tui_shows 'is the recording itself' 'the recording is never replaced'
tui_keys C-c Q
tui_exits 0

# ---- problems ----
cp "$DATA/lost.data" .
tui_start 80x24 "$PERFNAV" lost.data
tui_shows 'record 0 of'
problem=$("$PERFNAV" print --no-index -f problem -n 2 lost.data | awk '{ print $1 }')
tui_type e
tui_shows "record $(sed -n 1p <<<"$problem") of" 'e: the next problem'
tui_type e
tui_shows "record $(sed -n 2p <<<"$problem") of" 'e again'
tui_type E
tui_shows "record $(sed -n 1p <<<"$problem") of" 'E: back'
tui_keys Q

done_testing
