#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many bytes a key costs on a terminal of 80x24, as ssh carries them; every size can be drawn."""
import contextlib
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import terminal  # noqa: E402
from terminal import cli  # noqa: E402
from cli import tap  # noqa: E402

SCREEN = 80 * 24
QUIET = 0.25  # seconds without a byte: the answer to a key is complete
SETTLED = 1.0  # seconds without a byte: a view is complete that is filled in by jobs


class Terminal(terminal.Terminal):
    def key(self, keys):
        """The bytes that keys cost."""
        return len(self.keys(keys, QUIET))

    def start(self):
        """Those of the first screen; loading may take a moment."""
        self.until(b"record")
        self.read(QUIET)
        return len(self.got)


def within(name, got, most, what="bytes"):
    print(f"# {name}: {got} {what}, at most {most}")
    tap.ok(got <= most, f"{name}: within {most} {what}", [f"{got} {what}"])


def check_synchronized():
    """A terminal that can do so holds its picture while much of it changes."""
    folder = cli.SCRATCH / "terminfo"
    folder.mkdir()
    (folder / "source").write_text("sync-test|xterm that holds its picture,\n\tSync=\\E[?2026%?%p1%{1}%-%tl%eh%;,\n\tuse=xterm-256color,\n")
    subprocess.run(["tic", "-x", "-o", folder, folder / "source"], check=True)
    tty = Terminal("--no-index", cli.copy("demo.data"), term="sync-test", env={"TERMINFO": str(folder)})
    tty.start()
    # A few cells can change after that, when a job ends.
    large = tty.keys("vv", QUIET)
    tap.ok(large.startswith(b"\x1b[?2026h") and b"\x1b[?2026l" in large, "a terminal holds its picture for another view",
           [repr(large[:40]), repr(large[-40:])])
    tap.ok(b"2026" not in tty.keys("j", QUIET), "... and not for a few cells")


def check_budget():
    tty = Terminal("--no-index", cli.copy("demo.data"))
    within("the first screen", tty.start(), 4 * SCREEN)
    tty.key("2000g")
    for name, keys, most in (
            ("j, three panes", "j", 1000),
            ("k, three panes", "k", 1000),
            ("a page, three panes", " ", SCREEN * 12 // 10),
            ("one byte on in the bytes", "<Tab><Tab>l", 1000),
    ):
        within(name, max(tty.key(keys) for _ in range(3)), most)
    tty.key("<S-Tab><S-Tab>")
    tty.key("px")
    tty.key("2000g")
    for name, keys, most in (
            ("j, the list alone", "j", 300),
            ("k, the list alone", "k", 300),
            ("a page, the list alone", " ", SCREEN * 12 // 10),
            ("a count of 5", "5j", 300 * 5),
            ("a letter of a filter", "&p", 400),
    ):
        within(name, max(tty.key(keys) for _ in range(3)), most)
    tty.key("<C-c>")
    tty.read(1)
    within("nothing, for a second", len(tty.read(1)), 0)
    # Keys that come faster than the screen is drawn: one drawing for many of them.
    within("a hundred times j at once", tty.key("j" * 100), 3 * SCREEN)
    ended = tty.end()
    tap.ok(ended == 0, "it quits", [f"exit status {ended}"])


def check_step():
    """
    What a step of the cursor costs in 256 colours, as a mean: at most what commit 1136afe1 needed, the last one before
    views had themes and bars. Only along a level of a flame graph it needed less (103): names are centred today.
    """
    cli.copy("demo.data.debug")
    for name, keys, key, steps, most in (
            ("the list alone", "px 2000g", "j", 9, 283),
            ("three panes", "2000g", "j", 9, 691),
            ("the overview", "vv", "j", 20, 254),
            ("threads", "2000g vt", "j", 9, 290),
            ("a call chain", "2000g vs", "j", 8, 265),
            ("a call tree", "vg gg", "j", 8, 206),
            ("up a flame graph", "vf gg", "k", 12, 152),
            ("a flame graph", "vf gg k hhhhhhhhhhhh", "l", 5, 110),
            ("counts", ":count<Space>by<Space>comm<Enter>", "j", 9, 150),
            ("totals", ":sum<Space>period<Space>by<Space>comm<Enter>", "j", 7, 186),
            ("bytes", "2000g :bytes<Enter>", "j", 9, 196),
            ("a heat map", "2000g :heat<Enter> 30l", "j", 9, 68),
            ("threads over time", "2000g vm", "j", 9, 78),
            ("a histogram", "2000g vh", "l", 9, 735),
            ("a chart", "2000g vc", "l", 9, 789),
    ):
        tty = Terminal("--no-index", "--no-state", "--symfs", "none", "--kallsyms", "none", cli.copy("demo.data"))
        tty.start()
        for part in keys.split():
            tty.keys(part, QUIET, first=1)
        tty.read(SETTLED)
        costs = [len(tty.keys(key, QUIET, first=5)) for _ in range(steps)]
        within(f"{key}, {name}", math.ceil(statistics.mean(costs)), most)
        ended = tty.end()
        tap.ok(ended == 0, "it quits", [f"exit status {ended}"])


def check_heat():
    """What cells of the heat map cost that change with the cursor, in 256 colours."""
    tty = Terminal("--no-index", "--no-state", cli.copy("demo.data"))
    tty.start()
    tty.key(":heat<Enter>")
    tty.key("10l3j")
    most = 0
    for keys in "jjjlllkkhh":
        got = tty.keys(keys, QUIET)
        # Not the two lines above the map, and not the end that every update has.
        place = re.search(rb"\x1b\[(?:[3-9]|[12]\d);\d+H", got)
        cells = re.sub(rb"\x08*(?:\x1b\[[0-9;]*m|\x1b\(B)+$", b"", got[place.start():] if place else b"")
        n = len(re.findall("[\u2580\u2584\u2588 ]", re.sub(rb"\x1b[\[(][^A-Za-z]*[A-Za-z]", b"", cells).decode()))
        tap.ok((b"8;5;" in cells or b"[91m" in cells) and n, f"{keys}: the map changes in colour", [repr(got)])
        most = max(most, len(cells) / max(n, 1))
    within("a changed cell of the heat map", round(most), 40)
    ended = tty.end()
    tap.ok(ended == 0, "it quits", [f"exit status {ended}"])


def feed(path, data, seconds):
    """Writes data into a pipe, little by little."""
    pieces = range(0, len(data), max(1, len(data) // int(seconds / 0.01)))
    step = pieces.step
    with open(path, "wb", buffering=0) as pipe, contextlib.suppress(BrokenPipeError):
        for at in pieces:
            pipe.write(data[at:at + step])
            time.sleep(0.01)


def check_job():
    """A recording that comes through a pipe: what is drawn of it without a key."""
    path = cli.CWD / "coming"
    os.mkfifo(path)
    tty = Terminal("--no-index", path)
    writer = threading.Thread(target=feed, args=(path, (cli.DATA / "pipe.data").read_bytes(), 6))
    writer.start()
    tty.until(b"record")
    tty.read(0.02, most=1)
    updates, times = [], []
    end = time.monotonic() + 2.5
    while time.monotonic() < end:
        update = tty.read(0.06, first=0.2)
        if update:
            updates.append(len(update))
            times.append(time.monotonic())
    busy = writer.is_alive()
    tap.ok(busy and len(updates) > 2, "a background job is told of", [f"{updates}", f"busy: {busy}"])
    # From the first to the last, to the nearest whole one.
    rate = round((len(times) - 1) / (times[-1] - times[0])) if len(times) > 1 else 0
    within("a background job, in a second", rate, 4, "updates")
    within("an update of a background job", max(updates, default=0), 300)
    writer.join()
    tty.read(QUIET, first=1)
    ended = tty.end()
    tap.ok(ended == 0, "it quits", [f"exit status {ended}"])


def check_sizes():
    """Each view at sizes from 20x5 to 500x200, changed while it is shown."""
    tty = Terminal("--no-index", cli.copy("demo.data"))
    tty.start()
    for name, keys in (("records", ""), ("overview", "vv"), ("events", "va"), ("problems", "ve"), ("threads", "vt"),
                       ("histogram", "vh"), ("chart", "vc"), ("filters", "v&"), ("info", "vi"), ("columns", "c"),
                       ("help", "?"), ("counts", ",")):
        tty.key(keys)
        shown = []
        for cols, rows in ((20, 5), (500, 200), (33, 11), (80, 24)):
            tty.resize(cols, rows)
            shown.append(len(tty.read(0.15, first=5)))
        tap.ok(all(shown), f"{name}: drawn at every size", [str(shown)])
        if keys:
            tty.key("q")
    ended = tty.end()
    tap.ok(ended == 0, "it quits", [f"exit status {ended}"])


check_budget()
check_step()
check_synchronized()
check_heat()
check_job()
check_sizes()
sys.exit(tap.done())
