#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Totals against perf: what perf report sorts, and what perf script prints, added up.

Recordings: data/, and the folder PERFNAV_RECORDINGS, ../shared/fixtures if that is there; those
that the installed perf reads. Of each the samples and periods by event, thread, name and dso, the
branches by edge and the accesses by data source are the same, apart from the kinds of
differences that doc/deviations.md lists.
"""
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import tap  # noqa: E402

PERF = shutil.which("perf")
FIXTURES = pathlib.Path(os.environ.get("PERFNAV_RECORDINGS", cli.ROOT / "../shared/fixtures"))
LARGEST = 20 << 20  # bytes of a recording: all of them in less than a minute
EVENT_RE = re.compile(r"^# Samples: .* of events? '(.*)'$")
BRANCH_RE = re.compile(r"(0x[0-9a-f]+|0)/(0x[0-9a-f]+|0)/([MPN-])/(\S+)")
SOURCE_RE = re.compile(r"^\s*([0-9a-f]+)\s+([0-9a-f]+) \|OP")


def recordings():
    yield from sorted((cli.ROOT / "data").glob("*.data"))
    for folder in ("public", "derived", "local"):
        yield from sorted((FIXTURES / folder).glob("*.data"))


def perf(path, *args):
    got = subprocess.run([PERF, *args, "-i", path], stdout=subprocess.PIPE, timeout=60, check=False,
                         stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    return got.stdout.decode("utf-8", "surrogateescape") if got.returncode == 0 else ""


def counted(path, *args):
    got = subprocess.run([cli.PERFNAV, "count", "--no-index", "-q", "--symfs", "none", "--json", *args,
                          path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return [json.loads(line) for line in got.stdout.decode().splitlines()]


# ---- perf report --sort ----

def reported(path):
    """(event, tid, comm, dso): samples and period."""
    found = collections.Counter()
    periods = collections.Counter()
    event = None
    text = perf(path, "report", "--stdio", "--no-children", "-g", "none", "-t", "~", "--no-group", "--no-branch-stack", "--no-itrace",
                "-F", "sample,period,comm,pid,dso")
    for line in text.split("\n"):
        match = EVENT_RE.match(line)
        event = named(match[1]) if match else event
        cells = line.split("~")
        if line.startswith("#") or len(cells) != 5:
            continue
        tid, _, _ = cells[3].strip().partition(":")
        key = (event, int(tid), cells[2].strip(), cells[4].strip())
        found[key] += int(cells[0])
        periods[key] += int(cells[1])
    return found, periods


def short(dso):
    if dso is None:
        return "[unknown]"
    return dso if dso.startswith("[") else dso.rsplit("/", 1)[-1]


def grouped(path):
    found = collections.Counter()
    periods = collections.Counter()
    for obj in counted(path, "--by", "event,tid,comm,dso", "--agg", "sum(period)", "-f", "type == SAMPLE"):
        key = (named(obj["event"]), obj["tid"], obj["comm"], short(obj["dso"]))
        found[key] += obj["count"]
        periods[key] += obj["sum(period)"] or 0
    return found, periods


ODD = {"odd_comms.data", "odd_maps.data", "comms.data", "oddmaps.data"}
CUT = 6  # perf report cuts names of tasks in this format, but never shorter


def fold(counter, events, path):
    """Names as both have them: of odd bytes none, of what a JIT made one of both."""
    names = {tid: comm for (_, tid, comm, _) in counter if comm}
    folded = collections.Counter()
    for (event, tid, comm, dso), n in counter.items():
        if event not in events or "time=0" in event or "\n" in (comm or ""):
            continue  # "Names as of a sample without a time"; names over several lines
        # perf report has the first name also for what came before it.
        comm = (comm or names.get(tid) or f":{tid}")[:CUT]
        dso = re.sub(r"^\[JIT\] tid (\d+)$", r"perf-\1.map", dso)
        if path.name in ODD:
            comm = dso = "odd"
        folded[event, tid, comm, dso] += n
    return folded


def named(event):
    """Without the modifiers of guests, which not all versions of perf name; one name for cycles."""
    return re.sub("^cpu-cycles$", "cycles", re.sub(":?HG$", "", event)) if event else event


# ---- what perf script prints ----

def edges(path):
    found = collections.Counter()
    for line in perf(path, "script", "-F", "brstack").split("\n"):
        for start, end, flag, _ in BRANCH_RE.findall(line):
            # From 0 to 0 is an entry without a branch, which perfnav does not count.
            if int(start, 16) or int(end, 16):
                found[int(start, 16), int(end, 16), flag == "M"] += 1
    return found


def sources(path):
    found = collections.Counter()
    for line in perf(path, "script", "--no-itrace", "-F", "addr,data_src").split("\n"):
        match = SOURCE_RE.match(line)
        if match:
            found[int(match[1], 16) & ~63, int(match[2], 16)] += 1
    return found


def differences(perfs, ours):
    return [f"{key}: perf {perfs[key]}, perfnav {ours[key]}"
            for key in sorted(set(perfs) | set(ours), key=repr) if perfs[key] != ours[key]]


def check(what, perfs, ours):
    wrong = differences(perfs, ours)
    tap.ok(not wrong, f"{what}: {len(perfs)} groups, {sum(perfs.values())} in them")
    for line in wrong[:12]:
        print("#", line)


def main():
    if not PERF:
        tap.skip("totals", "perf is not installed")
        tap.done()
        return
    for path in recordings():
        size = sum(f.stat().st_size for f in path.rglob("*")) if path.is_dir() else path.stat().st_size
        if size > LARGEST:
            continue
        perfs, perf_periods = reported(path)
        # Of a group that is read at its leader's samples perf makes samples of the members.
        if perfs and not counted(path, "--by", "type", "-f", "type == SAMPLE and count(read.values) > 1"):
            ours, our_periods = grouped(path)
            events = {key[0] for key in perfs}
            check(f"{path.name} by event, thread, name and dso", fold(perfs, events, path),
                  fold(ours, events, path))
            check(f"{path.name}, periods", fold(perf_periods, events, path),
                  fold(our_periods, events, path))
        perfs = edges(path)
        if perfs:
            ours = collections.Counter()
            for obj in counted(path, "--by", "brstack.from,brstack.to,brstack.mispred", "-f",
                               "count(brstack) > 0"):
                ours[obj["brstack.from"], obj["brstack.to"], bool(obj["brstack.mispred"])] += obj["count"]
            check(f"{path.name}, branches by edge", perfs, ours)
        perfs = sources(path) if "DATA_SRC" in perf(path, "evlist", "-v") else {}
        if perfs:
            ours = collections.Counter()
            for obj in counted(path, "--by", "addr & ~63,data_src.raw", "-f", "data_src"):
                ours[obj["addr & ~63"], obj["data_src.raw"]] += obj["count"]
            check(f"{path.name}, accesses by line and source", perfs, ours)
    tap.done()


main()
