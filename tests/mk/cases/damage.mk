# SPDX-License-Identifier: GPL-3.0-or-later
# Records that cannot be stepped over, each between sound ones.
include "abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_COMM

feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc

macro sample ip time
	record SAMPLE misc=USER u64 ip u32 641 642 u64 time u32 2 0
end

record COMM u32 641 642 str "damaged" pad8 u32 641 642 u64 900 u32 2 0
sample 0x1001 1000

mark SIZE_0
record SAMPLE misc=USER size=0
mark AFTER_0
sample 0x1002 1100
sample 0x1003 1200

mark SIZE_4
record SAMPLE misc=USER size=4 u64 0x1004 u32 641 642 u64 1250 u32 2 0
mark AFTER_4
sample 0x1005 1300

mark SIZE_7
record COMM size=7
mark AFTER_7
sample 0x1006 1400
record FINISHED_ROUND

# a page of zeros, as a lost block leaves it
mark ZEROS
raw fill 4096
mark AFTER_ZEROS
sample 0x1007 1500
sample 0x1008 1600
