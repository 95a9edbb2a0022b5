# SPDX-License-Identifier: GPL-3.0-or-later
# A way through code.s, whose file has the build id that is recorded, and a stack of calls in it.
include "../mk/cases/abi.inc"

attr type=HARDWARE config=0 sample_period=1 size=128 name="cycles"
	sample_type=S_IP|S_TID|S_TIME|S_CALLCHAIN|S_BRANCH_STACK flags=F_SAMPLE_ID_ALL
	branch_sample_type=B_USER|B_ANY
feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature EVENT_DESC event_desc

macro trailer time
	u32 801 801 u64 time
end
macro br from to mispred predicted cycles type
	u64 from to
	bits 1:mispred 1:predicted 1:0 1:0 16:cycles 4:type 2:0 4:0 3:0 31:0
end

record COMM u32 801 801 str "code" pad8 trailer 500
record MMAP2 misc=USER|MMAP_BUILD_ID u32 801 801 u64 0x401000 0x1000 0x1000 u8 20 0 u16 0
	fill 20 0xab u32 5 2 str "/opt/code" pad8 trailer 600
record SAMPLE misc=USER u64 0x40100f u32 801 801 u64 1000
	u64 3 CTX_USER 0x401026 0x40100e
	u64 5
	br 0x401028 0x40100e 0 1  2 6
	br 0x401026 0x401022 1 0 17 1
	br 0x401026 0x401022 0 1  1 1
	br 0x401009 0x401020 0 1  3 4
	br 0x400800 0x401000 0 1  9 2
