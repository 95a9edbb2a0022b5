# SPDX-License-Identifier: GPL-3.0-or-later
# Tracing data as Android's simpleperf writes them: inside their record, padded to a multiple of
# 64, and without a feature section. As many bytes follow as there are data, and end where a
# record ends: a reader that skips them a second time misses records and does not notice.
include "abi.inc"
include "tracing.inc"

attr type=TRACEPOINT config=PROBE sample_period=1 size=128 ids=91
	sample_type=S_IP|S_TID|S_TIME|S_ID|S_CPU|S_RAW flags=F_SAMPLE_ID_ALL|F_COMM

feature ARCH fstr "aarch64"

macro comms TID
	record COMM u32 791 TID str "app" pad8 u32 791 TID u64 900 91 u32 2 0
	record COMM u32 791 TID+1 str "app" pad8 u32 791 TID+1 u64 900 91 u32 2 0
	record COMM u32 791 TID+2 str "app" pad8 u32 791 TID+2 u64 900 91 u32 2 0
	record COMM u32 791 TID+3 str "app" pad8 u32 791 TID+3 u64 900 91 u32 2 0
	record COMM u32 791 TID+4 str "app" pad8 u32 791 TID+4 u64 900 91 u32 2 0
end

# 918 bytes of data, which 920 bytes of records follow
record HEADER_TRACING_DATA u32 918 tracing_data fill 42
comms 792
comms 800
comms 810
record COMM u32 791 820 str "with a name of 26 letters." pad8 u32 791 820 u64 900 91 u32 2 0
record SAMPLE misc=KERNEL u64 0xffffffff81000001 u32 791 792 u64 1000 91 u32 2 0
	u32 44
	u16 PROBE u8 1 0 s32 792 u32 7 u16 32 6 s64 -5 text "short\0\0\0"
	str "hello" fill 6
