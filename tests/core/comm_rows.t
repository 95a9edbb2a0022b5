#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Groups by names of tasks count COMM records by the name that each has, as in a list, though mostly the index has it."""
import collections
import random
import subprocess
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402,F401
from corpus import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

THREADS = [(1, 1), (1, 2), (3, 3), (0, 0), (2**32 - 1, 5), (6, 2**32 - 1), (7, 7)]
NAMES = ["a", "bc", "a name of 15 by", "a name of sixteen", "another name of many more bytes", ""]


def lines(rng, amount, late):
    """COMMs and samples by turns. Many are at the same times, and some at none. late: out of order."""
    yield "attr type=1 config=0 size=128 sample_type=7 flags=1<<18"
    for at in range(amount):
        pid, tid = rng.choice(THREADS)
        time = rng.choice((0, at // 5 + 1, at // 5 + 1, max(1, at // 5 - rng.randrange(20)) if late else at // 5 + 1))
        if rng.random() < 0.4:
            yield f'record 3 u32 {pid} {tid} str "{rng.choice(NAMES)}" pad8 u32 {pid} {tid} u64 {time}'
        elif rng.random() < 0.1:
            other = rng.choice(THREADS)
            yield f"record 7 u32 {pid} {other[0]} {tid} {other[1]} u64 {time} u32 {pid} {tid} u64 {time}"
        else:
            yield f"record 9 misc=2 u64 64 u32 {pid} {tid} u64 {time}"


def by_rows(path, fields):
    records = run("print", "-q", "--no-index", "--format", "json", path).objects()
    return collections.Counter(tuple(one.get(field) for field in fields) for one in records)


def by_columns(path, fields):
    done = run("count", "-q", "--no-index", "--by", ",".join(fields), "--json", path)
    check(f"count --by {','.join(fields)}", done, done.clean())
    return {tuple(one[field] for field in fields): one["count"] for one in done.objects()}


for seed in range(6):
    rng = random.Random(seed)
    made = cli.CWD / f"comms{seed}.data"
    subprocess.run([cli.MK, "-", made], input="\n".join(lines(rng, 4000, seed % 2)) + "\n", text=True, check=True)
    for fields in (("comm",), ("comm", "type"), ("comm", "tid"), ("comm", "pid", "type")):
        want, got = by_rows(made, fields), by_columns(made, fields)
        tap.ok(got == want, f"seed {seed}, {', '.join(fields)}: {len(want)} groups as in the list",
               [repr(item) for item in sorted(set(got.items()) ^ set(want.items()), key=repr)[:8]])
sys.exit(tap.done())
