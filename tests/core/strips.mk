# SPDX-License-Identifier: GPL-3.0-or-later
# Threads that come and go on two CPUs, told by SWITCH_CPU_WIDE records; strips.t has the times
# worked out by hand. The buffer of CPU 1 stands before that of CPU 0.
include "strips.inc"

record COMM u32 10 10 str "main" pad8 u32 10 10 u64 0 u32 0 0
record COMM u32 10 11 str "helper" pad8 u32 10 11 u64 0 u32 0 0
record COMM u32 20 20 str "other" pad8 u32 20 20 u64 0 u32 0 0

comes 10 10 1300 1
goes SWITCH_OUT_PREEMPT 10 10 1650 1
comes 10 11 1650 1
# That it goes is lost: it is seen at 1700 and is away at 1750.
sample 10 11 1700 1
sample 10 10 1750 1
record EXIT u32 10 10 10 10 u64 1850 u32 10 10 u64 1850 u32 1 0
goes 0 10 10 1860 1
sample 0 0 2000 1

# That it came was before the recording began.
sample 10 10 1000 0
goes 0 10 10 1100 0
comes 0 0 1110 0
goes SWITCH_OUT_PREEMPT 0 0 1200 0
comes 10 11 1200 0
goes SWITCH_OUT_PREEMPT 10 11 1500 0
comes 20 20 1500 0
goes 0 20 20 1900 0
comes 0 0 1900 0
