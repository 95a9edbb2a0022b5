# SPDX-License-Identifier: GPL-3.0-or-later
# perf was killed: data.size is 0, the feature bits are set, but there is no feature table.
include "abi.inc"
file data_size=0 table=0

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="never-written"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_EXCLUDE_GUEST

feature HOSTNAME
feature ARCH
feature EVENT_DESC

macro sample ip time
	record SAMPLE misc=USER u64 ip u32 691 692 u64 time u32 2 0
end

record FINISHED_INIT
sample 0x1001 1000
sample 0x1002 1100
record FINISHED_ROUND
sample 0x1003 1200
