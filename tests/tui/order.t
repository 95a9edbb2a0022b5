#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The list in the order of time.
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

done_testing
