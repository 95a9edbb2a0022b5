# SPDX-License-Identifier: GPL-3.0-or-later
# The records of perf itself that perf 6.1 knows and that stand in files, each with distinct
# values. (Those of pipes: pipe.mk; newer ones: user_new.mk; compressed ones: compressed.mk.)
include "abi.inc"

let CYCLES = 31
let FAULTS = 32

attr type=HARDWARE config=0 sample_period=4000 size=128 name="cycles" ids=CYCLES
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_COMM
attr type=SOFTWARE config=2 sample_period=1 size=128 name="page-faults" ids=FAULTS
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 8 8
feature EVENT_DESC event_desc

record ID_INDEX u64 2 CYCLES 0 3 -1 FAULTS 1 -1 562
# with machine and vcpu
record ID_INDEX u64 1 CYCLES 0 4 -1 77 5
record TIME_CONV u64 31 1073741824 123456789
record TIME_CONV u64 30 1073741825 123456790 1000 0xffffff u8 1 1 fill 6
# Intel BTS
record AUXTRACE_INFO u32 2 0 u64 8 31 1073741824 123456789 1 0
record THREAD_MAP u64 2 561 text "main" fill 12 u64 562 text "fifteen-letters" fill 1
# processors 0, 3, any; then a mask of two words; then a range
record CPU_MAP u16 0 3 0 3 0xffff pad8
record CPU_MAP u16 1 2 8 fill 4 u64 5 0x8000000000000000 pad8
record CPU_MAP u16 1 2 4 u32 6 1 pad8
record CPU_MAP u16 2 u8 1 0 u16 2 7
record EVENT_UPDATE u64 0 CYCLES str "cyc" pad8
record EVENT_UPDATE u64 1 CYCLES f64 0.125
record EVENT_UPDATE u64 2 FAULTS str "faults-renamed" pad8
record EVENT_UPDATE u64 3 FAULTS u16 0 2 1 2 pad8
record FINISHED_INIT
record SAMPLE misc=USER u64 CYCLES 0x1001 u32 561 562 u64 1000 u32 3 0
record FINISHED_ROUND
record AUXTRACE u64 24 0x1000 0x2a u32 1 562 3 0
# one branch
raw u64 0x1001 0x2001 0
record AUXTRACE_ERROR u32 1 4 3 561 562 1 u64 0x1001 1010 text "lost packets" fill 52
record STAT_CONFIG u64 3 0 2 1 100 2 1
# of no processor
record STAT u64 FAULTS u32 -1 0 u64 4001 5001 6001
record STAT_ROUND u64 1 1020
record SAMPLE misc=USER u64 FAULTS 0x1002 u32 561 562 u64 1100 u32 4 0
record FINISHED_ROUND
