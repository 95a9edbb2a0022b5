# SPDX-License-Identifier: GPL-3.0-or-later
# Branch stacks of calls (perf record --call-graph lbr) without an entry. perf takes what lies behind
# the empty stack for its first branch: the header and the ip of the next record.
include "abi.inc"

let B_CALL_STACK = 1<<11
let B_NO_FLAGS = 1<<14
let B_NO_CYCLES = 1<<15

attr type=HARDWARE config=0 sample_period=1 size=128 name="cycles"
	sample_type=S_IP|S_TID|S_TIME|S_CPU|S_CALLCHAIN|S_BRANCH_STACK flags=F_SAMPLE_ID_ALL
	branch_sample_type=B_USER|B_CALL_STACK|B_NO_FLAGS|B_NO_CYCLES

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 8 8
feature EVENT_DESC event_desc
feature BRANCH_STACK

record SAMPLE misc=USER u64 0x1001 u32 861 862 u64 1000 u32 2 0
	u64 2 CTX_USER 0x1001
	u64 0
record SAMPLE misc=KERNEL u64 0xffffffff81000010 u32 861 862 u64 2000 u32 2 0
	u64 5 CTX_KERNEL 0xffffffff81000010 0xffffffff81000020 CTX_USER 0x1001
	u64 0
record SAMPLE misc=USER u64 0x1003 u32 861 862 u64 3000 u32 2 0
	u64 2 CTX_USER 0x1003
	u64 1 0x2001 0x1000 0
