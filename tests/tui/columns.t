#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The columns of the list, how it shows times, and from where they count.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

screens columns 80x24 demo.data <<'KEYS'
:wait
2000g
c
:dump picker
12j<Enter>j<Enter>
:dump two-more
q
:dump list
# A column off the screen comes when it is chosen; what it shows is a condition.
h
:dump ip-chosen
+
:wait
ll
:dump the-summary-too
hh
:dump by-ip
D
::columns time,tp.prev_comm,callchain.ip,period<Enter>
:dump by-command
::column remove time<Enter>
::column add comm<Enter>
:dump changed
::columns<Enter>
:dump usual
c<Enter>j<Enter>j<Enter>j<Enter>j<Enter>j<Enter>j<Enter>j<Enter>
:dump the-last-stays
KEYS

screens columns-zero 80x24 demo.data <<'KEYS'
:wait
2000g
T
:dump zero
jT
:dump another
T
:dump the-first-again
gT
:dump no-time
KEYS

# The clock of the day, where a recording has it; t knows it there alone.
wall() {
	play 120x8 "$1" <<<$':wait\n&type == SAMPLE<Enter>\n:wait\ngttttt\n:dump x\n'
}
# Times since the record before of the same thread, of the same CPU: those of print.
for of in tid cpu; do
	screen=$(printf ':wait\n::time-format %s<Enter>\n2000g\n:wait\n:dump x\n' $of |
		play 120x24 demo.data --filter 'pid == 7352')
	shown=$(awk '$1 ~ /^>?[0-9]+$/ && $2 ~ /^[+-]/ { sub(">", ""); print $1, substr($2, 2) }' <<<"$screen")
	first=$(head -n 1 <<<"$shown") last=$(tail -n 1 <<<"$shown")
	like "$shown" '^2000 ' "time-format $of: times are shown"
	is "$shown" "$("$PERFNAV" print --no-index -F ordinal,gap.$of \
		-f "pid == 7352 and ordinal in {${first% *}..${last% *}}" demo.data | grep -v -e -$)" "... those of gap.$of"
	screen=$(printf ':wait\n::columns n,gap.%s<Enter>\n2000g\n:wait\n:dump x\n' $of | play 120x24 demo.data)
	like "$screen" "^>2000 +$(awk '$1 == 2000 { print $2 }' <<<"$shown")$" "... and those of the column gap.$of"
done

like "$(wall demo.data)" 'Times are of perf' 't leaves it out where the recording has none'
recorded=$("$PERFNAV" info --no-index "$DATA/read.data" | awk '$1 == "local" { print $3 }')
shown=$(wall read.data)
like "$shown" 'Times are wall clock times' 't: the time of the day'
like "$shown" "^>.* $recorded " '... which is that of info'
run "$PERFNAV" --no-index --batch --cmd ':time-format wall' --cmd ':time-format clock' demo.data
is "$out" "The recording has no wall clock: times are of perf's clock.
Times are of perf's clock." ':time-format'

# A time of day outside of several files says where they begin or end, as a time outside of one does.
day() {
	ln -sf "$DATA/stat.data" .
	printf '%s\n' :wait ":$1<Enter>" :wait ':dump x' | TZ=UTC play 100x7 read.data stat.data | tail -n 1
}
like "$(day '2026-11-20 08:00')" '^ The recording begins at 2026-11-21 08:00:48\.[0-9]{9} \+0000\.$' 'a time of day before all files'
like "$(day '2026-11-22 08:00')" '^ The recording ends at 2026-11-21 08:[0-9:.]+ \+0000\.$' '... after all'
unlike "$(day '08:00:48.12')" 'The files' '... and in them'

refused ':columns time,frog,pid' 15
refused ':columns time,comm:0' 20
refused ':columns comm:x' 15
refused ':columns comm:501' 15
refused ':column add frog' 13
refused ':column drop pid' 9
refused ':column remove addr' 16
refused ':time-format tea' 14
run "$PERFNAV" --no-index --batch --cmd ':columns n,tp.prev_comm stack.ip' demo.data
is "$out" 'ordinal,tp.prev_comm,callchain.ip' 'aliases become the long names'

run "$PERFNAV" --no-index --batch --cmd ':columns comm:5,n,time:30' demo.data
is "$out" 'comm:5,ordinal,time:30' 'widths stay with the columns'

screens columns-width 80x10 demo.data <<'KEYS'
:wait
px2000g
:dump before
h5<C-w>>
:dump wider
9<C-w><lt>
:dump narrower
<C-w>h
:dump left
<C-w>l<C-w>l
:dump no-further-than-the-summary
c
:dump picker
KEYS

# Widths are the same whichever way leads to a place, with a filter and at another size, too.
way() {
	printf ':wait\n%s\n:wait\n:dump x\n' "$1" | play "${2:-80x24}" demo.data | sed 1d
}
for to in 2000g 12g 3100g $'&type == COMM<Enter>\n:wait\n2000g' ':set time-format first<Enter>\n500g'; do
	[[ $to != :* ]] || to=:${to/'\n'/$'\n'}
	is "$(way $'100gGgg\n1500g\n'"$to")" "$(way "$to")" "columns are as wide after other places: ${to//$'\n'/ }"
done
is "$(way $'2000g10j' | sed 1d | head -n 1)" "$(way $'2000g' | sed 1d | head -n 1)" '... and stay when the cursor moves'

# Columns of one event alone: those that were chosen while the filter left nothing else.
screens columns-event 80x10 demo.data <<'KEYS'
:wait
px
::columns n,time,comm,summary<Enter>
&event == "page-faults"<Enter>
:wait
::columns n,ip,addr:10<Enter>
:dump page-faults
&<C-u>event == "cpu-clock" and cpu<Enter>
:wait
:dump another
\
:dump all
&<C-u>event == "page-faults"<Enter>
:wait
:dump page-faults-again
KEYS

# Events have what tells them apart; what is cut of it is in the middle.
shown() {
	printf ':%s<Enter>\n::filter event == "%s"<Enter>\n:wait\n:dump x\n' "${4:-:where}" "$3" | play "$1" "$2" |
		sed -n 's/^>.* \([^ ]*\(sched\|sys\|cess\)[^ ]*\) .*/\1/p' | head -n 1
}
is "$(shown 80x16 demo.data sched:sched_switch)" 'sched_switch' 'a tracepoint without its group'
is "$(shown 80x16 demo.data sched:sched_process_exec)" 'sched_…s_exec' 'an event is cut in the middle'
is "$(shown 120x16 demo.data sched:sched_process_exec)" 'sched_process_exec' '... and not where there is room'
is "$(shown 80x16 demo.data sched:sched_process_exit ':columns pid,event:26,cpu')" 'sched:sched_process_exit' '... and has its group in a column that was made wide'
is "$(shown 80x16 tracepoints.data raw_syscalls:sys_exit)" 'sys_exit' '... likewise'

# Names that only their modifiers or groups tell apart keep these.
cat >alike.mk <<-MK
	include "$ROOT/tests/mk/cases/abi.inc"
	attr type=HARDWARE config=1 sample_period=1 size=128 name="cycles:u" ids=1
		sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME flags=F_SAMPLE_ID_ALL
	attr type=HARDWARE config=2 sample_period=1 size=128 name="cycles:k" ids=2
		sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME flags=F_SAMPLE_ID_ALL
	attr type=HARDWARE config=3 sample_period=1 size=128 name="instructions:ppp" ids=3
		sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME flags=F_SAMPLE_ID_ALL
	attr type=TRACEPOINT config=4 sample_period=1 size=128 name="one:same" ids=4
		sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME flags=F_SAMPLE_ID_ALL
	attr type=TRACEPOINT config=5 sample_period=1 size=128 name="other:same" ids=5
		sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME flags=F_SAMPLE_ID_ALL
	attr type=TRACEPOINT config=6 sample_period=1 size=128 name="block:rq_issue" ids=6
		sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME flags=F_SAMPLE_ID_ALL
	feature EVENT_DESC event_desc
	macro sample number
		record SAMPLE misc=USER u64 number 0x401000 u32 900 901 u64 number
	end
	sample 1
	sample 2
	sample 3
	sample 4
	sample 5
	sample 6
MK
"${MK:=$ROOT/build/release/mk}" alike.mk alike.data
is "$(printf ':wait\n:dump x\n' | play 80x24 alike.data | grep -v │ | grep -oE ' 901 .*' | awk '{ print $2 }' | paste -sd ' ')" \
	'cycles:u cycles:k instructions one:same other:same rq_issue' 'what tells events apart is kept'

# One column for process and thread: a condition on the thread, unless it is of a process.
screen=$(printf ':wait\n2000g\nhh+\n:wait\n:dump x\n' | play 80x16 demo.data)
like "$screen" 'filter:  tid == 7354 ' '+ in pid/tid: the thread'
like "$screen" '^> *2000 .* 7352/7354 ' 'pid/tid'
screen=$(printf ':wait\n::columns pid,tid,comm<Enter>\n2000g\n:dump x\n' | play 80x16 demo.data)
like "$screen" '^> *7352 +7354 +dark-blur' 'pid and tid are columns of their own, too'
screen=$(printf ':wait\n::columns pid/tid:7,comm<Enter>\n2000g\n:dump x\n' | play 80x16 demo.data)
like "$screen" '^> *…/7354 +dark-blur' '... and where there is no room, the thread'
# System calls of raw_syscalls have their names in the list and for searches: those of the kernel's header.
header=/usr/include/x86_64-linux-gnu/asm/unistd_64.h
if [[ -e $header ]]; then
	shown=$(printf '%s\n' ':wait' 'px&event ~ "raw_sys"<Enter>' ':wait' ':dump x' | play 100x1000 tracepoints.data |
		sed -n 's/^[> ] *\([0-9]\{1,\}\) .* sys_\(enter\|exit\)  *\([a-z0-9_]*\).*/\1 \3/p')
	want=$("$PERFNAV" print --no-index -q -f 'event ~ "raw_sys"' -F ordinal,tp.id --format csv "$DATA/tracepoints.data" | tr -d '\r' |
		python3 -c '
import re, sys
names = {number: name for name, number in re.findall(r"#define __NR_(\w+) (\d+)", open(sys.argv[1]).read())}
for line in sys.stdin.read().split()[1:]:
    ordinal, number = line.split(",")
    print(ordinal, names[number])' "$header")
	is "$shown" "$want" 'names of system calls in the list'
	ok '... of all' test "$(wc -l <<<"$shown")" -gt 800
fi
like "$(printf ':wait\n/rt_sigprocmask(2<Enter>\n:wait\n:dump x\n' | play 100x24 tracepoints.data)" '^> +84 .*rt_sigprocmask\(2' '... which / finds'

# A switch in short: how the task stops, and what runs next.
shown=$(printf '%s\n' ':wait' 'px&event == "sched:sched_switch"<Enter>' ':wait' ':dump x' | play 200x1000 demo.data |
	sed -n 's/^[> ] *\([0-9]\{1,\}\) .* sched_switch  *\(.*[^ ]\) *$/\1 \2/p')
want=$("$PERFNAV" print --no-index -q -f 'event == "sched:sched_switch"' --format perf-script --order file "$DATA/demo.data" |
	sed -n 's/.*sched_switch: .* prev_state=\([^ ]*\) ==> next_comm=\(.*\) next_pid=\([0-9]*\) .*/\1 ==> \2:\3/p')
is "$(cut -d' ' -f2- <<<"$shown")" "$want" 'switches in short'
ok '... all of them' test "$(wc -l <<<"$shown")" -eq 989

# A wakeup in short: the thread that is woken, and its CPU.
woken='event contains "sched_wak"'
shown=$(printf '%s\n' ':wait' "px&$woken<Enter>" ':wait' ':dump x' | play 200x1000 sched.data |
	sed -n 's/^[> ] *\([0-9]\{1,\}\) .* sched_wak[a-z_]*  *\(.*[^ ]\) *$/\1 \2/p')
want=$("$PERFNAV" print --no-index -q -f "$woken" --format perf-script --order file "$DATA/sched.data" |
	sed -n 's/.*sched_wak[a-z_]*: comm=\(.*\) pid=\([0-9]*\) prio=[0-9]* target_cpu=00\([0-9]\).*/\1:\2 on CPU \3/p')
is "$(cut -d' ' -f2- <<<"$shown")" "$want" 'wakeups in short'
ok '... all of them' test "$(wc -l <<<"$shown")" -eq 41
found() { # TEXT: the record that / finds
	printf '%s\n' :wait "0g/$1<Enter>" :wait ':dump x' | play 200x24 sched.data | sed -n '/┬/q; s/^> *\([0-9]*\) .*/\1/p'
}
first=$(grep -m 1 'ping-player-1:12044 on CPU 0' <<<"$shown" | cut -d' ' -f1)
is "$(found 'ping-player-1:12044 on CPU 0')" "$first" '... which / finds'
is "$(found 'ping-player-1:120')" "$(grep -m 1 'ping-player-1:12044' <<<"$shown" | cut -d' ' -f1)" '... also by a part'
is "$(found 'ping-player-1:120 on CPU 0')" 0 '... but not another pid'
for part in ':12044 on CPU 0' '2044 on CPU 0'; do
	is "$(found "$part")" "$first" "... but by its end: $part"
done
for part in 'player-1:12044 on CPU' 'player-1:12044 on'; do
	is "$(found "$part")" "$(grep -m 1 'ping-player-1:12044 on' <<<"$shown" | cut -d' ' -f1)" "... by its beginning: $part"
done
is "$(found '20440 on CPU 0')" 0 '... and not by other digits'
is "$(found 'CPU 1')" "$(grep -m 1 ' on CPU 1$' <<<"$shown" | cut -d' ' -f1)" '... by CPU 1'
is "$(found 'on CPU 1')" "$(grep -m 1 ' on CPU 1$' <<<"$shown" | cut -d' ' -f1)" '... or by the CPU'

done_testing
