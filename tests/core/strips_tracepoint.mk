# SPDX-License-Identifier: GPL-3.0-or-later
# The same sort of thing told by sched:sched_switch; strips.t has the times worked out by hand.
include "../mk/cases/abi.inc"

let SCHED_SWITCH = 300

macro tracing_data
	hex 170844 text "tracing" str "0.6" u8 0 8 u32 4096
	str "header_page" text64 "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;\n"
	str "header_event" text64 "# compressed entry header\n"
	u32 0
	u32 1 str "sched" u32 1
	text64 "name: sched_switch\nID: 300\nformat:\n\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:1;\n\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;\n\tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;\n\tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;\n\tfield:char next_comm[16];\toffset:40;\tsize:16;\tsigned:1;\n\tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;\n\tfield:int next_prio;\toffset:60;\tsize:4;\tsigned:1;\n\nprint fmt: \"prev_pid=%d ==> next_pid=%d\", REC->prev_pid, REC->next_pid\n"
	u32 0 0 u64 0
end

attr type=TRACEPOINT config=SCHED_SWITCH sample_period=1 size=128 name="sched:sched_switch" ids=1
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU|S_RAW flags=F_SAMPLE_ID_ALL|F_COMM|F_TASK
attr type=SOFTWARE config=0 sample_period=1000 size=128 name="cpu-clock" ids=2
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL

feature TRACING_DATA tracing_data
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

# waits, or was preempted (R+)
let S = 1
let D = 2
let PREEMPTED = 256

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
