#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The limits of doc/limits.md: recordings that are made to cost much memory or time are read, with a
message where something is left out, in bounded memory. No run may take a minute of processor time.
"""
import array
import itertools
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
for folder in ("cli", "core"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / folder))
import cli  # noqa: E402
import corpus  # noqa: E402
import hostile  # noqa: E402
from cli import tap  # noqa: E402
from costs import Run  # noqa: E402
from hostile import SAMPLE_TYPE, attr, comm, mmap2, record, sample  # noqa: E402

MEMORY = 80 << 20  # bytes resident: 64 MB, and code of libraries
ANONYMOUS = 128 << 20  # bytes, of any recording
SECONDS = 60  # of processor time
FACTOR = 10  # times what a benign recording takes,
SLACK = 8  # and so many seconds: other programs on the machine can double a time
FEATURE_TABLE = 104


def write(name, data, **options):
    return hostile.write(cli.CWD / name, data, **options)


def sample_of(ids):
    return record(9, struct.pack("<Q", 0x401000) + ids + struct.pack("<Q", 1000), 2)


def write_pipe(name, *parts):
    path = cli.CWD / name
    with open(path, "wb") as f:
        f.write(struct.pack("<8sQ", b"PERFILE2", 16))
        for part in itertools.chain(*parts):
            f.write(part)
    return path


def check(name, args, condition=lambda r: True, status=(0,), memory=MEMORY):
    r = Run(*args)
    good = r.status in status and r.memory <= memory and r.seconds < SECONDS and condition(r)
    tap.ok(good, f"{name}: {r.memory >> 20} MB, {r.seconds:.1f} s",
           [f"status {r.status}", *r.err.splitlines()[:6], *map(repr, r.out.splitlines()[:3])])


def read_all(name, path, condition=lambda r: True, status=(0,)):
    check(f"{name}: index", ("index", "--force", path), condition, status)
    check(f"{name}: print", ("print", "--symfs", "none", "--format", "json", path), status=status)
    check(f"{name}: count", ("count", "--by", "comm", path), status=status)
    for left in cli.CWD.glob("*"):
        if left.is_file():
            left.unlink()


# ---- containers ----

def test_features():
    """Many sections that all have the same large place: 40 times 8 MB."""
    places = [(n, FEATURE_TABLE, 8 << 20) for n in range(3, 43)]
    path = write("features", sample(1, 1), features=places, tail=bytes(9 << 20))
    check("sections that overlap", ("info", path), lambda r: b"the memory for feature sections is full" in r.out,
          (0, 1))
    path.unlink()


def test_attrs():
    path = write("attrs", b"", attrs=[attr()] * ((1 << 15) + 1))
    check("attrs: more than 32768", ("info", path), lambda r: "more than any recording" in r.err, (3,))
    path = write("attrs", sample(1, 1), attrs=[attr()] * (1 << 15))
    check("... 32768", ("info", "--json", path))
    path = write("attrs", sample(1, 1), ids=(104, 9 << 20), tail=bytes(10 << 20))
    check("ids: more than 1048576", ("info", path), lambda r: "more than any recording" in r.err, (1,))
    path.unlink()
    wrong = record(64, struct.pack("<II", 1, 128) + bytes(56))
    path = write_pipe("warnings", [wrong] * 200000)
    check("warnings: the first 100", ("count", path),
          lambda r: "more warnings than these" in r.err and len(r.err.splitlines()) < 110, (1,))
    path = write_pipe("attrs", [record(64, attr() + bytes(range(8)))] * 200000)
    check("attrs of a pipe", ("count", path), status=(1,))
    names = (record(65, struct.pack("<Q", i) + b"name".ljust(64, b"\0")) for i in range(800000))
    path = write_pipe("names", [record(64, attr())] * 30000, names)
    check("names for events that are all alike", ("count", path), status=(0, 1))
    path.unlink()


def test_sections_of_pipe():
    small = record(80, struct.pack("<QQ", 3, 0))
    path = write_pipe("sections", [record(64, attr())], itertools.repeat(small, (60 << 20) // 24))
    check("feature sections of a pipe", ("count", path),
          lambda r: "there are more sections than any recording has" in r.err, (1,))
    path.unlink()


def test_meta():
    """simpleperf's list of event types, a line for each: 9 MB of them."""
    meta = b"event_type_info\0" + b"a,\n" * (3 << 20) + b"\0"
    data = sample(1, 1)
    path = write("meta", data, attrs=[attr(kind=40)], features=[(129, 104 + 80 + len(data) + 16, len(meta))],
                 tail=meta)
    check("lines of event types", ("count", path))
    path.unlink()


def test_places():
    """Events that have their ids at two places, in turns, and records with an id of none of them."""
    attrs = [attr(SAMPLE_TYPE | (64 if i % 2 else 1 << 16)) for i in range(1 << 15)]
    body = struct.pack("<QIIQQ", 0x401000, 1, 1, 1000, 1 << 40)
    path = write("places", [record(9, body, 2)] * 500000, attrs=attrs)
    check("ids at many places", ("count", path))
    path.unlink()


def test_folder():
    """A folder with 70,000 files of records: their numbers have 16 bits."""
    path = cli.CWD / "folder"
    path.mkdir()
    write("folder/data", sample(1, 1))
    for i in range(70000):
        (path / f"data.{i}").touch()
    check("files of a folder", ("count", path), lambda r: "more than any recording" in r.err, (3,))
    shutil.rmtree(path)


def alike(n):
    """Numbers that a multiplication by the golden ratio and a fold bring to one place."""
    back = pow(0x9e3779b97f4a7c15, -1, 1 << 64)
    return ((i << 32 | i) * back & (1 << 64) - 1 for i in range(1, n + 1))


def test_alike():
    """Numbers that were chosen to be at one place of a hash table."""
    ids = array.array("Q", alike(1 << 18)).tobytes()
    data = sample(1, 1)
    path = write("ids", data, ids=(104 + 80 + len(data), len(ids)), tail=ids)
    check("ids that are alike", ("count", path))
    data = (sample_of(struct.pack("<II", i >> 32, i & (1 << 32) - 1)) for i in alike(500000))
    path = write("alike", data)
    check("threads that are alike", ("count", path))
    path.unlink()


def test_bomb():
    """A COMPRESSED record of some kilobytes that inflates to 300 MB."""
    if not shutil.which("zstd"):
        tap.skip("a zstd bomb", "zstd is not installed")
        return
    path = cli.CWD / "zeros"
    with open(path, "wb") as f:
        f.truncate(300 << 20)
    packed = subprocess.run(["zstd", "-q", "-c", path], stdout=subprocess.PIPE, check=True).stdout
    path.unlink()
    path = write("bomb", record(81, packed[:65000]))
    check("a zstd bomb", ("index", "--force", path), lambda r: "cannot" in r.err or "damaged" in r.err,
          (1,))
    path.unlink()


# ---- many ----

def test_many():
    read_all("a million samples", write("million", (
        sample(1 + i % 7, 1000 + i) for i in range(1000000))))
    read_all("500,000 mappings of one process", write("maps", itertools.chain(
        (mmap2(7, 1000 + i, 4096 * (i * 7919 % 1000000), b"/lib/a.so") for i in range(500000)),
        [sample(7, 10 ** 9, 4096 * 5)])))


COMMANDS = {
    "index": ("index", "--force"),
    "count": ("count", "--by", "comm,dso,sym"),
    "folded": ("print", "--format", "folded"),
}


class Benign:
    """A recording that others are compared with: they may take FACTOR times as long, and SLACK."""

    def __init__(self, path):
        self.path = path
        self.most = {}
        for command in COMMANDS:
            self.measure(command)

    def measure(self, command):
        """How long another may take, now or at the measurement before: the more of both."""
        now = FACTOR * Run(*COMMANDS[command], self.path).seconds + SLACK
        self.most[command] = max(self.most.get(command, 0), now)
        return self.most[command]

    def remove(self):
        for left in cli.CWD.glob(f"{self.path.name}*"):
            left.unlink()


def check_index(name, path):
    """An index that was written is used, and is not too large."""
    r = Run("index", "--json", path)
    told = json.loads(r.out)
    file_bytes = path.stat().st_size
    r = Run("count", "-f", "in", "--agg", "sum(size)", "--format", "json", path)
    inflated = sum(json.loads(line)["sum(size)"] for line in r.out.splitlines())
    # The pieces of what was inflated are not larger than what they hold.
    most = (64 << 20) + 8 * (file_bytes + inflated) // 100 + inflated
    tap.ok(told["reused"] and told["index_bytes"] <= most,
           f"{name}: an index of {told['index_bytes'] >> 20} MB is used", [str(told), f"{most}"])


def read_hostile(name, path, benign, keep=False):
    for command, args in COMMANDS.items():
        most = benign.most[command]
        r = Run(*args, path)
        # Other programs of the machine cost caches, and so time: the least of three, and the benign one beside.
        for _ in range(2):
            if r.seconds > most:
                most = benign.measure(command)
                r = min(r, Run(*args, path), key=lambda run: run.seconds)
        good = r.status in (0, 1) and r.anonymous <= ANONYMOUS and r.seconds <= most
        tap.ok(good, f"{name}: {command}: {r.anonymous >> 20} MB, {r.seconds:.1f} s",
               [f"status {r.status}, {most:.1f} s", *r.err.splitlines()[:6]])
    check_index(name, path)
    for left in cli.CWD.glob(f"{path.name}.pnx*"):
        left.unlink()
    if not keep:
        path.unlink()


def test_hostile():
    """A million of something; what takes the time of a recording of a million samples tenfold is
    too slow."""
    benign = Benign(write("benign", hostile.in_pieces(hostile.benign())))
    for name in hostile.LARGE:
        path = hostile.write_large(cli.CWD / "large", name, hostile.PARTS.get(name, 1))
        read_hostile(name, path, benign)
    benign.remove()


def ordinary(n):
    """Samples as a recording has them: some threads, many places, times that go on."""
    state = 1
    at = 1000
    for i in range(n):
        if i % 8 == 0:
            state = (state * 6364136223846793005 + 1442695040888963407) & (1 << 64) - 1
        at += 250000
        yield sample(1 + i // 64 % 16, at, 0x401000 + 4 * (state >> 33 & 63))


def test_packed():
    """A recording with compression, as perf record -z makes them: no limit is met."""
    if not hostile.can_pack():
        tap.skip("an ordinary compressed recording", "zstd is not installed")
        return
    n = 3000000
    plain = write("plain", hostile.in_pieces(ordinary(n)))
    size = plain.stat().st_size
    with open(plain, "rb") as f:
        f.seek(104 + 80)
        packed = subprocess.run(["zstd", "-q", "-c", "--no-check"], stdin=f, stdout=subprocess.PIPE,
                                check=True).stdout
    path = write("packed", hostile.compressed((packed, size // hostile.MIB)))
    ratio = size / path.stat().st_size
    tap.ok(size > 64 << 20 and ratio >= 9, f"{size >> 20} MB, packed to one part in {ratio:.1f}")
    read_hostile("an ordinary compressed recording", path, Benign(plain), keep=True)
    r = Run("index", "--json", path)
    told = json.loads(r.out)
    # The records are those of COMPRESSED and what these hold.
    r = Run("count", "--by", "type", "--format", "json", path)
    counts = {line["type"]: line["count"] for line in map(json.loads, r.out.splitlines())}
    tap.ok(told["damaged"] == 0 and counts["SAMPLE"] == n, "all of it is read",
           [str(told), str(counts), r.err])
    plain.unlink()
    path.unlink()


def test_index_size():
    """An index that would be too large for the recording is not kept; all else is as ever."""
    path = write("names", hostile.in_pieces(
        comm(i * 7919 % 4000037, i + 1, b"c%d" % (i * 7919 % 4000037)) for i in range(3000000)))
    for args in (("index", "--force"), ("count", "--by", "type")):
        r = Run(*args, path)
        tap.ok(r.status == 0 and "is not saved: it would be larger" in r.err and
               r.anonymous <= ANONYMOUS and not list(cli.CWD.glob(f"{path.name}.pnx*")),
               f"an index that would be too large: {args[0]}: {r.anonymous >> 20} MB",
               [str(r.status), r.err, *map(str, cli.CWD.iterdir())])
    tap.ok(b"3000000" in r.out, "all records are counted", [repr(r.out)])
    path.unlink()
    most = 1 << 22
    path = write("threads", hostile.in_pieces(sample(i, i + 1) for i in range(most + 1000)))
    r = Run("index", "--json", path)
    told = json.loads(r.out)
    # Thread 0 of process 0 has the number of records that have none.
    tap.ok(told["damaged"] == 1 and most - 1 <= told["records"] <= most and
           r.anonymous <= ANONYMOUS, f"more than {most} threads: {r.anonymous >> 20} MB",
           [str(told), r.err])
    path.unlink()


def test_bombs():
    """Compressed records that inflate to more than may be, of one zstd frame and of several."""
    if not hostile.can_pack():
        tap.skip("bombs", "zstd is not installed")
        return
    # As many bytes as may be inflated of the largest of them.
    benign = Benign(write("benign", hostile.in_pieces(itertools.chain.from_iterable(
        hostile.benign() for _ in range(6)))))
    for kind in hostile.UNITS:
        for mib, times in ((120, 1), (600, 1), (1200, 1), (120, 8)):
            read_hostile(f"bombs: {times} of {mib} MB of {kind}",
                         hostile.bomb(cli.CWD / "bomb", kind, mib, times), benign)
    benign.remove()


def test_gaps():
    """Each block of the index is held while others of the same time are gone over."""
    path = write("gaps", (sample(1 + (row + cpu) % 7, 1000 + 60 * row + cpu) for cpu in range(60)
                          for row in range(8192)))
    check("gaps where 60 blocks lie over one another", ("count", "-f", "gap > 0", path),
          lambda r: b"491519" in r.out)
    path.unlink()


def test_groups():
    """Values that are all different, and long: more than a block's worth is never kept."""
    path = write("raw", (record(9, struct.pack("<IQ", 60004, i) + bytes([i & 255]) * 59996)
                         for i in range(2000)), attrs=[attr(1 << 10)])
    check("groups by long values", ("count", "--by", "raw", path))
    check("... by two of them", ("count", "--by", "bytes,raw", path))
    check("... in the browser: the first of them", ("--batch", "--cmd", ":count raw", path),
          lambda r: r.out.startswith(b"the first of 2000"), memory=MEMORY + (48 << 20))
    path.unlink()


def woken(rounds, threads):
    """Samples of sched_waking and sched_switch as in strips_wakeups.mk: each thread is woken and runs, in each round."""
    def tracepoint(event, ident, tid, time, *fields):
        data = struct.pack("<HBBI16x", event, 0, 0, tid) + b"".join(fields)
        return record(9, struct.pack("<QQIIQIII", ident, 0xffffffff81000001, tid, tid, time, 0, 0, len(data)) + data, 1)
    for at in range(rounds * threads):
        tid, after, time = 100 + at % threads, 100 + (at + 1) % threads, 1000 + at * 10
        yield tracepoint(301, 2, tid, time, struct.pack("<III", after, 120, 0))
        yield tracepoint(300, 1, tid, time + 5, struct.pack("<IIQ16xII4x", tid, 120, 1, after, 120))


def test_wakeups():
    """A file of few wakeups with many in their place: what follows the records moves."""
    few = corpus.build(corpus.HERE / "strips_wakeups.mk").read_bytes()
    start, size = struct.unpack_from("<QQ", few, 40)
    path = cli.CWD / "wakeups"
    with open(path, "wb") as f:
        f.write(few[:start])
        f.writelines(woken(140, 2000))
        moved = f.tell() - start - size
        table = start + size
        while table < struct.unpack_from("<Q", few, start + size)[0]:
            at, n = struct.unpack_from("<QQ", few, table)
            f.write(struct.pack("<QQ", at + moved, n))
            table += 16
        f.write(few[table:])
        f.seek(48)
        f.write(struct.pack("<Q", size + moved))
    keys = cli.CWD / "keys"
    keys.write_text(":wait\nvo\n:wait\n:dump x\n")
    check("wakeups of many threads", ("--no-state", "--script", keys, "--screen", "200x10", path),
          lambda r: b"Not all wakeups are kept: a filter for fewer threads, or a zoom, shows more of them." in r.out)
    path.unlink()


def test_damage():
    """Bytes that are no records at all, and records among them."""
    noise = b"\xff" * 24 + sample(1, 1000)
    read_all("100,000 damaged stretches", write("damage", [noise] * 100000),
             lambda r: "damaged stretches" in r.err, (1,))
    ways = bytes(9) + record(68, b"") * 16000 + bytes(7) + sample(1, 1000) * 6
    read_all("headers that lead nowhere", write("ways", [ways] * 200),
             lambda r: "damaged stretches" in r.err, (1,))
    read_all("20 MB of zeros", write("zeros", [bytes(1 << 20)] * 20), status=(1,))


def test_filters():
    path = write("filters", sample(1, 1000) * 1000)
    for name, text, why in (
            ("parentheses", "(" * 2000 + "pid == 1" + ")" * 2000, "nested too deeply"),
            ("nots", "not " * 1000 + "pid == 1", "nested too deeply"),
            ("a long text", " or ".join(["pid == 1"] * 2000), "longer than 16383 bytes")):
        check(f"a filter: {name}", ("count", "-f", text, path), lambda r, w=why: w in r.err, (2,))
    check("a filter: a slow regular expression",
          ("count", "-f", 'comm ~ "(a*)*(b*)*c"', write("slow", (
              comm(7, 1000 + i, b"ab" * 1000) + sample(7, 2000 + i) for i in range(2000)))))


def test_comms():
    """Only the first names of tasks are read for the width of their column, so that a screen need not wait."""
    keys = cli.script(":wait\n:dump x\n")
    for n, gap in ((8000, " "), (9000, " {7}")):
        path = write("comms", hostile.in_pieces(comm(i % 100 + 1, i + 1, b"c%d" % (i % 10)) for i in range(n)))
        r = Run("--no-index", "--screen", "100x8", "--script", keys, path)
        tap.ok(re.search(f" c0 {gap} COMM ".encode(), r.out), f"a column for {n} names of tasks", [repr(r.out)])


if len(sys.argv) > 1:  # only these
    for wanted in sys.argv[1:]:
        globals()[f"test_{wanted}"]()
    sys.exit(tap.done())
test_features()
test_attrs()
test_sections_of_pipe()
test_meta()
test_places()
test_folder()
test_alike()
test_bomb()
test_filters()
test_damage()
test_gaps()
test_groups()
test_wakeups()
test_many()
test_hostile()
test_packed()
test_index_size()
test_bombs()
test_comms()
tap.done()
