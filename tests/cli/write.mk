# SPDX-License-Identifier: GPL-3.0-or-later
# An event, a task and a file whose names have control characters, and samples of them.
include "../mk/cases/abi.inc"

attr type=SOFTWARE config=0 sample_period=1 size=128 name="ev\e[2J"
	sample_type=S_IP|S_TID|S_TIME|S_PERIOD flags=F_SAMPLE_ID_ALL|F_COMM|F_MMAP2
feature EVENT_DESC event_desc

record COMM u32 7 7 str "bell\e\x07[31m" pad8 u32 7 7 u64 1
record MMAP2 misc=USER u32 7 7 u64 0x1000 0x1000 0 u32 8 1 u64 5 0 u32 5 2
	str "/tmp/\e]0;bell\x07" pad8 u32 7 7 u64 2
record SAMPLE misc=USER u64 0x1001 u32 7 7 u64 3 1
record SAMPLE misc=USER u64 0x1002 u32 7 7 u64 4 1
