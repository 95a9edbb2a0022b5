#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Spans: a recording whose spans are worked out by hand, and those of others against a pairing here."""
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402,F401
from corpus import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

WORDS = ("kind", "name", "state", "dur", "lasted", "blocked", "runnable", "waker", "wakeup", "ret", "depth", "end",
         "begin")

HEAD = """include "abi.inc"
attr type=TRACEPOINT config=1 sample_period=1 size=128 name="syscalls:sys_enter_read" ids=1,11
	sample_type=S_IDENTIFIER|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_CONTEXT_SWITCH
attr type=TRACEPOINT config=2 sample_period=1 size=128 name="syscalls:sys_exit_read" ids=2,12
	sample_type=S_IDENTIFIER|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=3 sample_period=1 size=128 name="syscalls:sys_enter_exit_group" ids=3,13
	sample_type=S_IDENTIFIER|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=4 sample_period=1 size=128 name="syscalls:sys_exit_exit_group" ids=4,14
	sample_type=S_IDENTIFIER|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=5 sample_period=1 size=128 name="syscalls:sys_enter_write" ids=5,15
	sample_type=S_IDENTIFIER|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL
feature NRCPUS u32 2 2
feature ARCH fstr "x86_64"
feature EVENT_DESC event_desc
macro sample id tid time cpu
	record SAMPLE misc=KERNEL u64 id u32 tid tid u64 time u32 cpu 0
end
macro sid tid time cpu
	u32 tid tid u64 time u32 cpu 0 u64 1
end
macro lost time cpu
	record LOST u64 1 7 u32 1 1 u64 time u32 cpu 0 u64 1
end
macro throttle type time cpu
	record type u64 time 1 1 u32 1 1 u64 time u32 cpu 0 u64 1
end
macro exit tid time
	record EXIT u32 tid 1 tid 1 u64 time u32 tid tid u64 time u32 0 0 u64 1
end
macro switch flags tid time
	record SWITCH misc=flags u32 tid tid u64 time u32 0 0 u64 1
end
"""

# A line of a recording, and what is expected of its record: kind, name, state, dur, end, begin.
ENTER, LEAVE, EXIT_GROUP, WRITE = 1, 2, 3, 5
NONE = {}


def span(name, state, end=None, dur=None, kind="syscall", **more):
    wanted = {"kind": kind, "name": name, "state": state, "depth": 0, **more}
    if end is not None:
        wanted.update(end=end, dur=dur, lasted=dur)
    return {key: value for key, value in wanted.items() if value is not None}


ORPHAN = {"kind": "syscall", "state": "orphaned"}

LINES = (
    # A whole one; its end is before it in the file.
    ("sample 2 10 105 0", {"begin": 1}),
    ("sample 1 10 100 0", span("read", "complete", 0, 5)),
    # A second begin of a kind that does not nest: the first one has no end.
    ("sample 1 10 110 0", span("read", "unfinished")),
    ("sample 1 10 120 0", span("read", "complete", 4, 10)),
    ("sample 2 10 130 0", {"begin": 3}),
    # An end without begin, also where its begin is later.
    ("sample 2 11 140 0", ORPHAN),
    ("sample 2 11 141 0", ORPHAN),
    # It lasts at least until records can be missing, after 300.
    ("sample 1 11 150 0", span("read", "unfinished", lasted=150)),
    # It does not return.
    ("sample 3 12 160 0", span("exit_group", "noreturn")),
    # Its other side was not recorded at all, so that it begins nothing.
    ("sample 5 12 161 0", NONE),
    # A thread ends, and another one gets its number.
    ("sample 1 13 200 0", span("read", "unfinished", lasted=10)),
    ("exit 13 210", NONE),
    ("sample 2 13 220 0", ORPHAN),
    ("sample 1 13 230 0", span("read", "complete", 14, 1)),
    ("sample 2 13 231 0", {"begin": 13}),
    # Two threads at once, and the same thread as process 0 on two CPUs.
    ("sample 1 14 240 0", span("read", "complete", 18, 4)),
    ("sample 1 15 241 1", span("read", "complete", 17, 1)),
    ("sample 2 15 242 1", {"begin": 16}),
    ("sample 2 14 244 0", {"begin": 15}),
    ("sample 1 0 250 0", span("read", "complete", 22, 9)),
    ("sample 1 0 251 1", span("read", "complete", 21, 1)),
    ("sample 2 0 252 1", {"begin": 20}),
    ("sample 2 0 259 0", {"begin": 19}),
    # Records of CPU 0 were lost between 300 and 310: it is not known to which span they belong.
    ("sample 1 14 300 0", span("read", "doubtful", 25, 20)),
    ("lost 310 0", NONE),
    ("sample 2 14 320 0", {"begin": 23}),
    # Of CPU 1 between 321 and 350.
    ("sample 1 16 321 1", span("read", "doubtful", 30, 30)),
    ("sample 1 14 325 0", span("read", "doubtful", 28, 5)),
    ("sample 2 14 330 0", {"begin": 27}),
    ("lost 350 1", NONE),
    ("sample 2 16 351 1", {"begin": 26}),
    ("sample 1 14 360 0", span("read", "complete", 32, 1)),
    ("sample 2 14 361 0", {"begin": 31}),
    # Throttled from 400 to 410, and then to the end.
    ("sample 1 14 390 0", span("read", "complete", 34, 5)),
    ("sample 2 14 395 0", {"begin": 33}),
    ("throttle THROTTLE 400 0", NONE),
    ("sample 1 14 402 0", span("read", "doubtful", 37, 2)),
    ("sample 2 14 404 0", {"begin": 36}),
    ("throttle UNTHROTTLE 410 0", NONE),
    ("sample 1 14 411 0", span("read", "complete", 40, 2)),
    ("sample 2 14 413 0", {"begin": 39}),
    # Off the CPU: preempted, waiting; the idle task does not wait.
    ("switch SWITCH_OUT|SWITCH_OUT_PREEMPT 20 500", span("R+", "complete", 42, 50, "offcpu")),
    ("switch 0 20 550", {"begin": 41}),
    # It lasts at least to the end of the recording.
    ("switch SWITCH_OUT 20 560", span(None, "unfinished", kind="offcpu", lasted=30)),
    ("switch SWITCH_OUT 0 570", NONE),
    ("switch 0 0 580", NONE),
    ("switch 0 21 590", {"kind": "offcpu", "state": "orphaned"}),
)

# The number of a thread is used three times: each span ends with its own thread.
REUSED = (
    ("sample 1 13 200 0", span("read", "unfinished", lasted=10)),
    ("exit 13 210", NONE),
    ("switch SWITCH_OUT 13 220", span(None, "unfinished", kind="offcpu", lasted=70)),
    ("exit 13 290", NONE),
    ("exit 13 900", NONE),
    ("sample 2 10 1000 0", ORPHAN),
)

# Records of the round between 300 and 400 are damaged: they can be as old as 200, and as new as 500.
ROUND = "record FINISHED_ROUND"
DAMAGED = (
    ("sample 1 30 100 0", span("read", "unfinished", lasted=100)),
    ("sample 1 31 110 0", span("read", "complete", 2, 80)),
    ("sample 2 31 190 0", {"begin": 1}),
    ("sample 1 32 200 0", span("read", "doubtful", 11, 400)),
    (ROUND, NONE),
    ("sample 5 31 300 0", NONE),
    (ROUND, NONE),
    ("sample 1 33 400 0", span("read", "unfinished")),
    (ROUND, NONE),
    ("sample 1 34 500 0", span("read", "unfinished", lasted=100)),
    (ROUND, NONE),
    ("sample 2 32 600 0", {"begin": 3}),
)
BROKEN_AT = 7  # the line before which bytes are no record

# The end is damaged: records that are missing can be as old as 200.
CUT = (
    ("sample 1 30 100 0", span("read", "unfinished", lasted=100)),
    ("sample 1 31 150 0", span("read", "complete", 2, 40)),
    ("sample 2 31 190 0", {"begin": 1}),
    ("sample 1 32 200 0", span("read", "unfinished")),
    (ROUND, NONE),
    ("sample 5 31 300 0", NONE),
    (ROUND, NONE),
    ("sample 5 31 400 0", NONE),
)

# The thread has a sample after it has left its CPU, so that records of switches are missing.
RAN = (
    ("switch SWITCH_OUT 22 1000000", span(None, "doubtful", 2, 200000, "offcpu")),
    ("sample 5 22 1100001 0", NONE),
    ("switch 0 22 1200000", {"begin": 0}),
    # A sample on the same CPU up to 100 us after the switch: the kernel has not switched yet.
    ("switch SWITCH_OUT 22 1300000", span(None, "complete", 5, 200000, "offcpu")),
    ("sample 5 22 1400000 0", NONE),
    ("switch 0 22 1500000", {"begin": 3}),
    # Not on another CPU.
    ("switch SWITCH_OUT 22 1600000", span(None, "doubtful", 8, 100000, "offcpu")),
    ("sample 5 22 1600001 1", NONE),
    ("switch 0 22 1700000", {"begin": 6}),
    # The last of several samples.
    ("switch SWITCH_OUT 22 1800000", span(None, "doubtful", 13, 200000, "offcpu")),
    ("sample 5 22 1800001 0", NONE),
    ("sample 5 22 1800002 0", NONE),
    ("sample 5 22 1950000 0", NONE),
    ("switch 0 22 2000000", {"begin": 9}),
    # The first of several: after the others in time, and in another thread's waits.
    ("switch SWITCH_OUT 23 2100000", span(None, "doubtful", 18, 300000, "offcpu")),
    ("sample 5 23 2300000 0", NONE),
    ("sample 5 23 2500000 0", NONE),
    ("sample 5 23 2600000 0", NONE),
    ("switch 0 23 2400000", {"begin": 14}),
    # A system call of the thread, and samples of others, also of the idle task.
    ("switch SWITCH_OUT 24 3000000", span(None, "complete", 22, 900000, "offcpu")),
    ("sample 5 0 3500000 0", NONE),
    ("sample 5 22 3500000 0", NONE),
    ("switch 0 24 3900000", {"begin": 19}),
    ("switch SWITCH_OUT 24 4000000", span(None, "doubtful", 26, 900000, "offcpu")),
    ("sample 1 24 4500000 0", span("read", "complete", 25, 1)),
    ("sample 2 24 4500001 0", {"begin": 24}),
    ("switch 0 24 4900000", {"begin": 23}),
    # Its end is missing.
    ("switch SWITCH_OUT 24 5000000", span(None, "unfinished", kind="offcpu")),
    ("sample 5 24 5500000 0", NONE),
    ("switch SWITCH_OUT 24 5600000", span(None, "complete", 30, 100000, "offcpu")),
    ("switch 0 24 5700000", {"begin": 29}),
)


def make(name, lines, head=HEAD):
    (cli.CWD / "abi.inc").write_bytes((cli.CASES / "abi.inc").read_bytes())
    (cli.CWD / f"{name}.mk").write_text(head + "\n".join(lines) + "\n")
    subprocess.run([cli.MK, f"{name}.mk", f"{name}.data"], check=True, cwd=cli.CWD)
    return cli.CWD / f"{name}.data"


def spans(path, *options, damaged=False):
    """What the records of a recording have of span.*, by their numbers."""
    fields = ",".join(("ordinal", *("span." + word for word in WORDS)))
    result = run("print", "--no-index", "--format", "json", "-F", fields, *options, path)
    if not damaged and not result.clean():
        check(f"{path}: printed", result, False)
    return {entry["ordinal"]: entry.get("span", {}) for entry in result.objects() if "ordinal" in entry}


def same(name, wanted, got):
    wrong = [f"record {n}: should be {wanted.get(n)}, is {got.get(n)}"
             for n in sorted(wanted.keys() | got.keys()) if wanted.get(n) != got.get(n)]
    tap.ok(not wrong, name, wrong[:20])


def by_hand():
    path = make("hand", [line for line, _ in LINES])
    same("spans as they were worked out by hand",
         {n: wanted for n, (_, wanted) in enumerate(LINES)}, spans(path))
    for condition, count in (("span.dur > 10ns and span.kind == \"syscall\"", 2),
                             ("span.state == \"doubtful\"", 4), ("span.dur in {5..10}", 5),
                             ("span.state == \"orphaned\"", 4), ("span.begin", 15),
                             ("span.name == \"read\" and not span.dur", 3),
                             ("span.end == 25", 1), ("span.dur > 0.00000004", 1)):
        result = run("count", "--no-index", "-q", "-f", condition, path)
        counted = sum(int(line.split()[0]) for line in result.lines())
        check(f"filter: {condition}", result, result.clean() and counted == count)
    result = run("count", "--no-index", "--by", "span.kind,span.name", "--agg",
                 "sum(span.dur),max(span.dur)", "-f", "span.dur", "--format", "csv", path)
    check("totals of spans", result, not result.status and result.lines()[1:] == [
        "syscall,read,14,96,30", "offcpu,R+,1,50,50"])
    result = run("count", "--no-index", "-f", "span.dur > 10%", path)
    check("a time that is no part of the recording's has no percentage", result, result.status == 2)
    path = make("ran", [line for line, _ in RAN])
    same("a thread with samples while it is off its CPU",
         {n: wanted for n, (_, wanted) in enumerate(RAN)}, spans(path))
    path = make("reused", [line for line, _ in REUSED])
    same("a thread's number that is used again", {n: wanted for n, (_, wanted) in enumerate(REUSED)}, spans(path))
    lines = [line for line, _ in DAMAGED]
    path = make("damaged", lines[:BROKEN_AT] + ["raw u64 -1 -1"] + lines[BROKEN_AT:])
    same("spans around damage", {n: wanted for n, (_, wanted) in enumerate(DAMAGED)},
         spans(path, damaged=True))
    path = make("cut", [line for line, _ in CUT] + ["raw u64 -1 -1"])
    same("spans before a damaged end", {n: wanted for n, (_, wanted) in enumerate(CUT)},
         spans(path, damaged=True))
    path = make("some_cpus", [line for line, _ in LINES], HEAD.replace("NRCPUS u32 2 2", "NRCPUS u32 4 4"))
    same("nothing is known of unfinished spans if not all CPUs were recorded",
         {n: {word: value for word, value in wanted.items() if word != "lasted" or "dur" in wanted}
          for n, (_, wanted) in enumerate(LINES)}, spans(path))
    none = make("none", ["sample 2 10 105 0", "sample 2 10 106 0"])
    same("a recording with ends alone", {0: ORPHAN, 1: ORPHAN}, spans(none))


# ---- recordings of data/ ----

FIELDS = "ordinal,type,event,misc,pid,tid,cpu,time,tp"
STATES = {0: "R", 1: "S", 2: "D", 4: "T", 8: "t", 16: "X", 32: "Z", 64: "P", 128: "I", 256: "R+"}
ALIAS = {"newstat": "stat", "newlstat": "lstat", "newfstat": "fstat", "newuname": "uname",
         "sendfile64": "sendfile", "umount": "umount2"}
HEADER = pathlib.Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
NUMBERS = {int(number): name for name, number in re.findall(
    r"#define __NR_(\w+) (\d+)", HEADER.read_text() if HEADER.exists() else "")}
WAKEUPS = ("sched:sched_waking", "sched:sched_wakeup")
NO_RETURN = ("exit", "exit_group", "rt_sigreturn", "X", "Z")


def sides(record, switches, pairs):
    """What a record ends and begins: (kind, key), and the name of the span that begins."""
    event, thread = record.get("event", ""), (record.get("pid"), record.get("tid"))
    if event.startswith("syscalls:sys_"):
        side, name = event.removeprefix("syscalls:sys_").split("_", 1)
        if name not in pairs:
            return None, None, None
        key = ("syscall", thread, name)
        return (key, None, None) if side == "exit" else (None, key, ALIAS.get(name, name))
    if event.startswith("raw_syscalls:sys_"):
        number = record["tp"]["id"]
        key = ("syscall", thread, number)
        if number == -1:
            return None, None, None
        return (key, None, None) if "exit" in event else (None, key, NUMBERS.get(number))
    if event == "sched:sched_switch" and record["type"] == "SAMPLE":
        tp = record["tp"]
        end = ("offcpu", tp["next_pid"]) if tp["next_pid"] else None
        begin = ("offcpu", tp["prev_pid"]) if tp["prev_pid"] else None
        return end, begin, STATES[tp["prev_state"]]
    if record["type"].startswith("SWITCH") and switches and record["tid"] > 0:
        key = ("offcpu", thread)
        out = record["misc"] & 1 << 13
        return (None, key, "R+" if record["misc"] & 1 << 14 else None) if out else (key, None, None)
    return None, None, None


def doubt(record, open_spans, begun):
    """A sample while its thread is off its CPU."""
    for key in ("offcpu", record["tid"]), ("offcpu", (record["pid"], record["tid"])):
        if record["tid"] and key in open_spans:
            start, _, left = open_spans[key]
            here, there = record.get("cpu"), begun[start].get("cpu")
            if None not in (here, there) and here != there or record["time"] > left + 100000:
                begun[start]["doubt"] = True


def lasted(span, start, until):
    """An unfinished span lasts at least until a time."""
    if until > start[2]:
        span["lasted"] = until - start[2]


def pair(records):
    """The spans of records, which are in time order."""
    out, open_spans, ended, begun, exits = {}, {}, {}, {}, {}
    events = {record.get("event", "") for record in records}
    entered = {event.split("_enter_")[1] for event in events if "_enter_" in event}
    left = {event.split("_exit_")[1] for event in events if "syscalls:sys_exit_" in event}
    switches = "sched:sched_switch" not in events
    everywhere = any(record.get("event") == "sched:sched_switch" and record["tid"] == 0 for record in records)
    for number, record in enumerate(records):
        me, time = record["ordinal"], record.get("time")
        if not time:
            continue
        if record["type"] == "EXIT":
            ended[record["tid"]] = number
            exits[record["tid"]] = time
            continue
        if record["type"] == "SAMPLE" and record.get("event") != "sched:sched_switch":
            doubt(record, open_spans, begun)
        woken = ("offcpu", record["tp"]["pid"]) if record.get("event") in WAKEUPS else None
        if woken in open_spans and ended.get(woken[1], -1) < open_spans[woken][1]:
            span = out[open_spans[woken][0]]
            if "wakeup" not in span and span["name"] not in ("R", "R+"):
                span.update(wakeup=me, waker=record["tid"], blocked=time - open_spans[woken][2])
        end, begin, name = sides(record, switches, entered & left)
        mine = {}
        if end:
            key_tid = end[1] if isinstance(end[1], int) else end[1][1]
            start = open_spans.pop(end, None)
            if start and ended.get(key_tid, -1) < start[1]:
                state = "doubtful" if begun[start[0]].get("doubt") else "complete"
                out[start[0]].update(state=state, end=me, dur=time - start[2], lasted=time - start[2])
                if "wakeup" in out[start[0]]:
                    out[start[0]]["runnable"] = time - start[2] - out[start[0]]["blocked"]
                if "ret" in record.get("tp", {}):
                    out[start[0]]["ret"] = record["tp"]["ret"]
                mine["begin"] = start[0]
            else:
                mine.update(kind=end[0], state="orphaned")
                if start and (everywhere or not isinstance(end[1], int)):
                    lasted(out[start[0]], start, exits[key_tid])
        if begin:
            key_tid = begin[1] if isinstance(begin[1], int) else begin[1][1]
            start = open_spans.pop(begin, None)
            if start and ended.get(key_tid, -1) > start[1] and (everywhere or not isinstance(begin[1], int)):
                lasted(out[start[0]], start, exits[key_tid])
            mine.update(kind=begin[0], state="noreturn" if name in NO_RETURN else "unfinished", depth=0)
            if name:
                mine["name"] = name
            if name not in NO_RETURN:
                open_spans[begin] = (me, number, time)
                begun[me] = {"cpu": record.get("cpu")}
        if mine:
            out[me] = mine
    last = max(record.get("time", 0) for record in records)
    for (_, thread, *_), start in open_spans.items():
        key_tid = thread if isinstance(thread, int) else thread[1]
        if not begun[start[0]].get("doubt") and (everywhere or not isinstance(thread, int)):
            lasted(out[start[0]], start, exits[key_tid] if ended.get(key_tid, -1) > start[1] else last)
    for span in out.values():
        if everywhere and span.get("state") == "unfinished" and span.get("blocked"):
            span.setdefault("lasted", span["blocked"])
    return out


def against_python(name):
    path = cli.DATA / name
    result = run("print", "--no-index", "--order", "time", "--format", "json", "-F", FIELDS, path)
    records = result.objects()
    wanted = pair(records)
    got = {n: entry for n, entry in spans(path).items() if entry}
    if not NUMBERS:
        for entry in (*wanted.values(), *got.values()):
            entry.pop("name", None)
    same(f"{name}: as a pairing of its {len(records)} records has it", wanted, got)
    return {word for entry in wanted.values() if entry.get("dur") is not None
            for word in (entry["kind"], "wakeup" if "runnable" in entry else entry["kind"])}


by_hand()
kinds = set()
for file in ("tracepoints.data", "sched.data", "system.data", "demo.data", "pipe.data", "mixed.data"):
    kinds |= against_python(file)
tap.ok(kinds == {"syscall", "offcpu", "wakeup"}, "... which have system calls, waits and wakeups", [kinds])
sys.exit(tap.done())
