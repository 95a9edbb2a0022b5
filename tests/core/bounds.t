#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The size of an index is bounded by the bytes of the recording, whatever they are, and an index
that was written is used. tests/ci/limits.t measures memory and time with larger recordings.
"""
import json
import resource
import struct
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402
import cli  # noqa: E402
import hostile  # noqa: E402
from cli import tap  # noqa: E402
from hostile import MIB, record, sample  # noqa: E402

FREE = 64 * MIB  # of what is inflated, and of an index
RATIO = 1024


def build(path):
    """Twice: the second time it is read."""
    cli.run("index", "--force", "--json", path)
    result = cli.run("index", "--json", path)
    told = json.loads(result.out) if result.out else {}
    tap.ok(result.status in corpus.READ and told.get("reused") is True,
           f"{path.name}: the index is used", result.told())
    return told


def same(got, want, name):
    tap.ok(got == want, name, [f"{got}, not {want}"])


def damages(path):
    return cli.run("print", "--type", "DAMAGE", "--format", "json", path).objects()


def check_headers():
    """SAMPLE records that have nothing but a header: one damaged stretch."""
    n = 500000
    path = hostile.write(cli.CWD / "headers", record(9) * n)
    told = build(path)
    same((told["records"], told["damaged"]), (0, 1), "half a million headers are one stretch")
    tap.ok(told["index_bytes"] < 4096, "the index is small", [str(told["index_bytes"])])
    line = damages(path)[0]
    same((line["offset"], line["size"]), (path.stat().st_size - 8 * n, 8 * n), "all of it")


def check_between():
    """What is between the stretches is read: records have their ordinals, stretches their reason."""
    parts = [sample(1, 1000), record(9), record(9), sample(2, 2000), bytes(8), record(9) * 3] * 5000
    path = hostile.write(cli.CWD / "between", b"".join(parts) + sample(3, 3000))
    told = build(path)
    same((told["records"], told["damaged"]), (10001, 10000), "two stretches for each six parts")
    lines = damages(path)
    same({line["size"] for line in lines[::2]}, {16}, "two headers are one stretch")
    same({line["size"] for line in lines[1::2]}, {32}, "zeros and three headers, too")
    same({line["damage"] for line in lines[1::2]}, {lines[1]["damage"]}, "which has one reason")
    last = cli.run("print", "-f", "pid == 3", "--format", "json", path).objects()
    same([line["ordinal"] for line in last], [10000], "stretches have no ordinal")
    tap.ok(told["index_bytes"] < len(b"".join(parts)) * 8 // 100, "the index is small",
           [str(told["index_bytes"])])


def seconds_of(path):
    """Processor time of building an index: the least of three."""
    used = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        cli.run("index", "--force", "-q", path)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(used)


def check_zeros():
    """Zero bytes among good records, as a file has them whose pages were never written."""
    lengths = [8, 64, 4096, 65536, MIB, 3 * MIB + 8]
    parts, want, at = [], [], 0
    for i, length in enumerate(lengths):
        good = b"".join(sample(i + 1, 1000 + 10 * i + j) for j in range(5))
        want.append((at + len(good), length))
        parts += [good, bytes(length)]
        at += len(good) + length
    path = hostile.write(cli.CWD / "zeros", b"".join(parts) + sample(9, 2000))
    start = path.stat().st_size - at - len(sample(9, 2000))
    told = build(path)
    same((told["records"], told["damaged"]), (5 * len(lengths) + 1, len(lengths)),
         "each stretch of zeros is one damaged stretch, and all records are there")
    same([(line["offset"] - start, line["size"]) for line in damages(path)], want,
         "which is exactly the zeros")
    # Linear: 4 times as long. Quadratic: 16 times.
    short, long = (hostile.write(cli.CWD / f"zeros{n}", sample(1, 1000) + bytes(n * MIB) +
                                 sample(2, 2000)) for n in (8, 32))
    times = seconds_of(short), seconds_of(long)
    tap.ok(times[1] < 9 * times[0] + 0.1, "a long stretch costs no more for a byte than a short one",
           [f"{times[0]:.3f} s for 8 MB, {times[1]:.3f} s for 32 MB"])


def check_kinds():
    """Records of a type that nobody knows, all with another type or misc."""
    n, most = 300000, 1 << 18
    path = hostile.write(cli.CWD / "kinds", b"".join(
        record(200 + i % 30000, b"", i // 30000) for i in range(n)))
    told = build(path)
    same((told["records"], told["damaged"]), (most, 1), "as many kinds as may be, and a stretch")
    line = damages(path)[0]
    same(line["size"], 8 * (n - most), "which is all that follows")
    tap.ok("more kinds" in line["damage"], "and says why", [line["damage"]])


def check_bomb():
    """Three bombs: what inflates is bounded over all of them; other records are not touched."""
    if not hostile.can_pack():
        tap.skip("bombs", "zstd is not installed")
        return
    # A sample of nearly 64 KB: few records for many bytes.
    unit = record(9, struct.pack("<QIIQ", 0x401000, 1, 1, 5) + bytes(65496))
    packed = hostile.bomb_frame(unit, 100)
    records = list(hostile.compressed((packed, 100)))
    path = hostile.write(cli.CWD / "bombs", [*records * 3, sample(7, 1000)])
    told = build(path)
    inflated = cli.run("print", "-f", "in", "--format", "json", path).objects()
    size = sum(line["size"] for line in inflated)
    bound = FREE + RATIO * sum(len(r) - 8 for r in records) * 3
    tap.ok(16 * MIB < size <= bound, "as much is inflated as may be", [f"{size} of {bound}"])
    reasons = {line["damage"] for line in damages(path)}
    tap.ok(any("1024 times" in reason for reason in reasons), "the reason says so", [str(reasons)])
    same(len(cli.run("print", "-f", "pid == 7", "--format", "json", path).objects()), 1,
            "a record that is not compressed is there")
    frames = told["index_bytes"]
    tap.ok(frames < MIB, "the index is small", [str(frames)])


check_headers()
check_between()
check_zeros()
check_kinds()
check_bomb()
sys.exit(tap.done())
