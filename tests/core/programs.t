#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names as of each record, of a process that changes: programs/life.c is compiled and recorded here.

It has inlined functions, a tail call, static functions of one name, a library mapped twice,
libraries one after the other at the same addresses, a child, exec, and changes its name.
"""
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import recorded  # noqa: E402
from recorded import cli  # noqa: E402
from cli import tap  # noqa: E402

# By the sources: process, name of the task, place, file, functions from the innermost up to main.
# The child is the second process.
WANT = [
    (1, "early", 2, "life", "plain main"),
    (1, "early", 1, "life", "twin plain main"),
    (1, "early", 3, "life", "twin second_file plain main"),
    (1, "early", 4, "life", "holder main"),
    (1, "late", 5, "life", "tail_end outer main"),
    (1, "late", 6, "both.so", "both call libraries main"),
    (1, "late", 7, "both.so", "both call libraries main"),
    (1, "late", 8, "red.so", "red call libraries main"),
    (1, "late", 9, "tin.so", "tin call libraries main"),
    (1, "late", 10, "red.so", "red call libraries main"),
    (2, "late", 11, "life", "in_child main"),
    (2, "late", 1, "life", "twin in_child main"),
    (2, "child", 13, "tin.so", "tin call main"),
    (1, "late", 12, "life", "in_parent main"),
    (1, "late", 14, "red.so", "red call main"),
    (1, "after", 15, "after", "renewed main"),
]


def build():
    sources = recorded.SOURCES
    life = recorded.build("life", "-no-pie", sources / "life.c", sources / "second.c", "-ldl")
    after = recorded.build("after", "-no-pie", sources / "after.c")
    libraries = [recorded.build(f"{name}.so", f"-DNAME={name}", "-fPIC", "-shared",
                                sources / "library.c") for name in ("both", "red", "tin")]
    return life if life and after and all(libraries) else None


def check_names(samples):
    first = samples[0]["pid"] if samples else 0
    have = []
    for s in samples:
        frames = s["frames"]
        last = frames.index("main") + 1 if "main" in frames else len(frames)
        have.append((1 if s["pid"] == first else 2, s["comm"], s["place"],
                     pathlib.Path(s.get("dso", "")).name, " ".join(map(str, frames[:last]))))
    differ = [f"should be {w}, is {h}" for w, h in zip(WANT, have) if w != h]
    tap.ok(len(have) == len(WANT) and not differ, "each function by its name, as of its sample",
           [f"{len(have)} samples"] + differ[:8])
    tap.ok(all(s.get("sym") == s["frames"][0] for s in samples), "sym is that of the first frame")


def check_places(samples):
    """Where functions begin, and what lay at one address."""
    begin = {s["place"]: s["ip"] - s["symoff"] for s in samples}
    nm = subprocess.run(["nm", cli.CWD / "life"], capture_output=True, check=True).stdout
    twins = {int(line.split()[0], 16) for line in nm.decode().splitlines()
             if line.endswith(" t twin")}
    tap.ok(len(twins) == 2 and {begin[1], begin[3]} == twins,
           "two functions of one name begin where nm says", [f"{begin[1]:x} {begin[3]:x}"])
    tap.ok(begin[6] != begin[7], "a library that is mapped twice has a function at two addresses")
    if begin[8] == begin[9] == begin[10]:
        tap.ok(True, "two libraries had one address after the other")
    else:
        tap.skip("two libraries at one address", "they were mapped elsewhere")


def check_inlined(samples):
    """Functions without code of their own, innermost first; touch() is one everywhere."""
    for place, want in ((4, "touch;innermost;between"), (2, "touch"), (1, "touch")):
        have = {s.get("inline") for s in samples if s["place"] == place}
        tap.ok(have == {want}, f"inlined at place {place}: {want}", [str(have)])


def check_filters(path):
    for expression, want in (('sym == "red"', 3), ('sym == "twin"', 3), ('sym == "tin"', 2),
                             ('stack.sym == "libraries"', 5), ('stack.sym == "second_file"', 1),
                             ('inline ~ "innermost"', 1),
                             ('sym == "red" and comm == "late" and stack.sym == "libraries"', 2)):
        got = [s for s in recorded.touched(path, "-f", expression)]
        tap.ok(len(got) == want, f"{expression}: {want}", [str(len(got))])


def check_perf(path):
    perf, own = recorded.perf_lines(path), recorded.own_lines(path)
    same = sum(a == b for a, b in zip(perf or [], own))
    tap.ok(perf and len(perf) == len(own) and same >= 0.999 * len(perf),
           "as perf script prints it", [f"{same} of {len(perf or [])} lines, {len(own)} here"] +
           [f"{a}\n{b}" for a, b in zip(perf or [], own) if a != b][:4])
    names = [re.sub(r"\+0x[0-9a-f]+ ", " ", line) for line in own]
    tap.ok(any("tin (" in line for line in names), "... with these names")


def main():
    program = build()
    path = program and recorded.record("life.data", [program, cli.CWD])
    if not path:
        tap.skip("names as of each record", "no compiler, or perf cannot record here")
        return tap.done()
    samples = list(recorded.touched(path))
    check_names(samples)
    if len(samples) == len(WANT):
        check_places(samples)
        check_inlined(samples)
    check_filters(path)
    check_perf(path)
    return tap.done()


sys.exit(main())
