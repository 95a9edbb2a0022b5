#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""kill -9 loses at most what was done in the last second, and never what was kept before.

KILLS=50 also kills so often at random moments (SEED), and wants all that the last write had to
have.
"""
import os
import random
import shutil
import sys
import time

sys.dont_write_bytecode = True
from terminal import Terminal, cli  # noqa: E402
from cli import run, tap  # noqa: E402

FILE = cli.copy("demo.data")
(cli.SCRATCH / "home/.config/perfnav/config").write_text("set start records\n")
KEPT = cli.SCRATCH / "home/.local/state/perfnav/recordings"
ROWS = 3215
SLACK = 2  # seconds: one until a change is taken, the other to write it on a busy machine
LIMIT = 20  # seconds after which it will not come any more


def kept():
    """The lines of the only state; fails where it is not whole."""
    files = [path for path in KEPT.iterdir() if path.name[0] != "."] if KEPT.exists() else []
    assert len(files) <= 1, files
    return files[0].read_text().splitlines() if files else []


def flags():
    """Rows that the next run knows as flagged."""
    done = run("print", "--no-index", "-f", "flagged", "-F", "n", FILE)
    assert done.clean(), done.told()
    return {int(line) for line in done.lines()}


def browser():
    screen = Terminal("--no-index", FILE)
    screen.until(b"record", LIMIT)
    return screen


def kill(screen):
    """As nobody can catch it; what the terminal was told stays."""
    screen.close()


def check_written():
    """All kinds of things are in the file soon, while the browser goes on."""
    screen = browser()
    screen.keys("100gM200gma::note look here<Enter>&cpu == 1<Enter>::define x pid<Enter>"
                "::time-format cpu<Enter>50g")
    wanted = ["mark a 200", "filter on", "chip cpu == 1", "define x pid", "time-format cpu",
              "flag 100", "note 200 look here"]
    end = time.monotonic() + LIMIT
    while not set(wanted) <= set(kept()) and time.monotonic() < end:
        screen.read(0.1)
    tap.ok(set(wanted) <= set(kept()), "written as it is made", kept())
    kill(screen)
    screen = browser()
    screen.read(0.3)
    tap.ok(b"Restored: filter, 1 mark, 1 flag, 1 note" in screen.got,
           "... and there again after kill -9", [str(bytes(screen.got[-2000:]))])
    before = kept()
    screen.read(1.5)
    tap.ok(kept() == before, "who does nothing writes nothing")
    screen.end()


def check_retry():
    """What could not be written is tried again, without a key."""
    before = flags()
    (KEPT / ".new").mkdir()  # where it is written first
    screen = browser()
    screen.keys("300gM")
    end = time.monotonic() + LIMIT
    while b"Cannot save the state" not in screen.got and time.monotonic() < end:
        screen.read(0.1)
    tap.ok(b"Cannot save the state" in screen.got, "a write that fails: it is said",
           [str(bytes(screen.got[-1000:]))])
    (KEPT / ".new").rmdir()
    while flags() == before and time.monotonic() < end:
        screen.read(0.1)
    tap.ok(len(flags()) == len(before) + 1, "... and tried again", kept())
    screen.end()


def step(screen, row):
    """Flags a row; when that was done."""
    screen.keys(f"{row}gM", quiet=0.05, first=LIMIT)
    assert not screen.unread()
    return time.time()


def check_kills(times):
    """
    What a session did SLACK seconds before it was killed is there. What was there once stays, and
    each flag that is lost counts once.
    """
    shutil.rmtree(KEPT)
    dice = random.Random(int(os.environ.get("SEED", "17")))
    safe, asked, lost = flags(), flags(), []
    rows = iter(dice.sample(range(101, ROWS - 1), ROWS - 200))
    for number in range(times):
        screen, done = browser(), {}
        end = time.monotonic() + dice.uniform(0.1, 4.5)
        while time.monotonic() < end:
            row = next(rows)
            done[row] = step(screen, row)
            screen.read(dice.uniform(0, 0.2))
        last = time.time() - SLACK
        kill(screen)
        asked |= set(done)
        there = flags()
        gone, late = safe - there, {row for row, when in done.items() if when < last} - there
        wrong = there - asked
        for what, which in (("gone", gone), ("never written", late), ("not asked for", wrong)):
            lost += [f"kill {number}: {what}: {sorted(which)}"] if which else []
        asked |= wrong
        safe = there
    tap.ok(not lost, f"{times} kills: what was written is kept, {len(safe)} flags", lost)
    left = {path.name for path in KEPT.iterdir()} - {".lock", ".new"}
    tap.ok(len(left) == 1, "... and there is one file", left)


check_written()
check_retry()
if "KILLS" in os.environ:
    check_kills(int(os.environ["KILLS"]))
tap.done()
