# SPDX-License-Identifier: GPL-3.0-or-later
# Names that tables make trouble with: separators, quotes, blanks, what a spreadsheet calculates.
include "abi.inc"

attr type=SOFTWARE config=0 sample_period=1 size=64 name="cpu-clock" ids=71
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU flags=F_COMM|F_SAMPLE_ID_ALL

macro trailer tid
	u32 tid tid u64 1000+tid u32 0 0 u64 71
end

record COMM u32 1 1 str "a,b" pad8
	trailer 1
record COMM u32 2 2 str "say \"hi\"" pad8
	trailer 2
record COMM u32 3 3 str "=1+2" pad8
	trailer 3
record COMM u32 4 4 str "-bash" pad8
	trailer 4
record COMM u32 5 5 str "@sum" pad8
	trailer 5
record COMM u32 6 6 str "+1" pad8
	trailer 6
record COMM u32 7 7 str "'quoted" pad8
	trailer 7
record COMM u32 8 8 str "" pad8
	trailer 8
record COMM u32 9 9 str " blank " pad8
	trailer 9
record COMM u32 10 10 str "\nline" pad8
	trailer 10
record COMM u32 11 11 str "a;b\\c" pad8
	trailer 11
record COMM u32 12 12 str "plain" pad8
	trailer 12
record COMM u32 13 13 str "\xff\xfe," pad8
	trailer 13
record SAMPLE misc=USER u64 71 0x1001 u32 3 3 u64 2000 u32 0 0
# A list of names.
record THREAD_MAP u64 2 u64 1 text "a;b\\c" fill 11 u64 2 text "-x" fill 14
record FINISHED_ROUND
