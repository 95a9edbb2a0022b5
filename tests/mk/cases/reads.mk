# SPDX-License-Identifier: GPL-3.0-or-later
# Counter values: READ records, and READ in samples, in every form of read_format.
include "abi.inc"

let FULL = 21
let PLAIN = 22
let LEADER = 23
let MEMBER = 24

attr type=HARDWARE config=1 sample_period=1000 size=128 name="full" ids=FULL,25
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU|S_READ
	read_format=R_ENABLED|R_RUNNING|R_ID|R_LOST
	flags=F_SAMPLE_ID_ALL
attr type=HARDWARE config=0 sample_period=1000 size=128 name="plain" ids=PLAIN
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU
	flags=F_SAMPLE_ID_ALL
attr type=SOFTWARE config=0 sample_period=1000 size=128 name="leader" ids=LEADER
	sample_type=S_IDENTIFIER|S_TID|S_TIME|S_CPU|S_READ
	read_format=R_GROUP|R_ENABLED|R_RUNNING|R_ID|R_LOST
	flags=F_SAMPLE_ID_ALL
attr type=SOFTWARE config=3 sample_period=1000 size=128 name="member" ids=MEMBER
	sample_type=S_IDENTIFIER|S_TID|S_TIME|S_CPU|S_READ
	read_format=R_GROUP|R_ID
	flags=F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 8 8
feature EVENT_DESC event_desc

macro trailer time id
	u32 901 902 u64 time u32 5 0 u64 id
end

# one value with all that belongs to it, and one alone
record READ u32 901 902 u64 123456789 5000001 4000001 FULL 3 trailer 1001 FULL
record READ u32 901 902 u64 987654321 trailer 1002 PLAIN
record READ u32 901 903 u64 -1 1 0 25 0 trailer 1003 25

record SAMPLE misc=USER u64 FULL 0x400100 u32 901 902 u64 2001 u32 5 0
	u64 222222 6000001 5500001 FULL 4
record SAMPLE misc=USER u64 25 0x400104 u32 901 901 u64 2002 u32 6 0
	u64 1 2 3 25 0
record SAMPLE misc=USER u64 LEADER u32 901 902 u64 2003 u32 5 0
	u64 2 6000002 5500002
	u64 900 LEADER 1 800 MEMBER 2
record SAMPLE misc=USER u64 MEMBER u32 901 902 u64 2004 u32 5 0
	u64 2 901 LEADER 801 MEMBER
record SAMPLE misc=USER u64 PLAIN 0x400108 u32 901 902 u64 2005 u32 5 0
