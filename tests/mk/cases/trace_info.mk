# SPDX-License-Identifier: GPL-3.0-or-later
# AUXTRACE_INFO of each producer: the newest forms, with values that only some versions write.
include "abi.inc"

attr type=SOFTWARE config=9 sample_period=1 size=128 name="dummy:u"
	sample_type=S_IP|S_TID|S_TIME flags=F_SAMPLE_ID_ALL

let ETMV3 = 0x3030303030303030
let ETMV4 = 0x4040404040404040
let ETE = 0x5050505050505050
let SPE = 0x1010101010101010

# PT with a filter of ten bytes, NUL and padding, and what stands behind it
record AUXTRACE_INFO u32 1 0 u64 9 31 0x6aaaaaaa 5 1 0x400 0x800 3 1 1 0x200 0x3c000 100 2 2 12
	u64 10 str "filter 0x1" pad8 u64 1
# CoreSight, version 1: five CPUs, the last with a number of values that nobody knows
record AUXTRACE_INFO u32 3 0 u64 1 u32 5 8 u64 1
	u64 ETMV3 0 4 0x11 0x12 0x13 0x14
	u64 ETMV4 1 7 0x21 0x22 0x23 0x24 0x25 0x26 0x27
	u64 ETMV4 2 8 0x31 0x32 0x33 0x34 0x35 0x36 0x37 1
	u64 ETE 3 9 0x41 0x42 0x43 0x44 0x45 0x46 0x47 0x48 1
	u64 ETE 4 2 0x51 0x52
# CoreSight, version 0: without the numbers
record AUXTRACE_INFO u32 3 0 u64 0 u32 2 8 u64 0
	u64 ETMV3 0 0x11 0x12 0x13 0x14
	u64 ETMV4 1 0x21 0x22 0x23 0x24 0x25 0x26 0x27
# SPE, version 2
record AUXTRACE_INFO u32 4 0 u64 2 4 8 2
	u64 SPE 0 3 0x410fd0c1 8 0x100
	u64 SPE 1 4 0x410fd0c2 8 0x200 1
record AUXTRACE_INFO u32 5 0 u64 21
record AUXTRACE_INFO u32 6 0 u64 22
record AUXTRACE_INFO u32 7 0 u64 23 99
record AUXTRACE_INFO u32 8 0 u64 24 25
