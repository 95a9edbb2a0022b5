# SPDX-License-Identifier: GPL-3.0-or-later
# Samples of two events, each with all that totals are made of: a call chain, a branch, an access.
include "../mk/cases/abi.inc"

attr type=HARDWARE config=0 sample_period=1000 size=128 name="first" ids=1 branch_sample_type=B_USER|B_ANY
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_ADDR|S_PERIOD|S_CALLCHAIN|S_BRANCH_STACK|S_WEIGHT|S_DATA_SRC
	flags=F_SAMPLE_ID_ALL
attr type=HARDWARE config=1 sample_period=10 size=128 name="second" ids=2 branch_sample_type=B_USER|B_ANY
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_ADDR|S_PERIOD|S_CALLCHAIN|S_BRANCH_STACK|S_WEIGHT|S_DATA_SRC
	flags=F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature EVENT_DESC event_desc

macro sample id time period
	record SAMPLE misc=USER u64 id 0x401000 u32 10 10 u64 time 0x7f0000001000 period
		u64 2 CTX_USER 0x401000 1 0x401010 0x401020 1 100 0x68100142
end
sample 1 1000000 1000
sample 2 2000000 10
sample 1 3000000 1000
sample 2 4000000 10
sample 1 5000000 1000
