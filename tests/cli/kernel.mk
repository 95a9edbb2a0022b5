# SPDX-License-Identifier: GPL-3.0-or-later
# Samples in tests/tui/code.s as if it were the kernel: the file data of a folder that perf record --kcore makes.
include "../mk/cases/abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME flags=F_SAMPLE_ID_ALL|F_COMM
feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature EVENT_DESC event_desc
feature DIR_FORMAT u64 0

macro trailer time
	u32 821 822 u64 time
end

record MMAP misc=KERNEL u32 0xffffffff 0 u64 0xffffffff81000000 0x100000 0xffffffff81000000
	str "[kernel.kallsyms]_text" pad8 trailer 100
record COMM u32 821 822 str "folder" pad8 trailer 900
record SAMPLE misc=KERNEL u64 0xffffffff81000022 u32 821 822 u64 1000
record SAMPLE misc=KERNEL u64 0xffffffff81000026 u32 821 822 u64 2000
record SAMPLE misc=KERNEL u64 0xffffffff81000026 u32 821 822 u64 3000
record SAMPLE misc=KERNEL u64 0xffffffff81000009 u32 821 822 u64 4000
