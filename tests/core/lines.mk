# SPDX-License-Identifier: GPL-3.0-or-later
# Samples in lines.s, whose file has the build id that is recorded: in code that was inlined two deep,
# one deep, and not at all; each with a call chain, the first of them with branches, too.
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
macro br from to
	u64 from to
	bits 1:0 1:1 1:0 1:0 16:1 4:1 2:0 4:0 3:0 31:0
end
macro sample ip time
	u64 ip u32 801 801 u64 time
	u64 3 CTX_USER ip 0x40100e
	u64 2
	br 0x401023 0x401024
	br 0x401009 0x401020
end

record COMM u32 801 801 str "lines" pad8 trailer 500
record MMAP2 misc=USER|MMAP_BUILD_ID u32 801 801 u64 0x401000 0x1000 0x1000 u8 20 0 u16 0
	fill 20 0xcd u32 5 2 str "/opt/lines" pad8 trailer 600
record SAMPLE misc=USER sample 0x401027 1000
record SAMPLE misc=USER sample 0x40102a 2000
record SAMPLE misc=USER sample 0x40102e 3000
record SAMPLE misc=USER sample 0x402000 4000
