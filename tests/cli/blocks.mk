# SPDX-License-Identifier: GPL-3.0-or-later
# Branch stacks that do not lead to their sample, or not through instructions (annotate.t).
include "../mk/cases/abi.inc"

attr type=HARDWARE config=0 sample_period=1 size=128 name="cycles"
	sample_type=S_IP|S_TID|S_TIME|S_CALLCHAIN|S_BRANCH_STACK|S_WEIGHT|S_DATA_SRC flags=F_SAMPLE_ID_ALL
	branch_sample_type=B_USER|B_ANY
feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature EVENT_DESC event_desc

macro trailer time
	u32 801 801 u64 time
end
macro br from to mispred cycles
	u64 from to
	bits 1:mispred 1:1-mispred 1:0 1:0 16:cycles 4:1 40:0
end
# weight; a load from a level: 0x0a L1 hit, 0x42 L3 hit
macro tail weight level
	u64 weight 2|level<<5
end

record COMM u32 801 801 str "code" pad8 trailer 500
record MMAP2 misc=USER|MMAP_BUILD_ID u32 801 801 u64 0x401000 0x1000 0x1000 u8 20 0 u16 0
	fill 20 0xab u32 5 2 str "/opt/code" pad8 trailer 600
record SAMPLE misc=USER u64 0x401028 u32 801 801 u64 1000
	u64 2 CTX_USER 0x401028
	u64 2
	br 0x401009 0x401020 0 7
	br 0x40100f 0x401002 0 2
	tail 7 0x0a
record SAMPLE misc=USER u64 0x401024 u32 801 801 u64 2000
	u64 2 CTX_USER 0x401024
	u64 2
	br 0x401025 0x401022 0 7
	br 0x401026 0x401022 1 3
	tail 7 0x0a
record SAMPLE misc=USER u64 0x401026 u32 801 801 u64 3000
	u64 2 CTX_USER 0x401026
	u64 2
	br 0x401026 0x401022 0 0
	br 0x401009 0x401020 0 4
	tail 7 0x0a
record SAMPLE misc=USER u64 0x401024 u32 801 801 u64 4000
	u64 2 CTX_USER 0x401024
	u64 3
	br 0x401026 0x401022 0 1
	br 0x401028 0x700000 0 4
	br 0x401009 0x401020 0 4
	tail 7 0x0a
record SAMPLE misc=USER u64 0x401024 u32 801 801 u64 5000
	u64 2 CTX_USER 0x401024
	u64 3
	br 0x401026 0x401022 0 1
	br 0x401022 0x401026 0 4
	br 0x401009 0x401020 0 4
	tail 7 0x0a
record SAMPLE misc=USER u64 0x401024 u32 801 801 u64 6000
	u64 2 CTX_USER 0x401024
	u64 1
	br 0x401026 0x700000 0 1
	tail 7 0x0a
