# SPDX-License-Identifier: GPL-3.0-or-later
# Intel BTS: a branch and a half, and an AUXTRACE record whose data the file has not got all.
include "abi.inc"

let BTS_PMU = 10

attr type=BTS_PMU config=0 sample_period=1 size=128 name="intel_bts//"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL

macro trailer time
	u32 961 962 u64 time u32 0 0
end

record AUXTRACE_INFO u32 2 0 u64 BTS_PMU 31 0x6aaaaaaa 0 1 0
record AUX u64 0 36 0 trailer 2000
record AUX u64 0x100 48 2 trailer 2001
record AUX u64 0x40 8 0 trailer 2002
record AUXTRACE u64 36 0 0x61 u32 0 962 -1 0
mark whole
raw u64 0x401000 0x402000 0x10
raw u64 0x402008 u32 0x401005
record AUXTRACE u64 0x10000000000 36 0x62 u32 0 962 -1 0
mark cut
raw u64 0x401006 0x7f0000000000 0 0x7f0000000100 0x401007 0x11
