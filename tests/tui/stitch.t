#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The branch path, continued with the samples before. stitch.mk says who took which branches.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

"$MK" "$ROOT/tests/tui/stitch.mk" stitch.data

# way RECORD: start and end of each block, oldest first, as branches are numbered there, and the marks.
way() {
	run "$PERFNAV" --no-index --no-state -q --symfs none --kallsyms none --batch --goto "$1" \
		--cmd ":branches way" "${2-stitch.data}"
	grep -Eo -- '--- [a-z]+ ---|0x[0-9a-f]+ +0x[0-9a-f]+|(record [0-9]+)?(, [0-9]+ in common| does not overlap|no earlier sample|limit of samples|an LBR call stack).*' \
		<<<"$out" | sed 's/ *$//; s/  */ /g'
}

is "$(way 2)" '--- broken ---
record 4 does not overlap
0x3000 0x3010
0x4000 0x4010
--- stitched ---
record 5, 2 in common
0x5000 0x5010
0x6000 0x6010
--- stitched ---
record 6, 2 in common
0x7000 0x7010
0x8000 0x8010
--- stitched ---
record 1, 2 in common
0x9000 0x9010
0xa000 0xa010
0xb000 0xb010
0xc000 0xc004' 'four samples of a thread, on two CPUs'
is "$(way 5)" '--- broken ---
record 4 does not overlap
0x3000 0x3010
0x4000 0x4010
0x5000 0x5010
0x6000 0x6004' 'the sample before has nothing in common'
is "$(way 3)" '--- end ---
no earlier sample of the thread
0x1000 0x1010
0x2000 0x2010
0x3000 0x3010
0x4000 0x4004' 'there is none before'
is "$(way 8 | sed 's/0x4000 0x3010/loop/')" '--- end ---
no earlier sample of the thread
0x2000 0x3010
--- stitched ---
record 7, 3 in common, or more turns of a loop
loop
loop
loop
0x4000 0x4004' 'a loop'
like "$(way 10)" '^an LBR call stack is not a path$' 'an LBR call stack is not a path'
is "$(way 10 | grep -c stitched)" 0 '... and not stitched'
is "$(way 0)" '' 'a record without branches'

# long STEP: a thread that goes on and on, as many branches from one sample to the next.
long() {
	{
		sed '/^record COMM/,$d' "$ROOT/tests/tui/stitch.mk" | sed "s|\.\./mk|$ROOT/tests/mk|"
		for ((i = 3; i < 300; i++)); do
			echo "sample CYCLES 10 $((1000 + i)) 0 $(($1 * i)) $(($1 * i - 1)) $(($1 * i - 2)) $(($1 * i - 3))"
		done
	} >long.mk
	"$MK" long.mk long.data
	way 296 long.data
}
is "$(long 3 | head -n 3)" '--- broken ---
record 295 does not overlap
0x37f000 0x37f010' 'one branch in common is not enough, if it is not known where it was'
is "$(long 2 | head -n 2)" '--- end ---
limit of samples or branches reached' '256 samples: that is enough'
is "$(long 2 | grep -c in.common)" 255 '... each of which tells more'
is "$(long 2 | grep -c ^0x)" $((4 + 255 * 2)) '... two branches'

for size in 80x24 200x50; do
	screens "stitch-$size" "$size" stitch.data <<'KEYS'
:wait
2gvb<Enter>
:wait
:dump the sample alone
*
:wait
:dump with those before
Gkkkkkkk
:dump on a mark
:styles its looks
<F7>
:wait
:dump of the record before
C
:wait
:dump alone again
KEYS
done
screens stitch-mark 80x24 stitch.data --ascii <<'KEYS'
:wait
2gvb<Enter>*
:wait
g
:dump in ASCII
jjj
<Enter>
:wait
:dump the record of a mark
KEYS
# Where no record is left under the cursor nothing is waited for.
like "$(printf '%s\n' :wait 2g '::branches path<Enter>' :wait '::filter pid == 99999<Enter>' :wait ':dump x' |
	play 80x8 stitch.data)" 'branch path of no record' 'the way of no record'
done_testing
