# SPDX-License-Identifier: GPL-3.0-or-later
# Switches of two CPUs, from sched:sched_switch; strips.t has the times worked out by hand.
include "strips_sched.inc"

macro sched_data
	tracing_head
	u32 0
	u32 1 str "sched" u32 1
	sched_switch_format
	u32 0 0 u64 0
end

attr type=TRACEPOINT config=SCHED_SWITCH sample_period=1 size=128 name="sched:sched_switch" ids=1
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU|S_RAW flags=F_SAMPLE_ID_ALL|F_COMM|F_TASK
attr type=SOFTWARE config=0 sample_period=1000 size=128 name="cpu-clock" ids=2
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL

feature TRACING_DATA sched_data
feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 2 2
feature EVENT_DESC event_desc

macro sample pid tid time cpu
	record SAMPLE misc=KERNEL u64 2 0xffffffff81000001 u32 pid tid u64 time u32 cpu 0
end
macro switch pid tid time cpu state next
	record SAMPLE misc=KERNEL u64 1 0xffffffff81000001 u32 pid tid u64 time u32 cpu 0
		u32 68 u16 SCHED_SWITCH u8 0 0 u32 tid
		fill 16 u32 tid 120 u64 state fill 16 u32 next 120 fill 4
end

switch 0 0 1000 0 0 10
switch 10 10 1300 0 S 11
switch 10 11 1450 0 PREEMPTED 20
switch 20 20 1700 0 D 0
# That 30 came is lost.
sample 30 30 1750 0
switch 30 30 1800 0 0 0

# That 11 came is not known.
switch 10 11 1100 1 S 0
switch 0 0 1200 1 0 12
sample 10 12 1250 1
sample 10 12 2000 1
