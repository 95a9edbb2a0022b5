# SPDX-License-Identifier: GPL-3.0-or-later
# Two COMPRESSED records of one zstd stream whose blocks are stored, so that they can be written by
# hand. A record starts in the first and ends in the second; an odd size moves what follows.
include "abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_COMM

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 8 8
feature EVENT_DESC event_desc
feature FEAT_COMPRESSED u32 0 1 1 1 528384

record COMM u32 611 612 str "squeezed" pad8 u32 611 612 u64 900 u32 2 0

# frame header: no checksum, window of 512 KiB; block: 60 bytes, stored, not the last
mark FIRST
record COMPRESSED
	hex 28b52ffd 00 48
	hex e00100
	u32 SAMPLE u16 USER 40 u64 0x1001 u32 611 612 u64 1000 u32 2 0
	u32 SAMPLE u16 USER 40 u64 0x1002 u32 611
# a record of perf's own between them is not compressed
record FINISHED_ROUND
# block: 60 bytes
mark SECOND
record COMPRESSED
	hex e00100
	u32 612 u64 1100 u32 2 0
	u32 SAMPLE u16 USER 40 u64 0x1003 u32 611 612 u64 1200 u32 3 0
record FINISHED_ROUND
