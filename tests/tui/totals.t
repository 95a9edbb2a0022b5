#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Totals: from each line to as many records as it says, sorted, folded, summed up.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

# Text with quotes, backslashes and escapes; numbers of both signs; names, masks; what is not there;
# what is derived; elements of lists, one field and several of one element; what was made coarser.
while read -r file fields; do
	[[ -e $file ]] || cp -r "$DATA/$file" .
	is "$(opens "$file" "count by $fields")" "$(lines "$file" "count by $fields")" \
		"$file by $fields: as many records as each line says"
done <<'LIST'
odd_comms.data comm
odd_comms.data comm,pid
odd_maps.data mmap.file
odd_maps.data dso
demo.data type,event,cpu
demo.data tp.prev_comm,tp.next_pid
demo.data tp.prev_state
demo.data callchain.ip
demo.data callchain[1].ip,callchain[2].sym
demo.data callchain.dso,cpumode
demo.data step(time, 50ms),event
demo.data ip & ~0xfff
demo.data misc
demo.data comm.exec
faults.data data_src.op,data_src.lvl,data_src.snoop
faults.data log2(period)
faults.data addr & ~4095
faults.data data_page_size,addr.dso
regs.data uregs.sp & ~0xff
tracepoints.data tp.id,tp.ret
tracepoints.data raw
group.data read.id
group.data read.id,log2(read.value)
killed.data symoff
cgroups.data cgroup.path
churn.data ppid
LIST

[[ -e demo.data ]] || cp "$DATA/demo.data" .
batch() {
	"$PERFNAV" --no-index --batch --cmd "$1" demo.data
}
is "$(batch ':sum gap by comm' | head -1 | tr -s ' ')" 'count % sum sum(gap) s comm' 'sums of times have their unit in the head'
is "$(batch ':sum gap by comm' | awk 'NR > 1 { print $3, $4 }' | sort)" \
	"$("$PERFNAV" count --no-index --by comm --agg 'sum(gap)' demo.data | awk 'NR > 1 { print $2, $3 }' | sort)" \
	'... and are those of count --agg'
is "$(batch ':sum period by comm' | awk 'NR > 1 && $3 != "-" { print $3, $4 }' | sort)" \
	"$("$PERFNAV" count --no-index -q --by comm --agg 'sum(period)' --show-event cpu-clock demo.data |
		awk 'NR > 1 && $2 != "-" { print $2, $3 }' | sort)" \
	':sum adds up what count --agg does'
is "$(batch ':sum period by comm' | awk 'NR > 1 && $3 != "-" { print $3 }')" \
	"$(batch ':sum period by comm' | awk 'NR > 1 && $3 != "-" { print $3 }' | sort -rn)" \
	'... the largest sum first'
is "$(batch ':sum period by comm' | awk 'NR > 1 { s += $2 } END { print (s > 99 && s < 101) }')" 1 \
	'... and the shares are those of the sum'
# counted OPTION...: lines as the browser has them, without shares.
counted() {
	"$PERFNAV" count --no-index "$@" demo.data | tr -s ' '
}
for words in '' ' where pid > 0' ' sort count' ' fold' ' by type'; do
	filter=${words#* where }
	[[ $filter != "$words" ]] || filter=
	is "$(batch ":count$words" | tail -n +2 | tr -s ' ' | sed 's/^\( [0-9]*\) [0-9.]*/\1/')" \
		"$(counted ${filter:+-f "$filter"})" ":count$words: by type, as count without --by"
done
for column in count -count comm -comm 'avg(period)' 'p50(period)' 'count(cpu == 0)'; do
	is "$(batch ":count avg(period),p50(period),count(cpu == 0) by comm,event sort $column" |
		tail -n +2 | tr -s ' ' | sed 's/^ [0-9]* [0-9.]* //')" \
		"$("$PERFNAV" count --no-index --by comm,event --sort "$column" demo.data \
			--agg 'avg(period),p50(period),count(cpu == 0)' |
			tail -n +2 | tr -s ' ' | sed 's/^ [0-9]* //')" "sorted by $column, as count --sort"
done
# Folded: what is below a line adds up to it.
is "$(batch ':count by event,comm fold' | awk '
	NR == 1 { next }
	/^ *[0-9]+ +[0-9.]+  - / { bad = bad || left; left = $1; seen++; next }
	{ left -= $1 }
	END { print !bad && !left && seen }')" 1 'folded lines add up'
# A list of numbers is one value, which no filter can ask for.
[[ -e tracepoints.data ]] || cp "$DATA/tracepoints.data" .
like "$(printf '::count by tp.args<Enter>\n:wait\nj<Enter>\n:dump x\n' | play 80x8 tracepoints.data)" \
	'No filter can select this value' 'a list of numbers: no filter'
# Branches and accesses whose totals were worked out by hand.
"${MK:=$ROOT/build/release/mk}" "$ROOT/tests/tui/access.mk" access.data || exit 1
totals() {
	"$PERFNAV" --no-index -q --symfs none --kallsyms none --batch --cmd ":$1" access.data |
		tail -n +2 | tr -s ' ' | sed 's/^ //; s/ $//'
}
is "$(totals 'branches edge')" '3 50.0 2 2 0.6667 0 14 20 0x500 0x100 - - 0x500 0x100
2 33.3 2 0 0 0 7 8 0x180 0x400 - - 0x180 0x400
1 16.7 1 0 0 0 2 2 0x450 0x500 - - 0x450 0x500' 'branches by edge'
is "$(totals 'branches block')" '2 33.3 2 1 0.5 0 16 20 - 0x500 - 0x500
2 33.3 2 0 0 0 7 8 0x100 0x180 0x100 0x180
1 16.7 1 0 0 0 2 2 - 0x450 - 0x450
1 16.7 1 1 1 0 10 10 0x400 0x500 0x400 0x500' '... by block'
is "$(totals 'branches from' | cut -d ' ' -f 1-9)" '3 50.0 2 2 0.6667 0 14 20 0x500
2 33.3 2 0 0 0 7 8 0x180
1 16.7 1 0 0 0 2 2 0x450' '... by source'
is "$(totals 'branches to' | cut -d ' ' -f 1-9)" '3 50.0 2 2 0.6667 0 14 20 0x100
2 33.3 2 0 0 0 7 8 0x400
1 16.7 1 0 0 0 2 2 0x500' '... by target'
# Split by something else a branch is left out: its records have other branches, too.
is "$(printf '::branches edge<Enter>\n:wait\n,tid<Enter>\n:wait\n:dump x\n' | play 80x5 access.data | unbarred |
	tr -s ' ' | sed -n 's/ *$//; 3,5p')" ' count % tid
> 1 50.0 11
 1 50.0 12' 'an edge by thread: records'
# count, share, loads, stores, HITM, remote, peer, readers, writers, weight, mean, p50, p99, where
is "$(totals 'mem line')" '3 100.0 2 1 2 0 0 2 1 330 110 100 200 0x1000 11
1 0.0 1 0 0 0 0 1 0 300 300 300 300 0x1040 11' 'accesses by line'
is "$(totals 'mem offset where addr < 0x1040')" '1 50.0 1 0 1 0 0 1 0 100 100 100 100 0x0 11 -
1 50.0 1 0 1 0 0 1 0 200 200 200 200 0x4 12 -
1 0.0 0 1 0 0 0 0 1 30 30 30 30 0x8 12 -' '... and place in a line'
is "$(totals 'mem page')" '4 100.0 3 1 2 0 0 2 1 630 157.5 100 300 0x1000 11 - -' '... by page'
# No access tells its level: all are other.
is "$(totals 'mem latency')" '1 25.0 0 0 0 0 0 0 1 30 30 30 30 16
1 25.0 0 0 0 0 0 0 1 100 100 100 100 64
1 25.0 0 0 0 0 0 0 1 200 200 200 200 128
1 25.0 0 0 0 0 0 0 1 300 300 300 300 256' '... by latency'
"$MK" "$ROOT/tests/mk/cases/branch.mk" branch.data && "$MK" "$ROOT/tests/mk/cases/datasrc.mk" datasrc.data
for command in 'branches edge' 'branches block' 'branches from' 'branches to' 'mem latency' 'mem level'; do
	for file in access.data branch.data datasrc.data; do
		is "$(opens "$file" "$command")" "$(lines "$file" "$command")" \
			"$file, $command: as many records as each line says"
	done
done
for size in 80x24 200x50; do
	screens "totals-presets-$size" "$size" access.data <<'KEYS'
::branches edge<Enter>
:wait
:dump edges
::mem line<Enter>
:wait
*
:dump lines
::mem x<Enter>
:dump no-such
KEYS
done
# Of the branches of branch.mk nine do not tell their cycles: eight of one type, one other. The entry from 0 to 0 is unused.
like "$(printf '::branches to<Enter>\n:wait\n:dump x\n' | play 80x8 branch.data)" \
	'9 brstack.cycles unknown; 56 elements of cycles where' 'cycles that are not known are left out, and told'
unlike "$(printf '::branches to<Enter>\n:wait\n:dump x\n' | play 80x8 access.data)" unknown '... where there are any'
is "$("$PERFNAV" --no-index --batch --cmd ':count unknown(brstack.cycles) by brstack.mispred' branch.data |
	awk 'NR > 1 { print $3, $4, $5 }' | sort)" "$(printf '%s\n' '4 1 no' '3 8 yes' '1 0 -' | sort)" '... unknown() counts them'
is "$("$PERFNAV" count --no-index --by brstack.from,brstack.to branch.data | awk '$2 == "0x0" && $3 == "0x0"' | wc -l)" 0 \
	'unused entries of branch stacks are in no group'
is "$("$PERFNAV" print --no-index --format json -f 'brstack[from == 0 and to == 0]' branch.data | wc -l)" 1 '... but in their records'
run "$PERFNAV" --no-index --batch --cmd ':count by comm sort x' demo.data
is "$status" 2 'a column that is not there'
like "$err" 'no column x' '... and it says so'
run "$PERFNAV" --no-index --batch --cmd ':sum comm by pid' demo.data
is "$status" 2 'text has no sums'
like "$err" 'comm is not numeric' '... and it says so'

for size in 80x24 200x50; do
	screens "totals-$size" "$size" demo.data <<'KEYS'
:wait
::sum period,weight by event,comm<Enter>
:wait
:dump sums
# Sort by another column, the other way round, then fold.
llllo
:dump sorted
o
:dump reversed
z
:dump folded
jz
:dump opened
<Enter>
:wait
:dump records-of-a-part
q
*
:dump all-open
C
:dump all-closed
Z
:dump flat
:sort -sum(period)<Enter>
:dump command
KEYS
done
like "$(printf ':wait\n::count by comm,tid sort tid<Enter>\n:wait\nZ\n:dump x\n' | play 80x24 demo.data)" \
	'^ 3215 records by comm, tid, sorted by tid ' 'folded lines tell that they are sorted by the second field'
screens totals-ascii 80x24 demo.data --ascii <<'KEYS'
::count p50(period),max(period) by callchain.ip,cpumode<Enter>
:wait
:dump elements
KEYS
# What the shares are of: of records, of what was counted of them, of a sum that the lines are sorted by.
whole() {
	printf '::count %s<Enter>\n:wait\n:dump x\n' "$1" | play 120x8 demo.data
}
like "$(whole 'comm where type == COMM')" '^ 21 records by comm where type == COMM ' 'of how many records the lines are'
like "$(whole 'callchain.ip where ordinal == 59')" '^ 5 elements of cpu-clock \(1 of 6 events\) by callchain.ip where ' '... of elements of a list'
like "$(whole 'sum(size) by comm sort sum(size)')" '^ 3215 records by comm, sorted by sum\(size\), [0-9]+ in all ' '... of a sum'
is "$(whole 'sum(size) by comm sort sum(size)' | sed -n 's/.*, \([0-9]*\) in all.*/\1/p')" \
	"$("$PERFNAV" print --no-index -F size --format csv demo.data | awk 'NR > 1 { n += $1 } END { print n }')" '... which is that of all'
like "$(whole 'avg(size) by comm sort avg(size)')" '^ 3215 records by comm, sorted by avg\(size\)  ' '... and not of a mean'
like "$(whole 'comm where comm == "nobody"')" '^ 0 records by comm where ' '... and of none'
# As many aggregates as there can be, and fields.
many=$(printf 'count(cpu==%d),' {0..62})'count(pid==1)'
is "$(batch ":count $many by comm,tid,pid,event,type,cpu,misc,size" | head -1 | wc -w)" 74 'a column for each of 64 aggregates'
# Records with most of a field first; a line of them is one record, and so is the greatest number of a group.
first() {
	like "$(printf ':wait\n%s\n:wait\n:dump x\n' "$1" | play 80x24 demo.data)" "$2" "$3"
}
most=$("$PERFNAV" print --no-index -F ordinal,gap.tid --format csv "$DATA/demo.data" | sort -t, -k2 -n | tail -n 1 | cut -d, -f1)
least=$("$PERFNAV" print --no-index -F ordinal,gap.tid --format csv "$DATA/demo.data" -f gap.tid | sed 1d | sort -t, -k2 -n | head -n 1 |
	cut -d, -f2 | tr -d '\r')
first '::sort gap.tid<Enter>' "^> +0\\.[0-9]+ +$most " ':sort: the record with most of a field first'
first '::sort -gap.tid<Enter>' "^> +0\\.$(printf %09d "$least") " '... with least'
first $'::sort gap.tid<Enter>\n:wait\n<Enter>' "^>$most " '... and Enter goes to it in the list'
first $'&comm == "scanner"<Enter>\n:wait\n::sort gap.tid<Enter>\n:wait\n<Enter>' '^ filter:  comm == "scanner" ' '... which stays as it is'
first $'::sort gap.tid<Enter>\n:wait\n::sort<Enter>' '^ demo.data .*file order' ':sort alone: back'
first $'::count max(gap.tid) by comm where comm == "scanner"<Enter>\n:wait\nll<Enter>' 'match 1 of 1$' 'Enter on the greatest number of a line: its record'
first $'::count max(gap.tid) by comm where comm == "scanner"<Enter>\n:wait\n<Enter>' 'match 1 of 1015$' '... and on others all of its records'
first $'::sort gap.tid<Enter>\n:wait\n::sort callchain.nr<Enter>' 'sorted by max\(callchain\.nr\) .* 1 of 3215' ':sort in its table: by another field'
refused ':sort' 6 'expected a field'
run "$PERFNAV" --no-index --batch --cmd ':sort frog' demo.data
like "$status:$err" '^2:.*frog is not a field' '... and what is none'
# Numbers of several events are not comparable.
sorted_by() { printf '%s\n' :wait "$@" :wait ':dump x' | play 200x24 demo.data | tail -n 1; }
like "$(sorted_by '::sort period<Enter>')" '^ The unit of period depends on the event \(cpu-clock, page-faults, .*\): & event == EVENT shows one\.$' ':sort by a weight of several events'
unlike "$(sorted_by '&event == "cpu-clock"<Enter>' '::sort period<Enter>')" 'The unit' '... of one event'
unlike "$(sorted_by '::sort gap<Enter>')" 'The unit' '... by a field of any record'
done_testing
