# SPDX-License-Identifier: GPL-3.0-or-later
# Records of perf newer than 6.1, and those of pipes in a file, where perf does not write them.
include "abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc

macro sample ip time
	record SAMPLE misc=USER u64 ip u32 571 572 u64 time u32 1 0
end

sample 0x1001 1000
# names of 512 and of 256 bytes; the size tells which
record BPF_METADATA text "prog_long" fill 503 u64 2
	text "key1" fill 60 text "value1" fill 250
	text "key2" fill 60 text "value2" fill 250
record BPF_METADATA text "prog_short" fill 246 u64 1
	text "key3" fill 60 text "value3" fill 250
record SCHEDSTAT_CPU u64 1010 u32 3 u16 17 0 u32 11 12 13 14 15 16 u64 21 22 23
# 45 fields in version 17, 36 in version 15
record SCHEDSTAT_DOMAIN u64 1020 u32 3 u16 17 1
	u32 101 102 103 104 105 106 107 108 109 110 111
	u32 201 202 203 204 205 206 207 208 209 210 211
	u32 301 302 303 304 305 306 307 308 309 310 311
	u32 401 402 403 404 405 406 407 408 409 410 411 412 pad8
record SCHEDSTAT_DOMAIN u64 1030 u32 4 u16 15 2
	u32 501 502 503 504 505 506 507 508
	u32 601 602 603 604 605 606 607 608
	u32 701 702 703 704 705 706 707 708
	u32 801 802 803 804 805 806 807 808 809 810 811 812 pad8
sample 0x1002 1100
record HEADER_EVENT_TYPE u64 7 text "old-name" fill 56
record HEADER_BUILD_ID misc=0x8001 s32 -1 hex 00112233445566778899aabbccddeeff01234567
	u8 20 0 u16 0 str "[kernel.kallsyms]" pad8
# not a multiple of 8: the records behind it are not aligned
record HEADER_FEATURE u64 3 u32 5 text "host\0"
sample 0x1003 1200
# the shortest: no variables behind a name of 256 bytes
record BPF_METADATA text "prog_empty" fill 246 u64 0
