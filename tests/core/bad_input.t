#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that are no recordings, or damaged ones: a status, a reason, no crash and nothing left."""
import json
import os
import random
import shutil
import struct
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402
import cli  # noqa: E402
from cli import run, tap  # noqa: E402

SEED = int(os.environ.get("SEED", "1"))
FOLDER = cli.CWD / "bad"
FILE = FOLDER / "bad.data"
U64 = (1 << 64) - 1


def lines_are_json(out):
    try:
        return all(isinstance(json.loads(line), dict) for line in out.decode("utf-8").splitlines())
    except ValueError:
        return False


def complaint(err, path, at_least):
    """Lines that each name the file and say something; None when they do."""
    lines = err.splitlines()
    if len(lines) < at_least or not all(line.startswith(f"perfnav: {path}: ") and
                                        len(line) > len(f"perfnav: {path}: ") + 8
                                        for line in lines):
        return f"standard error is {err!r}"
    return None


def left_over(status, path):
    """What lies about that should not: all unfinished, and the index of what cannot be opened."""
    names = sorted(p.name for p in path.parent.iterdir() if p != path)
    if any(name.endswith(".part") for name in names):
        return f"left unfinished: {names}"
    if status == 3 and names:
        return f"not opened, but made: {names}"
    return None


def judge(result, path, statuses):
    """None, or what is wrong with a run of print --format json."""
    status = result.status
    if status not in statuses:
        return f"status {status}: {result.err!r}"
    if status == 3 and (result.out_bytes or len(result.err.splitlines()) != 1):
        return f"status 3, {len(result.out_bytes)} bytes of output, {result.err!r}"
    if status == 0 and result.err:
        return f"status 0, but {result.err!r}"
    if not lines_are_json(result.out_bytes):
        return f"status {status}, the output is not JSON"
    return (status and complaint(result.err, path, 1)) or left_over(status, path)


def clear():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()


def attempt(data, statuses=(0, 1, 3), path=FILE):
    clear()
    path.write_bytes(data)
    return judge(run("print", "--format", "json", path), path, statuses)


def check(name, cases, statuses=(0, 1, 3)):
    """Cases are what they are called, and the bytes."""
    n, found = 0, []
    for what, data in cases:
        n += 1
        why = attempt(data, statuses)
        if why:
            found.append(f"{what}: {why}")
    tap.ok(n and not found, f"{name}: {n} files", found[:8])


def changed(data, at, byte):
    return data[:at] + bytes([byte]) + data[at + 1:]


def patched(data, at, form, *values):
    size = struct.calcsize(form)
    return data[:at] + struct.pack(form, *values) + data[at + size:]


# ---- no recordings ----

def check_none():
    clear()
    (FOLDER / "empty folder").mkdir()
    for name, path in (("what is not there", FOLDER / "missing"),
                       ("what lies below a file", cli.DATA / "flat.data/x"),
                       ("a name that is too long", FOLDER / ("x" * 300)),
                       ("a folder without data", FOLDER / "empty folder"),
                       ("a device", "/dev/null"),
                       ("a folder of the system", "/proc/self")):
        result = run("print", path)
        tap.ok(result.status == 3 and not result.out_bytes and not complaint(result.err, path, 1)
               and len(result.err.splitlines()) == 1, f"{name}: status 3 and a reason",
               result.told())
    loop = FOLDER / "loop"
    loop.symlink_to("loop")
    result = run("print", loop)
    tap.ok(result.status == 3 and not complaint(result.err, loop, 1), "a link to itself",
           result.told())
    other = {"nothing": b"", "a byte": b"P", "half a magic": b"PERF", "a magic": b"PERFILE2",
             "15 bytes": b"PERFILE2" + bytes(7), "a magic and zeros": b"PERFILE2" + bytes(500),
             "the other magic and zeros": b"2ELIFREP" + bytes(500),
             "the old magic and zeros": b"PERFFILE" + bytes(500),
             "a magic and ones": b"PERFILE2" + b"\xff" * 500,
             "an ELF file": b"\x7fELF" + bytes(200), "zeros": bytes(4096),
             "a script": b"#!/bin/sh\necho PERFILE2\n", "escapes": b"\x1b]0;title\x07\x1b[31m",
             "a newline in the magic": b"PERF\nILE" + bytes(100),
             "an almost right magic": b"PERFILE3" + bytes(500)}
    for what, data in other.items():
        why = attempt(data, (3,))
        tap.ok(why is None, f"{what}: status 3 and a reason", [why])


# ---- headers ----

def check_headers(flat):
    """Sizes and offsets of a file's header, each with numbers that it cannot have."""
    fields = {8: "size", 16: "attr_size", 24: "attrs.offset", 32: "attrs.size", 40: "data.offset",
              48: "data.size", 56: "event_types.offset", 64: "event_types.size"}
    numbers = (0, 1, 15, 16, 17, 48, 63, 64, 72, 103, 104, 105, len(flat) - 1, len(flat),
               len(flat) + 1, 1 << 31, 1 << 32, (1 << 63) - 1, 1 << 63, U64 - 7, U64)
    for at, name in fields.items():
        check(f"header with other {name}",
              [(f"{name} {number}", patched(flat, at, "<Q", number)) for number in numbers])
    check("header with other features",
          [(f"features {bits:#x}", patched(flat, 72, "<4Q", *([bits] * 4)))
           for bits in (0, 1, 2, 0x5555555555555555, U64)])
    for what, data in (("behind the file", patched(flat, 24, "<Q", len(flat) + 8)),
                       ("beyond its end", patched(flat, 32, "<Q", len(flat))),
                       ("of entries without an attr", patched(flat, 16, "<Q", 16))):
        why = attempt(data, (3,))
        tap.ok(why is None, f"attrs {what}: status 3", [why])
    alone = patched(flat[:104], 24, "<6Q", 104, 0, 104, 0, 0, 0)
    why = attempt(alone, (0, 1))
    tap.ok(why is None, "a header alone that wants nothing", [why])


def check_header_bytes(name, data, length, rng):
    check(f"{name}: a byte of the first {length} is another",
          ((f"byte {at} is {byte:#x}", changed(data, at, byte))
           for at in range(length)
           for byte in (rng.choice((0, 0xff, data[at] ^ 0x80, data[at] ^ 1, rng.randrange(256))),)
           if byte != data[at]))


def check_cut(name, data, lengths):
    check(f"{name}: cut", ((f"{length} bytes of {len(data)}", data[:length])
                           for length in lengths))


def check_anywhere(name, data, count, rng):
    """Some bytes anywhere, often in what comes behind the header or in the features at the end."""
    def cases():
        for i in range(count):
            out, places = bytearray(data), []
            for _ in range(rng.randrange(1, 4)):
                at = rng.choice((rng.randrange(len(data)), rng.randrange(min(len(data), 1024)),
                                 len(data) - 1 - rng.randrange(min(len(data), 2048))))
                out[at] = rng.choice((0, 0xff, out[at] ^ 1 << rng.randrange(8)))
                places.append(at)
            yield f"number {i}, bytes {places}", bytes(out)
    check(f"{name}: bytes anywhere", cases())


# ---- other containers ----

def check_folder(rng):
    """A folder whose parts are damaged, or not there."""
    whole = FOLDER / "threads.data"

    def fresh():
        clear()
        shutil.copytree(cli.DATA / "threads.data", whole, ignore=shutil.ignore_patterns("*.pnx*"))
        return sorted(p.name for p in whole.iterdir() if p.name != "data")

    parts = fresh()
    tap.ok(judge(run("print", "--format", "json", whole), whole, (0,)) is None, "a whole folder")
    found = []
    for name in ("data", *parts):
        for what, change in (("removed", None), ("empty", b""), ("zeros", bytes(3000)),
                             ("noise", rng.randbytes(3000)), ("a header", b"PERFILE2" + bytes(96))):
            fresh()
            if change is None:
                (whole / name).unlink()
            else:
                (whole / name).write_bytes(change)
            result = run("print", "--format", "json", "--no-index", whole)
            why = judge(result, whole, (0, 1, 3))
            if why:
                found.append(f"{name} {what}: {why}")
            if name == "data" and result.status != 3:
                found.append(f"data {what}: status {result.status}")
    tap.ok(not found, f"a folder with a bad part of {parts}", found[:8])


def main():
    rng = random.Random(SEED)
    flat = (cli.DATA / "flat.data").read_bytes()
    pipe = (cli.DATA / "pipe_compressed.data").read_bytes()
    names = ("records_be", "compressed", "tracepoint")
    built = {name: corpus.build(cli.CASES / f"{name}.mk").read_bytes() for name in names}
    check_none()
    check_headers(flat)
    check_header_bytes("flat.data", flat, 104, rng)
    check_header_bytes("records_be", built["records_be"], 104, rng)
    check_header_bytes("pipe_compressed.data", pipe, 48, rng)
    check_cut("flat.data", flat, [*range(0, 120), *range(120, len(flat), 1009)])
    check_cut("pipe_compressed.data", pipe, [*range(0, 40), *range(40, len(pipe), 271)])
    check_anywhere("flat.data", flat, 60, rng)
    check_anywhere("pipe_compressed.data", pipe, 60, rng)
    check_anywhere("sched.data", (cli.DATA / "sched.data").read_bytes(), 40, rng)
    for name, data in built.items():
        check_anywhere(name, data, 40, rng)
    check_folder(rng)
    return tap.done()


sys.exit(main())
