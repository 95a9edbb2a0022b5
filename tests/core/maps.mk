# SPDX-License-Identifier: GPL-3.0-or-later
# Address spaces that change while samples are taken; tests/core/maps.t has what is mapped at each
# sample. The records of the file are not in time order.
include "../mk/cases/abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_ADDR|S_CALLCHAIN|S_BRANCH_STACK|S_CGROUP
	flags=F_COMM|F_MMAP|F_MMAP2|F_TASK|F_COMM_EXEC|F_SAMPLE_ID_ALL|F_KSYMBOL
	branch_sample_type=B_USER|B_ANY

feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature EVENT_DESC event_desc
# struct perf_record_header_build_id: an entry with a pid
feature BUILD_ID u32 67 u16 KERNEL 64 s32 -1 hex 000102030405060708090a0b0c0d0e0f10111213 u32 0
	str "[kernel.kallsyms]" pad8 u64 0
	u32 67 u16 USER 48 s32 -1 hex ffeeddccbbaa99887766554433221100ffeeddcc u32 0 str "/bin/prog" u8 0 0

# The trailer: pid, tid, time
macro at pid time
	u32 pid pid u64 time
end
macro mmap pid addr len pgoff
	u32 pid pid u64 addr len pgoff
end
# prot rx, flags private, no device
macro mmap2 pid addr len pgoff
	u32 pid pid u64 addr len pgoff u32 0 0 u64 0 0 u32 5 2
end
# A sample with data at an address, a frame of each side, a branch, a cgroup
macro sample pid time ip addr
	u64 ip u32 pid pid u64 time addr
	u64 4 CTX_KERNEL 0xffffffff81000100 CTX_USER ip
	u64 1 ip 0xffffffff81000200 0 77
end

# 1: a sample before anything but what holds from the start
record SAMPLE misc=USER sample 100 1100 0x400123 0
# 2: in the first library, and where nothing is
record SAMPLE misc=USER sample 100 1200 0x7f0000005000 0x6000
# 3: the second library lies over the middle of the first
record SAMPLE misc=USER sample 100 1550 0x7f0000005000 0x7f0000003fff
record SAMPLE misc=USER sample 100 1560 0x7f0000008000 0x7f000000ffff
# 4: the child has what its parent had
record FORK u32 200 100 200 100 u64 1600 at 100 1600
record SAMPLE misc=USER sample 200 1650 0x7f0000005000 0x400fff
# 5: the parent maps something else there: not for the child
record MMAP2 misc=USER mmap2 100 0x7f0000005000 0x1000 0 str "/lib/libz.so" pad8 at 100 1700
record SAMPLE misc=USER sample 100 1750 0x7f0000005008 0
record SAMPLE misc=USER sample 200 1751 0x7f0000005008 0
# 6: exec
record COMM misc=COMM_EXEC u32 200 200 str "other" pad8 at 200 1800
record SAMPLE misc=USER sample 200 1805 0x400123 0
record MMAP2 misc=USER mmap2 200 0x400000 0x2000 0 str "/bin/other" pad8 at 200 1810
record SAMPLE misc=USER sample 200 1820 0x400123 0x7f0000005000
# 7: code that was compiled at run time, the vdso, the heap
record MMAP2 misc=USER mmap2 100 0x10000000 0x1000 0 str "//anon" pad8 at 100 1830
record MMAP misc=USER mmap 100 0x7fff00000000 0x2000 0x7fff00000000 str "[vdso]" u8 0 at 100 1831
record MMAP misc=USER|MMAP_DATA mmap 100 0x20000000 0x2000 0x20000000 str "[heap]" u8 0 at 100 1832
record SAMPLE misc=USER sample 100 1840 0x10000010 0x20000010
record SAMPLE misc=USER sample 100 1841 0x7fff00000010 0x20002000
# 8: the kernel, a module, and what BPF adds and removes again
record SAMPLE misc=KERNEL sample 100 1900 0xffffffff81000010 0x400010
record SAMPLE misc=KERNEL sample 100 1901 0xffffffffc0000010 0
record KSYMBOL u64 0xffffffffc0100000 u32 256 u16 1 0 str "bpf_prog_0123" u8 0 0 at 0 2000
# ... behind the kernel's text, where its data are, and too far behind
record SAMPLE misc=KERNEL sample 100 1902 0xffffffff82001010 0
record SAMPLE misc=KERNEL sample 100 1903 0xffffffff92001010 0
record SAMPLE misc=KERNEL sample 100 1999 0xffffffffc0100010 0
record SAMPLE misc=KERNEL sample 100 2001 0xffffffffc0100010 0
record KSYMBOL u64 0xffffffffc0100000 u32 256 u16 1 1 str "bpf_prog_0123" u8 0 0 at 0 2100
record SAMPLE misc=KERNEL sample 100 2101 0xffffffffc0100010 0
# 9: guests
record MMAP misc=GUEST_KERNEL mmap 0 0xffffffff81000000 0x1000 0xffffffff81000000
	str "[guest.kernel.kallsyms]_text" u8 0 0 0 at 0 0
record SAMPLE misc=GUEST_KERNEL sample 100 2200 0xffffffff81000010 0
record SAMPLE misc=GUEST_USER sample 100 2201 0x400123 0
record SAMPLE misc=HYPERVISOR sample 100 2202 0x400123 0
# 10: the number of a process is used again
record EXIT u32 200 100 200 100 u64 2300 at 200 2300
record SAMPLE misc=USER sample 200 2301 0x400123 0
record FORK u32 200 100 200 100 u64 2400 at 100 2400
record SAMPLE misc=USER sample 200 2401 0x400123 0x10000010
# 11: nonsense: no bytes, an end beyond all addresses, parents in a circle
record MMAP misc=USER mmap 300 0x5000 0 0 str "/nothing" pad8 at 300 2500
record MMAP misc=USER mmap 300 0xffffffffffff0000 0x20000 0 str "/wraps" u8 0 at 300 2501
record FORK u32 301 300 301 300 u64 2502 at 300 2502
record FORK u32 300 301 300 301 u64 2502 at 301 2502
record FORK u32 302 302 302 302 u64 2502 at 302 2502
record SAMPLE misc=USER sample 300 2490 0x5000 0
record SAMPLE misc=USER sample 300 2501 0xffffffffffff0010 0
record SAMPLE misc=USER sample 301 2600 0xffffffffffff0010 0
record SAMPLE misc=USER sample 302 2600 0x5000 0
# 12: without a time: as the record before
record SAMPLE misc=USER sample 100 2700 0x7f0000005008 0
record SAMPLE misc=USER sample 100 0 0x7f0000005008 0

# What was before all of these, in no order
record MMAP2 misc=USER mmap2 100 0x7f0000004000 0x4000 0x2000 str "/lib/liby.so" pad8 at 100 1500
record MMAP2 misc=USER mmap2 100 0x7f0000000000 0x10000 0 str "/lib/libx.so" pad8 at 100 1150
record MMAP misc=USER mmap 100 0x400000 0x1000 0x3000 str "/bin/prog" u8 0 0 0 0 0 0 at 0 0
record MMAP misc=KERNEL mmap -1 0xffffffff81000000 0x1000000 0xffffffff81000000
	str "[kernel.kallsyms]_text" u8 0 at 0 0
record MMAP misc=KERNEL mmap -1 0xffffffffc0000000 0x10000 0
	str "/lib/modules/6.1/kernel/sound/snd-pcm.ko.xz" pad8 at 0 0
record CGROUP u64 77 str "/user.slice" pad8 at 0 0
record HEADER_BUILD_ID misc=USER s32 -1 hex 5555555555555555555555555555555555555555 u32 0 str "/bin/other" u8 0
