# SPDX-License-Identifier: GPL-3.0-or-later
# Tracing data in a record of Android's simpleperf that was too long for one: in three pieces, whose
# contents are the record, header and all.
include "abi.inc"
include "tracing.inc"

let SP_TRACING_DATA = 32777
let SP_SPLIT = 32772
let SP_SPLIT_END = 32773

attr type=TRACEPOINT config=PROBE sample_period=1 size=128 ids=91
	sample_type=S_IP|S_TID|S_TIME|S_ID|S_CPU|S_RAW flags=F_SAMPLE_ID_ALL|F_COMM

feature ARCH fstr "aarch64"

record SP_SPLIT u32 SP_TRACING_DATA u16 1 6968 u32 72492 tracing_head
record SP_SPLIT tracing_rest fill 9000
record SP_SPLIT fill 62574
record SP_SPLIT_END
# others, which nothing joins
record SP_SPLIT u32 32769 u16 1 0 u32 65524 text "0 T abc\n" fill 4
record SP_SPLIT fill 65512
record SP_SPLIT_END
record COMM u32 791 792 str "app" pad8 u32 791 792 u64 900 91 u32 2 0
record SAMPLE misc=KERNEL u64 0xffffffff81000001 u32 791 792 u64 1000 91 u32 2 0
	u32 44
	u16 PROBE u8 1 0 s32 792 u32 7 u16 32 6 s64 -5 text "short\0\0\0"
	str "hello" fill 6
