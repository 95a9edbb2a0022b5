#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Spans of recordings that want to cost much: a million that never end, ends alone, deep nesting, times backwards."""
import os
import pathlib
import struct
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "core"))
import corpus  # noqa: E402,F401
from corpus import cli  # noqa: E402
from cli import tap  # noqa: E402

MANY = 1 << 20
SECONDS = 20  # of processor time: much more than it takes (1 s), much less than what is quadratic
MB = 64        # of memory that is of no file, where entries and open keys are

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
    """The file of SOURCE with other records: what stands after them moves."""
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


def anonymous(pid):
    """MB of memory that is of no file."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as status:
            return max([int(line.split()[1]) >> 10 for line in status if line.startswith("RssAnon")], default=0)
    except OSError:
        return 0


def cost(*args):
    """What a run writes, its status, its seconds of processor time and the most memory that was seen."""
    memory, pid = 0, 0
    with open(cli.CWD / "out", "w+", encoding="utf-8") as out:
        child = subprocess.Popen([cli.PERFNAV, *args], stdout=out, stderr=subprocess.DEVNULL)
        while not pid:
            memory = max(memory, anonymous(child.pid))
            time.sleep(0.002)
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return out.read(), child.returncode, usage.ru_utime + usage.ru_stime, memory


def looked(name, path, wanted, *more):
    out, status, seconds, memory = cost("count", "--no-index", "-q", "--format", "csv", "--by", "span.state", "-f", "span.kind", *more, path)
    got = {line.split(",")[0]: int(line.split(",")[1]) for line in out.splitlines()[1:] if line}
    tap.ok(not status and got == wanted, f"{name}: {got}", [status, out])
    tap.ok(seconds < SECONDS, f"... in {seconds:.1f} s")
    tap.ok(0 < memory < MB, f"... {memory} MB", [f"at most {MB}"])
    os.unlink(path)


looked("begins of a million threads without an end",
       build("begins.data", (sample(ENTER, 1 + i, 1000 + i) for i in range(MANY))), {"unfinished": MANY})
looked("ends of a million threads without a begin",
       build("ends.data", (sample(LEAVE, 1 + i, 1000 + i) for i in range(MANY))), {"orphaned": MANY})
looked("a million begins of one thread",
       build("again.data", (sample(ENTER, 7, 1000 + i) for i in range(MANY))), {"unfinished": MANY})
looked("a call in a call, half a million times",
       build("deep.data", [*(sample(CALL, 7, 1000 + i) for i in range(MANY // 2)),
                           *(sample(RETURN, 7, 1000 + MANY + i) for i in range(MANY // 2))]), {"complete": MANY // 2})
looked("times that go backwards: each end sorts before its begin",
       build("back.data", (sample((ENTER, LEAVE)[i & 1], 1 + i // 2, 10 * MANY - i) for i in range(MANY))),
       {"unfinished": MANY // 2, "orphaned": MANY // 2})
looked("lost records between all of them",
       build("lost.data", (lost(1000 + i) if i % 3 == 1 else sample((ENTER, 0, LEAVE)[i % 3], 1 + i // 3, 1000 + i)
                           for i in range(MANY // 3 * 3))), {"doubtful": MANY // 3})
looked("a definition whose keys never meet",
       build("keys.data", (sample(ENTER, 1 + i, 1000 + i) for i in range(MANY))),
       {"unfinished": MANY}, "--span", "x type == SAMPLE -> type == SAMPLE by time")
sys.exit(tap.done())
