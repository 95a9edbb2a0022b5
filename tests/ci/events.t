#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Events apart: as many samples of each as perf says, and columns and ratios as perf script added up.

Recordings: data/, and the folder PERFNAV_RECORDINGS, ../shared/fixtures if that is there; those that
the installed perf reads, and what perf said of them where that is saved. tests/ci/event_stacks.t
has the stacks of each event.
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
from cli import run, tap  # noqa: E402

import oracles  # noqa: E402
import recording  # noqa: E402

PERF = shutil.which("perf")
FIXTURES = pathlib.Path(os.environ.get("PERFNAV_RECORDINGS", cli.ROOT / "../shared/fixtures"))
LARGEST = 20 << 20  # bytes of a recording
STATS_RE = re.compile(r"^(.+) stats:\n((?: .*\n)*)", re.M)
SAMPLES_RE = re.compile(r"^ +SAMPLE events: +(\d+)", re.M)
# As of perf script -F comm,pid,tid,event,period: names of tasks and events can have blanks.
LINE_RE = re.compile(r"^\s*(.*?)\s+(-?\d+)/(-?\d+)\s+(\d+)\s+(\S.*?): *$")


def recordings():
    for folder in (cli.DATA, FIXTURES):
        for path in recording.find(str(folder)) if folder.is_dir() else ():
            one = recording.Recording(path)
            if one.bytes <= LARGEST:
                yield one


def of_perf(path, *args):
    done = subprocess.run([PERF, *args, "--no-itrace", "-i", path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, timeout=300, check=False, env=cli.ENV)
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""


def count(path, *args):
    return run("count", "-q", "--no-index", "--symfs", "none", "--type", "SAMPLE", "--json", *args, path).objects()


def by_event(path):
    return collections.Counter({o["event"]: o["count"] for o in count(path, "--by", "event") if o["event"]})


def reads_groups(one):
    """perf makes a sample of each value that a sample of a group's leader has read."""
    return bool(count(one.path, "-f", "read.nr > 1"))


def check_stats(one):
    """perf report --stats has the samples of each event; of some recordings only those of all."""
    found = collections.Counter()
    for name, text in STATS_RE.findall(of_perf(one.path, "report", "--stats")):
        samples = SAMPLES_RE.search(text)
        if name != "Aggregated":
            found[name] += int(samples[1]) if samples else 0
    if not +found:
        tap.diag(f"{one.place}: perf counts no samples by event")
        return
    check_samples(one, found, one.place)


def check_samples(one, found, name):
    got = by_event(one.path)
    if reads_groups(one):
        found = collections.Counter({event: found[event] for event in got})
    if set(found) != set(got) and len(found) == len(got) == 1:
        found = collections.Counter({event: found.total() for event in got})  # the file does not name it
    tap.ok(+found == got, f"{name}: {len(+found)} events, {got.total()} samples", [f"perf: {+found}", f"ours: {got}"])


def check_saved(one, saved):
    """perf report -D ends with the samples of each event; of branch stacks it counts the branches."""
    for oracle in saved.load(one.name):
        found = +collections.Counter(oracle.dump.by_event)
        name = f"{one.place}, saved of perf {oracle.told()}"
        branches = collections.Counter()
        for o in run("print", "-q", "--no-index", "--format", "json", "-f", "brstack", "-F", "event,brstack",
                     one.path).objects():
            branches[o["event"]] += len(o["brstack"])
        if branches and found == +branches:
            tap.ok(True, f"{name}: {branches.total()} branches of {len(branches)} events")
        elif found:
            check_samples(one, found, name)


def check_pivot(one):
    """Columns, sums and ratios of events side by side, of perf script added up."""
    samples = collections.defaultdict(collections.Counter)
    sums = collections.defaultdict(collections.Counter)
    text = of_perf(one.path, "script", "-F", "comm,pid,tid,event,period")
    for line in text.splitlines():
        match = LINE_RE.match(line)
        if match:
            samples[int(match[3])][match[5]] += 1
            sums[int(match[3])][match[5]] += int(match[4])
    events = list(dict.fromkeys(event for row in samples.values() for event in row))
    if len(events) < 2 or reads_groups(one):
        return
    wrong = []
    for agg, want in (((), samples), (("--agg", "sum(period)"), sums)):
        rows = count(one.path, "--by", "tid", "--pivot", "event", *agg)
        got = {o["tid"]: {e: o.get(e) or 0 for e in events} for o in rows}
        full = {tid: {e: row[e] for e in events} for tid, row in want.items()}
        wrong += [f"{agg}, {tid}: {got.get(tid)}, perf {full[tid]}" for tid in full if got.get(tid) != full[tid]]
        wrong += [f"{tid} is not perf's" for tid in got if tid not in full]
    tap.ok(not wrong, f"{one.place}: {len(samples)} threads, {len(events)} events side by side", wrong[:5])
    plain = [e for e in events if "/" not in e and "," not in e and not e.endswith(")")]
    if len(plain) < 2:
        return
    over, under = plain[:2]
    wrong = []
    for o in count(one.path, "--by", "tid", "--pivot", "event", "--agg", f"sum(period),{over}/{under}"):
        row = sums[o["tid"]]
        want = row[over] / row[under] if row[under] else None
        got = o[f"{over}/{under}"]
        if (got is None) != (want is None) or (want is not None and abs(got - want) > 1e-6):
            wrong.append(f"{o['tid']}: {got}, perf {want}")
    tap.ok(not wrong, f"... {over}/{under}", wrong[:5])


def main():
    saved = oracles.Saved(str(FIXTURES))
    for one in recordings():
        if FIXTURES in pathlib.Path(one.path).parents:
            check_saved(one, saved)
        if PERF:
            check_stats(one)
            check_pivot(one)
    if not PERF:
        tap.skip("events apart", "perf is not installed")
    return tap.done()


sys.exit(main())
