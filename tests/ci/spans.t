#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Spans against perf: system calls as perf trace -s sums them up, waits as perf sched timehist has
them, in data/, the folder PERFNAV_RECORDINGS (../shared/fixtures if that is there) and in recordings
that are made here; the other kinds against a pairing in Python."""
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
from busy import WORK  # noqa: E402
from cli import run, tap  # noqa: E402

import recording  # noqa: E402

PERF = shutil.which("perf")
FIXTURES = pathlib.Path(os.environ.get("PERFNAV_RECORDINGS", cli.ROOT / "../shared/fixtures"))
LARGEST = 20 << 20  # bytes of a recording that is kept
THREAD_RE = re.compile(r"^ (.*) \((\d+)\), \d+ events,")
CALL_RE = re.compile(r"^   (\S+)\s+(\d+)\s+(\d+)\s+([\d.]+)\s+([\d.]+)\s+[\d.]+\s+([\d.]+)\s+[\d.]+%$")
SWITCH_RE = re.compile(r"^\s*(\d+)\.(\d+) \[(\d+)\]\s+(.*\S)\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)\s*$")
MS = 1000000

# Kinds of a CPU, of a thread, or of nobody ("part"), with their key fields.
PAIRS = {
    "irq": ("irq:irq_handler_entry", "irq:irq_handler_exit", "cpu", "irq"),
    "softirq": ("irq:softirq_entry", "irq:softirq_exit", "cpu", "vec"),
    "timer": ("timer:timer_expire_entry", "timer:timer_expire_exit", "cpu", "timer"),
    "hrtimer": ("timer:hrtimer_expire_entry", "timer:hrtimer_expire_exit", "cpu", "hrtimer"),
    "workqueue": ("workqueue:workqueue_execute_start", "workqueue:workqueue_execute_end", "tid", "work"),
    "lock": ("lock:contention_begin", "lock:contention_end", "tid", "lock_addr"),
    "block": ("block:block_rq_issue", "block:block_rq_complete", None, "dev,sector"),
    "io": ("block:block_io_start", "block:block_io_done", None, "dev,sector"),
}


def perf(*args):
    return subprocess.run([PERF, *args], capture_output=True, text=True, errors="replace", check=False,
                          stdin=subprocess.DEVNULL, cwd=cli.CWD)


def record(name, *args):
    """A fresh recording without lost records, after which spans are doubtful; None and why there is none."""
    path = cli.CWD / name
    for _ in range(5):
        done = perf(*args, "-q", "-o", path, "-m", "4096", "-a", *WORK)
        if done.returncode or not path.exists():
            return None, "perf cannot record tracepoints here"
        if not run("count", "--no-index", "-q", "--type", "LOST,LOST_SAMPLES,THROTTLE", path).out:
            return path, None
    return None, "each recording of a busy machine lost records"


def entries(path, fields, condition=None):
    options = ("-f", condition) if condition else ()
    return cli.stream("print", "--no-index", "-q", "--format", "json", "--order", "time", "-F", fields, *options, path)


# ---- system calls ----

def sums_of_perf(path):
    """By thread and system call: calls, errors, total, min, max in ns, rounded to us."""
    sums, tid = {}, None
    done = perf("trace", "-s", "-i", path)
    for line in (done.stdout + done.stderr).splitlines():
        if match := THREAD_RE.match(line):
            tid = int(match[2])
        elif match := CALL_RE.match(line):
            new = [int(match[2]), int(match[3]), *(round(float(match[k]) * 1000) for k in (4, 5, 6))]
            old = sums.get((tid, match[1]))
            sums[tid, match[1]] = new if not old else [
                *(old[k] + new[k] for k in range(3)), min(old[3], new[3]), max(old[4], new[4])]
    return sums


def totals(path, by, condition, *aggregates):
    """Lines of count as lists; a name can have a comma, so that the numbers are at the ends."""
    how = ("--agg", ",".join(aggregates)) if aggregates else ()
    result = run("count", "-q", "--no-index", "--format", "csv", "--by", by, *how, "-f", condition, path)
    return [line.split(",") for line in result.out.splitlines()[1:]]


def system_calls(path, name, least=10):
    wanted, sums = sums_of_perf(path), {}
    for tid, call, *numbers in totals(path, "tid,span.name", 'span.kind == "syscall" and span.state == "complete"',
                                      "count(span.ret < 0)", "sum(span.dur)", "min(span.dur)", "max(span.dur)"):
        sums[int(tid), call] = [int(number) for number in numbers]
    unsure = {(int(tid), call) for tid, call, _ in totals(path, "tid,span.name", 'span.kind == "syscall" and span.state == "doubtful"')}
    names = {number: call for number, call, _ in totals(path, "tp.id,span.name", 'span.kind == "syscall" and span.state != "orphaned"')}
    # perf takes the time since whatever began last.
    orphans = {(int(tid), number) for tid, number, _ in totals(path, "tid,tp.id", 'span.kind == "syscall" and span.state == "orphaned"')}
    # Of threads that had the same number one after another perf has the sums of the last one.
    again = {int(tid) for tid, n in totals(path, "tid", "type == FORK") if int(n) > 1}
    wrong, same = [], 0
    unsure |= {(tid, names.get(number)) for tid, number in orphans}
    # Of a call that never begins, as a tracer has put it there, only perf has the name.
    unnamed = {tid for tid, number in orphans if number not in names}
    for key in wanted.keys() | sums.keys():
        if key[0] == 0 or key in unsure or (key[0] in unnamed and key not in sums and key[1] not in names.values()):
            continue
        want, got = wanted.get(key), sums.get(key)
        if key[0] in again and got and (not want or want[0] <= got[0]):
            continue
        # A sum of threads of one number has the rounding of each.
        near = want and got and want[:2] == got[:2] and all(
            abs(want[k] * 1000 - got[k]) <= (1001 if k != 2 else 5001) for k in (2, 3, 4))
        same += bool(near)
        if not near:
            wrong.append(f"thread {key[0]}, {key[1]}: perf has {want} us, perfnav {got} ns")
    tap.ok(not wrong and same > least, f"{name}: {same} sums by thread and system call as perf trace -s", wrong[:20])


# ---- switches ----

def waits_of_perf(path):
    """perf tells of each time on a CPU, when it ends, how long the thread was off it before."""
    waits = collections.Counter()
    for line in cli.output_of(PERF, "sched", "timehist", "--no-call-graph", "-i", path):
        match = SWITCH_RE.match(line)
        if not match or match[4].startswith("<idle>") or not (tid := re.search(r"\[(\d+)(?:/\d+)?\]$", match[4])):
            continue
        wait, delay, ran = (round(float(match[k]) * 1000) for k in (5, 6, 7))
        # Before its first time on a CPU nobody knows.
        if wait:
            waits[int(tid[1]), int(match[1]) * 1000000 + int(match[2]), wait, delay, ran] += 1
    return waits


def waits(path, name, least=10):
    """Of a thread that goes off its CPU: how long it was off before it came there."""
    last, off, on_cpu, mine = {}, {}, set(), {}
    for entry in entries(path, "ordinal,time,event,tid,cpu,tp,span.name,span.dur,span.runnable,span.begin",
                         "event == \"sched:sched_switch\""):
        tp, span = entry["tp"], entry.get("span", {})
        off[entry["ordinal"]] = span.get("dur"), span.get("runnable"), span.get("name", "").startswith("R")
        came, time, was_off, known = last.get(entry["cpu"], (None, 0, None, False))
        # perf has the numbers of the recording's namespace; a thread that has ended has none there.
        if came == tp["prev_pid"] and known:
            mine[entry["tid"] if entry["tid"] > 0 else came, entry["time"] // 1000] = was_off, entry["time"] - time
        on_cpu.discard(tp["prev_pid"])
        last[entry["cpu"]] = tp["next_pid"], entry["time"], off.get(span.get("begin")), tp["next_pid"] not in on_cpu
        on_cpu.add(tp["next_pid"])
    wrong, same, delays, left = [], 0, 0, 0
    for (tid, time, off, delay, ran), _ in waits_of_perf(path).items():
        got = next((mine[tid, t] for t in (time, time - 1, time + 1) if (tid, t) in mine), None)
        # The switch to it is not recorded: perf takes the one before on that CPU, whatever it says. Nor is one away from
        # it, since when it came twice: perf takes the one before that.
        if not got:
            left += 1
            continue
        (dur, runnable, preempted), on = got[0] or (None, None, False), got[1]
        # Nothing has to wake a thread that was preempted; perf has a delay where something does nevertheless.
        delay = 0 if preempted and runnable is None else delay
        if dur and abs(dur / 1000 - off) <= 1 and abs(on / 1000 - ran) <= 1 and (
                not delay or (runnable is not None and abs(runnable / 1000 - delay) <= 1)):
            same += 1
            delays += delay > 0
        else:
            wrong.append(f"thread {tid} at {time} us: perf has {off} us off, {delay} us runnable "
                         f"and {ran} us on, perfnav {got} ns")
    tap.ok(not wrong and same > least,
           f"{name}: {same} times off and on a CPU, {delays} delays as perf sched timehist, {left} left out", wrong[:20])


# ---- other kinds ----

def pair(records):
    roles = {}
    for kind, (begin, end, scope, field) in PAIRS.items():
        roles[begin] = (kind, True, scope, field)
        roles[end] = (kind, False, scope, field)
    out, open_spans, ended = {}, {}, {}
    for record_ in records:
        if record_["type"] == "EXIT":
            for key in [key for key in open_spans if key[1] and key[1][:2] == ("tid", record_["tid"])]:
                del open_spans[key]
        if record_.get("event") not in roles:
            continue
        kind, begins, scope, field = roles[record_["event"]]
        # A thread is its pid and tid: the pid of one whose tid is gone (-1) may go, too.
        whose = scope and ((scope, record_[scope], record_["pid"]) if scope == "tid" and record_["tid"] else ("cpu", record_["cpu"]))
        key = kind, whose, *(record_["tp"][one] for one in field.split(","))
        if begins and not (kind == "lock" and key in open_spans):
            open_spans[key] = record_["ordinal"], record_["time"]
            out[record_["ordinal"]] = (kind, None, None)
        elif not begins and (start := open_spans.pop(key, None)):
            out[start[0]] = (kind, record_["ordinal"], record_["time"] - start[1])
    return out


def other_kinds(path):
    wanted = pair(entries(path, "ordinal,type,event,cpu,pid,tid,time,tp"))
    got = {entry["ordinal"]: (span["kind"], span.get("end"), span.get("dur"))
           for entry in entries(path, "ordinal,span.kind,span.end,span.dur,span.state",
                                "span.kind and span.state != \"orphaned\"") for span in (entry["span"],)}
    wrong = [f"record {n}: should be {wanted.get(n)}, is {got.get(n)}"
             for n in sorted(wanted.keys() | got.keys()) if wanted.get(n) != got.get(n)]
    kinds = collections.Counter(kind for kind, end, _ in wanted.values() if end is not None)
    tap.ok(not wrong and kinds["softirq"] and kinds["hrtimer"],
           f"{len(wanted)} spans as a pairing in Python has them: {dict(kinds)}", wrong[:20])


# ---- recordings that are kept ----

def kept():
    """Those that have such events, and what to compare."""
    looks = {"raw_syscalls:sys_enter": system_calls, "sched:sched_switch": waits}
    for folder in (cli.DATA, FIXTURES):
        for path in recording.find(str(folder)) if folder.is_dir() else ():
            one = recording.Recording(path)
            if one.bytes > LARGEST:
                continue
            result = run("count", "-q", "--no-index", "--json", "--by", "event", "-f", "span.dur", path)
            for event in {o["event"] for o in result.objects() if o["event"]} if not result.status else ():
                if event in looks:
                    yield one, looks[event]


if not PERF:
    print("1..0 # SKIP perf is not installed")
    sys.exit()
for recorded, compare in kept():
    if perf("evlist", "-i", recorded.path).returncode:
        tap.skip(recorded.place, "perf does not read it")
    else:
        compare(recorded.path, recorded.place, 0)
for file, make, look in (
        ("calls.data", ("record", "-e", "raw_syscalls:sys_enter,raw_syscalls:sys_exit"), system_calls),
        ("switches.data", ("record", "-e", "sched:sched_switch,sched:sched_wakeup,sched:sched_wakeup_new"), waits),
        ("kinds.data", ("record", "-e", ",".join(e for p in PAIRS.values() for e in p[:2])), None)):
    made, why = record(file, *make)
    if not made:
        tap.skip(file, why)
    elif look:
        look(made, f"a fresh recording, {file}")
    else:
        other_kinds(made)
sys.exit(tap.done())
