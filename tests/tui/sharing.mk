# SPDX-License-Identifier: GPL-3.0-or-later
# Accesses to five cache lines by three threads of two processes, few enough to be added up by hand
# (memory.t). Both processes have memory of their own at the same address, and share a file.
include "../mk/cases/abi.inc"

attr type=RAW_EVENT config=0x1cd sample_period=1009 size=128 name="accesses" ids=5
	sample_type=S_IP|S_TID|S_TIME|S_ADDR|S_ID|S_CPU|S_WEIGHT|S_DATA_SRC|S_PHYS_ADDR|S_DATA_PAGE_SIZE
	flags=F_COMM|F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 4 4
let NUMA_TOPOLOGY = 14
feature NUMA_TOPOLOGY u32 2
	u32 0 u64 1000 500 fstr "0-1"
	u32 1 u64 1000 500 fstr "2-3"
feature EVENT_DESC event_desc

macro trailer pid tid time
	u32 pid tid u64 time 5 u32 0 0
end
macro map addr len prot flags ino
	record MMAP2 misc=USER u32 100 100 u64 addr len 0
	u32 ino ino u64 ino 0 u32 prot flags
end

let LOAD = 2
let STORE = 4
macro from time pid tid cpu addr phys weight op lvl snoop tlb num far snoopx
	record SAMPLE misc=USER|EXACT_IP
	u64 0x401100+16*tid u32 pid tid u64 time addr 5 u32 cpu 0 u64 weight
	u64 op|lvl<<5|snoop<<19|tlb<<26|num<<33|far<<37|snoopx<<38 phys 4096
end
macro kernel time pid tid cpu addr phys weight op lvl snoop tlb num far snoopx
	record SAMPLE misc=KERNEL|EXACT_IP
	u64 0xffffffff81000100 u32 pid tid u64 time addr 5 u32 cpu 0 u64 weight
	u64 op|lvl<<5|snoop<<19|tlb<<26|num<<33|far<<37|snoopx<<38 phys 2097152
end

record MMAP misc=KERNEL u32 0xffffffff 0 u64 0xffffffff81000000 0x2000000 0xffffffff81000000
	str "[kernel.kallsyms]_text" pad8
	trailer 0 0 10
record COMM u32 100 100 str "writer" pad8
	trailer 100 100 15
map 0x401000 0x2000 5 2 7
	str "/opt/share" pad8
	trailer 100 100 20
map 0x7f0000000000 0x4000 3 0x22 0
	str "//anon" pad8
	trailer 100 100 21
map 0x7f1000000000 0x1000 3 1 8
	str "/dev/shm/ring" pad8
	trailer 100 100 22
record FORK u32 100 100 101 100 u64 30
	trailer 100 101 30
record FORK u32 200 100 200 100 u64 40
	trailer 200 200 40

#    time pid tid cpu addr         phys    weight op lvl snoop tlb num far snoopx
# one line of process 100, and the same address in process 200
from 101 100 100 0 0x7f0000000040 0x10040 200 LOAD 0x42 0x10 0xa 3 0 0
from 102 100 101 1 0x7f0000000048 0x10048 300 LOAD 0x402 0x10 0xa 3 1 0
from 103 100 101 1 0x7f0000000048 0x10048 0 STORE 0xc 1 0xa 1 0 0
from 104 100 100 0 0x7f0000000040 0x10040 0 STORE 0xa 1 0xa 1 0 0
from 105 100 100 0 0x7f0000000040 0x10040 250 LOAD 0x42 0x10 0x2c 3 0 0
from 106 100 100 0 0x7f0000000040 0x10040 10 LOAD 0xa 2 0xa 1 0 0
from 107 200 200 2 0x7f0000000040 0x20040 5 LOAD 0xa 2 0xa 1 0 0
from 108 200 200 2 0x7f0000000050 0x20050 0 STORE 0xa 1 0xa 1 0 0
# one that they share
from 109 100 100 0 0x7f1000000084 0x30084 400 LOAD 0x82 8 0x2c 13 0 0
from 110 200 200 2 0x7f1000000084 0x30084 500 LOAD 0x42 0x10 0xa 3 0 0
from 111 200 200 2 0x7f1000000084 0x30084 0 STORE 0xc 1 0xa 1 0 0
# one of the kernel: remote RAM, line fill buffer
kernel 112 100 100 0 0xffffffff82000000 0x40000 60 LOAD 0x102 8 0xa 13 1 0
kernel 113 200 200 2 0xffffffff82000020 0x40020 35 LOAD 0x12 2 0xa 12 0 0
# without HITM: a peer's cache, L2
from 114 100 100 0 0x7f0000001000 0x11000 90 LOAD 0x42 4 0xa 3 0 2
from 115 100 101 1 0x7f0000001010 0x11010 14 LOAD 0x22 2 0xa 2 0 0
