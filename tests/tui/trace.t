#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Trace data as packets in the tree and as bytes, on recordings that mk builds.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

[[ -x ${MK:=$ROOT/build/release/mk} ]] || skip_all 'mk is not built'
for name in spe pt aux_cut; do
	"$MK" "$ROOT/tests/mk/cases/$name.mk" "$name.data" || exit 1
done

screens trace-spe 120x46 spe.data <<'KEYS'
:wait
# Behind an AUXTRACE record: closed at first, then open; a packet and its bytes.
6g
:dump closed
<Tab>Gl
:dump open
jjj
:dump packet
# The next record opens its data, too.
<F8>
:dump next
# From a byte to its packet.
<Tab>Ghhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh
:dump from-byte
KEYS

screens trace-pt 120x46 pt.data <<'KEYS'
:wait
6g<Tab>Gl
:dump broken
# In a sample.
<Tab><Tab>2g<Tab>Gl
:dump sample
KEYS

screens trace-cut 120x30 aux_cut.data <<'KEYS'
:wait
5g<Tab>Gl
:dump cut
KEYS

done_testing
