# SPDX-License-Identifier: GPL-3.0-or-later
# Two files of one name in two folders, a module whose name has a dash, and nothing.
include "../mk/cases/abi.inc"
attr type=SOFTWARE config=0 sample_period=1 size=128 ids=91 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_ID|S_CPU|S_PERIOD flags=F_SAMPLE_ID_ALL|F_COMM|F_MMAP2
feature ARCH fstr "x86_64"
feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc
record COMM u32 791 791 str "app" pad8 u32 791 791 u64 900 91 u32 2 0
record MMAP2 misc=USER u32 791 791 u64 0x10000 0x1000 0 u32 8 1 u64 11 0 u32 5 2
	str "/opt/a/lib.so" pad8 u32 791 791 u64 901 91 u32 2 0
record MMAP2 misc=USER u32 791 791 u64 0x20000 0x1000 0 u32 8 1 u64 12 0 u32 5 2
	str "/opt/b/lib.so" pad8 u32 791 791 u64 902 91 u32 2 0
record MMAP2 misc=KERNEL u32 0xffffffff 0 u64 0xffffffffc0000000 0x1000 0 u32 0 0 u64 0 0 u32 0 0
	str "/lib/modules/6.1/kernel/drivers/net/mod-x.ko.xz" pad8 u32 0 0 u64 903 91 u32 2 0
record SAMPLE misc=USER u64 0x10004 u32 791 791 u64 1000 91 u32 2 0 u64 1
record SAMPLE misc=USER u64 0x20004 u32 791 791 u64 1001 91 u32 2 0 u64 1
record SAMPLE misc=KERNEL u64 0xffffffffc0000004 u32 791 791 u64 1002 91 u32 2 0 u64 1
record SAMPLE misc=USER u64 0x90004 u32 791 791 u64 1003 91 u32 2 0 u64 1
