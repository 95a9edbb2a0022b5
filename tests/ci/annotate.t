#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""perfnav annotate against perf annotate: the share of each instruction of each function with samples."""
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import run, tap  # noqa: E402

NAME, EVENT = "demo.data", "cpu-clock"
# "   30.64 :   4014b8: add    %ecx,%eax"
LINE = re.compile(r"^ *(\d+\.\d+) +: +([0-9a-f]+): ")


def shares_of_perf(symbol, dso):
    """Per cent at each address. None: perf cannot show the function."""
    done = subprocess.run(["perf", "--buildid-dir", cli.CWD / f"{NAME}.debug", "annotate", "--stdio", "--stdio-color",
                           "never", "-i", NAME, "-d", dso, "-s", symbol],
                          cwd=cli.CWD, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    text = done.stdout.decode("utf-8", "replace")
    first = text.split(f" for {EVENT} (")[1:]
    if not first:
        return None
    # What follows is of the other events.
    lines = first[0].split("Source code & Disassembly of")[0].splitlines()
    return [(int(m[2], 16), float(m[1])) for m in map(LINE.match, lines) if m]


def check_function(symbol, dso, n):
    want = shares_of_perf(symbol, dso)
    if not want:
        return False
    lines = [o for o in run("annotate", "--no-index", "-q", "--json", "--show-event", EVENT, symbol, NAME).objects()
             if o["dso"] == dso]
    got = [(o["offset"], round(o["percent"].get(EVENT, 0), 2)) for o in lines]
    start = want[0][0]
    want = [(addr - start, share) for addr, share in want]
    differ = [(a, b) for a, b in zip(got, want) if a[0] != b[0] or abs(a[1] - b[1]) > 0.011]
    tap.ok(not differ and len(got) >= len(want) > 0, f"{symbol}: {n} samples, {len(want)} instructions",
           [str(differ[:6]), f"{len(got)} and {len(want)} lines"])
    return True


def script(program, *args):
    done = subprocess.run([*program, *args, "-F", "tid,time,ip,insn,insnlen"], cwd=cli.CWD, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False)
    return [line for line in done.stdout.decode("utf-8", "replace").splitlines() if "ilen: " in line]


def check_script():
    """perf script -F +insn,insnlen: each sample's instruction, as long as perf reads it."""
    want = script(["perf", "--buildid-dir", cli.CWD / f"{NAME}.debug", "script", "--kallsyms", "/dev/null", "-i", NAME])
    got = script([cli.PERFNAV, "print", "--no-index", "-q", "--kallsyms", "none", "--format", "perf-script", NAME])
    differ = [(a, b) for a, b in zip(got, want) if a != b]
    tap.ok(len(got) == len(want) > 1000 and not differ, f"{len(want)} samples with insn and insnlen, as perf script has them",
           [str(differ[:4]), f"{len(got)} and {len(want)}"])


def main():
    if not shutil.which("perf"):
        tap.skip("shares of instructions", "perf is not installed")
        return tap.done()
    shutil.copytree(cli.DATA / f"{NAME}.debug", cli.CWD / f"{NAME}.debug")
    cli.copy(NAME)
    groups = run("count", "--no-index", "-q", "--json", "--by", "sym,dso", "-e", EVENT, NAME).objects()
    shown = sum(check_function(o["sym"], o["dso"], o["count"]) for o in groups if o["sym"] and not o["dso"].startswith("["))
    check_script()
    tap.ok(shown >= 6, f"{shown} functions")
    return tap.done()


sys.exit(main())
