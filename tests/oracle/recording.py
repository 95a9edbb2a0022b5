# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds recordings below a folder, and what of their kind matters to a comparison.

Only the header is decoded here.
"""

import os
import struct

MAGIC_LITTLE = b"PERFILE2"
MAGIC_BIG = b"2ELIFREP"
MAGIC_V1 = b"PERFFILE"
MAGICS = (MAGIC_LITTLE, MAGIC_BIG, MAGIC_V1)

PIPE_HEADER_SIZE = 16
HEADER_SIZE = 104
META_EVENTS = b"event_type_info\0"


class Recording:
    """A file or a directory of `perf record --threads`."""

    def __init__(self, path):
        self.path = path
        self.name = os.path.basename(os.path.normpath(path))
        # With its folder: other collections have recordings of that name.
        self.place = "/".join(os.path.abspath(path).split("/")[-2:])
        self.directory = os.path.isdir(path)
        self.data = os.path.join(path, "data") if self.directory else path
        with open(self.data, "rb") as f:
            self.header = f.read(HEADER_SIZE)
            self.bytes = os.fstat(f.fileno()).st_size
        magic = self.header[:8]
        self.big_endian = magic == MAGIC_BIG
        self.pipe = magic != MAGIC_V1 and self._word(8) == PIPE_HEADER_SIZE
        offset, size = self._word(40), self._word(48)
        self.unfinished = not self.pipe and size == 0
        self.cut = not self.pipe and offset + size > self.bytes

    def _word(self, at):
        if len(self.header) < at + 8:
            return 0
        return struct.unpack_from(">Q" if self.big_endian else "<Q", self.header, at)[0]

    @property
    def damaged(self):
        """perfnav may say so through its exit status."""
        return self.unfinished or self.cut

    def completed(self):
        """The bytes with a header as perf has at the end: data.size filled in, no features."""
        with open(self.data, "rb") as f:
            data = bytearray(f.read())
        offset = self._word(40)
        struct.pack_into("<Q", data, 48, len(data) - offset)
        data[72:HEADER_SIZE] = bytes(HEADER_SIZE - 72)
        return bytes(data)

    def meta_names(self):
        """The names that simpleperf gives to the events: lines "name,type,config" of META_INFO."""
        with open(self.data, "rb") as f:
            _, _, info = f.read().partition(META_EVENTS)
        lines = info.partition(b"\0")[0].decode(errors="replace").splitlines()
        return {line.partition(",")[0] for line in lines}


def has_magic(path):
    try:
        with open(path, "rb") as f:
            return f.read(8) in MAGICS
    except OSError:
        return False


def is_recording_dir(path):
    data = os.path.join(path, "data")
    return os.path.isfile(data) and has_magic(data)


def find(folder):
    """Paths of the recordings in the folder, sorted; oracle folders hold none."""
    if os.path.isfile(folder) and has_magic(folder) or is_recording_dir(folder):
        return [folder]
    found = []
    for top, dirs, files in os.walk(folder):
        dirs.sort()
        for name in list(dirs):
            if name == "oracle":
                dirs.remove(name)
            elif is_recording_dir(os.path.join(top, name)):
                dirs.remove(name)
                found.append(os.path.join(top, name))
        paths = (os.path.join(top, name) for name in files)
        found.extend(path for path in paths if os.path.isfile(path) and has_magic(path))
    return sorted(found)
