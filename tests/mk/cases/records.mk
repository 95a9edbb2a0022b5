# SPDX-License-Identifier: GPL-3.0-or-later
# Every kernel record type that perf 6.1 knows (READ: reads.mk), with two forms of the sample_id
# trailer: events with different sample types in one file, told apart by IDENTIFIER.
include "abi.inc"

let CYCLES = 11
let DUMMY = 12
let STACKS = 13
let PLAIN = S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU
let TRACK_1 = F_MMAP2|F_COMM_EXEC|F_CONTEXT_SWITCH|F_NAMESPACES|F_BUILD_ID
let TRACK_2 = F_KSYMBOL|F_BPF_EVENT|F_CGROUP|F_TEXT_POKE

attr type=HARDWARE config=0 sample_period=5000 size=128 name="cycles" ids=CYCLES,16
	sample_type=PLAIN|S_ADDR|S_ID|S_STREAM_ID|S_PERIOD
	flags=F_SAMPLE_ID_ALL|F_COMM|F_MMAP|F_TASK
attr type=SOFTWARE config=9 sample_period=1 size=128 name="dummy:HG" ids=DUMMY
	sample_type=PLAIN
	flags=F_SAMPLE_ID_ALL|TRACK_1|TRACK_2
attr type=SOFTWARE config=2 sample_period=1 size=128 name="page-faults" ids=STACKS
	sample_type=PLAIN|S_CALLCHAIN|S_RAW|S_REGS_USER|S_STACK_USER|S_REGS_INTR|S_AUX
	# ax sp ip r8 r15, and bx cx
	sample_regs_user=1|1<<7|1<<8|1<<16|1<<23 sample_regs_intr=1<<1|1<<2
	sample_stack_user=64 aux_sample_size=4096
	flags=F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 8 8
feature EVENT_DESC event_desc

# The trailers of the first two events; the thread is 702 on cpu 5.
macro cycles_id time
	u32 701 702 u64 time CYCLES 1100 u32 5 0 u64 CYCLES
end
macro dummy_id time
	u32 701 702 u64 time u32 5 0 u64 DUMMY
end

# As perf makes them up when it starts: the trailer is zero.
record MMAP misc=KERNEL u32 -1 0 u64 0xffffffff81000000 0x1000000 0xffffffff81000000
	str "[kernel.kallsyms]_text" pad8 fill 48
record COMM u32 701 701 str "made-up" pad8 fill 48

record MMAP misc=USER u32 701 701 u64 0x400000 0x1000 0x2000 str "/bin/prog" pad8 cycles_id 1001
record MMAP misc=USER|MMAP_DATA u32 701 701 u64 0x600000 0x3000 0 str "//anon" pad8 dummy_id 1002
record LOST u64 CYCLES 77 cycles_id 1003
record COMM misc=COMM_EXEC u32 701 701 str "prog" pad8 dummy_id 1004
record COMM u32 701 702 str "fifteen-letters" pad8 cycles_id 1005
record FORK u32 703 701 u32 703 702 u64 1006 cycles_id 1007
record EXIT u32 703 701 u32 703 702 u64 1008 dummy_id 1009
record THROTTLE u64 1010 16 1116 cycles_id 1011
record UNTHROTTLE u64 1012 16 1116 dummy_id 1013
record MMAP2 misc=USER u32 701 701 u64 0x7f0000000000 0x20000 0x1000 u32 8 17 u64 131313 7
	u32 5 2 str "/usr/lib/libc.so.6" pad8 cycles_id 1016
record MMAP2 misc=USER|MMAP_DATA u32 701 701 u64 0x7f0000100000 0x4000 0 u32 0 1 u64 55 0
	u32 3 1 str "/dev/shm/ring (deleted)" pad8 dummy_id 1017
record MMAP2 misc=USER|MMAP_BUILD_ID u32 701 701 u64 0x7f0000200000 0x5000 0x3000
	u8 20 0 u16 0 hex 00112233445566778899aabbccddeeff01234567
	u32 5 2 str "/usr/lib/libm.so.6" pad8 dummy_id 1018
record MMAP2 misc=USER|MMAP_BUILD_ID u32 701 701 u64 0x7f0000300000 0x6000 0
	u8 8 0 u16 0 hex a1b2c3d4e5f60718 fill 12
	u32 7 2 str "/usr/lib/short.so" pad8 dummy_id 1019
record AUX u64 0x10000 0x2000 0x105 cycles_id 1020
record ITRACE_START u32 701 702 cycles_id 1021
record LOST_SAMPLES u64 42 cycles_id 1022
record SWITCH misc=SWITCH_OUT|SWITCH_OUT_PREEMPT dummy_id 1023
record SWITCH dummy_id 1024
record SWITCH_CPU_WIDE misc=SWITCH_OUT u32 801 802 dummy_id 1025
record SWITCH_CPU_WIDE u32 803 804 cycles_id 1026
record NAMESPACES u32 701 702 u64 7
	u64 3 4026531992 3 4026531838 3 4026531839 3 4026531836 3 4026531837 3 4026531840 3 4026531835
	dummy_id 1027
record KSYMBOL u64 0xffffffffc0001000 u32 421 u16 1 0
	str "bpf_prog_0123456789abcdef_probe" pad8 dummy_id 1028
record KSYMBOL u64 0xffffffffc0001000 u32 421 u16 2 1 str "ool" pad8 cycles_id 1029
record BPF_EVENT u16 1 0 u32 65 hex 0123456789abcdef dummy_id 1030
record BPF_EVENT u16 2 0 u32 65 hex 0123456789abcdef cycles_id 1031
record CGROUP u64 4711 str "/system.slice/web.service" pad8 dummy_id 1032
record TEXT_POKE u64 0xffffffff81000100 u16 5 5 hex 0f1f440000 hex e8fb000000 pad8 dummy_id 1033
record TEXT_POKE u64 0xffffffffc0002000 u16 0 3 hex cc90c3 pad8 cycles_id 1034
record AUX_OUTPUT_HW_ID u64 0x1122334455667788 cycles_id 1035

record SAMPLE misc=USER u64 CYCLES 0x400100 u32 701 702 u64 2001 0xdeadbeef CYCLES 1100 u32 5 0
	u64 5000

# registers of a 64-bit, a 32-bit and no program; a stack that is full, short and not there; raw
# bytes with the padding inside; a piece of an AUX buffer
macro stacks time
	u64 STACKS 0x400200 u32 701 702 u64 time u32 5 0
end
record SAMPLE misc=USER
	stacks 2004
	u64 5 CTX_KERNEL 0xffffffff81000200 CTX_USER 0x400200 0x400300
	u32 12 hex 0102030405060708090a0b0c
	u64 2 0xa1 0x7ffc00001000 0x400200 0xa8 0xaf
	u64 16 hex 00112233445566778899aabbccddeeff u64 16
	u64 2 0xb1 0xc1
	u64 16 hex 0282028202820282 hex 0282028202820282
record SAMPLE misc=USER
	stacks 2005
	u64 1 0x400200
	u32 4 hex ffffffff
	u64 1 0xffffa1 0xff001000 0x400200 0 0
	u64 24 fill 8 0x11 fill 16 0 u64 8
	u64 1 0xb2 0xc2
	u64 0
record SAMPLE misc=KERNEL
	stacks 2006
	u64 0
	u32 20 hex 3132333435363738393a3b3c3d3e3f4041424344
	u64 0
	u64 0
	u64 0
	u64 8 hex 1918171615141312

# the same event under its second id, and a sample of the second event
record SAMPLE misc=USER u64 16 0x400104 u32 701 701 u64 2007 0 16 1116 u32 6 0 u64 5000
record SAMPLE misc=HYPERVISOR u64 DUMMY 0x400108 u32 701 702 u64 2008 u32 5 0
