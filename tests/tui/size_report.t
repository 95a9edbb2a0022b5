#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The bytes of a recording: each is told once by section, and each of a record once by type, event,
# thread and field.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

: "${MK:=$ROOT/build/release/mk}"
sizes() {
	"$PERFNAV" --no-index --batch --cmd "$@" 2>/dev/null
}
# shellcheck disable=SC2016
# Columns have blanks in them: the numbers are those behind the name, which has no two of them.
sums='
	NR > 1 {
		match($0, /  +[0-9]+ +[0-9.]+/)
		split(substr($0, RSTART), n, " ")
		sum[$1] += n[1]
		if ($0 ~ /^file +records /)
			records = n[1]
	}
	END {
		good = sum["file"] == size
		for (what in sum)
			if (what != "file" && what != "inflated" && sum[what] != records)
				good = 0
		print good ? "good" : "file " sum["file"] " of " size ", records " records ", type " sum["type"] ", event " sum["event"] ", thread " sum["thread"] ", field " sum["field"]
	}'
for file in "$DATA"/*.data; do
	size=$(find "$file" -type f -name '*data*' ! -name '*.pnx' -printf '%s\n' | awk '{ s += $1 } END { print s }')
	is "$(sizes :bytes "$file" | awk -v size="$size" "$sums")" good "${file##*/}: all its bytes, each once"
done
for case in "$ROOT"/tests/mk/cases/*.mk; do
	name=${case##*/}
	"$MK" "$case" "$name.data" 2>/dev/null || continue
	size=$(find "$name.data" -type f -printf '%s\n' | awk '{ s += $1 } END { print s }')
	is "$(sizes :bytes "$name.data" | awk -v size="$size" "$sums")" good "$name: all its bytes, each once"
done

# By hand, from the layout of the samples of flat.data: header 8, ip 8, pid and tid 8, time 8, period 8.
samples=$("$PERFNAV" count --no-index -f 'type == SAMPLE' "$DATA/flat.data" | awk '{ print $1 }')
is "$(sizes :bytes "$DATA/flat.data" | awk '$2 == "SAMPLE" { print $3 }')" $((samples * 40)) \
	'bytes of samples by hand'
is "$(sizes :bytes "$DATA/flat.data" | awk '$1 == "field" && $2 == "ip" { print $3 }')" $((samples * 8)) \
	'... and of one of their fields'
like "$(sizes :bytes "$DATA/dwarf.data")" 'ustack .*--call-graph dwarf,1024' 'what would make it less'
is "$("$PERFNAV" --no-index --batch --cmd ':filter type == COMM' --cmd ':bytes' "$DATA/demo.data" | awk '$1 == "type" { print $2, $4, $5 }')" \
	"COMM 100.0 $("$PERFNAV" count --no-index -f 'type == COMM' "$DATA/demo.data" | awk '{ print $1 }')" \
	'bytes of the records that are shown'

# From a line to as many records as it says.
opens() {
	local i
	{
		echo ':wait'
		for ((i = 0; i < $2; i++)); do
			printf '::clear<Enter>\n::bytes<Enter>\n:wait\ng%dj<Enter>\n:wait\n:dump x\nvr\n' "$((26 + i))"
		done
	} | play 200x8 "$1" | sed -n 's/^ filter:.*[ /]\([0-9][0-9]*\)$/\1/p; s/^ filter:.* \([0-9][0-9]*\) match.*/\1/p'
}
want=$(sizes :bytes "$DATA/dwarf.data" | tail -n +28 | awk '{
	if ($2 ~ /^(header|rest|padding|reserved)$/) next
	match($0, /  +[0-9]+ +[0-9.]+ +[0-9]+/)
	split(substr($0, RSTART), n, " ")
	print n[3] }' | head -n 18)
is "$(opens dwarf.data 22 | head -n 18)" "$want" 'the records of each line'

# An event whose name is no text, and a filter that is another by now.
sed -e 's/name="cpu-clock"/name="cpu\\e\\xff\\"clock"/' -e "s|\.\./mk|$ROOT/tests/mk|" \
	"$ROOT/tests/core/strips.inc" >strips.inc
cp "$ROOT/tests/core/strips.mk" event.mk
"$MK" event.mk event.data
odd=$(printf '%s\n' :wait '::bytes<Enter>' :wait '/clock<Enter>' ':dump line' '<Enter>' :wait ':dump records' |
	play 120x6 event.data)
like "$odd" '^>event +cpu\^\[\\xff"clock +160 .* 4 ' 'an event whose name is no text: escaped'
like "$odd" '^ filter: .* 4$' '... and its records'
like "$(printf '%s\n' :wait '&type == SAMPLE<Enter>' '::bytes<Enter>' :wait vr '::filter cpu == 1<Enter>' :wait \
	'q/SAMPLE<Enter>' '<Enter>' :wait ':dump records' | play 120x6 event.data)" '^ filter: .* 4$' \
	'the records that were counted, whatever the filter is now'

for size in 80x24 200x50; do
	screens "bytes-$size" "$size" dwarf.data <<'KEYS'
:wait
::bytes<Enter>
:wait
:dump bytes
29j
:dump fields
<Enter>
:wait
:dump records
KEYS
done
done_testing
