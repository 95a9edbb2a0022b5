# SPDX-License-Identifier: GPL-3.0-or-later
# SWITCH records of two CPUs; some of CPU 0 are lost. strips.t has the times worked out by hand.
include "strips.inc"

comes 10 10 1000 0
sample 10 10 1200 0
record LOST u64 0 17 u32 10 10 u64 1400 u32 0 0
goes 0 10 10 1800 0
comes 20 20 1800 0
sample 20 20 2000 0

comes 30 30 1000 1
goes 0 30 30 1900 1
