# SPDX-License-Identifier: GPL-3.0-or-later
# Arm SPE: a row of packets of each kind, cut into AUX blocks of two queues; a block that the
# kernel truncated, and one that was lost.
include "abi.inc"

let SPE = 41
let DUMMY = 42
let SPE_PMU = 8
let TRUNCATED = 1
let PARTIAL = 4
let COLLISION = 8

attr type=SPE_PMU config=0x700000001 sample_period=1024 size=128 name="arm_spe_0//" ids=SPE,43
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL
attr type=SOFTWARE config=9 sample_period=1 size=128 name="dummy:u" ids=DUMMY
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_COMM

feature HOSTNAME fstr "testhost"
feature ARCH fstr "aarch64"
feature NRCPUS u32 4 4
feature EVENT_DESC event_desc

macro trailer time event cpu
	u32 901 902 u64 time u32 cpu 0 u64 event
end

record AUXTRACE_INFO u32 4 0 u64 SPE_PMU 1
record COMM u32 901 902 str "spe" pad8 trailer 1000 DUMMY 1
record AUX u64 0 0x80 0 trailer 1100 SPE 1
record AUX u64 0x80 0x30 TRUNCATED|COLLISION trailer 1200 SPE 1
# 0x50 bytes are missing before this one
record AUX u64 0x100 0x10 PARTIAL trailer 1300 SPE 1
record AUX u64 0x40 8 0 trailer 1350 43 2

record AUXTRACE u64 0x80 0 0x77 u32 1 902 1 0
mark first
# PC, exception level 2, not secure
raw hex b0 7856341200 0080c0
# context, load, events of two bytes, counters
raw hex 65 01020000 49 00 52 1600 98 2c01 99 1000
# a data virtual address with a tag, translation latency
raw hex b2 8877665544ff00a5 9a 0300
# its physical address; data source; events of 4 and 8 bytes
raw hex b3 8877665500000085 43 0d 62 12010200 72 0200010000000001
# an end, padding, a branch, its target, the one before, a timestamp
raw hex 01 00 4a 01 b1 0010345612008080 b4 0000000000001000 71 efcdab8967452301
# an extended address and counter; alignment to 16
raw hex 21 b0 0807060504030201 20 98 0500 23 00 eeeeee
raw fill 16 0
record AUXTRACE u64 0x30 0x80 0x78 u32 1 902 1 0
mark second
# stores: a vector, atomic; nothing that is known; another operation
raw hex 49 cd 49 1f ff 02 48 07
raw fill 40 0
record AUXTRACE u64 0x10 0x100 0x79 u32 1 902 1 0
mark third
raw hex 01 71 0100000000000000 b0 0102030405
record AUXTRACE u64 8 0x40 0x7a u32 2 -1 2 0
mark other
raw hex 4a 00 01 00 4a 02 01 00
record FINISHED_ROUND
