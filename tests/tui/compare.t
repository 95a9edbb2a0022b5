#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Two recordings side by side.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

cp "$DATA"/rotated.[12].data "$DATA/flat.data" "$DATA/fp.data" .
compare() {
	"$PERFNAV" --no-index --batch --cmd ":compare $1" rotated.1.data | awk '
		NR == 1 { at = index($0, "name") }
		NR == 1 || !at { print; next }
		{
			# The name behind the numbers, of which the last can be missing.
			name = substr($0, at)
			sub(/  .*/, "", name)
			print substr($0, 1, at - 1) substr($0, at + length(name)) "  " name
		}'
}
# counted FILE FIELDS: "N NAME, NAME" of each group.
counted() {
	"$PERFNAV" count --no-index --by "$2" --json "$1" | python3 -c '
import json, sys
for line in sys.stdin:
    group = json.loads(line)
    print(group.pop("count"), ", ".join("-" if v is None else str(v) for v in group.values()))' | sort
}
# side COLUMN: those that the comparison has, where there are any.
side() {
	awk -v column="$1" '$1 == "total" && $column { n = $column; sub(/.*[=0-9.]  /, ""); sub(/^ +/, ""); print n, $0 }' | sort
}
out=$(compare 'rotated.2.data event,comm')
is "$(side 2 <<<"$out")" "$(counted rotated.1.data event,comm)" 'totals of this recording'
is "$(side 3 <<<"$out")" "$(counted rotated.2.data event,comm)" '... and of the other'
is "$(awk '$1 == "total" && $4 != "=" && $4 != $3 - $2' <<<"$out")" '' '... with their difference'
is "$(awk '$1 == "total" { d = $3 - $2; print d < 0 ? -d : d }' <<<"$out" |
	sort -rnc 2>&1)" '' '... the largest first'
is "$(compare 'rotated.2.data where pid > 0')" "$(compare 'rotated.2.data event,comm where pid > 0')" \
	'a filter alone: by event and name'
is "$(compare 'rotated.2.data sum(period) by event' | awk '$1 == "total" && $2 { print $2, $3 }')" \
	"$(for n in 1 2; do "$PERFNAV" count --no-index --by event --agg 'sum(period)' --json rotated.$n.data |
		sed -n 's/.*cpu-clock.*"sum(period)":\([0-9]*\).*/\1/p'; done | xargs)" 'sums in place of counts'
# shown AGGREGATE: by process, of this recording and of the other, as count shows it. Who is not there has 0.
shown() {
	for n in 1 2; do
		"$PERFNAV" count --no-index --by pid --agg "$1" -f pid rotated.$n.data | awk -v n=$n 'NR > 1 { print n, $NF, $2 }'
	done | grep -v ' -$\| 0$' | sort
}
# The two numbers of a line have equally many decimals.
without_zeros() { sed 's/\(\.[0-9]*[1-9]\)0*$/\1/; s/\.0*$//'; }
for aggregate in 'avg(size)' 'avg(tid)' 'avg(gap)' 'sum(rel)' 'max(ip)' 'distinct(tid)'; do
	is "$(compare "rotated.2.data $aggregate by pid where pid" | sed 's/\([0-9]\) s /\1 /g' |
		awk '$1 == "total" { print 1, $NF, $2; print 2, $NF, $3 }' | grep -v ' 0[x.]*0*$' | without_zeros | sort)" "$(shown "$aggregate" | without_zeros)" \
		"$aggregate: the digits of count"
done
like "$(compare 'rotated.2.data sum(rel) by pid where pid')" \
	'total +[0-9]+\.[0-9]{9} s +[0-9]+\.[0-9]{9} s +[+-][0-9]+\.[0-9]{9} s ' 'times are in seconds, which is said'
is "$(compare 'rotated.2.data comm where type == COMM' | awk '$1 == "total" { s += $2 } END { print s }')" \
	"$("$PERFNAV" count --no-index -f 'type == COMM' rotated.1.data | awk '{ print $1 }')" 'a filter of its own'
is "$(compare 'rotated.1.data' | awk '$1 ~ /^(rate|mapped|total)$/ && $4 != "="')" '' \
	'a recording is equal to itself'
printf '%s\n' :wait '::filter event<Enter>' :wait '::compare fp.data by sym<Enter>' :wait ':dump a' W :wait ':dump b' |
	play 150x12 demo.data >titles
is "$(sed -n 's/, versus fp.data where event .*//p' titles)" ' records of cpu-clock (1 of 6 events) by sym
 records of page-faults (2 of 6 events) by sym' 'the title has the event and the filter; W is the next event'
is "$(compare 'rotated.2.data comm' | awk 'NR > 1 { print $1 }' | uniq | xargs)" 'same rate total mapped' \
	'what was asked for comes before the files'
like "$(printf '%s\n' :wait '::compare demo.data by sym where time < 1821.9s<Enter>' :wait ':dump x' | play 80x24 demo.data)" \
	'^ Both sides are this recording; :slice writes parts to compare\.' 'a comparison with itself says so'
like "$(compare flat.data)" '^same .*settings are the same: host, kernel, architecture, perf, CPUs' 'equal settings are one line'
like "$(compare flat.data)" 'made .*-F 900 -g .*-F 1500  *differs .*perf record' 'other options'
like "$(compare flat.data)" 'event .*freq 900, .*freq 1500, .*differs .*cpu-clock' 'an event that is sampled otherwise'
# As text, a long fact about the recordings does not widen the columns of numbers.
cp "$DATA/demo.data" "$DATA/system.data" .
file=demo.data batch ':compare system.data'
like "$out" '^made +perf record +-e cpu-clock/freq=1800/,.* differs *$' 'a fact is shown whole'
is "$(awk '/^(of|rate) / && length > 110' <<<"$out")" '' '... and lines of numbers are not as wide'
run "$PERFNAV" --no-index --batch --cmd ':compare nowhere.data' rotated.1.data
is "$status:$out" '3:' 'a file that is not there: status 3 and no result'
like "$err" 'nowhere.data: .*No such file' '... and why'
run "$PERFNAV" --no-index --batch --cmd ':compare' rotated.1.data
is "$status" 2 'no file'
run "$PERFNAV" --no-index --batch --cmd ':compare flat.data by nobody' rotated.1.data
is "$status" 2 'a field that is not there'

cp -r "$DATA/demo.data" "$DATA/demo.data.debug" "$DATA/compressed.data" .
like "$(printf '%s\n' :wait '::compare fp.data by comm in percent<Enter>' :wait 20G ':dump a' | play 40x10 demo.data)" \
	'^[> ][^ ]* +[0-9.]+% +[0-9.]+% +[+-][0-9.]+ pp$' 'a narrow screen has both numbers and their difference'
like "$(printf '%s\n' :wait '::compare compressed.data by sym<Enter>' :wait ':dump a' | play 80x24 demo.data)" \
	'^ The other recording has no symbols for [0-9]+ % of its records\.$' 'only one of the recordings has symbols'
prompt=$(printf '%s\n' :wait '::compare nowhere.data<Enter>' :wait ':dump a' | play 80x24 demo.data)
like "$prompt" '^::?compare nowhere.data' 'a file that is not there: the command stays in the prompt'
like "$prompt" '^nowhere.data: cannot open: No such file' '... with the reason'
mkdir folder
run "$PERFNAV" --no-index --batch --cmd ':compare folder' demo.data
like "$err" 'Not compared: folder: cannot open: not a perf.data directory' 'a folder is opened in the background'
rm -r demo.data.debug
echo text >no.data
like "$(printf '%s\n' :wait '::flame compare no.data<Enter>' :wait ':dump a' | play 80x24 demo.data)" \
	'^no.data: it is|^no.data: not a perf.data file' '... also for a flame graph, and a file that is no recording'

# Recordings of different length: each number by all of its side, or by its seconds, worked out again.
# units UNIT: "A B" of each comm, as the comparison has it.
units() {
	compare "rotated.2.data by comm $1" | awk '$1 == "total" { print $NF ": " $2, $3 }' | sort
}
is "$(units 'in percent')" "$(python3 - <<'END'
import json, os, subprocess
def counts(n):
    out = subprocess.run([os.environ["PERFNAV"], "count", "--no-index", "--json", "--by", "comm",
                          f"rotated.{n}.data"], capture_output=True, check=True).stdout
    return {o.get("comm") or "-": o["count"] for o in map(json.loads, out.splitlines())}
both = counts(1), counts(2)
for comm in sorted(set(both[0]) | set(both[1])):
    print(f"{comm}:", *(f"{side.get(comm, 0) * 100 / sum(side.values()):.2f}%" for side in both))
END
)" 'in percent of all records of each recording'
is "$(units 'per second')" "$(python3 - <<'END'
import json, os, subprocess
def side(n):
    out = subprocess.run([os.environ["PERFNAV"], "print", "--no-index", "--format", "json", "-F", "type,comm,time",
                          f"rotated.{n}.data"], capture_output=True, check=True).stdout
    rows = [json.loads(line) for line in out.splitlines()]
    times = [r["time"] for r in rows if r["type"] == "SAMPLE"]
    number = {}
    for r in rows:
        number[r.get("comm", "-")] = number.get(r.get("comm", "-"), 0) + 1
    return number, (max(times) - min(times)) / 1e9
both = side(1), side(2)
for comm in sorted(set(both[0][0]) | set(both[1][0])):
    texts = [f"{number.get(comm, 0) / seconds:.4g}" for number, seconds in both]
    decimals = max(len(text.partition(".")[2]) for text in texts)
    print(f"{comm}:", *(f"{float(text):.{decimals}f}/s" for text in texts))
END
)" 'per second from the first sample to the last'
like "$(compare 'rotated.2.data by comm in percent')" 'total +[0-9.]+% +[0-9.]+% +[+-][0-9.]+ pp' \
	'the difference of percentages is in percentage points'
run "$PERFNAV" --no-index --batch --cmd ':compare rotated.2.data avg(size) by comm per second' rotated.1.data
is "$status" 2 'means are in neither'
like "$err" 'avg\(size\) cannot be per second: only counts and sums can' '... which is said'

# More values than there are lines: each line has the numbers of both sides.
python3 - <<'END'
import struct


def write(path, values):
    """LOST records."""
    header = struct.pack("<8s10Q", b"PERFILE2", 104, 128, 104, 128, 232, 24 * len(values), 0, 0, 0, 0)
    attr = struct.pack("<IIQQQ", 1, 112, 9, 0, 1 << 2).ljust(112, b"\0") + bytes(16)
    records = b"".join(struct.pack("<IHHQQ", 2, 0, 24, 0, v) for v in values)
    open(path, "wb").write(header.ljust(104, b"\0") + attr + records)


write("many.1.data", range(70000))
write("many.2.data", [*range(50000), *range(100000, 130000), *range(100000, 130000)])
END
# numbers THIS OTHER: how many lines there are of each pair, and the first line of all.
numbers() {
	"$PERFNAV" --no-index --batch --cmd ":compare $2 by lost.count" "$1" |
		awk 'NR == 1 { print } $1 == "total" { n[$3 " " $4]++ } END { for (i in n) print n[i] ": " i }' | sort
}
is "$(numbers many.1.data many.1.data)" $'65536: 1 1\nthe first 65536 lines; there are more' 'more values than lines'
is "$(numbers many.1.data many.2.data)" $'15536: 1 0\n50000: 1 1\nthe first 65536 lines; there are more' \
	'... those that the other has, too'
is "$(numbers many.2.data many.1.data)" $'30000: 2 0\n35536: 1 1\nthe first 65536 lines; there are more' \
	'... and those that it has not'

# From a line to as many records as it says.
first=$(awk '$1 != "total" { n++ } END { print n - 1 }' <<<"$out")
want=$(awk '$1 == "total" && $2 { print $2 }' <<<"$out" | head -n 8)
got=$({
	echo ':wait'
	awk '$1 == "total" { n++; if ($2) print n - 1 }' <<<"$out" | head -n 8 | while read -r i; do
		printf '::clear<Enter>\n::compare rotated.2.data event,comm<Enter>\n:wait\n%dj<Enter>\n:wait\n:dump x\nvr\n' \
			$((first + i))
	done
} | play 200x8 rotated.1.data | sed -n 's/^ filter:.*[ /]\([0-9][0-9]*\)$/\1/p')
is "$got" "$want" 'the records of each line'

# The stacks of both: the numbers of each recording's own stacks.
folded() {
	"$PERFNAV" --no-index -q --symfs none --kallsyms none --batch --cmd ":flame $1" "$2"
}
is "$(folded 'compare rotated.2.data' rotated.1.data | sed -n 's/ \([1-9][0-9]*\) [0-9]*$/ \1/p')" \
	"$(folded '' rotated.1.data)" 'a flame graph of two recordings: the stacks of this one'
is "$(folded 'compare rotated.2.data' rotated.1.data | sed -n 's/ [0-9]* \([1-9][0-9]*\)$/ \1/p')" \
	"$(folded '' rotated.2.data)" '... and of the other'
is "$(folded 'compare rotated.2.data by period' rotated.1.data | awk '{ a += $(NF - 1); b += $NF } END { print a, b }')" \
	"$(for n in 1 2; do folded 'by period' rotated.$n.data | awk '{ s += $NF } END { print s }'; done | xargs)" '... by a field'
run "$PERFNAV" --no-index --batch --cmd ':flame compare nowhere.data' rotated.1.data
is "$status:$out" '3:' 'a file that is not there: status 3 and no result'
like "$err" 'nowhere.data: .*No such file' '... and why'
refused=$("$PERFNAV" --no-index --batch --cmd ':flame compare rotated.2.data by nothing' rotated.1.data 2>&1)
like "$(sed -n 3p <<<"$refused")" '^ {35}\^$' 'a mistake after the file has its place' || diag "$refused"
both_keys() {
	cat <<'KEYS'
:wait
::compare rotated.2.data<Enter>
:wait
vf
:wait
:dump both
:styles both
kkkk
:dump a frame of the other alone
/queens<Enter>
:dump found
q::flame by period where comm == "queens"<Enter>
:wait
::compare rotated.2.data<Enter>
:wait
:dump from a flame graph
,
:wait
:dump samples
<Tab>
:wait
:dump callers
<Enter>
:wait
:dump no records of this one
KEYS
}
for size in 40x10 80x24 200x50; do
	screens "flame-compare-$size" "$size" rotated.1.data < <(both_keys)
done
screens flame-compare-ascii 80x24 rotated.1.data --ascii < <(both_keys)

for size in 80x24 200x50; do
	screens "compare-$size" "$size" rotated.1.data <<'KEYS'
:wait
::compare rotated.2.data<Enter>
:wait
:dump comparison
<Enter>
:dump settings
4j
:dump totals
<Enter>
:wait
:dump no records of this one
KEYS
done
done_testing
