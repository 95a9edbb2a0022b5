#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A new user's walk through a recording of 200 MB without an index (tests/bench/walk.py; `make bench`
walks through 1 GB): each step shows its first result, or its progress, within WALK_MS (200) ms.
"""
import os
import pathlib
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "cli"), str(HERE.parent / "bench")]
import cli  # noqa: E402
from cli import tap  # noqa: E402
from walk import best  # noqa: E402

LIMIT = int(os.environ.get("WALK_MS") or 200)

for name, first, done in best(cli.PERFNAV, cli.MK, 200 * 10**6, 3):
    more = f", all of it after {1000 * done:.0f} ms" if done else ""
    tap.diag(f"{name}: {1000 * first:.1f} ms{more}")
    tap.ok(1000 * first <= LIMIT, f"{name}: something within {LIMIT} ms")
sys.exit(tap.done())
