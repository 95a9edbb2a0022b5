# SPDX-License-Identifier: GPL-3.0-or-later
# Records whose size is right but whose contents are not: counts and lengths that pass their end,
# too few bytes, too many. What stands before the lie must be read, and every record after it.
include "abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_CPU|S_CALLCHAIN|S_RAW|S_BRANCH_STACK|S_REGS_USER|S_STACK_USER|S_AUX
	flags=F_SAMPLE_ID_ALL|F_COMM branch_sample_type=B_USER|B_ANY
	sample_regs_user=1<<7|1<<8 sample_stack_user=1024

feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc

macro head ip time
	u64 ip u32 651 652 u64 time u32 2 0
end
macro trailer time
	u32 651 652 u64 time u32 2 0
end
# nothing of anything
macro rest_chain
	u64 0
end
macro rest_raw
	u32 4 0
end
macro rest_branches
	u64 0
end
macro rest_regs
	u64 0
end
macro rest_stack
	u64 0
end
macro sound ip time
	record SAMPLE misc=USER
	head ip time rest_chain rest_raw rest_branches rest_regs rest_stack u64 0
end

sound 0x1000 1000
record SAMPLE misc=USER head 0x1001 1001 u64 100 CTX_USER 0x1001
record SAMPLE misc=USER head 0x1002 1002 u64 0x2000000000000001 CTX_USER 0x1002
record SAMPLE misc=USER head 0x1003 1003 u64 -1
sound 0x1100 1100
record SAMPLE misc=USER head 0x1004 1104 rest_chain u32 1000 0
record SAMPLE misc=USER head 0x1005 1105 rest_chain u32 -1 0
record SAMPLE misc=USER head 0x1006 1106 rest_chain rest_raw u64 3 0x1006 0x2006 0
record SAMPLE misc=USER head 0x1007 1107 rest_chain rest_raw u64 0x0aaaaaaaaaaaaaab 0x1007 0x2007 0
sound 0x1200 1200
record SAMPLE misc=USER head 0x1008 1208 rest_chain rest_raw rest_branches u64 2 0x7000
record SAMPLE misc=USER head 0x1009 1209 rest_chain rest_raw rest_branches rest_regs u64 1024 0 0
record SAMPLE misc=USER head 0x100a 1210 rest_chain rest_raw rest_branches rest_regs u64 -8 0 0
record SAMPLE misc=USER
	head 0x100b 1211 rest_chain rest_raw rest_branches rest_regs rest_stack u64 8
sound 0x1300 1300
# no further than the thread; nothing at all; more than there should be
record SAMPLE misc=USER u64 0x100c u32 651 652
record SAMPLE misc=USER
record SAMPLE misc=USER
	head 0x100e 1314 rest_chain rest_raw rest_branches rest_regs rest_stack u64 0
	u64 0xdead 0xbeef
sound 0x1400 1400
# no room for a trailer, for the name, for anything
record COMM u32 651 652 str "short" pad8
record COMM u32 651 653
record MMAP misc=USER u32 651 651 u64 0x4000
record FORK
record NAMESPACES u32 651 652 u64 1000 3 4026531992 trailer 1450
record THREAD_MAP u64 -1 651 text "main" fill 12
record ID_INDEX u64 0x0800000000000001 1 2 3 4
record TEXT_POKE u64 0x5000 u16 100 100 hex cc90 fill 2 trailer 1460
record MMAP2 misc=USER|MMAP_BUILD_ID u32 651 651 u64 0x6000 0x1000 0 u8 255 0 u16 0 fill 20 0xab
	u32 5 2 str "/long/id" pad8 trailer 1470
record EVENT_UPDATE u64 2
sound 0x1500 1500
