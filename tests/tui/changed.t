#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Recordings that somebody replaces, deletes, cuts, writes to or adds to while they are open.
. "$(dirname "$0")/../lib.sh"

command -v tmux >/dev/null || skip_all 'tmux is not installed'

# open_copy RECORDING: as it.data, in the browser.
open_copy() {
	rm -rf it.data it.data.pnx
	cp -r "$DATA/$1" it.data
	tui_start 100x24 "$PERFNAV" it.data
	tui_wait 'record 0 of'
}

# shows_change TEXT NAME: what the status line says after some keys; it looks once a second.
shows_change() {
	local i
	for ((i = 0; i < 40; i++)); do
		tui_keys Left
		sleep 0.1
		tui_has "$1" && break
	done
	tui_shows "$1" "$2"
}

open_copy demo.data
tui_keys G
tui_wait 'record 3214 of'
mv it.data it.data.old
shows_change 'file was deleted' 'renamed: the status line says that the name is gone'
cp "$DATA/fp.data" it.data
shows_change 'file was replaced' 'another file has the name: as when perf record starts again'
tui_keys g
tui_shows 'record 0 of 3215' 'the old one is there, whole'
tui_keys q
tui_exits 0

open_copy demo.data
truncate -s 20000 it.data
shows_change 'file was cut' 'cut: the status line says so'
tui_keys G
tui_shows 'record 3214 of 3215' 'the list is that of the index'
tui_shows 'the bytes cannot be read' '... and the details say what is missing'
tui_type ':100'
tui_keys Enter
tui_shows 'record 100 of 3215' 'records before the cut'
tui_hides 'the bytes cannot be read' '... are readable'
tui_type '&pid == 1'
tui_keys Enter
tui_shows 'pid == 1' 'a filter that reads records'
tui_keys Escape Escape q
tui_exits 1
run "$PERFNAV" count it.data
is "$status" 1 'the next open: a recording that is cut'
like "$err" 'the file is truncated' '... which says so'
unlike "$err" 'is rebuilt' '... and has no index: the browser removed that of the whole file'

open_copy demo.data
touch it.data
shows_change 'file was changed' 'written to, or touched'
tui_keys q
tui_exits 0 'nothing but its times has changed'
run "$PERFNAV" count it.data
is "$status" 0 '... which the index has now'
is "$err" '' '... so that it is not made again'

open_copy demo.data
head -c 100000 /dev/zero | dd of=it.data bs=1000 seek=200 conv=notrunc status=none
shows_change 'file was changed' 'other bytes in it'
tui_keys q
tui_exits 1
run "$PERFNAV" count it.data
like "$err" 'damaged' '... the next run reads what it holds now'
unlike "$err" 'is rebuilt' '... without the index, which the browser removed'

open_copy demo.data
printf 'more' >>it.data
shows_change 'file has grown' 'a finished one that gets longer'
tui_keys q
tui_exits 1

open_copy killed.data
head -c 3000 "$DATA/killed.data" | tail -c 200 >>it.data
shows_change 'file has grown' 'an unfinished one that gets longer'
tui_keys F
tui_shows ' following ' '... which does that'
truncate -s 2000 it.data
tui_shows 'file was cut' 'cut while it is followed'
tui_hides ' following ' '... which ends that'
tui_keys q
tui_exits 1

open_copy threads.data
truncate -s 100 it.data/data.1
shows_change 'file was cut' 'one of the files of a folder'
tui_keys q
tui_exits 1

# A cut in the middle of print: what can be read is printed, and the end is no crash.
rm -rf it.data it.data.pnx
cp "$DATA/demo.data" it.data
run "$PERFNAV" index it.data
# shellcheck disable=SC2016 # they expand in the inner shell
run bash -c '"$0" print --format json it.data | { read -r first; truncate -s 9000 it.data
	printf "%s\n" "$first"; cat; }; exit "${PIPESTATUS[0]}"' "$PERFNAV"
ok "cut while print runs: status $status" test "$status" -le 1
is "$(wc -l <<<"$out")" 3215 'a line for each record of the index'
done_testing
