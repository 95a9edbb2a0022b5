#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The histogram over time: what it counts, and the way into a stretch of time.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

cp "$DATA/demo.data" .

screens histogram 80x24 demo.data <<'KEYS'
:wait
vh
:wait
:dump all
# From here on, to there: into it, and out again.
20lM10l
:dump a-range
z
:wait
:dump inside
Z
:wait
:dump outside
:resize 20x5
:dump tiny
:resize 40x12
:dump small
KEYS
screens histogram-wide 200x50 demo.data <<'KEYS'
:wait
vh
:wait
20lM10l
:dump a-range
KEYS
screens histogram-ascii 80x24 demo.data --ascii <<'KEYS'
:wait
&pid == 7352<Enter>
:wait
vh
:wait
:dump with-a-filter
KEYS

# hist [COMMAND]: the lines of :hist.
hist() {
	"$PERFNAV" --no-index --batch ${1:+--cmd "$1"} --cmd ':hist' demo.data
}
for filter in '' 'pid == 7352' 'period > 1'; do
	is "$(hist ${filter:+":filter $filter"} | awk '{ n += $2 } END { print n }')" \
		"$("$PERFNAV" print --no-index -f "time > 0${filter:+ and $filter}" demo.data | wc -l)" \
		"every record with a time is in one stretch: ${filter:-no filter}"
done
is "$(hist | awk '{ print $1 }' | sort -n | uniq | wc -l)" 60 'stretches follow one another'
# A window that is drawn to another size and back leaves the cursor and the other end where they were.
chosen() {
	printf '%s\n' :wait "$1" :wait 20lM20l "${@:2}" ':dump x' | play 100x24 demo.data | grep ' to .*: ' | tail -1
}
steps=$(printf ':resize %dx24\n:dump x\n' {99..60} {61..120} {119..100})
for view in vh vo ':chart gap.tid<Enter>'; do
	before=$(chosen "$view")
	like "$before" '[0-9] to [0-9]' "a stretch is chosen: $view"
	is "$(chosen "$view" "$steps")" "$before" "many sizes later it is the same: $view"
done
# ends VIEW PLACE...: the end of the range from 1822.2 s to the places.
ends() {
	printf '%s\n' :wait "$1" :wait '::1822.2s<Enter>' M "${@:2}" ':dump x' | play 100x24 demo.data | grep -m 1 -o ' to 1822[0-9.]*' | cut -c 5-
}
for view in vh vm vo vk ':chart period<Enter>' ':heat span.dur<Enter>'; do
	ok ":TIME moves the end of the range: $view" awk -v end="$(ends "$view" '::1822.25s<Enter>')" 'BEGIN { exit !(end >= 1822.25 && end < 1822.29) }'
	ok "... :+TIME, too: $view" awk -v end="$(ends "$view" '::+50ms<Enter>')" 'BEGIN { exit !(end >= 1822.23 && end < 1822.29) }'
done
like "$(play 80x24 demo.data < <(printf '%s\n' :wait vh :wait z :wait '::1822.2s<Enter>' ':dump x'))" 'This time is not shown here; Z shows a longer time\.' \
	'a time that is not shown'
zooms=$(printf '%s\n' :wait vh :wait 12l z :wait ':dump in' z :wait Z :wait Z :wait ':dump out' | play 80x24 demo.data)
like "$zooms" '^ 1821\.599648586 to 1821\.603467935: 10 records in 0\.003819 s$' 'z without a range: a quarter of the time'
like "$(sed '1,/^---- out/d' <<<"$zooms")" '^ 1821\.596708158 to ' '... and Z keeps the cursor at its time'
# What one says it has is what its filter shows.
screen=$(printf ':wait\nvh\n:wait\n30l\n:dump x\n<Enter>\n:wait\n:dump y\n' | play 80x24 demo.data)
count=$(sed -n 's/.*: \([0-9]*\) records in .*/\1/p' <<<"$screen")
ok 'a stretch has records' test "${count:-0}" -gt 1
like "$screen" "time in \{.* of $count$" 'Enter: these records'
screen=$(printf ':wait\nvh\n:wait\n-\n:wait\n:dump y\nq\n:dump z\n' | play 80x24 demo.data)
like "$screen" '^ records over time where not time in ' '-: all but these, in the same view'
like "$screen" 'filter:  not' '... and in the list'
like "$(printf ':wait\nvh\n:dump x\n' | play 80x24 flat.data 2>&1)" 'records over time' 'another recording'
like "$(printf ':wait\nvh<Enter>\n:wait\n:dump x\n' | play 80x24 demo.data)" 'time in \{' \
	'Enter before it is drawn'
for view in vh vc vm; do
	like "$(printf ':wait\n1800g\n%s\n:wait\n:dump x\n<Enter>\n:wait\n:dump y\n' "$view" | play 80x24 demo.data)" \
		'^>1800 1821\.900913520 ' "$view begins at the record under the cursor"
done
like "$(printf ':wait\nvh\nZ\n:dump x\n' | play 80x24 demo.data)" 'The whole time is shown' 'Z at the outside'

# The sum of a field: as many as other ways to add it up find.
screens histogram-sum 80x24 demo.data <<'KEYS'
:wait
::hist sum(period)<Enter>
:wait
20lM10l
:dump sum
:styles sum
<Enter>
:wait
:dump its-records
q
::hist period where event == "page-faults" or pid == 7352<Enter>
:wait
:dump where
KEYS
for what in 'sum(period)' 'by period' period; do
	is "$("$PERFNAV" --no-index --batch --cmd ":hist $what" demo.data | awk '{ n += $2 } END { print n }')" \
		"$("$PERFNAV" print --no-index --format folded --weight period demo.data | awk '{ n += $NF } END { print n }')" \
		":hist $what"
done
is "$("$PERFNAV" --no-index --batch --cmd ':hist sum(size) where time > 0 and type == COMM' demo.data | awk '{ n += $2 } END { print n }')" \
	"$("$PERFNAV" count --no-index --by type --agg 'sum(size)' -f 'type == COMM and time > 0' demo.data | awk '/COMM/ { print $2 }')" \
	':hist of a field of all records, where'
is "$("$PERFNAV" --no-index --batch --cmd ':hist rel' demo.data | awk '$3 == "s" { n += $2 } END { printf "%.6f\n", n }')" \
	"$("$PERFNAV" count --no-index --by type --agg 'sum(rel)' -f 'rel > 0' demo.data | awk 'NR > 1 && $2 != "-" { n += $2 } END { printf "%.6f\n", n }')" \
	':hist of a time: seconds'
screen=$(printf '%s\n' :wait '::hist rel<Enter>' :wait ':dump x' '::heat rel<Enter>' :wait ':dump y' | play 80x24 demo.data)
like "$screen" '^ sum\(rel\) over time .* highest [0-9]+\.[0-9]{9} s$' '... which the status line names'
like "$screen" ': sum\(rel\) [0-9]+\.[0-9]{9} s, [0-9]+ records?' '... and that of the stretch'
like "$screen" '^ sum\(rel\), .* densest [0-9]+\.[0-9]{9} s$' ':heat of a time'
like "$screen" '^ █+ to [0-9.]+ [mu]?s  █' '... and what its shades stand for'
# Only samples have the period of their event.
is "$("$PERFNAV" --no-index --batch --show-event all --cmd ':hist sum(period)' "$DATA/breakpoints.data" | awk '{ n += $2 } END { print n }')" \
	404 ':hist where samples do not tell their period'
# H: the highest bar, then the next lower ones; from another bar, the highest one again.
heights=$(printf '%s\n' :wait vh :wait H ':dump 1' H ':dump 2' H ':dump 3' hH ':dump 4' | play 80x24 demo.data |
	sed -n 's/^ .* to .*: \([0-9]*\) records\? in .*/\1/p' | xargs)
like "$heights" '^113 [0-9]+ [0-9]+ 113$' 'H goes to the highest bar'
# shellcheck disable=SC2016 # fields of awk
ok '... then to lower ones' awk '{ exit !($1 > $2 && $2 >= $3) }' <<<"$heights"

refused ':hist nofield' 7
refused ':hist sum(nofield)' 11
refused ':hist sum(period' 7
refused ':hist sum(comm)' 11
refused ':hist sum(callchain.ip)' 11
refused ':hist sum(period) more' 19
refused ':hist sum(period) where pid ==' 31

# A filter that states a time: views over time begin with it, and Z shows all of the recording.
for view in vh vo vk ':chart period<Enter>'; do
	begun=$(printf '%s\n' :wait '&time in {1822.2s .. 1822.25s} and pid > 0<Enter>' :wait "$view" :wait 500hM500l ':dump x' Z :wait 500hM500l ':dump x' | play 120x24 demo.data | grep -o '182[12][0-9.]* to 1822[0-9.]*')
	like "$(head -n 1 <<<"$begun")" '^1822\.2[0-9]* to 1822\.2(49|50)' "the time of the filter: $view"
	[[ $view == vk ]] || like "$(tail -n 1 <<<"$begun")" '^1821\.4[0-9]* to 1822\.[34]' '... and after Z, all of it'
done
# filter_time FILTER: the first and the last time of the histogram with a filter.
filter_time() {
	"$PERFNAV" --no-index --batch --cmd ":filter $1" --cmd ':hist' demo.data | awk 'NR == 1 { print $1 } END { print $1 }' | paste -sd ' '
}
all=$(filter_time 'pid > 0')
a=$(filter_time 'time in {1822.2s .. 1822.25s}')
like "$a" '^1822\.2[0-9]* 1822\.2[0-9]*$' 'the time of the filter'
is "$(filter_time 'time >= 1822.2s and pid > 0 and time <= 1822.25s')" "$a" '... of two conditions'
is "$(filter_time '(time in {1822.2s .. 1822.21s} or time in {1822.24s .. 1822.25s}) and pid > 0')" "$a" '... from the first to the last of several'
is "$(filter_time 'time in {1822.2s .. 1822.21s, 1822.22s .. 1822.25s}')" "$a" '... of several ranges'
is "$(filter_time 'time in {1822.2s .. 1822.25s} or pid > 0')" "$all" 'a time that need not hold is none'
is "$(filter_time 'not time in {1822.2s .. 1822.25s} and pid > 0')" "$all" '... nor is one that must not'

done_testing
