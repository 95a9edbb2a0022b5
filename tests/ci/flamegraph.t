#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports as the scripts of FlameGraph read them: flamegraph.pl folded stacks, stackcollapse-perf.pl the text of perf script."""
import collections
import html
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import run, tap  # noqa: E402

EVENT = "cpu-clock"


def piped(text, *command):
    return subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False).stdout


def folded(name, *options):
    return run("print", "-q", "--no-index", "--symfs", "none", "--format", "folded", "--show-event", EVENT, *options, cli.DATA / name).out


def check_graph(name):
    """Of each frame of the picture its name and its number of samples."""
    text, wanted = folded(name), collections.Counter()
    for line in text.splitlines():
        stack, _, count = line.rpartition(" ")
        # flamegraph.pl shows the annotations of stackcollapse-perf.pl as colours.
        stack = [re.sub(r"_\[[kwij]\]$", "", frame) for frame in stack.split(";")]
        for depth in range(len(stack) + 1):
            wanted[tuple(stack[:depth])] += int(count)
    drawn = collections.Counter((html.unescape(frame), int(count.replace(",", ""))) for frame, count in re.findall(
        r"<title>(.*?) \(([\d,]+) samples, [\d.]+%\)</title>", piped(text, "flamegraph.pl", "--minwidth", "0")))
    want = collections.Counter((stack[-1] if stack else "all", count) for stack, count in wanted.items())
    tap.ok(drawn == want and drawn["all", wanted[()]] == 1, f"{name}: flamegraph.pl draws {len(wanted)} frames of {wanted[()]} samples",
           [str(list((drawn - want).items())[:3]), str(list((want - drawn).items())[:3])])


def check_collapsed(name):
    """Its stacks have the sums of the periods, and a file without symbols in one more pair of brackets if its name has some."""
    text = run("print", "-q", "--no-index", "--symfs", "none", "--format", "perf-script", "-f", f'event == "{EVENT}"', cli.DATA / name).out
    got = sorted(re.sub(r"\[\[(.*?)\]\]", r"[\1]", line) for line in piped(text, "stackcollapse-perf.pl").splitlines())
    want = sorted(folded(name, "--weight", "period").splitlines())
    tap.ok(got == want and len(want) > 2, f"{name}: stackcollapse-perf.pl makes the same {len(want)} stacks of perf script's text",
           [str(a) for a in zip(got, want) if a[0] != a[1]][:3])


def main():
    for script, check in (("flamegraph.pl", check_graph), ("stackcollapse-perf.pl", check_collapsed)):
        for name in ("demo.data", "fp.data", "dwarf.data"):
            if shutil.which(script):
                check(name)
            else:
                tap.skip(f"{name}: {script}", f"{script} is not installed")
    return tap.done()


sys.exit(main())
