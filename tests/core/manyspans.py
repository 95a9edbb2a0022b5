# SPDX-License-Identifier: GPL-3.0-or-later
"""Large recordings of spans: the file of SOURCE with other records."""
import struct
import subprocess

import corpus  # noqa: F401
from corpus import cli

SOURCE = """include "abi.inc"
attr type=TRACEPOINT config=1 sample_period=1 size=128 name="syscalls:sys_enter_read" ids=1
	sample_type=S_IDENTIFIER|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=2 sample_period=1 size=128 name="syscalls:sys_exit_read" ids=2
	sample_type=S_IDENTIFIER|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=3 sample_period=1 size=128 name="probe_x:f" ids=3
	sample_type=S_IDENTIFIER|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=4 sample_period=1 size=128 name="probe_x:f__return" ids=4
	sample_type=S_IDENTIFIER|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL
feature ARCH fstr "x86_64"
feature EVENT_DESC event_desc
record SAMPLE misc=KERNEL u64 1 u32 1 1 u64 1000 u32 0 0
"""
ENTER, LEAVE, CALL, RETURN = 1, 2, 3, 4
SAMPLE = struct.Struct("<IHHQIIQII")
LOST = struct.Struct("<IHHQQIIQIIQ")


def sample(event, tid, when):
    return SAMPLE.pack(9, 1, SAMPLE.size, event, tid, tid, when, 0, 0)


def lost(when):
    return LOST.pack(2, 0, LOST.size, 1, 7, 1, 1, when, 0, 0, 1)


def build(name, records):
    """What stands after the records moves."""
    plain = cli.CWD / "plain.data"
    if not plain.exists():
        (cli.CWD / "abi.inc").write_bytes((cli.CASES / "abi.inc").read_bytes())
        (cli.CWD / "plain.mk").write_text(SOURCE)
        subprocess.run([cli.MK, "plain.mk", "plain.data"], check=True, cwd=cli.CWD)
    old = bytearray(plain.read_bytes())
    at, size = struct.unpack_from("<QQ", old, 40)
    data = b"".join(records)
    new = old[:at] + data + old[at + size:]
    struct.pack_into("<Q", new, 48, len(data))
    moved, table = len(data) - size, at + len(data)
    features = sum(bin(byte).count("1") for byte in old[72:104])
    for i in range(features):
        offset, = struct.unpack_from("<Q", new, table + 16 * i)
        struct.pack_into("<Q", new, table + 16 * i, offset + moved)
    path = cli.CWD / name
    path.write_bytes(new)
    return path
