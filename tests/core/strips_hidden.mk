# SPDX-License-Identifier: GPL-3.0-or-later
# Threads with samples that have no CPU, and sched:sched_switch without those that a filter of the event hides; strips.t
# has the times worked out by hand.
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
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME flags=F_SAMPLE_ID_ALL

feature TRACING_DATA sched_data
feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 2 2
feature EVENT_DESC event_desc

macro sample tid time
	record SAMPLE misc=KERNEL u64 2 0xffffffff81000001 u32 10 tid u64 time
end
macro switch tid time cpu next
	record SAMPLE misc=KERNEL u64 1 0xffffffff81000001 u32 10 tid u64 time u32 cpu 0
		u32 68 u16 SCHED_SWITCH u8 0 0 u32 tid
		fill 16 u32 tid 120 u64 S fill 16 u32 next 120 fill 4
end

switch 10 1000 0 11
# That 11 went is hidden, and that 10 came.
switch 10 1200 0 11
switch 11 1300 0 0

sample 12 1400
sample 13 1500
sample 12 1600
switch 12 1700 1 0
sample 13 1800
record EXIT u32 10 10 13 10 u64 1900 u32 10 13 u64 1900 2
sample 10 2000
