#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""^C ends a filter at once, at whatever moment, also one that asks for times since the record before: these
are worked out from the records before it, of which a recording of CANCEL_BYTES (300 MB) has millions.
"""
import os
import pathlib
import random
import sys
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "cli"), str(HERE.parent / "bench")]
import cli  # noqa: E402
import soak  # noqa: E402
from cli import tap  # noqa: E402
from firstscreen import Session, first_screen  # noqa: E402
from recordings import Recordings  # noqa: E402

TIMES = 8
# Seconds, for all but one: a machine with other work may keep any one back. A walk to its end takes many times as long.
PROMPT = 0.25
# Seconds of processor time from the message to the rest: a walk to its end takes many times as long, and a machine with
# other work does not change them.
LEFT = 0.02
LOOK = 0.1    # seconds between two looks at the processor time
RESTING = 0.001  # seconds of it between two looks
WRITING = 0.1  # seconds; making the spans takes longer, also on a fast machine
DICE = random.Random(int(os.environ.get("SEED") or 17))
STOPPED = "Stopped. The results so far remain."


class Browser:
    def __init__(self, path):
        self.session = Session([os.path.abspath(cli.PERFNAV), "--no-state", str(path)])
        self.process = soak.Process(self.session.pid)
        self.session.wait(first_screen(path.name))
        self.session.type("vr")

    def says(self, *texts):
        return lambda lines: any(text in line for line in lines for text in texts)

    def filtered(self, expression):
        """Seconds that the filter takes to its end."""
        begin = self.session.type(f":filter {expression}\r")
        self.session.wait(lambda lines: "match" in lines[1] + lines[0] and "so far" not in lines[1] + lines[0] and
                          "…" not in lines[1] + lines[0], begin)
        taken = self.session.since(begin)
        self.clear()
        return taken

    def clear(self):
        self.session.type(":clear\r")
        self.session.wait(lambda lines: "filter:" not in lines[1] and "of " in lines[0])

    def settled(self):
        """Seconds of processor time until there is nothing more to do."""
        first = before = self.process.seconds()
        while before - first < 100 * LEFT:
            time.sleep(LOOK)
            now = self.process.seconds()
            if now - before < RESTING:
                return now - first
            before = now
        return before - first

    def cancelled(self, expression, after):
        """Seconds from ^C until the screen says so; None: it was done by then."""
        self.session.type(f":filter {expression}\r")
        time.sleep(after)
        begin = self.session.type("\x03")
        taken = self.session.wait(self.says(STOPPED, "Ctrl-C again quits"), begin)
        stopped = self.says(STOPPED)(self.session.screen.lines)
        left = self.settled()
        self.clear()
        return taken if stopped else None, left


def prompt(latencies):
    return latencies and sorted(latencies)[-2:][0] <= PROMPT and max(latencies) <= 4 * PROMPT


def check(path, records):
    for expression in (f"n > {records - 10} and gap.tid > 1us", "gap > 1s or gap.cpu > 1s or gap.tid > 2s", "not gap < 1s"):
        browser = Browser(path)
        whole = browser.filtered(expression)
        browser.session.end()
        latencies, busy = [], []
        for _ in range(TIMES):
            # What was worked out before would be at hand.
            browser = Browser(path)
            taken, left = browser.cancelled(expression, DICE.random() * whole * 0.7)
            browser.session.end()
            if taken is not None:
                latencies.append(taken)
                busy.append(left)
        shown = ", ".join(f"{1000 * one:.0f}" for one in sorted(latencies))
        tap.ok(len(latencies) >= TIMES / 3, f"{expression}: {1000 * whole:.0f} ms, stopped {len(latencies)} times of {TIMES}")
        tap.ok(prompt(latencies), f"... in ms {shown}", [f"{PROMPT} s at most, but for one"])
        tap.ok(max(busy, default=0) <= LEFT, "... and nothing goes on", [str(busy)])


def check_write(path):
    """A trace of spans, which takes a pass over all system calls before its first line."""
    latencies, busy, left, trace = [], [], [], pathlib.Path("spans.trace.json").absolute()
    for _ in range(TIMES):
        browser = Browser(path)
        browser.settled()
        browser.session.type(f":write {trace}\r")
        time.sleep(DICE.random() * WRITING)
        begin = browser.session.type("\x03")
        taken = browser.session.wait(browser.says(STOPPED, "Ctrl-C again quits", "records written"), begin)
        if browser.says(STOPPED)(browser.session.screen.lines):
            latencies.append(taken)
            busy.append(browser.settled())
        browser.session.end()
        left += trace.parent.glob("spans.trace.json*")
        trace.unlink(missing_ok=True)
    shown = ", ".join(f"{1000 * one:.0f}" for one in sorted(latencies))
    tap.ok(len(latencies) >= TIMES / 3, f":write of spans, stopped {len(latencies)} times of {TIMES}")
    tap.ok(prompt(latencies), f"... in ms {shown}", [f"{PROMPT} s at most, but for one"])
    tap.ok(max(busy, default=0) <= LEFT, "... and nothing goes on", [str(busy)])
    tap.ok(not left, "... and no file is left", [str(left)])
    tap.ok(not pathlib.Path(f"{path}.pnx.spans").exists(), "... nor spans")


os.environ["BENCH_BYTES"] = os.environ.get("CANCEL_BYTES") or str(300 * 10**6)
os.environ["BENCH_DIR"] = os.path.join(os.getcwd(), "recordings")
made = Recordings()
try:
    [recording] = made.make([(soak.SOURCE, soak.OPTIONS, made.bytes)])
    index = cli.run("index", "--json", recording).objects()[0]
    check(recording, index["records"])
    [recording] = made.make([("tracepoints.data", (), made.bytes)])
    cli.run("index", "-q", recording)
    check_write(recording)
finally:
    made.remove()
sys.exit(tap.done())
