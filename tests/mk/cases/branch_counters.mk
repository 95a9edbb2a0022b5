# SPDX-License-Identifier: GPL-3.0-or-later
# BRANCH_STACK followed by a counter word for each entry, behind a call chain. perf 6.1 does not
# know the counters; it reads the file because nothing but they follow the stack.
include "abi.inc"

attr type=HARDWARE config=0 sample_period=4000 size=128 name="cycles"
	sample_type=S_IP|S_TID|S_TIME|S_CALLCHAIN|S_CPU|S_BRANCH_STACK
	flags=F_COMM|F_SAMPLE_ID_ALL
	branch_sample_type=B_USER|B_ANY|B_HW_INDEX|B_COUNTERS

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 8 8
feature EVENT_DESC event_desc
feature BRANCH_STACK
feature CPU_PMU_CAPS u32 2 fstr "branch_counter_nr" fstr "4" fstr "branch_counter_width" fstr "2"

macro head ip time
	u64 ip u32 511 512 u64 time u32 3 0
	u64 3 CTX_USER ip ip+0x100
end
macro br from to cycles
	u64 from to
	bits 1:0 1:1 1:0 1:0 16:cycles 4:0 2:0 4:0 3:0 31:0
end

# 0: three entries and three counters
record SAMPLE misc=USER
	head 0x401000 1000
	u64 3 5
	br 0x401000 0x402000 1
	br 0x401010 0x402010 2
	br 0x401020 0x402020 3
	u64 0x1b 0xe4 0xff

# 1: an empty stack has no counters
record SAMPLE misc=USER
	head 0x401100 1100
	u64 0 6

# 2: the PMU gave no counters
record SAMPLE misc=USER
	head 0x401200 1200
	u64 2 7
	br 0x401200 0x402200 4
	br 0x401210 0x402210 5

# 3: one of each
record SAMPLE misc=USER
	head 0x401300 1300
	u64 1 8
	br 0x401300 0x402300 6
	u64 0x8000000000000001
