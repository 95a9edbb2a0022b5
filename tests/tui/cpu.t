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
like "$screen" '^> *1821\.975531150 +-0\.007 +0\.007 +7352/7354 +dark-blur +S waits$' 'its slice, under the cursor'
like "$screen" '^ +1821\.971082120 +-4\.456 +0\.034 +7352/7354 +dark-blur +S waits$' 'earlier ones, also from 5 ms before it'
like "$screen" '^ ≤1821\.975041505 +-0\.497 +\? +7352/7354 +dark-blur +R ready$' 'one whose beginning is missing'
like "$screen" '^ +1821\.972204743 +-3\.334 +1\.395 +unknown$' 'a break'
like "$screen" '^ +1821\.977218900 +1\.680 +[0-9.]+ +idle$' '... of the idle task'
# A slice is from one switch to the next.
is "$("$PERFNAV" print --no-index -q -f 'n in {1999, 2000}' -F time,tp.next_pid demo.data | tr '\n' ' ')" '1821.975531150 7354 1821.975538571 7355 ' \
	'... as the switches have it'
like "$(near '::2002<Enter>' :wait vu)" '^> *1821\.975545792 +-0\.276 +0\.546 +7352/7356 +dark-balance +S waits$' \
	'a sample without a CPU: that of its thread'
like "$(near '::2000<Enter>' :wait vu z)" '^ CPU 1 within 2\.500 ms ' 'z: half of the time'
like "$(near '::2000<Enter>' :wait vu ZZ)" '^ CPU 1 within 20\.000 ms ' 'Z: twice the time'
like "$(near '::2000<Enter>' :wait '::ran cpu 0 20<Enter>')" '^ CPU 0 within 20\.000 ms of record 2000 ' 'another CPU, another time'
like "$(near '::2000<Enter>' :wait vu '<Tab>')" '^ CPU 0 within 5\.000 ms of record 2000 ' 'Tab: the next CPU, at the same time'
like "$(near '::2000<Enter>' :wait vu z '<Tab><S-Tab>')" '^ CPU 1 within 2\.500 ms of record 2000 ' '... and back'
screen=$(near '::2000<Enter>' :wait vu '<Enter>')
like "$screen" 'filter:  pid == 7352 and tid == 7354 and time in ' 'Enter: the records of the thread'
like "$screen" '^>2000 ' '... in its slice'
like "$(near '::2000<Enter>' :wait vu '/unknown<Enter><Enter>')" 'filter:  cpu == 1 and time in ' '... in a break those of the CPU'
like "$(near '::2000<Enter>' :wait vu vs)" '^ call chain of record 2000: ' 'vs: the stack at the end of the slice'
for arg in 'cpu' '0' '5K' 'frog' '0.0009' 'nan' '1e3' '0.0000001'; do
	like "$(near "::ran $arg<Enter>")" 'expected cpu N, or a time of at least 0\.001 ms, such as 20 \(ms\) or 5s' ":ran $arg: an error"
done
like "$(near '::2000<Enter>' :wait '::ran cpu 0 0.02s<Enter>')" '^ CPU 0 within 20\.000 ms of record 2000 ' 'a time with a unit'
like "$(near '::2000<Enter>' :wait '::ran 0.001<Enter>' z)" '^ CPU 1 within 0\.001 ms ' 'the shortest time'
for arg in x -1 8192 4294967296; do
	like "$(near "::ran cpu $arg<Enter>")" 'expected the number of a CPU' ":ran cpu $arg likewise"
done
like "$(near '::8<Enter>' :wait vu)" 'The CPU of record 8 is unknown: :ran cpu 0 shows CPU 0\.' 'an unknown CPU'
like "$(near '::0<Enter>' :wait vu)" 'There is no record with a time under the cursor\.' 'no time'
like "$(file=fp.data near '::20<Enter>' :wait vu)" 'has no switches: perf record --switch-events records them' 'no switches'
like "$(near '::2000<Enter>' :wait '::ran cpu 8000<Enter>')" '^ no switch of this CPU is near the record; Z goes to the nearest$' \
	'a CPU without a slice'
nearest=$(near '::1821.85s<Enter>' :wait '::ran cpu 1 1<Enter>' ':dump none' Z)
like "$nearest" '^ no switch of this CPU is near the record; Z goes to the nearest$' 'a time without a switch'
like "$(sed '1,/^---- x/d' <<<"$nearest")" '^ ≤1821\.846809353 ' '... and Z goes to the nearest one'
like "$(near '::2000<Enter>' :wait '::ran cpu 8000 1000000000<Enter>')" '^ the recording has no switch of this CPU$' '... in the whole recording'
# All of a recording: no break is outside of it.
screen=$(near '::2000<Enter>' :wait '::ran 1000000000<Enter>' '<Home>' Z)
like "$screen" '^ This is the whole recording\.$' 'Z ends at the whole recording'
read -r first last < <("$PERFNAV" print --no-index -q -f 'time > 0' -F time demo.data | sort -n | sed -n '1p;$p' | tr '\n' ' ')
like "$(sed -n 3p <<<"$screen")" "^> *$first " '... the list at its first record'
run "$PERFNAV" --no-index --batch --cmd ':2000' --cmd ':ran 1000000000' demo.data
is "$(tail -1 <<<"$out" | awk -v last="$last" '{ printf "%.3f", (last - $1) * 1000 - $3 }')" 0.000 '... and ends at the last one'
# Time order is missing as long as a recording can grow.
{
	head -c 48 demo.data
	head -c 8 /dev/zero
	tail -c +57 demo.data
} >unfinished.data
screen=$(printf '%s\n' :wait '::2000<Enter>' :wait vu ':dump x' | play 80x24 unfinished.data --follow)
like "$screen" 'Time order begins when the recording is complete\.' 'a recording that is followed'
# SWITCH records have two times for one switch, which is no break.
file=system.data
screen=$(near '::500<Enter>' :wait '::ran 20<Enter>')
like "$screen" '^ CPU [01] within 20\.000 ms of record 500 ' 'SWITCH records'
is "$(grep -c ' 0\.00[0-2] .* unknown$' <<<"$screen")" 0 '... without breaks at each switch'
run "$PERFNAV" --no-index --batch --cmd ':2000' --cmd ':ran 1' demo.data
like "$out" '^ *1821\.975531150 +-0\.007 +0\.007 +7352/7354 +dark-blur +S waits$' 'without a screen'
unset file

# switches NAME: a recording of the switches that it reads.
switches() {
	{
		cat <<-END
			include "$ROOT/tests/mk/cases/abi.inc"
			attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock"
				sample_type=S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_CONTEXT_SWITCH
			macro in tid time
				record SWITCH u32 100 tid u64 time u32 0 0
			end
			macro out tid time
				record SWITCH misc=SWITCH_OUT u32 100 tid u64 time u32 0 0
			end
		END
		cat
	} >"$1.mk"
	"$MK" "$1.mk" "$1"
}

# Of many records, those near the record are read. 5000 threads take turns.
seq 0 119999 | awk '{
	print "in", 101 + $1 % 5000, 1000000000 + $1 * 1000
	print "out", 101 + $1 % 5000, 1000001000 + $1 * 1000
}' | switches many.data
screen=$(file=many.data near '::120000<Enter>' :wait '::ran 1000000000<Enter>' Z)
like "$screen" '^ CPU 0 within 50\.000 ms and 100000 records of record 120000 ' 'more records than are read'
like "$screen" '^ At most 100000 records before and after the record are shown\.$' '... beyond which Z does not go'
like "$(file=many.data near '::120000<Enter>' :wait '::ran 1000000000<Enter>' z)" '^ CPU 0 within 25\.000 ms of record 120000 ' '... z: half of their time'
like "$(file=many.data near '::120000<Enter>' :wait '::ran cpu 1 1000000000<Enter>')" '^ no switch of this CPU is near the record$' '... and another CPU'
like "$(file=many.data near '::120000<Enter>' :wait vu '<Tab>')" 'There are no records of another CPU\.' '... which Tab does not offer'
run "$PERFNAV" --no-index --batch --cmd ':120000' --cmd ':ran 1000000000' many.data
is "$(grep -c '^1\.[0-9]* .* 0\.001 .* 100/.* S waits' <<<"$out")" 100002 '... of which none is lost'
unlike "$out" 'unknown' '... also of many threads'

# A time next to the largest one.
printf '%s\n' 'in 101 1000000000' 'out 101 1000001000' 'in 102 0xfffffffffffff000' 'out 102 0xfffffffffffff100' | switches late.data
run "$PERFNAV" --no-index --batch --cmd ':3' --cmd ':ran' late.data
like "$out" '^18446744073\.709547520 +-0\.000 +0\.000 +100/102 +S waits$' 'the last times'
done_testing
