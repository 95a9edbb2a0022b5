#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Branch stacks and data sources of every kind, in a real terminal: recordings that tests/mk builds.
. "$(dirname "$0")/../lib.sh"

command -v tmux >/dev/null || skip_all 'tmux is not installed'
[[ -x ${MK:=$ROOT/build/release/mk} ]] || skip_all 'mk is not built'
for name in branch datasrc; do
	"$MK" "$ROOT/tests/mk/cases/$name.mk" "$name.data" || exit 1
done

# ---- branch stacks ----
tui_start 80x24 "$PERFNAV" --no-index branch.data
tui_shows 'record 0 of 8 ' 'a recording with branch stacks opens'
tui_golden built-branch-list
tui_keys Space
tui_wait_gone 'record 0 of'
tui_keys b
tui_shows 'record 0 of' 'a page on and back'
tui_type '2g'
tui_keys Enter
tui_wait '[ details'
tui_keys z
tui_type 'G'
tui_golden built-branch-end
tui_type 'g'
tui_keys '*'
tui_golden built-branch-details
tui_keys Space Space
tui_golden built-branch-entries
tui_keys z q

# ---- data sources, by pid and by type ----
tui_start 80x24 "$PERFNAV" --no-index datasrc.data
tui_shows 'record 0 of 100 ' 'a recording with data sources opens'
tui_keys '&'
tui_wait 'filter:'
tui_type 'type == SAMPLE'
tui_keys Enter
tui_shows 'match 1 of' 'a filter by type'
tui_golden built-datasrc-list
tui_type '25g'
tui_keys Enter
tui_wait '[ details'
tui_keys z G '*'
tui_golden built-datasrc-details
tui_keys z BTab
pid=$("$PERFNAV" print --no-index -F pid --type SAMPLE -n 1 datasrc.data)
tui_keys '&'
tui_wait 'filter:'
tui_keys C-a C-k
tui_type "pid == $pid"
tui_keys Enter
count=$("$PERFNAV" count --no-index --by pid -f "pid == $pid" datasrc.data | awk '{ print $1 }')
tui_shows "of $count" 'a filter by pid has as many matches as count says'
tui_keys Q
tui_exits 0 'Q quits'
tui_stop
done_testing
