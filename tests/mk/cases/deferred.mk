# SPDX-License-Identifier: GPL-3.0-or-later
# Call chains whose user part comes in a later record, joined by a cookie. The attr has the size of
# the kernels that have it.
include "abi.inc"

attr type=HARDWARE config=0 sample_period=4000 size=144 name="cycles"
	sample_type=S_IP|S_TID|S_TIME|S_CALLCHAIN|S_CPU
	flags=F_SAMPLE_ID_ALL|F_DEFER_CALLCHAIN|F_DEFER_OUTPUT

feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc

macro head ip tid time
	u64 ip u32 541 tid u64 time u32 2 0
end
macro trailer tid time
	u32 541 tid u64 time u32 2 0
end

record SAMPLE misc=KERNEL head 0xffffffff81000001 542 1000
	u64 5 CTX_KERNEL 0xffffffff81000001 0xffffffff81000002 CTX_USER_DEFERRED 0x200000007
record SAMPLE misc=KERNEL head 0xffffffff81000003 543 1100
	u64 4 CTX_KERNEL 0xffffffff81000003 CTX_USER_DEFERRED 0x300000008
record CALLCHAIN_DEFERRED misc=USER u64 0x200000007 3 CTX_USER 0x1001 0x1002 trailer 542 1200
record CALLCHAIN_DEFERRED misc=USER u64 0x300000008 0 trailer 543 1300
record SAMPLE misc=USER head 0x1003 542 1400
	u64 3 CTX_USER 0x1003 0x1004
