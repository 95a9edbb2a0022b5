# SPDX-License-Identifier: GPL-3.0-or-later
# Samples of two events whose times go back, and far ahead: the steps of the overview begin earlier
# and get longer.
include "../mk/cases/abi.inc"

attr type=SOFTWARE config=0 sample_period=1 size=128 name="ahead" ids=1
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME flags=F_SAMPLE_ID_ALL
attr type=SOFTWARE config=2 sample_period=1 size=128 name="back" ids=2
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME flags=F_SAMPLE_ID_ALL
feature EVENT_DESC event_desc

macro at id time
	record SAMPLE misc=USER u64 id 0x1000 u32 5 5 u64 time
end

at 1 1000
at 1 1127
# earlier than the first
at 2 936
at 1 1200
at 1 1300
# without a time
at 1 0
at 1 0xffffffffffffffff
# the ends of what a time can be
at 2 1
at 2 0x7fffffffffffffff
