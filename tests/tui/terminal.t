#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The program in a real terminal: what the text back end of the other tests cannot show.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

command -v tmux >/dev/null || skip_all 'tmux is not installed'
cp "$DATA/demo.data" .

# same_screen NAME KEYS: the terminal, at first 80x24, shows what the text back end shows after the
# same keys.
same_screen() {
	play 80x24 demo.data <<<"$2" | sed 1d >"$SCRATCH/screen.want"
	tui_poll tui_equals "$SCRATCH/screen.want"
	is "$(tui_screen)" "$(cat "$SCRATCH/screen.want")" "$1"
}

# ---- open, page, details, bytes ----
# Names of addresses are not those of this machine, as in the text back end.
tui_start 80x24 "$PERFNAV" --no-index -q --symfs none --kallsyms none demo.data
tui_shows 'record 0 of 3215' 'the first screen'
tui_keys Space Down
tui_shows 'record 11 of 3215' 'a page and a line'
tui_type 2000g
tui_shows 'record 2000 of 3215' 'a record by its number'
same_screen 'the screen is that of the text back end' $':wait\n<Space><Down>2000g\n:dump x'
tui_keys Enter Down Down Tab
tui_shows '[ bytes: 232 at 0x4b588 ]' 'into the details, then into the bytes'
tui_shows '[b8 1c 00 00]' 'the bytes of the field are marked'
like "$(tui_screen -e)" $'\033\\[[0-9;]*(41|48;5;226)m.?\\[' '... with a colour too'
tui_resize 120x40
tui_shows '00e0' 'a bigger screen shows all bytes'
same_screen 'a screen of another size' \
	$':wait\n<Space><Down>2000g<Enter><Down><Down><Tab>\n:resize 120x40\n:dump x'
tui_resize 20x5
tui_wait_gone '00e0'
tui_resize 80x24
tui_shows '[ bytes: 232 at 0x4b588 ]' 'a tiny screen and back'
tui_keys BTab BTab
tui_keys PageUp Home End
tui_shows 'record 3214 of 3215' 'Home and End'
tui_keys F8 F7 F7
tui_shows 'record 3212 of 3215' 'function keys'

# ---- filters ----
tui_keys F4
tui_shows 'filter:' 'F4 opens the prompt'
tui_type 'pid == x'
tui_keys Enter
tui_shows '^ this field is a number' 'a mistake is shown under its place'
tui_keys BSpace
tui_keys C-e C-u
tui_type 'pi'
tui_keys Tab
tui_type ' == 7351 and type == COMM'
tui_keys Enter
tui_shows 'match 1 of 1' 'a filter by pid and type'
tui_shows '  scanner    COMM ' '... shows the record'
tui_keys Escape
tui_shows 'of 1018' 'Escape drops the last condition'
tui_keys Escape
tui_hides 'filter: ' '... and the first'
tui_keys '&' 
tui_wait 'filter:'
tui_keys C-c
tui_shows 'Enter details' 'Ctrl-C closes the prompt'

# Pasted text is text: a newline in it does not end the line.
tui_keys '&'
tui_wait 'filter:'
tui_tmux set-buffer $'cpu ==\n1'
tui_tmux paste-buffer -p
tui_shows 'filter: cpu == 1' 'a paste into the prompt'
tui_keys Escape
tui_wait 'Enter details'

# ---- what can follow half a key; the clipboard; Alt ----
tui_keys v
tui_shows '│ e  list the problems' 'v: after a moment what can follow'
tui_keys e
tui_shows 'chain cut' 've: the problems'
tui_hides '│ e  what' '... and the box is gone'
tui_keys q
tui_wait 'Enter details'
tui_tmux set-option -g set-clipboard on
tui_type '2000gyF'
tui_shows 'There is no filter to copy' 'nothing to copy'
tui_type 'yf'
tui_shows 'Copied' 'yf copies'
# OSC 52 comes with the next drawing of tmux.
tui_buffer() { [[ $(tui_tmux show-buffer 2>/dev/null) == 'event == "sched:sched_switch"' ]]; }
tui_poll tui_buffer
is "$(tui_tmux show-buffer)" 'event == "sched:sched_switch"' '... into the clipboard of tmux'
tui_type 100g
tui_wait 'record 100 of'
tui_keys M-Left
tui_shows 'record 2000 of' 'Alt-Left: back'
tui_keys M-Right
tui_shows 'record 100 of' 'Alt-Right: forward'

# ---- nothing runs while nothing happens ----
switches() {
	awk '/ctxt_switches/ { n += $2 } END { print n }' "/proc/$(tui_pid)/status"
}
tui_settle
before=$(switches)
sleep 0.6
is "$(switches)" "$before" 'an idle browser sleeps'

tui_keys C-c
tui_shows 'Ctrl-C again quits' 'Ctrl-C when nothing runs'
tui_keys C-c
tui_exits 0 'Ctrl-C twice quits'

# ---- the terminal afterwards ----
# in_shell COMMAND...: a shell that says how the terminal was before and how it is after.
in_shell() {
	cat >shell.rc <<-'RC'
		PS1='$ '
		check() { stty -g >before; "$@"; echo "status $?"; stty -g | diff before - && echo same; }
	RC
	tui_start 80x24 bash --rcfile shell.rc -i
	tui_wait '$'
	tui_type "check $*"
	tui_keys Enter
}
# send SIGNAL: to what the shell runs.
send() {
	local shell child
	shell=$(tui_pid)
	read -r child <"/proc/$shell/task/$shell/children"
	kill "-$1" "$child"
}
restored() {
	tui_shows same "$1: the terminal's modes are what they were"
	is "$(tui_tmux display-message -p '#{alternate_on}#{cursor_flag}#{keypad_flag}')" 010 \
		"$1: so are screen, cursor and keypad"
	tui_type 'echo st''ill here'
	tui_keys Enter
	tui_shows 'still here' "$1: typed text is seen"
}

in_shell "$PERFNAV" --no-index demo.data
tui_wait 'record 0 of'
tui_keys q
tui_shows 'status 0'
restored q

for signal in TERM HUP; do
	in_shell "$PERFNAV" --no-index demo.data
	tui_wait 'record 0 of'
	tui_type '&'
	tui_wait 'filter:'
	send "$signal"
	tui_shows "status $((128 + $(kill -l "$signal")))" "SIG$signal ends it"
	restored "SIG$signal"
done

# A crash, which the program cannot do anything about but this.
in_shell "$PERFNAV" --no-index demo.data
tui_wait 'record 0 of'
send ABRT
tui_shows 'status 134' 'SIGABRT ends it as ever'
restored SIGABRT
in_shell "$PERFNAV" --no-index demo.data
tui_wait 'record 0 of'
send BUS
tui_shows 'status 135' 'SIGBUS, which base/guard.h handles, too'
restored SIGBUS

# ---- suspend ----
in_shell "$PERFNAV" --no-index -q --symfs none --kallsyms none demo.data
tui_wait 'record 0 of'
tui_type 77g
tui_wait 'record 77 of'
tui_keys C-z
tui_shows 'Stopped' 'Ctrl-Z suspends'
is "$(tui_tmux display-message -p '#{alternate_on}')" 0 '... with the shell on the screen'
tui_resize 100x30
tui_type fg
tui_keys Enter
tui_shows 'record 77 of' 'fg continues'
same_screen '... on the whole screen' $':wait\n77g\n:resize 100x30\n:dump x'
send TSTP
tui_shows 'Stopped' 'SIGTSTP suspends too'
tui_type fg
tui_keys Enter
tui_shows 'record 77 of' '... and fg continues'
send STOP
tui_shows 'Stopped' 'even SIGSTOP'
tui_type fg
tui_keys Enter
tui_shows 'record 77 of' '... and fg continues'
tui_keys j
tui_shows 'record 78 of' '... and keys are taken'
tui_keys Q
tui_wait '$'

# ---- other terminals ----
tui_start 80x24 env NO_COLOR=1 "$PERFNAV" --no-index demo.data
tui_wait 'record 0 of'
unlike "$(tui_screen -e)" $'\033\\[[0-9;]*[34][0-7]' 'NO_COLOR: no colours'
like "$(tui_screen -e)" $'7m(\033[^m]*m)*>' '... but the cursor can be seen'

tui_start 80x24 env LC_ALL=C "$PERFNAV" --no-index demo.data
tui_wait 'record 0 of'
is "$(tui_screen | LC_ALL=C tr -d '\n -~')" '' 'a locale without UTF-8: ASCII only'

tui_start 80x24 bash -c "\"$PERFNAV\" --no-index demo.data </dev/null"
tui_wait 'record 0 of'
tui_type 5g
tui_shows 'record 5 of' 'standard input is no terminal: keys come from /dev/tty'
tui_keys q
tui_exits 0

tui_start 80x24 env TERM=no-such-terminal ASAN_OPTIONS=detect_leaks=0 "$PERFNAV" --no-index demo.data
tui_shows "The terminal type 'no-such-terminal' is not known: xterm-256color is used." 'an unknown terminal: what is used instead'
tui_type 7g
tui_shows 'record 7 of' '... and the browser works'
tui_keys q
tui_exits 0

# curses itself loses some memory where it fails.
for type in '' unknown; do
	tui_start 80x24 env TERM="$type" ASAN_OPTIONS=detect_leaks=0 "$PERFNAV" --no-index demo.data
	tui_shows "set TERM" "TERM='$type': a message"
	tui_exits 3
done

tui_start 80x24 env -u TERM ASAN_OPTIONS=detect_leaks=0 "$PERFNAV" --no-index demo.data
tui_shows 'TERM is not set: set TERM, for example TERM=xterm-256color' 'no TERM: a message with an example'
tui_exits 3

tui_start 80x24 env TERM=dumb ASAN_OPTIONS=detect_leaks=0 "$PERFNAV" --no-index demo.data
tui_shows 'cannot show a screen: set TERM' 'a terminal without a cursor to be moved: a message'
tui_exits 3

done_testing
