#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every real recording opens, with the exit status that it deserves, and all its records decode.

What perf says of them is compared by tests/oracle/run; here is what no perf can say. The folder of
recordings is PERFNAV_RECORDINGS, ../shared/fixtures if that is there.
"""
import collections
import os
import pathlib
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "cli"), str(HERE.parent / "oracle")]
from cli import ROOT, check, run, tap  # noqa: E402
from recording import find  # noqa: E402

FOLDER = pathlib.Path(os.environ.get("PERFNAV_RECORDINGS") or ROOT / "../shared/fixtures")
# What was not finished or cut, and says so.
DAMAGED = {"killed.data", "trunc_mid.data"}
# The same records, but for those of types that nobody knows.
TWINS = {"unknown_types.data": "fp.data"}


def records(path):
    result = run("print", "--no-index", "--format", "json", path)
    kept = []
    for obj in result.objects():
        if not obj["type"].startswith("UNKNOWN("):
            kept.append({k: v for k, v in obj.items() if k not in ("ordinal", "offset")})
    return result, kept


def look(path):
    """Opens; the counts are those of the records; nothing is left that no field describes."""
    result, objects = records(path)
    name = path.name
    check(f"{name}: exit status and messages", result,
          result.status == (1 if name in DAMAGED else 0) and
          bool(result.err_bytes) == (name in DAMAGED))
    types = collections.Counter(o["type"] for o in objects if o["type"] != "DAMAGE")
    counted = {o["type"]: o["count"] for o in
               run("count", "--no-index", "--format", "json", path).objects()
               if not o["type"].startswith("UNKNOWN(") and o["type"] != "DAMAGE"}
    tap.ok(types == counted, f"{name}: count agrees with print", [types, counted])
    rests = [o for o in objects if "rest" in o]
    tap.ok(not rests, f"{name}: every byte has its field", rests[:2])
    return objects


def main():
    if not FOLDER.is_dir():
        print(f"1..0 # SKIP there is no folder {FOLDER}")
        return 0
    paths = {pathlib.Path(path).name: pathlib.Path(path) for path in find(str(FOLDER))}
    found = {name: look(path) for name, path in paths.items()}
    for name, twin in TWINS.items():
        if name in found and twin in found:
            tap.ok(found[name] == found[twin], f"{name}: the records of {twin}")
    tap.ok(found, "there are recordings")
    return tap.done()


sys.exit(main())
