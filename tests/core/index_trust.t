#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An index that is wrong anywhere is made again: the results are always those of a fresh one."""
import mmap
import os
import random
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import corpus  # noqa: E402
import cli  # noqa: E402
from cli import run, tap  # noqa: E402

FLIPS = int(os.environ.get("COUNT", "300"))
SEED = int(os.environ.get("SEED", "1"))


def by_index(path):
    """All that a recording says, with the index beside it: status, output, complaints."""
    result = run("print", "--format", "json", path)
    return result.status, result.out_bytes, result.err


class Whole:
    """A recording, its sound index, and what is right."""

    def __init__(self, path):
        self.path = path
        self.pnx = path.with_name(f"{path.name}.pnx")
        self.pnx.unlink(missing_ok=True)
        self.status, self.out, self.err = by_index(path)
        self.index = self.pnx.read_bytes()
        tap.ok(self.status in corpus.READ and self.out, f"{path.name}: read, and an index made")
        tap.ok(by_index(path) == (self.status, self.out, self.err),
               f"{path.name}: from the index the same")

    def try_index(self, data):
        """The bytes as the index: None, or what is wrong with what comes of it."""
        self.pnx.write_bytes(data)
        status, out, err = by_index(self.path)
        told = err.replace(self.err, "", 1)
        if status != self.status or out != self.out:
            return f"status {status}, {len(out)} bytes of output, {err!r}"
        kept = self.pnx.read_bytes() == data
        if kept and told:
            return f"it is kept, but the user is told {told!r}"
        if not kept and "is rebuilt" not in told:
            return f"it is made again, but the user is told {told!r}"
        if len(told.splitlines()) > 1:
            return f"more than one line: {told!r}"
        if not kept and len(self.pnx.read_bytes()) != len(self.index):
            return "the new one has another size"
        return None

    def check(self, name, cases):
        """What is wrong in which of the cases."""
        found = [f"{what}: {why}" for what, data in cases if (why := self.try_index(data))]
        tap.ok(not found, f"{self.path.name}: {name}", found[:8])


def flipped(data, bits):
    out = bytearray(data)
    for bit in bits:
        out[bit // 8] ^= 1 << bit % 8
    return bytes(out)


def flips(whole, count, rng):
    """One bit each; half of them where the header, the tables and the end are."""
    n = len(whole.index)
    tables = min(4096, n // 2)
    for i in range(count):
        if i % 4 == 0:
            bit = rng.randrange(8 * 88)
        elif i % 4 == 1:
            bit = 8 * (n - tables) + rng.randrange(8 * tables)
        else:
            bit = rng.randrange(8 * n)
        yield f"bit {bit % 8} of byte {bit // 8} of {n}", flipped(whole.index, [bit])


def lengths(whole, rng):
    n = len(whole.index)
    known = {0, 1, 7, 8, 87, 88, 89, 103, 104, 128, n - 49, n - 48, n - 47, n - 9, n - 8, n - 1}
    for length in sorted(known | {rng.randrange(n) for _ in range(12)}):
        yield f"{length} bytes of {n}", whole.index[:length]


def oddities(whole, rng):
    data, n = whole.index, len(whole.index)
    yield "a byte more", data + b"\0"
    yield "itself twice", data + data
    yield "its end twice", data + data[-48:]
    yield "zeros", bytes(n)
    yield "ones", b"\xff" * n
    yield "zeros behind the header", data[:88] + bytes(n - 88)
    yield "zeros between the ends", data[:88] + bytes(n - 136) + data[-48:]
    yield "noise behind the header", data[:88] + rng.randbytes(n - 88)
    yield "half of it noise", data[:n // 2] + rng.randbytes(n - n // 2)
    at = rng.randrange(88, n - 600)
    yield "two parts swapped", data[:at] + data[at + 256:at + 512] + data[at:at + 256] + \
        data[at + 512:]


def changed_data(path, at, to):
    """Other bytes in the recording, at the same size and time."""
    before = path.stat()
    with open(path, "r+b") as stream:
        stream.seek(at)
        stream.write(to)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def check_made_again(whole, name):
    """The recording has changed: what it says now, and that the index was made again."""
    whole.pnx.write_bytes(whole.index)
    status, out, err = by_index(whole.path)
    fresh = run("print", "--format", "json", "--no-index", whole.path)
    tap.ok((status, out) == (fresh.status, fresh.out_bytes) and "is rebuilt" in err,
           f"{name}: made again", [err, *fresh.told()[:1]])


def check_recording_changes():
    """An index must not outlive what it was made of."""
    whole = Whole(cli.CWD / cli.copy("flat.data", "changes.data"))
    before = whole.path.read_bytes()
    start = int.from_bytes(before[40:48], "little")
    changed_data(whole.path, start + 8, b"\x77\x66\x55")
    check_made_again(whole, "other bytes, the same size and time")
    whole.path.write_bytes(before)
    check_made_again(whole, "the same bytes written anew")
    whole.path.write_bytes(before[:-8])
    check_made_again(whole, "a recording that was cut")
    check_growth(whole, before)


NOBODY = 65534
OVERWRITTEN = "the recording was written to while it was read, or after its index was made"


class Rewritten:
    """A recording that is overwritten where neither samples of the identity nor a time shows it."""

    def __init__(self, name):
        self.path = cli.CWD / cli.copy("demo.data", name)
        self.pnx = self.path.with_name(f"{name}.pnx")
        self.bytes = self.path.read_bytes()
        self.rows = run("print", "--format", "json", self.path).objects()
        start, size = (int.from_bytes(self.bytes[at:at + 8], "little") for at in (40, 48))
        last = size - 4096
        self.pieces = [start + (last // 15 * i if i < 15 else last) for i in range(16)]

    def hidden(self, row):
        """Does no piece have a byte of the row?"""
        at, end = row["offset"], row["offset"] + row["size"]
        return all(end <= piece or at >= piece + 4096 for piece in self.pieces)

    def away(self, wanted):
        """A sample that no piece has: the middle one, which is compared where ctime differs, or another."""
        middle = self.rows[len(self.rows) // 2]
        return next(row for row in self.rows if row["type"] == "SAMPLE" and self.hidden(row) and
                    (row["ordinal"] > middle["ordinal"] + 100) == wanted)

    def index_is_fresh(self, name):
        """The next run is that of a recording without an index, and silent."""
        after = by_index(self.path)
        fresh = run("print", "--format", "json", "--no-index", self.path)
        tap.ok(after == (fresh.status, fresh.out_bytes, fresh.err), f"{name}: the next run is right",
               [after[2]])


def check_rewritten_in_place():
    """mtime put back: ctime tells, and a record of each block is compared; the rest when it is decoded."""
    r = Rewritten("rewritten.data")
    row = r.away(True)
    changed_data(r.path, row["offset"] + 24, b"\x77\x66\x55\x44")  # pid
    result = run("print", "--format", "json", r.path)
    tap.ok(result.status == 1 and OVERWRITTEN in result.err, "another pid: found out", result.told())
    other = [line for line in result.objects() if line["ordinal"] == row["ordinal"]]
    tap.ok(other and "ip" not in other[0], "... and no field of another record is shown as of the row",
           [str(other)])
    tap.ok(not r.pnx.exists(), "... the index is removed")
    r.index_is_fresh("another pid")
    for name, at, to in (("another time", 32, b"\1"), ("another type", 0, b"\x0b"), ("another size", 6, b"\x10")):
        r.path.write_bytes(r.bytes)
        by_index(r.path)
        changed_data(r.path, row["offset"] + at, to)
        result = run("print", "--format", "json", r.path)
        tap.ok(result.status == 1 and OVERWRITTEN in result.err, f"{name}: found out", result.told())
    r.path.write_bytes(r.bytes)
    by_index(r.path)
    with open(r.path, "r+b") as stream:
        before = r.path.stat()
        for other in r.rows[len(r.rows) // 2:len(r.rows) // 2 + 50]:
            if r.hidden(other):
                stream.seek(other["offset"])
                stream.write(bytes(other["size"]))
    os.utime(r.path, ns=(before.st_atime_ns, before.st_mtime_ns))
    err = run("count", r.path).err
    tap.ok("is rebuilt: the recording was overwritten after its index was made" in err or not r.hidden(
        r.rows[len(r.rows) // 2]), "the record that is compared: made again", [err])


def check_same_records():
    """chmod and a new name change ctime: the index stays, and is compared once."""
    r = Rewritten("moved.data")
    before = r.pnx.read_bytes()
    os.chmod(r.path, 0o600)
    os.link(r.path, cli.CWD / "moved.link")
    result = run("index", "--json", r.path)
    after = r.pnx.read_bytes()
    tap.ok(result.status == 0 and not result.err and result.objects()[0]["reused"] is True,
           "another mode: the index is used", result.told())
    ctime = r.path.stat().st_ctime_ns
    tap.ok(int.from_bytes(after[80:88], "little") == ctime, "... and has the new ctime",
           [f"{int.from_bytes(after[80:88], 'little')} instead of {ctime}"])
    tap.ok(before[:80] + before[96:] == after[:80] + after[96:], "... and is else as it was")


def check_mapping():
    """Written through a mapping whose page was dirty: no time changes."""
    r = Rewritten("mapped.data")
    row = r.away(True)
    with open(r.path, "r+b") as stream, mmap.mmap(stream.fileno(), 0) as view:
        view[row["offset"] + 32] = view[row["offset"] + 32]
        by_index(r.path)
        before = r.path.stat()
        view[row["offset"] + 32] ^= 0x55
        same = r.path.stat().st_ctime_ns == before.st_ctime_ns
        result = run("print", "--format", "json", r.path)
    tap.ok(result.status == 1 and OVERWRITTEN in result.err if same else result.status in (0, 1),
           f"through a mapping (ctime {'stays' if same else 'changes'}): found out", result.told())
    r.index_is_fresh("through a mapping")


def check_owner():
    """An index of somebody else, though all in it is right: made again."""
    r = Rewritten("owned.data")
    good = r.pnx.read_bytes()
    if os.geteuid():
        tap.skip("an index of another user", "only root can give a file away")
        return
    os.chown(r.pnx, NOBODY, NOBODY)
    err = by_index(r.path)[2]
    tap.ok("is rebuilt: it belongs to user 65534" in err, "an index of another user: made again", [err])
    tap.ok(r.pnx.stat().st_uid == 0, "... as one of this user")
    # The recording's owner may have made it.
    r.pnx.write_bytes(good)
    os.chown(r.path, NOBODY, NOBODY)
    os.chown(r.pnx, NOBODY, NOBODY)
    err = by_index(r.path)[2]
    tap.ok("is rebuilt" not in err, "an index of the recording's owner is used", [err])
    tap.ok(r.pnx.stat().st_uid == NOBODY, "... and stays that")


def check_planted():
    """The index of another recording of this size, with the identity of this one: checksums are right."""
    r = Rewritten("planted.data")
    good = r.pnx.read_bytes()
    doctored = bytearray(r.bytes)
    rows = [row for row in r.rows if row["type"] == "SAMPLE"][1000:1020]
    for row in rows:
        doctored[row["offset"] + 24:row["offset"] + 28] = b"\x77\x66\5\0"  # pid
    other = cli.CWD / "doctored.data"
    other.write_bytes(doctored)
    run("index", other)
    planted = good[:96] + (cli.CWD / "doctored.data.pnx").read_bytes()[96:]
    for args in (("print", "--format", "json"), ("slice", "-q", "-f", f"pid == {0x56677}", "-o", "out.data"),
                 ("slice", "-q", "-o", "out.data")):
        r.pnx.write_bytes(planted)
        result = run(*args, r.path)
        tap.ok(result.status in (1, 4) and OVERWRITTEN in result.err and not r.pnx.exists(),
               f"a planted index: {args[0]} finds it out", result.told())
        tap.ok(not (cli.CWD / "out.data").exists(), "... and writes no file")
    r.index_is_fresh("a planted index")


def check_overwritten_meanwhile():
    """A recording that somebody writes to while count runs."""
    hold = cli.CWD / "hold.so"
    done = subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-D_GNU_SOURCE", "-o", hold,
                           cli.ROOT / "tests/tui/holdread.c", "-ldl"], stderr=subprocess.PIPE, check=False)
    if done.returncode:
        tap.skip("overwritten while count runs", "no compiler for the library that holds reads")
        return
    path = cli.CWD / cli.copy("demo.data", "meanwhile.data")
    whole = path.read_bytes()
    for name, change in (("overwritten", lambda: path.write_bytes(whole[:300000] + bytes(len(whole) - 300000))),
                         ("cut", lambda: os.truncate(path, 300000))):
        path.write_bytes(whole)
        held = cli.CWD / "held"
        held.touch()
        reached = cli.CWD / f"{name}.reached"
        env = {**cli.ENV, "LD_PRELOAD": str(hold), "HOLD_PATH": str(path), "HOLD_WHILE": str(held),
               "HOLD_FROM": "0", "HOLD_TO": "100000000", "HOLD_REACHED": str(reached),
               "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}
        running = subprocess.Popen([cli.PERFNAV, "count", "--no-index", path], cwd=cli.CWD, env=env,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        # The file is open, and nobody has read from it but its beginning.
        for _ in range(1000):
            if reached.exists():
                break
            time.sleep(0.01)
        change()
        held.unlink()
        _, err = running.communicate(timeout=60)
        tap.ok(running.returncode == 1 and err, f"{name} while count runs: status 1 and a message",
               [str(running.returncode), err.decode()])
        if name == "overwritten":
            tap.ok(OVERWRITTEN in err.decode(), "... which tells it", [err.decode()])


def check_growth(whole, before):
    """More behind the records is what perf adds at the end: they are still those of the index."""
    status, out, _ = by_index(whole.path)
    with open(whole.path, "ab") as stream:
        stream.write(bytes(8))
    after = by_index(whole.path)
    tap.ok(after[:2] == (status, out) and "is rebuilt" not in after[2],
           "a recording with more behind it: the index is still good", [after[2]])
    whole.path.write_bytes(before)
    by_index(whole.path)
    whole.path.write_bytes(before + before)
    start = int.from_bytes(before[40:48], "little")
    changed_data(whole.path, start + 8, b"\x77\x66\x55")
    status, out, err = by_index(whole.path)
    fresh = run("print", "--format", "json", "--no-index", whole.path)
    tap.ok((status, out) == (fresh.status, fresh.out_bytes) and "is rebuilt" in err,
           "a longer one with other records: made again", [err])


def check_others(wholes):
    """Each with the index of each other."""
    for whole in wholes:
        whole.check("with the indexes of others",
                    [(other.path.name, other.index) for other in wholes if other is not whole])
    twin = cli.CWD / "twin.data"
    shutil.copy2(wholes[0].path, twin)
    (cli.CWD / "twin.data.pnx").write_bytes(wholes[0].index)
    status, out, err = by_index(twin)
    tap.ok((status, out) == (wholes[0].status, wholes[0].out),
           "with the index of its copy: right, used or not", [err])


def check_at_once(whole, jobs):
    """Several perfnavs that all want to make the index."""
    for force in ((), ("--force",)):
        whole.pnx.unlink(missing_ok=True)
        args = [cli.PERFNAV, "index", *force, "--json", whole.path]
        running = [subprocess.Popen(args, cwd=cli.CWD, env=cli.ENV, stdin=subprocess.DEVNULL,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                   for _ in range(jobs)]
        ends = [(job.communicate(timeout=120), job.returncode) for job in running]
        statuses = [status for _, status in ends]
        tap.ok(statuses == [whole.status] * jobs, f"{jobs} at once {' '.join(force)}: all done",
               [str(statuses), *(err.decode() for (_, err), _ in ends)])
        counts = {out.split(b'"records":')[1].split(b",")[0] for (out, _), _ in ends}
        tap.ok(len(counts) == 1, "and of one opinion", [str(counts)])
        result = run("index", "--json", whole.path)
        tap.ok(result.objects()[0]["reused"] is True, "and the index is good")
        tap.ok(by_index(whole.path)[:2] == (whole.status, whole.out), "and says the same")
        tap.ok(not list(cli.CWD.glob("*.part*")), "and nothing else is left")


def check_not_kept(whole):
    """Where no index can be: below a file, or in a folder that is not there."""
    (cli.CWD / "link.pnx").symlink_to("elsewhere")
    for name in ("trust.data/below.pnx", "nowhere/below.pnx", "/dev/null/x",
                 "x" * 300, "link.pnx/x"):
        before = sorted(p.name for p in cli.CWD.iterdir())
        result = run("print", "--format", "json", "--index", name, whole.path)
        tap.ok(result.status == whole.status and result.out_bytes == whole.out,
               f"no index at {name[:30]}: the same result", result.told())
        tap.ok(len(result.err.replace(whole.err, "", 1).splitlines()) == 1, "and one line says so",
               [result.err])
        after = sorted(p.name for p in cli.CWD.iterdir())
        tap.ok(before == after, "and nothing is left behind", [str(set(after) ^ set(before))])


def main():
    rng = random.Random(SEED)
    shutil.copy(cli.DATA / "flat.data", cli.CWD / "trust.data")
    small = Whole(cli.CWD / "trust.data")
    damaged = Whole(corpus.build(cli.CASES / "damage_counts.mk"))
    packed = Whole(cli.CWD / cli.copy("pipe_compressed.data"))
    many = Whole(corpus.build(corpus.HERE / "many.mk"))
    for whole, count in ((small, FLIPS), (damaged, FLIPS // 5), (packed, FLIPS // 5), (many, 12)):
        whole.check(f"{count} turned bits", flips(whole, count, rng))
    for whole in (small, packed):
        whole.check("cut indexes", lengths(whole, rng))
        whole.check("odd indexes", oddities(whole, rng))
    check_others([small, damaged, packed])
    check_recording_changes()
    check_rewritten_in_place()
    check_same_records()
    check_mapping()
    check_owner()
    check_planted()
    check_overwritten_meanwhile()
    check_at_once(many, 4)
    check_not_kept(small)
    return tap.done()


sys.exit(main())
