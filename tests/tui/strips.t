#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Threads over time: what strips say of a thread leads to its records. tests/core/strips.t has the times.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

# cells SIZE FILE [WHERE]: of some cells and stretches how many records the view says, and the filter then finds.
cells() {
	local keys
	{
		echo ':wait'
		for keys in '' j 9l 2j9l G Gk20l g30lM3h jjM99l z l5jlz 9lzZ3j og oj CG C8l 'C<Backspace>j9l'; do
			printf '::clear<Enter>\n::strips %s<Enter>\n:wait\n%s\n:wait\n:dump strips\n' "${3-}" "$keys"
			printf '<Enter>\n:wait\n:dump records\nvr\n'
		done
	} | play "$1" "$2" | awk '
		/^ (at [0-9.]+|[0-9.]+ to [0-9.]+): [0-9]+ records?, / { sub(/.*: /, ""); strips = $1 }
		/^ (at [0-9.]+|[0-9.]+ to [0-9.]+): (off the CPU since|unknown: by) record / { strips = 1 }
		/^ filter:/ { sub(/ matche?s?$/, ""); sub(/.*[ \/]/, ""); print strips, $0 }
		/^ No record is here/ { print strips, 0 }'
}
"$MK" "$ROOT/tests/core/strips.mk" strips.data
for name in tracepoint lost wakeups; do
	"$MK" "$ROOT/tests/core/strips_$name.mk" "strips_$name.data"
done
"$MK" "$ROOT/tests/tui/overview_names.mk" overview_names.data
for file in demo.data system.data fp.data strips.data strips_tracepoint.data strips_lost.data; do
	for size in 110x24 200x50 100x12; do
		pairs=$(cells "$size" "$file")
		is "$(wc -l <<<"$pairs")" 16 "$file, $size: each cell leads to records"
		is "$(awk '$1 != $2' <<<"$pairs")" '' '... as many as it says'
	done
done
pairs=$(cells 110x24 demo.data 'where type == SAMPLE and cpu == 0')
is "$(wc -l <<<"$pairs")" 16 'with a filter of its own: each cell leads to records'
is "$(awk '$1 != $2' <<<"$pairs")" '' '... as many as it says'

# A record long before the samples does not squeeze them.
cat >early.mk <<END
include "$ROOT/tests/mk/cases/abi.inc"
attr type=SOFTWARE sample_period=1000 size=112 sample_type=S_TID|S_TIME flags=F_SAMPLE_ID_ALL
feature 21 u64 100000000000 100000900000
record FINISHED_ROUND
record FORK u32 1 1 1 1 u64 1000000000 u32 1 1 u64 1000000000
record SAMPLE misc=USER u32 1 1 u64 100000000000
record SAMPLE misc=USER u32 1 1 u64 100000900000
END
"$MK" early.mk early.data
screen=$(printf '%s\n' :wait vo :wait ':dump samples' Z :wait ':dump all' | play 80x12 early.data)
like "$screen" '╷100 .*╷100\.0005' 'the time of the samples'
like "$screen" ' ╷50' '... and with Z of all records'

# The cursor begins at the thread and the time of the record.
printf '%s\n' :wait 2000g vo :wait ':dump here' | play 200x50 demo.data >here
like "$(sed -n 3p here)" '^ 7354 dark-blur of 7352: ' 'it begins at the thread of the record'
like "$(sed -n 4p here | awk '{ print ($1 <= 1821.975538571 && 1821.975538571 <= $3 + 0) ? "within" : "not" }')" \
	within '... and at its time'

run "$PERFNAV" --no-index --batch --cmd ':strips' "$DATA/stat.data"
like "$err" 'No record here has a time' 'a recording without times has none'
run "$PERFNAV" --no-index --batch --cmd ':filter pid == -7' --cmd ':strips' "$DATA/demo.data"
is "$(wc -l <<<"$out")" 3 'no records: no threads'

# 2100 threads of one process, one sample each.
{
	printf 'include "%s"\n' "$ROOT/tests/core/strips.inc"
	seq 1 2100 | sed 's/.*/sample 10 & 100& 0/'
} >many.mk
"$MK" many.mk many.data
run "$PERFNAV" --no-index --batch --cmd ':strips' many.data
is "$(wc -l <<<"$out")" $((2048 + 3)) 'more threads than are kept: the first ones'
like "$out" 'Only the first 2048 threads' '... which is said'
run "$PERFNAV" --no-index --batch --cmd ':strips where tid > 2098' many.data
is "$(wc -l <<<"$out")" $((2 + 3)) 'a filter chooses others'
unlike "$out" 'Only the first' '... of which all are there'

# No record tells their names.
printf '%s\n' '::strips where tid > 2098<Enter>' :wait ':dump thread' C ':dump process' |
	play 80x24 many.data >unnamed
is "$(grep -o '^ .*: 1 sample,' unnamed)" ' 2099 of 10: 1 sample,' 'a thread without a name: its numbers'
is "$(grep -o '^ .*2 samples,' unnamed)" ' + 10, 2 threads: 2 samples,' '... and a process'
run "$PERFNAV" --no-index --batch --cmd ':strips where tid > 2098' many.data
unlike "$out" ' $' '... which no blank follows in text'

# Not the records of a cell: all others, also those of its thread and those of its time.
all=$("$PERFNAV" print --no-index demo.data | wc -l)
cell() {
	printf ':wait\n2000g\nvo\n:wait\n%s\n:wait\nvr\n:wait\n:dump x\n' "$1" | play 200x8 demo.data |
		sed -n 's/^ filter:.* \([0-9][0-9]*\)\( match.*\)*$/\1/p'
}
is $(($(cell '=') + $(cell '-'))) "$all" '- on a cell: all records but its own'

# Where a thread is on no CPU: what it waits for, and the record that the wait begins with, a span.
waits() {
	printf ':wait\nvo\n:wait\n%s\n:dump x\n<Enter>\n:wait\n:dump records\n' "$2" | play 100x24 "$1" | sed -n 's/.*: off the CPU/off the CPU/p
		s/^ *filter: *\([a-z]* == [0-9]*\) .*/\1/p'
}
is "$(waits strips_tracepoint.data ggjj30l30l)" $'off the CPU since record 3, uninterruptible (D)\nordinal == 3' \
	'a wait of state D'
is "$("$PERFNAV" print --no-index -q --format csv -F span.kind,span.name,span.state -f 'ordinal == 3' strips_tracepoint.data |
	tr -d '\r' | tail -n 1)" 'offcpu,D,unfinished' '... which is the span that begins there'
like "$(waits strips_tracepoint.data ggjjj20l30l)" 'since record 2, ready to run \(R\)' 'a thread that was preempted'
like "$(waits strips_tracepoint.data ggjjj3l5l)" 'since record 6, waiting' 'one that sleeps'
like "$(waits strips.data ggjj30l)" 'since record [0-9]*, ready to run \(R\)' 'one that was preempted, by SWITCH records'
unlike "$(waits strips_tracepoint.data ggjjjjjl)" 'off the CPU since' 'the idle task waits for nothing'
lost=$(printf ':wait\nvo\n:wait\nggj35l\n:dump x\n<Enter>\n:wait\n:dump records\n' | play 100x24 strips_lost.data)
like "$lost" ': unknown: by record 2, others are missing' 'where records are lost the state is unknown'
like "$lost" '^>2 .* LOST ' '... and the record is there that tells it'

# z and Z keep the time of the record where the view was opened.
for keys in z zz zzz zzZ; do
	# shellcheck disable=SC2001 # & is each character
	range=$(printf ':wait\n:2000<Enter>\n:wait\nvo\n:wait\n%s\n:wait\n:dump x\n' "$(sed 's/./&\n:wait\n/g' <<<"$keys")" | play 80x24 demo.data | sed -n '4s/ \([0-9.]*\) to \([0-9.]*\):.*/\1 \2/p')
	# shellcheck disable=SC2016 # fields of awk
	ok "$keys: the record is in the cell" awk '{ exit !($1 <= 1821.975538571 && 1821.975538571 <= $2 + 1e-6) }' <<<"$range"
done

# A filter chooses threads; the title says that their numbers count all switches.
title() { printf ':wait\n::strips where %s<Enter>\n:wait\n:dump x\n' "$2" | play 120x24 "$1" | sed -n 2p; }
like "$(title strips.data 'tid == 20')" '^ threads over time by all SWITCH records of threads where tid == 20 ' \
	'what a filter means for SWITCH records'
like "$(title demo.data 'tid == 7351')" ' by all sched:sched_switch of threads where tid == 7351 ' '... for sched_switch'
like "$(title fp.data 'cpu == 0')" ' by samples of all events where cpu == 0 ' '... and for samples, which it chooses'

# Thread 0, which stands for several threads, and a thread without a number come last, whatever their time.
for order in '' o oo; do
	is "$(printf ':wait\nvo\n:wait\n%s\n:dump x\n' "$order" | play 80x24 system.data | grep -oE '^(0/|-1/)[01] [a-z ]*[a-z]' | sort)" \
		$'-1/0 exiting\n0/0 idle or outside\n0/1 idle or outside' "idle tasks by that name${order:+, after $order}"
	like "$(printf ':wait\nvo\n:wait\n%s\n:dump x\n' "$order" | play 80x24 system.data | grep -A10 '^thread' | tail -n 3 | cut -c-3 | sort | tr '\n' ' ')" \
		'^-1/ 0/[01] 0/[01] $' '... after the others'
done
# The name that a thread had in a cell, if it is not the last one.
like "$(printf ':wait\nvo\n:wait\n:dump x\n' | play 80x24 overview_names.data | sed -n 4p)" ', named first$' 'an earlier name'
unlike "$(printf ':wait\nvo\n:wait\n99l\n:dump x\n' | play 80x24 overview_names.data | sed -n 4p)" ', named ' '... and only there'

# In sched.data, the FORK of record 80 is 40 ms before 3 ms with all samples.
cp "$DATA/sched.data" .
axis() { printf ':wait\n%svo\n:wait\n%s\n:wait\n:dump x\n' "$1" "$2" | play 80x24 sched.data | sed -n 5p; }
like "$(axis '' '')" '╷1891.804  ╷1891.805   ╷1891.806$' 'the time of the samples is shown'
like "$(axis '' Z)" '╷1891.78  ' '... or all of it'
like "$(axis '&type == MMAP2<Enter>' '')" '╷1891.78  ' '... or all, if other records are counted'
like "$(axis 80g '')" '╷1891.78  ' '... or the view is opened at one of them'
# Who woke a thread, and how long it then waited for a CPU; worked out in strips_wakeups.mk.
woken() { printf ':wait\n%s\nvo\n:wait\n%s\n:dump x\n' "$1" "$2" | play 200x24 strips_wakeups.data | sed -n 6p; }
like "$(woken 14g j)" '^woken by feeder:20, ran 0.120 ms later, record 14  .*▾' 'who woke a thread, and when it ran'
like "$(woken 14g jM200l)" '^woken by feeder:20, ran 0.120 ms later, record 14, longest of 2 ' 'of several the longest delay'
like "$(woken 3g kkk)" '^woken 2 times, longest delay 0.120 ms ' 'a cell without: all of the thread'
like "$(woken 11g j)" '^woken by worker:10, has not run since, record 11 ' 'a thread that does not run any more'
like "$(woken 19g M30h)" '^woken by feeder:20, ran at an unknown time, record 17 ' 'one whose switch is missing'
like "$(woken 14g '')" '^never woken$' 'a thread that was not woken'
like "$(woken 14g C)" '^wakeups of a thread$' 'processes have none'
like "$(printf ':wait\nvo\n:wait\noo\n:dump x\n' | play 200x24 strips_wakeups.data | sed -n 7p)" '^10 worker .* 2     0.120 ' \
	'o sorts by the longest delay, too'
like "$(printf ':wait\nvo\n:wait\nggj\nM99l^\n:wait\n:dump x\n' | play 100x24 strips_wakeups.data)" \
	'> *14 .* feeder ' '^ goes to the record that woke it'
like "$(printf ':wait\nvo\n:wait\ngg^\n:dump x\n' | play 100x24 strips_wakeups.data)" 'not woken here' '... if there is one'
like "$(printf ':wait\nvo\n:wait\n^\n:dump x\n' | play 100x24 demo.data)" 'no wakeups: record sched:sched_waking\.' \
	'... or the recording has any'
like "$(printf ':wait\nvo\n:wait\n?\n:dump x\n' | play 200x50 strips_wakeups.data)" 'woke the thread \(▾ marks the wakeup, ▲ or ▼ the waker\)' \
	'the marks are in the help'

# Marks of the user, at their times.
marks() { printf ':wait\n3gma5gmb5gmc20Gmd\nvo\n:wait\n%s\n:dump x\n' "$1" | play 100x24 strips_wakeups.data | sed -n 6p; }
like "$(marks gg99h)" '^marks: a  .* a ' 'a mark'
like "$(marks gg99hM99l)" '^marks: a, b, c, d ' 'several'
like "$(marks gg99h)" '^marks: a  .* a .* + .* d' '... of which two are in a cell'
for size in 40x10 80x24 120x40; do
	screens "strips-wakeups-$size" "$size" strips_wakeups.data <<'KEYS'
:wait
5gma20Gmb
vo
:wait
ggj
:dump marks and wakeups
:styles their looks
<Tab>lM99l
:dump of a stretch, and CPUs
KEYS
done
# Arrows from the waker's strip to that of the thread under the cursor, in the column of the wakeup.
arrows() { printf ':wait\n14g\nvo\n:wait\n%s\n:dump x\n' "$1" | play 100x24 strips_wakeups.data "${@:2}" | grep -E '^[0-9/]+ [a-z]+ '; }
is "$(arrows j | grep -o '[▲▼│]' | tr -d '\n')" '▼▼' 'two wakeups: two signs on the strip of the waker'
is "$(arrows j | grep '[▼]' | cut -c-9)" '20 feeder' '... which points down to the thread'
is "$(arrows G | grep -c '[▲▼│]')" 0 'none of a thread that was not woken'
is "$(arrows jj | grep '▼' | cut -c-9)" '10 worker' 'another thread: another waker'
is "$(arrows 'ojM99l' | grep -o '[▲▼│●]' | tr -d '\n')" '●▼' '... and an arrow from a dot to the thread where it is chosen'
is "$(arrows 'ojM99l' --ascii | grep -c '#[*v]#')" 2 '... also in ASCII'
long=$(printf '%s\n' :wait vo :wait gg3jM99l ':dump x' | play 80x24 sched.data | grep -o '[▲▼│●]' | tr -d '\n')
is "$long" '▲▲│●●' '... with a line between its ends'
is "$(arrows jjC | grep -c '[▲▼│]')" 0 'processes have none'

# Markers: the records of an event, or those that match an expression.
markers() { printf ':wait\n::markers %s<Enter>\nvo\n:wait\n%s\n:wait\n:dump x\n' "$1" "$2" | play 100x24 demo.data "${@:3}"; }
like "$(markers page-faults g)" '^7353 archivist .*◆◆.*◆' 'an event has markers'
like "$(markers page-faults g)" '  ◆ marker  ' '... which the legend has'
like "$(markers page-faults ggjjjj99h | sed -n 4p)" ': 5 markers from record 69, 12 records, on ' '... which the cell counts'
records=$(markers page-faults 'ggjjjj99h<Enter>')
like "$records" ' and \(event ==.*-faults"\) +match 1 of 5$' '... and Enter shows their records'
is "$(grep -c ' page-faults ' <<<"$records")" 5 '... and no others'
like "$(markers 'type == COMM' gg99h)" '^ .*: 1 marker, record [0-9]*, ' 'an expression has some, too'
is "$(markers page-faults g --ascii | grep -c '^7353 archivist .*\*\*.*\*')" 1 'in ASCII'
is "$(markers page-faults '::markers<Enter>' | grep -c '◆')" 0 ':markers alone removes them'
is "$(markers page-faults '::markers type == EXIT<Enter>' | grep -c '^7[0-9]* thumbnail .*◆')" 11 'others replace them'
like "$(markers page-faults '<C-_>')" 'Undone: markers' 'the last change can be undone'
is "$(markers page-faults '<C-_>vo' | grep -c '◆')" 0 '... so that there are none'
run "$PERFNAV" --no-index --batch --cmd ':markers tid ==' demo.data
is "$status" 2 'a mistake is refused'
like "$err" 'markers tid ==' '... with its place'
is "$(markers page-faults 'Cgj99hM99l' | sed -n 's/.*: \([0-9]*\) markers .*/\1/p')" "$("$PERFNAV" count --no-index -f 'event == "page-faults" and pid == 7352' demo.data | awk '{ print $1 }')" \
	'a process has those of its threads'
is "$(markers page-faults g99hM99l | sed -n 's/.*: \([0-9]*\) markers .*/\1/p')" \
	"$("$PERFNAV" count --no-index -f 'event == "page-faults" and tid == 7351' demo.data | awk '{ print $1 }')" '... and a thread its own'
for size in 40x10 80x24; do
	screens "strips-markers-$size" "$size" demo.data <<'KEYS'
:wait
vo
:wait
::markers page-faults<Enter>
:wait
ggjj
:dump markers
:styles their looks
KEYS
	screens "strips-markers-mono-$size" "$size" demo.data --ascii <<'KEYS'
::set colors none<Enter>
:wait
::markers event == "sched:sched_switch" and tp.prev_state == 0<Enter>
vo
:wait
:dump markers of an expression
KEYS
done

# Which thread is on which CPU: as the records of a stretch say, and what the line under the cursor says.
like "$(printf ':wait\nvv\n:wait\nvo\n:wait\n:dump x\n' | play 80x24 demo.data | sed -n 3p)" ' 7351 scanner: ' \
	'from another view it begins at the first thread'
like "$(printf ':wait\nvo\n:wait\ng9l\n:dump x\n' | play 100x24 demo.data | sed -n 4p)" ', on .* CPU [01]$' 'the CPU of a cell'
cpus=$(printf ':wait\nvo\n:wait\n<Tab>g9lM9l\n:dump x\n' | play 100x24 demo.data)
is "$(grep -c '^CPU [01] ' <<<"$cpus")" 2 'a line for each CPU'
is "$(grep '^CPU' <<<"$cpus" | awk '{ s += $3 } END { print (s < 980 && s > 900) }')" 1 '... with its time'
like "$cpus" '^CPU 0 .*\*.*scanner' '... and with the threads, of which one is marked'
# perf script shows no switch of CPU 1 before 1821.904246556.
like "$cpus" '^CPU 1 +329\.018 +[?]{27,29}\*' 'unknown as long as switches of the CPU are missing'
is "$(printf ':wait\nvo\n:wait\n<Tab><Tab>\n:dump x\n' | play 100x24 demo.data | grep -c '^CPU')" 0 '... until they are hidden'
like "$(printf ':wait\nvo\n:wait\n<Tab>\n:dump x\n' | play 100x24 fp.data)" 'No switches with CPU numbers: perf record -a --switch-events records them' 'no switches: no CPUs'
for size in 40x10 80x24 200x50; do
	screens "strips-cpus-$size" "$size" demo.data <<'KEYS'
:wait
vo
:wait
<Tab>9l
:dump CPUs
:styles CPUs
j
:dump another thread
KEYS
done

for size in 80x24 200x50; do
	screens "strips-waits-$size" "$size" strips_tracepoint.data <<'KEYS'
:wait
vo
:wait
ggjj30l30l
:dump a wait
:styles its looks
KEYS
	screens "strips-$size" "$size" system.data <<'KEYS'
:wait
vo
:wait
:dump threads
gj20l
:dump a cell
M4l
:dump a stretch
:styles its looks
z
:wait
:dump inside
Z
:wait
o
:dump by when they begin
C
:dump processes
<Backspace>
:dump one is open
?
:dump help
KEYS
	screens "strips-tracepoint-$size" "$size" demo.data <<'KEYS'
:wait
::strips where comm == "scanner" or pid == 7352<Enter>
:wait
9l
:dump by sched_switch
<Enter>
:wait
:dump records
KEYS
	screens "strips-ascii-$size" "$size" fp.data --ascii <<'KEYS'
:wait
vo
:wait
9l
:dump by samples
KEYS
done
# Threads that come after the stretch that is shown have the names that they will have.
like "$(printf ':wait\nvo\n:wait\nzz\n:wait\nG\n:dump x\n' | play 80x14 demo.data)" \
	'^7435 thumbnail  *0\.000 ' 'a thread that comes later has its name'
# Keys that come before the view is drawn act at the record where it was opened.
for keys in voz 'vo<Tab>z' 'voCz'; do
	like "$(printf '%s\n' :wait 2000g :wait "$keys" :wait ':dump x' | play 80x24 demo.data | sed -n 5p)" \
		'1821\.9[78]' "$keys typed ahead: zooms at the record"
done
like "$(printf '%s\n' :wait 2000g :wait 'vo<Tab>z' :wait ':dump x' | play 80x24 demo.data | sed -n 3p)" \
	'^ 7354 dark-blur: ' '... and at its thread'
done_testing
