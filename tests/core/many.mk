# SPDX-License-Identifier: GPL-3.0-or-later
# More rows than a block of the index holds, of all sorts: two events, records out of time
# order, tasks that come and change their names, damaged stretches, records of many sizes.
include "../mk/cases/abi.inc"

let CLOCK = 71
let FAULTS = 72

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock" ids=CLOCK
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU|S_PERIOD flags=F_SAMPLE_ID_ALL|F_COMM|F_TASK
attr type=SOFTWARE config=2 sample_period=1 size=128 name="page-faults" ids=FAULTS
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_ADDR|S_CALLCHAIN flags=F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc

macro clock_id tid time cpu
	u32 900 tid u64 time u32 cpu 0 u64 CLOCK
end
macro faults_id tid time
	u32 900 tid u64 time FAULTS
end

# Two samples, number n: x is any number, c one of few, which varies.
macro pair n x c
	record SAMPLE misc=USER u64 CLOCK x u32 900+c 900+c*2 u64 n*1000-c*7000 u32 c 0 u64 c*c+1
	record SAMPLE misc=KERNEL u64 FAULTS x*3 u32 900+c 901+c*2 u64 n*1000+c x*5 1 -128+c
end

# Each level has the one below twice, with other numbers.
macro level_1 n x c
	pair n*2 x*3+1 c
	pair n*2+1 x*5+2 c+1
end
macro level_2 n x c
	level_1 n*2 x*7+3 c
	level_1 n*2+1 x*11+4 c+1
end
macro level_3 n x c
	level_2 n*2 x*3+5 c
	record SWITCH misc=SWITCH_OUT clock_id 900+c n*8000 c
	level_2 n*2+1 x*5+6 c+1
end
macro level_4 n x c
	level_3 n*2 x*7+7 c
	level_3 n*2+1 x*11+8 c+1
end
macro level_5 n x c
	record COMM u32 900+c 900+c*2 str "level-5" pad8 clock_id 900+c*2 n*32000 c
	level_4 n*2 x*3+9 c
	level_4 n*2+1 x*5+10 c+1
end
macro level_6 n x c
	record FORK u32 900+c 900 u32 901+c*2 900+c*2 u64 n*64000 faults_id 901+c*2 n*64000
	level_5 n*2 x*7+11 c
	level_5 n*2+1 x*11+12 c+1
end
macro level_7 n x c
	level_6 n*2 x*3+13 c
	record MMAP2 misc=USER u32 900+c 900+c u64 x 4096 0 u32 8 1 u64 n 0 u32 5 2 str "/lib/some.so" pad8
		clock_id 900+c n*128000 c
	level_6 n*2+1 x*5+14 c+1
end
macro level_8 n x c
	level_7 n*2 x*7+15 c
	record FINISHED_ROUND
	level_7 n*2+1 x*11+16 c+1
end
macro level_9 n x c
	level_8 n*2 x*3+17 c
	raw fill 40
	level_8 n*2+1 x*5+18 c+1
end
macro level_10 n x c
	level_9 n*2 x*7+19 c
	record COMM u32 900+c 900+c*2 str "level-\xc3\xa4" pad8 faults_id 900+c*2 n*1024000
	level_9 n*2+1 x*11+20 c+1
end
macro level_11 n x c
	level_10 n*2 x*3+21 c
	level_10 n*2+1 x*5+22 c+1
end
macro level_12 n x c
	level_11 n*2 x*7+23 c
	record 49 misc=5 u64 x
	level_11 n*2+1 x*11+24 c+1
end

record COMM u32 900 900 str "many" pad8 clock_id 900 1 0
level_12 1 12345678901234567 0
level_12 2 98765432109876543 2
level_11 6 31415926535897932 1
