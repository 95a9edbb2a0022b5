# SPDX-License-Identifier: GPL-3.0-or-later
# A sample in each function of arm64.s, whose file has the build id that is recorded.
include "../mk/cases/abi.inc"

attr type=HARDWARE config=0 sample_period=1 size=128 name="cycles"
	sample_type=S_IP|S_TID|S_TIME flags=F_SAMPLE_ID_ALL
feature HOSTNAME fstr "testhost"
feature ARCH fstr "aarch64"
feature EVENT_DESC event_desc

macro trailer time
	u32 801 801 u64 time
end

record COMM u32 801 801 str "code" pad8 trailer 500
record MMAP2 misc=USER|MMAP_BUILD_ID u32 801 801 u64 0x401000 0x2000 0x1000 u8 20 0 u16 0
	fill 20 0xab u32 5 2 str "/opt/arm64" pad8 trailer 600
record SAMPLE misc=USER u64 0x401004 u32 801 801 u64 1000
record SAMPLE misc=USER u64 0x401030 u32 801 801 u64 2000
