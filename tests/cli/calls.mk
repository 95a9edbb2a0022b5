# SPDX-License-Identifier: GPL-3.0-or-later
# Branch stacks of calls, of two threads: each function is a file of its own. The fifth stack lacks its
# outermost call, as a processor forgets it that keeps few; the sixth is empty.
include "../mk/cases/abi.inc"

let B_CALL_STACK = 1<<11
let MAIN = 0x10000
let F = 0x20000
let G = 0x30000
let H = 0x40000

attr type=HARDWARE config=0 sample_period=1 size=128 name="cycles"
	sample_type=S_IP|S_TID|S_TIME|S_CPU|S_CALLCHAIN|S_BRANCH_STACK flags=F_SAMPLE_ID_ALL|F_COMM|F_MMAP2
	branch_sample_type=B_USER|B_CALL_STACK

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 2 2
feature EVENT_DESC event_desc

macro trailer
	u32 861 861 u64 500 u32 0 0
end
macro mapped start
	u32 861 861 u64 start 0x10000 0 u32 8 1 u64 start 0 u32 5 2
end
macro call from to
	u64 from+16 to
	bits 1:0 1:1 62:0
end
macro head tid time ip
	u64 ip u32 861 tid u64 time u32 0 0 u64 2 CTX_USER ip
end

record COMM u32 861 861 str "caller" pad8 trailer
record COMM u32 861 870 str "caller" pad8 trailer
record MMAP2 misc=USER mapped MAIN str "/opt/main" pad8 trailer
record MMAP2 misc=USER mapped F str "/opt/f" pad8 trailer
record MMAP2 misc=USER mapped G str "/opt/g" pad8 trailer
record MMAP2 misc=USER mapped H str "/opt/h" pad8 trailer

record SAMPLE misc=USER head 861 1000 G+32 u64 2 call F G call MAIN F
record SAMPLE misc=USER head 870 1500 F+32 u64 1 call MAIN F
record SAMPLE misc=USER head 861 2000 G+48 u64 2 call F G call MAIN F
record SAMPLE misc=USER head 861 3000 H+32 u64 2 call F H call MAIN F
record SAMPLE misc=USER head 861 4000 F+48 u64 1 call MAIN F
record SAMPLE misc=USER head 861 5000 G+32 u64 1 call F G
record SAMPLE misc=USER head 861 5500 G+48 u64 0
record SAMPLE misc=USER head 861 6000 F+64 u64 1 call MAIN F
