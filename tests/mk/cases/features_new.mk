# SPDX-License-Identifier: GPL-3.0-or-later
# Feature sections that perf 6.1 and machines at hand do not write: several kinds of cores, domains
# of the scheduler, numbers of a perf to come.
include "abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 2 2
feature EVENT_DESC event_desc
# an AUXTRACE record that is not there: place and size of its header
feature FEAT_AUXTRACE u64 1 0x1000 48
# CPU_PMU_CAPS
feature CPU_PMU_CAPS u32 2 fstr "branches" "32" fstr "max_precise" "3"
# HYBRID_TOPOLOGY
feature 30 u32 2 fstr "cpu_core" "0" fstr "cpu_atom" "1"
# PMU_CAPS
feature 31 u32 2
	u32 1 fstr "branches" "32" fstr "cpu_core"
	u32 2 fstr "branches" "16" fstr "max_precise" "2" fstr "cpu_atom"
# CPU_DOMAIN_INFO of schedstat 17: two CPUs with one domain each
feature 32 u32 17 2
	u32 0 1 u32 0 fstr "MC" "00000003" "0-1"
	u32 1 1 u32 0 fstr "MC" "00000003" "0-1"
# E_MACHINE, CLN_SIZE
feature 33 u32 62 0
feature 34 u32 64
# MEMORY_RANGES, and a number that nobody has given out
feature 35 u64 1 0x100000000 0x80000000
feature 77 hex 0011223344556677

record SAMPLE misc=USER u64 0x1001 u32 781 782 u64 1000 u32 1 0
