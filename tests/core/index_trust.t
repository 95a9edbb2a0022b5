#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An index that is wrong anywhere is made again: the results are always those of a fresh one."""
import os
import random
import shutil
import subprocess
import sys

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
        if not kept and "made again" not in told:
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
            bit = rng.randrange(8 * 80)
        elif i % 4 == 1:
            bit = 8 * (n - tables) + rng.randrange(8 * tables)
        else:
            bit = rng.randrange(8 * n)
        yield f"bit {bit % 8} of byte {bit // 8} of {n}", flipped(whole.index, [bit])


def lengths(whole, rng):
    n = len(whole.index)
    known = {0, 1, 7, 8, 79, 80, 81, 103, 104, 128, n - 49, n - 48, n - 47, n - 9, n - 8, n - 1}
    for length in sorted(known | {rng.randrange(n) for _ in range(12)}):
        yield f"{length} bytes of {n}", whole.index[:length]


def oddities(whole, rng):
    data, n = whole.index, len(whole.index)
    yield "a byte more", data + b"\0"
    yield "itself twice", data + data
    yield "its end twice", data + data[-48:]
    yield "zeros", bytes(n)
    yield "ones", b"\xff" * n
    yield "zeros behind the header", data[:80] + bytes(n - 80)
    yield "zeros between the ends", data[:80] + bytes(n - 128) + data[-48:]
    yield "noise behind the header", data[:80] + rng.randbytes(n - 80)
    yield "half of it noise", data[:n // 2] + rng.randbytes(n - n // 2)
    at = rng.randrange(80, n - 600)
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
    tap.ok((status, out) == (fresh.status, fresh.out_bytes) and "made again" in err,
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


def check_growth(whole, before):
    """More behind the records is what perf adds at the end: they are still those of the index."""
    status, out, _ = by_index(whole.path)
    with open(whole.path, "ab") as stream:
        stream.write(bytes(8))
    after = by_index(whole.path)
    tap.ok(after[:2] == (status, out) and "made again" not in after[2],
           "a recording with more behind it: the index is still good", [after[2]])
    whole.path.write_bytes(before)
    by_index(whole.path)
    whole.path.write_bytes(before + before)
    start = int.from_bytes(before[40:48], "little")
    changed_data(whole.path, start + 8, b"\x77\x66\x55")
    status, out, err = by_index(whole.path)
    fresh = run("print", "--format", "json", "--no-index", whole.path)
    tap.ok((status, out) == (fresh.status, fresh.out_bytes) and "made again" in err,
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
    """Where no index can be: below a file, in a folder that is not there, in the index's place."""
    (cli.CWD / "folder.pnx").mkdir()
    (cli.CWD / "link.pnx").symlink_to("elsewhere")
    for name in ("trust.data/below.pnx", "nowhere/below.pnx", "folder.pnx", "/dev/null/x",
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
    check_at_once(many, 4)
    check_not_kept(small)
    return tap.done()


sys.exit(main())
