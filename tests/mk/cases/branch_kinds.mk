# SPDX-License-Identifier: GPL-3.0-or-later
# Branch stacks of events that ask for all kinds of branches, and for less of each: none of these
# bits changes where the fields of a sample lie.
include "abi.inc"

# every bit below TYPE_SAVE that names branches
let B_KINDS = 1<<0|1<<1|1<<2|1<<3|1<<4|1<<5|1<<6|1<<7|1<<8|1<<9|1<<10|1<<12|1<<13
let B_NO_FLAGS = 1<<14
let B_NO_CYCLES = 1<<15

attr type=HARDWARE config=0 sample_period=1 size=128 name="cycles" ids=101
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU|S_BRANCH_STACK flags=F_SAMPLE_ID_ALL
	branch_sample_type=B_KINDS
attr type=HARDWARE config=1 sample_period=1 size=128 name="instructions" ids=102
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU|S_BRANCH_STACK flags=F_SAMPLE_ID_ALL
	branch_sample_type=B_USER|B_ANY|B_NO_FLAGS|B_NO_CYCLES

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 8 8
feature EVENT_DESC event_desc
feature BRANCH_STACK

# mispredicted, 5 cycles; predicted, in a transaction
record SAMPLE misc=USER u64 101 0x1001 u32 851 852 u64 1000 u32 2 0
	u64 2 0x2001 0x3001 0x51 0x2002 0x3002 0x6
record SAMPLE misc=USER u64 102 0x1002 u32 851 852 u64 1100 u32 2 0
	u64 1 0x2003 0x3003 0
