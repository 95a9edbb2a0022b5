#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many bytes a key costs on a terminal of 80x24, as ssh carries them; every size can be drawn."""
import fcntl
import os
import pathlib
import pty
import select
import signal
import struct
import sys
import termios
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import cli  # noqa: E402
from cli import tap  # noqa: E402

SCREEN = 80 * 24
QUIET = 0.25  # seconds without a byte: the answer to a key is complete


class Terminal:
    def __init__(self, *args, cols=80, rows=24):
        pid, self.fd = pty.fork()
        if not pid:
            os.chdir(cli.CWD)
            os.execve(cli.PERFNAV, [cli.PERFNAV, *args],
                      {**cli.ENV, "TERM": "xterm-256color"})
        self.pid = pid
        self.resize(cols, rows)

    def resize(self, cols, rows):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("4H", rows, cols, 0, 0))

    def read(self, quiet=QUIET):
        """What it writes until it is quiet."""
        got = b""
        while select.select([self.fd], [], [], quiet)[0]:
            try:
                more = os.read(self.fd, 1 << 16)
            except OSError:
                break
            if not more:
                break
            got += more
        return got

    def key(self, keys):
        os.write(self.fd, keys.encode())
        return len(self.read())

    def start(self):
        """The first screen: loading may take a moment."""
        got = b""
        for _ in range(10):
            got += self.read(1)
            if b"record" in got:
                break
        return len(got)

    def end(self):
        """The exit status, or the signal below 0; None: it does not end."""
        os.write(self.fd, b"\x03QQQ")
        self.read(0.5)
        for _ in range(200):
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.fd)
                return os.waitstatus_to_exitcode(status)
            self.read(0)
            time.sleep(0.05)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return None


def within(name, got, most):
    print(f"# {name}: {got} bytes, at most {most}")
    tap.ok(got <= most, f"{name}: within {most} bytes", [f"{got} bytes"])


def check_budget():
    terminal = Terminal("--no-index", cli.copy("demo.data"))
    within("the first screen", terminal.start(), 4 * SCREEN)
    terminal.key("2000g")
    for name, keys, most in (
            ("j, three panes", "j", 1000),
            ("k, three panes", "k", 1000),
            ("a page, three panes", " ", SCREEN * 12 // 10),
            ("one byte on in the bytes", "\t\tl", 1000),
    ):
        within(name, max(terminal.key(keys) for _ in range(3)), most)
    terminal.key("\x1b[Z\x1b[Z")
    terminal.key("px")
    terminal.key("2000g")
    for name, keys, most in (
            ("j, the list alone", "j", 300),
            ("k, the list alone", "k", 300),
            ("a page, the list alone", " ", SCREEN * 12 // 10),
            ("a count of 5", "5j", 300 * 5),
            ("a letter of a filter", "&p", 400),
    ):
        within(name, max(terminal.key(keys) for _ in range(3)), most)
    terminal.key("\x03")
    terminal.read(1)
    within("nothing, for a second", len(terminal.read(1)), 0)
    # Keys that come faster than the screen is drawn: one drawing for many of them.
    within("a hundred times j at once", terminal.key("j" * 100), 3 * SCREEN)
    ended = terminal.end()
    tap.ok(ended == 0, "it quits", [f"exit status {ended}"])


def check_sizes():
    """Each view at sizes from 20x5 to 500x200, changed while it is shown."""
    terminal = Terminal("--no-index", cli.copy("demo.data"))
    terminal.start()
    for name, keys in (("records", ""), ("events", "va"), ("problems", "ve"), ("threads", "vt"),
                       ("histogram", "vh"), ("filters", "v&"), ("info", "vi"), ("columns", "c"),
                       ("help", "?"), ("counts", ",")):
        terminal.key(keys)
        shown = []
        for cols, rows in ((20, 5), (500, 200), (33, 11), (80, 24)):
            terminal.resize(cols, rows)
            shown.append(len(terminal.read(0.15)))
        tap.ok(all(shown), f"{name}: drawn at every size", [str(shown)])
        if keys:
            terminal.key("q")
    ended = terminal.end()
    tap.ok(ended == 0, "it quits", [f"exit status {ended}"])


check_budget()
check_sizes()
tap.done()
