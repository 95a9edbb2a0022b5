#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The chart of a field over time: least, mean and greatest of each stretch, and the way to its records.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

cp "$DATA/demo.data" "$DATA/system.data" .

screens chart 80x24 system.data <<'KEYS'
:wait
::chart gap.cpu where type == SAMPLE<Enter>
:wait
30l
:dump all
:styles all
# Another scale, and back.
o
:dump logarithmic
# From here on, to there: into it, and out again.
oM20l
:dump a-range
z
:wait
:dump inside
Z
:wait
:dump outside
:resize 20x5
:dump tiny
:resize 38x12
:dump without-labels
KEYS
screens chart-wide 200x50 system.data <<'KEYS'
:wait
::chart gap.cpu<Enter>
:wait
90lM10l
:dump a-range
KEYS
screens chart-ascii 80x24 system.data --ascii <<'KEYS'
:wait
&type == SAMPLE<Enter>
:wait
::chart gap.tid<Enter>
:wait
:dump with-the-filter
KEYS

# chart FILE FIELD EXPR: the stretches, by their lines as text, against what print says of each record.
chart() {
	"$PERFNAV" --no-index --batch --show-event all --cmd ":chart $2 where $3" "$1" >"$SCRATCH/stretches"
	"$PERFNAV" print --no-index -q --ns --format json -F "time,$2" -f "time > 0 and ($3)" "$1" |
		python3 -c '
import decimal, json, re, sys
word, stretches = sys.argv[1], []
for line in open(sys.argv[2]):
    match = re.fullmatch(r"(\d+)\.(\d{9}): (\d+) values?(?:, (\S+) to (\S+), mean (\S+)( s)?)?\n", line)
    stretches.append((int(match[1] + match[2]), int(match[3]), match[4], match[5], match[6]))
values = [[] for _ in stretches]
for line in sys.stdin:
    row = json.loads(line)
    value = row
    for key in word.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    if value is None:
        value = row.get(word)
    if isinstance(value, int):
        values[sum(s[0] <= row["time"] for s in stretches) - 1].append(value)
def number(text):
    return round(decimal.Decimal(text) * (10**9 if "." in text and len(text.split(".")[1]) == 9 else 1), 6)
for (time, n, least, greatest, mean), found in zip(stretches, values):
    if n != len(found):
        print(time, n, len(found))
    elif found and (number(least), number(greatest)) != (min(found), max(found)):
        print(time, least, greatest, min(found), max(found))
    elif found and abs(float(number(mean)) - sum(found) / n) > max(1, abs(sum(found)) / n / 500):
        print(time, mean, sum(found) / n)
print(sum(map(len, values)))' "$2" "$SCRATCH/stretches"
}
is "$(chart system.data period 'type == SAMPLE')" 761 'period: each stretch as its records say'
is "$(chart system.data size 'ordinal >= 0')" "$("$PERFNAV" print --no-index -f 'time > 0' system.data | wc -l)" \
	'size: of all records'
is "$(chart demo.data callchain.depth 'pid == 7352')" \
	"$("$PERFNAV" print --no-index -f 'pid == 7352 and time > 0 and callchain.depth >= 0' demo.data | wc -l)" \
	'callchain.depth, of one process'
is "$(chart demo.data switch.next_pid 'type == SAMPLE')" 0 'a field that no record has'
# Numbers below 0 are numbers.
is "$(chart system.data tid 'tid == -1')" 8 'below 0'
ok '... which it says' grep -q ' -1 to -1, mean -1$' "$SCRATCH/stretches"

# What one says it has is what its filter shows.
screen=$(printf '%s\n' :wait '::chart period where type == SAMPLE<Enter>' :wait 50l ':dump x' '<Enter>' :wait ':dump y' |
	play 80x24 system.data)
count=$(sed -n 's/^ [0-9.]*: \([0-9]*\) values, .*/\1/p' <<<"$screen")
ok 'a stretch has values' test "${count:-0}" -gt 1
like "$screen" "filter: .*[0-9]s\} +match [0-9]+ of $count$" 'Enter: these records'

# vc takes the field under the cursor, if it is a number.
title() {
	printf ':wait\n%s\n:wait\n:dump x\n' "$1" | play 80x24 demo.data | sed -n '2s/  .*//p'
}
is "$(title vc)" ' period of cpu-clock (1 of 6 events) over time' 'vc: the period'
is "$(title '::columns n,size,comm<Enter>lvc')" ' size over time' '... the column'
is "$(title '::columns n,size,comm<Enter>llvc')" ' period of cpu-clock (1 of 6 events) over time' '... that is no number'
is "$(title '100g<Enter>jvc')" ' ip over time' '... the field of the details'
is "$(title '::chart where pid == 7352<Enter>')" ' period of cpu-clock (1 of 6 events) over time where pid == 7352' 'only where'
like "$(printf ':wait\nvc\n:wait\n:dump x\n' | play 120x24 fp.data)" ' (ns|values); constant \(others: :chart FIELD\)$' \
	'a chart of equal values'
like "$(printf ':wait\n::chart ip<Enter>\n:wait\n:dump x\n' | play 120x24 fp.data)" '; area: least to greatest, line: mean$' \
	'the shapes of a chart'
like "$(printf ':wait\nvc\n:dump x\n' | play 80x24 stat.data 2>&1)" 'No record here has a time|0 values' 'without samples'
like "$(printf ':wait\nvc<Enter>\n:wait\n:dump x\n' | play 80x24 demo.data)" 'time in \{[0-9.]+…[0-9.]+s\} +match 1 of 19$' 'Enter before it is drawn'
constant=$(printf ':wait\nvc\n:wait\n:dump x\n' | play 80x14 demo.data)
like "$(sed -n 4p <<<"$constant")" '⠉{60}' 'one number alone is a line'
like "$constant" '^ +0┤ *$' '... at its distance from 0'
values() {
	printf '%s\n' :wait "::chart $1<Enter>" :wait H ':dump 1' H ':dump 2' | play 80x24 demo.data | sed -n 's/^ .* values\?, .* to \(-\?[0-9.]*\), mean .*/\1/p' | xargs
}
# shellcheck disable=SC2016 # fields of awk
ok 'H goes to the largest value, then to a lower one' awk '{ exit !(NF == 2 && $1 > $2) }' <<<"$(values gap)"
refused ':chart nofield' 8
refused ':chart comm' 8
refused ':chart callchain.ip' 8
refused ':chart where pid ==' 20
refused ':chart period where pid ==' 27

done_testing
