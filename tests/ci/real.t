#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The browser on real recordings of hardware events: branch stacks and data sources.
# The folder of recordings is PERFNAV_RECORDINGS, ../shared/fixtures if that is there.
. "$(dirname "$0")/../lib.sh"

folder=${PERFNAV_RECORDINGS:-$ROOT/../shared/fixtures}
[[ -d $folder ]] || skip_all "there is no folder $folder"
command -v tmux >/dev/null || skip_all 'tmux is not installed'

# field FILE FILTER FIELD: its value in the first record for which the filter holds, as shown.
# Of a list its first element: the details have a line for each.
field() {
	"$PERFNAV" print --no-index -f "$2" -F "$3" -n 1 "$1" | cut -d, -f1
}

# walk NAME FILTER WORD...: open the recording, page, filter, open the details of the first match;
# the words' values are on the screen.
walk() {
	local name=$1 filter=$2 file word ordinal pid
	shift 2
	file=$(find "$folder" -name "$name" -not -path '*/oracle/*' | head -n 1)
	[[ -n $file ]] || { skip "$name is not there"; return; }
	tui_start 100x40 "$PERFNAV" --no-index "$file"
	tui_shows 'record 0 of' "$name opens"
	tui_keys Space
	tui_wait_gone 'record 0 of'
	tui_keys '&'
	tui_wait 'filter:'
	tui_type "$filter"
	tui_keys Enter
	tui_shows 'match 1 of' "$name: a filter"
	ordinal=$(field "$file" "$filter" ordinal)
	tui_type "${ordinal}g"
	tui_keys Enter z '*'
	for word in "$@"; do
		tui_shows "$(field "$file" "$filter" "$word")" "$name: $word in the details"
	done
	pid=$(field "$file" "$filter" pid)
	tui_keys z '&'
	tui_wait 'filter:'
	tui_keys C-a C-k
	tui_type "pid == $pid"
	tui_keys Enter
	tui_shows "of $("$PERFNAV" count --no-index --by pid -f "pid == $pid" "$file" |
		awk '{ print $1 }')" "$name: a filter by pid"
	tui_keys Q
	tui_exits 0 "$name: Q quits"
	tui_stop
}

walk branch-4.14.data 'type == SAMPLE and brstack' ip time brstack.from brstack.to
walk weight_struct.part.data 'type == SAMPLE and data_src' ip addr weight data_src.raw
done_testing
