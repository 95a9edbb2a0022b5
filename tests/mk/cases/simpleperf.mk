# SPDX-License-Identifier: GPL-3.0-or-later
# What Android's simpleperf adds: its feature sections, and records whose types begin at 32768.
include "abi.inc"

let SP_KERNEL_SYMBOL = 32769
let SP_DSO = 32770
let SP_SYMBOL = 32771
let SP_SPLIT = 32772
let SP_SPLIT_END = 32773
let SP_EVENT_ID = 32774
let SP_CALLCHAIN = 32775
let SP_UNWINDING_RESULT = 32776
let SP_TRACING_DATA = 32777
let SP_DEBUG = 32778

# no EVENT_DESC: META_INFO has the name
attr type=SOFTWARE config=0 sample_period=4000 size=128 ids=91
	sample_type=S_IP|S_TID|S_TIME|S_ID|S_CPU|S_PERIOD flags=F_SAMPLE_ID_ALL|F_COMM|F_MMAP2

feature ARCH fstr "aarch64"
# FILE: a library with two symbols
feature 128 u32 78 str "/system/lib64/libc.so" u32 2 u64 0x1000 u32 2
	u64 0x1000 u32 16 str "one" u64 0x1010 u32 8 str "two" u64 0
# META_INFO
feature 129 str "simpleperf_version" "1.0" "event_type_info" "my-clock,1,0" "trace_offcpu" "false"
# DEBUG_UNWIND, DEBUG_UNWIND_FILE
feature 130 hex 0a080a042f6c696210050a070a032f6f621003
feature 131 text "anything"
# FILE2: one field of a message, a path
feature 132 u32 6 hex 0a04 text "/a/b"
# ETM_BRANCH_LIST
feature 133 hex 0a00
# INIT_MAP: a stream of records
feature 134 u32 COMM u16 0 56 u32 791 792 str "zygote" pad8
	u32 791 792 u64 0 91 u32 0 0

record COMM u32 791 792 str "app" pad8 u32 791 792 u64 900 91 u32 2 0
record SP_EVENT_ID u64 1 0 91
record SP_KERNEL_SYMBOL u32 8 text "symbols\n" pad8
record SP_DSO u64 2 7 0x1000 str "/system/lib64/libc.so" pad8
record SP_SYMBOL u64 0x1000 16 7 str "one" pad8
record SAMPLE misc=USER u64 0x1004 u32 791 792 u64 1000 91 u32 3 0 u64 4000
record SP_CALLCHAIN u32 791 792 u64 3 1005 2 0x1004 0x1010 0x7fc0 0x7fd0
# time, what it took, error, its address, stack; registers x0 and sp; 16 bytes of stack; chain
record SP_UNWINDING_RESULT u64 1006 1500 1 0x7fd8 0x7fc0 0x8000 2 0x80000001 0xaa 0x7fc0
	u64 16 0x1010 0x1020 8 2 0x1004 0x1010 0x7fc0 0x7fd0
# an older version has no chain behind the stack
record SP_UNWINDING_RESULT u64 1007 1500 3 0 0x7fc0 0x8000 0 0 0
record SP_TRACING_DATA u32 4 hex 00112233
record SP_SPLIT u64 1 2
record SP_SPLIT_END
record SP_DEBUG u64 1010 str "well" pad8
record SAMPLE misc=USER u64 0x1010 u32 791 792 u64 1100 91 u32 3 0 u64 4000
