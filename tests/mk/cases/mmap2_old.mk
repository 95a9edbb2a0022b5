# SPDX-License-Identifier: GPL-3.0-or-later
# MMAP2 as Linux wrote it before 3.16, and RHEL 7 does: without prot and flags. The names are
# longer than, as long as and shorter than these; two records are as the kernel writes them now.
include "abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=112
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_MMAP|F_COMM|F_MMAP2

feature ARCH fstr "x86_64"

record COMM u32 811 811 str "true" pad8 u32 811 811 u64 900 u32 2 0
record MMAP2 misc=USER|MMAP_DATA u32 811 811 u64 0x7fff8c5bb000 0x22000 0x7ffffffdd000 u32 0 0
	u64 0 0 str "[stack]" u32 811 811 u64 1000 u32 2 0
record MMAP2 misc=USER u32 811 811 u64 0x400000 0x6000 0 u32 253 1 u64 134986833 489497562
	str "/usr/bin/true" pad8 u32 811 811 u64 1100 u32 2 0
record MMAP2 misc=USER u32 811 811 u64 0x500000 0x1000 0 u32 0 0 u64 0 0
	str "//anon" pad8 u32 811 811 u64 1200 u32 2 0
record MMAP2 misc=USER u32 811 811 u64 0x600000 0x1000 0x2000 u32 8 17 u64 4711 0
	str "/a" pad8 u32 811 811 u64 1300 u32 2 0
record MMAP2 misc=USER u32 811 811 u64 0x700000 0x1000 0 u32 8 17 u64 4712 0 u32 5 2
	str "/b" pad8 u32 811 811 u64 1400 u32 2 0
# perf inject --jit writes the mode of a file for prot.
record MMAP2 misc=USER u32 811 811 u64 0x800000 0x1000 0 u32 8 17 u64 4713 0 u32 0x81a4 2
	str "/jitted-811-0.so" pad8 u32 811 811 u64 1450 u32 2 0
record SAMPLE misc=USER u64 0x400010 u32 811 811 u64 1500 u32 2 0
record SAMPLE misc=USER u64 0x500010 u32 811 811 u64 1600 u32 2 0
record SAMPLE misc=USER u64 0x600010 u32 811 811 u64 1700 u32 2 0
record SAMPLE misc=USER u64 0x700010 u32 811 811 u64 1800 u32 2 0
