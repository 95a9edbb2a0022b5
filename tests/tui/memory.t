#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Totals of memory accesses: numbers worked out by hand, those of perf c2c, and the way from a cache
# line to the places in it and to their records.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

"${MK:=$ROOT/build/release/mk}" "$ROOT/tests/tui/sharing.mk" sharing.data || exit 1

totals() {
	"$PERFNAV" --no-index -q --symfs none --kallsyms none --batch --cmd ":mem $1" sharing.data |
		tail -n +2 | tr -s ' ' | sed 's/^ //; s/ $//'
}

# Count, share, loads, stores, HITM, of these remote, from a peer, threads that read and write, sum,
# mean, median and 99 % of latencies, then what it is of. Shares of lines and offsets are of HITM.
is "$(totals line)" '6 75.0 4 2 3 1 0 2 2 760 190 200 300 0x7f0000000040 100
3 25.0 2 1 1 0 0 2 1 900 450 400 500 0x7f1000000080 -
2 0.0 1 1 0 0 0 1 1 5 5 5 5 0x7f0000000040 200
2 0.0 2 0 0 0 1 2 0 104 52 14 90 0x7f0000001000 100
2 0.0 2 0 0 0 0 2 0 95 47.5 35 60 0xffffffff82000000 -' 'cache lines, those with most HITM first'
is "$(totals 'offset where addr & ~63 == 0x7f0000000040 and addr.pid == 100')" \
	'4 66.7 3 1 2 0 0 1 1 460 153.3 200 250 0x0 100 -
2 33.3 1 1 1 1 0 1 1 300 300 300 300 0x8 101 -' 'places in a line, by thread'
is "$(totals phys)" '6 75.0 4 2 3 1 0 2 2 760 190 200 300 0x10040
3 25.0 2 1 1 0 0 2 1 900 450 400 500 0x30080
2 0.0 2 0 0 0 1 2 0 104 52 14 90 0x11000
2 0.0 1 1 0 0 0 1 1 5 5 5 5 0x20040
2 0.0 2 0 0 0 0 2 0 95 47.5 35 60 0x40000' 'lines by their physical addresses'
is "$(totals page)" '6 40.0 4 2 3 1 0 2 2 760 190 200 300 0x7f0000000000 100 4096 0x10000
3 20.0 2 1 1 0 0 2 1 900 450 400 500 0x7f1000000000 - 4096 0x30000
2 13.3 1 1 0 0 0 1 1 5 5 5 5 0x7f0000000000 200 4096 0x20000
2 13.3 2 0 0 0 1 2 0 104 52 14 90 0x7f0000001000 100 4096 0x11000
2 13.3 2 0 0 0 0 2 0 95 47.5 35 60 0xffffffff82000000 - 2097152 0x40000' 'pages'
is "$(totals data)" '10 66.7 7 3 3 1 1 3 3 869 124.1 90 300 - //anon
3 20.0 2 1 1 0 0 2 1 900 450 400 500 - /dev/shm/ring
2 13.3 2 0 0 0 0 2 0 95 47.5 35 60 - [kernel.kallsyms]' 'what is mapped there'
# Latency by how long accesses took: less than 8, 8 to 15, and so on; the sums are those above.
is "$(totals bins-line)" '2 48.3 - - - - - - 900 - - 900 0x7f1000000080 -
4 40.8 - 10 - - - 450 300 - - 760 0x7f0000000040 100
2 5.6 - 14 - - 90 - - - - 104 0x7f0000001000 100
2 5.1 - - - 95 - - - - - 95 0xffffffff82000000 -
1 0.3 5 - - - - - - - - 5 0x7f0000000040 200' 'latencies of cache lines in bins'
is "$(totals bins)" '9 94.9 5 24 - - 90 450 1200 - - 1769 - /opt/share
2 5.1 - - - 95 - - - - - 95 - [kernel.kallsyms]' '... of functions'
is "$(totals bins-source | awk '{ n += $12 } END { print n }')" 1864 '... of sources: all'
# Count, share, L1, LFB, L2, L3, RAM, remote, other, then as above.
is "$(totals latency)" '4 26.7 2 0 0 0 0 0 2 0 - - - 0
1 6.7 1 0 0 0 0 0 0 5 5 5 5 4
2 13.3 1 0 1 0 0 0 0 24 12 10 14 8
2 13.3 0 1 0 0 0 1 0 95 47.5 35 60 32
1 6.7 0 0 0 1 0 0 0 90 90 90 90 64
2 13.3 0 0 0 2 0 0 0 450 225 200 250 128
3 20.0 0 0 0 1 1 1 0 1200 400 400 500 256' 'latencies, by level'
is "$(totals tlb)" '13 86.7 9 4 3 1 1 3 3 1214 134.9 60 500 L1 hit
2 13.3 2 0 1 0 0 1 0 650 325 250 400 L1 or Walker miss' 'TLB'
is "$(totals snoop)" '4 26.7 4 0 4 1 0 3 0 1250 312.5 250 500 HitM none
4 26.7 0 4 0 0 0 0 3 0 - - - N/A none
4 26.7 4 0 0 0 0 3 0 64 16 10 35 None none
2 13.3 2 0 0 0 0 1 0 460 230 60 400 Miss none
1 6.7 1 0 0 0 1 1 0 90 90 90 90 Hit Peer' 'snoops'
is "$(totals level)" '4 26.7 2 2 0 0 0 2 2 15 7.5 5 10 L1 hit L1 no
4 26.7 4 0 3 0 1 2 0 1040 260 200 500 L3 hit L3 no
2 13.3 0 2 0 0 0 0 2 0 - - - L1 miss L1 no
1 6.7 1 0 0 0 0 1 0 14 14 14 14 L2 hit L2 no
1 6.7 1 0 0 0 0 1 0 35 35 35 35 LFB/MAB hit LFB/MAB no
1 6.7 1 0 0 0 0 1 0 400 400 400 400 Local RAM hit RAM no
1 6.7 1 0 1 1 0 1 0 300 300 300 300 Remote Cache (1 hop) hit L3 yes
1 6.7 1 0 0 0 0 1 0 60 60 60 60 Remote RAM (1 hop) hit RAM yes' 'levels'

# perf c2c shows the lines that have HITM: index, address, node, count of pages, share, HITM, local,
# remote; further on loads and stores. It counts what remote caches had twice among the loads.
if command -v perf >/dev/null; then
	c2c=$(perf c2c report --stdio --no-source -c tid,iaddr -i sharing.data 2>/dev/null)
	is "$(awk '$2 ~ /^0x/ && $3 == "N/A" && NF == 23 {
		print $2, $5, $6, $7, $8, $11, $8 ? "" : $10 }' <<<"$c2c")" \
		"$(totals line | awk '$5 {
			print $14, sprintf("%.2f%%", $2), $5, $5 - $6, $6, $4, $6 ? "" : $3 }')" 'lines with HITM as perf c2c has them'
	is "$(awk '$6 ~ /^0x/ && $9 ~ /:/ { sub(/:.*/, "", $9); print $6, $9 }' <<<"$c2c")" \
		"$(for line in '0x7f0000000040 and addr.pid == 100' 0x7f1000000080; do
			totals "offset where addr & ~63 == $line" | awk '$5 { print $14, $15 }'
		done)" '... and their offsets and threads'
else
	skip 'perf c2c' 'perf is not installed'
fi

# COMMAND KEYS...: of how many records each line says that it is.
counts() {
	local command=$1 key
	shift
	{
		printf '::%s<Enter>\n:wait\n' "$command"
		for key in "$@"; do
			printf '%s<Enter>\n:wait\n' "$key"
		done
		printf ':dump x\n'
	} | play 200x20 sharing.data
}
says() {
	counts "$@" | awk '/^( |>) *[0-9]+ +[0-9.-]+ / { sub(/^>/, " "); print $1 }'
}
opens() {
	counts "$@" | sed -n 's/^ filter:.* match [0-9]* of \([0-9]*\)$/\1/p'
}
is "$(says 'mem line' '')" '4
2' 'a line has its places'
is "$(opens 'mem line' '' '')" 4 '... a place its records'
is "$(opens 'mem line' '' j)" 2 '... the other one, too'
is "$(says 'mem page' '' '')" '4
2' 'a page has lines, they have places'
is "$(says 'mem data' '')" '6
2
2' 'what is mapped has lines'
is "$(opens 'mem data' jj '' j)" 1 '... and so on to a record'
is "$(says 'mem phys' j)" '2
1' 'a line of physical memory has places'
is "$(opens 'mem level' '')" 4 'a level has its records'
# On a number of some records these alone are meant: HITM, remote HITM, threads that write.
is "$(opens 'mem op' llll) $(opens 'mem op' lllll) $(opens 'mem op' jllllllll)" '4 1 4' \
	'a number opens the records that it counts'
is "$(says 'mem line' llll)" '2
1' '... and so do the places of a line'
is "$(opens 'mem latency' Glllll)" 1 '... and one of a level'
# , splits a line by other fields, or as a preset has it.
split() {
	counts 'mem line' "$@" | unbarred | tr -s ' ' | sed -n '/ records of .* by /d; s/^[ >] *\([0-9].*[^ ]\) *$/\1/p'
}
is "$(split ',cpu' | cut -d ' ' -f 1-9,14)" '4 66.7 3 1 2 0 0 1 1 0
2 33.3 1 1 1 1 0 1 1 1' 'a line by CPU, with the same numbers'
is "$(split j,latency | cut -d ' ' -f 1-9,14)" '1 33.3 0 0 0 0 0 0 1 0
2 66.7 0 0 0 1 1 0 0 256' '... its latencies'
is "$(opens 'mem line' ',tid,type' j)" 2 '... and from there to records'
is "$(opens 'count by tid' j,data_src.op '')" 3 'other totals can be split, too'
like "$(counts 'mem line' ,nothing)" 'nothing is not a field' 'a field that is not there'
run "$PERFNAV" --no-index --batch --cmd ':split tid' sharing.data
is "$status" 2 'nothing to split'
like "$err" 'only a line of totals' '... and it says so'
# A negation is one of all conditions: 22 records but the 3 samples of thread 100 in the first line.
is "$(printf '%s\n' '::count by tid,data_src.lvl<Enter>' :wait -- :wait vr ':dump x' | sed 's/^--$/-/' |
	play 200x20 sharing.data | sed -n 's/^ filter:.* match [0-9]* of \([0-9]*\)$/\1/p')" 19 \
	'not this line: all others'

# What there is none of, and accesses whose address is not known: they are in no line.
cp "$DATA"/{demo,faults}.data .
is "$("$PERFNAV" --no-index --batch --cmd ':mem line' --cmd ':branches to' demo.data)" \
	'no accesses to memory: perf mem record and perf record -d write them
no branch stacks: perf record -b writes them' 'no records: what would write some'
is "$("$PERFNAV" --no-index --batch --show-event all --cmd ':mem line' faults.data | awk 'NR > 1 { n += $1 } END { print n }')" \
	"$("$PERFNAV" print --no-index -F addr,data_src.raw faults.data | grep -vc -e ^0x0 -e -)" \
	'only what has an address is in a line'

for size in 80x24 200x50; do
	screens "memory-$size" "$size" sharing.data <<'KEYS'
::mem line<Enter>
:wait
:dump lines
<Enter>
:wait
:dump places
llll,
:dump split
latency<Enter>
:wait
:dump latencies-of-a-place
::mem latency<Enter>
:wait
:dump latencies
::mem page<Enter>
:wait
:dump pages
?
:dump help
KEYS
done
done_testing
