#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A session of SOAK_ACTIONS (200) random actions on a recording of 50 MB (tests/bench/soak.py; `make soak` does
10,000 with 1 GB): the peak of memory, the time until a key shows, and what goes on when the views were left.
"""
import os
import pathlib
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "cli"), str(HERE.parent / "bench")]
import cli  # noqa: E402
import soak  # noqa: E402
from cli import tap  # noqa: E402
from recordings import Recordings  # noqa: E402

soak.CHECKS = 3
# Other work on the machine counts in the time of a key: make soak asks for 50 ms.
soak.KEY = 0.5
os.environ["BENCH_BYTES"] = str(50 * 10**6)
os.environ["BENCH_DIR"] = os.path.join(os.getcwd(), "recordings")
made = Recordings()
try:
    [path] = made.make([(soak.SOURCE, soak.OPTIONS, made.bytes)])
    actions = int(os.environ.get("SOAK_ACTIONS") or 200)
    for name, value, fine in soak.figures(os.path.abspath(cli.PERFNAV), path, actions, 1):
        tap.ok(fine, f"{name}: {value}")
finally:
    made.remove()
sys.exit(tap.done())
