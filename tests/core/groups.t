#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Searches that skip groups of 256 blocks: filters by time, and jumps to a time, over 4.3 million records."""
import json
import struct
import sys

sys.dont_write_bytecode = True
from corpus import cli  # noqa: E402
from cli import tap  # noqa: E402

BLOCK, GROUP = 8192, 256
BLOCKS = 2 * GROUP + 5
LATE = GROUP + 9  # a block whose sample is later than all others
U64 = (1 << 64) - 1
LATER = "In file order, the next record is "
SAMPLE, FINISHED_ROUND = 9, 68


def time_of(block):
    return 1 << 40 if block == LATE else 1000 + 1000 * block


def record(path):
    """In each block one sample at its start, and rounds without a time. The third group has only samples."""
    attr = struct.pack("<IIQQQQQ", 1, 64, 0, 1, 4, 0, 1 << 18)  # sample_type TIME, sample_id_all
    data = bytearray()
    for block in range(2 * GROUP):
        data += struct.pack("<IHHQ", SAMPLE, 2, 16, time_of(block))
        data += struct.pack("<IHH", FINISHED_ROUND, 0, 8) * (BLOCK - 1)
    times = [time_of(2 * GROUP) + i for i in range((BLOCKS - 2 * GROUP) * BLOCK)]
    times[-1] = U64
    data += b"".join(struct.pack("<IHHQ", SAMPLE, 2, 16, time) for time in times)
    head = struct.pack("<8s8Q", b"PERFILE2", 104, 80, 104, 80, 256, len(data), 0, 0)
    path.write_bytes((head.ljust(104, b"\0") + attr).ljust(256, b"\0") + data)
    return [time_of(block) for block in range(2 * GROUP)] + times


def counted(*args):
    return sum(int(line.split()[0]) for line in cli.run("count", *args).lines())


def check_filters(path, times):
    last = time_of(2 * GROUP)
    for expr, want in ((f"time > {last}", lambda t: t > last),
                       (f"time >= {last + 30000}", lambda t: t >= last + 30000),
                       (f"time > {1 << 39}", lambda t: t > 1 << 39),
                       (f"time == {1 << 40}", lambda t: t == 1 << 40),
                       ("time < 5000", lambda t: t < 5000),
                       ("time <= 1000", lambda t: t <= 1000),
                       (f"time == {U64}", lambda t: t == U64),
                       ("time == 0", lambda t: t == 0),
                       (f"not time < {last}", None),
                       (f"time > {last} and time < {last + 3}", lambda t: last < t < last + 3),
                       (f"time < 3000 or time > {1 << 39}", lambda t: t < 3000 or t > 1 << 39)):
        rounds = 2 * GROUP * (BLOCK - 1)
        count = sum(t >= last for t in times) + rounds if want is None else sum(map(want, times))
        got = counted("-q", "-f", expr, path)
        tap.ok(got == count, f"count -f '{expr}'", [f"{count}: {got}"])


def check_jumps(path, times):
    """In file order: the first record at or after a time."""
    rows = [block * BLOCK for block in range(2 * GROUP)] + list(range(2 * GROUP * BLOCK, BLOCKS * BLOCK))
    for time in (1, 1000, 1001, 1000 * GROUP, time_of(2 * GROUP), time_of(2 * GROUP) + 12345, 1 << 39):
        want = next(row for row, at in zip(rows, times) if at >= time and at != U64)
        done = cli.run("--no-state", "--order", "file", "--batch", "--cmd", f":goto {time / 1e9:.9f}s",
                       "--cmd", ":where", path)
        tap.ok(done.status == 0 and f"record {want} of" in done.out, f"the first record at {time} ns is {want}",
               done.told())


def check_later(path):
    """In file order, a later record can be the first one in time order; a message reports this."""
    for time, later in ((time_of(LATE - 1) + 1, True), (1 << 39, False), (5000, False)):
        keys = cli.CWD / cli.script(f":goto {time / 1e9:.9f}s<Enter>\n:dump place\nq\n")
        done = cli.run("--no-state", "--order", "file", "--script", keys, path)
        tap.ok((LATER in done.out) == later,
               f"at {time} ns a later record is {'' if later else 'not '}the first one", done.told())


def check_table(path):
    """A damaged entry of the table of the blocks: the index is small, so it is rebuilt when it is opened."""
    pnx = path.with_name(f"{path.name}.pnx")
    index = bytearray(pnx.read_bytes())
    directory = struct.unpack_from("<Q", index, len(index) - 48)[0]
    size = struct.unpack_from("<Q", index, directory + 8)[0]
    entries = struct.iter_unpack("<4sIQQQ", index[directory + 24:directory + 24 + size])
    place = next(entry[2] for entry in entries if entry[0] == b"BLKS")
    index[place + 120 * (GROUP + 3) + 8] ^= 4
    pnx.write_bytes(index)
    done = cli.run("count", path)
    tap.ok("the index is rebuilt: its blocks are damaged" in done.err, "a damaged table of blocks is found", [done.err])
    tap.ok(counted(path) == BLOCKS * BLOCK, "and the index is right again")


def main():
    path = cli.CWD / "groups.data"
    times = record(path)
    built = cli.run("index", "--json", path)
    tap.ok(json.loads(built.out)["records"] == BLOCKS * BLOCK, f"{BLOCKS * BLOCK} records", [built.err])
    check_filters(path, times)
    check_jumps(path, times)
    check_later(path)
    check_table(path)
    return tap.done()


sys.exit(main())
