#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every command on recordings with random damage anywhere, under the sanitizers: none may crash.

Recordings of data/, tests/mk and PERFNAV_RECORDINGS (../shared/fixtures if that is there), in
turn, for MUTATION_SECONDS seconds (30). MUTATION_SEED=N: others than usual.
"""
import os
import pathlib
import random
import subprocess
import sys
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "cli"), str(HERE.parent / "oracle")]
import cli  # noqa: E402
from cli import CWD, DATA, ROOT, run, tap  # noqa: E402
from mutate import built, mutate, small  # noqa: E402
from recording import find  # noqa: E402

SECONDS = int(os.environ.get("MUTATION_SECONDS") or 30)
SEED = os.environ.get("MUTATION_SEED", "")
FIXTURES = pathlib.Path(os.environ.get("PERFNAV_RECORDINGS") or ROOT / "../shared/fixtures")
BUILD = ROOT / "build/asan"
BAD = CWD / "bad.data"
COMMANDS = (
    ("info", BAD), ("info", "--json", "--no-index", BAD),
    ("print", "--no-index", BAD), ("print", "--no-index", "--format", "json", BAD),
    ("print", "--no-index", "--format", "csv", BAD),
    ("print", "--no-index", "--format", "perf-script", BAD),
    ("print", "--no-index", "--order", "time", "-n", "50", BAD),
    ("count", "--by", "event,type,comm", BAD), ("count", "--no-index", "--by", "cpu", BAD),
    ("count", "-f", "pid > 0 && (callchain.ip > 0 || data_src || raw.size > 8)", BAD),
    ("slice", "-f", "type == SAMPLE", "-o", CWD / "out.data", "--force", BAD),
)
STATUSES = range(0, 5)


def sources():
    paths = sorted(DATA.glob("*.data"))
    if FIXTURES.is_dir():
        paths += [pathlib.Path(path) for path in find(str(FIXTURES))]
    return small(paths + list(built()))


def attempt(name, data, number, rng):
    BAD.write_bytes(mutate(data, rng))
    for index in (CWD / "bad.data.pnx", CWD / "out.data"):
        index.unlink(missing_ok=True)
    command = rng.choice(COMMANDS)
    try:
        result = run(*command)
    except subprocess.TimeoutExpired:
        return f"{name} {number}: {command[:-1]}: takes too long"
    if result.status in STATUSES:
        return None
    kept = pathlib.Path(os.environ.get("MUTATION_KEEP") or CWD) / f"{name}.{number}"
    kept.write_bytes(BAD.read_bytes())
    told = [line for line in result.err.splitlines() if "ERROR" in line or "error:" in line]
    return f"{name} {number}: {command[:-1]}: status {result.status}: {told[:2]}"


def main():
    recordings = list(sources())
    wrong = []
    end = time.monotonic() + SECONDS
    number = 0
    while time.monotonic() < end:
        name, data = recordings[number % len(recordings)]
        why = attempt(name, data, number, random.Random(f"{SEED}{name} {number}"))
        if why:
            wrong.append(why)
        number += 1
    tap.diag(f"{number} mutations of {len(recordings)} recordings")
    tap.ok(number, "there were recordings")
    tap.ok(not wrong, "no command fails", wrong[:20])
    return tap.done()


if os.path.realpath(cli.PERFNAV) != os.path.realpath(BUILD / "perfnav"):
    made = subprocess.run(["make", "--silent", "VARIANT=asan", "programs"], cwd=ROOT,
                          stdout=sys.stderr, check=False)
    if made.returncode:
        tap.bail_out("the build with sanitizers failed")
        sys.exit(1)
    cli.PERFNAV = str(BUILD / "perfnav")
sys.exit(main())
