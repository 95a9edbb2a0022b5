# SPDX-License-Identifier: GPL-3.0-or-later
# Fewer bytes than a record header behind the last record.
include "abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc

record SAMPLE misc=USER u64 0x1001 u32 671 672 u64 1000 u32 2 0
record SAMPLE misc=USER u64 0x1002 u32 671 672 u64 1100 u32 2 0
raw hex 0900000002
