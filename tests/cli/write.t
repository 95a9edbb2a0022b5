#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# :write: records to a file, in the background.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"
cp "$DATA/demo.data" .

batch ':write all.txt' ':write all.jsonl' ':write all.csv' ':w other --format csv'
is "$status:$out" "0:$(printf '3215 records written to %s.\n' 'all.txt as text' 'all.jsonl as json' \
	'all.csv as csv' 'other as csv')" 'what it says'
same all.txt
same all.jsonl --format json
same all.csv --format csv
same other --format csv
batch ':w fields.csv --fields time,comm,sym' ':write fields.jsonl -F ordinal,tp.prev_comm,span.dur' \
	':write fields.txt --fields ordinal,ip' ":pipe --format csv --fields ordinal,comm cat >fields.piped"
same fields.csv --format csv -F time,comm,sym
same fields.jsonl --format json -F ordinal,tp.prev_comm,span.dur
same fields.txt -F ordinal,ip
same fields.piped --format csv -F ordinal,comm
refused ':w x.csv --fields time,foo' 24 'foo is not a field'
refused ':w x.csv -F' 12 '-F needs a value'
batch ':w x.csv --fields tp.frog'
like "$status:$err" '^2:perfnav: no tracepoint of the recording has a field tp\.frog' 'a field that no record can have'
for name in x.folded x.script x.trace.json; do
	batch ":w $name --fields time"
	like "$status:$err" '^2:perfnav: --fields does not apply to ' "$name: --fields"
done
batch ':filter type == COMM' ':write filtered.csv' ':write everything.jsonl --scope all' ':toggle' \
	':write off.txt --scope filtered'
same filtered.csv --format csv -f 'type == COMM'
same everything.jsonl --format json
same off.txt
batch ':100' ':flag' ':200' ':flag' ':300' ':flag' ':write flagged.jsonl --scope flagged'
same flagged.jsonl --format json -f 'ordinal in {100, 200, 300}'
screen=$(printf '%s\n' :wait '&cpu == 0<Enter>' :wait 300gma 100gmb '::write filtered.range.csv --scope range<Enter>' :wait ':dump x' |
	play 80x24 demo.data)
like "$screen" ' records written' 'from mark to mark'
same filtered.range.csv --format csv -f 'cpu == 0 and ordinal in {100..300}'
# 1497 records are between these two in the list by time, 1001 in the file.
screen=$(printf '%s\n' :wait o :wait 500gma 1500gmb '::write timed.csv --scope range<Enter>' :wait ':dump x' | play 80x24 demo.data)
like "$screen" ' 1497 records written' 'from mark to mark in time order'
same timed.csv --format csv -f 'time in {1821581043819..1822061235266}'
is "$(stat -c %a all.csv)" 600 'for its owner alone'

# As perf script prints samples, by the name that print has and the short one.
# sched.data and overwrite.data are not in time order.
for name in demo stat read sched overwrite mixed; do
	file=$DATA/$name.data batch ":write $name.script" ":write $name.other --format perf-script"
	"$PERFNAV" print --no-index --format perf-script "$DATA/$name.data" >"$name.printed"
	ok "$name.data: :write --format script" cmp "$name.script" "$name.printed"
	ok '... by its other name' cmp "$name.other" "$name.printed"
	rm "$name".[sop]*
done
batch ':write samples.script'
is "$out" "$(wc -l <<<"$("$PERFNAV" print --no-index -f 'type == SAMPLE' demo.data)") records written to samples.script as perf-script." \
	'... and how many there were'
rm samples.script

# What is there is replaced only when that is asked for.
echo keep >here.csv
batch ':write here.csv'
is "$status:$(cat here.csv)" '2:keep' 'a file that is there stays' || diag "$err"
batch ':write! here.csv'
same here.csv --format csv

batch ':write nowhere/x.csv'
is "$status" 4 'a folder that is not there: status 4' || diag "$err"
refused ':write' 7
refused ':write x --format tea' 19
refused ':write x --scope tea' 18
run "$PERFNAV" --no-index --batch --cmd ':write x --scope range' demo.data
is "$status" 2 'a range without marks: status 2'
like "$err" 'the range needs the marks a and b; mx sets mark x' '... why'
refused ':write x y' 10
refused ':write --' 8
refused ':write x -' 10 'expected --format'

# To standard output, and nothing but that.
"$PERFNAV" --no-index --batch --cmd ':write -' demo.data >all.out
same all.out
"$PERFNAV" --no-index --batch --cmd ':write - --format jsonl' demo.data >all.out
same all.out --format json
"$PERFNAV" --no-index --batch --cmd ':write - --format folded' demo.data >all.out
same all.out --format folded
batch ':version' ':filter type == COMM' ':write - --format csv' ':where'
"$PERFNAV" print --no-index --format csv -f 'type == COMM' demo.data >filtered.out
is "$(sed '1d;$d' <<<"$out")" "$(<filtered.out)" 'what was said before stands before it, and after'
"$PERFNAV" --no-index --batch --cmd ':write -' --cmd ':version' demo.data 2>all.err | head -n 1 >all.out
is "${PIPESTATUS[0]}:$(<all.err):$(wc -l <all.out)" '0::1' 'who reads no more is no error'
if [[ -w /dev/full ]]; then
	"$PERFNAV" --no-index --batch --cmd ':write -' demo.data 2>all.err >/dev/full
	is "$?" 4 'standard output is full: status 4'
	like "$(<all.err)" 'Only a part is written' '... why'
fi
# A terminal gets no control byte of the recording in any format; a pipe or a file gets the bytes as
# they are in the format perf-script.
"$MK" "$ROOT/tests/cli/write.mk" odd.data
unsafe='[^\r\x20-\x7e]|\r(?!$)' # lines of CSV end with \r\n
for form in text json csv perf-script script folded firefox; do
	tty "$PERFNAV" --no-index --batch --cmd ":write --format $form -" odd.data
	is "$status:$(LC_ALL=C grep -aPc "$unsafe" "$SCRATCH/out")" '0:0' ":write - --format $form on a terminal"
	like "$out" 'bell' '... has the name'
done
for pager in '' "sed ''"; do
	tty env PERFNAV_PAGER="$pager" "$PERFNAV" print --no-index --format perf-script odd.data
	is "$status:$(LC_ALL=C grep -aPc "$unsafe" "$SCRATCH/out")" '0:0' \
		"print --format perf-script on a terminal${pager:+, through $pager}"
done
for form in pprof sqlite; do
	tty "$PERFNAV" --no-index --batch --cmd ":write --format $form -" odd.data
	is "$status" 2 "$form is refused on a terminal"
	like "$out" 'is binary' '... why'
done
"$PERFNAV" print --no-index --format perf-script odd.data >odd.printed
is "$(LC_ALL=C grep -aPc 'bell\x1b\x07' odd.printed)" 2 'into a file: the bytes as they are'
"$PERFNAV" --no-index --batch --cmd ':write --format perf-script -' odd.data >odd.out
ok '... by :write -' cmp odd.out odd.printed
"$PERFNAV" --no-index --batch --cmd ':write --format perf-script odd.file' odd.data >odd.out
ok '... by :write' cmp odd.file odd.printed
"$PERFNAV" --no-index --batch --cmd ':pipe --format perf-script cat >odd.piped' odd.data >odd.out
ok '... by :pipe' cmp odd.piped odd.printed
rm odd.*

like "$(printf '%s\n' :wait '::write -<Enter>' ':dump x' | play 80x24 demo.data)" 'standard output is the screen' \
	'not where the screen is'
refused ':slice -' 8
batch ':write none.csv --scope flagged'
like "$status:$err" '^2:perfnav: no record is flagged' 'nothing is flagged'
is "$(find . -type f ! -name 'all.*' ! -name other ! -name 'filtered.*' ! -name timed.csv ! -name 'everything.*' \
	! -name 'off.*' ! -name 'fields.*' ! -name 'flagged.*' ! -name 'here.*' ! -name demo.data)" '' \
	'what fails leaves nothing'

# Without a place to write it, a message and no file; the browser goes on.
if [[ -w /dev/full ]]; then
	batch ':write! /dev/full'
	ok 'a device is no file to write' [ "$status" != 0 ]
fi
screens write 80x24 demo.data <<'KEYS'
:wait
::write screen.csv<Enter>
:wait
:dump written
::write screen.csv<Enter>
:dump is-there
KEYS
# written KEYS...: the message about a file, on a wide screen.
written() { printf '%s\n' :wait "$@" :wait ':dump x' | play 160x24 demo.data | tail -n 1; }
is "$(written '::write a.csv<Enter>')" ' 3215 records written to a.csv as csv; --fields LIST chooses the fields.' 'in the order of the list'
is "$(written o :wait '::write b.csv<Enter>')" ' 3215 records written to b.csv as csv, in file order; --fields LIST chooses the fields.' '... in another one'
is "$(written o :wait '::write c.csv --fields time<Enter>')" ' 3215 records written to c.csv as csv, in file order.' '... with chosen fields'
is "$(written o :wait '::write d.script<Enter>')" ' 3089 records written to d.script as perf-script.' '... in a format with its own order and fields'

done_testing
