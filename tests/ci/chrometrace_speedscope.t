#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""chrome-trace as speedscope's own importer reads it: the spans of each thread, their durations."""
import json
import pathlib
import shutil
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
    if not shutil.which("node") or not shutil.which("npm"):
        return None, "node or npm is missing"
    try:
        done = subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=cli.CWD, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, timeout=60, check=True, text=True)
    except (subprocess.SubprocessError, OSError):
        return None, "npm cannot get speedscope"
    with tarfile.open(cli.CWD / done.stdout.split()[-1]) as archive:
        for member in archive.getmembers():
            if member.isreg() and member.name.startswith("package/dist/release/") and member.name.endswith(".js"):
                member.name = pathlib.Path(member.name).name
                archive.extract(member, cli.CWD / "release")
    return cli.CWD / "release", None


def check(file, release):
    result = run("print", "--no-index", "--format", "chrome-trace", cli.DATA / file)
    (cli.CWD / "trace.json").write_text(result.out)
    wanted = {}
    for event in json.loads(result.out)["traceEvents"]:
        if event["ph"] == "X":
            wanted[event["args"]["record"]] = event["name"], event["dur"], f"(pid {event['pid']})", f"(tid {event['tid']})"
    read = subprocess.run(["node", HERE / "speedscope.js", release, cli.CWD / "trace.json"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, check=False)
    if read.returncode or not read.stdout:
        tap.ok(False, f"{file}: speedscope reads it", [str(read.returncode)])
        return
    got, odd = {}, []
    for profile in json.loads(read.stdout):
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


folder, reason = importer()
for one in FILES:
    if folder:
        check(one, folder)
    else:
        tap.skip(f"{one}: speedscope reads it", reason)
sys.exit(tap.done())
