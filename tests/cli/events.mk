# SPDX-License-Identifier: GPL-3.0-or-later
# Ten tracepoints of one system that count each occurrence, one of it that counts every second one,
# and two other events, of which the first has no sample.
include "../mk/cases/abi.inc"

attr type=SOFTWARE config=3 sample_period=1 size=128 name="never" ids=1
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_PERIOD flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=300 sample_period=1 size=128 name="sys:one" ids=300
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_PERIOD flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=301 sample_period=1 size=128 name="sys:two" ids=301
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_PERIOD flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=302 sample_period=1 size=128 name="sys:three" ids=302
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_PERIOD flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=303 sample_period=1 size=128 name="sys:four" ids=303
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_PERIOD flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=304 sample_period=1 size=128 name="sys:five" ids=304
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_PERIOD flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=305 sample_period=1 size=128 name="sys:six" ids=305
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_PERIOD flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=306 sample_period=1 size=128 name="sys:seven" ids=306
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_PERIOD flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=307 sample_period=1 size=128 name="sys:eight" ids=307
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_PERIOD flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=308 sample_period=1 size=128 name="sys:nine" ids=308
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_PERIOD flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=309 sample_period=2 size=128 name="sys:second" ids=309
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_PERIOD flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=310 sample_period=1 size=128 name="few:one" ids=310
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_PERIOD flags=F_SAMPLE_ID_ALL
attr type=SOFTWARE config=0 sample_period=1000 size=128 name="cpu-clock" ids=2
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_PERIOD flags=F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature EVENT_DESC event_desc

macro sample id time period
	record SAMPLE misc=USER u64 id 0x401000 u32 10 10 u64 time period
end
sample 2 1000 1000
sample 301 2000 1
sample 300 3000 1
sample 309 4000 2
sample 2 5000 3000
sample 308 6000 1
sample 310 7000 1
