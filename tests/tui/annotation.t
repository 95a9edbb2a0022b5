#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A function in the browser: its instructions and lines of source with the samples at each.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

cp "$DATA/demo.data" .
cp -r "$DATA/demo.data.debug" .
cp -r "$DATA/src" .
if ! "$PERFNAV" annotate --no-index -q hash_point demo.data | grep -q imull; then
	skip_all 'no libcapstone is here'
fi

keys() {
	cat <<'KEYS'
:wait
::annotate average_around<Enter>
:wait
:dump annotation
:styles annotation
H
:dump annotation-hottest
RG
:dump annotation-source
R
:dump annotation-asm
W
:wait
:dump annotation-event
KEYS
}
screens annotation 80x24 demo.data < <(keys)
screens annotation-wide 200x50 demo.data < <(keys)
screens annotation-wide-ascii 200x50 demo.data --ascii < <(keys)
screens annotation-small 40x10 demo.data --ascii < <(keys)

# At the address of a record, of a frame of its chain: there the cursor is on the call.
frames() {
	cat <<'KEYS'
:wait
:19<Enter>
a
:wait
:dump of-no-function
q
::filter sym == "average_around"<Enter>
:wait
G
a
:wait
:dump of-a-named-record
qvs
:wait
jja
:wait
:dump of-a-frame
a
:wait
:dump its-bytes
KEYS
}
screens annotation-at 80x24 demo.data < <(frames)

# ---- numbers are the records behind them ----
lines() {
	"$PERFNAV" --no-index --batch --cmd ":annotate $1" demo.data 2>/dev/null
}
opens() {
	play 80x24 demo.data < <(printf ':wait\n::annotate average_around<Enter>\n:wait\n%s<Enter>\n:wait\n:dump x\n' "$1")
}
hottest=$(lines average_around | awk '$3 ~ /^[+]0x/ && $2 > n { n = $2 } END { print n }')
like "$(opens '')" "match 1 of $hottest" 'Enter on the hottest line: its records'
like "$(opens 'RR')" "match 1 of $hottest" '... without source'
like "$(opens 'Rk')" 'match 1 of 223' 'Enter on a line of source: the records of its instructions'
like "$(opens 'g')" 'No sample of this event is here|match 1 of' '... and says so where there are none'
all=$("$PERFNAV" count --no-index -q --by sym -f 'sym == "average_around"' --show-event cpu-clock demo.data | awk '{ print $1 }')
is "$(lines average_around | awk '$3 ~ /^[+]0x/ { n += $2 } END { print n }')" "$all" 'all samples of the function are there'
like "$(lines 'average_around where tid == 7354' | awk '$3 ~ /^[+]0x/ { n += $2 } END { print n }')" '^450$' 'where: of these alone'

# ---- ways to it ----
like "$(play 80x24 demo.data < <(printf ':wait\n::count sym<Enter>\n:wait\na\n:wait\n:dump x\n'))" \
	' average_around in photolab: ' 'a on a line of totals by sym'
like "$(play 80x24 demo.data < <(printf ':wait\n::count comm<Enter>\n:wait\na\n:dump x\n'))" 'Totals by sym have functions' \
	'... which others have not'
like "$(play 80x24 demo.data < <(printf ':wait\nvv\n:wait\n11Ga\n:wait\n:dump x\n'))" ' in photolab: [0-9]+ samples of cpu-clock' \
	'a on a function of the overview'

like "$(play 80x24 demo.data < <(printf ':wait\nvf\n:wait\n/hash_point<Enter>a\n:wait\n:dump x\n'))" '^ hash_point in photolab: 402 samples' \
	'a on a frame of the flame graph'
like "$(play 80x24 demo.data < <(printf ':wait\nvg\n:wait\na\n:wait\n:dump x\n'))" 'No function with a name is here' \
	'... but on none of a task'
like "$(play 80x24 demo.data < <(printf ':wait\nvg\n:wait\n*\n/hash_point<Enter>a\n:wait\n:dump x\n'))" '^ hash_point in photolab: ' \
	'a on a frame of the call tree'

# ---- sources that are elsewhere ----
mkdir moved
cp demo.data moved/moved.data
cp -r demo.data.debug moved/moved.data.debug
line='sum \+= f->px'
unlike "$(play 120x40 moved/moved.data < <(printf ':wait\n::annotate average_around<Enter>\n:wait\n:dump x\n'))" "$line" \
	'no source where there is none'
like "$(play 120x40 moved/moved.data < <(printf ':wait\n::annotate average_around<Enter>\n:wait\n:map-path ././src %s/src<Enter>\n:dump x\n' "$DATA"))" \
	"$line" '... until :map-path says where it is'

# ---- mistakes ----
like "$("$PERFNAV" --no-index --batch --cmd ':annotate' demo.data 2>&1)" ':annotate wants SYMBOL' 'no name'
like "$("$PERFNAV" --no-index --batch --cmd ':annotate main what' demo.data 2>&1)" 'expected by FIELD or where EXPR' 'what is no filter'
like "$("$PERFNAV" --no-index --batch --cmd ':annotate nosuch' demo.data 2>&1)" 'no sample of this event is in a function of this name' \
	'a name that no function has'

done_testing
