# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs of programs/, built and recorded by a test.

Each sample of the event page-faults is of a place that the program touches for the first time
(programs/touch.h), and its addr says which: so what it must show is known without regard to time.
"""
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402

SOURCES = pathlib.Path(__file__).resolve().parent / "programs"
PLACES, PLACE, COUNT = 0x200000000000, 0x1000, 64
FRAMES = ["-O2", "-g", "-w", "-fno-omit-frame-pointer"]
WORDS = "comm,pid,tid,time,ip,addr,sym,symoff,dso,inline,callchain,callchain.sym"


def tool(*command, cwd=cli.CWD, env=None):
    """A program of the machine; true if it is there and could."""
    try:
        done = subprocess.run([*map(os.fsdecode, command)], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
                              check=False, cwd=cwd, env=env)
    except (OSError, subprocess.TimeoutExpired):
        return False
    if done.returncode:
        cli.tap.diag(f"{command[0]}: {done.stdout.decode('utf-8', 'replace')[-300:]}")
    return done.returncode == 0


def build(name, *args, compiler=None):
    """Into the scratch folder. None: there is no compiler."""
    return (cli.CWD / name).absolute() if tool(*(compiler or cli.CC), *FRAMES, "-o", name, *args) \
        else None


def record(name, command, *options):
    """The recording of a command; None: there is no perf, or it may not."""
    path = cli.CWD / name
    ok = tool("perf", "record", "-q", "-N", "-e", "page-faults:u", "-c", "1", "-d", "-g", *options,
              "-o", path, "--", *command)
    return path if ok and path.exists() else None


def touched(path, *options):
    """Samples of places, in time order, each with its place and the names of its frames."""
    places = f"addr >= {PLACES:#x} and addr < {PLACES + COUNT * PLACE:#x}"
    result = cli.run("print", "--no-index", "--order", "time", "--format", "json", "-f",
                     f"type == SAMPLE and {places}", "-F", WORDS, *options, path)
    for line in result.lines():
        sample = json.loads(line)
        sample["place"] = (sample["addr"] - PLACES) // PLACE
        sample["frames"] = [f.get("sym") for f in sample.get("callchain", []) if "ip" in f]
        yield sample


def perf_lines(path, *options):
    """What perf script prints, or None."""
    done = subprocess.run(["perf", "script", "--no-itrace", "--no-inline", *options, "-i", path],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, timeout=300, check=False, env=cli.ENV)
    return done.stdout.decode("utf-8", "replace").splitlines() if not done.returncode else None


def own_lines(path, *options):
    return cli.run("print", "--no-index", "--format", "perf-script", *options, path).lines()
