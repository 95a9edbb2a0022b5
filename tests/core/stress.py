# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings large enough for an index of many checkpoints, and indexes compared byte for byte."""
import os
import signal
import struct
import subprocess
import time

import cli

DATA_AT = 40  # of the section of the records in struct perf_file_header
FEATURES_AT = 72
HEADER = 104
FINISHED_ROUND, COMPRESSED = 68, 81
INDEX_HEADER, CHUNK_HEADER = 96, 24
PIECE = 1501  # bytes of a COMPRESSED record: records go on from one to the next


def section(raw):
    return struct.unpack_from("<QQ", raw, DATA_AT)


def repeated(source, target, size):
    """The recording with its records again and again, size bytes or more of them."""
    raw = bytearray((cli.DATA / source).read_bytes())
    start, length = section(raw)
    data = bytes(raw[start:start + length])
    times = -(-size // length)
    struct.pack_into("<Q", raw, DATA_AT + 8, times * length)
    raw[FEATURES_AT:HEADER] = bytes(HEADER - FEATURES_AT)
    path = cli.CWD / target
    with open(path, "wb") as out:
        out.write(raw[:start])
        for _ in range(times):
            out.write(data)
    return path


def pack(data, piece_size=PIECE):
    """Records as perf record -z writes them: one zstd frame in pieces."""
    packed = subprocess.run(["zstd", "-1", "-c"], input=data, capture_output=True,
                            check=True).stdout
    out = bytearray()
    for at in range(0, len(packed), piece_size):
        piece = packed[at:at + piece_size]
        out += struct.pack("<IHH", COMPRESSED, 0, 8 + len(piece)) + piece
        out += struct.pack("<IHH", FINISHED_ROUND, 0, 8)
    return bytes(out)


def compressed(source, target, size, *broken):
    """The records of repeated(), packed; None where zstd is missing.

    broken: of frames before, with some of the records: what is no record at the end of them, and
    what comes behind the last piece. Nothing is had of such a stream until a frame begins.
    """
    path = repeated(source, target, size)
    raw = path.read_bytes()
    start, length = section(raw)
    records = raw[start:start + length]
    out = bytearray(raw[:start])
    try:
        for inside, behind in broken:
            out += pack(records[:length // 4] + inside) + behind
        out += pack(records)
    except FileNotFoundError:
        return None
    struct.pack_into("<Q", out, DATA_AT + 8, len(out) - start)
    path.write_bytes(out)
    return path


def folder(source, target, size):
    """A recording of perf record --threads -z, all in one file; large pieces hold many records."""
    path = cli.CWD / target
    path.mkdir()
    raw = repeated(source, path / "data", size).read_bytes()
    start, length = section(raw)
    (path / "data").write_bytes(raw[:start])
    set_data_size(path / "data", 0)
    (path / "data.0").write_bytes(pack(raw[start:start + length], 65000))
    return path


def set_data_size(path, size):
    """What perf writes into the header at the end; 0 until then."""
    with open(path, "r+b") as stream:
        stream.seek(DATA_AT + 8)
        stream.write(struct.pack("<Q", size))


def pnx(path):
    return path.with_name(path.name + ".pnx")


def part(path):
    return path.with_name(path.name + ".pnx.part")


def index_bytes(path):
    """The index without the time that building it took, and the hash over that."""
    raw = pnx(path).read_bytes()
    return raw[:-24] + raw[-8:]


def checkpoints(raw):
    """Where an index can be cut, so that a build goes on from there."""
    at, ends = INDEX_HEADER, []
    while (head := struct.unpack_from("<4sIQQ", raw, at))[0] != b"DIRC":
        at += CHUNK_HEADER + (head[2] + 7 & ~7)
        if head[0] == b"CKPT":
            ends.append(at)
    return ends


def forget(path):
    for index in (pnx(path), part(path)):
        index.unlink(missing_ok=True)


def build(path, *args):
    """perfnav index: the result, and its one object."""
    result = cli.run("index", "--json", *args, path)
    objects = result.objects()
    return result, objects[0] if objects else {}


def plain(path):
    """The index of a build that nothing disturbs, and the seconds it took."""
    forget(path)
    start = time.monotonic()
    build(path)
    took = time.monotonic() - start
    raw = index_bytes(path)
    forget(path)
    return raw, took


def start(path, *args):
    return subprocess.Popen([cli.PERFNAV, "index", *args, path], cwd=cli.CWD, env=cli.ENV,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)


def kill_after(path, seconds, sig=signal.SIGKILL):
    """Start to build and end that after a while: status (negative: the signal) and complaints."""
    job = start(path, "-q")
    time.sleep(seconds)
    if job.poll() is None:
        os.kill(job.pid, sig)
    _, err = job.communicate(timeout=120)
    return job.returncode, err.decode()


def wait_until_begun(path, job):
    """Until there is something in the unfinished index; it is whole at times."""
    end = time.monotonic() + 30
    while job.poll() is None and time.monotonic() < end:
        try:
            if part(path).stat().st_size > 300000:
                break
        except FileNotFoundError:
            pass


def kill_when_begun(path, sig):
    """Start to build and end that then: status and complaints."""
    job = start(path, "-q")
    wait_until_begun(path, job)
    if job.poll() is None:
        os.kill(job.pid, sig)
    _, err = job.communicate(timeout=120)
    return job.returncode, err.decode()


def build_without_part(path):
    """Start to build and remove the unfinished index meanwhile: status, output, complaints."""
    job = start(path, "--json")
    wait_until_begun(path, job)
    os.kill(job.pid, signal.SIGSTOP)
    part(path).unlink(missing_ok=True)
    os.kill(job.pid, signal.SIGCONT)
    out, err = job.communicate(timeout=120)
    return job.returncode, out.decode(), err.decode()
