#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Filters and totals that need, for each row, a row of a later block of the index: spans that end there."""
import subprocess
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402,F401
from corpus import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

SPANS = 6000  # they begin in the first block, and those from 2192 on end in the second, for a block has 8192 rows
SPAN = ("--span", "run type == FORK -> type == EXIT by tid")
HEAD = f"""include "{cli.CASES}/abi.inc"
attr type=SOFTWARE sample_period=1000 size=112 name="cpu-clock" ids=1
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME flags=F_SAMPLE_ID_ALL|F_TASK
feature ARCH fstr "x86_64"
feature EVENT_DESC event_desc
"""


def record(kind, tid, time):
    return f"record {kind} u32 {tid} 1 u32 {tid} 1 u64 {time} u32 {tid} {tid} u64 {time} 1\n"


def count(*args):
    return run("count", "-q", "--no-index", *SPAN, *args, FILE)


(cli.CWD / "blocks.mk").write_text(HEAD + "".join(record("FORK", 10 + n, 1000 + n) for n in range(SPANS)) +
                                   "".join(record("EXIT", 10 + n, 10000 + 2 * n) for n in range(SPANS)))
FILE = cli.CWD / "blocks.data"
subprocess.run([cli.MK, "blocks.mk", FILE], check=True, cwd=cli.CWD)

for least in (SPANS, 8191, 8192, 11000):
    done = count("-f", f'span.kind == "run" and span.end > {least}')
    check(f"spans that end after record {least}", done, done.out.split() == [str(2 * SPANS - 1 - least), "FORK"])
done = count("-f", 'span.kind == "run"', "--by", "type", "--agg", "max(span.end)")
check("the last end of all", done, done.out.splitlines()[-1].split() == [str(SPANS), str(2 * SPANS - 1), "FORK"])
done = run("print", "-q", "--no-index", *SPAN, "--format", "csv", "-F", "ordinal,span.end", FILE)
got = [line.split(",") for line in done.out.splitlines()[1:]]
tap.ok(got[:SPANS] == [[str(n), str(SPANS + n)] for n in range(SPANS)], "the end of each span", got[:3])
sys.exit(tap.done())
