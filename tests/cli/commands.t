#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Commands of the browser without a screen: --batch --cmd.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"
cp "$DATA/demo.data" "$DATA/lost.data" .

# same_records NAME FILTER COMMAND...: the command ends on the first record that passes.
same_record() {
	local name=$1 filter=$2
	shift 2
	batch "$@"
	is "$out" "$("$PERFNAV" print --no-index -n 1 -f "$filter" demo.data)" "$name"
}

same_record ':N' 'ordinal == 2000' ':2000'
batch ':2000' ':+5' ':-15'
is "$(tail -n 1 <<<"$out")" "$("$PERFNAV" print --no-index -n 1 -f 'ordinal == 1990' demo.data)" \
	':+N and :-N count from there'
same_record ':@OFFSET' 'offset == 0x2520' ':@0x2520'
same_record ':find' 'type == EXIT' ':find type == EXIT'
batch ':3000' ':find type == COMM and pid == 7351'
is "$(sed -n 2p <<<"$out")" "$("$PERFNAV" print --no-index -n 1 -f 'type == COMM and pid == 7351' demo.data)" \
	':find goes on from the beginning'
like "$out" '^The search continued from the beginning' '... and says so'
batch ':2000' ':100' ':back' ':forward'
is "$(awk '{ print $1 }' <<<"$out" | tr '\n' ' ')" '2000 100 2000 100 ' ':back and :forward'
batch ':filter type == EXIT' ':goto 0'
is "$out" "$("$PERFNAV" print --no-index -n 1 -f 'type == EXIT' demo.data)" \
	'a place that the filter hides: the next record that it lets through'

same_record ':find-text' 'comm =~ "^dark-.l"' ':find-text ^dark-.l'
batch ':find-text zzqq' ':7'
is "$status:$err" '2:perfnav: No line or function name has /zzqq/ (any case).' ':find-text without a hit: status 2'
like "$out" '^ +7 ' '... after the later commands'
batch ':find pid == 1234567'
is "$status" 2 '... so has :find'
batch ':999999'
is "$status:$err" '2:perfnav: There is no record 999999: the last one is 3214.' '... and a number of no record'
same_record ':find-bytes' 'ordinal > 0 and bytes contains "780800"' ':find-bytes 78 08:00'
same_record ':find-bytes "text"' 'ordinal > 0 and bytes contains "6461726b"' ':find-bytes "dark"'

# Names of expressions, and values of the record where we are.
# shellcheck disable=SC2016 # the program expands them
batch ':define of(x) pid == $x' ':filter $of(7352) and cpu == 0' ':filters' ':save-filter both' \
	':filter not $both()' ':filters' ':2000' ':filter tid == $tid' ':filters'
# shellcheck disable=SC2016
is "$(sed -n 's/^[0-9]  *on  *index  *//p' <<<"$out")" '(pid == 7352)
cpu == 0
not (((pid == 7352) and cpu == 0))
tid == 7354' ':define, :save-filter, $tid: conditions keep what they stood for'

# The filter, condition by condition.
batch ':filter pid == 7351 and cpu == 0' ':and type == COMM' ':hide fork' ':filter-out time == 0' \
	':toggle 2' ':clear 1' ':filters'
is "$(sed '1d; s/  */ /g' <<<"$out")" "1 off index cpu == 0
2 on index type == COMM
3 on index type != FORK
4 on index not (time == 0)" ':filter :and :hide :filter-out :toggle :clear :filters'
batch ':filter type == COMM' ':or type == EXIT' ':show FORK' ':filters'
like "$out" 'on +index +\(type == COMM\) or \(type == EXIT\)$' ':or'
is "$status:$err" '0:perfnav: There is no condition type != FORK.' ':show of what is not hidden'
batch ':hide SAMPLE' ':show SAMPLE' ':filters'
is "$out" 'no filter: all records are shown' ':show takes back :hide'

batch ':filter type == COMM' ':undo' ':filters'
is "$out" $'Undone: filter. Ctrl-_ again redoes it.\nno filter: all records are shown' ':undo takes back a command'

# Views as text.
file=lost.data batch ':problems'
is "$(awk 'NR > 1 { print $1, $2, $3 }' <<<"$out")" "lost records 329
lost samples 729" ':problems'
batch ':events'
is "$(awk '$1 == 2 { print $3 }' <<<"$out")" \
	"$("$PERFNAV" print --no-index -f 'event == "sched:sched_switch"' demo.data | wc -l)" ':events'
batch ':info'
is "$out" "$("$PERFNAV" info --no-index demo.data)" ':info'
batch ':maps'
is "$(awk '$NF ~ /photolab$/ { print $1, $4 }' <<<"$out")" '401000-403000 9' \
	':maps at a record of no process: those of the busiest thread'
# Of a process at a time: between its second mapping and its third one, and when all are there.
maps() { # PLACE: the records that tell of what process 7797 had then
	file=$DATA/fp.data batch ":maps 7797 at $1"
	awk '$2 ~ /^r/ { print $4 }' <<<"$out" | sort -n | tr '\n' ' '
}
is "$(maps 1825.8098)" '16 17 ' ':maps PID at TIME'
is "$(maps T1825.809801728s)" '16 17 ' '... as :goto takes it'
is "$(maps T1825.809801729s)" '16 17 18 ' '... with what was mapped just then'
is "$(maps 99999.5)" '16 17 18 19 ' '... behind the last record'
is "$(maps 18)" '16 17 18 ' ':maps PID at a record'
is "$(maps 50%)" '16 17 18 19 ' '... at a share of them'
file=$DATA/fp.data batch ':maps 7797 at T0.5'
like "$out" '\[kernel.kallsyms\]_text$' ':maps at a time before the first record: what has none'
for wrong in '7797 at 245:there is no such record' '7797 at T:expected 123, ' 'x:expected a pid, or' \
	'7797 at:expected a pid, or' '4294967296:no process has this number'; do
	file=$DATA/fp.data batch ":maps ${wrong%%:*}"
	like "$status:$err" "^2:perfnav: ${wrong#*:}" ":maps ${wrong%%:*}"
done
batch ':time-format first' ':maps at 0.1'
like "$out" 'libc' ':maps at: times as they are shown'
batch ':where' ':index' ':version' ':help cpumode'
like "$out" '^record 0 of 3215, ' ':where'
like "$out" '^index complete: 3215 records, 0 damaged, ' ':index'
is "$(grep '^perfnav ' <<<"$out")" "$("$PERFNAV" --version)" ':version'
like "$out" '^  values: .*kernel.*user' ':help of a field: its values'
batch ':help LOST'
is "$(grep LOST <<<"$out")" '  LOST  record type 2: the ring buffer was full and records were dropped' ':help of a record type'
batch ':help type'
like "$out" '^    THROTTLE +event stopped by the kernel: too many interrupts' '... of all types'
run "$PERFNAV" --no-index --batch --cmd :index "$DATA/rotated.1.data" "$DATA/rotated.2.data"
is "$(grep -c '^index complete: ' <<<"$out")" 2 ':index of several files: a line each'
batch ':help' ':help toggle' ':help ]'
like "$out" '^  :filter-out +EXPR ' ':help: the commands'
is "$(tail -n 1 <<<"$out")" '  ]                   next record of the same thread' ':help of a key'
# What the list goes by.
batch ':order time' ':set order' ':order file' ':set order'
is "$status:$out" $'0:order is time\norder is time\norder is file\norder is file' ':order'
batch ':follow'
is "$status:$err" '0:perfnav: The recording is complete: there is nothing to follow.' ':follow'

# The index, made again: what follows goes on in it, where it was.
run "$PERFNAV" --batch --no-state --cmd ':50%' demo.data
printf x | dd of=demo.data.pnx bs=1 seek=5000 conv=notrunc status=none
run "$PERFNAV" --batch --no-state --cmd ':50%' --cmd ':filter type == COMM' --cmd :reindex --cmd :where demo.data
like "$status:$out" $'^0:.*\nrecord 1607 of 3215,' ':reindex comes back to the record' || diag "$err"
is "$("$PERFNAV" index --json demo.data | grep -o '"reused":[a-z]*')" '"reused":true' '... and its index is good'
rm demo.data.pnx
run "$PERFNAV" --no-index --batch --cmd :reindex - <demo.data
like "$status:$err" '^2:perfnav: standard input can be read only once' '... of a pipe'
like "$("$PERFNAV" --no-index --batch --cmd ':e -' demo.data 2>&1)" 'standard input can be read only once' ':e -'

# A recording that was cut: all that is left, whole.
head -c 14000 "$DATA/fp.data" >cut.data
run "$PERFNAV" --no-index --batch --cmd ':filter pid == 0' --cmd ':repair whole.data' cut.data
like "$out" '^([0-9]+) records written: ' ':repair' || diag "$err"
is "$("$PERFNAV" print --no-index -F ordinal,size,bytes whole.data)" \
	"$("$PERFNAV" print --no-index -F ordinal,size,bytes -f 'type != DAMAGE' cut.data 2>/dev/null)" \
	'... has all its records'
run "$PERFNAV" info --no-index whole.data
is "$status:$err" 0: '... and no damage'
head -c 300000 demo.data >cut.data
run "$PERFNAV" --no-index --batch --cmd ':repair! whole.data' cut.data
like "$out" 'perf does not read it: the recording lacks the formats of its tracepoints' \
	'what perf needs and is not there'

batch ':q' ':version'
is "$status:$out" '0:' ':q ends it'

refused ':frobnicate' 2 'no such command; Tab lists them'
refused ':filtr pid == 1' 2 'did you mean :filter\?'
refused ':cpu == 1' 2 'no such command; did you mean :filter cpu == 1\?'
refused ':filter pid == x' 16 'this field is a number'
refused ':filter-out pid == x' 20 'this field is a number'
refused ':profile' 2 'perfnav has no profiles'
refused ':repair' 8 ':repair needs FILE'
refused ':repair --scrub x' 9 'expected only the name of a file'
refused ':order size' 8 'expected file'
refused ':time-format size' 14 'expected clock, first, previous, tid, cpu or wall'
refused ':hide FROG' 7 'expected a record type'
refused ':count by nosuch' 11 'nosuch is not a field'
refused ':count avg(period)  by  comm,nosuch where pid' 30 'nosuch is not a field'
refused ':count where nosuch == 1' 14 'nosuch is not a field'
refused ':goto' 6 ':goto needs WHERE'
refused ':toggle 3' 9 'the filter has 0 conditions'
refused ':clear all' 8 ':clear needs a number'
refused ':version 2' 10 ':version takes no argument'
refused ':help frog' 7 'no command, key, field, record type or topic has this name; Tab lists them'
refused ':define x' 10 'expected an expression after the name'
refused ':find-bytes 7' 13 'expected pairs of hexadecimal digits, or "text"'
refused ':12x' 4 'expected 123'

batch ':ver'
is "$out" "$("$PERFNAV" --version)" 'the beginning of a name is enough'
batch ':fil pid == 1'
is "$status" 2 '... unless others begin so, too'
batch ':find pid == 99'
is "$status:$err" '2:perfnav: No record passes pid == 99.' 'nothing found'
batch ':e nothing.data'
is "$status:$out" '3:' ':e of a file that is not there: status 3'
like "$err" '^perfnav: nothing.data: .*No such file' '... and why'
run "$PERFNAV" --no-index --batch --cmd ':filter pid == 1' nothing.data
is "$status" 3 'no such file'
head -c 100000 demo.data >cut.data
file=cut.data batch ':version'
is "$status" 1 'a damaged recording: status 1'

done_testing
