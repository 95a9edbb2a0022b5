# SPDX-License-Identifier: GPL-3.0-or-later
"""A cursor over little-endian bytes that it turns into big-endian ones in place."""
import struct

SIZES = {"B": 1, "H": 2, "I": 4, "Q": 8}


class Swap:
    """Each take returns the number and leaves it the other way round. Bytes that nothing takes stay
    as they are."""

    def __init__(self, data, at, end):
        self.data, self.at, self.end = data, at, end

    def left(self):
        return self.end - self.at

    def take(self, kind):
        size = SIZES[kind]
        if self.left() < size:
            raise ValueError(f"{size} bytes at {self.at:#x} pass the end at {self.end:#x}")
        place = slice(self.at, self.at + size)
        old = bytes(self.data[place])
        self.data[place] = old[::-1]
        self.at += size
        return int.from_bytes(old, "little")

    def u16(self):
        return self.take("H")

    def u32(self):
        return self.take("I")

    def u64(self):
        return self.take("Q")

    def all(self, kinds):
        return [self.take(kind) for kind in kinds]

    def rest(self, kind="Q"):
        while self.left() >= SIZES[kind]:
            self.take(kind)

    def skip(self, count):
        """Bytes that are the same in both orders."""
        if count < 0 or count > self.left():
            raise ValueError(f"{count} bytes at {self.at:#x} pass the end at {self.end:#x}")
        old = bytes(self.data[self.at:self.at + count])
        self.at += count
        return old

    def text(self):
        """With the NUL behind it."""
        end = self.data.index(0, self.at, self.end)
        return self.skip(end + 1 - self.at)[:-1]

    def fstr(self):
        return self.skip(self.u32()).split(b"\0")[0]

    def put(self, kind, value):
        """Another number than the one there, for what is more than a swap."""
        struct.pack_into(">" + kind, self.data, self.at, value)
        self.at += SIZES[kind]


def mirror(word, fields):
    """A u64 of C bit-fields: fields of more than one bit, (low, width), keep their values."""
    out, single = 0, (1 << 64) - 1
    for low, width in fields:
        mask = (1 << width) - 1
        single &= ~(mask << low)
        out |= (word >> low & mask) << 64 - low - width
    for bit in range(64):
        if word & single & 1 << bit:
            out |= 1 << 63 - bit
    return out
