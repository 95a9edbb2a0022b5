# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs of perfnav with the library of faults (faults.c) preloaded, for the tests that inject them."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import run  # noqa: E402

LIBRARY = cli.SCRATCH / "faults.so"
DONE = cli.SCRATCH / "done"
NOSYMS = ("-q", "--symfs", "nothing", "--kallsyms", "nothing")
IN_MEMORY = re.compile(r"perfnav: temporary files are kept in memory, as their folder cannot be "
                       r"written \([^()\n]*\); set TMPDIR to a folder with free space\n")
MESSAGE = b" temporary files are kept in memory"
TIMES = int(os.environ.get("FAULTS", "60"))  # runs of each command and fault


def build():
    source = cli.ROOT / "tests/ci/faults.c"
    command = [os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O1", "-D_GNU_SOURCE", "-o",
               LIBRARY, source]
    if not shutil.which(command[0]) or subprocess.run(command, check=False).returncode:
        print("1..0 # SKIP the library of faults cannot be built")
        sys.exit()


def faulty(fault, *args, **how):
    """The run, and whether there was a fault."""
    DONE.unlink(missing_ok=True)
    env = {"LD_PRELOAD": str(LIBRARY), "FAULT": fault, "FAULT_DONE": str(DONE), **how.pop("env", {})}
    result = run(*args, env=env, **how)
    return result, DONE.exists()


def without_index():
    for path in cli.CWD.glob("*.pnx*"):
        path.unlink()


def times(limit):
    """1, 2, 3 ... and then ever larger steps: TIMES of them up to the limit."""
    n = 1
    while n <= limit:
        yield n
        n += max(1, n * 8 // TIMES)


def screens_of(out):
    """The screens that --script shows, without the last line, that of messages."""
    return [screen.splitlines()[:-1] for screen in out.split(b"---- ")]


def same_but_message(shown, wanted):
    """A message of several lines takes their room from the records above it, which move."""
    over = [at for at, line in enumerate(shown) if line.startswith(MESSAGE)]
    if not over:
        return shown == wanted
    return len(shown) == len(wanted) and all(line in wanted for line in shown[:over[0]])


def in_memory(result, args, whole):
    """All is there in the browser, which says in a message, too, what is told in the end."""
    shown, wanted = screens_of(result.out_bytes), screens_of(whole.out_bytes)
    return ("--script" in args and IN_MEMORY.fullmatch(result.err) and len(shown) == len(wanted) and
            all(map(same_but_message, shown, wanted)) and result.out_bytes.count(b"\n" + MESSAGE) == 1)
