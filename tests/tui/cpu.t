#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The slices of a CPU around a record: vu and :ran. tests/tui/numbers.t counts their numbers again.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

# near KEYS...: the screen after these keys in demo.data, or $file.
near() {
	printf '%s\n' :wait "$@" :wait ':dump x' | play "${size:-80x24}" "${file:-demo.data}" | sed 1d
}

screen=$(near '::2000<Enter>' :wait vu)
like "$screen" '^ CPU 1 within 5\.000 ms of record 2000 ' 'the CPU of the record'
like "$screen" '^>1821\.975531150 +-0\.007 +0\.007 +7352/7354 +dark-blur +S waits$' 'its slice, under the cursor'
like "$screen" '^ 1821\.971082120 +-4\.456 +0\.034 +7352/7354 +dark-blur +S waits$' 'earlier ones, also from 5 ms before it'
like "$screen" '^ 1821\.975041505 +-0\.497 +\? +7352/7354 +dark-blur +R ready$' 'one whose beginning is missing'
like "$screen" '^ 1821\.972204743 +-3\.333 +1\.395 +unknown$' 'a break'
like "$screen" '^ 1821\.977218900 +1\.680 +[0-9.]+ +idle$' '... of the idle task'
# A slice is from one switch to the next.
is "$("$PERFNAV" print --no-index -q -f 'n in {1999, 2000}' -F time,tp.next_pid demo.data | tr '\n' ' ')" '1821.975531150 7354 1821.975538571 7355 ' \
	'... as the switches have it'
like "$(near '::2002<Enter>' :wait vu)" '^>1821\.975545792 +-0\.275 +0\.545 +7352/7356 +dark-balance +S waits$' \
	'a sample without a CPU: that of its thread'
like "$(near '::2000<Enter>' :wait vu z)" '^ CPU 1 within 2\.500 ms ' 'z: half of the time'
like "$(near '::2000<Enter>' :wait vu ZZ)" '^ CPU 1 within 20\.000 ms ' 'Z: twice the time'
like "$(near '::2000<Enter>' :wait '::ran cpu 0 20<Enter>')" '^ CPU 0 within 20\.000 ms of record 2000 ' 'another CPU, another time'
screen=$(near '::2000<Enter>' :wait vu '<Enter>')
like "$screen" 'filter:  pid == 7352 and tid == 7354 and time in ' 'Enter: the records of the thread'
like "$screen" '^>2000 ' '... in its slice'
like "$(near '::2000<Enter>' :wait vu '/unknown<Enter><Enter>')" 'filter:  cpu == 1 and time in ' '... in a break those of the CPU'
like "$(near '::2000<Enter>' :wait vu vs)" '^ call chain of record 2000: ' 'vs: the stack at the end of the slice'
for arg in 'cpu' '0' '5s' 'frog'; do
	like "$(near "::ran $arg<Enter>")" 'expected cpu N, or a number of ms' ":ran $arg: an error"
done
like "$(near '::ran cpu x<Enter>')" 'expected the number of a CPU' ':ran cpu x likewise'
like "$(near '::8<Enter>' :wait vu)" 'It is unknown on which CPU record 8 was: :ran cpu 0 shows CPU 0\.' 'an unknown CPU'
like "$(near '::0<Enter>' :wait vu)" 'There is no record with a time under the cursor\.' 'no time'
like "$(file=fp.data near '::20<Enter>' :wait vu)" 'has no switches: perf record --switch-events records them' 'no switches'
# SWITCH records have two times for one switch, which is no break.
file=system.data
screen=$(near '::500<Enter>' :wait '::ran 20<Enter>')
like "$screen" '^ CPU [01] within 20\.000 ms of record 500 ' 'SWITCH records'
is "$(grep -c ' 0\.00[0-2] .* unknown$' <<<"$screen")" 0 '... without breaks at each switch'
run "$PERFNAV" --no-index --batch --cmd ':2000' --cmd ':ran 1' demo.data
like "$out" '^1821\.975531150 +-0\.007 +0\.007 +7352/7354 +dark-blur +S waits$' 'without a screen'
done_testing
