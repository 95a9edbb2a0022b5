#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What users of perf and git expect: commands of perf, its settings, a pager, help of a command."""
import os
import pathlib
import pty
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

FILE = "demo.data"


# ---- commands of perf ----

def check_perf_commands():
    for args in (["report"], ["report", "-i", FILE, "--stdio"], ["script", "-F", "ip"], ["sched", "timehist"], ["c2c"]):
        got = run(*args)
        check(f"perfnav {' '.join(args)}: status 2, and what does it here", got,
              got.status == 2 and not got.out and f"{args[0]} is a command of perf" in got.err and "perfnav " in got.err)
    got = run("report")
    for line in got.err.splitlines():
        if line.startswith("  perfnav count"):
            told = run(*line.replace("FILE", FILE).split()[1:])
            check(f"{line.strip()}: works", told, told.status == 0 and told.out)
    tap.ok("perfnav count" in got.err, "... of report one is a table")
    os.symlink(cli.CWD / FILE, cli.CWD / "report")
    got = run("report", "--batch", "--cmd", ":where")
    check("a recording of such a name is opened", got, got.clean() and "record 0 of" in got.out)


# ---- help ----

def check_help():
    for command in ("index", "print", "count", "help"):
        check(f"help {command} is {command} --help", (got := run("help", command)),
              got.clean() and got.out == run(command, "--help").out)
    check("help alone is --help", (got := run("help")), got.clean() and got.out == run("--help").out)
    check("help of what is no command", (got := run("help", "walk")), got.status == 2 and "walk: no such command; perfnav --help lists them" in got.err)


# ---- the build-id cache of perf's settings ----

def check_perfconfig():
    home = pathlib.Path(cli.ENV["HOME"])
    plain = cli.alone(cli.DATA / FILE)
    config = home / ".perfconfig"
    cache = cli.CWD / "cache"
    empty = cli.CWD / "empty"
    cache.symlink_to(cli.DATA / f"{FILE}.debug")
    empty.mkdir()

    def named(*options, **env):
        """Are there names of functions of the program?"""
        got = run("count", "--no-index", "--by", "sym", *options, plain, env=env)
        return "compare_shade" in got.out

    tap.ok(not named(), "no cache: no names")
    config.write_text(f"[buildid]\n\tdir = {cache} # the cache\n")
    tap.ok(named(), "buildid.dir of ~/.perfconfig")
    tap.ok(named(PERF_BUILDID_DIR=str(empty)), "... counts before PERF_BUILDID_DIR")
    tap.ok(not named("--buildid-dir", empty), "... and --buildid-dir before it")
    tap.ok(not named(PERF_CONFIG_NOGLOBAL="1"), "PERF_CONFIG_NOGLOBAL leaves it out")
    config.write_text(f"[ui]\n\tdir = /nowhere\n[BuildId]\n; dir = /nowhere\n  Dir=\"{cache}\"\n[report]\ndir=/nowhere\n")
    tap.ok(named(), "quotes, comments, other sections, upper case")
    other = cli.CWD / "perfconfig"
    other.write_text("[buildid]\ndir = /nowhere\n")
    tap.ok(not named(PERF_CONFIG=str(other)), "PERF_CONFIG names the only file")
    other.write_text("[buildid\ndir\n=\n\"\n[]\n")
    tap.ok(not named(PERF_CONFIG=str(other)), "... which may hold anything")
    config.unlink()
    tap.ok(named(PERF_BUILDID_DIR=str(cache)), "PERF_BUILDID_DIR, where nothing is set")
    (home / "kept").symlink_to(cache)
    config.write_text("[buildid]\ndir = ~/kept\n")
    tap.ok(named(), "~/ is the home")
    config.unlink()


# ---- a pager ----

def in_terminal(*args, **env):
    """The output of a command on a terminal, and its status."""
    pid, fd = pty.fork()
    if pid == 0:
        os.chdir(cli.CWD)
        os.execve(cli.PERFNAV, [str(cli.PERFNAV), *map(str, args)], {**cli.ENV, **env})
    out = b""
    while True:
        try:
            piece = os.read(fd, 65536)
        except OSError:
            break
        if not piece:
            break
        out += piece
    os.close(fd)
    return out.decode().replace("\r\n", "\n"), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def check_pager():
    plain = run("fields").out
    first = plain.splitlines()[0] + "\n"
    out, status = in_terminal("fields", PERFNAV_PAGER="head -n 1", PAGER="false")
    tap.ok((out, status) == (first, 0), "PERFNAV_PAGER on a terminal", [out[:300], str(status)])
    out, status = in_terminal("fields", PAGER="sed -n 1p; cat >/dev/null")
    tap.ok((out, status) == (first, 0), "... or PAGER, a command of the shell", [out[:300], str(status)])
    for pager in ("", "cat"):
        out, status = in_terminal("fields", PERFNAV_PAGER=pager)
        tap.ok((out, status) == (plain, 0), f"{pager or 'an empty one'} is none", [out[:300], str(status)])
    out, status = in_terminal("fields", "--no-pager", PERFNAV_PAGER="head -n 1")
    tap.ok((out, status) == (plain, 0), "--no-pager", [out[:300], str(status)])
    out, status = in_terminal("fields", PATH="/nonexistent")
    tap.ok((out, status) == (plain, 0), "no less: no pager", [out[:300], str(status)])
    for args in (("info", FILE), ("count", FILE), ("print", "-n", "3", FILE), ("help",), ("annotate", "compare_shade", cli.DATA / FILE)):
        out, _ = in_terminal(*args, PERFNAV_PAGER="sed 's/^/paged: /'")
        tap.ok(out.startswith("paged: "), f"{args[0]} is paged", [out[:200]])
    for args in (("index", FILE), ("completion", "bash")):
        out, _ = in_terminal(*args, PERFNAV_PAGER="sed 's/^/paged: /'")
        tap.ok(out and "paged: " not in out, f"{args[0]} is not", [out[:200]])
    out, status = in_terminal("print", FILE, "--fail-if", "type == SAMPLE", PERFNAV_PAGER="cat >/dev/null; echo end")
    tap.ok("end\n" in out and status == 5, "the status is that of the command", [out[:300], str(status)])
    check("into a pipe there is none", (got := run("fields", env={"PERFNAV_PAGER": "false"})), got.out == plain)


def main():
    cli.copy(FILE)
    check_perf_commands()
    check_help()
    check_perfconfig()
    check_pager()
    return tap.done()


sys.exit(main())
