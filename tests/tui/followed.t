#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two browsers follow a recording while it is written, however that ends: their totals are those that count
finds in the file afterwards.
"""
import os
import pathlib
import random
import re
import struct
import sys
import time

sys.dont_write_bytecode = True
from terminal import Terminal, cli  # noqa: E402
from cli import run, tap  # noqa: E402

LIMIT = 30
PIECES = 6
FILTER = "cpu == 1 or type != SAMPLE"
SIZE = 48   # where the header has the size of the data, which is 0 until perf ends
DICE = random.Random(17)


class Writer:
    """Writes a recording as perf does: piece by piece, the size of its data last."""

    def __init__(self, name, path, end=None):
        whole = bytearray((cli.DATA / name).read_bytes())
        self.start, self.size = struct.unpack_from("<QQ", whole, SIZE - 8)
        self.whole = bytes(whole)
        struct.pack_into("<Q", whole, SIZE, 0)
        self.bytes = bytes(whole)
        # The last byte that is written before the end of whatever kind.
        self.last = self.start + (end or self.size)
        self.file = open(path, "wb", buffering=0)
        self.at = 0
        self.write(self.start + self.size // 4)

    def write(self, to):
        self.file.write(self.bytes[self.at:to])
        self.at = to

    def pieces(self):
        """All but the end of the file; a piece ends anywhere."""
        cuts = sorted(DICE.randrange(self.at, self.last) for _ in range(PIECES - 1))
        for cut in [*cuts, self.last]:
            self.write(cut)
            yield cut

    def finish(self):
        """perf ends as it should: what follows the data, and its size."""
        self.write(len(self.bytes))
        os.pwrite(self.file.fileno(), struct.pack("<Q", self.size), SIZE)


def counted(text):
    """Records by type in the text of a view, or in what count prints."""
    found = {}
    for line in text.splitlines():
        line = re.sub(r"(?<=[0-9]) (?=[0-9]{3}\b)", "", line)
        match = re.match(r"[ >]*([A-Z][A-Z_0-9]+) +([0-9]+)\b|[ >]*([0-9]+) (?:.* )?([A-Z][A-Z_0-9]+)$", line)
        if match:
            name, number, other, last = match.groups()
            found[name or last] = int(number or other)
    return found


class Browser:
    """Totals by type of what a filter leaves, while the recording is followed."""

    def __init__(self, path, condition):
        # Where the file is later does not matter; this one stays open.
        self.page = cli.CWD / f"page.{random.random()}"
        self.screen = Terminal("--follow", "--no-index", "-q", path, cols=120, rows=40)
        self.screen.until(b"ollowing", LIMIT)
        if condition:
            self.screen.keys(f"::filter {condition}<Enter>")
        self.screen.keys("::count by type<Enter>")

    def totals(self):
        self.screen.keys(f"::page! {self.page}<Enter>", first=1)
        return counted(self.page.read_text().partition("\n")[2]) if self.page.exists() else {}

    def ends_as(self, want):
        """The totals become these."""
        end = time.monotonic() + LIMIT
        while (got := self.totals()) != want and time.monotonic() < end:
            self.screen.read(0.2)
        return got

    def leave(self):
        """It is followed no more, as the recorder cannot be seen to have ended."""
        self.screen.keys("vrF::count by type<Enter>")


def truth(path, condition):
    done = run("count", "--no-index", "--by", "type", *(["-f", condition] if condition else []), path)
    return counted(done.out)


def follow(name, source, way, cut=None):
    """way(writer, path) has the recording end, and returns the file and whether the browsers see that."""
    path = cli.CWD / f"{name}.data"
    writer = Writer(source, path, cut)
    browsers = [(Browser(path, condition), condition) for condition in ("", FILTER)]
    for _ in writer.pieces():
        time.sleep(0.05)
    path, ended = way(writer, path)
    writer.file.close()
    for browser, condition in browsers:
        if not ended:
            browser.leave()
        want = truth(path, condition)
        got = browser.ends_as(want)
        tap.ok(want and got == want, f"{name}: {condition or 'all records'}", [f"{got}", f"{want}"])
        browser.screen.end()


def finished(writer, path):
    writer.finish()
    return path, True


def killed(_, path):
    return path, False


def rotated(writer, path):
    """The file has another name now, and a new one has its old; its recorder has ended."""
    old = path.with_suffix(".old")
    path.rename(old)
    path.write_bytes((cli.DATA / "flat.data").read_bytes())
    writer.finish()
    return old, True


def deleted(writer, path):
    kept = path.with_suffix(".kept")
    path.unlink()
    writer.finish()
    kept.write_bytes(writer.whole)
    return kept, True


def disk_full(writer, path):
    """perf could write a part of the last piece alone, and puts right the header."""
    os.pwrite(writer.file.fileno(), struct.pack("<Q", writer.last - writer.start), SIZE)
    return path, True


follow("finished", "demo.data", finished)
follow("killed", "demo.data", killed, 400003)
follow("killed at the end of a record", "flat.data", killed)
follow("rotated", "demo.data", rotated)
follow("deleted", "demo.data", deleted)
follow("disk full", "demo.data", disk_full, 333339)
follow("compressed", "compressed.data", finished)
follow("compressed and killed", "compressed.data", killed, 20011)


def pipes():
    """What comes from a pipe, for each of two browsers its own."""
    whole = (cli.DATA / "pipe.data").read_bytes()
    for condition in ("", FILTER):
        fifo = cli.CWD / "fifo"
        fifo.unlink(missing_ok=True)
        os.mkfifo(fifo)
        screen = Terminal("--follow", "-q", fifo, cols=120, rows=40)
        with open(fifo, "wb", buffering=0) as to:
            for i in range(0, len(whole), 5003):
                to.write(whole[i:i + 5003])
                time.sleep(0.05)
        browser = Browser.__new__(Browser)
        browser.page, browser.screen = cli.CWD / "page", screen
        screen.read(0.3)
        screen.keys((f"::filter {condition}<Enter>" if condition else "") + "::count by type<Enter>")
        want = truth(cli.DATA / "pipe.data", condition)
        got = browser.ends_as(want)
        tap.ok(want and got == want, f"piped: {condition or 'all records'}", [f"{got}", f"{want}"])
        screen.end()


pipes()

def check_index(name, source, cut, keys):
    """The index that was kept after a recorder was killed is the one that the next run takes."""
    path = cli.CWD / f"{name}.data"
    index = pathlib.Path(f"{path}.pnx")
    writer = Writer(source, path, cut)
    screen = Terminal("--follow", "-q", path, cols=120, rows=40)
    screen.until(b"ollowing", LIMIT)
    for _ in writer.pieces():
        time.sleep(0.05)
    writer.file.close()
    want = truth(path, "")
    browser = Browser.__new__(Browser)
    browser.page, browser.screen = cli.CWD / "page.index", screen
    screen.keys("::count by type<Enter>")
    # The record that was not written to its end is damage only for who follows no more.
    got = browser.ends_as({t: n for t, n in want.items() if t != "DAMAGE"})
    screen.keys(keys)
    status = screen.wait(LIMIT)
    screen.end()
    tap.ok(index.exists(), f"{name}: the index is kept after {keys}", [f"{status}", f"{got}", f"{want}"])
    before = (index.stat().st_ino, index.stat().st_mtime_ns, index.read_bytes()) if index.exists() else None
    done = run("index", "--json", path)
    told = done.objects()[0]
    tap.ok(told["reused"] and told["records"] == sum(n for t, n in want.items() if t != "DAMAGE"), "... and taken by the next run",
           [done.told(), str(want)])
    tap.ok(before and (index.stat().st_ino, index.stat().st_mtime_ns, index.read_bytes()) == before, "... as it is")
    tap.ok(counted(run("count", "--by", "type", path).out) == want, "... with the counts of a new one")


for number, keys in enumerate(("Q", "vrF:q<Enter>", ":q<Enter>", "<C-c><C-c>")):
    check_index(f"kept {number}", "demo.data", 400003 + 1000 * number, keys)
check_index("kept at the end of a record", "flat.data", None, "Q")
check_index("kept, compressed", "compressed.data", 20011, "Q")
tap.done()
