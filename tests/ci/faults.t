#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults by injection (tests/ci/faults.c): no memory, processes, threads, mappings, open files and names
of files that cannot be had, reads and writes that fail, are short or are interrupted.
Each run ends with a status of the contract and a message, none by a signal; output that claims to be
whole is, and what stays of an index is read, or made anew, by the next run.
"""
import errno
import os
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "cli")]
import cli  # noqa: E402
import inject  # noqa: E402
from cli import run, tap  # noqa: E402
from inject import NOSYMS, TIMES, faulty, in_memory, times, without_index  # noqa: E402

FILE = cli.copy("flat.data")
ZSTD = cli.copy("pipe_compressed.data")
TRACE = cli.copy("tracepoints.data")
KEYS = cli.script(":wait\n20j\n:dump one\n&pid > 0<Enter>\n:wait\n:dump two\nq\n")
COMMANDS = {
    "print": ("print", "--no-index", "--format", "json", *NOSYMS, FILE),
    "print of a pipe's": ("print", "--no-index", *NOSYMS, ZSTD),
    "count": ("count", "--no-index", "--by", "comm,type", "--json", FILE),
    "info": ("info", "--no-index", "--json", FILE),
    "index": ("index", FILE),
    # If the configuration cannot be opened, the state would be on, and the next run would start with the filter.
    "browser": ("--no-index", "--no-state", "--script", KEYS, *NOSYMS, FILE),
}


def steps(fault, number, args, most=100000):
    """The runs in which the N-th call failed, until there are no more calls."""
    for n in times(most):
        without_index()
        result, done = faulty(f"{fault} {n} {number}", *args)
        if not done:
            return
        yield n, result


def wrong(result, args, whole, statuses):
    """What is not as it should be, or None. The browser tells of damage on the screen."""
    quiet = (1,) if "--script" in args else ()
    if result.status < 0:
        return f"died of signal {-result.status}"
    if result.status not in statuses:
        return f"status {result.status}"
    if result.status not in (0, *quiet) and "perfnav: " not in result.err:
        return f"status {result.status} without a message"
    if "--script" in args and b"not all can be read" in result.out_bytes:
        return None
    if (result.status == 0 and whole.out_bytes not in (None, result.out_bytes) and
            not in_memory(result, args, whole)):
        return "status 0, another output"
    return None


def check_each(title, fault, number, args, whole, statuses):
    runs, found = 0, []
    for n, result in steps(fault, number, args):
        runs += 1
        why = wrong(result, args, whole, statuses)
        if not why and "index" in args:
            why = after_index()
        if why:
            found.append(f"the {n}-th: {why}; {result.err.strip()[-200:]}")
    tap.ok(runs and not found, f"{title}: {runs} runs", found[:8])


def after_index():
    """What a failed run left is no obstacle, and the index is whole in the end."""
    again = run("index", "--json", FILE)
    if again.status or again.objects()[0]["records"] != RECORDS:
        return f"the next run: status {again.status} {again.err.strip()}"
    return None


def check_faults():
    for name, args in COMMANDS.items():
        without_index()
        whole = run(*args)
        if name == "index":
            whole.out_bytes = None
        check_each(f"{name}: no memory", "malloc", 0, args, whole, (0, 1, 3, 4))
        for number in (errno.EIO,):
            check_each(f"{name}: {os.strerror(number)} on reading", "read", number, args, whole,
                       (0, 1, 3, 4))
        for number in (errno.ENOSPC, errno.EIO):
            check_each(f"{name}: {os.strerror(number)} on writing", "write", number, args, whole,
                       (0, 1, 4))


MADE = {
    "print of tracepoints": ("print", "--no-index", "--format", "json", *NOSYMS, TRACE),
    "names": ("print", "--no-index", "-q", "-F", "ordinal,sym,dso", FILE),
}


def check_made():
    """What the system does not give: the same output, or less of it and a message."""
    for fault, number in (("fork", errno.EAGAIN), ("thread", errno.EAGAIN), ("mmap", errno.ENOMEM),
                          ("open", errno.EMFILE)):
        total = 0
        for name, args in {**COMMANDS, **MADE}.items():
            runs, found = 0, []
            without_index()
            whole = run(*args)
            for n, result in steps(fault, number, args):
                runs += 1
                why = wrong(result, args, whole, (0, 1, 3, 4))
                # Names are not there, or nothing is kept: a message, or a reason in the recording's views.
                if why == "status 0, another output" and ("perfnav: " in result.err or name in (
                        "names", "browser", "info", "index")):
                    why = None
                if not why and "index" in args:
                    why = after_index()
                if why:
                    found.append(f"the {n}-th: {why}; {result.err.strip()[-200:]}")
            tap.ok(not found, f"{name}: no {fault}: {runs} runs", found[:8])
            total += runs
        tap.ok(total, f"... {total} runs without a {fault}")


def check_names():
    """A file that is written and cannot get its name is not there, and that is told."""
    for args in (("slice", "-o", "out.data", FILE),
                 ("--no-index", "--batch", *NOSYMS, "--cmd", ":write out.data", FILE)):
        (cli.CWD / "out.data").unlink(missing_ok=True)
        result, done = faulty(f"link 1 {errno.EACCES}", *args)
        there = (cli.CWD / "out.data").exists()
        cli.check(f"{args[0]}: no name for the file", result,
                  not done or (result.status == 4 and "perfnav: " in result.err and not there) or
                  (result.status == 0 and there))
        tap.ok(not [p for p in cli.CWD.iterdir() if "out.data" in p.name and p.name != "out.data"],
               "... nothing else is left")
        (cli.CWD / "out.data").unlink(missing_ok=True)


def check_reasons():
    """A message about a part of the file that cannot be read has the reason."""
    args, found, kinds = COMMANDS["info"], [], set()
    for n in range(1, TIMES):
        result, _ = faulty(f"read {n} {errno.EIO}", *args)
        for line in result.err.splitlines():
            kinds |= {kind for kind in ("header", "attr", "ids", "feature table", "section") if f"{kind} " in line}
            if not line.endswith(f": {os.strerror(errno.EIO)}"):
                found.append(line)
    tap.ok(kinds >= {"attr", "ids", "feature table", "section"} and not found,
           f"the reason of a failed read: {', '.join(sorted(kinds))}", found[:8])


def check_patience():
    for name, args in COMMANDS.items():
        without_index()
        whole = run(*args)
        for fault in ("short", "interrupt"):
            without_index()
            result, _ = faulty(fault, *args)
            same = name == "index" or result.out_bytes == whole.out_bytes
            cli.check(f"{name}: {fault} reads and writes change nothing", result,
                      result.status == whole.status and same)


def check_database():
    """What is written to a file and read back is the same, too."""
    name = "of.sqlite"

    def found():
        return (cli.CWD / name).read_bytes() if (cli.CWD / name).exists() else None

    args = ("--no-index", "--batch", *NOSYMS, "--cmd", f":write! {name}", FILE)
    result = run(*args)
    whole = (cli.CWD / name).read_bytes()
    cli.check("a database", result, not result.status and whole.startswith(b"SQLite format 3"))
    for fault in ("short", "interrupt"):
        (cli.CWD / name).unlink(missing_ok=True)
        result, _ = faulty(fault, *args)
        cli.check(f"... {fault} reads and writes change nothing", result,
                  not result.status and found() == whole)
    for fault, number in (("read", errno.EIO), ("write", errno.ENOSPC)):
        bad = []
        (cli.CWD / name).unlink(missing_ok=True)
        for n, result in steps(fault, number, args):
            why = wrong(result, args, result, (0, 1, 3, 4))
            if why or (not result.status and found() != whole):
                bad.append(f"the {n}-th: {why or 'another database'}; {result.told()}")
            (cli.CWD / name).unlink(missing_ok=True)
        tap.ok(not bad, f"... nor does a {fault} that fails, unless it is told", bad[:4])


def check_output():
    """Standard output that is closed, or whose reader has gone."""
    for name, args in COMMANDS.items():
        without_index()
        closed = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", cli.PERFNAV, *args],
                                cwd=cli.CWD, env=cli.ENV, stderr=subprocess.PIPE, check=False,
                                stdin=subprocess.DEVNULL, timeout=60)
        result = cli.Result(closed)
        cli.check(f"{name}: standard output is closed: 4, and a message", result,
                  result.status == 4 and "perfnav: " in result.err)
        reader, writer = os.pipe()
        os.close(reader)
        result = run(*args, stdout=writer)
        os.close(writer)
        cli.check(f"{name}: its reader has gone: quietly", result,
                  result.status in (0, 141, 128 + 13) and not result.err)


inject.build()
RECORDS = run("index", "--json", FILE).objects()[0]["records"]
check_patience()
check_database()
check_output()
check_faults()
check_reasons()
check_made()
check_names()
tap.done()
