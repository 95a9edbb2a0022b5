# SPDX-License-Identifier: GPL-3.0-or-later
# Call chains with every context marker that perf 6.1 knows, none at all, and no frames.
include "abi.inc"

attr type=HARDWARE config=0 sample_period=4000 size=128 name="cycles"
	sample_type=S_IP|S_TID|S_TIME|S_CALLCHAIN|S_CPU|S_PERIOD
	flags=F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 8 8
feature EVENT_DESC event_desc

macro head ip time
	u64 ip u32 531 532 u64 time u32 4 0 u64 4000
end

record SAMPLE misc=HYPERVISOR head 0xffff0000 1000
	u64 11 CTX_HV 0xffff0000 CTX_KERNEL 0xffffffff81000001 0xffffffff81000002
	u64 CTX_USER 0x1001 0x1002 CTX_GUEST_KERNEL 0xffffffff82000001 CTX_GUEST_USER
record SAMPLE misc=GUEST_USER head 0x2001 1100
	u64 4 CTX_GUEST 0x2001 CTX_GUEST_USER 0x2002
record SAMPLE misc=GUEST_KERNEL head 0xffffffff82000003 1200
	u64 2 0xffffffff82000003 0xffffffff82000004
record SAMPLE misc=USER head 0x3001 1300
	u64 0
record SAMPLE misc=USER head 0x3001 1400
	u64 1 CTX_USER
record SAMPLE head 0 1500
	u64 3 CTX_USER 0 0x7fffffffffff
