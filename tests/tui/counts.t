#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Counts by a field, and from a line of them to its records.
# shellcheck disable=SC2016 # text that perfnav expands
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

screens counts 80x24 demo.data <<'KEYS'
:wait
# By the column under the cursor, then of these records by another.
,
:wait
:dump by-type
jj<Enter>
:wait
:dump comm-records
h,
:wait
:dump by-comm-of-these
j-
:wait
:dump not-this-one
# Back: to the counts, to those before, to the records.
q
:dump back
# By a field of the tree; records without it are a line, too.
vr
::clear<Enter>
:wait
2000g<Enter>gjjj,
:wait
:dump by-pid
G<Enter>
:wait
:dump without-pid
vt
:wait
:dump threads
::count by cpu, comm where event == "sched:sched_switch"<Enter>
:wait
:dump by-two
j<Enter>
:wait
:dump of-both
KEYS

# The numbers are those of perfnav count.
cp "$DATA/demo.data" .
for by in event comm,tid cpumode callchain.ip tp.prev_comm; do
	run "$PERFNAV" --no-index --batch --show-event all --cmd ":count by $by where type == SAMPLE" demo.data
	is "$(awk 'NR > 1 { print $1 }' <<<"$out")" \
		"$("$PERFNAV" count --no-index --by "$by" -f 'type == SAMPLE' demo.data | awk '{ print $1 }')" \
		"counts by $by"
done
# A line's records are as many as it says: of a text with quotes and of a number alike.
cp "$DATA/odd_comms.data" .
for file in odd_comms.data demo.data; do
	for by in comm pid cpu; do
		counts=$("$PERFNAV" --no-index --batch --cmd ":count by $by" "$file" | awk 'NR > 1 { print $1 }')
		n=$(wc -l <<<"$counts")
		shown=$(for ((i = 0; i < n && i < 12; i++)); do
			printf ':wait\n::count by %s<Enter>\n:wait\n%sj<Enter>\n:wait\n:dump x\n' "$by" \
				"$((i ? i : 0))" | sed 's/^0j//' | play 100x8 "$file" |
				sed -n '3s/.* \([0-9][0-9]*\)$/\1/p; 3s/.* \([0-9][0-9]*\) match.*/\1/p'
		done)
		is "$shown" "$(head -n 12 <<<"$counts")" "$file: the records of each line of counts by $by"
	done
done

# A field whose name begins as a word of the command.
batch ':count sum(period) by folded' ':count comm,folded fold'
is "$status:$(grep -c 'sum(period) ns *folded$' <<<"$out")" '0:1' 'by folded'
# Macros and values of the record under the cursor, as in a filter.
for where in '$few(2)' 'pid == $pid and ordinal < 2' '--pid 7351'; do
	for command in "count type where $where" "count sum(size) by type where $where" "hist where $where"; do
		batch ':define few(n) ordinal < $n' ':2000' ":$command"
		is "$status:$err" '0:' ":$command"
	done
done
for where in '$few(2)' 'ordinal < 2' '--pid 7351'; do
	for command in or filter-out; do
		batch ':define few(n) ordinal < $n' ':filter type == COMM' ":$command $where" ':count type'
		is "$status:$err" '0:' ":$command $where"
	done
done

refused ':count by comm,x' 16
refused ':count by' 8
batch ':count callchain'
like "$err" 'callchain has members: name one of them' 'a field with members: a message without the option of the command line'
unlike "$err" '--by' '... which nobody typed'
refused ':count type where pid == x' 26

# The column counts, whatever the record lacks.
like "$(printf '%s\n' :wait '8g' :wait '<Left><Left><Left><Left><Left><Left><Left>' '<Right><Right>' , :wait ':dump x' | play 80x24 demo.data)" \
	'^ count +% .* cpu$' ', on a record without a CPU counts by CPU'
done_testing
