#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A disk that is full from any write on, or for a moment (tests/ci/faults.c): each command gives the answer
that it gives with room, or a message of what it could not do. Nothing is left behind, and the next run is as
if there had been room. tests/ci/index_hurt.t has a disk that is really full.
"""
import pathlib
import re
import shutil
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "cli"), str(HERE.parent / "core")]
import cli  # noqa: E402
import inject  # noqa: E402
import stress  # noqa: E402
from cli import run, tap  # noqa: E402
from inject import NOSYMS, faulty, in_memory, times, without_index  # noqa: E402

FILE, ZSTD = cli.copy("flat.data"), cli.copy("pipe_compressed.data")
FULL_KEYS = cli.script(":wait\nma20j:flag<Enter>\n:note seen<Enter>\n:dump one\n&pid > 0<Enter>\n:wait\n"
                       ":dump two\nq\n", "full")
ON_DISK = {
    "count": ("count", "--by", "comm,event"),
    "print": ("print", "--format", "json", "--order", "time", "-n", "300", *NOSYMS),
    "print --no-index": ("print", "--no-index", "--order", "time", "-n", "300", *NOSYMS),
    "info": ("info", "--json"),
    "slice": ("slice", "-f", "pid > 0", "-o", "out.data"),
    "slice to standard output": ("slice", "-f", "pid > 0", "-o", "-"),
    "index": ("index",),
    "browser": ("--script", FULL_KEYS, *NOSYMS),
}
OUTPUT = cli.CWD / "out.data"
# The browser's last message, when its screens are complete.
NOT_SAVED = re.compile(r"perfnav: cannot save the state: \S+/state/perfnav/recordings/[0-9a-f]{16}: "
                       r"No space left on device\n")
# Temporary files, the state and caches are on the disk that is full, too.
ON_ONE_DISK = {"XDG_CONFIG_HOME": str(cli.SCRATCH / "keeping"), "XDG_STATE_HOME": str(cli.CWD / "state"),
               "XDG_CACHE_HOME": str(cli.CWD / "cache"), "TMPDIR": str(cli.CWD)}


def forget():
    without_index()
    OUTPUT.unlink(missing_ok=True)
    for name in ("state", "cache"):
        shutil.rmtree(cli.CWD / name, ignore_errors=True)


def names():
    return {str(path.relative_to(cli.CWD)) for path in cli.CWD.rglob("*")}


def on_one_disk(fault, args):
    """The run, with what it wrote and the names that it left."""
    forget()
    result, _ = faulty(fault, *args, env=ON_ONE_DISK)
    if "--script" in args:
        result.err = NOT_SAVED.sub("", result.err, count=1)
    result.slice = OUTPUT.read_bytes() if OUTPUT.exists() else None
    result.names = names()
    return result


def wrong_when_full(args, result, whole):
    """Why that is neither the answer as with room nor a message of what could not be done; None: it is one."""
    if result.status == 4:
        if args[0] not in ("slice", "index") or "No space left" not in result.err:
            return "status 4"
        if result.slice is not None:
            return "status 4, and a part of the slice"
    elif result.status:
        return f"status {result.status}"
    elif result.slice != whole.slice:
        return "another slice"
    elif args[0] != "index" and result.out_bytes != whole.out_bytes and not in_memory(result, args, whole):
        return "another answer"
    elif ("--script" not in args and f"{args[-1]}.pnx" in whole.names - result.names and
          "No space left" not in result.err):
        return "no index, and no message"
    if result.names - whole.names:
        return f"left: {sorted(result.names - whole.names)}"
    again = run("count", "--by", "comm,event", args[-1])
    return None if again.clean() else f"then count: {again.told()}"


def check_full():
    """A disk that is full from any write on, or for a moment: the answer as with room, or a message of what
    could not be done. Nothing is left behind, and the next run has an index.
    """
    (cli.SCRATCH / "keeping").mkdir()
    large = stress.repeated("flat.data", "large.data", 10_000_000).name
    for file in (FILE, ZSTD, large):
        for name, args in ON_DISK.items():
            args = (*args, file)
            whole = on_one_disk("none", args)
            for fault in ("full", "gap"):
                runs, found = 0, []
                for n in times(100000) if file == large else range(1, 100000):
                    result = on_one_disk(f"{fault} {n}", args)
                    if not inject.DONE.exists():
                        break
                    runs += 1
                    why = wrong_when_full(args, result, whole)
                    if why:
                        found.append(f"the {n}-th: {why}; {result.err.strip()[-200:]}")
                tap.ok(runs and not found and not whole.status,
                       f"{name} of {file}: {fault} disk: {runs} runs", found[:8])
    forget()


inject.build()
check_full()
sys.exit(tap.done())
