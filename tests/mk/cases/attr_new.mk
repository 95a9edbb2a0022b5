# SPDX-License-Identifier: GPL-3.0-or-later
# An attr of a kernel to come, longer than anything known, and one that is shorter than its entry of
# the attrs section.
include "abi.inc"
file attr_size=240+16

attr type=HARDWARE config=1 sample_period=2500 size=240 name="instructions" ids=61
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU flags=F_COMM|F_SAMPLE_ID_ALL
	config3=0x33 config4=0x44 sample_simd_vec_reg_user=0x55
attr type=SOFTWARE config=2 sample_period=1 size=96 name="page-faults" ids=62
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU|S_PERIOD flags=F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc

record COMM u32 721 722 str "new" pad8 u32 721 722 u64 900 u32 2 0 u64 61
record SAMPLE misc=USER u64 61 0x1001 u32 721 722 u64 1000 u32 2 0
record SAMPLE misc=USER u64 62 0x1002 u32 721 722 u64 1100 u32 3 0 u64 7
