# SPDX-License-Identifier: GPL-3.0-or-later
# The last record claims more bytes than the data section has; the features behind it are sound.
include "abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="named-in-a-feature"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc

macro sample ip time
	record SAMPLE misc=USER u64 ip u32 661 662 u64 time u32 2 0
end

sample 0x1001 1000
sample 0x1002 1100
mark LAST
record SAMPLE misc=USER size=400 u64 0x1003 u32 661 662 u64 1200 u32 2 0
