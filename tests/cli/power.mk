# SPDX-License-Identifier: GPL-3.0-or-later
# What perf stat record writes of energy: counts of 0.25 J each; and of switches, which have no unit.
include "../mk/cases/abi.inc"
file mode=pipe

let ENERGY = 71
let SWITCHES = 72

attr type=8 config=2 size=128 ids=ENERGY sample_type=0 read_format=R_ENABLED|R_RUNNING
attr type=SOFTWARE config=3 size=128 ids=SWITCHES sample_type=0 read_format=R_ENABLED|R_RUNNING

record EVENT_UPDATE u64 2 ENERGY str "power/energy-pkg/" pad8
record EVENT_UPDATE u64 1 ENERGY f64 0.25
record EVENT_UPDATE u64 0 ENERGY str "Joules" pad8
record EVENT_UPDATE u64 2 SWITCHES str "context-switches" pad8
record THREAD_MAP u64 1 831 text "sleep" fill 11
record CPU_MAP u16 0 1 0xffff pad8
record STAT_CONFIG u64 3 0 3 1 1000 2 0
record STAT u64 ENERGY u32 -1 0 u64 1000 997437 997437
record STAT u64 SWITCHES u32 -1 0 u64 3 997437 997437
record STAT_ROUND u64 0 1000000000
record STAT u64 ENERGY u32 -1 0 u64 1500 1997437 1997437
record STAT u64 SWITCHES u32 -1 0 u64 7 1997437 1997437
record STAT_ROUND u64 1 2000000000
