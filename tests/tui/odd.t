#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Damaged recordings and hostile names.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

# Every screen of a walk through all records, with the details of each.
walk() {
	echo ':wait'
	for ((i = 0; i < $1; i++)); do
		printf ':dump %d\n<F8>\n' "$i"
	done
}

for file in odd_comms.data odd_maps.data cgroups.data; do
	walk 120 | play 160x30 "$file" >screens
	is "$(LC_ALL=C grep -c $'[\001-\011\013-\037\177]' screens)" 0 "$file: no control characters"
	is "$(iconv -f UTF-8 -t UTF-8 screens 2>&1 >/dev/null)" '' "... all of it UTF-8"
	is "$(grep -cP '[\x{80}-\x{9f}\x{200b}-\x{200f}\x{202a}-\x{202e}]' screens)" 0 \
		'... nothing that turns text around'
done

screens odd-comms 80x24 odd_comms.data <<'KEYS'
:wait
&type == COMM<Enter>
:wait
<C-f>
:dump names
h+
:wait
:dump a-name-as-a-filter
KEYS

head -c 100000 "$DATA/demo.data" >cut.data
screens cut 80x24 cut.data <<'KEYS'
:wait
G
:dump cut-in-a-record
i
:wait
:dump info
KEYS

# Zeros in the middle: records on both sides are still there.
cp "$DATA/demo.data" hole.data
dd if=/dev/zero of=hole.data bs=1 seek=100000 count=3000 conv=notrunc status=none
screens hole 80x24 hole.data <<'KEYS'
:wait
&type == DAMAGE<Enter>
:wait
:dump damage
<Esc>
:dump around-it
<Tab><Tab>G
:dump its-bytes
KEYS
run play 80x24 hole.data <<<':wait'
is "$status" 1 'a damaged recording: status 1'

screens killed 80x24 killed.data <<'KEYS'
:wait
:dump killed
KEYS

run play 80x24 missing.data </dev/null
is "$status" 3 'no such file: status 3'
run "$PERFNAV" --script nowhere demo.data
is "$status" 3 'no such script: status 3'

done_testing
