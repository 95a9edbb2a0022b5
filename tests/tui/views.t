#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The views besides the records, the stack they are in, and the ways from them to records.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

screens views-stack 80x24 events.data <<'KEYS'
:wait
v
:dump popup
<Esc>
:dump popup-gone
va
:wait
:dump events
j<Enter>
:dump attr
G
:dump attr-end
# Only its records; q goes back to where we came from, Q leaves.
=
:wait
:dump records-of-the-event
q
:dump back-at-the-attr
q
:dump back-at-the-events
# The records that belong to none; then the views by their letters: what is open stays.
G=
:wait
:dump records-of-none
va
:dump events-again
vr+
:wait
:dump records
vivr
vi
:wait
:dump info
q
:dump the-one-below
?
:dump help
KEYS

# What the recording says of itself unfolds; a type leads to its records.
screens views-info 80x24 system.data <<'KEYS'
:wait
vi
:dump closed
6g<Enter>
:dump types-closed
+jjj<Enter>
:wait
:dump records-of-a-type
vi1g*
:dump all
C
:dump sections
G<Enter>j
:dump a-feature-closed
+
:dump a-feature
j<Left>
:dump its-parent
KEYS

# The problems, each from a record; Enter goes there, also where a filter hides it.
[[ -x ${MK:=$ROOT/build/release/mk} ]] || skip_all 'mk is not built'
"$MK" "$ROOT/tests/tui/problems.mk" problems.data || exit 1
screens views-problems 110x24 problems.data <<'KEYS'
:wait
ve
:wait
:dump all
<Enter>
:wait
:dump no-record
# From another view the prompt of the filter leads to the records.
&pid == 1<Enter>
:wait
:dump filtered
vejj<Enter>
:dump the-late-one
q
:resize 40x10
:dump narrow
G
l
:dump scrolled
:resize 20x5
:dump tiny
v
:dump tiny-popup
KEYS
screens views-lost 80x24 lost.data <<'KEYS'
:wait
ve
:wait
:dump lost
<Enter>
:dump record
KEYS
screens views-nothing 80x24 fp.data <<'KEYS'
:wait
ve
:wait
:dump nothing
KEYS

# Each stream of a directory has clocks and rounds of its own.
mkdir streams
sed "/^sample/,\$d; s|\.\./mk|$ROOT/tests/mk|" "$ROOT/tests/tui/streams.mk" >head.mk
"$MK" head.mk streams/data && "$MK" "$ROOT/tests/tui/streams.mk" both || exit 1
tail -c +297 both | head -c 176 >streams/data.0
tail -c +473 both | head -c 160 >streams/data.1
problems() {
	"$PERFNAV" --no-index --batch --cmd ':problems' "$1" 2>/dev/null | awk 'NR > 1 && $1 != "file" { $1 = $1; print }' |
		sed 's/ 0x[0-9a-f]* 40 / /'
}
is "$(problems streams)" $'late 6 100 ns too late: perf has already processed the records around this time
clock back 9 50 ns before the previous record of this CPU' 'problems of several streams'
tail -c +297 both | head -c 336 >streams/data.0
rm streams/data.1
like "$(problems streams)" '^late 7 700 ns' '... the same records in one: more is wrong'

# The keys go through all that the list has, each with its reason.
is "$(for _ in {1..10}; do printf 'e\n:wait\n:dump x\n'; done | cat <(echo :wait) - |
	play 110x24 problems.data | sed -n 's/^ [a-z ]*: //p')" \
	"$("$PERFNAV" --no-index --batch --cmd ':problems' problems.data | grep -v '^file\|^problem' |
		sed 's/.*[0-9]  //')" 'e: each problem of the list'
"$MK" "$ROOT/tests/tui/problems_packed.mk" packed.data || exit 1
is "$("$PERFNAV" --no-index --batch --cmd ':problems' packed.data | grep -o '^[a-z]* .*[0-9]\{1,\} ns' | tr -s ' ')" \
	'late 10 0xa0 40 10 ns' 'what lies between COMPRESSED records is one stream'
# Call chains that are as long as they can be.
"$MK" "$ROOT/tests/tui/problems_chains.mk" chains.data || exit 1
is "$("$PERFNAV" --no-index --batch --cmd ':problems' chains.data | tail -n +2 | tr -s ' ')" \
	'chain cut 1 0x1d0 64 3 frames (the limit): callers may be missing
chain cut 4 0x668 1056 127 frames (the limit): callers may be missing' 'chains that were cut'
is "$("$PERFNAV" count --no-index --by problem,ordinal -f problem chains.data | sort -k 4 | tr -s ' ')" \
	' 1 chain cut 1
 1 chain cut 4' '... as a field'
# Threads that run while they are off the CPU, and the CPUs without switches.
"$MK" "$ROOT/tests/tui/problems_switches.mk" switches.data || exit 1
missing() {
	"$PERFNAV" --no-index --batch --cmd ':problems' "$1" | sed -n 's/^missing switches *//p'
}
is "$(missing switches.data)" \
	'no switches of CPU 1 before 3.000001000, CPU 2 after 4.000000000; 1 wait is doubtful: the thread has samples in it' \
	'missing switches'
is "$(missing "$DATA/demo.data")" \
	'no switches of CPU 1 before 1821.904246556; 11 waits are doubtful: the threads have samples in them' \
	'... of a recording'
is "$(missing "$DATA/sched.data")$(missing "$DATA/system.data")" '' '... of others none'
is "$(sed "s|\.\./mk|$ROOT/tests/mk|; /^sample/i record LOST u64 71 7 u32 1 1 u64 1400000000 u32 0 0 u64 71" \
	"$ROOT/tests/tui/problems_switches.mk" >lost.mk && "$MK" lost.mk lost.switches && missing lost.switches)" \
	'no switches of CPU 1 before 3.000001000, CPU 2 after 4.000000000; 2 waits are doubtful: records were lost, or the threads have samples in them' \
	'... where records were lost, too'
like "$(printf '%s\n' :wait '::problems<Enter>' :wait 'G<Enter>' :wait ':dump x' | play 110x24 switches.data)" \
	'span.state == "doubtful" .*match 1 of 1' '... which Enter shows'
# The next one and the one before without the list.
screens problems-keys 80x24 problems.data <<'KEYS'
:wait
e
:wait
:dump clock-back
4e
:wait
:dump throttled
E
:wait
:dump back
KEYS

# Views of all sorts, again and again: the stack is bounded.
for ((i = 0; i < 5; i++)); do
	printf '%s\n' 'vaj<Enter>' 'va<Enter>' 've' 'i?'
done >many
run play 80x24 events.data <many
is "$status" 0 'many views'
ok 'q leaves them one by one' [ "$(play 80x24 events.data < <(
	cat many
	printf ':wait\nqqqqqqq\n:dump x\n'
) | sed -n 2p | grep -c ' record 0 of 122 ')" = 1 ]

# As many as nobody wants are not all searched for.
printf ':wait\nva\n:wait\n/clock<Enter>\n%s\n:dump x\n' 99999999999999n >often
printf '#!/bin/sh\nexec timeout 20 "%s" "$@"\n' "$PERFNAV" >in_time
chmod +x in_time
PERFNAV=$PWD/in_time run play 80x24 events.data <often
is "$status" 0 'n very often'
like "$out" 'matches still to go; press the key again to continue' '... which is said'

# What the counts are: those of perfnav count.
counted=$("$PERFNAV" count --no-index --by event "$DATA/events.data" | sed 's/-$/(of/' |
	awk '{ print $2, $1 }' | sort)
shown=$(play 120x40 events.data <<'KEYS' | sed '1,3d; s/^[> ] *[0-9]* *//' |
:wait
va
:wait
GG
:dump x
KEYS
	awk '$1 == "(of" { print $1, $4 } $4 == "Hz" && $2 { print $1, $2 }' | sort)
is "$shown" "$counted" 'records of each event'

# ---- a view that is opened again comes to the top, once ----
# again KEYS: opens the view, another one, and it again, twice; the title of what is there after one q
# is that of the other one, after two that of the records.
again() {
	printf ':wait\n%s\n' "$1" va "$1" "$1" ':dump again' q ':dump other' q ':dump home' | play 80x24 demo.data
}
for keys in vh vm vc vo vf vg '::bytes<Enter>' '::count comm<Enter>' '::sum period by comm<Enter>' ve vi vt \
	'::keys page<Enter>' '::config<Enter>' '::compare demo.data<Enter>'; do
	screen=$(again "$keys")
	is "$(sed -n '/^---- other/{n;p}' <<<"$screen" | cut -c1-7)" ' events' "$keys: once"
	like "$(sed -n '/^---- home/,$p' <<<"$screen")" 'record 0 of 3215' '... and below are the records'
done
screen=$(printf ':wait\n::count comm<Enter>\n:wait\n::count tid<Enter>\n:wait\nq\n:dump x\n' | play 80x24 demo.data)
like "$screen" 'by comm' 'totals of other fields are another view'
screen=$({
	echo :wait
	for ((i = 0; i < 20; i++)); do printf '%s\n' vh vm '::count comm<Enter>'; done
	printf '%s\n' q q q ':dump x'
} | play 80x24 demo.data)
like "$screen" 'record 0 of 3215' '60 times three views: three q'

done_testing
