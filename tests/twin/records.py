# SPDX-License-Identifier: GPL-3.0-or-later
"""Records: what the kernel writes with its trailer, samples, and perf's own."""
import struct

import attr as a
import features
import swap
import tracing

USER = 64
SAMPLE, READ, MMAP2, TEXT_POKE, NAMESPACES, DEFERRED = 9, 8, 10, 20, 16, 22
HEADER_ATTR, TRACING_DATA, BUILD_ID, AUXTRACE, HEADER_FEATURE = 64, 66, 67, 71, 80
MMAP_BUILD_ID = 1 << 14
BRANCH_FIELDS = [(4, 16), (20, 4), (24, 2), (26, 4), (30, 3)]

# The numbers a body begins with; what follows is text or bytes.
KERNEL = {1: "IIQQQ", 2: "QQ", 3: "II", 4: "IIIIQ", 5: "QQQ", 6: "QQQ", 7: "IIIIQ", 11: "QQQ",
          12: "II", 13: "Q", 14: "", 15: "II", 17: "QIHH", 18: "HHI", 19: "Q", 20: "QHH", 21: "Q"}
# Bodies that are numbers to their end.
WORDS = {READ: "II", NAMESPACES: "II", DEFERRED: ""}

PERF = {65: "Q", 68: "", 72: "IIIIIIQQ", 76: "QIIQQQ", 77: "QQ", 79: "QQQ", 82: ""}
PERF_WORDS = {69: "", 70: "II", 75: ""}
TIME_CONV, THREAD_MAP, CPU_MAP, EVENT_UPDATE = 79, 73, 74, 78
UPDATE_SCALE, UPDATE_CPUS = 1, 3


class Events:
    """The attrs, and which of them a record belongs to."""

    def __init__(self):
        self.attrs, self.by_id = [], {}
        self.formats = {}

    def add(self, attr, ids):
        self.attrs.append(attr)
        for one in ids:
            self.by_id.setdefault(one, attr)

    def of(self, data, at, kind, size):
        first = self.attrs[0]
        if len(self.attrs) == 1:
            return first
        if kind == SAMPLE:
            place = first.id_in_sample()
        else:
            place = first.id_in_trailer()
            place = None if place is None or not first.sample_id_all else size - place
        if place is None or place + 8 > size:
            return first
        return self.by_id.get(struct.unpack_from("<Q", data, at + place)[0], first)


def read_values(s, form):
    count = s.u64() if form & a.READ_GROUP else 1
    times = bool(form & a.READ_ENABLED) + bool(form & a.READ_RUNNING)
    each = 1 + bool(form & a.READ_ID) + bool(form & a.READ_LOST)
    if form & a.READ_GROUP:
        s.all("Q" * times)
        s.all("Q" * (each * count))
    else:
        s.all("Q" * (times + each))


def registers(s, mask):
    if s.u64():
        s.all("Q" * bin(mask).count("1"))


def branches(s, attr):
    count = s.u64()
    if attr.branch_type & a.BRANCH_HW_INDEX:
        s.u64()
    for _ in range(count):
        s.all("QQ")
        flags, = struct.unpack_from("<Q", s.data, s.at)
        s.put("Q", swap.mirror(flags, BRANCH_FIELDS))
    if attr.branch_type & a.BRANCH_COUNTERS:
        s.all("Q" * count)


def raw(s, attr, events):
    size = s.u32()
    if attr.type == a.TRACEPOINT:
        tracing.payload(s, size, events.formats)
    else:
        s.skip(size)


def sized(s):
    size = s.u64()
    s.skip(size)
    return size


FIXED = ((a.IDENTIFIER, "Q"), (a.IP, "Q"), (a.TID, "II"), (a.TIME, "Q"), (a.ADDR, "Q"),
         (a.ID, "Q"), (a.STREAM_ID, "Q"), (a.CPU, "II"), (a.PERIOD, "Q"))
BEHIND_REGS = ((a.PHYS_ADDR, "Q"), (a.CGROUP, "Q"), (a.DATA_PAGE_SIZE, "Q"),
               (a.CODE_PAGE_SIZE, "Q"))


def sample(s, attr, events):
    for bit, kinds in FIXED:
        if attr.has(bit):
            s.all(kinds)
    if attr.has(a.READ):
        read_values(s, attr.read_format)
    if attr.has(a.CALLCHAIN):
        s.all("Q" * s.u64())
    if attr.has(a.RAW):
        raw(s, attr, events)
    if attr.has(a.BRANCH_STACK):
        branches(s, attr)
    if attr.has(a.REGS_USER):
        registers(s, attr.regs_user)
    if attr.has(a.STACK_USER) and sized(s):
        s.u64()
    for bit in (a.WEIGHT | a.WEIGHT_STRUCT, a.DATA_SRC, a.TRANSACTION):
        if attr.has(bit):
            s.u64()
    if attr.has(a.REGS_INTR):
        registers(s, attr.regs_intr)
    for bit, kinds in BEHIND_REGS:
        if attr.has(bit):
            s.all(kinds)
    if attr.has(a.AUX):
        sized(s)
    if s.left() or attr.sample_type & ~a.KNOWN:
        raise ValueError(f"{s.left()} bytes of a sample are left at {s.at:#x}")


def mmap2(s, misc):
    s.all("IIQQQ")
    if misc & MMAP_BUILD_ID:
        s.skip(24)
    else:
        s.all("IIQQ")
    s.all("II")


def kernel(s, kind, misc, size, events):
    attr = events.of(s.data, s.at, kind, size)
    body = swap.Swap(s.data, s.at + 8, s.at + size)
    if kind == SAMPLE:
        sample(body, attr, events)
        return
    trailer = attr.trailer()
    length = sum(swap.SIZES[one] for one in trailer)
    end = body.end - length
    swap.Swap(s.data, end, body.end).all(trailer)
    body.end = end
    if kind == MMAP2:
        mmap2(body, misc)
    elif kind in WORDS:
        body.all(WORDS[kind])
        body.rest()
    else:
        body.all(KERNEL[kind])


def cpu_map(s):
    kind = s.u16()
    if kind == 0:
        s.all("H" * s.u16())
    elif kind == 1:
        count, size = s.u16(), s.u16()
        s.skip(4 if size == 8 else 0)
        s.all(("Q" if size == 8 else "I") * count)
    else:
        s.skip(2)
        s.all("HH")


def event_update(s):
    kind = s.u64()
    s.u64()
    if kind == UPDATE_SCALE:
        s.u64()
    elif kind == UPDATE_CPUS:
        cpu_map(s)


def thread_map(s):
    for _ in range(s.u64()):
        s.u64()
        s.skip(16)


def header_attr(s, events):
    attr = a.take(s, a.size_at(s.data, s.at))
    events.add(attr, [s.u64() for _ in range(s.left() // 8)])


def header_feature(s):
    number = s.u64()
    if s.left():
        features.take(number, s)


def perf(s, kind, events):
    if kind == HEADER_ATTR:
        header_attr(s, events)
    elif kind == HEADER_FEATURE:
        header_feature(s)
    elif kind == BUILD_ID:
        s.u32()
    elif kind == THREAD_MAP:
        thread_map(s)
    elif kind == CPU_MAP:
        cpu_map(s)
    elif kind == EVENT_UPDATE:
        event_update(s)
    elif kind in PERF_WORDS:
        s.all(PERF_WORDS[kind])
        s.rest()
    elif kind == TIME_CONV:
        s.all("QQQ" + ("QQ" if s.left() > 32 else ""))
    else:
        s.all(PERF[kind])


def take(data, at, events, nrcpus):
    """Swaps the record at that place and what belongs to it; the place of the next one."""
    kind, misc, size = struct.unpack_from("<IHH", data, at)
    body = swap.Swap(data, at + 8, at + size)
    body.nrcpus = nrcpus
    tail = 0
    if kind == TRACING_DATA:
        tail = (body.u32() + 7) & ~7
        events.formats = tracing.take(swap.Swap(data, at + size, at + size + tail))
    elif kind == AUXTRACE:
        tail = body.all("QQQIIII")[0]
    elif kind >= USER:
        perf(body, kind, events)
    else:
        kernel(swap.Swap(data, at, at + size), kind, misc, size, events)
    swap.Swap(data, at, at + 8).all("IHH")
    return at + size + tail
