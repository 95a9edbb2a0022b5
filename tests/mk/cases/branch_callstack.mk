# SPDX-License-Identifier: GPL-3.0-or-later
# A branch stack of calls that have not returned, as perf record --call-graph lbr asks for it. The
# chain has the kernel's part and the place in the program.
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
	u64 2 0x2001 0x1000 0 0x3001 0x2000 0
# In the kernel: its frames stay. Without a user's part the calls are not asked; behind a guest nothing
# is known.
record SAMPLE misc=KERNEL u64 0xffffffff81000010 u32 861 862 u64 2000 u32 2 0
	u64 5 CTX_KERNEL 0xffffffff81000010 0xffffffff81000020 CTX_USER 0x1001
	u64 2 0x2001 0x1000 0 0x3001 0x2000 0
record SAMPLE misc=KERNEL u64 0xffffffff81000010 u32 861 862 u64 3000 u32 2 0
	u64 2 CTX_KERNEL 0xffffffff81000010
	u64 1 0x2001 0x1000 0
record SAMPLE misc=KERNEL u64 0xffffffff81000010 u32 861 862 u64 4000 u32 2 0
	u64 4 CTX_GUEST 0x5000 CTX_USER 0x1001
	u64 1 0x2001 0x1000 0
