# SPDX-License-Identifier: GPL-3.0-or-later
# Attrs as the first kernels had them: 64 bytes.
include "abi.inc"

attr type=HARDWARE config=1 sample_period=2500 size=64 name="instructions" ids=51
	sample_type=S_IP|S_TID|S_TIME|S_ID|S_CPU flags=F_COMM|F_SAMPLE_ID_ALL
attr type=SOFTWARE config=2 sample_period=1 size=64 name="page-faults" ids=52,53
	sample_type=S_IP|S_TID|S_TIME|S_ID|S_CPU flags=F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 8 8
feature EVENT_DESC event_desc

record COMM u32 711 712 str "old" pad8 u32 711 712 u64 900 52 u32 2 0
record SAMPLE misc=USER u64 0x1001 u32 711 712 u64 1000 51 u32 2 0
record SAMPLE misc=USER u64 0x1002 u32 711 712 u64 1100 53 u32 3 0
