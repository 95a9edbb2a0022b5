#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""print --format chrome-trace, read back: the spans are those that JSON has, and all fields are as the format wants them."""
import importlib.machinery
import importlib.util
import json
import sys
from decimal import Decimal

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

sys.path.insert(0, str(cli.ROOT / "tests/core") if hasattr(cli, "ROOT") else str(cli.DATA.parent / "tests/core"))
PATH = cli.DATA.parent / "tests/core/spans_kinds.t"
LOADER = importlib.machinery.SourceFileLoader("spans_kinds", str(PATH))
KINDS = importlib.util.module_from_spec(importlib.util.spec_from_loader("spans_kinds", LOADER))
LOADER.exec_module(KINDS)

# The Trace Event Format: what an event of each phase has to have, besides name, pid and tid.
WANTED = {"X": {"ts", "dur", "cat", "args"}, "i": {"ts", "s", "args"}, "b": {"ts", "id", "cat"}, "e": {"ts", "id", "cat"},
          "M": {"args"}}
META = {"process_name": str, "thread_name": str, "process_sort_index": int}


def ns(number):
    """Exact: numbers are read as decimals of us."""
    value = Decimal(number) * 1000
    return int(value) if value == int(value) else None


def misformed(event):
    phase = event.get("ph")
    if phase not in WANTED or not WANTED[phase] <= event.keys() or not {"name", "pid", "tid"} <= event.keys():
        return True
    if phase == "M":
        return event["name"] not in META or not all(isinstance(v, META[event["name"]]) for v in event["args"].values())
    return not isinstance(event["name"], str) or ns(event["ts"]) is None


def read(*args):
    result = run("print", "--no-index", "--format", "chrome-trace", *args)
    trace = json.loads(result.out, parse_float=Decimal)
    wrong = [event for event in trace["traceEvents"] if misformed(event)]
    check(f"{args[-1]}: chrome-trace", result, result.status == 0 and set(trace) == {"displayTimeUnit", "traceEvents"} and not wrong)
    return trace["traceEvents"]


def spans_of(events):
    """Of each record that begins a span: kind, name, time, duration (None: it has no end)."""
    out, ends = {}, {(e["cat"], e["id"]): e for e in events if e["ph"] == "e"}
    for event in events:
        if event["ph"] == "X":
            out[event["args"]["record"]] = event["cat"], event["name"], ns(event["ts"]), ns(event["dur"])
        elif event["ph"] == "b":
            end = ends.pop((event["cat"], event["id"]))
            out[event["args"]["record"]] = event["cat"], event["name"], ns(event["ts"]), ns(end["ts"]) - ns(event["ts"])
        elif event["ph"] == "i" and "cat" in event:
            out[event["args"]["record"]] = event["cat"], event["name"], ns(event["ts"]), None
    return out, ends


def compare(path, *args):
    events = read(*args, path)
    got, left = spans_of(events)
    result = run("print", "--no-index", "--format", "json", "-F", "ordinal,type,time,pid,tid,cpu,span.kind,span.name,span.dur,span.state,span.begin",
                 *args, path)
    wanted, instants = {}, 0
    for entry in result.objects():
        span = entry.get("span", {})
        if "kind" in span and span["state"] != "orphaned":
            wanted[entry["ordinal"]] = span["kind"], span.get("name") or span["kind"], entry["time"], span.get("dur")
        elif "begin" not in span and entry["type"] == "SAMPLE" and "time" in entry:
            instants += 1
    wrong = [(n, wanted.get(n), got.get(n)) for n in sorted(wanted | got) if wanted.get(n) != got.get(n)]
    tap.ok(not wrong and not left, f"{path}: its {len(got)} spans as JSON has them", wrong[:5])
    others = sum(e["ph"] == "i" and "cat" not in e for e in events)
    tap.ok(others == instants, f"{path}: {instants} other samples are instants", [others])
    return events, wanted


def nested(events):
    """Complete events of a track lie in one another, or apart."""
    tracks = {}
    for event in events:
        if event["ph"] == "X":
            tracks.setdefault((event["pid"], event["tid"]), []).append((ns(event["ts"]), -ns(event["dur"]), event["name"]))
    for track in tracks.values():
        open_until = []
        for begin, minus, name in sorted(track):
            while open_until and open_until[-1] <= begin:
                open_until.pop()
            if open_until and open_until[-1] < begin - minus:
                return False
            open_until.append(begin - minus)
    return bool(tracks)


for file in ("tracepoints.data", "sched.data", "demo.data", "uprobes.data"):
    events, wanted = compare(cli.DATA / file)
    if file == "tracepoints.data":
        tap.ok(nested(events), f"{file}: spans of a track lie in one another")
        tap.ok({e["args"]["name"] for e in events if e["name"] == "thread_name"} >= {"pingpong", "sh"}, "threads have names")
for seed in (0, 1):
    compare(KINDS.build(seed))
    compare(cli.CWD / f"kinds{seed}.data", "--order", "time", "-f", "cpu == 1")
compare(cli.DATA / "demo.data", "--skip", "5", "-n", "0")
result = run("print", "--format", "chrome-trace", "-F", "pid", cli.DATA / "demo.data")
check("it has no fields to choose", result, result.status == 2 and "no fields" in result.err)
result = run("print", "--no-index", "--format", "chrome-trace", "--reltime", cli.DATA / "tracepoints.data")
first = min(ns(e["ts"]) for e in json.loads(result.out, parse_float=Decimal)["traceEvents"] if "ts" in e)
tap.ok(0 <= first < 10**9, "--reltime: from the first record on", [first])
result = run("--no-index", "--batch", "--cmd", ":write out.trace.json", cli.DATA / "tracepoints.data")
with open(cli.CWD / "out.trace.json", encoding="utf-8") as file:
    written = json.load(file, parse_float=Decimal)["traceEvents"]
tap.ok(spans_of(written)[0] == spans_of(read(cli.DATA / "tracepoints.data"))[0], ":write FILE.trace.json has the same spans")
sys.exit(tap.done())
