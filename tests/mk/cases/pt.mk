# SPDX-License-Identifier: GPL-3.0-or-later
# Intel PT: a packet of each kind in the data of one CPU; of another CPU data that begin inside a
# packet and have bytes that are none; snapshots in samples.
include "abi.inc"

let PT = 51
let CYCLES = 52
let PT_PMU = 9
let PLAIN = S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU

attr type=PT_PMU config=0x300e601 sample_period=1 size=128 name="intel_pt//" ids=PT
	sample_type=PLAIN flags=F_SAMPLE_ID_ALL
attr type=HARDWARE config=0 sample_period=4000 size=128 name="cycles" ids=CYCLES
	sample_type=PLAIN|S_AUX aux_sample_size=64 flags=F_SAMPLE_ID_ALL|F_COMM

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 4 4
feature EVENT_DESC event_desc

macro trailer time
	u32 951 952 u64 time u32 3 0 u64 PT
end
macro PSB
	raw hex 02820282028202820282028202820282
end

record AUXTRACE_INFO u32 1 0 u64 PT_PMU 31 0x6aaaaaaa 0 1 0x400 0x800 0 0 1 0x200 0x3c000 100 2
	u64 2 12 0
record COMM u32 951 952 str "traced" pad8 u32 951 952 u64 1000 u32 3 0 u64 CYCLES
# A snapshot of 24 bytes, and none
record SAMPLE misc=USER u64 CYCLES 0x401000 u32 951 952 u64 1100 u32 3 0
	u64 24 hex 02820282028202820282028202820282 99010d00ee5911 00
record SAMPLE misc=USER u64 CYCLES 0x401001 u32 951 952 u64 1200 u32 3 0 u64 0
record AUX u64 0 224 0 trailer 1300
record AUXTRACE u64 224 0 0x51 u32 0 952 3 0
mark packets
PSB
# TSC TMA CBR MODE.Exec MODE.TSX FUP PIP VMCS PSBEND
raw hex 1907060504030201 02733412005600 02032a00 9901 9922
raw hex 7d003412ffffff 0243010200000000 02c80504030201 0223
# TIP.PGE, TNT of 3 and of 47 bits, TIP in all forms, TIP.PGD
raw hex 710050344500ff 1a 02a3cdab89674583
raw hex 2d1020 4d30405060 8d000102030405 cd0102030405060708 0d 210000
# MTC CYC OVF TraceStop MNT, padding
raw hex 5933 0b 0f04 ff0302 02f3 0283 02c3881122334455667788 000000
# PTWRITE EXSTOP MWAIT PWRE PWRX
raw hex 021278563412 02b2efcdab8967452301 0262 02e2
raw hex 02c22000000001000000 02228045 02a2b405000000
# a block of 8-byte and one of 4-byte items, CFE, EVD
raw hex 02630c 0c8877665544332211 0233 02638c 1444332211 5977 fc01000000 02b3
raw hex 02138920 02530108070605040302 01 00000000
record AUXTRACE u64 64 0x1000 0x52 u32 1 952 2 0
mark broken
raw hex 345612ffee 0606
PSB
# an address field that does not exist, up to the next PSB
raw hex 06 ad0102030405060708090a
PSB
raw hex 2d3412 06 00000000000000 2d05
# nothing of this is there
record AUXTRACE u64 0 0x1040 0x53 u32 1 952 2 0
mark end
