# SPDX-License-Identifier: GPL-3.0-or-later
# Vector registers behind the general ones of user and interrupt: bit 2 of the ABI says so.
include "abi.inc"

attr type=SOFTWARE config=0 sample_period=1 size=112 name="cpu-clock" ids=81
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_REGS_USER|S_REGS_INTR
	sample_regs_user=1<<7 sample_regs_intr=3<<7

feature ARCH fstr "x86_64"

# One vector of two qwords, one predicate of one.
record SAMPLE misc=USER u64 81 0x1001 u32 3 3 u64 2+4 0x7f00 u16 1 2 1 1 u64 0x11 0x22 0x33
	u64 2+4 0x7f01 0x7f02 u16 2 1 0 0 u64 0x44 0x55
record SAMPLE misc=USER u64 81 0x1002 u32 3 3 u64 2 0x7f00 u64 0
