# SPDX-License-Identifier: GPL-3.0-or-later
# SWITCH records of two CPUs; some of CPU 0 are lost. strips.t has the times worked out by hand.
include "../mk/cases/abi.inc"

attr type=SOFTWARE config=0 sample_period=1000 size=128 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_COMM|F_TASK|F_CONTEXT_SWITCH

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 2 2
feature EVENT_DESC event_desc

macro sample pid time cpu
	record SAMPLE misc=KERNEL u64 0xffffffff81000001 u32 pid pid u64 time u32 cpu 0
end
macro comes pid time cpu
	record SWITCH_CPU_WIDE u32 0 0 u32 pid pid u64 time u32 cpu 0
end
macro goes pid time cpu
	record SWITCH_CPU_WIDE misc=SWITCH_OUT u32 0 0 u32 pid pid u64 time u32 cpu 0
end

comes 10 1000 0
sample 10 1200 0
record LOST u64 0 17 u32 10 10 u64 1400 u32 0 0
goes 10 1800 0
comes 20 1800 0
sample 20 2000 0

comes 30 1000 1
goes 30 1900 1
