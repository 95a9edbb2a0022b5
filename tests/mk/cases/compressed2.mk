# SPDX-License-Identifier: GPL-3.0-or-later
# The newer form of compressed.mk: the record tells how long the stream's bytes are, and is padded.
include "abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_COMM

feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc
feature FEAT_COMPRESSED u32 0 1 1 1 528384

record COMM u32 621 622 str "squeezed" pad8 u32 621 622 u64 900 u32 2 0
mark FIRST
record COMPRESSED2 u64 69
	hex 28b52ffd 00 48
	hex e00100
	u32 SAMPLE u16 USER 40 u64 0x1001 u32 621 622 u64 1000 u32 2 0
	u32 SAMPLE u16 USER 40 u64 0x1002 u32 621
	pad8
record FINISHED_ROUND
mark SECOND
record COMPRESSED2 u64 63
	hex e00100
	u32 622 u64 1100 u32 2 0
	u32 SAMPLE u16 USER 40 u64 0x1003 u32 621 622 u64 1200 u32 3 0
	pad8
record FINISHED_ROUND
