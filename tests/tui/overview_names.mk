# SPDX-License-Identifier: GPL-3.0-or-later
# A thread with another name in half of its samples, one with another name in a few, the idle task, and
# a thread that exits. No address has a mapping.
include "../mk/cases/abi.inc"

attr type=SOFTWARE config=0 sample_period=1 size=128 name="clock" ids=1
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME flags=F_SAMPLE_ID_ALL
feature EVENT_DESC event_desc

macro at mode tid time
	record SAMPLE misc=mode u64 1 0x1000 u32 tid tid u64 time
end

record COMM misc=USER u32 7 7 str "first" pad8 u32 7 7 u64 100 1
at USER 7 101
at USER 7 102
at USER 7 103
at USER 7 104
at USER 7 105
record COMM misc=USER u32 7 7 str "second" pad8 u32 7 7 u64 106 1
at USER 7 107
at USER 7 108
at USER 7 109
at USER 7 110
at USER 7 111
record COMM misc=USER u32 8 8 str "few" pad8 u32 8 8 u64 200 1
at USER 8 200
record COMM misc=USER u32 8 8 str "other" pad8 u32 8 8 u64 201 1
at USER 8 202
at USER 8 202
at USER 8 202
at USER 8 203
at USER 8 204
at USER 8 205
at USER 8 206
at USER 8 207
at USER 8 208
at USER 8 209
at USER 8 210
at KERNEL 0 301
at KERNEL 0 302
at KERNEL 0 303
at KERNEL 4294967295 304
at KERNEL 4294967295 305
