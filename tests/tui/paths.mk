# SPDX-License-Identifier: GPL-3.0-or-later
# Branch stacks that tell a way through the code: blocks that follow one another, and each kind of
# gap between them. A call chain stands beside the second of them.
include "../mk/cases/abi.inc"

attr type=HARDWARE config=0 sample_period=1 size=128 name="cycles"
	sample_type=S_IP|S_TID|S_TIME|S_BRANCH_STACK flags=F_SAMPLE_ID_ALL
	branch_sample_type=B_USER|B_ANY
feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature EVENT_DESC event_desc

macro trailer time
	u32 701 702 u64 time
end
macro br from to mispred predicted in_tx abort cycles type
	u64 from to
	bits 1:mispred 1:predicted 1:in_tx 1:abort 16:cycles 4:type 2:2 4:0 3:1 31:0
end

record COMM u32 701 702 str "way\e[31m" pad8 trailer 500
record MMAP misc=USER u32 701 702 u64 0x401000 0x2000 0x1000 str "/opt/wa\e[32my" pad8 trailer 600

# 2: main calls a function that loops twice and returns; newest first
record SAMPLE misc=USER u64 0x401140 u32 701 702 u64 1000
	u64 5
	br 0x401060 0x401130 0 1 0 0   9 6
	br 0x401050 0x401040 1 0 0 0  20 1
	br 0x401050 0x401040 0 1 0 0   3 1
	br 0x401120 0x401030 0 1 0 0   4 4
	br 0x401200 0x401100 0 1 0 0   0 2

# 3: not filled at its end, in a transaction; backwards, too long, into the kernel, without an address
record SAMPLE misc=USER u64 0x401140 u32 701 702 u64 2000
	u64 8
	br 0x401060 0x401130 0 1 1 1  1 6
	br 0x401150 0x401050 0 1 1 0  2 1
	br 0x40a000 0x401140 0 1 1 0  3 1
	br 0xffffffff81000020 0x401200 0 1 0 0 4 8
	br 0x401000 0x401300 0 1 0 0  5 7
	br 0x402000 0 0 1 0 0  6 1
	br 0 0 0 0 0 0 0 0
	br 0 0 0 0 0 0 0 0

# 4: one branch
record SAMPLE misc=USER u64 0x401150 u32 701 702 u64 3000
	u64 1
	br 0x401060 0x401130 0 1 0 0  1 6
