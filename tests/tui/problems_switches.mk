# SPDX-License-Identifier: GPL-3.0-or-later
# Threads that run while they are off the CPU: CPU 1 has no switches for half of the time, CPU 2 none
# at the end.
include "../mk/cases/abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock" ids=71
	sample_type=S_IDENTIFIER|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_CONTEXT_SWITCH
feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc

macro sample tid time cpu
	record SAMPLE misc=USER u64 71 u32 900 tid u64 time u32 cpu 0
end
macro switch flags tid time cpu
	record SWITCH misc=flags u32 900 tid u64 time u32 cpu 0 u64 71
end

switch SWITCH_OUT 901 1000000000 0
switch SWITCH_OUT 902 1000001000 2
sample 901 1500000000 1
switch 0 901 3000000000 0
switch SWITCH_OUT 901 3000001000 1
switch 0 901 4900000000 1
switch 0 902 4000000000 2
switch SWITCH_OUT 901 5000000000 0
