# SPDX-License-Identifier: GPL-3.0-or-later
"""struct perf_event_attr, and what it says about the layout of records."""
import struct

import swap

# Field by field up to the end of the newest one; the flags are a word of bit-fields.
FIELDS = "II" "QQQQ" "F" "II" "QQQQ" "II" "Q" "I" "HH" "II" "QQQ" "HHHH" "II" "QQ"
PRECISE_IP = [(15, 2)]
VER0 = 64

IP, TID, TIME, ADDR, READ, CALLCHAIN, ID, CPU = (1 << bit for bit in range(8))
PERIOD, STREAM_ID, RAW, BRANCH_STACK, REGS_USER, STACK_USER = (1 << bit for bit in range(8, 14))
WEIGHT, DATA_SRC, IDENTIFIER, TRANSACTION, REGS_INTR = (1 << bit for bit in range(14, 19))
PHYS_ADDR, AUX, CGROUP, DATA_PAGE_SIZE, CODE_PAGE_SIZE = (1 << bit for bit in range(19, 24))
WEIGHT_STRUCT = 1 << 24
KNOWN = (1 << 25) - 1

READ_ENABLED, READ_RUNNING, READ_ID, READ_GROUP, READ_LOST = (1 << bit for bit in range(5))
BRANCH_HW_INDEX, BRANCH_COUNTERS = 1 << 17, 1 << 19
SAMPLE_ID_ALL = 1 << 18
TRACEPOINT = 2


class Attr:
    """What of an attr matters to others, read before it is swapped."""

    def __init__(self, data, at, size):
        whole = bytes(data[at:at + size]).ljust(256, b"\0")
        self.type, self.size, self.config = struct.unpack_from("<IIQ", whole)
        self.sample_type, self.read_format, flags = struct.unpack_from("<3Q", whole, 24)
        self.branch_type, self.regs_user = struct.unpack_from("<2Q", whole, 72)
        self.regs_intr, = struct.unpack_from("<Q", whole, 96)
        self.sample_id_all = bool(flags & SAMPLE_ID_ALL)

    def has(self, bits):
        return bool(self.sample_type & bits)

    def id_in_sample(self):
        """Its byte in the record, None without ids."""
        if self.has(IDENTIFIER):
            return 8
        if self.has(ID):
            return 8 + 8 * sum(self.has(bit) for bit in (IP, TID, TIME, ADDR))
        return None

    def id_in_trailer(self):
        """Its byte counted from the end."""
        if self.has(IDENTIFIER):
            return 8
        if self.has(ID):
            return 8 + 8 * self.has(CPU) + 8 * self.has(STREAM_ID)
        return None

    def trailer(self):
        if not self.sample_id_all:
            return ""
        kinds = ((TID, "II"), (TIME, "Q"), (ID, "Q"), (STREAM_ID, "Q"), (CPU, "II"),
                 (IDENTIFIER, "Q"))
        return "".join(kind for bit, kind in kinds if self.has(bit))


def size_at(data, at):
    return struct.unpack_from("<I", data, at + 4)[0] or VER0


def take(s, size):
    """Swaps the attr of that size at the cursor, returns what it says."""
    attr = Attr(s.data, s.at, size)
    end = s.at + size
    for kind in FIELDS:
        if s.at == end:
            break
        if kind == "F":
            flags, = struct.unpack_from("<Q", s.data, s.at)
            s.put("Q", swap.mirror(flags, PRECISE_IP))
        else:
            s.take(kind)
    while s.at + 8 <= end:
        s.u64()
    s.at = end
    return attr
