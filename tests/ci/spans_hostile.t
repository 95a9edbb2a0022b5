#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Spans of recordings that want to cost much: a million that never end, ends alone, deep nesting, times backwards."""
import os
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "core"))
import corpus  # noqa: E402,F401
from cli import tap  # noqa: E402
from costs import Run  # noqa: E402
from manyspans import CALL, ENTER, LEAVE, RETURN, build, lost, sample  # noqa: E402

MANY = 1 << 20
SECONDS = 20  # of processor time: much more than it takes (1 s), much less than what is quadratic
MB = 64        # of memory that is of no file, where entries and open keys are


def looked(name, path, wanted, *more):
    r = Run("count", "--no-index", "-q", "--format", "csv", "--by", "span.state", "-f", "span.kind", *more, path)
    got = {line.split(",")[0]: int(line.split(",")[1]) for line in r.out.decode().splitlines()[1:] if line}
    tap.ok(not r.status and got == wanted, f"{name}: {got}", [str(r.status), r.out.decode(), r.err])
    tap.ok(r.seconds < SECONDS, f"... in {r.seconds:.1f} s")
    tap.ok(0 < r.anonymous >> 20 < MB, f"... {r.anonymous >> 20} MB", [f"at most {MB}"])
    os.unlink(path)


looked("begins of a million threads without an end",
       build("begins.data", (sample(ENTER, 1 + i, 1000 + i) for i in range(MANY))), {"unfinished": MANY})
looked("ends of a million threads without a begin",
       build("ends.data", (sample(LEAVE, 1 + i, 1000 + i) for i in range(MANY))), {"orphaned": MANY})
looked("a million begins of one thread",
       build("again.data", (sample(ENTER, 7, 1000 + i) for i in range(MANY))), {"unfinished": MANY})
looked("a call in a call, half a million times",
       build("deep.data", [*(sample(CALL, 7, 1000 + i) for i in range(MANY // 2)),
                           *(sample(RETURN, 7, 1000 + MANY + i) for i in range(MANY // 2))]), {"complete": MANY // 2})
looked("times that go backwards: each end sorts before its begin",
       build("back.data", (sample((ENTER, LEAVE)[i & 1], 1 + i // 2, 10 * MANY - i) for i in range(MANY))),
       {"unfinished": MANY // 2, "orphaned": MANY // 2})
looked("lost records between all of them",
       build("lost.data", (lost(1000 + i) if i % 3 == 1 else sample((ENTER, 0, LEAVE)[i % 3], 1 + i // 3, 1000 + i)
                           for i in range(MANY // 3 * 3))), {"doubtful": MANY // 3})
looked("a definition whose keys never meet",
       build("keys.data", (sample(ENTER, 1 + i, 1000 + i) for i in range(MANY))),
       {"unfinished": MANY}, "--span", "x type == SAMPLE -> type == SAMPLE by time")
sys.exit(tap.done())
