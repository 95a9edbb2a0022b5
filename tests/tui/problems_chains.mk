# SPDX-License-Identifier: GPL-3.0-or-later
# Call chains that the kernel cut: at the limit of the attr, or at the usual one of 127 frames.
include "../mk/cases/abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="few" ids=71
	sample_type=S_IDENTIFIER|S_IP|S_CALLCHAIN sample_max_stack=3
attr type=SOFTWARE config=1 sample_period=4000 size=128 name="usual" ids=72
	sample_type=S_IDENTIFIER|S_IP|S_CALLCHAIN
feature EVENT_DESC event_desc
feature BUILD_ID

let USER_CONTEXT = -512

record SAMPLE misc=USER u64 71 0x1000 3 USER_CONTEXT 0x1000 0x2000
record SAMPLE misc=USER u64 71 0x1000 4 USER_CONTEXT 0x1000 0x2000 0x3000
record SAMPLE misc=USER u64 72 0x1000 4 USER_CONTEXT 0x1000 0x2000 0x3000
record SAMPLE misc=USER u64 72 0x1000 127 USER_CONTEXT fill 1008 0x11
record SAMPLE misc=USER u64 72 0x1000 128 USER_CONTEXT fill 1016 0x11
record SAMPLE misc=USER u64 72 0x1000 129 USER_CONTEXT fill 1024 0x11
