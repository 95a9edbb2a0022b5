#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Are the texts of tracepoints those of perf script?

Records the tracepoints of many systems of this machine for a moment and compares all lines, with
the names of functions in them: at most one of a thousand may be missing or another one. Needs perf,
and the right to record all processes.
"""
import collections
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import tap  # noqa: E402

EVENTS = pathlib.Path("/sys/kernel/tracing/events")
SYSTEMS = ("timer", "workqueue", "sched", "irq", "signal", "task", "writeback", "block", "ext4",
           "net", "sock", "tcp", "skb", "napi", "power", "vmscan", "filelock", "syscalls", "raw_syscalls",
           "rcu", "mmap", "exceptions", "cgroup")


def run(*argv):
    return subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, timeout=300, check=False)


def record(path):
    """True if perf could."""
    if not shutil.which("perf"):
        return False
    try:
        events = ",".join(f"{name}:*" for name in SYSTEMS if (EVENTS / name).is_dir())
        done = run("perf", "record", "-q", "-a", "-m", "4M", "-e", events, "-o", path, "sh", "-c",
                   "sleep 0.2; ls -lR /etc >/dev/null; sleep 0.1")
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and path.exists()


def main():
    path = cli.SCRATCH / "texts.data"
    if not record(path):
        tap.skip("texts of tracepoints", "perf cannot record all processes here")
        return tap.done()
    perf = run("perf", "script", "--no-itrace", "-i", path).stdout.decode("utf-8", "replace")
    # Texts can have characters at which splitlines() would break a line; ours are escaped.
    perf = perf.split("\n")
    ours = cli.run("print", "-q", "--format", "perf-script", "--no-index", path).out.split("\n")
    kinds = {found[1] for found in map(re.compile(r": +(\w+:\w+): ").search, perf) if found}
    missing = collections.Counter(perf) - collections.Counter(ours)
    more = collections.Counter(ours) - collections.Counter(perf)
    tap.diag(f"{len(perf)} lines of {len(kinds)} tracepoints")
    for who, lines in (("perf", missing), ("ours", more)):
        for line in list(lines)[:3]:
            tap.diag(f"{who}: {line}")
    tap.ok(perf and missing.total() <= len(perf) // 1000,
           f"of perf's lines all are there but {missing.total()}")
    tap.ok(more.total() <= len(perf) // 1000, f"... and none else but {more.total()}")
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
