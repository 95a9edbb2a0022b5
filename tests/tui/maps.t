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

# As of what is no record; a file whose name is no text.
cp "$DATA/demo.data" hole.data
dd if=/dev/zero of=hole.data bs=1 seek=100000 count=3000 conv=notrunc status=none
like "$(printf ':wait\n&type == DAMAGE<Enter>\n:wait\nvd\n:wait\n:dump x\n' | play 80x24 hole.data)" \
	'as of a damaged stretch' 'as of a damaged stretch'

# The same process before and behind exec, its parent, and who used its number before.
[[ -x ${MK:=$ROOT/build/release/mk} ]] || skip_all 'mk is not built'
sed -e 's|/opt/lines|/opt/l\\e\\xff\\"|' -e "s|\.\./mk|$ROOT/tests/mk|" "$ROOT/tests/core/lines.mk" >odd.mk
"$MK" odd.mk odd.data || exit 1
like "$(printf ':wait\n<F8><F8>vd\n:wait\n=\n:wait\n:dump x\n' | play 80x24 odd.data)" \
	'^ filter: +dso == "/opt/l\\x1b\\xff\\"" .* 3$' 'records of a file whose name is no text'
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
