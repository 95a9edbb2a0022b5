#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A recording and its big-endian twin (twin.py) are the same to perfnav.

Every recording of data/ that can have a twin is compared, record by record and in what info tells.
Names of recordings as arguments select them.
"""
import os
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "cli"))
from cli import CWD, DATA, Differences, check, run, tap  # noqa: E402

# These have to be there and be the same; others of data/ are tried as well.
WANTED = {
    "group.data": "values of a group", "regs.data": "registers", "dwarf.data": "dumps of stacks",
    "tracepoints.data": "payloads of tracepoints", "uprobes.data": "payloads with strings",
    "buildid_mmap.data": "build ids in MMAP2", "namespaces.data": "namespaces",
    "cgroups.data": "cgroups", "stat.data": "counters", "bpf.data": "BPF programs",
    "mixed.data": "events with other layouts", "faults.data": "data sources and weights",
    "read.data": "READ records", "system.data": "switches", "lost.data": "lost records",
    "breakpoints.data": "breakpoints", "pipe.data": "a stream",
}
# The zstd stream of a twin would have to be packed again; what was not finished has no features.
WITHOUT = {"compressed.data", "pipe_compressed.data", "killed.data"}
# Bytes as they are in the file, in hex: the numbers in them are elsewhere in the record or in
# info, or nobody knows what they are.
HEX = {"raw", "bytes", "feature.data"}
OWN_INFO = {"path", "endian"}
OTHER = {"little": "big"}


def is_hex(path, value):
    return isinstance(value, str) and (path in HEX or path.rpartition(".")[2] in HEX)


def differing(path, one, other):
    """Places where two JSON values differ; of bytes only their number counts."""
    if is_hex(path, one) and is_hex(path, other):
        one, other = len(one), len(other)
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            inner = f"{path}.{key}" if path else key
            yield from differing(inner, one.get(key), other.get(key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (left, right) in enumerate(zip(one, other)):
            yield from differing(f"{path}[{number}]", left, right)
    elif path.endswith(".endian"):  # of a section that says it itself
        if OTHER.get(one) != other:
            yield path, OTHER.get(one), other
    elif one != other or isinstance(one, bool) != isinstance(other, bool):
        yield path, one, other


def compare(diffs, where, one, other):
    diffs.compared += 1
    for path, left, right in differing("", one, other):
        diffs.add(where, path, left, right)


def objects(path):
    result = run("print", "--no-index", "--format", "json", path)
    check(f"{path.name}: print", result, result.clean())
    return result.objects()


def compare_records(name, path, twin):
    diffs = Differences()
    ours, theirs = objects(path), objects(twin)
    if len(ours) != len(theirs):
        diffs.note(f"{len(ours)} records, and {len(theirs)} of the twin")
    for one, other in zip(ours, theirs):
        compare(diffs, f"{one['type']} at {one['offset']}", one, other)
    tap.ok(diffs.compared and not diffs.count, f"{name}: {diffs.compared} records are the same",
           diffs.summary())


def info(path):
    result = run("info", "--json", "--no-index", path)
    check(f"{path.name}: info", result, result.clean())
    return result.objects()[0]


def compare_info(name, path, twin):
    diffs = Differences()
    ours, theirs = info(path), info(twin)
    tap.ok((ours["endian"], theirs["endian"]) == ("little", "big"), f"{name}: their orders",
           [str((ours["endian"], theirs["endian"]))])
    for members in (ours, theirs):
        for key in OWN_INFO:
            del members[key]
    compare(diffs, "info", ours, theirs)
    tap.topic(f"{name}: info tells the same", diffs)


def make_twin(path):
    twin = CWD / f"{path.stem}.twin.data"
    done = subprocess.run([sys.executable, os.path.join(HERE, "twin.py"), path, twin],
                          stderr=subprocess.PIPE, text=True, check=False)
    ok = done.returncode == 0
    tap.ok(ok, f"{path.name}: has a twin", done.stderr.splitlines()[-3:])
    return twin if ok else None


def main():
    named = sys.argv[1:]
    paths = [path for path in sorted(DATA.glob("*.data")) if path.is_file()]
    missing = WANTED.keys() - {path.name for path in paths}
    tap.ok(not missing, "the recordings that should be compared are there", sorted(missing))
    for path in paths:
        if path.name in WITHOUT or (named and path.name not in named):
            continue
        twin = make_twin(path)
        if not twin:
            continue
        name = path.name + (f" ({WANTED[path.name]})" if path.name in WANTED else "")
        compare_records(name, path, twin)
        compare_info(name, path, twin)
        twin.unlink()
    return tap.done()


sys.exit(main())
