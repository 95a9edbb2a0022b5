#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Help, and command lines that are not understood: status 2, a message, nothing else."""
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

COMMANDS = ("index", "info", "print", "count", "slice", "fields", "completion")

# Arguments, and what the message has to say.
WRONG = [
    (["--bogus"], "--bogus\nTry perfnav --help"),
    (["print", "--fi", "x"], "unknown option --fi\nTry perfnav print --help"),
    (["print", "--fiter", "x"], "--fiter; did you mean --filter?\nTry perfnav print --help"),
    (["-Z"], "-Z"),
    (["print", "--bogus=1", "demo.data"], "--bogus"),
    (["print", "-n"], "-n needs"),
    (["print", "--max"], "--max needs"),
    (["print", "-n", "x", "demo.data"], "number, not x"),
    (["print", "-n5k", "demo.data"], "number, not 5k"),
    (["print", "--skip", "-1", "demo.data"], "number, not -1"),
    (["print", "--quiet=1", "demo.data"], "--quiet takes no value"),
    (["print", "--format", "xml", "demo.data"], "--format"),
    (["print", "--order", "sideways", "demo.data"], "--order"),
    (["print", "--format", "folded", "-F", "pid", "demo.data"], "no fields"),
    (["print", "--format", "perf-script", "-F", "comm,brstackinsnlen", "demo.data"],
     "-F brstackinsnlen: --format perf-script has the fields comm, tid, pid,"),
    (["print", "--inline", "demo.data"], "--inline is for --format perf-script, folded, pprof, firefox and sqlite"),
    (["print", "--format", "csv", "--weight", "period", "demo.data"], "is for --format folded"),
    (["print", "--format", "folded", "--max-stack", "3", "demo.data"], "for --format perf-script"),
    (["print", "--json", "--show-task-events", "demo.data"], "are for --format perf-script"),
    (["print", "--format", "folded", "--order", "time", "demo.data"], "no order"),
    (["print", "--format", "folded", "-n", "3", "demo.data"], "no --skip and no --max"),
    (["print", "--format", "folded", "--fail-if", "pid", "demo.data"], "no --fail-if"),
    (["print", "--format", "folded", "--weight", "comm", "demo.data"], "comm is not a number"),
    (["print", "--format", "folded", "--weight", "callchain.ip", "demo.data"], "is in a list"),
    (["count", "--format", "xml", "demo.data"], "--format"),
    (["count", "--by", "pidd", "demo.data"], "pidd is not a field; did you mean pid?"),
    (["count", "--by", "comm, pidd", "demo.data"], "mean pid?\n  comm, pidd\n        ^\n"),
    (["fields", "demo.data"], "fields takes no FILE"),
    (["print", "-F", "pid,zzzzzzzz", "demo.data"], "zzzzzzzz is not a field"),
    # Options of other commands.
    (["count", "-n", "3", "demo.data"], "-n; it is an option of perfnav print\n"),
    (["info", "--tid", "3", "demo.data"], "--tid; it is an option of perfnav print, count, slice, annotate\n"),
    (["print", "--by", "pid", "demo.data"], "--by"),
    (["index", "--no-index", "demo.data"], "--no-index"),
    (["info", "--force", "demo.data"], "--force"),
    (["fields", "-q"], "-q"),
    (["slice", "-o", "x", "-n", "3", "demo.data"], "-n"),
    (["slice", "demo.data"], "-o OUT"),
    (["completion"], "bash, zsh or fish"),
    (["completion", "tcsh"], "bash, zsh or fish"),
    (["completion", "bash", "zsh"], "bash, zsh or fish"),
    (["--force", "demo.data"], "--force"),
    (["print", "--goto", "3", "demo.data"], "--goto; it is an option of perfnav without a command"),
    (["--screen", "80", "--script", "script", "demo.data"], "--screen"),
    (["--screen", "80x24x3", "--script", "script", "demo.data"], "--screen"),
    (["--screen", "-5x-5", "--script", "script", "demo.data"], "--screen"),
    (["--screen", "99999x99999", "--script", "script", "demo.data"], "--screen"),
    (["--goto", "nowhere", "--script", "script", "demo.data"], "expected"),
    (["--script", "wrong", "demo.data"], ":resize"),
    (["--cmd", ":threads", "demo.data"], "--cmd needs --batch"),
    (["--goto", "5", "demo.data"], "--goto needs --batch and --cmd"),
    (["--follow", "demo.data"], "--follow needs a terminal"),
]


def check_help():
    whole = run("--help")
    check("--help: status 0, nothing on standard error", whole, whole.clean())
    check("... starts with how to call it", whole, whole.out.startswith("Usage: perfnav "))
    for command in COMMANDS:
        check(f"... names the command {command}", whole, f"  perfnav {command} " in whole.out)
        one = run(command, "--help")
        check(f"{command} --help: status 0, how to call it", one,
              one.clean() and one.out.startswith(f"Usage: perfnav {command}"))
        check("... each line fits 100 columns", one, max(map(len, one.lines())) <= 100)
        short = run(command, "-h")
        check(f"{command} -h is the same", short, short.clean() and short.out == one.out)
    version = run("--version")
    check("--version", version, version.clean() and version.out.split()[0] == "perfnav" and
          len(version.lines()) == 1)


def check_wrong():
    cli.script(":dump screen\n")
    cli.script(":resize 7\n", "wrong")
    for args, message in WRONG:
        result = run(*args)
        check(f"{' '.join(args)}: status 2", result, result.status == 2)
        check(f"... says: {message}", result, message in result.err)
        check("... and nothing on standard output", result, not result.out_bytes)
        check("... each line of the message begins with the program's name or gives advice", result,
              result.err.startswith("perfnav: "))


def check_forms():
    """One option, written in all ways."""
    want = run("print", "-n", "3", "demo.data")
    for args in (["-n3"], ["--max", "3"], ["--max=3"], ["-qn3"], ["-qn", "3"], ["-n", "0x3"]):
        got = run("print", *args, "demo.data")
        check(f"print {' '.join(args)} is print -n 3", got, got.clean() and got.out == want.out)
    want_fields = run("print", "-F", "pid,comm", "demo.data")
    got = run("print", "-F", " pid, comm,", "demo.data")
    check("blanks may stand beside the commas of fields", got,
          got.clean() and got.out == want_fields.out)
    got = run("print", "demo.data", "-n", "3")
    check("options may stand behind the file", got, got.out == want.out)
    cli.copy("demo.data", "-n.data")
    got = run("print", "-n3", "--", "-n.data")
    check("what stands behind -- is a file", got, got.clean() and got.out == want.out)


def check_advice():
    """Files that are not there may be commands, or standard input."""
    for args, like in ((["pirnt"], "print"), (["countt", "demo.data"], "count"),
                       (["-q", "count", "demo.data"], "count")):
        result = run(*args)
        check(f"perfnav {' '.join(args)}: an error, and nothing is printed", result,
              result.status == 2 and not result.out and
              f"did you mean perfnav {like}? The command comes first\n" in result.err)
    for args, advice in ((["reporting"], "Try perfnav --help\n"), ([], "Try perfnav --help\n"),
                         (["info"], "Try perfnav info --help\n"), (["nosuch.data"], None)):
        result = run(*args)
        want = f"\n{advice}" if advice else "No such file or directory\n"
        check(f"perfnav {' '.join(args)}: status 3, says: {advice}", result, result.status == 3 and
              (want in result.err if advice else result.err.endswith(want)))
    result = run(before=["sh", "-c", "true | \"$@\"", "sh"])
    check("a pipe and no perf.data: standard input is -", result,
          result.status == 3 and "To read standard input, give the FILE -" in result.err)


cli.copy("demo.data")
check_advice()
check_help()
check_wrong()
check_forms()
sys.exit(tap.done())
