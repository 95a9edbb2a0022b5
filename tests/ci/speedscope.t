#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports as speedscope's own importers read them: spans and their durations of chrome-trace; totals of folded, pprof, perf-script."""
import collections
import gzip
import json
import pathlib
import subprocess
import sys
import tarfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
import cli  # noqa: E402
from cli import run, tap  # noqa: E402

PACKAGE = "speedscope@1.25.0"
FILES = ("tracepoints.data", "sched.data", "uprobes.data")
NS = 1e-3  # of a us: speedscope has times as floating-point numbers of us since the first one


def importer():
    """The folder of the release, or why there is none."""
    archived, why = cli.npm_package(PACKAGE, "speedscope")
    if not archived:
        return None, why
    with tarfile.open(archived) as archive:
        for member in archive.getmembers():
            if member.isreg() and member.name.startswith("package/dist/release/") and member.name.endswith(".js"):
                member.name = pathlib.Path(member.name).name
                archive.extract(member, cli.CWD / "release")
    return cli.CWD / "release", None


def imported(release, filename):
    """Its profiles; None: it does not read the file."""
    read = subprocess.run(["node", HERE / "speedscope.js", release, cli.CWD / filename], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, check=False)
    return json.loads(read.stdout) if read.stdout and not read.returncode else None


def check(file, release):
    result = run("print", "--no-index", "--format", "chrome-trace", cli.DATA / file)
    (cli.CWD / "trace.json").write_text(result.out)
    wanted = {}
    for event in json.loads(result.out)["traceEvents"]:
        if event["ph"] == "X":
            wanted[event["args"]["record"]] = event["name"], event["dur"], f"(pid {event['pid']})", f"(tid {event['tid']})"
    profiles = imported(release, "trace.json")
    if not tap.ok(profiles, f"{file}: speedscope reads it"):
        return
    got, odd = {}, []
    for profile in profiles:
        for name, begin, end in profile["calls"]:
            # speedscope has the arguments in the name of a call.
            name, _, args = name.partition(" {")
            args = json.loads("{" + args)
            got[args["record"]] = name, end - begin
            if args["record"] not in wanted or not all(one in profile["name"] for one in wanted[args["record"]][2:]):
                odd.append((name, profile["name"]))
    wrong = [(record, wanted[record][:2], got.get(record)) for record in wanted
             if record not in got or got[record][0] != wanted[record][0] or abs(got[record][1] - wanted[record][1]) > NS]
    tap.ok(len(got) == len(wanted) and not odd, f"{file}: {len(wanted)} spans of threads and CPUs, all on their tracks",
           [str(len(got)), *map(str, odd[:5])])
    tap.ok(not wrong, "... with their names and durations", [str(len(wrong)), *map(str, wrong[:8])])


def check_stacks(file, release):
    """Samples of one event: of each function how many, innermost and anywhere in a stack."""
    wanted, total = collections.defaultdict(lambda: [0, 0]), 0
    options = ("print", "-q", "--no-index", "--symfs", "none", cli.DATA / file)
    folded = run(*options, "--format", "folded").out
    for line in folded.splitlines():
        stack, _, count = line.rpartition(" ")
        stack, count = stack.split(";"), int(count)
        total += count
        wanted[stack[-1]][0] += count
        for name in set(stack):
            wanted[name][1] += count
    (cli.CWD / "x.folded").write_text(folded)
    run(*options, "--format", "pprof", "--force", "-o", cli.CWD / "x.pb.gz")
    (cli.CWD / "x.pb").write_bytes(gzip.decompress((cli.CWD / "x.pb.gz").read_bytes()))
    for filename in ("x.folded", "x.pb"):
        profiles = imported(release, filename) or [{"total": None, "frames": []}]
        # A function is one frame for each file of its mapping.
        own = collections.Counter()
        for name, weight, _ in profiles[0]["frames"]:
            own[name] += weight
        tap.ok(len(profiles) == 1 and profiles[0]["total"] == total > 100, f"{file}, {filename}: {total} samples", [str(profiles[0]["total"])])
        tap.ok(own == {name: count for name, (count, _) in wanted.items()} and len(own) > 5, f"... innermost in {len(wanted)} functions",
               [str(own)])
    frames = {name: [own, total] for name, own, total in (imported(release, "x.folded") or [{"frames": []}])[0]["frames"]}
    tap.ok(frames == wanted, "... and in all functions of the stacks", [str(frames), str(dict(wanted))])


def check_script(file, release):
    """perf script's text: a profile for each thread, as long as its samples."""
    text = run("print", "-q", "--no-index", "--symfs", "none", "--format", "perf-script", cli.DATA / file).out
    (cli.CWD / "x.perf.txt").write_text(text)
    times, comms = collections.defaultdict(list), {}
    for o in run("print", "-q", "--no-index", "--format", "json", "-F", "tid,comm,time", "--type", "SAMPLE", cli.DATA / file).objects():
        times[o["tid"]].append(o["time"])
        comms[o["tid"]] = o["comm"]
    profiles = imported(release, "x.perf.txt") or []
    got = {profile["name"]: profile["total"] for profile in profiles}
    want = {f"{comms[tid]} tid: {tid}": (max(list_) - min(list_)) / 1e9 for tid, list_ in times.items()}
    tap.ok(got.keys() == want.keys() and len(want) > 1, f"{file}, x.perf.txt: {len(want)} threads", [str(got), str(want)])
    # perf script has times in us.
    tap.ok(all(abs(got.get(name, -1) - length) < 2e-6 for name, length in want.items()), "... as long as their samples", [str(got), str(want)])


folder, reason = importer()
for one in FILES:
    if folder:
        check(one, folder)
    else:
        tap.skip(f"{one}: speedscope reads it", reason)
if folder:
    check_stacks("fp.data", folder)
    check_script("fp.data", folder)
sys.exit(tap.done())
