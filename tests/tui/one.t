#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The views of one record: its call chain, its branches and the way they tell, its memory access.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

# No symbols: this machine's files are not those of the recordings.
screens() {
	local name=$1 size=$2 file=$3
	shift 3
	[[ $* ]] || set -- -q --symfs none --kallsyms none
	golden "tests/tui/golden/$name.txt" "screens of $name" play "$size" "$file" "$@"
}

# A real call chain, from the list and from the details; the next record inside the view; what is
# known of an address, and from there to the record that tells of the mapping.
screens chain 80x24 fp.data <<'KEYS'
:wait
&type == SAMPLE<Enter>
:wait
vs
:wait
:dump chain
<F8>
:wait
:dump the-next-record
R
:wait
:dump names
R
:wait
:dump addresses
RG<Enter>
:wait
:dump address
<Enter>
:wait
:dump the-mapping
KEYS
# Names, as far as a text of the kernel's symbols has them; why there is none.
printf '%s T %s\n' ffffffff813620d0 kernel_function_0 ffffffff821f465f kernel_function_2 >names
screens chain-names 80x24 fp.data -q --symfs none --kallsyms names <<'KEYS'
:wait
&type == SAMPLE and ip >= 0xffff800000000000<Enter>
:wait
vs
:wait
:dump named
KEYS
# Names in the list and in the details, in the forms of R; on other screens.
screens records-names 80x24 fp.data -q --symfs none --kallsyms names <<'KEYS'
:wait
24g
:wait
:dump names
R
:wait
:dump addresses
R
:wait
:dump both
R<Tab>
:resize 200x50
:dump large
:resize 40x12
:dump details
<Tab><Tab>
:dump list
KEYS
# Frames that are unwound, in the details and in the view; without the files there is one each.
screens chain-unwound 80x24 dwarf.data <<'KEYS'
:wait
&type == SAMPLE<Enter>
:wait
<Enter>zG
:wait
:dump details
<Enter>
:wait
:dump view
<F8>
:wait
:dump next
-
:wait
:dump not
KEYS
# Symbols from elsewhere, in the middle of it: names, a filter by them, what became of each module.
printf '%s T %s\n' ffffffff813620d0 other_function >others
screens symbols 80x24 fp.data -q --symfs none --kallsyms names <<'KEYS'
:wait
&sym == "other_function"<Enter>
:wait
:dump none
:kallsyms others<Enter>
:wait
:dump found
:clear<Enter>
vs
:wait
:kallsyms names<Enter>
:wait
:dump another
:symbols<Enter>
:wait
:dump modules
<Down><Enter>
:dump module
:resize 200x50
q
:dump large
:resize 40x12
:dump small
q:kallsyms nowhere<Enter>
:dump missing
<Esc>:symfs names<Enter>
:dump no-folder
KEYS
# Why an address has no name, and what helps: K and Enter in the details, K in the call chain.
screens why-not 80x24 fp.data -q --symfs none --kallsyms names <<'KEYS'
:wait
20g<Enter>gj
:wait
K
:dump file-missing
q24g
:wait
<Enter>
:dump named
q24gvs<Down><Down><Down><Down>
:wait
K
:dump between-symbols
KEYS
screens why-no-mapping 80x24 faults.data <<'KEYS'
:wait
&type == SAMPLE and addr and not addr.dso<Enter>
:wait
<Enter>gjjjjjj
:wait
K
:dump nothing-mapped
KEYS
# The copy of a stack: without its file nobody knows whether there is a call before an address.
screens ustack 80x24 dwarf.data <<'KEYS'
:wait
&type == SAMPLE<Enter>
:wait
<Enter>CGkkk<Enter>
:wait
:dump words
<Enter>
:dump address
q
:resize 200x50
:dump large
:resize 40x12
:dump small
<F8>
:wait
:dump next
KEYS
screens chain-explain 80x24 fp.data <<'KEYS'
:wait
lllK
:wait
:dump column
q&type == SAMPLE<Enter>
:wait
<Enter>K
:wait
:dump field
KEYS

# Unwound frames are those that print has.
# shellcheck disable=SC2016 # of perl
if perf record -q -e cpu-clock:u --call-graph dwarf,8192 -o live.data \
	perl -e 'for (1 .. 30) { my %h; $h{$_ % 1000} .= sqrt($_) for 1 .. 20000; }' &>/dev/null; then
	"$PERFNAV" print --no-index -n 1 -f 'count(ustack.frames) > 3' --format json \
		-F ordinal,ustack.frames live.data >live.json
	number=$(grep -o '"ordinal":[0-9]*' live.json)
	grep -o '"ip":[0-9]*' live.json | grep -o '[0-9]*' | xargs printf '0x%x\n' >want
	play 120x200 live.data --symfs / <<KEYS | sed -n '/unwound: /,/ end /p' |
:wait
${number#*:}gvs
:wait
:dump chain
KEYS
		grep -o '^[> ]*[0-9]* *0x[0-9a-f]*' | grep -o '0x.*' >got
	is "$(<got)" "$(<want)" 'unwound frames are those of print'
	up=kk # to ustack, from the end of frames
	[[ $("$PERFNAV" print --no-index -n 1 -f 'type == SAMPLE and data_src' live.data) ]] && up=kkk
	# Callers' addresses lie one byte before where they are returned to.
	while read -r ip; do printf '0x%x\n' $((ip + 1)); done < <(sed 1d want) >returns
	play 120x200 live.data --symfs / <<KEYS | sed -n 's/.*\(0x[0-9a-f]*\) *return to .*/\1/p' >words
:wait
${number#*:}g
:wait
<Enter>CG$up<Enter>
:wait
:resize 120x1000
:dump stack
KEYS
	is "$(sort -u returns | grep -xFf words)" "$(sort -u returns)" \
		'words of the stack are named as return addresses'
else
	skip 'unwound frames are those of print' 'no perf here, or no perl'
	skip 'words of the stack are named as return addresses' 'no perf here, or no perl'
fi

[[ -x ${MK:=$ROOT/build/release/mk} ]] || skip_all 'mk is not built'
for name in callchain deferred branch branch_counters datasrc; do
	"$MK" "$ROOT/tests/mk/cases/$name.mk" "$name.data" || exit 1
done
"$MK" "$ROOT/tests/tui/paths.mk" ways.data || exit 1

screens chain-markers 80x24 callchain.data -q --symfs none <<'KEYS'
:wait
vs
:wait
:dump every-marker
:styles every-marker
3<F8>
:wait
:dump empty
K
:wait
:dump nothing-to-explain
<F8>
:wait
jK
:wait
:dump explained
:resize 20x5
q
:wait
:dump tiny
KEYS

# A chain that comes in two parts: Enter on the cookie goes to the other one.
screens chain-deferred 80x24 deferred.data -q --symfs none <<'KEYS'
:wait
vsj
:wait
<Enter>
:dump no-mapping
qG
:wait
:dump cookie
<Enter>
:wait
:dump the-rest
<F8>
:wait
:dump no-frames
KEYS

screens branches 80x24 branch.data <<'KEYS'
:wait
vb
:wait
:dump no-branches
<F8>
:wait
:dump every-type
:styles every-type
<F8>
:wait
:dump more-types
llllllll
:wait
:dump scrolled-sideways
<F8>
:wait
l
:wait
:dump privileges
<F8>
:wait
hh
:wait
:dump transactions
# By prediction: mispredicted first, then the other way round.
hhhhhh
o
:wait
:dump by-prediction
oG
:wait
:dump the-other-way-round
K
:wait
:dump explained
qj+
:wait
:dump as-a-filter
KEYS

screens branches-wide 132x24 branch_counters.data <<'KEYS'
:wait
vb
:wait
:dump counters
<F8>
:wait
:dump an-empty-stack
KEYS

screens ways 80x24 ways.data <<'KEYS'
:wait
<F8><F8>
vb
:wait
:dump branches
jj<Enter>
:wait
:dump the-way
<F8>
:wait
:dump gaps
:styles gaps
8l
:wait
:dump gaps-scrolled
R
:wait
:dump addresses
R
:wait
:dump both
<Enter>
:wait
:dump an-address
q
<F8>
:wait
:dump one-branch
<F8>
q
:wait
:dump back
q
# The same from the details: the branch under the cursor.
:resize 100x40
3g<Enter>G<Enter>
:wait
:dump from-the-details
KEYS

like "$(printf '%s\n' :wait 3g vb G '<Enter>' ':dump x' | play 100x40 ways.data)" \
	'^ These entries of the branch stack are empty[.]' 'the line of unused entries opens nothing'

screens memory 80x24 datasrc.data <<'KEYS'
:wait
77gvl
:wait
:dump a-modified-line
:styles a-modified-line
<F8>
:wait
:dump another-node
:styles another-node
vrG
vl
:wait
:dump all-bits
G
:wait
:dump all-bits-end
5kK
:wait
:dump explained
q+
:wait
:dump as-a-filter
KEYS
screens memory-wide 132x30 datasrc.data <<'KEYS'
:wait
G
vl
:wait
:dump every-transaction
:resize 40x12
:wait
:dump narrow
vr1gvl
:wait
:dump no-access
KEYS
screens memory-faults 80x24 faults.data <<'KEYS'
:wait
&type == SAMPLE<Enter>
:wait
vl
:wait
:dump fault
G4k
:wait
<Enter>
:dump no-address
k<Enter>
:wait
:dump data
KEYS

# What the browser says of a data source is what perf script says.
# The newest branch of each sample, by its place.
"$MK" "$ROOT/tests/mk/cases/branch.mk" newest.data || exit 1
is "$("$PERFNAV" --no-index -q --batch --cmd ':branches newest' newest.data | tail -n +2 | tr -s ' ')" \
	' 1 100.0 1 1 - - - brancher 0x411000 0x411000
 1 0.0 0 0 10 10 10 brancher 0x401000 0x401000
 1 0.0 0 0 1 1 1 brancher 0x421000 0x421000
 1 0.0 0 0 5 5 5 brancher 0x431000 0x431000
 1 0.0 0 0 - - - brancher 0x441000 0x441000
 1 0.0 0 0 - - - swapper 0x0 0x0' ':branches newest'
is "$("$PERFNAV" --batch --cmd ':branches' --goto 2 --no-index ways.data | head -2 | tail -1 |
	awk '{ print $2, $3, $4, $5, $6 }')" 'wa^[[32my+0x1060 wa^[[32my+0x1130 predicted 9 RET' ':branches without a screen'
# Totals name places as the branches of a record do, with the address next to them.
of_record=$("$PERFNAV" --no-index --batch --cmd ':branches' --goto 2 ways.data | sed 1d | awk '{ print $2; print $3 }' | sort)
in_totals=$("$PERFNAV" --no-index -q --batch --cmd ':count by brstack.from.place where n == 2' \
	--cmd ':count by brstack.to.place where n == 2' ways.data |
	awk '$1 ~ /^[0-9]+$/ { for (i = 0; i < $1; i++) print $NF }' | sort)
is "$in_totals" "$of_record" 'totals name places as the branches of a record do'
like "$in_totals" '\+0x1060$' '... with the file and the offset'
like "$("$PERFNAV" --no-index -q --batch --cmd ':branches edge' ways.data)" \
	'wa.*\+0x1060 +wa.*\+0x1130 .* 0x[0-9a-f]+ +0x[0-9a-f]+$' ':branches edge: places, and the addresses'
is "$("$PERFNAV" count --no-index -q --json --by brstack.from.place,brstack.from -f \
	'brstack[from.place ~ "0x1060$" and not from.place == to.place]' ways.data | grep -c '"brstack.from.place":".*+0x1060"')" \
	1 '... in filters and JSON, too'
is "$("$PERFNAV" --batch --cmd ':chain' --no-index callchain.data | awk 'NR == 5 { print $2 }')" \
	0xffffffff81000001 ':chain without a screen'
like "$("$PERFNAV" --batch --cmd ':mem' --goto 77 --no-index datasrc.data)" \
	'HitM +another cache had modified the line' ':mem without a screen'
text=$(play 200x60 datasrc.data <<'KEYS'
:wait
77gvl
:wait
:dump x
KEYS
)
like "$text" '\|OP LOAD\|LVL L3 hit\|SNP HitM\|TLB L1 or L2 hit\|LCK No\|BLK N/A' \
	'a data source as perf script prints it'
done_testing
