#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Screens of other sizes and terminals, and the views besides the records.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

screens wide 120x40 demo.data <<'KEYS'
:wait
2000g
:dump wide
&event == "cpu-clock"<Enter>
:wait
:dump wide-filter
<Enter>
:resize 200x50
:dump very-wide
KEYS

screens small 40x10 demo.data <<'KEYS'
:wait
2000g
:dump list
&pid == 7352<Enter>
:wait
:dump filter
<Enter>
:dump tree
<Tab>
:dump bytes
:resize 20x5
:dump tiny
&
:dump tiny-prompt
<Esc><S-Tab><S-Tab>
:dump tiny-list
:resize 60x30
:dump narrow
KEYS

# No size is too small.
for size in 1x1 2x1 1x2 3x3 5x2 200x1 1x50; do
	run play "$size" demo.data <<'KEYS'
:wait
2000g
:dump list
<Enter>jj<Tab>jl
:dump bytes
&x<Enter>
:dump prompt
<Esc>?
:dump help
KEYS
	is "$status" 2 "a screen of $size: only the filter is refused"
done

screens ascii 80x24 demo.data --ascii <<'KEYS'
:wait
2000g<Enter>
:dump ascii
KEYS
unlike "$(play 80x24 demo.data --ascii <<<':dump x' | LC_ALL=C tr -d '\n -~')" . \
	'--ascii: nothing but ASCII'

screens styles 80x24 demo.data <<'KEYS'
:wait
2000g
&pid == 7352<Enter>
:wait
:dump screen
:styles screen
KEYS

screens views 80x24 demo.data <<'KEYS'
:wait
i
:wait
:dump info
<C-f>jl
:dump info-scrolled
q?
:dump help
G
:dump help-end
?
:dump records-again
:
:dump command
he<Tab><Enter>
:dump help-by-command
q:frobnicate<Enter>
:dump no-such-command
<Esc>:q<Enter>
:dump never-seen
KEYS

screens times 80x24 demo.data <<'KEYS'
:wait
2000g
t
:dump from-the-first
t
:dump from-the-line-above
<C-f>
:dump a-page-on
t
:dump of-the-thread
t
:dump of-the-cpu
t
:dump clock
KEYS

done_testing
