# SPDX-License-Identifier: GPL-3.0-or-later
# A damaged place, behind it a record whose trace data would lead back to itself: the size of
# both together is 2^64.
include "abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc

macro sample ip time
	record SAMPLE misc=USER u64 ip u32 681 682 u64 time u32 2 0
end

sample 0x1001 1000
mark HOLE
raw fill 8
record AUXTRACE u64 -48 0 0x61 u32 0 682 -1 0
mark AFTER
sample 0x1002 1100
sample 0x1003 1200
sample 0x1004 1300
sample 0x1005 1400
