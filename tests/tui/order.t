#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The list in time order.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

# Most samples are in the vdso: no machine shall have it, by its build id.
LC_ALL=C sed 's/\xaa\xea\xec\x85/\xaa\xea\xec\xff/' "$DATA/overwrite.data" >overwrite.data
ok "the build id of the vdso is another" test "$(cmp -l "$DATA/overwrite.data" overwrite.data | wc -l)" = 1

screens order 80x24 overwrite.data <<'KEYS'
:wait
30g
:dump in-the-file
# The cursor's record stays.
o
:dump in-time
tt
:dump since-above
kk
:dump two-up
g
:dump earliest
G
:dump latest
50%
<C-g>
:dump half-way
''
:dump back
o
:dump in-the-file-again
KEYS

screens order-filter 80x24 overwrite.data --order time --filter 'tid == 12750' <<'KEYS'
:wait
5j
:dump matches
jj
:dump two-on
# The same record is another match in the file.
o
:dump in-the-file
o\
:dump without-filter
# The next one of the thread by time, and back.
]
:wait
:dump next-of-thread
[
:wait
:dump and-back
KEYS

# A time is exact: the first record at or after it.
screens order-goto 80x24 overwrite.data --order time --goto 1902.3687s <<'KEYS'
:wait
:dump goto
KEYS

# A message says how far it is; in file order the first such record can be another one.
at() {
	local order=$1 place=$2
	shift 2
	printf '%s\n' ':wait' "$@" "::$place<Enter>" ':wait' ':dump x' | play 100x24 overwrite.data --order "$order"
}
like "$(at file 1902.3687s)" '^ In file order, the next record is [0-9.]+ [mu]s after that time\. o: time order\.$' 'a time in file order'
like "$(at time 1902.3687s)" '^ This record is [0-9.]+ [mu]s after that time' '... in time order'
like "$(at time 1902.36742717s)" '^ This record is 22\.9 us after that time, the record before it only 10 ns before\.$' \
	'... and a nearer one before it'
unlike "$(at time 1902.367450114s)" 'This record is' '... not at the time of a record'
# Where a view has a cursor of its own, a step begins there: the record of the list may have no time.
like "$(at file +20ms 45g)" 'the record under the cursor has no time' 'a step from a record without time'
out=$(at file +20ms 45g vh ':wait')
unlike "$out" 'has no time' '... in the histogram, from its cursor'
like "$out" '^ records over time' '... which stays'
unlike "$(play 80x24 overwrite.data <<<$':wait\n::0.5s<Enter>\n:wait\n:dump x')" 'file order\.' '... and one before the recording'
run "$PERFNAV" --no-index --batch --cmd ':1902.3687s' overwrite.data
is "$(wc -l <<<"$out")" 1 '... but --batch prints the record alone'

# The order to begin with: of time where the index was complete, and asked for otherwise.
# first OPTIONS...: the title and the record under the cursor, with an index that is kept.
first() {
	printf '%s\n' "${keys:-:wait}" ':wait' ':dump x' >keys
	"$PERFNAV" --no-state -q --symfs none --kallsyms none --script keys --screen 80x24 "$@" overwrite.data |
		sed -n 's/^ overwrite.data .*\(by time\|file order\)[: ].*/\1/p;s/^> *\([0-9]*\) .*/\1/p' | head -n 2 | paste -sd ' '
}
rm -f overwrite.data.pnx
is "$(first)" 'file order 0' 'an index that is still built: file order'
ok '... the index is kept' test -s overwrite.data.pnx
is "$(first)" 'by time 0' 'one that is complete: of time'
is "$(keys=j first)" 'by time 22' '... the earliest first'
is "$(first --order file)" 'file order 0' '--order file'
is "$(first --goto 30)" 'by time 30' '--goto finds the record'
is "$(keys=o first --goto 30)" 'file order 30' 'o stays at it'
is "$(keys=oo first --goto 30)" 'by time 30' '... both ways'
like "$(first --follow)" '^file order ' '--follow: of the file'
mkdir -p config/perfnav
echo 'set order file' >config/perfnav/config
is "$(XDG_CONFIG_HOME=$PWD/config first)" 'file order 0' 'the config file chooses'
run "$PERFNAV" --batch --cmd ':set order' overwrite.data
like "$out" 'order is file' '--batch: of the file'
is "$(first --no-index)" 'file order 0' 'without an index: of the file'

done_testing
