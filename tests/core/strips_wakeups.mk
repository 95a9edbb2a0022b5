# SPDX-License-Identifier: GPL-3.0-or-later
# Threads that are woken; strips.t has the delays until they run worked out by hand.
include "strips_sched.inc"

let SCHED_WAKING = 301
let SCHED_WAKEUP = 302

macro sched_data
	tracing_head
	u32 0
	u32 1 str "sched" u32 3
	sched_switch_format
	text64 "name: sched_waking\nID: 301\nformat:\n\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n\tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:1;\n\tfield:pid_t pid;\toffset:24;\tsize:4;\tsigned:1;\n\tfield:int prio;\toffset:28;\tsize:4;\tsigned:1;\n\tfield:int target_cpu;\toffset:32;\tsize:4;\tsigned:1;\n\nprint fmt: \"pid=%d\", REC->pid\n"
	text64 "name: sched_wakeup\nID: 302\nformat:\n\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n\tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:1;\n\tfield:pid_t pid;\toffset:24;\tsize:4;\tsigned:1;\n\tfield:int prio;\toffset:28;\tsize:4;\tsigned:1;\n\tfield:int target_cpu;\toffset:32;\tsize:4;\tsigned:1;\n\nprint fmt: \"pid=%d\", REC->pid\n"
	u32 0 0 u64 0
end

attr type=TRACEPOINT config=SCHED_SWITCH sample_period=1 size=128 name="sched:sched_switch" ids=1
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU|S_RAW flags=F_SAMPLE_ID_ALL|F_COMM|F_TASK
attr type=TRACEPOINT config=SCHED_WAKING sample_period=1 size=128 name="sched:sched_waking" ids=2
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU|S_RAW flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=SCHED_WAKEUP sample_period=1 size=128 name="sched:sched_wakeup" ids=3
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU|S_RAW flags=F_SAMPLE_ID_ALL

feature TRACING_DATA sched_data
feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 3 3
feature EVENT_DESC event_desc

macro switch tid us cpu state next
	record SAMPLE misc=KERNEL u64 1 0xffffffff81000001 u32 tid tid u64 us*1000 u32 cpu 0
		u32 68 u16 SCHED_SWITCH u8 0 0 u32 tid
		fill 16 u32 tid 120 u64 state fill 16 u32 next 120 fill 4
end
macro wake id event tid us cpu woken
	record SAMPLE misc=KERNEL u64 id 0xffffffff81000001 u32 tid tid u64 us*1000 u32 cpu 0
		u32 36 u16 event u8 0 0 u32 tid
		fill 16 u32 woken 120 0
end

record COMM u32 10 10 str "worker" pad8 u32 10 10 u64 0 u32 0 0 u64 1
record COMM u32 20 20 str "feeder" pad8 u32 20 20 u64 0 u32 0 0 u64 1
record COMM u32 30 30 str "writer" pad8 u32 30 30 u64 0 u32 0 0 u64 1

switch 0 1000 0 R 10
switch 10 1300 0 S 0
# Woken at 1500, it runs at 1620. What follows the first wakeup tells nothing new.
wake 3 SCHED_WAKEUP 0 1501 0 10
switch 0 1620 0 R 10
switch 10 1700 0 S 0
switch 0 1730 0 R 10
# It is preempted, so the wakeup at 1810 is none.
switch 10 1800 0 R 30
switch 30 1850 0 D 10
# It does not run any more.
wake 2 SCHED_WAKING 10 1900 0 30
switch 10 2000 0 S 0

switch 0 1000 1 R 20
wake 2 SCHED_WAKING 20 1500 1 10
# Woken at 1720, it runs at 1730.
wake 2 SCHED_WAKING 20 1720 1 10
wake 2 SCHED_WAKING 20 1810 1 10
wake 2 SCHED_WAKING 20 1950 1 40
switch 20 2000 1 S 0

# It is on a CPU until the end; the record with which it came is missing.
wake 2 SCHED_WAKING 40 1990 2 10
