# SPDX-License-Identifier: GPL-3.0-or-later
# Names that want to do something to a terminal, or are not text at all.
include "abi.inc"

attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu\e[2J-clock"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_COMM

feature HOSTNAME fstr "test\e[7mhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 8 8
feature EVENT_DESC event_desc

macro trailer time
	u32 631 632 u64 time u32 2 0
end

# escape sequences, new lines, what quoting could break
record COMM u32 631 632 str "\e[31mred\e[0m" pad8 trailer 1000
record COMM u32 631 632 str "a\nb\tc\rd" pad8 trailer 1001
record COMM u32 631 632 str "\"\\\x7f\x01\x1f" pad8 trailer 1002
record COMM u32 631 632 str "" pad8 trailer 1003
# C1 controls as UTF-8 and as bytes
record COMM u32 631 632 str "\xc2\x9b31mx" pad8 trailer 1004
record COMM u32 631 632 str "\x9b31mx" pad8 trailer 1005
# right-to-left override, isolate, zero width space, a combining mark, four bytes
record COMM u32 631 632 str "a\xe2\x80\xaeexe" pad8 trailer 1006
record COMM u32 631 632 str "a\xe2\x81\xa6\xe2\x80\x8bb" pad8 trailer 1007
record COMM u32 631 632 str "e\xcc\x81 \xf0\x9f\x98\x80" pad8 trailer 1008
# not UTF-8: bytes that never occur, a long form, a surrogate, beyond the end, cut
record COMM u32 631 632 str "\xff\xfeab" pad8 trailer 1009
record COMM u32 631 632 str "x\xc0\x80y" pad8 trailer 1010
record COMM u32 631 632 str "\xed\xa0\x80z" pad8 trailer 1011
record COMM u32 631 632 str "\xf4\x90\x80\x80" pad8 trailer 1012
record COMM u32 631 632 str "cut\xe2\x82" pad8 trailer 1013
record COMM u32 631 632 str "cut\xe2\x82(" pad8 trailer 1014
# no NUL before the trailer; something behind the NUL
record COMM u32 631 632 text "sixteen-letters!" trailer 1015
record COMM u32 631 632 str "ab\0cd" pad8 trailer 1016

record MMAP2 misc=USER u32 631 631 u64 0x1000 0x1000 0 u32 8 1 u64 5 0 u32 5 2
	str "/tmp/\e]0;title\x07\nnext \xff.so" pad8 trailer 1020
record MMAP misc=USER u32 631 631 u64 0x2000 0x1000 0 str "/tmp/\e[1;1H\xe2\x80\xae.so" pad8
	trailer 1021
record KSYMBOL u64 0xffffffffc0001000 u32 8 u16 1 0 str "bpf\e[5m\x90" pad8 trailer 1022
record CGROUP u64 77 str "/a b\n\e[0m/\xe2\x80\xa8" pad8 trailer 1023
record CGROUP u64 78 str "/\x80" pad8 trailer 1024
record COMM u32 631 632 str "\e[41m" pad8 trailer 1025
record SAMPLE misc=USER u64 0x1001 trailer 1030
