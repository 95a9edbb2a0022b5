# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# For tests in bash: TAP, a scratch folder, and perfnav in a terminal of its own.
#
#	#!/usr/bin/env bash
#	. "$(dirname "$0")/../lib.sh"
#	run "$PERFNAV" info "$DATA/demo.data"
#	is "$status" 0 "info of a whole recording"
#	like "$out" '^mode: +file' "... says that it is a file"
#	done_testing
#
# ROOT     the top of the source tree         PERFNAV  the program under test
# DATA     the recordings of data/            MK       makes recordings from descriptions
# SCRATCH  a folder removed at the end; the current folder is an empty one in it
set -u

# ---- surroundings ----
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
PERFNAV=$(realpath -m -- "${PERFNAV:-$ROOT/build/release/perfnav}")
MK=$(realpath -m -- "${MK:-$ROOT/build/release/mk}")
DATA=$(realpath -m -- "${DATA:-$ROOT/data}")
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/t.XXXXXX") || exit 1
mkdir -p "$SCRATCH/home" "$SCRATCH/cwd"
cd "$SCRATCH/cwd" || exit 1

export ROOT PERFNAV MK DATA SCRATCH
export HOME=$SCRATCH/home XDG_CACHE_HOME=$SCRATCH/home/.cache
export XDG_STATE_HOME=$SCRATCH/home/.local/state XDG_CONFIG_HOME=$SCRATCH/home/.config
export TERM=xterm-256color LANG=C.UTF-8 TZ=UTC
unset LC_ALL LINES COLUMNS NO_COLOR TMUX PERFNAV_PAGER PAGER LESS PERF_CONFIG PERF_BUILDID_DIR
# A browser begins as if it had never been here; tests of what is kept take this away.
mkdir -p "$XDG_CONFIG_HOME/perfnav"
printf '%s\n' 'set state off' 'set start records' >"$XDG_CONFIG_HOME/perfnav/config"

tap_exit() {
	tui_stop
	cd / && rm -rf "$SCRATCH"
}
trap tap_exit EXIT
trap 'exit 130' INT TERM HUP

# ---- TAP ----
tap_run=0
tap_failed=0

# A name's '#' would start a directive.
tap_name() {
	local name=${1//\\/\\\\}
	name=${name//#/\\#}
	printf '%s' "${name//$'\n'/ }"
}

pass() {
	printf 'ok %d - %s\n' "$((++tap_run))" "$(tap_name "$1")"
}

# fail NAME: says where in the test it was called from.
fail() {
	local depth=0 file
	for file in "${BASH_SOURCE[@]}"; do
		[[ $file == "${BASH_SOURCE[0]}" ]] || break
		((++depth))
	done
	((++tap_failed))
	printf 'not ok %d - %s\n' "$((++tap_run))" "$(tap_name "$1")"
	printf '#   failed at %s:%d\n' "${BASH_SOURCE[depth]##*/}" "${BASH_LINENO[depth - 1]}"
}

# Standard input or the arguments, as comments.
diag() {
	if (($#)); then
		printf '%s\n' "$*"
	else
		cat
	fi | sed 's/^/#   /'
}

# ok NAME COMMAND...: the command succeeds.
ok() {
	local name=$1 code
	shift
	"$@"
	code=$?
	if ((!code)); then
		pass "$name"
	else
		fail "$name"
		diag "exit status $code: $*"
		return 1
	fi
}

# is GOT WANT NAME
is() {
	if [[ $1 == "$2" ]]; then
		pass "$3"
	else
		fail "$3"
		diff -u --label want --label got <(printf '%s\n' "$2") <(printf '%s\n' "$1") |
			tail -n +4 | diag
		return 1
	fi
}

# like TEXT REGEX NAME: some line matches the extended regular expression.
like() {
	if grep -Eq -e "$2" <<<"$1"; then
		pass "$3"
	else
		fail "$3"
		diag "no line matches: $2"
		head -n 40 <<<"$1" | diag
		return 1
	fi
}

# unlike TEXT REGEX NAME: no line matches.
unlike() {
	if ! grep -Eq -e "$2" <<<"$1"; then
		pass "$3"
	else
		fail "$3"
		diag "these match: $2"
		grep -E -e "$2" <<<"$1" | head -n 10 | diag
		return 1
	fi
}

# skip NAME REASON
skip() {
	printf 'ok %d - %s # SKIP %s\n' "$((++tap_run))" "$(tap_name "$1")" "$2"
}

# skip_all REASON: the whole file, before its first assertion.
skip_all() {
	printf '1..0 # SKIP %s\n' "$1"
	exit 0
}

# Without this at its end a test counts as cut short.
done_testing() {
	printf '1..%d\n' "$tap_run"
	exit "$((tap_failed != 0))"
}

# run COMMAND...: sets $out, $err and $status; standard input is empty unless redirected.
# Both outputs are also in the files $SCRATCH/out and $SCRATCH/err, with all their bytes.
# shellcheck disable=SC2034 # the test reads them
run() {
	status=0
	"$@" >"$SCRATCH/out" 2>"$SCRATCH/err" || status=$?
	out=$(tr -d '\0' <"$SCRATCH/out")
	err=$(tr -d '\0' <"$SCRATCH/err")
}

# tty COMMAND...: runs it on a terminal of its own; $out, $SCRATCH/out and $status are what the
# terminal got and how the command ended. Newlines come as they were written.
# shellcheck disable=SC2034 # the test reads them
tty() {
	status=0
	python3 - "$@" >"$SCRATCH/out" <<-'EOF' || status=$?
		import os, pty, sys, termios
		pid, master = pty.fork()
		if not pid:
		    modes = termios.tcgetattr(1)
		    modes[1] &= ~termios.OPOST
		    termios.tcsetattr(1, termios.TCSANOW, modes)
		    os.execvp(sys.argv[1], sys.argv[1:])
		while True:
		    try:
		        data = os.read(master, 1 << 16)
		    except OSError:
		        break
		    if not data:
		        break
		    sys.stdout.buffer.write(data)
		sys.stdout.buffer.flush()
		sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
	EOF
	out=$(tr -d '\0' <"$SCRATCH/out")
}

# golden FILE NAME COMMAND...: the command prints what the file holds (named from the top of the
# source tree). With UPDATE_GOLDENS=1 the file is rewritten instead.
golden() {
	local short=$1 file=$ROOT/$1 name=$2 got=$SCRATCH/golden.got
	shift 2
	"$@" >"$got"
	if [[ ${UPDATE_GOLDENS:-} == 1 ]] && ! cmp -s "$got" "$file"; then
		mkdir -p "$(dirname "$file")"
		cp "$got" "$file"
		diag "rewritten: $short"
	fi
	if cmp -s "$got" "$file"; then
		pass "$name"
	else
		fail "$name"
		diff -u --label "$short" --label got "$file" "$got" 2>&1 | head -n 60 | diag
		return 1
	fi
}

# ---- a terminal ----
# One tmux server a test, that nothing of the user's reaches. A screen is waited for, never slept
# for: these give up after TUI_LIMIT seconds.
TUI_LIMIT=${TUI_LIMIT:-10}

tui_tmux() {
	tmux -u -f /dev/null -S "$SCRATCH/tmux" "$@"
}

# tui_start WIDTHxHEIGHT COMMAND...: runs it in a new terminal of that size.
tui_start() {
	local size=$1
	shift
	tui_stop
	# After the command's end the screen stays, so that what it left behind can be seen.
	tui_tmux start-server \; \
		set -g default-terminal tmux-256color \; \
		set -g status off \; \
		set -g escape-time 0 \; \
		set -g remain-on-exit on \; \
		set -gq remain-on-exit-format '' \; \
		new-session -d -x "${size%x*}" -y "${size#*x}" "exec $(printf '%q ' "$@")"
}

# tui_gone PID: the process has ended.
tui_gone() {
	[[ ! -e /proc/$1/exe ]]
}

# Ends the terminal and waits for what runs in it, which may write files as it ends.
tui_stop() {
	local pid
	if [[ -S $SCRATCH/tmux ]]; then
		pid=$(tui_tmux list-panes -F '#{?pane_dead,,#{pane_pid}}' 2>/dev/null)
		tui_tmux kill-server 2>/dev/null
		[[ -z $pid ]] || tui_poll tui_gone "$pid"
	fi
	rm -f "$SCRATCH/tmux"
}

# tui_keys KEY...: named as for tmux send-keys: j Enter C-c Escape PageDown ...
tui_keys() {
	tui_tmux send-keys "$@"
}

# tui_type TEXT: typed as it is, even where it spells the name of a key.
tui_type() {
	tui_tmux send-keys -l -- "$1"
}

# tui_resize WIDTHxHEIGHT
tui_resize() {
	tui_tmux resize-window -x "${1%x*}" -y "${1#*x}"
}

# unbarred: lines of a table without the bars next to its shares.
unbarred() { sed 's/[▏▎▍▌▋▊▉█▒░]\{1,\} *//'; }

# ungrouped: a screen whose numbers have no blanks between their digits.
ungrouped() { sed -E ':more; s/([0-9]) ([0-9]{3})([. ]|$)/\1\2\3/; t more'; }

# tui_screen [CAPTURE-PANE OPTIONS]: prints the screen; -e with its colours.
tui_screen() {
	tui_tmux capture-pane -p "$@"
}

# tui_poll COMMAND...: repeats the command until it succeeds or the limit has passed.
tui_poll() {
	local end=$((SECONDS + TUI_LIMIT + 1))
	until "$@"; do
		((SECONDS < end)) || return 1
		sleep 0.02
	done
}

tui_has() {
	local screen
	screen=$(tui_screen 2>/dev/null) && grep -qF -e "$1" <<<"$screen"
}

tui_has_not() {
	local screen
	screen=$(tui_screen 2>/dev/null) && ! grep -qF -e "$1" <<<"$screen"
}

# tui_wait TEXT, tui_wait_gone TEXT: until the text is, or is no longer, on the screen.
tui_wait() {
	tui_poll tui_has "$1"
}

tui_wait_gone() {
	tui_poll tui_has_not "$1"
}

# The same as assertions, which show the screen where they fail: tui_shows TEXT [NAME]
tui_shows() {
	if tui_wait "$1"; then
		pass "${2:-the screen shows \"$1\"}"
	else
		fail "${2:-the screen shows \"$1\"}"
		diag "not on the screen: $1"
		tui_screen 2>&1 | diag
		return 1
	fi
}

tui_hides() {
	if tui_wait_gone "$1"; then
		pass "${2:-the screen no longer shows \"$1\"}"
	else
		fail "${2:-the screen no longer shows \"$1\"}"
		tui_screen 2>&1 | diag
		return 1
	fi
}

# The process id of what runs in the terminal.
tui_pid() {
	tui_tmux display-message -p '#{pane_pid}'
}

# How the command ended: its status, or "signal N"; fails while it runs.
tui_ending() {
	local dead server code signal
	IFS=, read -r dead server code signal < <(tui_tmux display-message -p \
		'#{pane_dead},#{pid},#{pane_dead_status},#{pane_dead_signal}' 2>/dev/null)
	[[ $dead == 1 ]] || return 1
	if [[ $code$signal == '' ]]; then
		# The terminal closes before the status is known, and tmux can miss that it came.
		kill -CHLD "$server"
		return 1
	fi
	echo "${code:-signal $signal}"
}

# tui_exits WANT [NAME]: the command ends, with that status.
tui_exits() {
	local name=${2:-exit status $1}
	if tui_poll tui_ending >/dev/null; then
		is "$(tui_ending)" "$1" "$name"
	else
		fail "$name"
		diag "it still runs:"
		tui_screen 2>&1 | diag
		return 1
	fi
}

tui_equals() {
	tui_screen >"$SCRATCH/screen" 2>&1 && cmp -s "$SCRATCH/screen" "$1"
}

# The screen was the same five looks in a row.
tui_settle() {
	local before='' now same=0
	while ((same < 5)); do
		now=$(tui_screen -e)
		if [[ $now == "$before" ]]; then
			((++same))
		else
			same=0
		fi
		before=$now
		sleep 0.02
	done
}

# tui_golden NAME: the screen becomes what tests/tui/golden/NAME holds.
tui_golden() {
	local file=tests/tui/golden/$1
	if [[ ${UPDATE_GOLDENS:-} == 1 ]]; then
		tui_settle
	elif [[ -e $ROOT/$file ]]; then
		tui_poll tui_equals "$ROOT/$file"
	fi
	golden "$file" "screen $1" tui_screen
}
