# SPDX-License-Identifier: GPL-3.0-or-later
# The first format of the file: another magic, whose order says nothing about that of the file.
include "abi.inc"
file magic=0x454c494646524550

attr type=SOFTWARE config=0 sample_period=4000 size=72
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_COMM

record COMM u32 841 842 str "first" pad8
record SAMPLE misc=USER u64 0x1001 u32 841 842 u64 1000 u32 2 0
record SAMPLE misc=USER u64 0x1002 u32 841 842 u64 1100 u32 3 0
