#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds with 1, 2, 3 and 8 threads that are killed at random points: the index is always the same bytes.

KILLS, BYTES and SEED: how many kills of each kind of recording, how large these are, and at which points.
tests/ci has this test with more of them.
"""
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import corpus  # noqa: E402
from corpus import cli  # noqa: E402
import stress  # noqa: E402
from cli import tap  # noqa: E402

KILLS = int(os.environ.get("KILLS", "3"))
BYTES = int(os.environ.get("BYTES", "30000000"))
rng = random.Random(int(os.environ.get("SEED", "1")))
THREADS = 1, 2, 3, 8
PIPE_HEADER = 16
USER_TYPES = 64  # from here on, records are not of the kernel
TRACING_DATA = 66  # data follow it that its size does not include


def preloaded(threads):
    return {**cli.ENV, "LD_PRELOAD": str(cli.CWD / "processors.so"), "PROCESSORS": str(threads),
            "ASAN_OPTIONS": f"{cli.ENV.get('ASAN_OPTIONS', '')}:verify_asan_link_order=0"}


def build(path, threads):
    """With so many threads: the result, and its one object."""
    result = cli.run("index", "--json", path, env=preloaded(threads))
    return result, (result.objects() or [{}])[0]


def kill_at(path, threads, size):
    """Start to build, and kill that when the unfinished index has so many bytes. False: it was faster."""
    with subprocess.Popen([cli.PERFNAV, "index", "-q", path], cwd=cli.CWD, env=preloaded(threads),
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL) as job:
        end = time.monotonic() + 60
        while job.poll() is None and time.monotonic() < end:
            try:
                if stress.part(path).stat().st_size >= size:
                    break
            except FileNotFoundError:
                pass
        if job.poll() is None:
            os.kill(job.pid, signal.SIGKILL)
    return job.returncode == -signal.SIGKILL


def check(path, before=None):
    """before: the bytes of the index of the recording when it was shorter. Returns the kills and the resumed builds."""
    stress.forget(path)
    result, _ = build(path, 1)
    want = stress.index_bytes(path)
    tap.ok(result.status in corpus.READ and len(stress.checkpoints(stress.pnx(path).read_bytes())) > 1,
           f"{path.name}: an index with checkpoints", result.told())
    killed = resumed = 0
    wrong = []
    for i in range(KILLS):
        stress.forget(path)
        if before:
            stress.pnx(path).write_bytes(before)
        threads = [rng.choice(THREADS) for _ in range(2 + i % 3)]
        points = [rng.randrange(len(want)) for _ in threads[1:]]
        for n, point in zip(threads, points):
            killed += kill_at(path, n, point)
        result, told = build(path, threads[-1])
        resumed += 0 < told.get("kept_bytes", 0) < told.get("bytes", 0)
        if stress.index_bytes(path) != want or stress.part(path).exists():
            wrong.append(f"threads {threads}, killed at {points} bytes: {result.told()}")
    tap.ok(not wrong, f"{path.name}: {killed} kills, {resumed} builds resumed, the same bytes", wrong)
    stress.forget(path)
    return killed, resumed


def records(data):
    at = 0
    while at + 8 <= len(data):
        kind, size = struct.unpack_from("<I2xH", data, at)
        yield kind, data[at:at + size]
        if kind == TRACING_DATA:
            size += struct.unpack_from("<I", data, at + 8)[0] + 3 & ~3
        at += size


def damaged():
    path = stress.repeated("demo.data", "damaged.data", BYTES)
    raw = bytearray(path.read_bytes())
    for i in range(200):
        at = rng.randrange(20000, len(raw) - 70000)
        size = rng.randrange(1, 60000 if i % 8 == 0 else 200)
        raw[at:at + size] = rng.choice((bytes(size), rng.randbytes(size), raw[at + 8:at + 8 + size]))
    path.write_bytes(raw)
    return path


def piped(target, packed):
    """A pipe capture with its records again and again, also as perf record -z writes them."""
    raw = (cli.DATA / "pipe.data").read_bytes()
    of_kernel = b"".join(data for kind, data in records(raw[PIPE_HEADER:]) if kind < USER_TYPES)
    more = of_kernel * (BYTES // len(of_kernel))
    path = cli.CWD / target
    path.write_bytes(raw + (stress.pack(more) if packed else more))
    return path


def threads():
    """A directory whose files have different sizes."""
    path = cli.CWD / "threads.data"
    path.mkdir()
    for file in (cli.DATA / "threads.data").iterdir():
        data = file.read_bytes()
        times = {"data": 1, "data.0": BYTES // 2 // len(data)}.get(file.name, BYTES // 3 // len(data))
        (path / file.name).write_bytes(data * times)
    return path


def check_grown():
    """The build of the tail is killed; both indexes are there then."""
    path = stress.repeated("demo.data", "grown.data", BYTES)
    raw = path.read_bytes()
    start, size = stress.section(raw)
    unfinished = bytearray(raw)
    struct.pack_into("<Q", unfinished, stress.DATA_AT + 8, 0)
    path.write_bytes(unfinished[:start + size // 3])
    stress.build(path)
    before = stress.pnx(path).read_bytes()
    with open(path, "ab") as out:
        out.write(unfinished[start + size // 3:])
    return check(path, before)


def main():
    made = cli.tool(*cli.CC, "-shared", "-fPIC", "-D_GNU_SOURCE", "-o", cli.CWD / "processors.so",
                    cli.ROOT / "tests" / "helpers" / "processors.c")
    tap.ok(made.returncode == 0, "processors.c is compiled", [made.stderr])
    done = [check(stress.repeated("demo.data", "plain.data", BYTES)), check(damaged()), check(piped("piped.data", False)),
            check(threads()), check_grown()]
    if shutil.which("zstd"):
        done += [check(stress.compressed("demo.data", "packed.data", BYTES)), check(piped("piped_packed.data", True)),
                 check(stress.folder("demo.data", "folder.data", BYTES))]
    else:
        tap.skip("compressed recordings", "zstd is missing")
    killed, resumed = (sum(numbers) for numbers in zip(*done))
    tap.ok(killed and resumed, f"there were {killed} kills, and {resumed} builds resumed")
    return tap.done()


sys.exit(main())
