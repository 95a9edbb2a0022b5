# SPDX-License-Identifier: GPL-3.0-or-later
# Record types that nobody knows yet, between ones that everybody knows.
include "abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_COMM

feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc

macro sample ip time
	record SAMPLE misc=USER u64 ip u32 551 552 u64 time u32 1 0
end

sample 0x1001 1000
record 40 misc=0x1234 u64 1 2 3 u32 551 552 u64 1050 u32 1 0
sample 0x1002 1100
record 63
record 87 misc=7 hex 1b5b33316d72656400000000
sample 0x1003 1200
record 200 text "\e]0;title\x07" pad8
record 32767 fill 256 0xff
sample 0x1004 1300
