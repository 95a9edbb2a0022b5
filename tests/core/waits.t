#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""All views have the same numbers of waits: those that follow from perf script's text."""
import collections
import re
import shutil
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402,F401
import cli  # noqa: E402
from cli import run, tap  # noqa: E402

LATE = 100000  # ns after a switch in which a sample can be of the time before it (src/spans/spanthreads.c)
LINE = re.compile(r"^ *.{0,16}? +(\d+) +(?:\[(\d+)\] )? *(\d+)\.(\d{9}): +(?:\d+ +)?([\w:-]+): ?(.*)$")
SWITCH = re.compile(r"prev_pid=(\d+) .* prev_state=(\S+) ==> .* next_pid=(\d+) ")
QUIET = ("--no-index", "-q")
DEMO = cli.DATA / "demo.data"


def ns(seconds):
    return int(seconds.rstrip("?").lstrip("\u2265").replace(".", ""))


def waits():
    """(thread, state, begin, duration or None, whether the thread has samples in it), by perf."""
    text = cli.tool("perf", "script", "-i", DEMO, "--ns", "-G").stdout.decode()
    open_waits, found = {}, []
    for line in text.splitlines():
        match = LINE.match(line)
        if not match:
            continue
        tid, cpu, time, event, rest = int(match[1]), match[2], int(match[3] + match[4]), match[5], match[6]
        switch = SWITCH.search(rest + " ") if event == "sched:sched_switch" else None
        if not switch:
            wait = open_waits.get(tid)
            if wait and (time > wait["begin"] + LATE or (cpu and cpu != wait["cpu"])):
                wait["ran"] = True
            continue
        before, after = int(switch[1]), int(switch[3])
        if after in open_waits:
            wait = open_waits.pop(after)
            wait["dur"] = time - wait["begin"]
        open_waits[before] = {"tid": before, "state": switch[2][0], "begin": time, "cpu": cpu, "ran": False}
        found.append(open_waits[before])
    return found


def rows(result):
    """The lines of a table by their titles."""
    lines = [re.split(r" {2,}", line.strip()) for line in result.lines()]
    return [dict(zip(lines[0], line)) for line in lines[1:]]


if not shutil.which("perf"):
    print("1..0 # SKIP perf is not installed")
    sys.exit()
found = waits()
ended = [w for w in found if "dur" in w]
tap.ok(len(found) == 989 and len(ended) > 800 and any(w["ran"] for w in ended), "perf script has the switches", [str(len(found)), str(len(ended))])

# By state: :spans, count, and the record that :sort has first.
table = {row["span.name"].split()[0]: row for row in rows(run(*QUIET, "--batch", "--cmd", ":spans offcpu", DEMO))}
counted = {o["span.name"]: o for o in run("count", *QUIET, "--json", "-f", 'span.kind == "offcpu"', "--by", "span.name", "--agg",
                                             "sum(span.dur),max(span.dur)", DEMO).objects()}
for state in "S", "R":
    mine = [w for w in ended if w["state"] == state]
    total, longest = sum(w["dur"] for w in mine), max(mine, key=lambda w: w["dur"])
    sure = max(w["dur"] for w in mine if not w["ran"])
    row = table[state]
    tap.ok((ns(row["total s"]), ns(row["max s"]), ns(row["sure max s"])) == (total, longest["dur"], sure),
           f"{state}: total, longest and longest certain wait in :spans", [str(row), str((total, longest, sure))])
    tap.ok((row["total s"].endswith("?"), row["max s"].endswith("?")) == (any(w["ran"] for w in mine), longest["ran"]),
           "... with ? if a doubtful wait is part of it", [str(row)])
    tap.ok((counted[state]["sum(span.dur)"], counted[state]["max(span.dur)"]) == (total, longest["dur"]), "... and in count", [str(counted[state])])
first = rows(run(*QUIET, "--batch", "--cmd", ":sort span.dur", DEMO))[0]
longest = max(ended, key=lambda w: w["dur"])
tap.ok((ns(first["max(span.lasted) s"]), first["span.state"], first["tid"]) ==
       (longest["dur"], "doubtful" if longest["ran"] else "complete", str(longest["tid"])), ":sort has the longest first", [str(first), str(longest)])

# By thread: the times in :strips.
sums = collections.Counter()
for w in ended:
    if not w["ran"]:
        sums[w["tid"]] += w["dur"]
strips = run(*QUIET, "--batch", "--cmd", ":strips", DEMO)
times = {}
for line in strips.lines()[2:]:
    match = re.match(r"^ *([\d.]+) +([\d.]+) +([\d.]+) +\d+ +\d+ +\d+ .*? \d+/(\d+) ", line + " ")
    if match:
        times[int(match[4])] = tuple(map(ns, match.groups()[:3]))
tap.ok({tid: off for tid, (_, off, _) in times.items() if off} == dict(sums), "off a CPU: the sum of the waits without samples",
       [str(times), str(sums)])
spans = run("count", *QUIET, "--by", "tid", "--agg", "sum(span.dur)", "-f", 'span.kind == "offcpu" and span.state == "complete"', "--json", DEMO).objects()
tap.ok({o["tid"]: o["sum(span.dur)"] for o in spans} == dict(sums), "... which count has, too", [str(spans)])
first, last = min(w["begin"] for w in found), max(w["begin"] for w in found)
wrong = {tid: three for tid, three in times.items() if sum(three) > (last - first) * 1.01}
tap.ok(not wrong and any(unknown for _, _, unknown in times.values()), "on, off and unknown are no longer than the recording",
       [str(wrong), str(times)])
tap.done()
