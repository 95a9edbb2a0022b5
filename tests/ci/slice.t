#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Slices of all recordings: perf and perfnav say of them what they say of the recordings.

Arguments, and PERFNAV_RECORDINGS, are folders of more recordings; ../shared/fixtures is one.
"""
import concurrent.futures
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../slice"))
import slices  # noqa: E402
from slices import cli, corpus, perf  # noqa: E402

JOBS = 2
# perf reads these for ever.
PERF_HANGS = ("damage_tail.data",)
# Without the period, which perf takes from the sample before where a group was read, and without
# what it makes of trace data: those of one process are not enough for it.
SCRIPT = ["script", "--no-itrace", "-F", "-period"]
# Of a pipe stream it shows other fields than of a file unless it is told which.
SCRIPT_PIPE = [*SCRIPT[:-1], "comm,pid,tid,time,event,ip,sym,symoff,dso"]


def lines_of(script, path, event):
    """What perf script prints of the event's samples, a line each."""
    status, text = perf(*script, "-G", "-i", path)
    return status, [line for line in text.split(b"\n") if f" {event}: ".encode() in line]


def difference(want, got):
    if want[0] != got[0]:
        return f"status {want[0]} became {got[0]}"
    a, b = (x[1] if isinstance(x[1], list) else x[1].split(b"\n") for x in (want, got))
    for x, y in zip(a + [b""], b + [b""]):
        if x != y:
            return f"{x} became {y}"
    return "nothing"


def reads_group(objs):
    """perf shows of a group's events those that counted since the sample before."""
    return any(len(obj.get("read", {}).get("values", ())) > 1 for obj in objs)


def time_differs(objs):
    """perf script --time prints samples of groups as above, and those of time 0 always."""
    return reads_group(objs) or any(obj["type"] == "SAMPLE" and obj.get("time") == 0
                                    for obj in objs)


def same_samples(path, out, name, args, say):
    """perf script of the slice is that of the same selection."""
    script = SCRIPT_PIPE if slices.is_pipe(path) else SCRIPT
    if name in ("pid", "time", "all"):
        option = {"pid": "--pid", "time": "--time"}.get(name)
        want = perf(*script, "-i", path, *([option, args[-1]] if option else []))
        got = perf(*script, "-i", out)
    elif name == "event":
        event = args[-1].split('"', 1)[1][:-1].replace('\\"', '"').replace("\\\\", "\\")
        want, got = lines_of(script, path, event), lines_of(script, out, event)
    else:
        return
    if want != got:
        say(f"{name}: perf script differs: {difference(want, got)}")


def check(number, path):
    found = []
    say = found.append
    result = cli.run("print", "--no-index", "--format", "json", path)
    whole = result.objects()
    opens = slices.perf_opens(path) if slices.PERF and path.name not in PERF_HANGS else set()
    out, scrubbed = slices.slice_of(path, f"{number}.scrub.data", "--scrub")
    lost = opens - slices.perf_opens(out) if opens else set()
    if scrubbed.status not in corpus.READ or lost:
        say(f"--scrub: status {scrubbed.status}, perf {', '.join(sorted(lost))} fails")
    out.unlink(missing_ok=True)
    for name, args in slices.selections(whole).items():
        out = slices.read_back(path, number, name, args, say)
        if not out or name == "cpu":  # which perf selects as it does by pid
            continue
        lost = opens - slices.perf_opens(out) if opens else set()
        if lost:
            say(f"{name}: perf {', '.join(sorted(lost))} fails")
        elif "script" in opens and result.status == 0 and not (name == "time" and
                                                               time_differs(whole)):
            same_samples(path, out, name, args, say)
        out.unlink()
    return f"{path.parent.name}/{path.name}", opens, found


def main():
    fixtures = cli.ROOT / "../shared/fixtures"
    if fixtures.is_dir():
        sys.argv.append(str(fixtures))
    paths = list(corpus.recordings())
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for name, opens, found in pool.map(check, range(len(paths)), paths):
            cli.tap.ok(not found, f"{name}: slices{', also for perf' if opens else ''}", found)


main()
sys.exit(cli.tap.done())
