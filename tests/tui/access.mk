# SPDX-License-Identifier: GPL-3.0-or-later
# Three edges between branches, and four accesses to two cache lines of one page, few enough to be
# added up by hand (totals.t).
include "../mk/cases/abi.inc"

attr type=RAW_EVENT config=0x1cd sample_period=1009 size=128 name="accesses"
	sample_type=S_IP|S_TID|S_TIME|S_ADDR|S_BRANCH_STACK|S_WEIGHT|S_DATA_SRC
	flags=F_COMM|F_SAMPLE_ID_ALL
	branch_sample_type=B_USER|B_ANY

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 4 4
feature EVENT_DESC event_desc

macro head tid time addr
	u64 0x500 u32 11 tid u64 time addr
end

macro br from to mispred cycles
	u64 from to
	bits 1:mispred 1:1-mispred 1:0 1:0 16:cycles 4:1 40:0
end

# weight; operation 2 load, 4 store; snoop 0x10 HITM, 8 miss
macro tail weight op snoop
	u64 weight op|1<<5|snoop<<19
end

record COMM u32 11 11 str "worker" pad8
	u32 11 11 u64 10

record SAMPLE misc=USER
	head 11 100 0x1000
	u64 3
	br 0x500 0x100 1 10
	br 0x180 0x400 0 6
	br 0x500 0x100 0 20
	tail 100 2 0x10

record SAMPLE misc=USER
	head 12 200 0x1008
	u64 2
	br 0x180 0x400 0 8
	br 0x500 0x100 1 12
	tail 30 4 8

record SAMPLE misc=USER
	head 11 300 0x1040
	u64 1
	br 0x450 0x500 0 2
	tail 300 2 8

record SAMPLE misc=USER
	head 12 400 0x1004
	u64 0
	tail 200 2 0x10
