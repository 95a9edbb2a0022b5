# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings that cost a reader time or memory, and the records that they are made of."""
import array
import itertools
import random
import shutil
import struct
import subprocess
import tempfile

SAMPLE_TYPE = 1 | 2 | 4  # ip, pid and tid, time
NEW_IDENTITY = 1 << 18  # sample_id_all
MIB = 1 << 20


def attr(sample_type=SAMPLE_TYPE, flags=NEW_IDENTITY, kind=1, config=0):
    return struct.pack("<IIQQQQQ", kind, 64, config, 1, sample_type, 0, flags) + bytes(16)


def record(kind, body=b"", misc=0):
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


def trailer(pid, at):
    return struct.pack("<IIQ", pid, pid, at)


def padded(name):
    return name.ljust(len(name) // 8 * 8 + 8, b"\0")


def comm(pid, at, name=b"task"):
    return record(3, struct.pack("<II", pid, pid) + padded(name) + trailer(pid, at))


def fork(pid, parent, at):
    return record(7, struct.pack("<IIIIQ", pid, parent, pid, parent, at) + trailer(pid, at))


def sample(pid, at, ip=0x401000):
    return record(9, struct.pack("<QIIQ", ip, pid, pid, at), 2)


def mmap(pid, at, start, size, name=b"/lib/a.so"):
    return record(1, struct.pack("<IIQQQ", pid, pid, start, size, 0) + padded(name) +
                  trailer(pid, at), 2)


def mmap2(pid, at, start, name):
    return record(10, struct.pack("<IIQQQIIQQII", pid, pid, start, 4096, 0, 1, 1, 1, 1, 5, 2) +
                  padded(name) + trailer(pid, at), 2)


def write(path, data, attrs=None, ids=(0, 0), features=(), tail=b"", ids_each=0):
    """
    A file; data are bytes or several of them, features (number, offset, size). ids_each: how many ids
    each attr has, which are numbers from 1 on.
    """
    attrs = [attr()] if attrs is None else attrs
    places = [ids] * len(attrs)
    numbers = b""
    if ids_each:
        size = 8 * ids_each
        places = [(104 + 80 * len(attrs) + i * size, size) for i in range(len(attrs))]
        numbers = array.array("Q", range(1, ids_each * len(attrs) + 1)).tobytes()
    packed = b"".join(a + struct.pack("<QQ", *place) for a, place in zip(attrs, places))
    at = 104 + len(packed) + len(numbers)
    bits = sum(1 << f[0] for f in features)
    table = b"".join(struct.pack("<QQ", f[1], f[2]) for f in features)
    with open(path, "wb") as f:
        f.write(bytes(104) + packed + numbers)
        # Not all at once: what a test has in memory counts for its children.
        for part in ([data] if isinstance(data, bytes) else data):
            f.write(part)
        size = f.tell() - at
        f.write(table + tail)
        f.seek(0)
        f.write(struct.pack("<8sQQQQQQQQ", b"PERFILE2", 104, 80, 104, len(packed), at, size, 0, 0))
        f.write(b"".join(struct.pack("<Q", bits >> 64 * i & (1 << 64) - 1) for i in range(4)))
    return path


def can_pack():
    return shutil.which("zstd") is not None


def bomb_frame(unit, mib):
    """A frame of so many MiB of a unit, which is repeated; packed without all of it in memory."""
    repeated = unit * (MIB // len(unit))
    # Into a file: a pipe would fill up while zstd is still written to.
    with tempfile.TemporaryFile() as packed:
        with subprocess.Popen(["zstd", "-q", "-3", "-c", "--no-check"], stdin=subprocess.PIPE,
                              stdout=packed) as zstd:
            for _ in range(mib):
                zstd.stdin.write(repeated)
            zstd.stdin.close()
        packed.seek(0)
        return packed.read()


def compressed(*frames):
    """COMPRESSED records of frames, (packed, MiB) each; a record inflates to 24 MiB at most."""
    for packed, mib in frames:
        step = min(max(64, len(packed) * 24 // max(mib, 1)), 65000)
        for at in range(0, len(packed), step):
            yield record(81, packed[at:at + step])


UNITS = {
    "damage": record(9),
    "samples": sample(1, 5),
    "FINISHED_ROUND": record(68),
}


def bomb(path, kind, mib, times=1):
    """What inflates to so many MiB, so many times one after the other."""
    packed = bomb_frame(UNITS[kind], mib)
    return write(path, compressed(*itertools.repeat((packed, mib), times)))


# ---- a million of something ----

MILLION = 1000000
MAPPINGS = 300000
FORKS = 700000
DISORDER = 514229  # a step from one to another far away


def nested():
    """Mappings of files that are all different, each inside the one before."""
    for i in range(MAPPINGS):
        yield mmap(1, i + 1, 4096 * i, 4096 * 2 * (MAPPINGS - i), b"/l%d" % i)
    for i in range(MAPPINGS):
        yield sample(1, MILLION + i, 4096 * (i * 7 % (2 * MAPPINGS)))


def overlapping_first():
    """Mappings over one another, and then samples."""
    for i in range(MAPPINGS):
        yield mmap(1, i + 1, 4096 * (i * 7919 % 100003), 0x5000000, b"/l%d" % (i % 1000))
    for i in range(MAPPINGS):
        yield sample(1, MILLION + i, 4096 * (i * 7 % 600000))


def overlapping():
    """A mapping and a sample in turns: what is mapped changes all the time."""
    for i in range(MAPPINGS):
        yield mmap(1, 2 * i + 1, 4096 * (i * 7919 % 100003), 0x5000000, b"/l%d" % (i % 1000))
        yield sample(1, 2 * i + 2, 4096 * (i * 7 % 600000))


def forks():
    """Each process is a child of the one before."""
    yield mmap(1, 1, 0x400000, 4096)
    for i in range(FORKS):
        yield fork(i + 2, i + 1, i + 2)
    for i in range(MAPPINGS):
        yield sample(i + 1, MILLION + i, 0x400010)


def forks_in_disorder():
    """The same, and nobody asks about the processes in their order."""
    yield mmap(1, 1, 0x400000, 4096)
    for i in range(FORKS):
        yield fork(i + 2, i + 1, i + 2)
    for i in range(MAPPINGS):
        yield sample(1 + i * DISORDER % FORKS, MILLION + i, 0x400010)


def forks_with_mappings(each=1, step=1):
    """Each process is a child of the one before, and has mappings of its own. step: of samples."""
    at = 1
    processes = MAPPINGS // each
    for i in range(processes):
        if i:
            yield fork(i + 1, i, at)
        for k in range(each):
            yield mmap(i + 1, at + 1 + k, 0x1000000 + 4096 * (i * each + k), 4096, b"/l%d" % (i % 1000))
        at += each + 1
    for i in range(MAPPINGS):
        yield sample(1 + i * step % processes, at + i, 0x400010)


def names_in_disorder():
    """A million processes with a name, and nobody asks about them in their order."""
    for i in range(MILLION // 2):
        yield comm(i + 1, i + 1, b"c%d" % i)
    for i in range(MILLION // 2):
        yield sample(1 + i * DISORDER % (MILLION // 2), MILLION + i)


def children():
    """Many children of a process that has many mappings."""
    for i in range(20000):
        yield mmap(1, 1, 4096 * i, 4096, b"/x%d" % i)
    for i in range(400000):
        yield fork(i + 2, 1, i + 2)
    for i in range(400000):
        yield sample(i + 1, MILLION + i, 0x400010)


def loop():
    """Two processes that are children of one another, again and again."""
    for i in range(400000):
        yield fork(1 + i % 2, 2 - i % 2, 2 * i + 1)
        yield mmap(1 + i % 2, 2 * i + 1, 4096 * (i % 5000), 4096, b"/x")


def each(make, n=MILLION):
    """Of these a part can be had."""
    return lambda part=1: (make(i) for i in range(int(n * part)))


def events():
    """Samples of so many events, each with some ids."""
    for i in range(600000):
        yield record(9, struct.pack("<QQIIQ", 1 + i % EVENTS, 0x400000, 1, 1, i + 1), 2)


def chain(i, frames):
    return record(9, struct.pack("<QIIQQ", 0x400000, 1, 1, i + 1, len(frames) // 8) + frames, 2)


DICE = random.Random(7)
FRAMES = 8000
# Of 64 frames that come again and again.
REPEATED = b"".join(struct.pack("<Q", DICE.getrandbits(40)) for _ in range(64)) * (FRAMES // 64)
EVENTS = 32000


# What they are made of: records, one after the other.
LARGE = {
    "four million empty records": each(lambda i: record(68), 4 * MILLION),
    "four million samples without a body": each(lambda i: record(9), 4 * MILLION),
    "a million damaged stretches": each(lambda i: sample(1, i + 1) + bytes(8)),
    "damaged stretches of many sizes": each(
        lambda i: sample(1, i + 1) + struct.pack("<IHH", 9, 0, 4) + b"\xff" * (8 * (i % 5)), 700000),
    "a million processes": each(lambda i: sample(i, i + 1)),
    "a million names of processes": each(lambda i: comm(i + 1, i + 1, b"c%d" % i)),
    "a million names of one process": each(lambda i: comm(7, i + 1, b"c%d" % i)),
    "the same name a million times": each(lambda i: comm(1, 10 + i, b"aa")),
    "a million samples of zeros": each(lambda i: sample(0, 0, 0)),
    "a million samples of ones": each(lambda i: sample((1 << 32) - 1, (1 << 64) - 1, (1 << 64) - 1)),
    "samples of 64 KB": each(
        lambda i: record(9, struct.pack("<QIIQ", 1, 1, 1, i + 1) + bytes(65496), 2), 1500),
    "call chains of 8000 frames": each(lambda i: chain(i, REPEATED), 700),
    "call chains of 8000 frames, all different": each(
        lambda i: chain(i, DICE.randbytes(8 * FRAMES)), 700),
    "32000 events with ids": events,
    "a million times in reverse": each(lambda i: sample(1, MILLION - i)),
    "a million times in disorder": each(lambda i: sample(1, i * 0x9e3779b97f4a7c15 % (1 << 63) + 1)),
    "a million times in two directions": each(lambda i: sample(1, i if i % 2 else 2 * MILLION - i)),
    "a million kinds of records": each(lambda i: record(200 + i % 30000, b"", i // 30000)),
    "mappings inside one another": nested,
    "mappings over one another": overlapping_first,
    "mappings over one another, each followed by a sample": overlapping,
    "processes, each forked by the previous one": forks,
    "processes, each forked by the previous one, in disorder": forks_in_disorder,
    "processes, each forked by the previous one, with mappings": forks_with_mappings,
    "processes, each forked by the previous one, with mappings, in disorder": lambda: forks_with_mappings(
        1, DISORDER),
    "processes, each forked by the previous one, with 30 mappings, in disorder": lambda: forks_with_mappings(
        30, DISORDER),
    "names of processes in disorder": names_in_disorder,
    "forks of one process with many mappings": children,
    "forks in a circle": loop,
}


# What they need to have besides.
OPTIONS = {
    "call chains of 8000 frames": {"attrs": [attr(SAMPLE_TYPE | 32)]},
    "call chains of 8000 frames, all different": {"attrs": [attr(SAMPLE_TYPE | 32)]},
    "32000 events with ids": {
        "attrs": [attr(SAMPLE_TYPE | 1 << 16, config=i) for i in range(EVENTS)], "ids_each": 8},
}

# Of what is all alike a part does for a test.
PARTS = {
    "four million empty records": 0.5,
    "damaged stretches of many sizes": 0.5,
    "the same name a million times": 0.5,
    "a million samples of zeros": 0.5,
    "a million samples of ones": 0.5,
    "samples of 64 KB": 0.25,
    "call chains of 8000 frames": 0.5,
    "call chains of 8000 frames, all different": 0.5,
}


def write_large(path, title, part=1):
    make = LARGE[title]
    records = make() if part == 1 else make(part)
    return write(path, in_pieces(records), **OPTIONS.get(title, {}))


def benign():
    """What to compare with."""
    yield comm(1, 1)
    yield mmap(1, 2, 0x400000, 0x100000, b"/bin/x")
    for i in range(MILLION):
        yield sample(1, 10 + i, 0x400000 + i * 17 % 0x10000)


def in_pieces(records, n=5000):
    """Records put together: a write for each would take longer than to make them."""
    records = iter(records)
    while True:
        piece = b"".join(itertools.islice(records, n))
        if not piece:
            return
        yield piece
