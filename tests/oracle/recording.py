# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds recordings below a folder and tells their kind from their bytes.

Only what is needed to decide whether a file is of a kind that is compared today: the header, one
feature bit and, where that bit is set, the types of the records. Nothing else is decoded here.
"""

import os
import struct

MAGIC_LITTLE = b"PERFILE2"
MAGIC_BIG = b"2ELIFREP"
MAGIC_V1 = b"PERFFILE"
MAGICS = (MAGIC_LITTLE, MAGIC_BIG, MAGIC_V1)

PIPE_HEADER_SIZE = 16
HEADER_SIZE = 104
FEATURE_COMPRESSED = 27
TYPE_TRACING_DATA = 66
TYPE_AUXTRACE = 71
TYPES_COMPRESSED = (81, 83)
# Where the length of the bytes behind a record stands in it, for the two types that have them.
PAYLOAD_LENGTH = {TYPE_TRACING_DATA: "<I", TYPE_AUXTRACE: "<Q"}


class Recording:
    """A file or a directory of `perf record --threads`."""

    def __init__(self, path):
        self.path = path
        self.name = os.path.basename(os.path.normpath(path))
        self.directory = os.path.isdir(path)
        self.data_path = os.path.join(path, "data") if self.directory else path
        with open(self.data_path, "rb") as f:
            self.header = f.read(HEADER_SIZE)
            self.bytes = os.fstat(f.fileno()).st_size
        self.big_endian = self.header[:8] == MAGIC_BIG
        self.kinds = self._kinds()

    def _word(self, at):
        if len(self.header) < at + 8:
            return 0
        return struct.unpack_from(">Q" if self.big_endian else "<Q", self.header, at)[0]

    def _kinds(self):
        """The reasons why this is not a plain, finished, little-endian file; empty if it is."""
        magic = self.header[:8]
        kinds = []
        if self.directory:
            kinds.append("directory")
        if magic == MAGIC_V1:
            kinds.append("version 1 file")
        if self.big_endian:
            kinds.append("big endian")
        if magic != MAGIC_V1 and self._word(8) == PIPE_HEADER_SIZE:
            return kinds + ["pipe stream"]
        offset, size = self._word(40), self._word(48)
        if size == 0:
            kinds.append("unfinished: data.size is 0")
        elif offset + size > self.bytes:
            kinds.append("cut: the data section passes the end of the file")
        if not self.big_endian and self._feature(FEATURE_COMPRESSED):
            if self._has_compressed(offset, size or self.bytes - offset):
                kinds.append("compressed records")
        return kinds

    def _feature(self, bit):
        byte = 72 + bit // 8
        return byte < len(self.header) and bool(self.header[byte] >> bit % 8 & 1)

    def _has_compressed(self, offset, size):
        end = min(offset + size, self.bytes)
        with open(self.data_path, "rb") as f:
            while offset + 8 <= end:
                f.seek(offset)
                head = f.read(16)
                kind, _, length = struct.unpack_from("<IHH", head)
                if kind in TYPES_COMPRESSED:
                    return True
                if length < 8:
                    return False
                if kind in PAYLOAD_LENGTH and length >= 16:
                    offset += struct.unpack_from(PAYLOAD_LENGTH[kind], head, 8)[0]
                offset += length
        return False

    @property
    def pipe(self):
        return "pipe stream" in self.kinds

    @property
    def damaged(self):
        """perfnav may say so through its exit status."""
        return any(kind.startswith(("unfinished", "cut")) for kind in self.kinds)


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
