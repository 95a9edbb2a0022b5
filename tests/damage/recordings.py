# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings that are damaged, the damages, and what each touches.

A place is (stream, offset). What is inside of compressed records lies in streams of its own.
"""
import bisect
import struct

HEADER = 104
BITMAP = 72
PIPE_HEADER = 16
RECORD_HEADER = 8
STRETCH_MAX = 4096
COMPRESSED = ("COMPRESSED", "COMPRESSED2")
# Of a pipe they say how records are laid out, as the header of a file does.
LAYOUT_TYPES = ("ATTR",)


class Recording:
    """A file, or one file of a folder; its parts, and all records as perfnav finds them."""

    def __init__(self, path, member, objects):
        self.path, self.member = path, member
        self.name = path.name + ("/" + member if member else "")
        self.bytes = (path / member if member else path).read_bytes()
        words = struct.unpack_from("<13Q", self.bytes.ljust(HEADER, b"\0"))
        self.attr_size, self.attrs, self.data = words[2], words[3:5], words[5:7]
        self.raw = bool(member) and member != "data"
        self.pipe = not self.raw and words[1] == PIPE_HEADER
        self.known = self.raw or (self.bytes[:8] == b"PERFILE2" and (
            self.pipe or words[1] == HEADER))
        self.stream = int(member.split(".")[1]) + 1 if self.raw else 0
        if self.raw:
            self.data = (0, len(self.bytes))
        elif self.pipe:
            self.data = (PIPE_HEADER, len(self.bytes) - PIPE_HEADER)
        elif not self.data[1]:  # of a recorder that was killed
            self.data = (self.data[0], len(self.bytes) - self.data[0])
        self._sort(objects)

    def _sort(self, objects):
        """plain: of this file's stream; inner: inside of its compressed records."""
        self.objects = objects
        self.plain = [o for o in objects if o["stream"] == self.stream]
        containers = {o["offset"] for o in self.plain if o["type"] in COMPRESSED}
        self.compressed = bool(containers)
        inner = {o["stream"] for o in objects if o.get("in") in containers and
                 o["stream"] > self.stream}
        self.inner_stream = min(inner) if inner else None

    def data_end(self):
        return sum(self.data)

    def about_events(self):
        """The bytes that say how records are laid out: attrs and the ids of each."""
        if self.raw:
            return
        if self.pipe:
            for record in self.plain:
                if record["type"] in LAYOUT_TYPES:
                    yield record["offset"], record["offset"] + record["size"]
            return
        start, size = self.attrs
        yield start, start + size
        for entry in range(start, start + size, self.attr_size):
            offset, size = struct.unpack_from("<2Q", self.bytes, entry + self.attr_size - 16)
            yield offset, offset + size

    def header_end(self):
        if self.raw:
            return 0
        return max(PIPE_HEADER if self.pipe else HEADER, *(end for _, end in self.about_events()))

    def untrusted_from(self, damage):
        """Offset of the first compressed record that is touched: nothing behind can be trusted."""
        touched = [o["offset"] for o in self.plain if o["type"] in COMPRESSED and
                   damage.touches(o["offset"], o["offset"] + o["size"])]
        return min(touched, default=None)


class Cut:
    def __init__(self, recording, rng):
        self.at = rng.randrange(len(recording.bytes) + 1)
        self.line = f"cut {self.at}"
        self.recording = recording

    def apply(self):
        return self.recording.bytes[:self.at]

    def touches(self, start, end):
        return end > self.at

    def header(self):
        return self.at < self.recording.header_end()


class Change:
    """Some bytes that become others: the places where they differ are what is damaged."""

    def __init__(self, recording, rng):
        size = len(recording.bytes)
        where = rng.random()
        start, end = 0, size
        if where < 0.65:
            start, end = recording.data[0], recording.data_end()
        elif where < 0.85:  # what a reader goes by: type, misc and size
            start = rng.choice(recording.plain)["offset"]
            end = start + RECORD_HEADER
        self.recording = recording
        self.at = rng.randrange(start, end)
        if rng.random() < 0.6:
            new = rng.randbytes(min(rng.randint(1, 16), size - self.at))
            self.line = f"set {self.at} {new.hex()}"
        else:
            length = min(rng.randint(1, STRETCH_MAX), size - self.at)
            byte = 0 if rng.random() < 0.5 else rng.randrange(256)
            new = bytes([byte]) * length
            self.line = f"fill {self.at} {length} {byte}"
        self.new = new
        old = recording.bytes[self.at:self.at + len(new)]
        self.places = [self.at + i for i, (a, b) in enumerate(zip(old, new)) if a != b]

    def apply(self):
        old = self.recording.bytes
        return old[:self.at] + self.new + old[self.at + len(self.new):]

    def touches(self, start, end):
        first = bisect.bisect_left(self.places, start)
        return first < len(self.places) and self.places[first] < end

    def header(self):
        """Where the sections are, and what a recording is: without it anything may follow."""
        if self.recording.raw:
            return False
        return self.touches(0, PIPE_HEADER if self.recording.pipe else BITMAP)
