# SPDX-License-Identifier: GPL-3.0-or-later
"""Feature sections, each by its number."""
import attr

TRACING_DATA = 1


def one_string(s):
    s.fstr()


def cmdline(s):
    for _ in range(s.u32()):
        s.fstr()


def build_ids(s):
    while s.left() >= 36:
        end = s.at
        s.u32()
        s.u16()
        end += s.u16()
        s.u32()
        s.skip(end - s.at)


def event_desc(s):
    count, size = s.u32(), s.u32()
    for _ in range(count):
        attr.take(s, size)
        ids = s.u32()
        s.fstr()
        s.all("Q" * ids)


def cpu_topology(s):
    """The cores behind the first two lists, and the dies behind those, depend on NRCPUS."""
    cmdline(s)
    cmdline(s)
    s.all("II" * min(s.nrcpus, s.left() // 8))
    if s.left() >= 4:
        cmdline(s)
        s.rest("I")


def nrcpus(s):
    s.all("II")


def numa_topology(s):
    for _ in range(s.u32()):
        s.all("IQQ")
        s.fstr()


def pmu_mappings(s):
    for _ in range(s.u32()):
        s.u32()
        s.fstr()


def group_desc(s):
    for _ in range(s.u32()):
        s.fstr()
        s.all("II")


def cache(s):
    s.u32()
    for _ in range(s.u32()):
        s.all("IIII")
        cmdline_of(s, 3)


def cmdline_of(s, count):
    for _ in range(count):
        s.fstr()


def pairs(s):
    for _ in range(s.u32()):
        cmdline_of(s, 2)


def pmu_caps(s):
    for _ in range(s.u32()):
        pairs(s)
        s.fstr()


def clock_data(s):
    s.all("IIQQ")


# struct bpf_prog_info up to verified_insns; T is 8 bytes of tag, N 16 of name, G a bit in a word.
PROG_INFO = "II" "T" "II" "QQQ" "II" "Q" "N" "I" "G" "QQ" "II" "QQ" "II" "Q" "II" "QQ" "IIII" "QQQQ" "III"
PROG_BYTES = {"T": 8, "N": 16}
# The arrays behind it, by bit: field of PROG_INFO with the count, and what an element is made of.
# Code is left as it is: nothing looks into it.
PROG_ARRAYS = ((3, "B"), (4, "B"), (9, "I"), (16, "Q"), (17, "I"), (23, "II"), (24, "IIII"),
               (27, "Q"), (30, "BBBBBBBB"))


def prog_info(s, size):
    """The values of its fields, zeros for those that the writer did not know."""
    end, values = s.at + size, []
    for kind in PROG_INFO:
        if s.at >= end:
            values.append(0)
        elif kind in PROG_BYTES:
            values.append(s.skip(PROG_BYTES[kind]))
        elif kind == "G":
            values.append(s.data[s.at])
            s.put("I", (values[-1] & 1) << 31)
        else:
            values.append(s.take(kind))
    s.skip(end - s.at)
    return values


def bpf_prog_info(s):
    for _ in range(s.u32()):
        info_len, data_len = s.u32(), s.u32()
        arrays = s.u64()
        values = prog_info(s, info_len)
        end = s.at + data_len
        for bit, (count, element) in enumerate(PROG_ARRAYS):
            if arrays >> bit & 1:
                start = s.at
                s.all(element * values[count])
                s.skip(-(s.at - start) % 8)
        s.skip(end - s.at)


def bpf_btf(s):
    """The types themselves tell their order."""
    for _ in range(s.u32()):
        s.u32()
        s.skip(s.u32())


def numbers64(s):
    s.rest("Q")


def numbers32(s):
    s.rest("I")


def nothing(_):
    pass


BY_NUMBER = {
    2: build_ids, 3: one_string, 4: one_string, 5: one_string, 6: one_string, 7: nrcpus,
    8: one_string, 9: one_string, 10: numbers64, 11: cmdline, 12: event_desc, 13: cpu_topology,
    14: numa_topology, 15: nothing, 16: pmu_mappings, 17: group_desc, 18: numbers64, 19: nothing,
    20: cache, 21: numbers64, 22: numbers64, 23: numbers64, 24: numbers64, 25: bpf_prog_info, 26: bpf_btf,
    27: numbers32, 28: pairs, 29: clock_data, 30: pairs, 31: pmu_caps, 33: numbers32, 34: numbers32,
}


def take(number, s):
    """Swaps a section other than the tracing data."""
    if number not in BY_NUMBER:
        raise ValueError(f"feature {number} is not known")
    BY_NUMBER[number](s)
