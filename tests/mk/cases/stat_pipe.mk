# SPDX-License-Identifier: GPL-3.0-or-later
# What perf stat record writes into a pipe: counts of two events, and no feature STAT.
include "abi.inc"
file mode=pipe

let CLOCK = 71
let SWITCHES = 72

attr type=SOFTWARE config=1 size=128 ids=CLOCK sample_type=0 read_format=R_ENABLED|R_RUNNING
attr type=SOFTWARE config=3 size=128 ids=SWITCHES sample_type=0 read_format=R_ENABLED|R_RUNNING

record EVENT_UPDATE u64 2 CLOCK str "cpu-clock" pad8
record EVENT_UPDATE u64 2 SWITCHES str "context-switches" pad8
record THREAD_MAP u64 1 831 text "sleep" fill 11
record CPU_MAP u16 0 1 0xffff pad8
# aggregation: none; no interval; not scaled
record STAT_CONFIG u64 3 0 3 1 0 2 0
record STAT u64 CLOCK u32 -1 0 u64 992527 997437 997437
record STAT u64 SWITCHES u32 -1 0 u64 3 997437 997437
# the final one
record STAT_ROUND u64 1 201680207
