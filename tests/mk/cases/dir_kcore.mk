# SPDX-License-Identifier: GPL-3.0-or-later
# The file data of a folder of version 0, as perf record --kcore makes it: all records are here.
include "abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_COMM

feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc
feature DIR_FORMAT u64 0

record COMM u32 821 822 str "folder" pad8 u32 821 822 u64 900 u32 2 0
record SAMPLE misc=KERNEL u64 0xffffffff81000010 u32 821 822 u64 1000 u32 2 0
