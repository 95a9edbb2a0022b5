#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A build that is interrupted goes on, and of a recording that has grown the tail alone is read.

The index is then, byte for byte, that of a build from the beginning. KILLS and BYTES: how often
builds are killed, of recordings how large; tests/ci has this test with more of both.
"""
import json
import os
import random
import shutil
import signal
import struct
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402
import cli  # noqa: E402
import hostile  # noqa: E402
import stress  # noqa: E402
from cli import tap  # noqa: E402

KILLS = int(os.environ.get("KILLS", "5"))
BYTES = int(os.environ.get("BYTES", "40000000"))
FOLDER_BYTES = 10000000
rng = random.Random(int(os.environ.get("SEED", "1")))


def whole_again(path, want, name):
    """Build to the end: the index is the wanted one, and nothing is left beside it."""
    result, told = stress.build(path)
    tap.ok(result.status in corpus.READ and stress.index_bytes(path) == want,
           f"{name}: the index is that of a plain build", result.told())
    tap.ok(not stress.part(path).exists(), "and nothing unfinished is left")
    return told


def check_kills(path, want, took):
    """At any moment, once and several times before a build comes to its end."""
    continued = 0
    for i in range(KILLS):
        stress.forget(path)
        for _ in range(1 + i % 3):
            stress.kill_after(path, rng.random() * took)
        result, told = stress.build(path)
        good = result.status in corpus.READ and stress.index_bytes(path) == want
        continued += 0 < told.get("kept_bytes", 0) < told["bytes"]
        if not good:
            tap.ok(False, f"{path.name}: killed {i}: another index", result.told())
    tap.ok(True, f"{path.name}: {KILLS} kills, {continued} builds went on")


def check_kill(path, want):
    """Killed when there is a checkpoint: what is before it is not read again."""
    for _ in range(20):
        stress.forget(path)
        status, _ = stress.kill_when_begun(path, signal.SIGKILL)
        if status == -signal.SIGKILL and stress.part(path).exists():
            break
    tap.ok(stress.part(path).exists(), f"{path.name}: a killed build leaves what it has")
    kept = shutil.copy(stress.part(path), cli.CWD / "kept.part")
    told = whole_again(path, want, f"{path.name}: killed")
    tap.ok(told["kept_bytes"] > 0, "it went on from a checkpoint", [str(told)])
    return kept


def check_stop(path, want):
    for sig in (signal.SIGINT, signal.SIGTERM):
        for _ in range(20):
            stress.forget(path)
            status, err = stress.kill_when_begun(path, sig)
            if status:
                break
        tap.ok(status == 128 + sig, f"{sig.name}: the status is {128 + sig}", [str(status), err])
        tap.ok("resumes from there" in err and len(err.splitlines()) == 1, "one line says so",
               [err])
        tap.ok(whole_again(path, want, sig.name)["kept_bytes"] > 0, "and it does")


def check_removed(path):
    """Somebody removes the unfinished index: what it says is told all the same."""
    for _ in range(20):
        stress.forget(path)
        status, out, err = stress.build_without_part(path)
        if not stress.pnx(path).exists():
            break
    tap.ok(status == 0 and json.loads(out)["index_path"] is None, "its unfinished index removed",
           [str(status), out, err])
    tap.ok("the index is not saved: No such file" in err and len(err.splitlines()) == 1,
           "one line says that it is not kept", [err])


def check_bad_parts(path, want, kept):
    """Whatever lies there as unfinished: it is continued where it is good, else not used."""
    good = kept.read_bytes()
    cases = {
        "cut": good[:rng.randrange(200000, len(good))],
        "cut to nothing": b"",
        "cut in the header": good[:50],
        "its header alone": good[:96],
        "zeros at its end": good[:len(good) // 2] + bytes(len(good) // 2),
        "noise": rng.randbytes(10000),
        "of another version": good[:8] + struct.pack("<I", 1) + good[12:],
        "with bytes behind": good + rng.randbytes(5000),
        "itself twice": good + good,
        "a whole index": want,
    }
    for i in range(12):
        bit = rng.randrange(8 * len(good))
        flipped = bytearray(good)
        flipped[bit // 8] ^= 1 << bit % 8
        cases[f"bit {bit} turned"] = bytes(flipped)
    for name, data in cases.items():
        stress.forget(path)
        stress.part(path).write_bytes(data)
        whole_again(path, want, f"unfinished, {name}")
    other = stress.repeated("demo.data", "other.data", 1000)
    stress.forget(other)
    stress.part(other).write_bytes(good)
    wanted = stress.plain(other)[0]
    stress.part(other).write_bytes(good)
    whole_again(other, wanted, "unfinished, of another recording")


def check_checkpoints(path):
    stress.build(path)
    want, whole = stress.index_bytes(path), stress.pnx(path).read_bytes()
    ends = stress.checkpoints(whole)
    same = 0
    for end in ends:
        stress.forget(path)
        stress.part(path).write_bytes(whole[:end])
        _, told = stress.build(path)
        same += stress.index_bytes(path) == want and told["kept_bytes"] > 0
    tap.ok(same == len(ends) > 1, f"{path.name}: goes on from each of {len(ends)} checkpoints",
           [f"{same} are the same"])


def check_packed():
    """Compressed data, the first at the beginning of a file, and such as begin anew."""
    # However large the others are: a piece of it inflates to less than 32 MB.
    check_checkpoints(stress.folder("flat.data", "folder.data", FOLDER_BYTES))
    wrong = struct.pack("<IHH", stress.COMPRESSED, 0, 108) + b"\xff" * 100
    check_checkpoints(stress.compressed("flat.data", "broken.data", BYTES // 4,
                                        (b"\xee" * 64, b""), (b"", wrong)))


def check_damage():
    """Damaged stretches at each end of a block, of one piece and of several; and bombs."""
    rng_here = random.Random(3)
    parts = [hostile.sample(i % 5, 1000 + i) + rng_here.choice(
        (b"", b"", hostile.record(9), bytes(8), hostile.record(9) * 3, b"\xff" * 24,
         hostile.record(9, bytes(16)) + bytes(16), hostile.comm(i, 1000 + i)))
             for i in range(150000)]
    check_checkpoints(hostile.write(cli.CWD / "damaged.data", parts))
    if not hostile.can_pack():
        return
    unit = hostile.record(9, struct.pack("<QIIQ", 0x401000, 1, 1, 5) + bytes(16000)) + \
        hostile.record(9) * 4
    records = list(hostile.compressed((hostile.bomb_frame(unit, 60), 60)))
    check_checkpoints(hostile.write(cli.CWD / "bombs.data",
                                    [*parts[:20000], *records, *parts[:20000], *records * 2]))


def check_growth(path, name):
    """perf is still writing: the data size is 0. Then it has finished."""
    raw = path.read_bytes()
    start, size = stress.section(raw)
    grown = cli.CWD / name
    unfinished = bytearray(raw)
    struct.pack_into("<Q", unfinished, stress.DATA_AT + 8, 0)
    ends = [start + size * i // 5 + rng.randrange(64) for i in range(2, 5)] + [start + size]
    grown.write_bytes(unfinished[:ends[0]])
    stress.build(grown)
    for end in ends[1:]:
        with open(grown, "ab") as out:
            out.write(unfinished[grown.stat().st_size:end])
        result, told = stress.build(grown)
        tap.ok("is rebuilt" not in result.err, "nothing to say about growth", result.told())
        tap.ok(told["kept_bytes"] > 10000000, f"{name}: only the tail is read", [str(told)])
        got = stress.index_bytes(grown)
        tap.ok(got == stress.plain(grown)[0], "the index is that of a plain build")
        stress.build(grown)
    stress.set_data_size(grown, size)
    with open(grown, "ab") as out:
        out.write(bytes(4096))
    result, told = stress.build(grown)
    tap.ok(told["reused"] and result.status == 0, "perf has finished: the index is still good",
           result.told())
    fresh = cli.run("count", "--no-index", grown)
    tap.ok(cli.run("count", grown).out == fresh.out, "and says the same")


def main():
    path = stress.repeated("flat.data", "resume.data", BYTES)
    want, took = stress.plain(path)
    again, _ = stress.plain(path)
    tap.ok(want == again, "two builds are the same byte for byte")
    kept = check_kill(path, want)
    check_kills(path, want, took)
    check_stop(path, want)
    check_removed(path)
    check_bad_parts(path, want, kept)
    check_growth(path, "grown.data")
    check_damage()
    packed = stress.compressed("flat.data", "packed.data", BYTES)
    if packed:
        want, took = stress.plain(packed)
        check_kill(packed, want)
        check_kills(packed, want, took)
        check_packed()
    return tap.done()


sys.exit(main())
