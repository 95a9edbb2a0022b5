# SPDX-License-Identifier: GPL-3.0-or-later
"""The formats of tracepoints: the section that holds them, and the payloads they describe."""
import re

FIELD = re.compile(r"field:(.*?);\s*offset:(\d+);\s*size:(\d+);\s*signed:(\d+);")
NUMBER = {1: None, 2: "H", 4: "I", 8: "Q"}


class Format:
    def __init__(self, text):
        self.id = int(re.search(r"^ID: *(\d+)", text, re.M).group(1))
        self.numbers = []  # offset and size of each number that has an order
        for declared, offset, size, _ in FIELD.findall(text):
            self.add(declared, int(offset), int(size))

    def add(self, declared, offset, size):
        count = re.search(r"\[(\d+)\]$", declared)
        if "__data_loc" in declared or "__rel_loc" in declared:
            each = 4
        elif count and int(count.group(1)):
            each = size // int(count.group(1))
        else:
            each = size
        if NUMBER.get(each):
            self.numbers += [(offset + i, each) for i in range(0, size, each)]


def take(s):
    """Swaps the section of tracing data at the cursor; formats by id."""
    formats = {}
    if not s.left():
        return formats
    assert s.skip(10) == b"\x17\x08\x44tracing"
    version = s.text().decode()
    assert s.data[s.at] == 0, "the tracing data are not little-endian"
    s.data[s.at] = 1
    s.skip(2)
    s.u32()
    for name in (b"header_page", b"header_event"):
        assert s.text() == name
        s.skip(s.u64())
    for _ in range(s.u32()):
        s.skip(s.u64())
    for _ in range(s.u32()):
        s.text()
        for _ in range(s.u32()):
            one = Format(s.skip(s.u64()).decode("utf-8", "replace"))
            formats[one.id] = one
    s.skip(s.u32())
    s.skip(s.u32())
    if float(version) >= 0.6:
        s.skip(s.u64())
    return formats


def payload(s, size, formats):
    """A tracepoint's raw data at the cursor; those without a format stay as they are."""
    start = s.at
    kind = int.from_bytes(s.data[start:start + 2], "little")
    if kind in formats:
        for offset, each in formats[kind].numbers:
            if offset + each <= size:
                s.at = start + offset
                s.take(NUMBER[each])
    s.at = start
    s.skip(size)
