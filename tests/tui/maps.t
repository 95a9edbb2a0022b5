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

# A record of no process; the maps as they come.
first=$(printf '%s\n' :wait vd :wait ':dump none' vr6gvd :wait ':dump early' '<F8><F8><F8>' :wait ':dump later' | play 80x24 demo.data)
like "$first" '^ maps of 7351 scanner as of record ' 'a record of no process: the maps of the busiest thread'
like "$first" '^ maps of 7349 photolab as of record 9 ' '... and there they are'
like "$(printf '%s\n' :wait 2000gvd :wait ':dump x' | play 80x24 demo.data)" '…[^ ]*/libc\.so\.6$' 'a path that is cut keeps the name of the file'
# What no sample has, and how to record it.
none=$(printf '%s\n' :wait vb ':dump b' vl ':dump l' | play 80x24 demo.data; printf '%s\n' :wait vs ':dump s' | play 80x24 flat.data)
is "$(grep -o 'the samples have no .*' <<<"$none")" 'the samples have no branch stacks: perf record -b records them
the samples have no memory accesses: perf mem record records them
the samples have no call chains: perf record -g records them' 'what the recording does not have'

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
