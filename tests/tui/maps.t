#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What was mapped as of a record, and the threads with their begin and end.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

screens maps 80x24 fp.data <<'KEYS'
:wait
21G
vd
:wait
:dump as-of-a-record
# Its record, and back; the cursor stands where ip is.
j<Enter>
:wait
:dump the-record
vd
:wait
:dump as-of-that-one
# Only its samples; another process.
vr21Gvd
:wait
=
:wait
:dump samples-of-the-file
:maps 1<Enter>
:wait
:dump another-process
:resize 120x12
:dump wide
:resize 40x8
:dump narrow
?
:dump help
KEYS

# The same process before and behind exec, its parent, and who used its number before.
[[ -x ${MK:=$ROOT/build/release/mk} ]] || skip_all 'mk is not built'
"$MK" "$ROOT/tests/core/maps.mk" maps.data || exit 1
screens maps-over-time 110x16 maps.data <<'KEYS'
:wait
5Gvd
:wait
:dump child
vr12Gvd
:wait
:dump behind-exec
vr32Gvd
:wait
:dump number-used-again
vr26Gvd
:wait
:dump guest
# Its ip is in nothing: why not.
vr10Gvd
:wait
:dump why-not
vt
:wait
:dump threads
KEYS
done_testing
