# SPDX-License-Identifier: GPL-3.0-or-later
# Memory samples: every bit and number of data_src, one weight and three weights, transactions,
# physical addresses, page sizes and cgroups. Two events that IDENTIFIER tells apart.
include "abi.inc"

let LOADS = 71
let STORES = 82

let LOAD_TYPE = S_IDENTIFIER|S_IP|S_TID|S_TIME|S_ADDR|S_CPU|S_PERIOD|S_WEIGHT|S_DATA_SRC
let STORE_TYPE_1 = S_IDENTIFIER|S_IP|S_TID|S_TIME|S_ADDR|S_CPU|S_WEIGHT_STRUCT|S_DATA_SRC
let STORE_TYPE_2 = S_TRANSACTION|S_PHYS_ADDR|S_CGROUP|S_DATA_PAGE_SIZE|S_CODE_PAGE_SIZE

attr type=RAW_EVENT config=0x1cd config1=3 sample_period=1009 size=128 name="mem-loads" ids=LOADS
	sample_type=LOAD_TYPE
	flags=F_COMM|F_SAMPLE_ID_ALL|F_PRECISE_2
attr type=RAW_EVENT config=0x82d0 sample_period=2003 size=128 name="mem-stores" ids=STORES,83
	sample_type=STORE_TYPE_1|STORE_TYPE_2
	flags=F_COMM|F_SAMPLE_ID_ALL|F_PRECISE_2

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 4 4
feature EVENT_DESC event_desc

# An expression that is too long for a line.
macro parts low high
	u64 low|high
end

# A sample of the first event whose data_src is made of its parts.
macro load time op lvl snoop lock tlb num far snoopx blk hops region
	record SAMPLE misc=USER|EXACT_IP
	u64 LOADS 0x401200+time u32 601 602 u64 time 0x7f0000000000+16*time u32 2 0 u64 1009
	u64 1000+time
	parts op|lvl<<5|snoop<<19|lock<<24|tlb<<26 num<<33|far<<37|snoopx<<38|blk<<40|hops<<43|region<<46
end

# A sample of the second event.
macro store id time addr w1 w2 w3 src txn phys cgroup dpage cpage
	record SAMPLE misc=USER|EXACT_IP
	u64 id 0x401300 u32 601 603 u64 time addr u32 1 0
	u64 w1|w2<<32|w3<<48
	u64 src txn phys cgroup dpage cpage
end

record COMM u32 601 601 str "memory" pad8
	u32 601 601 u64 10 u32 2 0 u64 LOADS

#    time op   lvl    snoop lock tlb num remote snoopx blk hops region
# nothing known, nothing at all, then each operation
load 101  1    1      1     1 1    0   0 0 0 0 0
load 102  0    0      0     0 0    0   0 0 0 0 0
load 103  2    1      1     1 1    0   0 0 0 0 0
load 104  4    1      1     1 1    0   0 0 0 0 0
load 105  8    1      1     1 1    0   0 0 0 0 0
load 106  0x10 1      1     1 1    0   0 0 0 0 0

# each level bit, hit
load 111  2    0x000a 1     1 1    0   0 0 0 0 0
load 112  2    0x0012 1     1 1    0   0 0 0 0 0
load 113  2    0x0022 1     1 1    0   0 0 0 0 0
load 114  2    0x0042 1     1 1    0   0 0 0 0 0
load 115  2    0x0082 1     1 1    0   0 0 0 0 0
load 116  2    0x0102 1     1 1    0   0 0 0 0 0
load 117  2    0x0202 1     1 1    0   0 0 0 0 0
load 118  2    0x0402 1     1 1    0   0 0 0 0 0
load 119  2    0x0802 1     1 1    0   0 0 0 0 0
load 120  2    0x1002 1     1 1    0   0 0 0 0 0
load 121  2    0x2002 1     1 1    0   0 0 0 0 0

# misses, and several levels at once
load 122  2    0x000c 1     1 1    0   0 0 0 0 0
load 123  2    0x0044 1     1 1    0   0 0 0 0 0
load 124  2    0x0062 1     1 1    0   0 0 0 0 0
load 125  2    0x002c 1     1 1    0   0 0 0 0 0
load 126  2    0x0602 1     1 1    0   0 0 0 0 0

# each level number; 7 is the level that perf has no text for
load 131  2    0x0002 1     1 1    1   0 0 0 0 0
load 132  2    0x0002 1     1 1    2   0 0 0 0 0
load 133  2    0x0002 1     1 1    3   0 0 0 0 0
load 134  2    0x0002 1     1 1    4   0 0 0 0 0
load 135  2    0x0002 1     1 1    5   0 0 0 0 0
load 136  2    0x0002 1     1 1    6   0 0 0 0 0
load 137  2    0x0002 1     1 1    7   0 0 0 0 0
load 138  2    0x0002 1     1 1    8   0 0 0 0 0
load 139  2    0x0002 1     1 1    9   0 0 0 0 0
load 140  2    0x0002 1     1 1  0xa   0 0 0 0 0
load 141  2    0x0002 1     1 1  0xb   0 0 0 0 0
load 142  2    0x0002 1     1 1  0xc   0 0 0 0 0
load 143  2    0x0004 1     1 1  0xd   0 0 0 0 0
load 144  2    0x0002 1     1 1  0xe   0 0 0 0 0
load 145  2    0x000a 1     1 1  0xf   0 0 0 0 0

# remote, and how far
load 151  2    0x0002 1     1 1    3   1 0 0 0 0
load 152  2    0x0002 1     1 1  0xd   1 0 0 0 0
load 153  2    0x0002 1     1 1  0xb   1 0 0 1 0
load 154  2    0x0002 1     1 1  0xb   1 0 0 2 0
load 155  2    0x0002 1     1 1  0xb   1 0 0 3 0
load 156  2    0x0004 1     1 1  0xd   1 0 0 4 0
load 157  2    0x0002 1     1 1  0xb   0 0 0 1 0

# snoops
load 161  2    0x000a 2     1 1    1   0 0 0 0 0
load 162  2    0x000a 4     1 1    1   0 0 0 0 0
load 163  2    0x000a 8     1 1    1   0 0 0 0 0
load 164  2    0x000a 0x10  1 1    1   0 0 0 0 0
load 165  2    0x000a 0xc   1 1    1   0 0 0 0 0
load 166  2    0x000a 4     1 1    1   0 1 0 0 0
load 167  2    0x000a 0     1 1    1   0 2 0 0 0
load 168  2    0x000a 0x10  1 1    1   0 3 0 0 0

# locks
load 171  4    0x000a 2     0 1    1   0 0 0 0 0
load 172  4    0x000a 2     2 1    1   0 0 0 0 0

# TLB
load 181  2    0x000a 2     0 0x0a 1   0 0 0 0 0
load 182  2    0x000a 2     0 0x12 1   0 0 0 0 0
load 183  2    0x000a 2     0 0x1a 1   0 0 0 0 0
load 184  2    0x000a 2     0 0x0c 1   0 0 0 0 0
load 185  2    0x000a 2     0 0x14 1   0 0 0 0 0
load 186  2    0x000a 2     0 0x22 1   0 0 0 0 0
load 187  2    0x000a 2     0 0x44 1   0 0 0 0 0
load 188  2    0x000a 2     0 0x64 1   0 0 0 0 0

# blocked
load 191  2    0x000a 2     0 0x0a 1   0 0 1 0 0
load 192  2    0x000a 2     0 0x0a 1   0 0 2 0 0
load 193  2    0x000a 2     0 0x0a 1   0 0 4 0 0
load 194  2    0x000a 2     0 0x0a 1   0 0 6 0 0

# regions
load 201  2    0x0002 2     0 0x1a 3   0 0 0 0 1
load 202  2    0x0002 2     0 0x1a 3   0 0 0 0 2
load 203  2    0x0002 2     0 0x1a 3   0 0 0 0 3
load 204  2    0x0002 2     0 0x1a 3   0 0 0 0 4
load 205  2    0x0002 2     0 0x1a 3   0 0 0 0 5
load 206  2    0x0002 2     0 0x1a 3   0 0 0 0 6
load 207  2    0x0002 2     0 0x1a 3   0 0 0 0 7
load 208  2    0x0002 2     0 0x1a 3   0 0 0 0 8
load 209  2    0x0002 2     0 0x1a 3   0 0 0 0 15
load 210  2    0x0002 2     0 0x1a 3   0 0 0 0 31

# as machines give them: a modified line of another core, memory of another node, a locked store
load 221  2    0x0042 0x10  0 0x1a 3   0 0 0 0 0
load 222  2    0x0104 8     0 0x1a 0xd 1 0 0 0 0
load 223  4    0x000a 2     2 0x1a 1   0 0 0 0 0
load 224  8    0x0012 2     0 0x14 0xc 0 0 2 0 0

# every bit
load 231  0x1f 0x3fff 0x1f  3 0x7f 0xf 1 3 7 7 31

#     id     time addr           w1         w2     w3     data_src      txn phys cgroup dpage cpage
store STORES 301  0x7f0000001000 7          8      9      0x5080144 0 0x12345678 1 4096 4096
store STORES 302  0x7f0000001040 0          0      0      0x5080144 0 0 0 0 0
store STORES 303  0x7f0000001080 0xffffffff 0xffff 0xffff 0x5080144 0 0xfffffffff000 2 2097152 4096
store STORES 304  0x7f00000010c0 0x80000000 0x8000 1      0x5080144 0 0x1000 3 1073741824 2097152
store STORES 305  0xffff888000001000 1      0xffff 0      0x5080144 0 0x1000 -1 16384 65536
store 83     306  0x7f0000001100 1          0      0x8000 0x5080144 0 0x1000 0x123456789a 4096 4096

# transactions: each flag, combinations, abort codes
store STORES 311  0x7f0000001200 5 0 0 0x5080144 0x01 0x1000 1 4096 4096
store STORES 312  0x7f0000001200 5 0 0 0x5080144 0x02 0x1000 1 4096 4096
store STORES 313  0x7f0000001200 5 0 0 0x5080144 0x04 0x1000 1 4096 4096
store STORES 314  0x7f0000001200 5 0 0 0x5080144 0x08 0x1000 1 4096 4096
store STORES 315  0x7f0000001200 5 0 0 0x5080144 0x10 0x1000 1 4096 4096
store STORES 316  0x7f0000001200 5 0 0 0x5080144 0x20 0x1000 1 4096 4096
store STORES 317  0x7f0000001200 5 0 0 0x5080144 0x40 0x1000 1 4096 4096
store STORES 318  0x7f0000001200 5 0 0 0x5080144 0x80 0x1000 1 4096 4096
store STORES 319  0x7f0000001200 5 0 0 0x5080144 0x06|0x42<<32 0x1000 1 4096 4096
store STORES 320  0x7f0000001200 5 0 0 0x5080144 0x3a|0xff<<32 0x1000 1 4096 4096
store STORES 321  0x7f0000001200 5 0 0 0x5080144 0x01|0xffffffff<<32 0x1000 1 4096 4096
store STORES 322  0x7f0000001200 5 0 0 0x5080144 -1 0x1000 1 4096 4096
