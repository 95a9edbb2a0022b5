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

# More packets than are shown at a time: Enter on the rest goes on, Enter on the data goes back. Data
# of a producer whose packets are not known have its name.
printf '%s\n' "include \"$ROOT/tests/mk/cases/abi.inc\"" 'attr type=8 config=0 sample_period=1 size=128 ids=61 sample_type=S_IDENTIFIER' \
	'record AUXTRACE_INFO u32 1 0 u64 8 0 1 0 0 0 0 0 0 0' 'record AUXTRACE u64 10016 0 1 u32 0 1 -1 0' \
	'raw hex 02820282028202820282028202820282 fill 10000 0x06' >pages.mk
"$MK" pages.mk pages.data || exit 1
like "$(printf '%s\n' :wait 1g '<Tab>Glz' G ':dump x' | play 120x30 pages.data)" \
	'rest +5905 bytes: Enter shows the next packets' 'what follows 4096 packets'
pages=$(printf '%s\n' :wait 1g '<Tab>Glz' 'G<Enter>' ':dump x' 'G<Enter>G' ':dump y' | play 120x30 pages.data)
like "$pages" '\[8191\] TNT' 'the next ones'
like "$pages" '\[10000\] TNT' 'the last one'
like "$(printf '%s\n' :wait 1g '<Tab>Glz' 'G<Enter>' h '<Enter>' G ':dump x' | play 120x30 pages.data)" \
	'rest +5905 bytes' 'those before again'
sed 's/u32 1 0 u64/u32 5 0 u64/' pages.mk >other.mk
"$MK" other.mk other.data || exit 1
like "$(printf '%s\n' :wait 1g '<Tab>Gz' ':dump x' | play 120x30 other.data)" \
	'10016 bytes at 0x[0-9a-f]* of s390 CPUMSF, not decoded' 'data of another producer'

done_testing
