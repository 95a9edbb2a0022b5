# SPDX-License-Identifier: GPL-3.0-or-later
# What a COMPRESSED record inflates to is no record from a place on. A later one begins a zstd frame,
# which needs nothing of what was before.
include "abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_COMM

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 8 8
feature EVENT_DESC event_desc
feature FEAT_COMPRESSED u32 0 1 1 1 528384

# frame header: no checksum, window of 512 KiB; block: 104 bytes, stored, not the last
mark FIRST
record COMPRESSED
	hex 28b52ffd 00 48
	hex 400300
	u32 SAMPLE u16 USER 40 u64 0x1001 u32 621 622 u64 1000 u32 2 0
	fill 64 0xee
# block: 40 bytes, of a frame of which nothing is believed any more
mark SECOND
record COMPRESSED
	hex 400100
	u32 SAMPLE u16 USER 40 u64 0x1002 u32 621 622 u64 1100 u32 2 0
# a frame again; block: 80 bytes
mark THIRD
record COMPRESSED
	hex 28b52ffd 00 48
	hex 800200
	u32 SAMPLE u16 USER 40 u64 0x1003 u32 621 622 u64 1200 u32 3 0
	u32 SAMPLE u16 USER 40 u64 0x1004 u32 621 622 u64 1300 u32 3 0
