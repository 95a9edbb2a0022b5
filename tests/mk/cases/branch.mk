# SPDX-License-Identifier: GPL-3.0-or-later
# BRANCH_STACK with entries of every kind, with the index of the newest hardware entry, and with a
# call chain before it and a weight behind it, so that a wrong length of the stack is seen.
include "abi.inc"

attr type=HARDWARE config=0 sample_period=4000 size=128 name="cycles"
	sample_type=S_IP|S_TID|S_TIME|S_CALLCHAIN|S_CPU|S_PERIOD|S_BRANCH_STACK|S_WEIGHT
	flags=F_COMM|F_SAMPLE_ID_ALL|F_EXCLUDE_GUEST
	branch_sample_type=B_USER|B_ANY|B_TYPE_SAVE|B_HW_INDEX|B_PRIV_SAVE

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 8 8
feature EVENT_DESC event_desc
feature BRANCH_STACK

# The fields before the branch stack: a call chain of one user frame.
macro head ip time cpu period
	u64 ip u32 501 501 u64 time u32 cpu 0 u64 period
	u64 2 CTX_USER ip
end

# struct perf_branch_entry
macro br from to mispred predicted in_tx abort cycles type spec new priv
	u64 from to
	bits 1:mispred 1:predicted 1:in_tx 1:abort 16:cycles 4:type 2:spec 4:new 3:priv 31:0
end

record COMM misc=COMM_EXEC u32 501 501 str "brancher" pad8
	u32 501 501 u64 1000 u32 3 0

# 1: every type up to NO_TX, newest first
record SAMPLE misc=USER
	head 0x401000 2000 1 4000
	u64 15 7
	#  from     to       m p t a cyc type spec new priv
	br 0x401000 0x402000 0 1 0 0 10   0 0 0 0
	br 0x401010 0x402010 0 1 0 0 11   1 0 0 0
	br 0x401020 0x402020 0 1 0 0 12   2 0 0 0
	br 0x401030 0x402030 0 1 0 0 13   3 0 0 0
	br 0x401040 0x402040 0 1 0 0 14   4 0 0 0
	br 0x401050 0x402050 0 1 0 0 15   5 0 0 0
	br 0x401060 0x402060 0 1 0 0 16   6 0 0 0
	br 0x401070 0x402070 0 1 0 0 17   7 0 0 0
	br 0x401080 0x402080 0 1 0 0 18   8 0 0 0
	br 0x401090 0x402090 0 1 0 0 19   9 0 0 0
	br 0x4010a0 0x4020a0 0 1 0 0 20  10 0 0 0
	br 0x4010b0 0x4020b0 0 1 0 0 21  11 0 0 0
	br 0x4010c0 0x4020c0 0 1 0 0 22  12 0 0 0
	br 0x4010d0 0x4020d0 0 1 0 0 23  13 0 0 0
	br 0x4010e0 0x4020e0 0 1 0 0 24  14 0 0 0
	u64 101

# 2: the extended types
record SAMPLE misc=USER
	head 0x401100 2100 2 4001
	u64 8 0
	br 0x411000 0x412000 1 0 0 0  0  15 0 0 0
	br 0x411010 0x412010 1 0 0 0  0  15 0 1 0
	br 0x411020 0x412020 1 0 0 0  0  15 0 2 0
	br 0x411030 0x412030 1 0 0 0  0  15 0 3 0
	br 0x411040 0x412040 1 0 0 0  0  15 0 4 0
	br 0x411050 0x412050 1 0 0 0  0  15 0 5 0
	br 0x411060 0x412060 1 0 0 0  0  15 0 6 0
	br 0x411070 0x412070 1 0 0 0  0  15 0 7 0
	u64 102

# 3: the four kinds of speculation, the four privileges
record SAMPLE misc=USER
	head 0x401200 2200 3 4002
	u64 8 31
	br 0x421000 0x422000 0 1 0 0  1   1 0 0 0
	br 0x421010 0x422010 0 1 0 0  1   1 1 0 0
	br 0x421020 0x422020 0 1 0 0  1   1 2 0 0
	br 0x421030 0x422030 0 1 0 0  1   1 3 0 0
	br 0x421040 0x422040 0 1 0 0  1   4 0 0 0
	br 0x421050 0x422050 0 1 0 0  1   4 0 0 1
	br 0xffffffff81000010 0x422060 0 1 0 0  1   4 0 0 2
	br 0x421070 0x422070 0 1 0 0  1   4 0 0 3
	u64 103

# 4: every combination of the four one-bit flags
record SAMPLE misc=USER
	head 0x401300 2300 4 4003
	u64 16 -1
	br 0x431000 0x432000 0 0 0 0  5   6 0 0 0
	br 0x431010 0x432010 1 0 0 0  5   6 0 0 0
	br 0x431020 0x432020 0 1 0 0  5   6 0 0 0
	br 0x431030 0x432030 1 1 0 0  5   6 0 0 0
	br 0x431040 0x432040 0 0 1 0  5   6 0 0 0
	br 0x431050 0x432050 1 0 1 0  5   6 0 0 0
	br 0x431060 0x432060 0 1 1 0  5   6 0 0 0
	br 0x431070 0x432070 1 1 1 0  5   6 0 0 0
	br 0x431080 0x432080 0 0 0 1  5   6 0 0 0
	br 0x431090 0x432090 1 0 0 1  5   6 0 0 0
	br 0x4310a0 0x4320a0 0 1 0 1  5   6 0 0 0
	br 0x4310b0 0x4320b0 1 1 0 1  5   6 0 0 0
	br 0x4310c0 0x4320c0 0 0 1 1  5   6 0 0 0
	br 0x4310d0 0x4320d0 1 0 1 1  5   6 0 0 0
	br 0x4310e0 0x4320e0 0 1 1 1  5   6 0 0 0
	br 0x4310f0 0x4320f0 1 1 1 1  5   6 0 0 0
	u64 104

# 5: cycles at the edges of the field, everything set at once, and bit 33 (not taken)
record SAMPLE misc=USER
	head 0x401400 2400 5 4004
	u64 9 1
	br 0x441000 0x442000 0 1 0 0     0   2 0 0 0
	br 0x441010 0x442010 0 1 0 0     1   2 0 0 0
	br 0x441020 0x442020 0 1 0 0   255   2 0 0 0
	br 0x441030 0x442030 0 1 0 0   256   2 0 0 0
	br 0x441040 0x442040 0 1 0 0 32768   2 0 0 0
	br 0x441050 0x442050 0 1 0 0 65534   2 0 0 0
	br 0x441060 0x442060 0 1 0 0 65535   2 0 0 0
	br -1 -2             1 1 1 1 65535  15 3 15 7
	u64 0x441080 0x442080
	bits 1:1 1:0 1:0 1:0 16:77 4:1 2:2 4:0 3:1 1:1 30:0
	u64 105

# 6: nothing in the stack, but its index
record SAMPLE misc=USER
	head 0x401500 2500 6 4005
	u64 0 12
	u64 106

# 7: a kernel sample with one entry that has no address
record SAMPLE misc=KERNEL|EXACT_IP
	u64 0xffffffff81000010 u32 0 0 u64 2600 u32 7 0 u64 4006
	u64 1 0xffffffff81000010
	u64 1 3
	br 0 0 0 0 0 0 0 0 0 0 0
	u64 107
