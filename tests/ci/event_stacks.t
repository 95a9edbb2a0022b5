#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The stacks of each event are those of perf script and perf report -g, wherever they are shown.

That is folded stacks, the flame graph, the call tree, files of pprof and of the Firefox Profiler.
Recordings: those of data/ with call chains that perf prints as perfnav does (tests/ci/perfscript.t
has the lines of all).
"""
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
import gecko  # noqa: E402
import pprof  # noqa: E402
from cli import run, tap  # noqa: E402

import folding  # noqa: E402
import known  # noqa: E402
import recording  # noqa: E402

PERF = shutil.which("perf")
INDENTED = 24  # deeper frames of the call tree stand below one another (views/tree.c)
ENV = dict(cli.ENV, PERF_CONFIG=os.devnull, DEBUGINFOD_URLS="", PAGER="cat")
cli.ENV.update(ENV)
OF_EVENT_RE = re.compile(r"^# Samples: .* of event '(.*)'$")
TASK_RE = re.compile(r"^ +(\S.*?) +(\d+) *$")
# Numbers are in groups of three digits.
LINE_RE = re.compile(r"^ *(?:[\d.]+|-)  +([\d ]+)  +(?:[\d.]+|-)  +([\d ]*\d)  ( *)(?:▾ |▸ |  )(.*)$")


def of_perf(*args):
    done = subprocess.run([PERF, *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          env=ENV, timeout=600, check=False)
    return done.stdout if done.returncode == 0 else b""


def folded(text):
    return collections.Counter({stack: int(number) for stack, number in
                                (line.rsplit(" ", 1) for line in text.splitlines())})


def without_names(stacks):
    """Frames without a name are addresses in perf report, and objects in folded stacks."""
    found = collections.Counter()
    for stack, n in stacks.items():
        task, *frames = stack.split(";")
        found[";".join([task, *(re.sub(r"^(\[.*\]|0x[0-9a-f]+|0)$", "?", f) for f in frames)])] += n
    return found


def of_report(path):
    """perf report -g of each event: a task with its samples, then its chains, outermost first."""
    text = of_perf("report", "-f", "-i", path, "--stdio", "--no-children", "--no-inline", "--percent-limit", "0",
                   "-g", "folded,0,count,caller,function", "-F", "comm,sample", "-s", "comm")
    found, stacks, task = {}, collections.Counter(), ""
    for line in text.decode("utf-8", "surrogateescape").splitlines():
        event, head = OF_EVENT_RE.match(line), TASK_RE.match(line)
        if event:
            stacks = found.setdefault(event[1], collections.Counter())
        elif line.startswith("#") or not line:
            continue
        elif head:
            task = head[1]
        else:
            number, chain = line.split(" ", 1)
            stacks[";".join([task, *chain.split(";")])] += int(number)
    return found


# ---- what perfnav shows ----

def commands(path, event, *more):
    return run("--no-index", "-q", "--show-event", event, "--batch", *(a for c in more for a in ("--cmd", c)), path)


def of_pprof(path, events):
    file = cli.CWD / "x.pb.gz"
    commands(path, "all", f":write! {file.name}")
    types, samples = pprof.read(file)
    found = {event: collections.Counter() for event in events}
    for at, (name, _) in enumerate(types):
        if name.endswith("_sample"):
            for stack, values in samples:
                found[name.removesuffix("_sample")][";".join(stack)] += values[at]
    return {event: +stacks for event, stacks in found.items()}


def of_gecko(path, event):
    file = cli.CWD / "x.gecko.json"
    commands(path, event, f":write! {file.name}")
    return collections.Counter(";".join(stack) for _, _, samples in gecko.read(file) for _, stack in samples)


def lines_of(stacks):
    """Of a call tree: how deep they stand, frame, samples below it and in it."""
    total, own = collections.Counter(), collections.Counter()
    for stack, n in stacks.items():
        path = ("all", *stack.split(";"))
        own[path] += n
        for i in range(len(path)):
            total[path[:i + 1]] += n
    return collections.Counter((min(len(p) - 1, INDENTED), p[-1], n, own[p]) for p, n in total.items())


def number(text):
    return int(text.replace(" ", ""))


def of_tree(path, event):
    file = cli.CWD / "tree.txt"
    cli.script(f":wait\n::tree<Enter>\n:wait\n<Home>*\n:wait\n::page! {file.name}<Enter>\n:wait\n", "keys")
    run("--no-index", "-q", "--no-state", "--show-event", event, "--script", "keys", "--screen", "80x24", path)
    lines = [LINE_RE.match(line) for line in file.read_text().splitlines()]
    return collections.Counter((len(m[3]), m[4], number(m[1]), number(m[2])) for m in lines if m)


# ---- comparisons ----

def differences(want, got):
    return [f"perf: {item}" for item in list((want - got).items())[:3]] + \
        [f"ours: {item}" for item in list((got - want).items())[:3]]


def stacks_of(text, event):
    return collections.Counter({os.fsdecode(stack): n for stack, n in
                                folding.fold(text, os.fsencode(event), tidy=False).items()})


def check_event(name, path, event, want, ours_pprof):
    ours = {"--format folded": folded(run("print", "--no-index", "-q", "--format", "folded", "--show-event", event,
                                          path).out),
            ":flame": folded(commands(path, event, ":flame").out), "pprof": ours_pprof.get(event),
            "Firefox": of_gecko(path, event)}
    for what, got in ours.items():
        tap.ok(got == want, f"{name}: {what} as perf script", differences(want, got))
    lines = of_tree(path, event)
    tap.ok(lines == lines_of(want), f"{name}: :tree as perf script", differences(lines_of(want), lines))
    return ours["--format folded"]


def check_recording(one):
    path = cli.alone(one.path)
    fields = ("-F", "comm,tid,time,event,ip,sym,symoff,dso")
    perf = of_perf("script", *fields, "-f", "-i", path, "--no-itrace", "--no-inline")
    ours = run("print", "-q", "--no-index", "--format", "perf-script", *fields, path).out_bytes
    events = [os.fsdecode(event) for event in folding.events(perf)]
    if not events:
        tap.diag(f"{one.place}: perf prints nothing")
        return
    report, ours_pprof = of_report(path), of_pprof(path, events)
    for event in events:
        name = f"{one.place}, {event}"
        raw, want = stacks_of(perf, event), stacks_of(known.without(perf, ours), event)
        tap.diag(f"{name}: {want.total()} samples, {len(want)} stacks, {(want - raw).total()} known to differ")
        got = check_event(name, path, event, want, ours_pprof)
        chains = report.get(event, collections.Counter())
        got = without_names(got - (want - raw) + (raw - want))
        tap.ok(got == without_names(chains), f"{name}: as perf report -g", differences(without_names(chains), got))


def comparable(one):
    """
    All samples have call chains. User stacks are unwound by other libraries, and of what the leader
    of a group has read perf makes samples of the others.
    """
    def number(condition):
        found = run("count", "-q", "--no-index", "--json", "--type", "SAMPLE", "-f", condition, one.path).objects()
        return found[0]["count"] if found else 0
    return number("callchain") == number("size") > 0 == number("ustack.dyn > 0 or read.nr > 1")


def main():
    if not PERF:
        tap.skip("the stacks of each event", "perf is not installed")
        return tap.done()
    for path in recording.find(str(cli.DATA)):
        one = recording.Recording(path)
        if comparable(one):
            check_recording(one)
    return tap.done()


sys.exit(main())
