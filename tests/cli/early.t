#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""print without an index begins while it is built, and prints what it prints with one."""
import subprocess
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import CC, CWD, DATA, ENV, PERFNAV, ROOT, tap, tool  # noqa: E402

WORDS = ["--format", "csv", "-F", "ordinal,time,comm,event"]
COMMANDS = [[], WORDS, ["-F", "time,comm,sym,dso"], ["--json"], ["-f", "type == SAMPLE"],
            ["-f", 'comm == "perl"'], ["--skip", "777", "--max", "4000"]]
BYTES = 5000000
HELD_FROM = 2 << 20
LINES = 2000


def output(path, *options, **how):
    """What is printed, and the status."""
    done = cli.run("print", *options, path, **how)
    return done.out_bytes, done.status


def grown(program, name, run):
    """A recording of several megabytes with rounds of so many bytes a CPU."""
    path = CWD / f"{run}.{name}"
    done = tool(program, "-c", "4", "-t", "60", "-r", str(run), DATA / name, path, str(BYTES))
    return path if not done.returncode else None


def same(path, what, commands):
    """With an index, which the first command makes, and without one."""
    differ = []
    cli.run("index", "-q", path)
    for options in commands:
        if output(path, *options) != output(path, "--no-index", *options):
            differ.append(" ".join(options) or "print")
    tap.ok(not differ, f"{what}: the same without an index", "; ".join(differ))


def held(path, hold, options):
    """Lines that are printed while the index cannot be built, and all of the output."""
    flag = CWD / "hold"
    flag.touch()
    env = dict(ENV, LD_PRELOAD=str(hold), HOLD_PATH=str(path), HOLD_FROM=str(HELD_FROM),
               HOLD_TO=str(1 << 40), HOLD_WHILE=str(flag),
               ASAN_OPTIONS=ENV.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0")
    with open(CWD / "told", "wb") as told, subprocess.Popen(
            [PERFNAV, "print", "-q", "--no-index", *options, path], env=env, cwd=CWD,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=told) as run:
        first = b"".join(run.stdout.readline() for _ in range(LINES))
        flag.unlink()
        rest = run.stdout.read()
    return first, first + rest, (CWD / "told").read_bytes()


def make_late(path):
    """Gives the last COMM record the time of the first sample: its rounds do not allow that."""
    rows = [row for kind in ("SAMPLE", "COMM") for row in
            cli.run("print", "-q", "--json", "-F", "time,offset,size", "--type", kind, path).objects()]
    samples = [row for row in rows if row["time"]]
    first, last = samples[0], rows[-1]
    data = bytearray(path.read_bytes())
    at = data.rindex(last["time"].to_bytes(8, "little"), 0, last["offset"] + last["size"])
    assert at > last["offset"]
    data[at:at + 8] = (first["time"] + 1).to_bytes(8, "little")
    late = path.with_name("late.data")
    late.write_bytes(data)
    return late


def check_early(program):
    hold = CWD / "hold.so"
    if tool(*CC, "-shared", "-fPIC", "-O1", "-D_GNU_SOURCE", "-o", hold,
            ROOT / "tests/tui/holdread.c", "-ldl").returncode or cli.EMULATED:
        tap.skip("rows before the index is built", "cannot be made here")
        return
    path = grown(program, "tracepoints.data", 400)
    cli.run("index", "-q", path)
    for options in ([], WORDS):
        first, whole, told = held(path, hold, options)
        expected, _ = output(path, *options)
        what = " ".join(options) or "print"
        tap.ok(first.count(b"\n") == LINES and expected.startswith(first),
               f"{what}: {LINES} lines before the index is built")
        tap.ok(whole == expected, f"{what}: all that is printed with an index")
        tap.ok(not told, f"{what}: no complaint", told.decode().splitlines())
    _, _, told = held(make_late(path), hold, [])
    tap.ok(b"later than perf's rounds allow" in told, "a record that is too late for that is reported")


def main():
    program = CWD / "grow"
    for path in sorted(DATA.glob("*.data")):
        same(CWD / cli.copy(path.name), path.name, COMMANDS[:3])
    done = tool(*CC, "-std=gnu11", "-D_GNU_SOURCE=", "-D_FILE_OFFSET_BITS=64", "-O1", "-o", program,
                ROOT / "tests/bench/grow.c", ROOT / "tests/bench/small.c")
    if done.returncode:
        tap.skip("grown recordings", "cannot be made here")
        return tap.done()
    for name in ("tracepoints.data", "fp.data", "churn.data"):
        for run in (400, 20000):
            same(grown(program, name, run), f"{name}, rounds of {run} bytes a CPU", COMMANDS)
    check_early(program)
    return tap.done()


sys.exit(main())
