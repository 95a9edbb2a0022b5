#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The heat map: cells have the records of their times, and lead to them.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

# cells SIZE FILE [WHAT]: of some cells and stretches what the map says, and how many records the filter then finds.
cells() {
	local keys
	{
		echo ':wait'
		for keys in '' j jjj l llj lllljjjj 20l3j G G5kh 5lM3j 3lM4ljj lz lz3lj lz3l2jMll; do
			printf '::clear<Enter>\n::heat %s<Enter>\n:wait\n%s\n:wait\n:dump map\n' "${3-}" "$keys"
			printf '<Enter>\n:wait\n:dump records\nvr\n'
		done
	} | play "$1" "$2" | awk '
		/^ [0-9.]+ to [0-9.]+: .*[0-9]+ records?( in|$)/ { sub(/.*[:,] /, ""); map = $1 }
		/^ filter:/ { sub(/ matche?s?$/, ""); sub(/.*[ \/]/, ""); print map, $0 }
		/^ No record is here/ { print map, 0 }'
}
for file in demo.data system.data faults.data; do
	for size in 80x24 200x50 64x12; do
		pairs=$(cells "$size" "$file")
		is "$(wc -l <<<"$pairs")" 14 "$file, $size: each cell leads to records"
		is "$(awk '$1 != $2' <<<"$pairs")" '' '... as many as it says'
	done
done

cells=$(printf '%s\n' :wait vm :wait H ':dump 1' H ':dump 2' | play 80x24 "$DATA/demo.data" | sed -n 's/^ .* to .*: \([0-9]*\) records\? in .*/\1/p' | xargs)
like "$cells" '^17 1[0-7]$' 'H goes to the densest cell, then to the next one'

# All cells together are all records that have a time.
run "$PERFNAV" --no-index --batch --ascii --cmd ':heat' "$DATA/system.data"
is "$(wc -l <<<"$out")" 22 'as text: a line for each row'
# A map of the records that are shown.
run "$PERFNAV" --no-index --batch --ascii --cmd ':filter pid == -7' --cmd ':heat' "$DATA/demo.data"
is "$(tail -n 21 <<<"$out" | sed 1d | cut -c 10- | tr -d ' \n')" '' 'no records: an empty map'
run "$PERFNAV" --no-index --batch --cmd ':heat' "$DATA/stat.data"
like "$err" 'No record here has a time' 'a recording without times has none'
# The sum of a field: the counts of its cells lead to their records, also with a filter of its own.
pairs=$(cells 80x24 demo.data 'sum(period) where type == SAMPLE')
is "$(wc -l <<<"$pairs")" 14 'of a sum: each cell leads to records'
is "$(awk '$1 != $2' <<<"$pairs")" '' '... as many as it says'
run "$PERFNAV" --no-index --batch --cmd ':heat sum(comm)' "$DATA/demo.data"
is "$status" 2 'a sum of texts is refused'

# A time near the end of all times, as a damaged record has one, and three others far before it.
{
	printf 'include "%s"\n' "$ROOT/tests/core/strips.inc"
	printf 'sample 20 20 %s 0\n' 10000000000000000{01,02,03} 18440000000000000000
} >late.mk
"$MK" late.mk late.data
run "$PERFNAV" --no-index --batch --ascii --cmd ':heat' late.data
is "$(grep -o '[.:oO#] *$' <<<"$out" | tr -d ' \n')" O. 'times up to the end of all times'

# A recording that states a time of its samples (SAMPLE_TIME) at which it has none.
cat >stated.mk <<END
include "$ROOT/tests/mk/cases/abi.inc"
attr type=SOFTWARE sample_period=1000 size=112 sample_type=S_TID|S_TIME
feature 21 u64 5 6
record FINISHED_ROUND
$(printf 'record SAMPLE misc=USER u32 1 1 u64 %s\n' 1000 2000 3000)
END
"$MK" stated.mk stated.data
screen=$(printf ':wait\nvh\n:wait\n:dump x\n' | play 80x24 stated.data)
like "$screen" 'records over time .* highest 1$' 'samples outside of the stated time are shown'

for size in 80x24 200x50; do
	screens "heat-$size" "$size" demo.data <<'KEYS'
:wait
vm
:wait
:dump map
10l3j
:dump a cell
:styles its looks
M4l
:dump a stretch
z
:wait
:dump inside
Z
:wait
:dump outside
KEYS
	screens "heat-sum-$size" "$size" demo.data <<'KEYS'
:wait
::heat sum(period) where type == SAMPLE<Enter>
:wait
H
:dump a cell
<Enter>
:wait
:dump its records
KEYS
	screens "heat-ascii-$size" "$size" demo.data --ascii <<'KEYS'
:wait
::heat<Enter>
:wait
:dump ascii
KEYS
done
done_testing
