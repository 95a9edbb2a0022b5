# SPDX-License-Identifier: GPL-3.0-or-later
# The kernel and modules, of which the feature BUILD_ID has files under other names; of one it has two.
include "../mk/cases/abi.inc"
attr type=SOFTWARE config=0 sample_period=1 size=128 ids=9
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME flags=F_SAMPLE_ID_ALL|F_MMAP
feature BUILD_ID
	u32 100 u16 1 100 s32 -1 hex 0000000000000000000000000000000000000000 u32 0 text "/lib/modules/4/isl-29018.ko.xz" fill 34
	u32 100 u16 1 100 s32 -1 hex 0000000000000000000000000000000000000001 u32 0 text "/boot/vmlinux-4" fill 49
	u32 100 u16 1 100 s32 -1 hex 0000000000000000000000000000000000000002 u32 0 text "/other/isl_29018.ko" fill 45
	u32 100 u16 2 100 s32 -1 hex 0000000000000000000000000000000000000003 u32 0 text "/bin/true" fill 55
record MMAP misc=KERNEL u32 -1 0 u64 0xffffffff81000000 0x1000000 0xffffffff81000000
	str "[kernel.kallsyms]_text" pad8 u32 0 0 u64 1 9
record MMAP misc=KERNEL u32 -1 0 u64 0xffffffffa0000000 0x1000 0
	str "[isl_29018]" pad8 u32 0 0 u64 2 9
record MMAP misc=KERNEL u32 -1 0 u64 0xffffffffa0001000 0x1000 0
	str "/lib/modules/4/none.ko" pad8 u32 0 0 u64 3 9
record COMM u32 7 7 str "work" pad8 u32 7 7 u64 4 9
record SAMPLE misc=KERNEL u64 9 0xffffffff81000010 u32 7 7 u64 10
record SAMPLE misc=KERNEL u64 9 0xffffffffa0000010 u32 7 7 u64 11
record SAMPLE misc=KERNEL u64 9 0xffffffffa0001010 u32 7 7 u64 12
