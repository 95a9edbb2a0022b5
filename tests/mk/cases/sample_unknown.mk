# SPDX-License-Identifier: GPL-3.0-or-later
# A sample_type with bits of a kernel to come: what they add stands behind the fields that are known
# by their place, so only those of the fixed part can be trusted.
include "abi.inc"

let S_FUTURE = 1<<25|1<<40

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock" ids=81
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU|S_PERIOD|S_FUTURE
	flags=F_SAMPLE_ID_ALL|F_COMM
attr type=SOFTWARE config=2 sample_period=1 size=128 name="page-faults" ids=82
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU|S_PERIOD flags=F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc

record COMM u32 771 772 str "later" pad8 u32 771 772 u64 900 u32 2 0 u64 81
record SAMPLE misc=USER u64 81 0x1001 u32 771 772 u64 1000 u32 2 0 u64 4000
	u64 0xfeed 0xbeef
record SAMPLE misc=USER u64 82 0x1002 u32 771 772 u64 1100 u32 3 0 u64 1
record SAMPLE misc=USER u64 81 0x1003 u32 771 772 u64 1200 u32 3 0 u64 4000
