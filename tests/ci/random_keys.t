#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random keys, texts at prompts, signals and sizes of the screen on recordings that are hostile or
damaged, have no attrs, no records or no record that the filter matches, under the sanitizers: no
crash, no hang, and the terminal is as it was after each end.

RANDOM_KEYS=N keys (10000); RANDOM_SEED=N: others than usual; RANDOM_KEEP=FOLDER: there the recording
and the keys of a session that failed stay; RANDOM_ONLY=norow: only recordings without a row.
"""
import os
import pathlib
import random
import shutil
import signal
import string
import subprocess
import sys
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tui")]
import hostile  # noqa: E402
import norow  # noqa: E402
import terminal  # noqa: E402
from mutate import built, mutate, small  # noqa: E402
from terminal import cli  # noqa: E402
from cli import CWD, DATA, ROOT, tap  # noqa: E402

KEYS = int(os.environ.get("RANDOM_KEYS") or 10000)
ONLY = os.environ.get("RANDOM_ONLY")
SEED = os.environ.get("RANDOM_SEED") or "1"
BUILD = ROOT / "build/asan"
SESSION = 300     # keys, at most
HANG = 1.0        # seconds
DEAD = 20.0       # seconds after which a program that hangs is given up
REPORTED = 86     # the exit status after a sanitizer's report

# w, P, | and ! alone are left out: their prompts and more random keys could write or run anything.
PLAIN = [key for key in string.printable[:95] if key not in "wPqQ|!"] + list("jkhl]}[{)(efbdn/&:,.tzo\\") * 2
NAMED = ["<" + name + ">" for name in terminal.NAMED if name not in ("F10",)] + [
    "<C-%c>" % letter for letter in "abdefghklnoprtuvwxy"]
PREFIXED = (["v" + letter for letter in "raetdsblh&ixqm"] * 2 + ["y" + letter for letter in "lfjaFpz"] +
            ["<C-w>" + key for key in "+-=x"] + ["ma", "'a", "''", "'z", "mm", "9999999999999999999j"])
EXPRESSIONS = (
    "type == SAMPLE", "pid > 0", 'comm ~ "a|b"', "comm ==", "sym", 'callchain.sym == "main"', "br[mispred]",
    "count(br[cycles > 1]) >= 1", "mem.lvl == RAM", "time in {10%..20%}", "((((", 'line contains "x"',
    "gap > 1us", "bytes[0:4] == 01:02", "tp.", "$ordinal", "not not not pid", "--pid 1 -C 0-3", '"',
    "period * 3 / 0 == 1", "pid == 99999999999999999999999", "addr & ~63 == $addr & ~63", "problem",
    'dso ~ "("', "ordinal in {1..5, 7}", "callchain.depth > 3", "data_src", "rel < 1s", "wall")
COMMANDS = (
    "count comm,tid", "count by event", "count dso,sym", "count callchain.sym,brstack.from,time", "filter",
    "filter pid > 0", "and cpu == 0", "or cpu == 1", "filter-out type == COMM", "hide SAMPLE", "show SAMPLE",
    "clear", "toggle", "columns", "columns n,time,comm,line", "column add addr", "column remove time", "hist",
    "events", "problems", "threads", "maps", "maps 1", "maps 99999999", "chain", "branches", "mem", "mem line", "split tid", "info",
    "index", "help", "help filter", "where", "0", "50%", "+5", "-5", "@0x100", "T1s", "99999999999999999999",
    "goto 3", "back", "forward", "flag", "unflag", "find pid > 0", "find-text a.*b", "find-bytes 00 00",
    "define x(a) pid == $a", "save-filter y", "filter $x(1)", "time-format wall", "time-format first",
    "write out.csv", "write! out.jsonl", "write out.txt --scope flagged", "slice out.data", "copy line",
    "copy json", "n", "p", "version", "nonsense", "tree", "count", "count nothing", "e",
    "e hostile.data", "set", "set colour off", "set state on", "set mouse on", "set mouse on", "set mouse off", "time-format tid", "time-format cpu", "set nothing 5", "map", "map x down", "map! j quit",
    "unmap x", "unmap j", "keys", "keys find", "color", "color pid == 1 red", "color comm ~ x bold", "note a note",
    "note", "notes", "marks", "flag pid > 0", "symfs files", "vmlinux", "kallsyms kallsyms", "symbols",
    "debuginfod off", "source", "options", "colors", "goto hostile.data@3", "copy link")
EDITS = ["<Tab>", "<Tab><Tab>", "<C-a>", "<C-e>", "<C-w>", "<C-u>", "<C-k>", "<C-y>", "<Left>", "<Up>",
         "<Down>", "<Backspace>", "<C-r>a", "<C-t>", "<C-g>", "<C-x>", "\x1bb", "\x1bd", "\x1b5", "\x16\x1b"]


def typed(rng, text):
    """A text at a prompt, with some edits, and an end."""
    keys = [*text] if rng.random() < 0.8 else [char for char in text if rng.random() < 0.9]
    for _ in range(rng.choice((0, 0, 1, 3))):
        keys.insert(rng.randrange(len(keys) + 1), rng.choice(EDITS))
    keys.append(rng.choice(("<Enter>", "<Enter>", "<Enter>", "<Tab><Enter>", "<Esc>", "<C-c>", "")))
    return [key if key.startswith("<") and len(key) > 1 else key.replace("<", "<lt>") for key in keys]


def step(rng):
    """Some keys, as for --script, or bytes that are no key."""
    kind = rng.random()
    if kind < 0.45:
        return [rng.choice(PLAIN).replace("<", "<lt>")]
    if kind < 0.65:
        return [rng.choice(NAMED)]
    if kind < 0.8:
        return [rng.choice(PREFIXED)]
    if kind < 0.86:
        return typed(rng, rng.choice(("&", ":find ")) + rng.choice(EXPRESSIONS))
    if kind < 0.93:
        return typed(rng, ":" + rng.choice(COMMANDS))
    if kind < 0.95:
        return typed(rng, "/" + rng.choice(("a", "MMAP", "no such text", "[", "\\", "31337")))
    if kind < 0.96:
        return [rng.choice(("q", "q", "q", "<C-c>", "<C-z>", "<C-z>"))]
    if kind < 0.965:
        # A mouse, also where none is wanted: other buttons, places that are not there, releases.
        return ["\x1b[<%d;%d;%d%s" % (rng.choice((0, 0, 0, 64, 65, 2, 35)), rng.choice((1, 20, 60, 400, 99999)),
                                      rng.choice((0, 1, 3, 7, 20, 24, 150)), rng.choice("MMMmx"))
                for _ in range(rng.choice((1, 2, 5)))]
    if kind < 0.97:
        return ["\x1b[200~" + "".join(rng.choice(string.printable) for _ in range(30)) + "\x1b[201~"]
    return ["".join(chr(rng.choice((rng.randrange(256), 0x1b, 0x5b, 0x20ac, 0x4e2d, 0x301)))
                    for _ in range(rng.randrange(1, 8)))]


class Session:
    """One run of the program and what happens to it."""

    def __init__(self, number, path, options):
        self.rng = random.Random(f"{SEED} {number}")
        self.log = CWD / "sanitizer"
        for old in CWD.glob("sanitizer*"):
            old.unlink()
        # readline keeps lists of what can be undone in lines of its history, and loses some.
        (CWD / "leaks").write_text("leak:libreadline\n")
        report = f"exitcode={REPORTED}:abort_on_error=0:log_path={self.log}"
        self.size = self.rng.choice(((80, 24), (20, 5), (132, 43)))
        self.sent = []
        self.slowest = 0
        # State is kept, and taken up again, in one of two sessions: this config says nothing of it.
        state = {"XDG_CONFIG_HOME": str(CWD)} if number % 2 else {}
        self.tty = terminal.Terminal(
            *options, str(path), cols=self.size[0], rows=self.size[1],
            env={**state, "SHELL": "/bin/true", "ASAN_OPTIONS": f"detect_leaks=1:{report}", "LSAN_OPTIONS": f"exitcode={REPORTED}:print_suppressions=0:suppressions={CWD}/leaks",
                 "UBSAN_OPTIONS": f"print_stacktrace=1:halt_on_error=1:{report}"})
        self.tty.read(0.05, first=10)

    def waited(self):
        """Seconds that the user's thread could have run, and others ran instead."""
        try:
            stat = pathlib.Path(f"/proc/{self.tty.pid}/task/{self.tty.pid}/schedstat").read_text()
        except OSError:
            return 0
        return int(stat.split()[1]) / 1e9

    def probe(self):
        """It answers: all keys are read, another size of the screen is drawn. Seconds until then."""
        size = self.size
        while size == self.size:
            size = self.rng.choice(((20, 5), (21, 6), (40, 12), (80, 24), (132, 43), (200, 50), (7, 3),
                                    (500, 200), (1, 1), (self.rng.randrange(20, 500),
                                                         self.rng.randrange(5, 200))))
        self.size = size
        begin, waited = time.monotonic(), self.waited()
        self.tty.resize(*size)
        drawn = False
        while not drawn or self.tty.unread():
            drawn |= bool(self.tty.read(0.003, first=0.05))
            if self.ended() or time.monotonic() - begin > DEAD:
                break
        return time.monotonic() - begin - (self.waited() - waited)

    def ended(self):
        state = self.tty.state()
        if state == "T":
            self.tty.resume()
            return False
        return state is not None

    def keys(self, most):
        """Sends keys and asks now and then whether it is still there. How many, and what is wrong."""
        n = 0
        while n < most and not self.ended():
            for _ in range(self.rng.randrange(1, 30)):
                for key in filter(None, step(self.rng)):
                    data = (key if key[0] in "\x1b\x16" or ord(max(key)) > 0x7e else "").encode()
                    self.sent.append(key)
                    self.tty.write(data or terminal.key_bytes(key))
                    n += 1
            begin = time.monotonic()
            took = self.probe()
            if self.ended():
                break
            self.slowest = max(self.slowest, took)
            if took > HANG:
                return n, f"no answer for {took:.1f} s ({time.monotonic() - begin:.1f} s on the clock)"
        return n, None

    def tail(self):
        """What it wrote last: a report, or the end of its screen."""
        text = bytes(self.tty.got[-6000:]).decode("utf-8", "replace")
        return text[max(text.rfind("=====\n", 0, -200), text.find("runtime error") - 100, -6000):]

    def end(self):
        """One of the ways to end. What is wrong with it."""
        how = self.rng.choice(("keys", "TERM", "HUP", "ABRT", "stopped"))
        want = {"TERM": 143, "HUP": 129, "ABRT": -6, "stopped": 143}.get(how)
        # The last key may have ended it.
        self.tty.read(0.1)
        if not self.ended():
            if how == "stopped":
                os.kill(self.tty.pid, signal.SIGSTOP)
                time.sleep(0.02)
            if how != "keys":
                os.kill(self.tty.pid, signal.SIGTERM if how == "stopped" else signal.Signals["SIG" + how])
            for _ in range(3):
                self.ended()
                if how == "keys" and not self.ended():
                    self.tty.keys("<C-c>", 0.05)
                    self.tty.keys("Q", 0.05)
        else:
            want = None
        end = time.monotonic() + DEAD
        while not self.ended() and time.monotonic() < end:
            self.tty.read(0.02, 0.05)
        self.tty.read(0.1)
        status = self.tty.status
        reports = [path.read_text(errors="replace") for path in CWD.glob("sanitizer*")]
        if reports:
            return "\n".join(reports)
        if status is None:
            return f"it does not end ({how})"
        # Ctrl-C behind the key that ends it is for whoever has the terminal then.
        if status != want if want is not None else status not in (0, 1, 3, -2):
            return f"it ends with {status} instead of {want} ({how}): {self.tail()}"
        wrong = self.tty.restored() if status != 3 else []
        return f"the terminal is not as it was after {how}: {wrong}" if wrong else None


def keep(number, path, session, why):
    """The recording and the keys of a session that failed."""
    folder = os.environ.get("RANDOM_KEEP")
    if folder:
        target = pathlib.Path(folder) / f"session{number}"
        target.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
        (target / "keys").write_text("\n".join(map(repr, session.sent)))
        (target / "why").write_text(why)


def recordings():
    """Names, paths and options of recordings, for ever: hostile ones, built ones, damaged ones, empty ones."""
    empty = norow.make(CWD)
    plain = list(small(sorted(DATA.glob("*.data")) + list(built())))
    target = CWD / "random.data"
    number = 0
    while True:
        rng = random.Random(f"{SEED} recording {number}")
        name, data = plain[number % len(plain)]
        if ONLY == "norow":
            yield empty[number % len(empty)]
        elif number % 4 == 0:
            yield "hostile", CWD / "hostile.data", []
        elif number % 4 == 2:
            yield empty[number // 4 % len(empty)]
        else:
            target.write_bytes(mutate(data, rng) if number % 4 != 3 else data)
            yield name, target, []
        number += 1


def main():
    hostile.make(CWD / "hostile.data")
    symbols = hostile.make_symbols(CWD)
    wrong, total, number, slowest, ends = [], 0, 0, 0, {}
    for name, path, options in recordings():
        if total >= KEYS:
            break
        session = Session(number, path, ["--no-index", *symbols, *options])
        n, why = session.keys(min(SESSION, KEYS - total))
        total += n
        why = why or session.end()
        slowest = max(slowest, session.slowest)
        ends[session.tty.status] = ends.get(session.tty.status, 0) + 1
        session.tty.close()
        if why:
            wrong.append(f"session {number}, {name}: {why}")
            keep(number, path, session, why)
            if len(wrong) > 20:
                break
        number += 1
    tap.diag(f"seed {SEED}: {total} keys in {number} sessions, the slowest answer came after "
             f"{slowest * 1000:.0f} ms; ended with {ends}")
    tap.ok(total >= KEYS, "all keys were typed")
    tap.ok(not wrong, "no crash, no hang, the terminal is always restored",
           [line for text in wrong for line in text.splitlines()][:60])
    return tap.done()


if os.path.realpath(cli.PERFNAV) != os.path.realpath(BUILD / "perfnav"):
    done = subprocess.run(["make", "--silent", "VARIANT=asan", "programs"], cwd=ROOT,
                          stdout=sys.stderr, check=False)
    if done.returncode:
        tap.bail_out("the build with sanitizers failed")
        sys.exit(1)
    cli.PERFNAV = str(BUILD / "perfnav")
sys.exit(main())
