# SPDX-License-Identifier: GPL-3.0-or-later
# One of each thing that the list of problems knows: rounds with a record that comes too late, a CPU
# whose clock goes back, lost records and samples, throttling, trace data with flags, a gap and a
# cut, a stretch that is no record, a tracepoint without its format.
include "../mk/cases/abi.inc"

let CLOCK = 71
let F_INHERIT = 1<<1

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock" ids=CLOCK
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_INHERIT
attr type=TRACEPOINT config=317 sample_period=1 size=128 name="sched:sched_switch" ids=72
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_INHERIT
feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc

macro trailer time cpu
	u32 900 900 u64 time u32 cpu 0 u64 CLOCK
end
macro sample time cpu
	record SAMPLE misc=USER u64 CLOCK 0x401000 u32 900 901 u64 time u32 cpu 0
end

sample 1000 0
sample 1100 0
sample 1050 1
record FINISHED_ROUND
sample 1200 0
# In the order of perf's rounds, and yet before what CPU 0 wrote last.
sample 1150 0
record FINISHED_ROUND
# Older than the newest of the round before the last one.
sample 1080 1
record LOST u64 CLOCK 17 trailer 1300 0
record LOST_SAMPLES u64 1 trailer 1301 0
record THROTTLE u64 1302 CLOCK CLOCK trailer 1302 0
record UNTHROTTLE u64 1303 CLOCK CLOCK trailer 1303 0
record AUX u64 0 48 9 trailer 1304 0
record AUX u64 48 48 2 trailer 1305 0
record AUXTRACE_INFO u32 2 0 u64 10 31 0x6aaaaaaa 0 1 0
record AUXTRACE u64 24 0 0x61 u32 0 962 -1 0
raw u64 0x401000 0x402000 0x10
record AUXTRACE u64 24 64 0x62 u32 0 962 -1 0
raw u64 0x401000 0x402000 0x10
raw fill 24 0xff
sample 1400 0
record AUXTRACE u64 48 88 0x63 u32 0 962 -1 0
raw u64 0x401000 0x402000 0x10
