#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A mouse, as a terminal reports it (SGR, 1006), and the terminal's mode for it.
. "$(dirname "$0")/../lib.sh"

command -v tmux >/dev/null || skip_all 'tmux is not installed'
cp "$DATA/demo.data" .

# mouse BUTTON COLUMN LINE [END]: from 1; 64 and 65 are the wheel.
mouse() {
	tui_type $'\033[<'"$1;$2;$3${4:-M}"
}
# Press and release.
click() {
	mouse 0 "$1" "$2"
	mouse 0 "$1" "$2" m
}
flags() {
	[[ $(tui_tmux display-message -p '#{mouse_standard_flag}#{mouse_sgr_flag}') == "$1" ]]
}
# is_mode FLAGS NAME
is_mode() {
	ok "$2" tui_poll flags "$1"
}
command_line() {
	tui_type ":$1"
	tui_keys Enter
}

tui_start 80x24 "$PERFNAV" --no-index -q --symfs none --kallsyms none demo.data
tui_wait 'record 0 of'
is_mode 00 'a mouse is the terminal'"'"'s own at first'
command_line 'set mouse on'
tui_wait 'mouse is on'
is_mode 11 'set mouse on: the terminal reports it'

# ---- the list and the panes ----
click 20 8
tui_shows 'record 5 of' 'a press on a line: the cursor goes there'
mouse 65 20 8
tui_shows 'record 8 of' 'the wheel: three lines on'
mouse 64 20 8
mouse 64 20 8
tui_shows 'record 2 of' '... and back'
tui_type 2000g
tui_wait 'record 2000 of'
click 5 20
tui_shows '[ details: SAMPLE ]' 'a press on the fields: they have the focus'
like "$(tui_screen)" '^> +cpu ' '... and the cursor'
click 60 17
tui_shows '[ bytes: 232 at 0x4b588 ]' 'a press on a byte'
like "$(tui_screen)" '^> +tid' '... marks its field'
mouse 65 20 5
tui_shows 'record 2003 of' 'the wheel moves in what it is over'
click 44 5
tui_type yf
tui_shows 'Copied' 'a press on a line of the list'
mouse 0 20 6
mouse 0 20 6 m
mouse 0 20 6
tui_shows '[ details: ' 'two presses are Enter'
click 50 13
tui_shows '[ bytes: ' 'a press on a pane'"'"'s title: it has the focus'

# ---- other views ----
tui_type va
tui_wait 'events'
click 10 4
tui_shows '2 of 7' 'a line of a table'
click 20 4
mouse 0 20 4
tui_shows 'perf_event_attr' 'two presses on it'
mouse 65 20 4
tui_shows 'lines 4-' 'the wheel scrolls a text'
tui_type q
tui_wait '2 of 7'
like "$(tui_screen)" '^ .*q back' 'the hint q back is there'
column=$(tui_screen | tail -n 1 | grep -bo 'q back' | cut -d: -f1)
click "$((column + 1))" 24
tui_shows 'record 1998 of' 'a press on a hint is its key'
tui_type vh
tui_wait ' to '
before=$(tui_screen | sed -n 2p)
click 40 10
tui_poll tui_has 'histogram'
tui_settle
ok 'a bar of the histogram' test "$(tui_screen | sed -n 2p)" != "$before"
tui_type q

# ---- what is no press of the left button, and prompts ----
tui_type 100g
tui_wait 'record 100 of'
mouse 2 20 8
mouse 0 20 8 m
mouse 0 2000 8
mouse 0 20 8 x
tui_keys F7
tui_shows 'record 99 of' 'other buttons, releases and broken reports do nothing'
tui_type '&'
tui_wait 'filter:'
click 20 8
tui_type 'cpu'
tui_shows 'filter: cpu' 'a prompt does not know a mouse'
tui_keys C-c
tui_wait 'record 99 of'

# ---- the terminal's mode ----
command_line 'set mouse off'
tui_wait 'mouse is off'
is_mode 00 'set mouse off'
command_line 'set mouse on'
is_mode 11 '... and on'
tui_type Q
tui_exits 0
is_mode 00 'after its end the mouse is as it was'

echo 'set mouse on' >>"$XDG_CONFIG_HOME/perfnav/config"
cat >shell.rc <<-'RC'
	PS1='$ '
RC
for signal in TERM ABRT; do
	tui_start 80x24 bash --rcfile shell.rc -i
	tui_wait '$'
	tui_type "'$PERFNAV' --no-index demo.data"
	tui_keys Enter
	tui_wait 'record 0 of'
	is_mode 11 'on by the config file'
	if [[ $signal == TERM ]]; then
		tui_keys C-z
		tui_wait 'Stopped'
		is_mode 00 'suspended: off'
		tui_type fg
		tui_keys Enter
		tui_wait 'record 0 of'
		is_mode 11 '... and on again'
	fi
	shell=$(tui_pid)
	read -r child <"/proc/$shell/task/$shell/children"
	kill "-$signal" "$child"
	tui_poll tui_has_not 'record 0 of'
	is_mode 00 "SIG$signal: off"
done

done_testing
