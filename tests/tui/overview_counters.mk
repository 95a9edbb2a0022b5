# SPDX-License-Identifier: GPL-3.0-or-later
# perf stat record of counters that shared their hardware: one counted half of the time on CPU 0 and all of it on
# CPU 1, one never, and one counts in a unit.
include "../mk/cases/abi.inc"
file mode=pipe

let CYCLES = 71
let MISSES = 72
let ENERGY = 73

attr type=HARDWARE config=0 size=128 ids=CYCLES sample_type=0 read_format=R_ENABLED|R_RUNNING
attr type=HARDWARE config=3 size=128 ids=MISSES sample_type=0 read_format=R_ENABLED|R_RUNNING
attr type=8 config=2 size=128 ids=ENERGY sample_type=0 read_format=R_ENABLED|R_RUNNING

record EVENT_UPDATE u64 2 ENERGY str "power/energy-pkg/" pad8
record EVENT_UPDATE u64 1 ENERGY f64 0.25
record EVENT_UPDATE u64 0 ENERGY str "Joules" pad8
record THREAD_MAP u64 1 4294967295 fill 16
record CPU_MAP u16 0 2 0 1 pad8
record STAT_CONFIG u64 3 0 3 1 0 2 1
record STAT u64 CYCLES u32 0 0 u64 1 2000 1000
record STAT u64 CYCLES u32 0 0 u64 1000000 4000 2000
record STAT u64 CYCLES u32 1 0 u64 5 4000 4000
record STAT u64 MISSES u32 0 0 u64 0 4000 0
record STAT u64 ENERGY u32 0 0 u64 1501 4000 4000
record STAT_ROUND u64 1 4000
