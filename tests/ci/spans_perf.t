#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Spans against perf sched latency, perf lock contention and perf kmem stat, in recordings that are made here."""
import collections
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from busy import WORK  # noqa: E402
from cli import run, tap  # noqa: E402

PERF = shutil.which("perf")
UNITS = {"ns": 1, "us": 1000, "ms": 10**6, "s": 10**9}


def perf(*args):
    return subprocess.run([PERF, *args], capture_output=True, text=True, errors="replace", check=False,
                          stdin=subprocess.DEVNULL, cwd=cli.CWD)


def lines(pattern, *args):
    """The groups of each line that perf writes and that has this pattern."""
    return (match.groups() for match in map(re.compile(pattern).search, cli.output_of(PERF, *args)) if match)


def record(name, *events):
    """A recording without lost records; None and why there is none."""
    path = cli.CWD / name
    for _ in range(5):
        done = perf("record", "-q", "-o", path, "-m", "4096", "-a", "-e", ",".join(events), *WORK)
        if done.returncode or not path.exists():
            return None, "perf cannot record these tracepoints here"
        if not run("count", "--no-index", "-q", "--type", "LOST,LOST_SAMPLES,THROTTLE", path).out:
            return path, None
    return None, "each recording of a busy machine lost records"


def spans(path, fields, condition):
    return cli.stream("print", "--no-index", "-q", "--format", "json", "--order", "time", "-F", fields, "-f", condition, path)


# ---- perf sched latency ----

LATENCY = r":(\d+) +\| +[\d.]+ ms \| +(\d+) \| avg: +([\d.]+) ms \| max: +([\d.]+) ms \|"


def latency(path):
    """Of each thread: how often it waited for a CPU, the mean and the longest."""
    delays, preempted = collections.defaultdict(list), set()
    for entry in spans(path, "tp,span.name,span.dur,span.runnable", 'span.kind == "offcpu" and span.dur'):
        span = entry["span"]
        # perf takes a thread that was preempted (R+) for one that sleeps, and counts it where it is woken.
        if span["name"] == "R+":
            preempted.add(entry["tp"]["prev_pid"])
        if "runnable" in span or span["name"] == "R":
            delays[entry["tp"]["prev_pid"]].append(span.get("runnable", span["dur"]))
    wrong, same, first = [], 0, 0
    for tid, n, mean, most in lines(LATENCY, "sched", "latency", "-p", "-i", path):
        got, n, mean, most = delays.get(int(tid), []), int(n), float(mean) * 10**6, float(most) * 10**6
        # perf also counts from the first wakeup of a thread, whose switch off the CPU was not recorded.
        extra = n * mean - sum(got)
        begins = n == len(got) + 1 and max(got, default=0) <= most + 1001
        near = n == len(got) and abs(extra) <= 500 * n + 1 and abs(max(got) - most) <= 1001
        same, first = same + near, first + begins
        if not near and not begins and int(tid) not in preempted:
            wrong.append(f"thread {tid}: perf has {n} delays, mean {mean} ns, most {most} ns, perfnav {len(got)}, {max(got, default=0)} ns")
    tap.ok(not wrong and same + first > 5, f"delays of {same} threads as perf sched latency, of {first} without the first", wrong[:10])


# ---- perf lock contention ----

LOCK = r"^ +(\d+) +([\d.]+) (\w+) +([\d.]+) (\w+) +([\d.]+) (\w+) +(-?\d+) "


def locks(path):
    """Of each thread: how often it waited for a lock, the sum and the longest."""
    waits = collections.defaultdict(list)
    for entry in spans(path, "tid,cpu,span.dur", 'span.kind == "lock" and span.dur >= 0'):
        waits[entry["tid"]].append(entry["span"]["dur"])
    wrong, same, alone = [], 0, 0
    for n, total, unit, most, most_unit, *_, tid in lines(LOCK, "lock", "contention", "-t", "-i", path):
        got, n = waits.pop(int(tid), []), int(n)
        # Three digits are shown. Which of two records with the same time comes first decides whether a wait of
        # 0 ns is one, so perf may have more of them.
        near = n >= len(got) and abs(sum(got) / UNITS[unit] - float(total)) <= 0.0101 and (
            abs(max(got, default=0) / UNITS[most_unit] - float(most)) <= 0.0101)
        same += near
        alone += n - len(got) if near else 0
        if not near and tid != "0":
            wrong.append(f"thread {tid}: perf has {n} in {total} {unit}, at most {most} {most_unit}, perfnav {got}")
    tap.ok(not wrong and same > 0, f"waits for locks of {same} threads as perf lock contention", wrong[:10])
    tap.ok(alone <= 3 + same // 100, f"... and {alone} waits of 0 ns of perf alone")
    left = {tid: n for tid, n in waits.items() if tid}
    tap.ok(not left, "... and of no other thread", [left])


# ---- perf kmem stat ----

def memory(path):
    """What was allocated and not freed."""
    totals = dict(lines(r"^(Total bytes \w+|Net total bytes allocated): +(\d+)", "kmem", "-i", path, "stat"))
    freed = left = again = 0
    last = {}
    for entry in spans(path, "event,tp,span.state,span.dur", 'span.kind == "mem"'):
        tp, span = entry["tp"], entry["span"]
        if span["state"] == "orphaned":
            # perf counts memory again that is freed twice: what was allocated there in between was not recorded.
            again += last.get(tp["ptr"], 0)
            continue
        last[tp["ptr"]] = tp["bytes_alloc"]
        freed += tp["bytes_alloc"] if "dur" in span else 0
        left += 0 if "dur" in span else tp["bytes_alloc"]
    wanted = int(totals.get("Total bytes freed", -1)), int(totals.get("Net total bytes allocated", -1))
    tap.ok((freed + again, left - again) == wanted and freed > 10000,
           f"{freed} bytes that were freed, {again} of them twice, and {left} that were not, as perf kmem stat", [totals, freed, again, left])


if not PERF:
    print("1..0 # SKIP perf is not installed")
    sys.exit()
for file, look, events in (
        ("latency.data", latency, ("sched:sched_switch", "sched:sched_wakeup", "sched:sched_wakeup_new")),
        ("locks.data", locks, ("lock:contention_begin", "lock:contention_end")),
        ("memory.data", memory, ("kmem:kmalloc", "kmem:kfree", "kmem:kmem_cache_alloc", "kmem:kmem_cache_free"))):
    made, why = record(file, *events)
    if made:
        look(made)
    else:
        tap.skip(file, why)
sys.exit(tap.done())
