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
like "$(play 80x24 demo.data < <(printf ':wait\n::count comm<Enter>\n:wait\na\n:dump x\n'))" 'Only totals by sym have functions' \
	'... which others have not'
like "$(play 80x24 demo.data < <(printf ':wait\nvf\n:wait\na\n:wait\n:dump x\n'))" '^ average_around in photolab: 532 samples' 'the base of a flame graph: the hottest function'
like "$(play 80x24 fp.data < <(printf ':wait\n::count sym<Enter>\n:wait\nga\n:dump x\n'))" 'No function with a name is here' \
	'... and addresses without a symbol have not'
like "$(play 80x24 demo.data < <(printf ':wait\nvv\n:wait\n11Ga\n:wait\n:dump x\n'))" ' in photolab: [0-9]+ samples of cpu-clock' \
	'a on a function of the overview'

like "$(play 80x24 demo.data < <(printf ':wait\nvf\n:wait\n/hash_point<Enter>a\n:wait\n:dump x\n'))" '^ hash_point in photolab: 402 samples' \
	'a on a frame of the flame graph'
like "$(play 80x24 demo.data < <(printf ':wait\nvg\n:wait\na\n:wait\n:dump x\n'))" 'No function with a name is here' \
	'... but on none of a task'
like "$(play 80x24 demo.data < <(printf ':wait\nvg\n:wait\n*\n/hash_point<Enter>a\n:wait\n:dump x\n'))" '^ hash_point in photolab: ' \
	'a on a frame of the call tree'

# ---- titles ----
printf 'ffffffff81000000 T kernel\nffffffffff000000 T behind\n' >kernel.syms
for cols in 80 120; do
	title=$(play "${cols}x24" demo.data --symfs none --kallsyms kernel.syms < <(printf ':wait\n::annotate kernel<Enter>\n:wait\n:dump x\n'))
	like "$title" '^ kernel.* samples of cpu-clock, [0-9.]* % of all ' "the numbers have room at $cols"
	"$([[ $cols == 80 ]] && echo unlike || echo like)" "$title" ': not all instructions are known, ' '... before what is missing'
done

# ---- beside another recording ----
cp demo.data copy.data
cp -r demo.data.debug copy.data.debug
compare() {
	printf ':wait\n::annotate average_around<Enter>\n:wait\n::compare %s<Enter>\n:wait\n:dump %s\nRR\n:dump %s-asm\n' "$1" "$2" "$2"
}
screens annotation-compare 100x24 demo.data < <(compare copy.data same)

# The shares of both sides, of instructions that both have samples at.
shares() {
	"$PERFNAV" --no-index --batch --cmd ":annotate average_around compare $1" demo.data 2>/dev/null |
		awk '$1 ~ /^[0-9.]+$/ && $4 ~ /^[+]0x/ { print $1, $3 }'
}
like "$(shares copy.data)" '^37[.]59 37[.]59$' 'the shares of a copy'
is "$(shares copy.data | awk '$1 != $2')" '' '... are those of the recording'
# The same program with another build id, and the same samples.
python3 - demo.data demo.data.debug built.data <<'PYTHON'
import pathlib, re, shutil, sys
data, debug, to = sys.argv[1:]
elf = max(pathlib.Path(debug).rglob('elf'), key=lambda f: b'average_around' in f.read_bytes())
build_id = bytes.fromhex(elf.parent.name) if len(elf.parent.name) == 40 else bytes.fromhex(elf.parent.parent.name + elf.parent.name)
other = bytes([build_id[0] ^ 1]) + build_id[1:]
raw = pathlib.Path(data).read_bytes()
assert build_id in raw
pathlib.Path(to).write_bytes(raw.replace(build_id, other))
there = pathlib.Path(to + '.debug/.build-id') / other.hex()[:2] / other.hex()[2:]
there.mkdir(parents=True)
(there / 'elf').write_bytes(elf.read_bytes().replace(build_id, other))
PYTHON
is "$(shares built.data)" '' 'of another build instructions are not compared'
want=$("$PERFNAV" print --no-index -q -F srcline -f 'sym == "average_around" and event == "cpu-clock"' demo.data | sort | uniq -c |
	awk '{ n[$2] = $1; all += $1 } END { for (line in n) printf "%s %.2f\n", line, 100 * n[line] / all }' | sort)
is "$("$PERFNAV" --no-index --batch --cmd ':annotate average_around compare built.data' demo.data 2>/dev/null |
	awk '/photolab[.]c:/ { match($0, /photolab[.]c:[0-9]+/); line = substr($0, RSTART, RLENGTH); n = split(substr($0, 1, RSTART - 1), w, " ")
		for (i = n; i && w[i] !~ /^[0-9]+[.][0-9]+$/; i--); if (i) print line, w[i] }' | sort -u)" "$want" '... but lines of source'
like "$(play 80x24 demo.data < <(compare nosuch.data x))" '^nosuch.data: cannot open' 'a recording that is not there'
cp "$DATA/fp.data" .
like "$(play 80x24 demo.data < <(compare fp.data x))" 'No sample of fp.data is in this function' 'a recording without the function'

# ---- several events ----
several() {
	"$PERFNAV" --no-index --batch --kallsyms none --show-event "$1" --cmd ':annotate _dl_relocate_object' demo.data 2>/dev/null
}
like "$(several all | head -1)" '^ +% +samples +page-faults +cpu-clock +offset ' 'all events together: a column for each of them'
unlike "$(several page-faults | head -1)" 'page-faults|cpu-clock' '... one alone has none'
total=$("$PERFNAV" count --no-index -q --kallsyms none --by sym -f 'sym == "_dl_relocate_object" and event == "page-faults"' demo.data | awk '{ print $1 }')
is "$(several all | python3 -c 'import sys
head, *lines = sys.stdin.read().splitlines()
end = head.index("page-faults") + len("page-faults")
shares = [float(l[end - 11:end]) for l in lines if "+0x" in l[end:] and l[end - 11:end].strip()]
print(round(sum(shares)), all(abs(s * '"$total"' / 100 - round(s * '"$total"' / 100)) < 0.01 for s in shares))')" '100 True' '... with the shares of its samples'

# ---- sources that are elsewhere ----
mkdir moved
cp demo.data moved/moved.data
cp -r demo.data.debug moved/moved.data.debug
line='sum \+= f->px'
unlike "$(play 120x40 moved/moved.data < <(printf ':wait\n::annotate average_around<Enter>\n:wait\n:dump x\n'))" "$line" \
	'no source where there is none'
like "$(play 120x40 moved/moved.data < <(printf ':wait\n::annotate average_around<Enter>\n:wait\n:map-path ././src %s/src<Enter>\n:dump x\n' "$DATA"))" \
	"$line" '... until :map-path says where it is'

# R where there is no text.
like "$(play 120x40 moved/moved.data < <(printf ':wait\n::annotate average_around<Enter>\n:wait\nR\n:dump x\n'))" \
	'^ Shown: source\. Without text: the source file is not on this machine: .*photolab\.c \(:map-path FROM TO\)$' '... and R says that it is missing'

like "$("$PERFNAV" --no-index --batch --cmd ':annotate average_around' demo.data 2>/dev/null)" \
	'photolab[.]c:139      for [(]int dx' 'source is indented by a quarter'
like "$("$PERFNAV" annotate --no-index -q average_around demo.data)" 'photolab[.]c:139 {18}for [(]int dx' '... as in its file on standard output'

# Without a name: the function at the cursor, as with the key.
for keys in '::goto 1703<Enter>\n%s' 'vw\n:wait\n%s' '::count sym<Enter>\n:wait\n%s'; do
	for annotate in a '::annotate<Enter>'; do
		# shellcheck disable=SC2059
		printf ":wait\n$keys\n:wait\n:dump x\n" "$annotate" | play 120x40 demo.data >"by ${annotate//[:<>]/}"
	done
	like "$(sed -n 2p 'by a')" '^ (hash_point|average_around) in photolab: ' "$keys: the function"
	is "$(<'by annotateEnter')" "$(<'by a')" '... without a name'
done

# ---- mistakes ----
like "$("$PERFNAV" --no-index --batch --cmd ':annotate' demo.data 2>&1)" 'This record has no code address' 'no name, no address'
like "$("$PERFNAV" --no-index --batch --cmd ':annotate main what' demo.data 2>&1)" 'expected "by FIELD" or "where EXPR"' 'what is no filter'
like "$("$PERFNAV" --no-index --batch --cmd ':annotate nosuch' demo.data 2>&1)" 'no sample of this event is in a function of this name' \
	'a name that no function has'

done_testing
