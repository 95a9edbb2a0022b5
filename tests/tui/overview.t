#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The overview: the recording on one screen, what each line opens, and when it is the first screen.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

cp "$DATA/demo.data" .

keys() {
	cat <<'KEYS'
:wait
vv
:wait
:dump overview
:styles overview
W
:wait
:dump next-event
A
:wait
:dump all-events
KEYS
}
screens overview 80x24 demo.data < <(keys)
screens overview-wide 120x40 demo.data < <(keys)
screens overview-small 40x10 demo.data < <(keys)
screens overview-ascii 80x24 demo.data --ascii < <(keys)
screens overview-pages 80x24 stat.data < <(keys)

# ---- the numbers ----
# numbers SECTION: "NAME COUNT" of its lines.
numbers() {
	awk -v section="$1" '/^[a-z]/ { here = $1 == section; sub(/^[a-z]+ /, "") }
		here && !/ more$/ { print }' <<<"$page" |
		sed -E 's/^ *(.*[^ ]) +([0-9]+) +[0-9.]+(\/s| %).*/\1 \2/'
}
# counted FIELDS OPTIONS...: the same by perfnav count.
counted() {
	local by=$1
	shift
	"$PERFNAV" count --no-index --by "$by" "$@" demo.data 2>/dev/null |
		awk '{ n = $1; $1 = ""; sub(/^ /, ""); print $0, n }'
}
"$PERFNAV" --no-index --batch --cmd ':overview' demo.data >page 2>/dev/null
page=$(cat page)
is "$(numbers events)" "$(counted event --type SAMPLE | head -n "$(numbers events | wc -l)")" \
	'samples of each event, as perfnav count has them'
is "$(numbers threads | sed -E 's/.* ([0-9]+ [0-9]+)$/\1/')" \
	"$(counted tid --type SAMPLE -e cpu-clock | head -n "$(numbers threads | wc -l)")" \
	'samples of each thread'
like "$page" '^recorded +perf record .* photolab 130' 'the command line'
like "$page" '^problems +no symbols for [0-9]+ % of the samples' 'problems, those with most effect first'
like "$page" '^ +chain cut: 3 records' '... and all of them in the page as text'
like "$(printf '%s\n' :wait vv :wait ':dump x' | play 80x24 demo.data)" '^ │ +2 more: missing switches, chain cut' '... on a small screen the names'
cp -r "$DATA/demo.data.debug" .
"$PERFNAV" --no-index --batch --cmd ':overview' demo.data >page 2>/dev/null
page=$(cat page)
like "$page" '^functions +average_around \[photolab\] +532 +28\.4 %' 'functions by name'
like "$(printf '%s\n' :wait vv :wait W :wait a :wait ':dump x' | play 80x24 demo.data)" \
	'^ The hottest function has no name; this one is number 2\.$' 'a names a function that is not the hottest'
rm -r demo.data.debug

# A large screen has room for all of a command line, for heads, and for whole names.
wide=$(printf '%s\n' :wait vv :wait ':dump wide' 6j ':dump head' '<Enter>' :wait ':dump open' | play 120x40 demo.data)
like "$wide" '^ │ +.* photolab 130$' 'the end of a long command line'
like "$wide" '^ threads +samples +share$' 'a head for the numbers of a section'
like "$wide" '^>events +samples +rate +over time$' '... on which the cursor can be'
like "$(sed '1,/^---- open/d' <<<"$wide")" '^ events' '... and Enter opens the section'

# A name that most samples precede, thread 0, and the event of the threads and functions.
ln -s "$DATA/system.data" "$DATA/tracepoints.data" .
system=$(printf '%s\n' :wait vv :wait ':dump x' W :wait ':dump y' | play 80x24 system.data)
like "$system" '^ threads +ping-player-2 6 +31 +27\.0 %' 'thread 0 is not the busiest thread, and not in the sum'
like "$system" '^ │ +3 more, and idle or outside 0: 115, left out of the shares$' '... but named last'
like "$system" '^ functions +\(no name\) \[vdso\] +101 +87\.8 %' '... and functions are without it'
like "$system" '^ │ +0\.138 s \(samples: 0\.095 s\), ' 'the time of rates, if it is shorter'
is "$(sed '1d; /^---- y/,$d' <<<"$system" | grep -o '\*[a-z:_-]* ')" '*cpu-clock ' 'a star at the event of the threads'
is "$(sed '1,/^---- y/d' <<<"$system" | grep -o '\*[a-z:_-]* ')" '*sched:sched_switch ' '... after W at the next'
chosen=$(printf '%s\n' :wait vv :wait 9G '<Enter>' :wait vv :wait ':dump x' | play 80x24 tracepoints.data)
unlike "$chosen" '\*raw_syscalls:sys_exit ' '... but not after Enter at an event, which only shows its records'
# Only the text of the line under the cursor changes its look, so that a step need not redraw the pictures.
looks=$(printf '%s\n' :wait vv :wait 4G ':styles x' 8G ':styles y' | play 80x24 demo.data)
like "$looks" '^#{11}.#{48}G{20}$' 'the line under the cursor: a spark line has the colour of its event'
like "$looks" '^#{60}w{20}$' '... and a bar is a bar'
"$MK" "$ROOT/tests/tui/overview_names.mk" names.data || exit 1
names=$(printf '%s\n' :wait vv :wait ':dump x' | play 80x24 names.data)
like "$names" '^ events +clock +27  132 M/s ' 'a large rate leaves a blank after the number of samples'
like "$names" '^ │ +first, then second 7 +10 ' 'a thread that had another name in many samples'
like "$names" '^ threads +other 8 +12 ' '... and not of a name in a few'
like "$names" '^ │ +idle or outside 0 +3  left out of the shares$' 'thread 0 has no share'
like "$names" '^ │ +-1 \(exiting\) +2 +8\.3 %' 'a thread that exits has no number'
like "$names" '^ functions +\(no name\) \[unknown\] ' 'a function without a name has a place'
like "$(printf '%s\n' :wait vv :wait A :wait ':dump x' | play 80x24 demo.data)" '^ threads +scanner 7351 +1 015 ' \
	'all events: only samples count'
like "$(printf '%s\n' :wait vv :wait A :wait 10G '<Enter>' :wait ':dump x' | play 80x24 demo.data)" \
	'^ 3089 records by comm, tid where type == SAMPLE' '... also in the list of all threads'
like "$(printf '%s\n' :wait vv :wait ':dump x' | play 80x24 demo.data)" '^>recorded .* -g -e … photolab 130$' \
	'a long command line shows its end, and is cut at a word'
opened=$(printf '%s\n' :wait vv :wait '<Enter>' :wait ':dump x' | play 80x24 demo.data)
like "$opened" '^ │ +-e sched:sched_process_exit photolab 130$' '... Enter shows it whole'
like "$(printf '%s\n' :wait vv :wait ':dump x' | play 80x24 mixed.data)" '^ │ +.*,stack-size=1024,$' \
	'a long word of the command line is broken at a comma'

# Times that go back and far ahead.
"$MK" "$ROOT/tests/tui/overview.mk" times.data || exit 1
"$PERFNAV" --no-index --batch --cmd ':overview' times.data >page 2>/dev/null
like "$(cat page)" '^events +ahead +6 +0\.0/s  █ *$' 'an event at the beginning'
like "$(cat page)" '^ +back +3 +0\.0/s  █ +▄$' 'an event at both ends, half as high at the second'

# Counter values of perf stat.
counters=$(printf '%s\n' :wait vv :wait ':dump x' G '<Enter>' :wait ':dump y' vr :wait 6G ':dump z' | play 80x24 stat.data)
like "$counters" '^ overview, all records +1 of 13$' 'perf stat: no samples in the title'
like "$counters" '^ events +no samples of cpu-clock, context-switches, page-faults, ' '... the events have names'
like "$counters" '^ │ +page-faults +1 809$' '... a counter has the sum of its last values (67 and 1742 above)'
like "$counters" '^ counters +cpu-clock +201\.74 msec$' '... in its unit, as perf stat report prints it'
like "$(printf '%s\n' :wait vv :wait 7g '<Enter>' :wait ':dump x' | play 80x24 stat.data)" \
	'^ filter: +type == STAT +and +id\.event == "context-switches" +match 1 of 10$' '... and Enter shows its values'
"$MK" "$ROOT/tests/tui/overview_counters.mk" counters.data || exit 1
shared=$(printf '%s\n' :wait vv :wait ':dump x' | play 80x24 counters.data)
like "$shared" '^ +counted$' '... the heading names these numbers'
like "$shared" '^ counters +cycles:HG +2 000 005  scaled from 75\.0 %$' '... a counter that shared its hardware is scaled'
like "$shared" '^ │ +cache-misses:HG +<not counted>$' '... one that never ran has no value'
like "$shared" '^ │ +power/energy-pkg/ +375\.25 Joules$' '... a unit has a factor'
like "$(printf '%s\n' :wait va :wait ':dump x' | play 80x24 stat.data)" '^>0 +cpu-clock +0 +201\.74 msec +software' '... also in the list of events'
unlike "$(printf '%s\n' :wait vv :wait ':dump x' | play 80x24 demo.data)" '^ counters' '... and other recordings have no counters'
like "$counters" '^ +5 +12\.5 .* 1 742 +page-faults +1 +0$' '... their values by event, CPU and thread'
like "$(printf '%s\n' :wait vv :wait '10g<Enter>' ':dump x' | play 80x24 stat.data)" '^ The recording has no samples\.$' \
	'... and their threads are no list'
like "$counters" '^ +7 +STAT +page-faults: 57, cpu 0, id 3108, ' '... and in the list'
like "$(printf '%s\n' :wait '::sort stat.value<Enter>' :wait ':dump x' | play 80x24 stat.data)" \
	'^> +100 871 946  41 +cpu-clock +0 +0$' ':sort stat.value names the event of each value'
is "$("$PERFNAV" print --no-index --filter 'line contains "page-faults: 1657"' "$DATA/stat.data" 2>/dev/null | wc -l)" 1 \
	'... where a search finds them'

like "$(printf '%s\n' :wait vv :wait ':dump x' | play 80x24 breakpoints.data)" '^ events +\*mem:0x[0-9a-f]+… \(2 events\) +344 ' \
	'two events of one name'
like "$(printf '%s\n' :wait vf :wait ':dump x' | play 100x24 breakpoints.data)" ' of mem:0x0000000000404028 \(2 events, 1 of 2 names\) ' \
	'... and so do the titles of other views'
# Enter shows a long command line whole, and cuts it again.
fold=$(printf '%s\n' :wait vv :wait ':dump cut' '<Enter>' ':dump whole' '<Enter>' ':dump again' | play 80x24 demo.data)
like "$(sed '1,/^---- whole/d; /^---- again/,$d' <<<"$fold")" '^ Enter fold  ' 'the hint of a command line that is shown whole'
is "$(sed '1,/^---- again/d' <<<"$fold")" "$(sed '1d; /^---- whole/,$d' <<<"$fold")" '... and Enter cuts it'
like "$(printf '%s\n' :wait '&cpu == 0<Enter>' :wait vv :wait ':dump x' | play 80x24 demo.data)" '^ overview, unfiltered: samples of cpu-clock \(1 of 6 events\) ' 'the title says that the filter is not applied'
# A single sample has no duration, and no rate.
"$PERFNAV" slice -q --no-index -f 'ordinal == 825' -o one_sample.data "$DATA/demo.data" 2>/dev/null
one=$(printf '%s\n' :wait vv :wait ':dump x' vh :wait ':dump hist' | play 100x24 one_sample.data)
like "$one" '^ │ +0\.258 s \(samples: at one time\), ' 'one sample has no duration'
like "$one" '^ events +sched:sched_switch +1 +-  █' '... and no rate'
like "$one" '^ at 1821\.690763541: 1 record$' '... nor has its range'
# A SAMPLE_TIME of a longer time gives no rate either. Addresses in no map have no file with symbols.
cat >unmapped.mk <<-MK
	include "$ROOT/tests/mk/cases/abi.inc"
	attr type=SOFTWARE config=0 sample_period=1 size=128 name="tick" ids=1
		sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME flags=F_SAMPLE_ID_ALL
	feature EVENT_DESC event_desc
	feature 21 u64 1000 u64 9000000
	record SAMPLE misc=USER u64 1 u64 0x1000 u32 5 5 u64 9000000
	record SAMPLE misc=USER u64 1 u64 0x2000 u32 5 5 u64 9000000
MK
"$MK" unmapped.mk unmapped.data || exit 1
unmapped=$(printf '%s\n' :wait vv :wait 'Gk<Enter>' ':dump x' | play 80x24 unmapped.data)
like "$unmapped" '^ │ +tick +2 +-  █' 'two samples of one time have no rate'
like "$unmapped" 'the addresses of 100 % of the samples are in no map$' 'samples without a map'
like "$(tail -n 2 <<<"$unmapped")" 'The addresses of these samples are in no map: no file can have' '... and Enter says why there are no symbols'
like "$(printf '%s\n' :wait vv :wait ':dump x' | play 80x24 lost.data)" \
	'^ │ +lost samples: 1555, in 1 record; lost records can include them$' 'a loss can be recorded twice'

# ---- what a line opens ----
# opens LINE: the position after Enter on it, counted from 1.
opens() {
	play 80x24 demo.data < <(printf ':wait\nvv\n:wait\n%sG<Enter>\n:wait\n:dump x\n' "$1")
}
like "$(opens 2)" ' what +value' 'the recording: its info'
like "$(opens 4)" 'match 1 of 1876' 'an event: its samples'
like "$(opens 7)" '^ events' '... the rest: all events'
like "$(opens 8)" 'match 1 of 851' 'a thread: its samples'
line_of() {
	play 80x24 demo.data < <(printf ':wait\nvv\n:wait\n:dump x\n') | sed '1,3d' | grep -n -- "$1" | cut -d: -f1
}
like "$(opens "$(line_of ' more: ')")" 'chain cut' 'problems'
like "$(opens "$(line_of ' call stacks ')")" ' flame graph of cpu-clock' 'a question: the flame graph'
like "$(opens "$(line_of ' waiting ')")" 'flame graph of the time off the CPU' '... the time off the CPU'
like "$(play 80x24 demo.data < <(printf '%s\n' :wait vv :wait ':dump x'))" \
	'^ │ +waiting +stacks; longest: :sort span\.dur \(:offcpu\)$' '... and the way to the longest wait'
# It is of all records, and so is what it opens, whatever the list shows.
for keys in vf vg vw vh 'G3k<Enter>'; do
	unlike "$(play 80x24 demo.data < <(printf '%s\n' :wait '&type == COMM<Enter>' :wait vv :wait "$keys" :wait ':dump x'))" \
		'where .*COMM|no samples' "$keys there: without the filter of the list"
done
like "$(play 80x24 demo.data < <(printf '%s\n' :wait '&type == COMM<Enter>' :wait vv :wait vrvf :wait ':dump x'))" \
	'where type == COMM' '... and with it from the records'
# The list of problems opens at the problem.
for problem in 'missing switches' 'chain cut'; do
	line=$(play 80x24 demo.data < <(printf '%s\n' :wait vv :wait ':resize 120x40' ':dump x') | sed '1,3d' | grep -n " $problem: " | cut -d: -f1)
	opened=$(play 120x40 demo.data < <(printf '%s\n' :wait vv :wait "${line}G<Enter>" :wait ':dump x'))
	like "$opened" "^> *$problem " "Enter on $problem: the cursor is on the first one"
done
# Their titles say so, and so does the last line of the overview.
for keys in va ve vf vg vo vh vm vt; do
	like "$(play 120x40 demo.data < <(printf '%s\n' :wait '&type == COMM<Enter>' :wait vv :wait "$keys" :wait ':dump x'))" \
		'^ [^>]*, unfiltered[ :]' "$keys there: the title says that the filter is not applied"
	unlike "$(play 120x40 demo.data < <(printf '%s\n' :wait vv :wait "$keys" :wait ':dump x'))" \
		'unfiltered' '... if there is one'
done
like "$(play 80x24 demo.data < <(printf '%s\n' :wait '&type == COMM<Enter>' :wait vv :wait vf :wait ':dump x'))" \
	'^ flame graph of cpu-clock \(1 of 6 events\) by samples, unfiltered ' 'the title at 80 columns'
# They follow the filter while the view is open.
for keys in vf vg vo vh vm '::count comm<Enter>' '::tree up<Enter>' '::offcpu<Enter>'; do
	titles=$(play 160x24 demo.data < <(printf '%s\n' :wait '&type == COMM<Enter>' :wait vv :wait "$keys" :wait ':dump 1' \
		'::clear<Enter>' :wait ':dump 2' '::filter type == COMM<Enter>' :wait ':dump 3') | grep -A1 '^----' |
		sed -n 's/.*, \(unfiltered\) .*/\1/p; t; /^ /s/.*/-/p' | tr '\n' ' ')
	is "$titles" 'unfiltered - unfiltered ' "$keys: the title after a change of the filter"
done
waiting=$(play 80x24 demo.data < <(printf '%s\n' :wait '&type == COMM<Enter>' :wait vv :wait ':dump x'))
is "$(sed -n 24p <<<"$waiting")" ' unfiltered; :count comm,tid applies the filter: type == COMM' 'the overview shows the filter that waits'
# Problems have a short form that fits; that the index is rebuilt comes last.
head -c 300000 "$DATA/demo.data" >cut.data
like "$(printf '%s\n' :wait vv :wait ':dump x' | play 80x24 cut.data)" '^ problems +the file is truncated \(and [0-9]+ more\)$' 'a short problem'
echo junk >cut.data.pnx
like "$("$PERFNAV" --no-state --batch --cmd ':problems' cut.data 2>/dev/null | grep '^file ' | tail -n 1)" '^file +the index is rebuilt: ' 'the index is rebuilt: the last problem of a file'
rm -f cut.data.pnx
unlike "$(play 80x24 demo.data < <(printf '%s\n' :wait vv :wait ':dump x'))" 'filter of the records' '... if there is one'
leads() {
	"$PERFNAV" --no-index --batch --cmd ':overview' "$1" 2>/dev/null | sed -n '/^look at/,$p' | sed 's/^look at/       /; s/^ *//; s/  */ /g'
}
is "$(leads "$DATA/tracepoints.data" | grep -c '^system calls by name: number, time, errors')" 1 'system calls lead to spans'
is "$(leads "$DATA/fp.data" | grep -c 'system calls\|waiting\|begin and end')" 0 '... where there are some'
"$PERFNAV" slice --no-index -f 'event != "raw_syscalls:sys_exit"' "$DATA/tracepoints.data" -o enter.data 2>/dev/null
is "$(leads enter.data | grep -c 'system calls')" 0 '... and end'
"$MK" "$ROOT/tests/tui/sharing.mk" sharing.data || exit 1
is "$(leads sharing.data | grep -c '^data sources memory accesses by level')" 1 'data sources of a hardware event lead to totals'
for name in dwarf faults mixed breakpoints; do
	is "$(leads "$DATA/$name.data" | grep -c 'data sources')" 0 "... those of other events do not: $name"
done
# No hint is cut, whatever the recording: each line of the leads is whole.
for size in 80x24 60x24; do
	cut=''
	for file in "$DATA"/*.data; do
		cut+=$(play "$size" "$(basename "$file")" < <(printf ':wait\nvv\n:wait\nG\n:dump x\n') | sed -n '/ look at /,$p' | grep '…')
	done
	is "$cut" '' "$size: leads and hints of all recordings are whole"
done
like "$(play 80x24 demo.data < <(printf ':wait\nvv\n:wait\n/scanner<Enter>\n:wait\n:dump x\n'))" \
	'record [1-9][0-9]* of 3215' 'a search is for the records'
for line in 1 9; do
	like "$(play 80x24 demo.data < <(printf ':wait\nvv\n:wait\n%sGvk\n:wait\n:dump x\n' "$line"))" \
		"^ stack chart of cpu-clock .* where tid == $([[ $line == 1 ]] && echo 7351 || echo 7354) " \
		"vk on line $line: the stacks of $([[ $line == 1 ]] && echo the busiest || echo this) thread"
done
like "$(play 80x24 demo.data < <(printf ':wait\nvv\n:wait\n9Gvf\n:wait\n:dump x\n'))" \
	'^ flame graph of cpu-clock .* where tid == 7354 .* 466 samples$' 'vf on a thread: its stacks'
like "$(play 80x24 demo.data < <(printf ':wait\nvv\n:wait\n9Gvm\n:wait\n:dump x\n'))" '^ records, .* where tid == 7354 ' '... and vm: its records'
like "$(play 80x24 demo.data < <(printf ':wait\nvv\n:wait\n1Gvf\n:wait\n:dump x\n'))" ' 1876 samples$' '... on another line: of all threads'
for key in a vw; do
	screen=$(play 80x24 "$DATA/demo.data" < <(printf '%s\n' :wait vv :wait "9G$key" :wait ':dump x' "$key" :wait ':dump y'))
	like "$screen" " Functions of the thread, the hottest first; $key again opens one\." "$key on a thread: its functions"
	like "$screen" '^>  450  96\.6 .* average_around ' '... the hottest first'
	like "$screen" ' average_around(: 450 samples)? of .* where ' '... which opens for the thread alone'
done
like "$(play 80x24 stat.data <<<$':wait\nvv\n:wait\nvk\n:dump x')" '^ No thread is here\.$' '... and without samples there is none'
# The key comes when the place is reached, or just before or after that.
left=0
for ((i = 0; i < 10; i++)); do
	screen=$(play 80x24 demo.data < <(printf '%s\n' '::goto 50%<Enter>' vv W ':dump x'))
	[[ $screen == *' overview, all records'* ]] || ((++left))
done
is "$left" 0 'a key for the next event stays there, although the list comes to its place meanwhile'
# The list from which a view was opened comes back after it, and then the overview.
back=$(printf '%s\n' :wait vv :wait vr vo :wait '<Enter>' :wait q ':dump view' q ':dump list' q ':dump first' | play 80x24 demo.data)
like "$(sed '/^---- list/,$d' <<<"$back")" '^ threads over time ' 'q after Enter in a view: the view'
like "$(sed '1,/^---- list/d; /^---- first/,$d' <<<"$back")" '^ demo\.data ' '... then the list from which it was opened'
like "$(sed '1,/^---- first/d' <<<"$back")" '^ overview, ' '... then the overview'
# The prompt is over the view, which is left only for what is found.
for keys in 'vv /scan' 'vv &pid' 'vh /scan'; do
	for end in '' '<Esc>'; do
		like "$(play 80x24 demo.data < <(printf '%s\n' :wait "${keys% *}" :wait "${keys#* }$end" ':dump x'))" \
			'^ (overview, all records: |records over time)' "$keys$end: the view is still there"
	done
done
like "$(play 80x24 demo.data < <(printf '%s\n' :wait vv :wait /scan ':dump x'))" '^records: /scan$' '... which says what it searches'
like "$(play 80x24 demo.data < <(printf '%s\n' :wait vv :wait '/scan<Enter>' :wait ':dump x'))" '^ These are the records\. vv: overview\.$' '... and what it shows'
unlike "$(play 80x24 demo.data < <(printf '%s\n' :wait vv :wait '/nosuchtext<Enter>' :wait '/scan<Enter>' :wait ':dump x'))" \
	'These are the records' '... but not what a later search finds'
like "$(printf '%s\n' :wait vv :wait 7j ':dump x' | play 80x24 demo.data)" '^ Enter 851 samples ' 'the hint of a thread: its samples of the event'
# A prompt covers the last lines.
covered=$(printf '%s\n' :wait vv :wait ':dump free' '/' ':dump covered' | play 80x24 demo.data)
is "$(sed '1,/^---- covered/d' <<<"$covered" | sed -n 1,20p)" "$(sed '1d; /^---- covered/,$d' <<<"$covered" | sed -n 1,20p)" \
	'a prompt leaves the other lines where they are'
for keys in 'vv &pid == 7352' 'vh /scanner'; do
	like "$(play 80x24 demo.data < <(printf '%s\n' :wait "${keys%% *}" :wait "${keys#* }<Enter>" :wait ':dump x'))" \
		'order: record [1-9]|match [0-9]+ of' "$keys and Enter: the records"
done

for command in :1821.9s :+5 :50% ':find type == EXIT'; do
	like "$(play 80x24 demo.data < <(printf ':wait\nvv\n:wait\n:%s<Enter>\n:wait\n:dump x\n' "$command"))" \
		'record [1-9][0-9]* of 3215' "$command there goes to the records"
done

# ---- as they look, with names ----
for size in 80x24 120x40 200x50; do
	rm -rf named && mkdir named && cp -r "$DATA/demo.data" "$DATA/demo.data.debug" named
	printf '%s\n' :wait vv :wait ':dump overview' '12j' ':dump function' vr '::1821.9s<Enter>' :wait ':dump list' \
		'::sort gap.tid<Enter>' :wait ':dump sorted' '::spans<Enter>' :wait ':dump spans' >keys
	golden "tests/tui/golden/screens-$size.txt" "screens at $size" \
		"$PERFNAV" --no-index --no-state -q --script keys --screen "$size" named/demo.data
done

# A short recording has times of a unit that shows them.
like "$(printf '%s\n' :wait vv :wait ':dump x' | play 80x24 "$DATA/uprobes.data")" '[0-9.]+ (ms|us) \(samples: [1-9][0-9]* us\), ' 'the duration of a short recording'

# ---- the first screen ----
if ! command -v tmux >/dev/null; then
	skip 'the first screen' 'tmux is not installed'
	done_testing
	exit
fi
rm "$XDG_CONFIG_HOME/perfnav/config"
# begins SCREEN NAME OPTIONS...
begins() {
	local screen=$1 name=$2
	shift 2
	tui_start 80x24 "$PERFNAV" --no-index --symfs none "$@" demo.data
	tui_shows "$screen" "$name"
	tui_keys Q
	tui_exits 0
}
begins 'record 0 of' '--no-state: the records' --no-state
begins 'record 5 of' '--goto: the records' --goto 5
rm -rf "$XDG_STATE_HOME/perfnav"
begins 'match 1 of' 'a filter: the records' -f 'cpu == 1'
rm -rf "$XDG_STATE_HOME/perfnav"
begins 'overview, all records' 'a recording that was not open before: the overview'
begins 'overview, all records' '... and again, because it was left'
tui_start 80x24 "$PERFNAV" --no-index --symfs none demo.data
tui_shows 'overview, all records' 'each time'
tui_keys vr
tui_shows 'record 8, by time' '... over the records from the first with a time'
tui_keys Q
tui_exits 0
begins 'record 8, by time' '... which are left as they were'
rm -rf "$XDG_STATE_HOME/perfnav"
# A prompt before the index has a record: the list has not moved, and still begins at that record.
"${CC:-cc}" -shared -fPIC -O1 -D_GNU_SOURCE -o hold.so "$ROOT/tests/tui/holdread.c" -ldl || exit 1
touch held
tui_start 80x24 env ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" LD_PRELOAD="$PWD/hold.so" \
	HOLD_PATH=demo.data HOLD_WHILE=held HOLD_FROM=1 HOLD_TO=1000000 \
	"$PERFNAV" --no-index --symfs none demo.data
tui_shows 'functions  waiting for the index' 'the first screen before the first record'
tui_keys /
tui_shows 'records: /' '... with a prompt'
tui_shows 'overview, all records' '... is still the overview'
rm held
tui_keys Escape
tui_shows 'q quit' '... also without the prompt,'
tui_shows 'chain cut' '... when the index is complete'
tui_keys v r
tui_shows 'record 8, by time 9 of 3215: ' '... over the records from the first with a time'
tui_keys Q
tui_exits 0
rm -rf "$XDG_STATE_HOME/perfnav"
# The first screen is the last one, too: q leads back to it, and quits there.
tui_start 80x24 "$PERFNAV" --no-index --symfs none demo.data
tui_shows 'q quit' 'the first screen: q quits it'
tui_shows 'chain cut' '... when the index is complete'
tui_keys v r
tui_shows 'record 8, by time 9 of 3215: ' 'the list that was not on the screen before is in time order'
tui_keys q
tui_shows 'overview, all records' 'q leads back to the first screen'
tui_keys q
tui_exits 0 '... and q quits there'
rm -rf "$XDG_STATE_HOME/perfnav"
echo 'set start records' >"$XDG_CONFIG_HOME/perfnav/config"
begins 'record 0 of' 'set start records'

done_testing
