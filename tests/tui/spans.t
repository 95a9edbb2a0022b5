#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Spans in the list of records: columns, and from the begin of a span to its end.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

# at KEYS...: the record that the keys lead to.
at() {
	printf ':wait\n%s\n:wait\n:dump x\n' "$@" | play 100x24 "$file" |
		sed -n '2s/.* record \([0-9]*\) of .*/\1/p'
}

file=tracepoints.data
is "$(at '80g^')" 81 'from the begin of a span to its end'
is "$(at '81g^')" 80 'and back'
is "$(at $'80g^\n:wait\n^')" 80 'both'
is "$(at $'80g^\n:wait\n<C-o>')" 80 'it is a jump'
is "$(at '79g^')" 79 'an end whose begin was not recorded leads nowhere'
like "$(printf ':wait\n79g^\n:wait\n:dump x\n' | play 100x24 "$file" | tail -n 2)" \
	'neither begins nor ends a span' '... and says so'
like "$(printf ':wait\n80g^\n:wait\n:dump x\n' | play 100x24 "$file" | tail -n 2)" \
	'syscall rseq, complete: 0\.000001051 s' 'the span is told'
file=sched.data
is "$(at '103g^')" 105 'of a record that ends a span and begins one the latter'
is "$(at $'103g^\n:wait\n^')" 108 '... so that it goes on'

screen=$(printf ':wait\n::columns time,span.name,span.dur<Enter>\n:wait\n80g\n:wait\n:dump x\n' |
	play 100x24 tracepoints.data)
like "$screen" 'rseq +0\.000001051' 'columns wait for spans'
# A bar of 1051 ns: 64 ns times 16, so that two characters are full and a third one is begun.
screen=$(printf ':wait\n::columns n,span.name,span.dur,bar,summary<Enter>\n:wait\n80g\n:wait\n:dump x\n' |
	play 120x24 tracepoints.data)
like "$screen" 'rseq +0\.000001051 +==- ' 'a bar of the duration'
# Totals of spans are of the events that begin them, whichever event the recording has first.
totals() {
	"$PERFNAV" --no-index --batch --cmd ":count $1" "$DATA/tracepoints.data" 2>/dev/null | sed 1d | awk '{ print $1, $NF }'
}
calls='sum(span.dur) by span.name where span.kind == "syscall"'
counted=$("$PERFNAV" count --no-index -q --by span.name -f 'span.kind == "syscall" and span.dur' "$DATA/tracepoints.data" |
	awk '{ print $1, $2 }')
is "$(totals "$calls and span.dur" | sort)" "$(sort <<<"$counted")" 'totals by the names of spans'
is "$("$PERFNAV" --no-index --batch --cmd ':flame by span.dur' "$DATA/tracepoints.data" 2>/dev/null | awk '{ n += $NF } END { print n }')" \
	"$("$PERFNAV" print --no-index -q -F span.dur --format csv "$DATA/tracepoints.data" | tr -d '\r' | awk 'NR > 1 { n += $1 } END { print n }')" \
	'stacks weighed by spans are those of an event that begins some'
is "$("$PERFNAV" count --no-index -q -f 'span.begin' --by event "$DATA/tracepoints.data" | awk '{ print $2 }')" \
	'raw_syscalls:sys_exit' 'events that end spans'

# :spans: from each number to that many records, and from the greatest to the longest span.
# opened FILE COMMAND LINE KEYS...: how many records the keys lead to from a line.
opened() {
	local file=$1 command=$2 line=$3 keys=$4
	printf ':wait\n:%s<Enter>\n:wait\n%s%s<Enter>\n:wait\n:dump x\n' "$command" "$line" "$keys" |
		play 200x50 "$file" | sed -n '3s/.* match [0-9]* of \([0-9]*\).*/\1/p'
}
counts() {
	"$PERFNAV" count --no-index -q --format csv --by span.name -f "$2" "$DATA/$1" | tr -d '\r' | sed 1d
}
wanted=$(counts tracepoints.data 'span.kind == "syscall"' | sed -n 's/^read,//p')
is "$(opened tracepoints.data spans '' 20h)" "$wanted" 'the number of a line opens its records'
is "$(opened tracepoints.data spans '' '')" 1 'the greatest is where the cursor is, and opens the longest span'
longest=$("$PERFNAV" count --no-index -q --format csv --agg 'max(span.dur)' --by span.name -f span.dur "$DATA/tracepoints.data" |
	tr -d '\r' | sed -n 's/^read,[0-9]*,//p')
is "$(printf ':wait\n:spans<Enter>\n:wait\n<Enter>\n:wait\n:dump x\n' | play 200x50 tracepoints.data |
	sed -n '2s/.*span.dur == \([0-9]*\).*/\1/p; 3s/.*span.dur == \([0-9]*\).*/\1/p')" "$longest" '... which is that one'
errors=$("$PERFNAV" count --no-index -q -f 'span.errno and span.name == "execve"' --by span.name "$DATA/tracepoints.data" | awk '{ print $1 }')
is "$(printf ':wait\n:spans<Enter>\n:wait\njjj20h2l<Enter>\n:wait\n:dump x\n' | play 200x50 tracepoints.data |
	sed -n '3s/.* match [0-9]* of \([0-9]*\).*/\1/p')" "$errors" 'the errors of a line'
# A record that begins a span of the table can begin one of our own, which is counted all the same,
# also if the name of the kind is no word.
for kind in calls my-calls 2-calls; do
	calls="$kind event == \"raw_syscalls:sys_enter\" -> event == \"raw_syscalls:sys_exit\""
	is "$("$PERFNAV" --no-index --batch --cmd ":define-span $calls" --cmd ":spans $kind" "$DATA/tracepoints.data" 2>/dev/null |
		awk 'NR > 1 { print $1, $6, $(NF - 3), $NF }')" \
		"$("$PERFNAV" count --no-index -q --span "$calls" --by "span.$kind.name" --agg "sum(span.$kind.dur),max(span.$kind.dur)" \
			-f "span.$kind.end or span.$kind.state == \"unfinished\"" "$DATA/tracepoints.data" |
			awk 'NR > 1 { print $1, $2, $3, $4 }')" \
		":spans of a kind of our own, $kind"
done
is "$("$PERFNAV" count --no-index -q -f 'span.dur-span.my-calls.dur == 0' --span "$calls" --span "my-${calls#2-}" "$DATA/tracepoints.data")" \
	"$("$PERFNAV" count --no-index -q -f span.dur "$DATA/tracepoints.data")" 'a difference of durations, one of such a kind'
for size in 80x24 200x50; do
	screens "spans-$size" "$size" tracepoints.data <<-'KEYS'
		:wait
		:spans<Enter>
		:wait
		:dump spans
		q:spans syscall where span.dur > 10us<Enter>
		:wait
		:dump of a kind
		q:spans nothing<Enter>
		:dump unknown
	KEYS
	screens "offcpu-$size" "$size" demo.data <<-'KEYS'
		:wait
		:spans offcpu<Enter>
		:wait
		:dump waits
		q:offcpu<Enter>
		:wait
		:dump off the CPU
		q:offcpu R<Enter>
		:wait
		:dump preempted
	KEYS
	screens "offwake-$size" "$size" sched.data <<-'KEYS'
		:wait
		:offcpu waker<Enter>
		:wait
		:dump wakers
		G
		:dump a waker
		<Enter>
		:wait
		:dump its records
	KEYS
done
# The latency map: from any cell to its records.
for size in 80x24 200x50; do
	screens "latency-$size" "$size" tracepoints.data <<-'KEYS'
		:wait
		:heat span.dur<Enter>
		:wait
		:dump all
		G2hkk
		:dump a cell
		M2hkk
		:dump some cells
		<Enter>
		:wait
		:dump their records
	KEYS
done
shown=$(printf ':wait\n:heat span.dur<Enter>\n:wait\nGMgg30k\n:dump x\n<Enter>\n:wait\n:dump y\n' | play 120x40 tracepoints.data)
of_cells=$(sed -n 's/.*: \([0-9]*\) records$/\1/p' <<<"$shown" | head -n 1)
is "$(sed -n 's/.* match [0-9]* of \([0-9]*\).*/\1/p; s/.* \([0-9]*\) matches.*/\1/p' <<<"$shown")" "$of_cells" \
	"the number of the cells is that of their records ($of_cells)"
# What the flame graph adds up is the time of all waits.
is "$("$PERFNAV" --no-index --batch --cmd ':offcpu' "$DATA/demo.data" 2>/dev/null | awk '{ n += $NF } END { printf "%.0f\n", n }')" \
	"$("$PERFNAV" count --no-index -q --format csv --by span.kind --agg 'sum(span.dur)' -f 'span.kind == "offcpu"' "$DATA/demo.data" |
		tr -d '\r' | sed -n 's/^offcpu,[0-9]*,//p')" ':offcpu has the time of all waits'
run "$PERFNAV" --no-index --batch --cmd ':offcpu q' "$DATA/demo.data"
like "$status:$err" '^2:.*expected blocked, runnable, waker, unfinished or a state: R, R\+, S, D, T, t, X, Z, P or I' ':offcpu of an unknown state'
run "$PERFNAV" --no-index --batch --cmd offcpu "$DATA/tracepoints.data"
is "$status" 2 '... and is refused without switches'
like "$err" 'the recording has no samples of sched:sched_switch: perf sched record records them' '... which are named'

# From the flame graph of waits to the longest one.
waits() {
	{
		printf ':wait\n::offcpu<Enter>\n:wait\n'
		printf '%s\n' "$@" :wait ':dump x'
	} | play 100x24 demo.data
}
# closed: of a table of waits, how many have an end.
closed() {
	sed 's/^>/ /; s/[▏▎▍▌▋▊▉█▒░]//g' | awk '/sleeping|runnable/ { n += $1 - $3 } END { print n }'
}
like "$(waits)" '^ flame graph of the time off the CPU by span\.dur, without unfinished waits +888 waits$' ':offcpu counts the waits that have an end'
like "$(waits)" '^ all: 888 waits, span\.dur 3\.786476400 s' '... and so does the line of a frame'
like "$(waits)" ' \^ longest ' '... and a hint leads to the longest'
table=$(waits ^)
like "$table" '^ 989 records, sorted by total' ':offcpu ^: all of them'
like "$table" '^ count .* open +doubt ' '... of which some have no end'
is "$(closed <<<"$table")" 888 '... with these the numbers are equal'
like "$(waits ^ :wait '<Enter>')" '^> *825 1821\.690763541' '... and Enter opens the longest'
like "$(waits ^ :wait '<Enter>' | tail -n 1)" '^ offcpu S, doubtful: 0\.078119046 s\. No wakeups are recorded\. \^: its end; vs: call chain\.$' '... and what it is'
like "$(waits jkk ^ :wait)" '^ [1-9][0-9]* records, sorted by total' '^ on a frame: its waits'
is "$(waits jkk | sed -n 's/^ entry.*: \([0-9]*\) waits.*/\1/p;s/.*: \([0-9]*\) waits, span.*/\1/p' | head -n 1)" \
	"$(waits jkk ^ :wait | closed)" '... as many as the graph has'
# The stack of record 54 ends in a frame that is too narrow to be drawn, so a caller is shown instead.
narrow() {
	printf '%s\n' :wait vr '::54<Enter>' '::flame by span.dur where span.kind == "offcpu"<Enter>' :wait "$@" ':dump x' | play 80x24 demo.data
}
is "$(narrow ^ :wait | closed)" "$(narrow | sed -n 's/.*: \([0-9]*\) spans, span.*/\1/p')" '^ is about the frame that is drawn'
like "$(printf '%s\n' :wait vr '::54<Enter>' '::offcpu<Enter>' :wait ':dump x' | play 100x24 demo.data)" '^ all: 888 waits, span\.dur' ':offcpu begins at all waits'
like "$table" ' Enter longest ' 'the hint of a number that is of one record'
like "$(printf '%s\n' :wait vf :wait ^ ':dump x' | play 100x24 demo.data | tail -n 1)" \
	'works only in graphs of spans, such as :offcpu' '^ in another flame graph'
like "$(printf '%s\n' :wait '::keys longest<Enter>' ':dump x' | play 100x24 demo.data)" '^ +:spans .* totals of spans' ':keys finds commands, too'
like "$(printf '%s\n' :wait '::keys wait<Enter>' ':dump x' | play 100x24 demo.data)" '^ +:offcpu .* waits' '... by the words of their help'
like "$(printf '%s\n' :wait '::offcpu<Enter>' :wait '?' ':dump x' | play 140x60 demo.data)" '^ +\^ +in a graph of spans.* opens the longest' '... and ? the key'

# The other end of a span is shown also where the filter hides it.
hidden=$(printf '%s\n' :wait '::spans offcpu<Enter>' :wait '<Enter>' :wait ^ :wait ':dump x' | play 110x8 demo.data)
like "$hidden" '^>1038 ' '^ goes to a record that the filter hides'
like "$hidden" '^ offcpu S, doubtful: 0\.078119046 s\. No wakeups are recorded\. Filter off \(it hid the end\); \\ turns it on\.$' '... and says so'
like "$(printf '%s\n' :wait '&ordinal == 2721<Enter>' :wait ^ :wait ':dump x' | play 80x8 demo.data)" \
	'Filter off \(it hid the (end|beginning)\);' '... whatever the filter'
# The filter of a line is left with its records, also if it has been turned off.
left=$(printf '%s\n' :wait '&tid > 0<Enter>' :wait '::spans offcpu<Enter>' :wait '<Enter>' :wait ^ :wait q ':dump one' q :wait ':dump two' |
	play 80x8 demo.data)
like "$left" '^ Restored the filter\. Ctrl-_ undoes it\.$' 'q from the records of a line restores the filter'
like "$(sed '1,/^---- two/d' <<<"$left")" '^ filter: +tid > 0 ' '... to that of before'
like "$(printf '%s\n' :wait '::spans offcpu<Enter>' :wait '<Enter>' :wait ^ :wait qq '&' ':dump x' | play 80x8 demo.data)" \
	'^filter: *$' '... so that & has nothing of the line'
# A sign shows that the longest wait is doubtful; a certain one and one without an end have columns of their own.
wide=$(printf '%s\n' :wait '::spans offcpu<Enter>' :wait ':dump all' '<Enter>' :wait ':dump doubtful' q 'l<Enter>' :wait ':dump sure' q \
	'hhh<Enter>' :wait ':dump doubt' | play 110x12 demo.data)
like "$wide" '^ .* max s +sure max s +open max s  span\.name$' 'columns of certain and unfinished waits'
like "$wide" ' 3\.200791085\?  0\.078119046\?  0\.024309686 +-  S sleeping$' '... with signs; of one whose end other tasks could record, the time is unknown'
like "$wide" ' 0\.585685315   0\.009472550  0\.009472550 +-  R runnable$' '... and without one where no wait is doubtful'
like "$wide" '^ offcpu S, doubtful: 0\.078119046 s\. No wakeups are recorded\. \^: its end; vs: call chain\.$' 'Enter opens the longest wait'
like "$wide" '^ offcpu S, complete: 0\.024309686 s\. No wakeups are recorded\. \^: its end; vs: call chain\.$' '... and the longest one that is certain'
like "$(sed '1,/^---- doubt /d' <<<"$wide")" 'match [0-9]+ of 11$' 'Enter on the number of doubtful waits opens them'
like "$wide" '^ :sort span\.dur puts the longest of these spans first\.$' '... and names the command that sorts them'
wide=$(printf '%s\n' :wait '::spans offcpu<Enter>' :wait ':dump all' 'll<Enter>' :wait ':dump open' | play 110x12 sched.data)
like "$wide" ' ≥0\.003425985  S sleeping$' 'the longest one without an end has a sign, too'
like "$wide" '^ offcpu S, unfinished: at least 0\.003425985 s\. It has no end in the recording; vs: call chain\.$' '... and Enter opens it'
# Both ends of a wait name who ended it.
woken=$(printf '%s\n' :wait 264g ^ :wait ':dump end' ^ ':dump begin' 103g ^ ':dump preempted' | play 120x16 sched.data)
like "$(sed '/^---- begin/,$d' <<<"$woken")" 'offcpu S, complete: 0\.003258086 s\. Woken by pingpong:2 \(record 274\), ran 0\.007 ms later$' '^ names the waker at the end of a wait'
like "$(sed '1,/^---- begin/d' <<<"$woken")" 'Woken by pingpong:2 \(record 274\), ran 0\.007 ms later$' '... and at its beginning'
# What hangs is found among the longest.
hung=$(printf '%s\n' :wait '::sort span.dur<Enter>' :wait ':dump sorted' '<Enter>' :wait ':dump record' ^ ':dump end' | play 100x16 sched.data)
like "$hung" '^> +≥0\.003425985  79 .* unfinished ' ':sort span.dur has the waits without an end'
like "$hung" '^ +0\.003258086  264 .* complete ' '... between those with an end'
like "$hung" '^ +≥0\.002083305  98 .* unfinished ' '... that lasted at least until the wakeup'
like "$(sed '1,/^---- record/d' <<<"$hung")" '^> 79 .*migration/0:18 S ' '... Enter goes to the record'
like "$hung" '^ offcpu S, unfinished: at least 0\.003425985 s\. It has no end in the recording; vs: call chain\.$' '... and says what it begins'
like "$hung" '^ offcpu S, unfinished: at least 0\.003425985 s\. It has no end in the recording\.$' '... and so does ^'
like "$(printf '%s\n' '::set ascii on<Enter>' '::sort span.dur<Enter>' :wait ':dump x' | play 100x16 sched.data)" '^> +>0\.003425985 ' '... with ASCII'
unlike "$(printf '%s\n' :wait '::sort -span.dur<Enter>' :wait G ':dump x' | play 100x16 sched.data)" '≥' '... the shortest are those with an end'
like "$(printf '%s\n' :wait '::offcpu unfinished<Enter>' :wait ':dump x' | play 100x16 sched.data)" '^ all: 6 waits, span\.lasted 0\.005971474 s' \
	':offcpu unfinished'
like "$(printf '%s\n' :wait '::offcpu<Enter>' :wait ':dump x' | play 100x16 sched.data)" \
	'^ flame graph of the time off the CPU by span\.dur, without unfinished waits ' ':offcpu says what it leaves out'
# & keeps a view of the records in the list.
filtered=$(printf '%s\n' :wait '::offcpu<Enter>' :wait '&tid == 7356<Enter>' :wait ':dump graph' q ':dump below' | play 100x16 demo.data)
like "$filtered" '^ flame graph of the time off the CPU by span\.dur where \(tid == 7356\) +141 waits$' '& in the graph of waits filters the graph'
like "$(sed '1,/^---- below/d' <<<"$filtered")" '^ filter:  tid == 7356 ' '... and the list, which q shows'
like "$(printf '%s\n' :wait vh :wait '&<Enter>' :wait ':dump x' | play 100x16 demo.data)" '^ records over time ' '... also without a change'
like "$(printf '%s\n' :wait Z :wait '&tid == 7356<Enter>' :wait ':dump x' | play 100x16 demo.data)" '^ records over time .*tid == 7356' \
	'... however it was opened'
like "$(printf '%s\n' :wait 50% vk :wait '&tid == 7356<Enter>' :wait ':dump x' | play 100x16 demo.data)" \
	'^ The list has the filter now\. q goes back to the stack chart\.$' '... but not one of the thread of a record, which may be another now'
sorted=$(printf '%s\n' :wait '::sort span.dur<Enter>' :wait ':dump x' vs :wait ':dump chain' | play 100x24 demo.data)
like "$sorted" '^> +0\.078119046 +825 .* doubtful ' ':sort span.dur has the state of each span'
like "$sorted" '^ +0\.024309686 +2676 .* complete ' '... also that of the longest complete one'
like "$sorted" '^ call chain of record 825: ' 'vs in a table of records: the record of the line'
like "$sorted" '^ 101 unfinished not ranked; 3215 records ' '... and the number of those without a known duration'
# The shortest is another extreme: a key shows what it is.
like "$(printf '%s\n' '::count min(span.dur) by comm<Enter>' :wait 'll<Enter>' :wait ':dump x' | play 80x12 demo.data | tail -n 1)" \
	'^ \^ goes to the end of the span, and shows its duration\.$' 'Enter on the shortest span names the key for its end'
# The record that ends a wait has the stack of another thread.
ended=$(printf '%s\n' :wait '::spans offcpu<Enter>' :wait '<Enter>' :wait ^ vs :wait ':dump end' ^ :wait ':dump begin' | play 80x24 demo.data)
like "$(tr '\n' ' ' <<<"$ended" | tr -s ' ')" \
	'stack of the thread that leaves the CPU here\. The wait of dark-sharpen 7355 ends here: \^ shows its stack\.' \
	'the call chain of the end of a wait says whose it is'
like "$(sed '1,/^---- begin/d' <<<"$ended")" '^ call chain of record 825: ' '... and ^ shows that of the wait, although another wait begins there'
done_testing
