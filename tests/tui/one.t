#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The views of one record: its call chain, its branches and the way they tell, its memory access.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

# A real call chain, from the list and from the details; the next record inside the view.
screens chain 80x24 fp.data --symfs none <<'KEYS'
:wait
&type == SAMPLE<Enter>
:wait
vs
:dump chain
<F8>
:dump the-next-record
KEYS
# Names, as far as a text of the kernel's symbols has them; why there is none.
printf '%s T %s\n' ffffffff813620d0 kernel_function_0 ffffffff821f465f kernel_function_2 >names
screens chain-names 80x24 fp.data --symfs none --kallsyms names <<'KEYS'
:wait
&type == SAMPLE and ip >= 0xffff800000000000<Enter>
:wait
vs
:wait
:dump named
KEYS
screens chain-explain 80x24 fp.data <<'KEYS'
:wait
lllK
:dump column
q&type == SAMPLE<Enter>
:wait
<Enter>K
:dump field
KEYS

[[ -x ${MK:=$ROOT/build/release/mk} ]] || skip_all 'mk is not built'
for name in callchain deferred branch branch_counters datasrc; do
	"$MK" "$ROOT/tests/mk/cases/$name.mk" "$name.data" || exit 1
done
"$MK" "$ROOT/tests/tui/ways.mk" ways.data || exit 1

screens chain-markers 80x24 callchain.data --symfs none <<'KEYS'
:wait
vs
:dump every-marker
:styles every-marker
3<F8>
:dump empty
K
:dump nothing-to-explain
<F8>jK
:dump explained
:resize 20x5
q
:dump tiny
KEYS

# A chain that comes in two parts: Enter on the cookie goes to the other one.
screens chain-deferred 80x24 deferred.data --symfs none <<'KEYS'
:wait
vsG
:dump cookie
<Enter>
:wait
:dump the-rest
<F8>
:dump no-frames
KEYS

screens branches 80x24 branch.data <<'KEYS'
:wait
vb
:dump no-branches
<F8>
:dump every-type
:styles every-type
<F8>
:dump more-types
llllllll
:dump scrolled-sideways
<F8>l
:dump privileges
<F8>hh
:dump transactions
# By prediction: mispredicted first, then the other way round.
hhhhhh
o
:dump by-prediction
oG
:dump the-other-way-round
K
:dump explained
qj+
:wait
:dump as-a-filter
KEYS

screens branches-wide 132x24 branch_counters.data <<'KEYS'
:wait
vb
:dump counters
<F8>
:dump an-empty-stack
KEYS

screens ways 80x24 ways.data <<'KEYS'
:wait
<F8><Enter>
:dump details
vb
:dump branches
jj<Enter>
:dump the-way
<F8>
:dump gaps
:styles gaps
8l
:dump gaps-scrolled
<F8>
:dump one-branch
<F8>
q
:dump back
q
:dump home
# The same from the details: the branch under the cursor.
:resize 100x40
2g<Enter>G<Enter>
:dump from-the-details
KEYS

screens memory 80x24 datasrc.data <<'KEYS'
:wait
77gvl
:dump a-modified-line
:styles a-modified-line
<F8>
:dump another-node
:styles another-node
vrG
vl
:dump all-bits
G
:dump all-bits-end
5kK
:dump explained
q+
:wait
:dump as-a-filter
KEYS
screens memory-wide 132x30 datasrc.data <<'KEYS'
:wait
G
vl
:dump every-transaction
:resize 40x12
:dump narrow
vr1gvl
:dump no-access
KEYS
screens memory-faults 80x24 faults.data <<'KEYS'
:wait
&type == SAMPLE<Enter>
:wait
vl
:dump fault
KEYS

# What the browser says of a data source is what perf script says.
is "$("$PERFNAV" --batch --cmd ':branches' --goto 1 --no-index ways.data | head -2 | tail -1 |
	awk '{ print $2, $3, $4, $5, $6 }')" '0x401060 0x401130 predicted 9 RET' ':branches without a screen'
is "$("$PERFNAV" --batch --cmd ':chain' --no-index callchain.data | awk 'NR == 5 { print $2 }')" \
	0xffffffff81000001 ':chain without a screen'
like "$("$PERFNAV" --batch --cmd ':mem' --goto 77 --no-index datasrc.data)" \
	'HitM +another cache had modified the line' ':mem without a screen'
text=$(play 200x60 datasrc.data <<'KEYS'
:wait
77gvl
:dump x
KEYS
)
like "$text" '\|OP LOAD\|LVL L3 hit\|SNP HitM\|TLB L1 or L2 hit\|LCK No\|BLK N/A' \
	'a data source as perf script prints it'
done_testing
