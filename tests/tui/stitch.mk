# SPDX-License-Identifier: GPL-3.0-or-later
# Samples whose branch stacks overlap, in buffers of two CPUs; stitch.t has the ways that they tell.
include "../mk/cases/abi.inc"

let CYCLES = 1
let CALLS = 2

attr type=HARDWARE config=0 sample_period=4000 size=128 name="cycles" ids=CYCLES
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU|S_BRANCH_STACK
	branch_sample_type=B_USER|B_ANY flags=F_SAMPLE_ID_ALL|F_COMM
# PERF_SAMPLE_BRANCH_CALL_STACK
attr type=HARDWARE config=1 sample_period=4000 size=128 name="instructions" ids=CALLS
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU|S_BRANCH_STACK
	branch_sample_type=B_USER|1<<11 flags=F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 2 2
feature EVENT_DESC event_desc

# Four branches, the newest first; branch N goes from 0xN010 to 0xM000, where M is one more.
macro br n
	u64 n*4096+16 (n+1)*4096
	bits 1:0 1:1 62:0
end
macro sample event tid time cpu a b c d
	record SAMPLE misc=USER
	u64 event a*4096+4100 u32 tid tid u64 time u32 cpu 0 u64 4
	br a
	br b
	br c
	br d
end

record COMM u32 10 10 str "walker" pad8 u32 10 10 u64 0 u32 0 0 u64 CYCLES

# 1 and 2: CPU 1
sample CYCLES 10 400 1 9 8 7 6
sample CYCLES 10 500 1 11 10 9 8
# 3: another thread
sample CYCLES 20 150 0 3 2 1 0
# 4: nothing in common with 5, 5 with 6, 6 with 1
sample CYCLES 10 100 0 42 41 40 39
sample CYCLES 10 200 0 5 4 3 2
sample CYCLES 10 300 0 7 6 5 4
# 7 and 8: a loop, which can have been taken more often than they tell
sample CYCLES 30 550 0 3 3 3 1
sample CYCLES 30 600 0 3 3 3 3
# 9 and 10: calls
sample CALLS 40 700 0 3 2 1 0
sample CALLS 40 800 0 3 2 1 0
