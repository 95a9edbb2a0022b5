#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No FILE, several FILEs, and standard output that is no terminal."""
import shutil
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

COMMANDS = (["index", "--json"], ["info"], ["print"], ["count"], [],
            ["--script", cli.script(":wait\n:dump screen\n")])


def without_name(text, name):
    """The title of a screen is padded to its width; info has the recording's command line, too."""
    lines = [line for line in text.splitlines() if "perf record" not in line]
    return "".join(lines).replace(name, "").replace(" ", "")


def check_no_file():
    """./perf.data, as perf does."""
    for args in COMMANDS:
        result = run(*args)
        check(f"{' '.join(args) or 'perfnav'} without FILE and without perf.data: status 3", result,
              result.status == 3 and "perf.data" in result.err and not result.out_bytes)
    shutil.copy(cli.CWD / "fp.data", cli.CWD / "perf.data")
    for args in COMMANDS[1:]:
        named = run(*args, "fp.data")
        result = run(*args)
        check(f"{' '.join(args) or 'perfnav'} without FILE: perf.data", result, result.clean() and
              without_name(result.out, "perf.data") == without_name(named.out, "fp.data"))
    result = run("index", "--json")
    check("index --json without FILE: perf.data", result,
          result.objects()[0]["path"] == "perf.data")


def check_several():
    names = ("fp.data", "demo.data", "flat.data")
    for args in (["info"], ["info", "--json"]):
        single = [run(*args, name).out for name in names]
        result = run(*args, *names)
        check(f"{' '.join(args)} with three FILEs: one after the other", result,
              result.clean() and result.out == "".join(single))
    result = run("index", "--json", *names)
    check("index --json with three FILEs", result,
          [o["path"] for o in result.objects()] == list(names))


def check_indexes():
    """perfnav sw.data*: the shell finds indexes, too."""
    run("index", "fp.data")
    (cli.CWD / "fp.data.pnx.part").touch()
    note = "perfnav: fp.data.pnx: skipped: an index of perfnav, not a recording"
    for args in COMMANDS[1:]:
        want = run(*args, "fp.data")
        for files in (["fp.data", "fp.data.pnx"], ["fp.data.pnx", "fp.data"]):
            result = run(*args, *files)
            check(f"{' '.join(args) or 'perfnav'} {' '.join(files)}: the index is skipped, with a note",
                  result, (result.status, result.out, result.err.strip()) == (0, want.out, note))
    result = run("count", "fp.data", "fp.data.pnx", "fp.data.pnx.part")
    check("one that is unfinished, too", result, result.status == 0 and
          len(result.err.splitlines()) == 2)
    result = run("count", "-q", "fp.data", "fp.data.pnx")
    check("... quietly with -q", result, result.clean())
    result = run("count", "fp.data.pnx")
    check("one alone is an error", result, result.status == 3 and "an index of perfnav" in result.err)
    result = run("index", "--list", "fp.data", "demo.data.pnx")
    check("index --list takes indexes", result, "skipped" not in result.err)
    (cli.CWD / "fp.data.pnx.part").unlink()


def check_pipe():
    """The look at what may be an index takes no byte from a pipe."""
    filled = 'exec 7< <(cat "$2") && wait "$!" && exec "$0" "$1" /dev/fd/7'
    want = run("count", cli.DATA / "pipe.data")
    result = run("count", cli.DATA / "pipe.data", before=["bash", "-c", filled])
    check("a pipe that is full before it is opened", result,
          result.clean() and result.out == want.out)


def check_no_terminal():
    printed = run("print", "demo.data")
    check("perfnav FILE without a terminal is perfnav print FILE", printed,
          printed.clean() and run("demo.data").out == printed.out and len(printed.lines()) == 3215)
    for args in (["-p", "7351"], ["--type", "COMM"], ["-f", "cpu == 0"]):
        check(f"... with {' '.join(args)}", printed,
              run(*args, "demo.data").out == run("print", *args, "demo.data").out)


def check_names():
    """Commands are commands only in the first place."""
    shutil.copy(cli.CWD / "fp.data", cli.CWD / "print")
    want = run("count", "fp.data").out
    result = run("count", "print")
    check("a recording with the name of a command", result, result.clean() and result.out == want)
    result = run("./print")
    check("... as the first word, with its folder", result,
          result.clean() and result.out == run("print", "fp.data").out)


def check_kinds():
    """A file, a directory, a pipe capture, standard input."""
    for name, mode in (("group.data", "file"), ("threads.data", "directory"), ("pipe.data", "pipe"),
                       ("pipe_compressed.data", "pipe"), ("compressed.data", "file")):
        cli.copy(name)
        result = run("info", "--json", name)
        check(f"{name}: mode {mode}", result,
              result.clean() and result.objects()[0]["mode"] == mode)
        result = run("count", name)
        check("... index beside it", result, result.clean() and
              (cli.CWD / f"{name}.pnx").exists())
    (cli.CWD / "threads.data.pnx").unlink()
    slash = run("count", "threads.data/")
    check("a directory with a slash behind it", slash, slash.clean() and
          slash.out == run("count", "threads.data").out)
    check("... has its index beside it, too", slash, (cli.CWD / "threads.data.pnx").exists() and
          not list((cli.CWD / "threads.data").glob("*pnx*")))


def check_standard_input():
    for name in ("pipe.data", "pipe_compressed.data", "fp.data"):
        want = run("print", name)
        before = [set(cli.CWD.rglob("*")), set((cli.SCRATCH / "home").rglob("*"))]
        got = run("print", "-", before=["sh", "-c", 'f=$1; shift; cat "$f" | "$@"', "sh", name])
        check(f"print - reads {name} from a pipe", got, got.clean() and got.out == want.out)
        got = run("print", "-", before=["sh", "-c", 'f=$1; shift; "$@" <"$f"', "sh", name])
        check("... and from a file", got, got.clean() and got.out == want.out)
        after = [set(cli.CWD.rglob("*")), set((cli.SCRATCH / "home").rglob("*"))]
        tap.ok(before == after, "... and leaves nothing behind",
               [str(b ^ a) for b, a in zip(before, after)])


for recording in ("fp.data", "demo.data", "flat.data"):
    cli.copy(recording)
check_no_file()
check_several()
check_indexes()
check_pipe()
check_no_terminal()
check_names()
check_kinds()
check_standard_input()
sys.exit(tap.done())
