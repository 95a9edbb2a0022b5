# SPDX-License-Identifier: GPL-3.0-or-later
# FORK, EXIT, THROTTLE and UNTHROTTLE have a time in their body, and one in their trailer, by which
# perf orders them: here the two are far apart.
include "abi.inc"

attr type=SOFTWARE sample_period=1000 size=112 name="cpu-clock" ids=7
	sample_type=S_IP|S_TID|S_TIME|S_ID|S_CPU
	flags=F_SAMPLE_ID_ALL|F_COMM|F_TASK

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature EVENT_DESC event_desc

macro sample time tid
	record SAMPLE misc=USER u64 0x1000 u32 tid tid u64 time 7 u32 1 0
end
macro trailer time
	u32 100 100 u64 time 7 u32 1 0
end

record COMM u32 100 100 str "parent" pad8 trailer 1000
sample 2000 100
record FORK u32 200 100 u32 200 100 u64 9000 trailer 3000
sample 4000 200
record EXIT u32 200 100 u32 200 100 u64 100 trailer 8000
record THROTTLE u64 1500 7 7 trailer 5000
record UNTHROTTLE u64 500 7 7 trailer 7000
sample 6000 100
record FINISHED_ROUND
