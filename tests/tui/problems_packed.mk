# SPDX-License-Identifier: GPL-3.0-or-later
# What is compressed, and rounds between: a record that comes too late, as the rounds around several
# COMPRESSED records tell.
include "../mk/cases/abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL
feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc

# frame header: no checksum, window of 512 KiB; blocks that are stored
record COMPRESSED
	hex 28b52ffd 00 48
	hex 800200
	u32 SAMPLE u16 USER 40 u64 0x1001 u32 611 612 u64 1000 u32 0 0
	u32 SAMPLE u16 USER 40 u64 0x1002 u32 611 612 u64 1100 u32 1 0
record FINISHED_ROUND
record COMPRESSED
	hex 400100
	u32 SAMPLE u16 USER 40 u64 0x1003 u32 611 612 u64 1200 u32 0 0
record COMPRESSED
	hex 400100
	u32 SAMPLE u16 USER 40 u64 0x1004 u32 611 612 u64 1150 u32 0 0
record FINISHED_ROUND
record COMPRESSED
	hex 400100
	u32 SAMPLE u16 USER 40 u64 0x1005 u32 611 612 u64 1090 u32 2 0
