#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many bytes a key costs on a terminal of 80x24, as ssh carries them; every size can be drawn."""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import terminal  # noqa: E402
from terminal import cli  # noqa: E402
from cli import tap  # noqa: E402

SCREEN = 80 * 24
QUIET = 0.25  # seconds without a byte: the answer to a key is complete


class Terminal(terminal.Terminal):
    def key(self, keys):
        """The bytes that keys cost."""
        return len(self.keys(keys, QUIET))

    def start(self):
        """Those of the first screen; loading may take a moment."""
        self.until(b"record")
        self.read(QUIET)
        return len(self.got)


def within(name, got, most):
    print(f"# {name}: {got} bytes, at most {most}")
    tap.ok(got <= most, f"{name}: within {most} bytes", [f"{got} bytes"])


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


def check_sizes():
    """Each view at sizes from 20x5 to 500x200, changed while it is shown."""
    tty = Terminal("--no-index", cli.copy("demo.data"))
    tty.start()
    for name, keys in (("records", ""), ("events", "va"), ("problems", "ve"), ("threads", "vt"),
                       ("histogram", "vh"), ("filters", "v&"), ("info", "vi"), ("columns", "c"),
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
check_sizes()
sys.exit(tap.done())
