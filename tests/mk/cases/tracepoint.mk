# SPDX-License-Identifier: GPL-3.0-or-later
# A tracepoint with numbers, a string in place and one behind the record.
include "abi.inc"
include "tracing.inc"

attr type=TRACEPOINT config=PROBE sample_period=1 size=128 name="test:probe"
	sample_type=S_IP|S_TID|S_TIME|S_CPU|S_RAW flags=F_SAMPLE_ID_ALL

feature TRACING_DATA tracing_data
feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 8 8
feature EVENT_DESC event_desc

# The string of __data_loc starts at 32; the size of the raw data includes the padding.
record SAMPLE misc=KERNEL u64 0xffffffff81000001 u32 591 592 u64 1000 u32 2 0
	u32 44
	u16 PROBE u8 1 0 s32 592 u32 7 u16 32 6 s64 -5 text "short\0\0\0"
	str "hello" fill 6
record SAMPLE misc=KERNEL u64 0xffffffff81000001 u32 591 592 u64 1100 u32 2 0
	u32 36
	u16 PROBE u8 0 2 s32 -1 u32 0xffffffff u16 32 1 s64 0x7fffffffffffffff text "no-end!!"
	str "" fill 3
