# SPDX-License-Identifier: GPL-3.0-or-later
# Records of two streams, of which views.t makes a directory: at the end of the first, behind two
# rounds, CPU 1 has a record that comes 100 ns too late. The second begins before all of that, as
# each stream has rounds and clocks of its own; what is wrong in it is that the clock of CPU 0 goes back.
include "../mk/cases/abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|1<<1
feature DIR_FORMAT u64 1
feature EVENT_DESC event_desc

macro sample time cpu
	record SAMPLE misc=USER u64 0x401000 u32 900 901 u64 time u32 cpu 0
end

# 48 bytes that are in the file "data"; the first stream behind them: 176.
record COMM u32 900 901 str "main" pad8 u32 900 901 u64 100 u32 0 0
sample 1000 0
sample 1200 0
record FINISHED_ROUND
sample 1300 0
record FINISHED_ROUND
sample 1100 1

# The second: 160.
sample 500 0
sample 600 0
sample 550 0
sample 700 1
