#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Several files in one list: which one a record is in, and the ways between them.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

ln -s "$DATA/rotated.1.data" "$DATA/rotated.2.data" .
screens timeline 80x16 rotated.2.data rotated.1.data <<'KEYS'
:wait
:dump first
::n<Enter>
:wait
<C-g>
:dump second
# Offsets are of the file under the cursor.
::@0x108<Enter>
:wait
:dump offset
::n<Enter>
:dump no-more
k
:dump back-over-the-border
::p<Enter>
:dump no-file-before
&file == "rotated.2.data" and type == COMM<Enter>
:wait
:dump filter
<Esc><Esc>
i
:wait
:dump info
KEYS

screens timeline-missing 80x8 missing.data rotated.2.data 2>/dev/null <<'KEYS'
:wait
:dump missing
KEYS

screens timeline-alone 80x8 rotated.2.data <<'KEYS'
:wait
::n<Enter>
:dump alone
KEYS

done_testing
