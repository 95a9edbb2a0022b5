# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings in which the list of the browser has no line, or records of which little is known."""
import shutil
import struct
import subprocess

from terminal import cli

NOTHING = 'type == SAMPLE and pid == 99999999'  # what no record is
LEAST = "no attrs, a filter without matches"


def record(kind, body, misc=0):
    body += bytes(-len(body) % 8)
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


def without_attrs():
    """A pipe of COMM, MMAP, FORK, LOST, SAMPLE and EXIT records, but of no event."""
    comm, mmap, fork, lost, sample, leave = 3, 1, 7, 2, 9, 4
    task = struct.pack("<II", 1, 1)
    return struct.pack("<8sQ", b"PERFILE2", 16) + b"".join((
        record(comm, task + b"aaaaaaa\0"),
        record(mmap, task + struct.pack("<QQQ", 0x1000, 0x1000, 0) + b"/bin/a\0", 2),
        record(fork, struct.pack("<IIIIQ", 2, 1, 2, 1, 5)),
        record(lost, struct.pack("<QQ", 1, 7)),
        *(record(sample, struct.pack("<QIIQ", 0x1010 + i, 1, 1, i), 2) for i in range(8)),
        record(leave, struct.pack("<IIIIQ", 2, 1, 2, 1, 9))))


def make(folder):
    """Makes them: name, path, options of the browser."""
    case = (cli.CASES / "callchain.mk").read_text()
    case = case.replace('"abi.inc"', f'"{cli.CASES}/abi.inc"')
    head, lines = case.split("\n"), []
    for line in head:
        if line.startswith(("record ", "mark ", "raw ")):
            break
        lines.append(line)
    (folder / "empty.mk").write_text("\n".join(lines) + "\n")
    subprocess.run([cli.MK, folder / "empty.mk", folder / "empty.data"], check=True)
    (folder / "no_attrs.data").write_bytes(without_attrs())
    (folder / "no_records.data").write_bytes(struct.pack("<8sQ", b"PERFILE2", 16))
    (folder / "rubbish.data").write_bytes(struct.pack("<8sQ", b"PERFILE2", 16) + b"\xa5" * 1000)
    shutil.copy(cli.DATA / "fp.data", folder / "filtered.data")
    nothing = ["-f", NOTHING]
    return [("a filter without matches", folder / "filtered.data", nothing),
            ("no records", folder / "empty.data", []),
            ("no attrs", folder / "no_attrs.data", []),
            (LEAST, folder / "no_attrs.data", nothing),
            ("a pipe without records", folder / "no_records.data", []),
            ("nothing but damage", folder / "rubbish.data", []),
            ("damage, a filter without matches", folder / "rubbish.data", nothing)]
