# SPDX-License-Identifier: GPL-3.0-or-later
# Without a branch stack the kernel writes nr = 0 alone, although HW_INDEX is set: only the length
# of the record tells. The weight behind it shows that it was noticed.
include "abi.inc"

attr type=HARDWARE config=0 sample_period=4000 size=128 name="cycles"
	sample_type=S_IP|S_TID|S_TIME|S_CPU|S_BRANCH_STACK|S_WEIGHT
	flags=F_SAMPLE_ID_ALL branch_sample_type=B_USER|B_ANY|B_HW_INDEX

feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc
feature BRANCH_STACK

record SAMPLE misc=USER u64 0x401000 u32 521 522 u64 1000 u32 1 0
	u64 0
	u64 71
record SAMPLE misc=USER u64 0x401100 u32 521 522 u64 1100 u32 1 0
	u64 0 9
	u64 72
record SAMPLE misc=USER u64 0x401200 u32 521 522 u64 1200 u32 1 0
	u64 1 10
	u64 0x401200 0x402200 bits 1:0 1:1 1:0 1:0 16:3 44:0
	u64 73
