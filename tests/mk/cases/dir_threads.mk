# SPDX-License-Identifier: GPL-3.0-or-later
# The file data of a folder of version 1, as perf record --threads makes it. The streams beside it
# have the rest of the records: dir_stream.inc.
include "abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_COMM

feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc
feature DIR_FORMAT u64 1
feature FEAT_COMPRESSED u32 0 1 1 1 528384

record COMM u32 831 832 str "threads" pad8 u32 831 832 u64 900 u32 2 0
record FINISHED_INIT
