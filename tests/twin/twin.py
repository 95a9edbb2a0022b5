#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: twin.py RECORDING TWIN

Writes what a big-endian machine would have recorded: the same file with all numbers the other way
round, at the same places. Bit-fields of C are laid out from the top there. Texts, stack dumps, AUX
data and other bytes stay; payloads of tracepoints are swapped by their formats, whose section says
then that it is big-endian.

The recording is little-endian and not compressed: a finished file, a folder's file, or one that was
written into a pipe. What is not known stops it.
"""
import struct
import sys

sys.dont_write_bytecode = True

import attr  # noqa: E402
import features  # noqa: E402
import records  # noqa: E402
import swap  # noqa: E402
import tracing  # noqa: E402

PIPE_HEADER, HEADER = 16, 104
NRCPUS = 7


def take_attrs(data, section, attr_size, events):
    start, size = section
    for at in range(start, start + size, attr_size):
        entry = swap.Swap(data, at, at + attr_size)
        one = attr.take(entry, attr_size - 16)
        where, length = entry.u64(), entry.u64()
        ids = swap.Swap(data, where, where + length)
        events.add(one, [ids.u64() for _ in range(length // 8)])


def take_features(data, at, bits, events):
    """The table and its sections. NRCPUS is read before the others need it."""
    sections = {}
    table = swap.Swap(data, at, len(data))
    for number in range(256):
        if bits >> number & 1:
            sections[number] = (table.u64(), table.u64())
    nrcpus = 0
    if NRCPUS in sections:
        nrcpus, = struct.unpack_from("<I", data, sections[NRCPUS][0])
    for number, (start, size) in sections.items():
        one = swap.Swap(data, start, start + size)
        one.nrcpus = nrcpus
        if number == features.TRACING_DATA:
            events.formats = tracing.take(one)
        else:
            features.take(number, one)


def pipe_nrcpus(data):
    """The feature of a stream, looked for before anything is swapped."""
    at = PIPE_HEADER
    while at + 8 <= len(data):
        kind, _, size = struct.unpack_from("<IHH", data, at)
        if kind == records.HEADER_FEATURE and struct.unpack_from("<Q", data, at + 8)[0] == NRCPUS:
            return struct.unpack_from("<I", data, at + 16)[0]
        extra = struct.unpack_from("<I", data, at + 8)[0] if kind == records.TRACING_DATA else 0
        at += size + (extra + 7 & ~7)
    return 0


def take_data(data, start, end, events, nrcpus):
    while start < end:
        start = records.take(data, start, events, nrcpus)


def twin(data):
    """Swaps a whole recording in place."""
    if data[:8] != b"PERFILE2":
        raise ValueError("not a little-endian recording")
    events = records.Events()
    header = swap.Swap(data, 0, len(data))
    header.u64()
    if header.u64() == PIPE_HEADER:
        take_data(data, PIPE_HEADER, len(data), events, pipe_nrcpus(data))
        return
    attr_size = header.u64()
    attrs, (start, size), _ = ((header.u64(), header.u64()) for _ in range(3))
    bits = sum(header.u64() << 64 * word for word in range(4))
    if not size:
        raise ValueError("the recording is not finished")
    take_attrs(data, attrs, attr_size, events)
    # The features come first: samples of tracepoints need the formats.
    take_features(data, start + size, bits, events)
    take_data(data, start, start + size, events, 0)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: twin.py RECORDING TWIN")
    with open(sys.argv[1], "rb") as stream:
        data = bytearray(stream.read())
    twin(data)
    with open(sys.argv[2], "wb") as stream:
        stream.write(data)


if __name__ == "__main__":
    main()
