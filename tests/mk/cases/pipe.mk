# SPDX-License-Identifier: GPL-3.0-or-later
# A pipe stream with every record that only pipes have: attr and feature become records here.
include "abi.inc"
include "tracing.inc"
file mode=pipe

let CYCLES = 41
let SWITCHES = 42

attr type=HARDWARE config=0 sample_period=4000 size=128 name="cycles" ids=CYCLES,43
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU|S_PERIOD flags=F_SAMPLE_ID_ALL|F_COMM
attr type=SOFTWARE config=3 sample_period=1 size=128 name="context-switches" ids=SWITCHES
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU|S_PERIOD flags=F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 8 8
feature EVENT_DESC event_desc
# the end of the features
feature 32
record HEADER_EVENT_TYPE u64 0 text "cycles" fill 58
# the tracing data stand behind their record, in 920 bytes with the padding
record HEADER_TRACING_DATA u32 920 0
mark TRACING
raw tracing_data pad8
mark TRACING_END
record HEADER_BUILD_ID misc=0x8001 s32 -1 hex 00112233445566778899aabbccddeeff01234567
	u8 20 0 u16 0 str "[kernel.kallsyms]" pad8
record EVENT_UPDATE u64 2 SWITCHES str "switches" pad8
record COMM u32 581 582 str "piper" pad8 u32 581 582 u64 900 u32 2 0 u64 CYCLES
record SAMPLE misc=USER u64 CYCLES 0x1001 u32 581 582 u64 1000 u32 2 0 u64 4000
record SAMPLE misc=USER u64 SWITCHES 0x1002 u32 581 582 u64 1100 u32 2 0 u64 1
record SAMPLE misc=USER u64 43 0x1003 u32 581 582 u64 1200 u32 3 0 u64 4000
record FINISHED_ROUND
