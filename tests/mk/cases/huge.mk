# SPDX-License-Identifier: GPL-3.0-or-later
# Numbers whose sums need more than 64 bits, and weights to take percentiles of.
include "abi.inc"

attr type=SOFTWARE config=0 sample_period=1 size=64 name="cpu-clock" ids=81
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU|S_PERIOD|S_WEIGHT flags=F_SAMPLE_ID_ALL

macro sample tid period weight
	record SAMPLE misc=USER u64 81 0x1000 u32 tid tid u64 1000 u32 0 0 u64 period weight
end

sample 1 -1 10
sample 1 -1 20
sample 1 -1 30
sample 1 2 40
sample 2 -2 5
sample 2 7 5
record FINISHED_ROUND
