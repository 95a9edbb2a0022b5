#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Recordings that grow while they are open: files that are still being written, and pipes.
. "$(dirname "$0")/../lib.sh"

command -v tmux >/dev/null || skip_all 'tmux is not installed'

# le64 NUMBER: as eight bytes, octal escapes for printf.
le64() {
	local i n=$1
	for ((i = 0; i < 8; i++)); do
		printf '\\%03o' $((n & 255))
		((n >>= 8))
	done
}

word_at() {
	od -An -t u8 -j "$2" -N 8 "$1" | tr -d ' '
}

# set_size FILE SIZE: of the data, in the header.
set_size() {
	# shellcheck disable=SC2059 # the escapes are the text
	printf "$(le64 "$2")" | dd of="$1" bs=1 seek=48 conv=notrunc status=none
}

# ---- a file that perf is still writing ----
# Copies: indexes are written beside them.
cp "$DATA/demo.data" "$DATA/pipe.data" .
whole=demo.data
start=$(word_at "$whole" 40)
size=$(word_at "$whole" 48)
cp "$whole" unfinished
set_size unfinished 0
# The third piece ends inside a record.
head -c $((start + size / 2 + 13)) unfinished >grow.data
append_to() {
	local have
	have=$(stat -c %s grow.data)
	tail -c +$((have + 1)) unfinished | head -c $(($1 - have)) >>grow.data
}

tui_start 80x24 "$PERFNAV" --follow grow.data
tui_shows 'record 1596 of 1597' 'the cursor is at the end, before the record that is not whole yet'
tui_shows ' following ' 'the status line says that it is followed'
append_to $((start + size * 3 / 4))
tui_shows 'record 2409 of 2410' 'new records come, and the cursor stays at the end'
tui_keys k
tui_shows 'record 2408 of 2410' 'a movement'
tui_hides ' following ' '... ends it'
append_to $((start + size))
tui_keys F
tui_shows 'record 3213 of 3214' 'F goes on with it'
tui_type '&type == EXIT'
tui_keys Enter
tui_shows ' match ' 'with a filter'
tui_keys F
tui_shows 'Stopped following' 'F again ends it'
tui_keys F
tail -c +$((start + size + 1)) "$whole" >>grow.data
set_size grow.data "$size"
tui_shows 'The recorder has finished' 'perf has come to its end: that is told'
tui_keys Escape Escape Escape
tui_shows ' of 3215' 'all records are there, and what perf wrote behind them is none'
tui_keys F
tui_shows 'nothing to follow' 'F has nothing to do any more'
tui_keys q
tui_exits 1 'an unfinished recording, when it was opened'
run "$PERFNAV" count grow.data
fresh=$out
run "$PERFNAV" count "$whole"
is "$fresh" "$out" 'later it is a recording like any other'

# content INDEX: without the time that building it took.
content() {
	head -c -24 "$1" | md5sum
}

grown=$(content grow.data.pnx)
run "$PERFNAV" index --force grow.data
is "$(content grow.data.pnx)" "$grown" 'its index is that of a build from the beginning'

tui_start 80x24 "$PERFNAV" --follow "$whole"
tui_shows 'nothing to follow' 'a complete recording cannot be followed'
tui_keys q
tui_exits 0

# ---- perf itself, killed and until its end ----
if perf record -q -e cpu-clock -o probe.data true 2>/dev/null; then
	for end in KILL INT; do
		rm -f real.data*
		# Small buffers are written often. The load ends by itself.
		perf record -q -F 2000 -m 4 -e cpu-clock -o real.data -- \
			timeout 6 bash -c 'while :; do :; done' 2>/dev/null &
		recorder=$!
		tui_poll test -s real.data
		tui_start 80x24 "$PERFNAV" --follow real.data
		tui_shows ' following ' "perf record is followed (SIG$end)"
		tui_shows 'cpu-clock' '... its samples come'
		kill -"$end" $recorder
		wait $recorder 2>/dev/null
		if [[ $end == INT ]]; then
			tui_shows 'The recorder has finished' '... until its end'
		else
			sleep 0.5
			tui_shows ' following ' '... killed: more could come, as far as one can see'
		fi
		tui_keys q
		tui_exits 1
		run "$PERFNAV" index real.data
		grown=$(content real.data.pnx)
		run "$PERFNAV" index --force real.data
		is "$(content real.data.pnx)" "$grown" '... the index is that of a new build'
		run "$PERFNAV" count real.data
		fresh=$out
		run "$PERFNAV" count --no-index real.data
		is "$out" "$fresh" '... and so are the counts'
	done
else
	skip 'a recording that perf is writing' 'perf record is missing, or must not'
fi

# ---- torn, shown as damage, then more comes after all ----
head -c $((start + size / 2 + 13)) unfinished >torn.data
tui_start 80x24 "$PERFNAV" torn.data
tui_shows '1 damaged' 'nobody follows: the end is what it is'
tail -c +$((start + size / 2 + 14)) unfinished | head -c $((size / 4)) >>torn.data
tui_keys F
tui_shows 'record 2' 'followed: the records behind it come'
tui_keys q
tui_exits 1

# ---- trace data that are not all there yet ----
"$MK" "$ROOT/tests/mk/cases/pt.mk" pt.data || exit 1
set_size pt.data 0
# The first AUXTRACE record is 48 bytes at 0x330, its trace data 224 behind that.
head -c $((0x330 + 48 + 100)) pt.data >trace.data
tui_start 80x24 "$PERFNAV" --follow trace.data
tui_shows 'record 4 of 5' 'a record waits until its trace data are there'
tui_hides 'damaged' '... and is no damage meanwhile'
tail -c +$((0x330 + 48 + 101)) pt.data >>trace.data
tui_shows ' of 8' 'they come'
tui_hides 'damaged' '... whole'
tui_keys q
tui_exits 1 'an unfinished recording, when it was opened'

# ---- a pipe ----
pipe=pipe.data
bytes=$(stat -c %s "$pipe")
mkfifo from
tui_start 80x24 "$PERFNAV" --follow from
exec 7>from
head -c $((bytes - 3000)) "$pipe" >&7
tui_shows ' of 131' 'records of a pipe are there before its end'
tail -c 3000 "$pipe" >&7
tui_shows ' of 156' 'more as they come'
exec 7>&-
tui_shows 'record 156 of 157' 'and the last at the end'
tui_shows 'The recorder has finished' 'which is noticed'
tui_keys q
tui_exits 0

# shellcheck disable=SC2016 # they expand in the inner shell
tui_start 80x24 bash -c '(head -c 5000 "$1"; sleep 600) | "$0" -; exit "${PIPESTATUS[1]}"' \
	"$PERFNAV" "$pipe"
tui_shows 'receiving' 'standard input, keys from the terminal'
tui_keys Down
tui_shows 'record 1 of' 'which work'
tui_keys q
tui_poll tui_has_not receiving
tui_stop
pass 'quit while more could come'

# shellcheck disable=SC2016 # likewise
run bash -c '(head -c 5000 "$1"; sleep 0.3; tail -c +5001 "$1") | "$0" count -' "$PERFNAV" "$pipe"
is "$(tail -n 1 <<<"$out")" "$("$PERFNAV" count "$pipe" | tail -n 1)" 'count waits for all of it'

done_testing
