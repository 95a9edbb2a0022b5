#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Moving in the list, the tree and the bytes.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

screens browse 80x24 demo.data <<'KEYS'
# The first screen, before and after the index is there.
:wait
:dump first

jjj
:dump three-down

# Pages leave the cursor on its line; the last record is on the last line.
<C-f>f<Space>
:dump three-pages
b<C-u>
:dump page-and-a-half-back
G
:dump last
g
:dump first-again

# Numbers before a key.
2000g
:dump record-2000
7k
:dump seven-up
50%
:dump half-way
12
:dump half-typed
<Esc>
KEYS

screens panes 80x24 demo.data <<'KEYS'
:wait
2000g

# Into the details: the bytes of the field are marked.
<Enter>jjjjj
:dump time-field
# Open and close; to the parent.
g<Right>jj
:dump header-open
<Backspace><Left>
:dump header-closed

# A byte chosen among the bytes selects its field, also inside the call chain.
<Tab>
:dump bytes
3j2l
:dump tid-byte
10j
:dump frame-byte
:styles frame-byte

# The next record from here: the field stays where it is.
<F8>
:dump next-record
<F7>

# Panes off, on, alone.
x
:dump no-bytes
p
:dump list-only
px<Tab><Tab>z
:dump bytes-alone
z<S-Tab>C
:dump collapsed
g*
:dump expanded
KEYS

# q goes back one step: from a maximised pane to all panes, to the list, and out.
out=$(play 80x24 demo.data <<'KEYS'
:wait
<Enter>z
:dump maximised
q
:dump fields
q
:dump list
qj
:dump never
KEYS
)
is "$(grep -Eo '^----.*|^─.*details| q [a-z]+' <<<"$out" | tr '\n' ' ' | sed 's/ 80x24//g;s/─//g')" \
	'---- maximised [ details  q restore ---- fields [ details  q list ---- list  details  q quit ' \
	'q: out of the panes, step by step'

screens jumps 80x24 demo.data <<'KEYS'
:wait
100g
ma2000g'a
:dump at-mark
''
:dump back
300gm'5j''
:dump at-place
2000g
'b
:dump no-such-mark
::@0x2520<Enter>
:dump at-offset
::T1822<Enter>
:dump at-time
::+10<Enter>
:dump plus-ten
::99999999<Enter>
:dump behind-the-end
<C-g>
:dump where
~
:dump unknown-key
KEYS

screens find 80x24 demo.data <<'KEYS'
:wait
# Text in names.
/
:dump prompt
exit<Enter>
:wait
:dump exit
n
:wait
:dump next-exit
NN
:wait
:dump wrapped
# An expression; what is found is in the list, where a filter lets through less.
&pid == 7357<Enter>
:wait
g:find type == MMAP2<Enter>
:wait
:dump mmap-of-the-process
n
:wait
:dump next-mmap
# The next with the same thread, CPU, value; damage.
:clear<Enter>
2000g]
:wait
:dump same-thread
[}
:wait
:dump same-cpu
<Enter>gjj)
:wait
:dump same-ip
e
:wait
:dump no-damage
KEYS

# The number of entries of a call chain is a field, too.
nr=$(printf '%s\n' :wait 100g '<Tab>5j' ':dump hint' , :wait ':dump counts' | play 80x24 demo.data)
like "$nr" '  \+ callchain\.nr == 4  ' 'the hint of + has the value, also after a long name'
like "$nr" '^ 3215 elements by callchain\.nr ' ', counts by callchain.nr'

done_testing
