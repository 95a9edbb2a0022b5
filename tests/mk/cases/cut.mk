# SPDX-License-Identifier: GPL-3.0-or-later
# A copy that was cut in the middle of the third record: no feature is left, and data.size lies.
include "abi.inc"
# half of the third record, the feature table and the features (68 and 208 bytes)
file cut=20+2*16+68+208

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="named-in-a-feature"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc

macro sample ip time
	record SAMPLE misc=USER u64 ip u32 681 682 u64 time u32 2 0
end

sample 0x1001 1000
sample 0x1002 1100
mark LAST
sample 0x1003 1200
