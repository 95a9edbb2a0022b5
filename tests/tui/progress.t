#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Totals, histograms, heat maps and stacks while the index is still being built: what is there is shown, with
# how much of the recording it is, and in the end it is what the whole index gives.
. "$(dirname "$0")/../lib.sh"

command -v tmux >/dev/null || skip_all 'tmux is not installed'

"${CC:-cc}" -shared -fPIC -O1 -D_GNU_SOURCE -o hold.so "$ROOT/tests/tui/holdread.c" -ldl || exit 1
# 400000 samples of three threads, 48 bytes each, whose names come last, with a time before all others.
# early: the name of one of the three comes first, and last comes what was mapped.
# ahead: the second record is the first with a time, which no other reaches.
cat >make.py <<'PYTHON'
import struct, sys
EARLY, AHEAD = "early" in sys.argv, "ahead" in sys.argv
SAMPLES = 400000
attr = struct.pack("<IIQQQQQ", 1, 128, 0, 1000, 0x187, 0, 1 << 9 | 1 << 18).ljust(128, b"\0")
def comm(tid, name, time=5):
    return struct.pack("<IHHII8sIIQII", 3, 0, 48, 90, tid, name, 90, tid, time, 0, 0)
data = bytearray(comm(92, b"early92") if EARLY else comm(90, b"a", 0) + comm(90, b"b", 10**15) if AHEAD else b"")
for i in range(SAMPLES):
    data += struct.pack("<IHHQIIQIIQ", 9, 2, 48, 0x400000 + i % 5, 90, 90 + i % 3, 10**9 + i * i // 64, i % 2, 0, 7)
for tid in (90, 91) if EARLY else (90, 91, 92):
    data += comm(tid, b"late%d" % tid)
if EARLY:
    data += struct.pack("<IHHIIQQQ8sIIQII", 1, 2, 72, 90, 90, 0x400000, 0x1000, 0, b"late.so", 90, 90, 5, 0, 0)
head = b"PERFILE2" + struct.pack("<10Q", 104, 144, 104, 144, 248, len(data), 0, 0, 0, 0)
sys.stdout.buffer.write(head.ljust(104, b"\0") + attr + struct.pack("<QQ", 248, 0) + data)
PYTHON
python3 make.py >long.data && python3 make.py early >stacks.data && python3 make.py ahead >ahead.data || exit 1
data=long.data

# held BYTES COMMAND...: the browser, where the index does not get beyond that byte for now.
held() {
	local from=$1
	shift
	touch held
	tui_start 100x30 env ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" LD_PRELOAD="$PWD/hold.so" HOLD_PATH="$data" HOLD_WHILE=held \
		HOLD_FROM="$from" HOLD_TO=19200000 "$PERFNAV" --no-index -q --symfs none --kallsyms none "$@" "$data" ${behind:+"$behind"}
}

let_go() {
	rm held
}

# The number before "%" in the first line is that of a part. It stays: what is counted again, because names
# have come, begins with less.
partly() {
	local i percent last=0 same=0
	for ((i = 0; i < 100 * TUI_LIMIT; i++)); do
		percent=$(tui_screen | sed -n '1s/.* \([0-9]*\)%.*/\1/p')
		same=$((percent == last ? same + 1 : 0))
		last=$percent
		((percent > 30 && same > 5)) && break
		sleep 0.05
	done
	ok "$1: $percent %" test "$percent" -gt 30 -a "$percent" -lt 80
	((percent > 30)) || tui_screen | diag
}

# Without any time, then with a part of them, then with all.
held 20000 --cmd ':hist'
tui_shows 'waiting for the index' ':hist waits for the first times'
tui_keys z Enter
tui_shows 'waiting for the index' '... with nothing to zoom into'
let_go
tui_shows 'highest' '... and has them in the end'
tui_hides 'counting' '... all of them'
tui_screen | sed -n '3,29p' >hist.whole
held 20000 --cmd ':heat'
tui_shows 'waiting for the index' ':heat waits for the first times'
let_go
tui_shows 'densest' '... and has them in the end'
held 20000 --cmd ':strips'
tui_shows 'waiting for the index' ':strips waits for the first times'
tui_keys z j Enter
tui_shows 'waiting for the index' '... with nothing to zoom into'
let_go
tui_shows 'threads over time' '... and has them in the end'
held 14000000 --cmd ':hist'
tui_shows 'counting…' ':hist shows what there is'
partly '... and how much that is'
let_go
tui_hides 'counting' '... and goes on'
tui_screen | sed -n '3,29p' >hist.grown
is "$(<hist.grown)" "$(<hist.whole)" '... to the same bars'

held 14000000 --cmd ':count sum(size) by type'
tui_shows '% of the recording' 'totals show what there is'
partly '... and how much that is'
is "$(tui_screen | ungrouped | awk '$NF == "SAMPLE" { sub(/^>/, ""); print ($1 > 1000 && $1 < 400000) }')" 1 '... which is a part'
let_go
tui_shows '>400 000 ' '... and come to all'
tui_hides 'counting' '... at the end'
held 14000000 --cmd ':count by type'
tui_shows '% of the recording' 'totals that are cancelled'
partly '... when there are some'
tui_keys C-c
tui_shows 'stopped: ' '... say how much they are'
partly '... as before'
let_go
tui_shows '% of the rows' '... also when the index is complete'
partly '... which is no more'

# Later records can change the names of tasks: they are counted again.
held 14000000 --cmd ':count by comm'
tui_shows '% of the recording' 'names of tasks are counted, too'
partly '... before they are told'
is "$(tui_screen | unbarred | ungrouped | awk '$2 == "100.0" { print $3 }')" - '... as far as they are known'
let_go
tui_hides 'counting' '... and once more when all are known'
tui_screen | unbarred | ungrouped | awk 'NR > 2 && $2 ~ /\./ { sub(/^>/, ""); print $1, $3 }' | sort >found
"$PERFNAV" count --no-index -q --by comm --format csv long.data >names
tail -n +2 names | tr -d '\r' | awk -F, '{ print $2, $1 == "" ? "-" : $1 }' | sort >want
is "$(<found)" "$(<want)" '... as perfnav count does'
# So does the list: what passes a filter so far may not when names are told.
held 14000000 -f 'not (comm contains "late")'
tui_shows 'matches so far' 'a filter by names of tasks shows what there is'
tui_shows ' SAMPLE ' '... as rows'
let_go
tui_shows ' 0 matches' '... until the names are told: then no record passes'
tui_shows 'no record passes the filter' '... and none is listed'
tui_keys $'\\' $'\\'
tui_shows ' 0 matches' '... also when the filter was off for a moment'
held 14000000 --cmd ':count by dso'
tui_shows 'waiting for the index… ' 'what was mapped is known at the end alone'
let_go
tui_hides 'waiting' '... and is counted then'
held 14000000 --cmd ':hist where dso'
tui_shows 'waiting for the index… ' '... also in a histogram'
let_go
tui_hides 'waiting' '... and is counted then'
held 14000000 --cmd ':heat by map.off'
tui_shows 'waiting for the index… ' '... and so is an offset in it'
let_go
tui_hides 'waiting' '... in a heat map'

# Stacks, too: names of tasks and of what was mapped are others at the end, when all is counted again.
data=stacks.data
held 14000000 --cmd ':flame'
tui_shows '% of the recording' 'a flame graph shows what there is'
partly '... and how much that is'
tui_shows ':90' '... with the names that are known'
tui_shows '[unknown]' '... of frames, too'
tui_screen | head -n 1 | grep -o '[0-9]* samples' >part
ok '... and the samples so far' test "$(grep -o '[0-9]*' part)" -gt 1000 -a "$(grep -o '[0-9]*' part)" -lt 400000
tui_keys g g k l l z
tui_shows 'of the visible part 100.0%' '... where one can look around'
tui_shows ' early92:' '... to a task whose name is known'
let_go
tui_shows '[late.so]' '... and they are counted once more'
tui_hides 'counting' '... at the end'
tui_shows 'of the visible part 100.0%' '... without a move to somewhere else'
tui_shows ' early92: 133333 samples' '... of all samples'
held 14000000 --cmd ':flame'
tui_shows '% of the recording' 'a flame graph that is cancelled'
partly '... when there is something'
tui_keys C-c
tui_shows 'stopped: ' '... says how much it is'
partly '... as before'
let_go
held 14000000 --cmd ':tree'
tui_shows '% of the recording' 'a call tree shows what there is'
partly '... and how much that is'
tui_shows ':90' '... with the names that are known'
tui_keys o o G l
tui_shows '[unknown]' '... and opens'
tui_shows ' early92' '... a task whose name is known'
let_go
tui_hides 'counting' '... and all is counted again at the end'
like "$(tui_screen | grep '^>')" ' 133 333 .* ▾ early92$' '... with the cursor where it was'
tui_screen | unbarred | ungrouped | awk 'NR > 2 { sub(/^>/, "") } NR > 2 && $1 ~ /[0-9][.][0-9]$/ { print $2, $NF }' | sort >found
"$PERFNAV" print --no-index -q -q --symfs none --kallsyms none --format folded "$data" |
	awk '{ sub(/;/, " "); n += $3; if ($1 == "early92") print $3, $2; t[$1] += $3 } END { print n, "all"; for (i in t) print t[i], i }' | sort >want
is "$(<found)" "$(<want)" '... to what perfnav print says'
# A long title leaves room for the note.
data=stacks.data
held 14000000 --cmd ':flame where type == SAMPLE and tid in {90, 91, 92} and period'
tui_shows '% of the recording' 'a long filter does not hide how much a flame graph is'
partly '... which is a part'
let_go
tui_hides '% of the recording' '... and is all there when all is counted'
held 14000000 --cmd ':count by comm where type == SAMPLE and tid in {90, 91, 92} and period'
tui_shows '% of the recording' '... nor how much totals are'
partly '... which are a part'
let_go
tui_hides 'counting' '... for a moment'
held 14000000 --cmd ':flame where dso'
tui_shows 'waiting for the index… ' 'a filter that needs what was mapped waits for the end'
let_go
tui_hides 'waiting' '... and is counted then'
# What says that a place is waited for goes away when the list is there.
data=long.data
held 14000000
tui_type ':399000'
tui_keys Enter
tui_shows 'does not reach there yet' 'a place behind what is indexed is waited for'
let_go
tui_shows 'record 399000 of' '... and gone to'
tui_hides 'does not reach' '... and no longer said to be waited for'
# What is done to that record is done there, not to the one that is shown meanwhile.
mv "$XDG_CONFIG_HOME/perfnav/config" config
echo 'set start records' >"$XDG_CONFIG_HOME/perfnav/config"
for at in 20000 14000000; do
	rm -rf "$XDG_STATE_HOME/perfnav/recordings"
	held "$at"
	tui_type '300000gMma'
	tui_shows 'mark runs afterwards' "300000gMma, with $at bytes indexed"
	tui_type ':note x'
	tui_keys Enter
	tui_shows 'still loading' '... and :note'
	tui_keys C-u Escape
	let_go
	tui_shows 'record 300000 of' '... goes there'
	tui_shows "Mark a is set; 'a goes back to it" '... and marks it'
	tui_type 'Q'
	tui_poll tui_ending >/dev/null
	tui_stop
	is "$("$PERFNAV" print --no-index -f flagged -F n "$data")" 300000 '... and flags that one alone'
done
mv config "$XDG_CONFIG_HOME/perfnav/config"
# A comparison tells how both were made before there is anything to count.
data=long.data
held 14000000 --cmd ':compare stacks.data'
tui_shows 'waiting for the indexes… ' 'a comparison waits for the indexes'
tui_shows 'perf record' '... and shows how both were made'
tui_shows 'settings are the same: CPUs, perf record' '... and what is the same in both'
tui_hides ' total ' '... but no number of a part'
let_go
tui_shows ' total ' '... which come in the end'
tui_hides 'comparing' '... all of them'
tui_stop
# A ratio of events that have samples later.
cp "$ROOT/data/demo.data" .
data=demo.data
held 10000 --cmd ':count page-faults/cpu-clock by comm pivot event where event in {"page-faults", "cpu-clock"}'
let_go
tui_shows 'page-faults/cpu-clock' 'a column of a ratio comes with the samples of its events'
# A list that was left before it reached the first record with a time begins there the next time.
rm -rf "$XDG_STATE_HOME/perfnav/recordings" "$XDG_CONFIG_HOME/perfnav/config"
data=ahead.data
held 14000000
tui_shows 'overview, all records' 'the first record with a time may be far away'
tui_keys Q
sleep 0.2
let_go
tui_exits 0
tui_start 100x30 "$PERFNAV" --no-index "$data"
tui_shows 'overview, all records' 'the overview was left'
tui_keys vr
tui_shows 'record 1, by time' '... and is where the list begins, also when it was left before'

# A list that was on the screen changes to time order when the index is complete.
rm -rf "$XDG_STATE_HOME/perfnav"
data=long.data
held 20000
tui_shows 'overview, all records' 'the first screen while the index is built'
tui_keys v r
tui_shows 'file order: ' 'the list while the index is built: file order'
let_go
tui_shows 'The index is complete: time order begins. o: file order.' '... and time order once it is complete'
tui_shows ', by time ' '... as the title says'
tui_stop
# One that the user chose stays.
rm -rf "$XDG_STATE_HOME/perfnav"
held 20000
tui_shows 'overview, all records' 'the first screen again'
tui_keys v r o o
tui_shows 'file order: ' 'file order by choice,'
let_go
tui_shows ' of 400003  ' '... until the index is complete'
tui_shows 'file order: ' '... and after it'

# Of several files those that have no index yet have no names. A filter is checked as it is typed.
rm -rf "$XDG_STATE_HOME/perfnav"
data=stacks.data behind=long.data
held 20000
tui_shows 'overview, all records' 'the first of two files is read'
tui_keys '&' n o w h e r e
tui_shows 'nowhere is not a field' 'a name is looked for in the indexes that there are'
let_go
tui_keys Escape
tui_shows ' 800007 records' '... and those of both files come to their ends'
tui_stop

done_testing
