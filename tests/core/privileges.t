#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a recording names is not run, not given to a shell, and not opened but as a file of symbols:
a recording whose every name is a trap, in all commands. Files that are kept belong to the user
alone. With strace the system calls are looked at, too.
"""
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

TRAPS = cli.SCRATCH / "traps"
SPRUNG = TRAPS / "sprung"
DESCRIPTION = """
include "{abi}"
attr type=SOFTWARE config=0 sample_period=1 size=128 name="{name}"
	sample_type=S_IP|S_TID|S_TIME|S_CALLCHAIN|S_ADDR flags=F_COMM|F_MMAP|F_MMAP2|F_SAMPLE_ID_ALL
feature HOSTNAME fstr "{shell}"
feature OSRELEASE fstr "../../{program}"
feature ARCH fstr "x86_64"
feature 11 u32 2 fstr "{program}" "{shell}"
feature EVENT_DESC event_desc
record COMM misc=COMM_EXEC u32 7 7 str "{shell8}" pad8 u32 7 7 u64 1
{maps}
{samples}
"""
MAP = """record MMAP2 misc=USER u32 7 7 u64 0x{start:x} 4096 0 u32 8 1 u64 {n} 1 u32 5 2
	str "{path}" pad8 u32 7 7 u64 2"""
SAMPLE = """record SAMPLE misc=USER u64 0x{start:x}+16 u32 7 7 u64 {time} 0x{start:x}+24
	u64 2 CTX_USER 0x{start:x}+16"""


def traps():
    """A program that leaves a mark, a FIFO, names that a shell would take for commands."""
    TRAPS.mkdir()
    program = TRAPS / "program"
    program.write_text(f"#!/bin/sh\ntouch {SPRUNG}\n")
    program.chmod(0o755)
    os.mkfifo(TRAPS / "fifo")
    (TRAPS / "folder").mkdir()
    shell = f"$(touch {SPRUNG});`touch {SPRUNG}`|touch {SPRUNG};'"
    return program, shell


def build():
    program, shell = traps()
    paths = [program, TRAPS / "fifo", TRAPS / "folder", "/dev/zero", "/dev/tty", shell,
             f"/tmp/{shell}", "|" + str(program), f"{program};{program}", "-", "--version",
             "/proc/self/fd/0", f"{TRAPS}/../traps/fifo", f"/tmp/perf-7.map", "//anon"]
    places = [(0x400000 + i * 0x10000, i) for i in range(len(paths))]
    text = DESCRIPTION.format(
        abi=cli.CASES / "abi.inc", name=shell.replace("'", ""), shell=shell,
        shell8="`$(x)`", program=program,
        maps="\n".join(MAP.format(start=s, n=i + 1, path=paths[i]) for s, i in places),
        samples="\n".join(SAMPLE.format(start=s, time=10 + i) for s, i in places))
    (cli.CWD / "traps.mk").write_text(text)
    done = subprocess.run([cli.MK, "traps.mk", "traps.data"], cwd=cli.CWD, check=False,
                          stderr=subprocess.PIPE)
    if done.returncode:
        tap.bail_out(done.stderr.decode())
        sys.exit(1)


KEYS = cli.script(":wait\nG\nvc\n:wait\n:dump chain\nq\nL\n:wait\n::symbols<Enter>\n:wait\n"
                  ":dump x\nq\nq\n")
FIELDS = "sym,dso,srcline,addr.sym,comm,callchain"
COMMANDS = (("info",), ("index",), ("count", "--by", "sym,dso,comm"), ("print", "-F", FIELDS),
            ("print", "--format", "json"), ("print", "--format", "perf-script", "--inline"),
            ("slice", "--force", "-q", "-o", "out.data"), ("--script", KEYS),
            ("--batch", "--cmd", ":symbols"))


def calls(log):
    """The paths that were opened, the programs that were run, and the whole list."""
    text = log.read_text(errors="replace")
    opened = re.findall(r'open(?:at)?\([^"]*"([^"]*)"', text)
    return opened, re.findall(r'execve\("([^"]*)"', text), text


def works(name):
    """The program, where it is installed and may do its work."""
    path = shutil.which(name)
    return path if path and not subprocess.run([path, "-o", "/dev/null", "true"], check=False,
                                               stderr=subprocess.DEVNULL).returncode else None


def check_commands():
    strace = works("strace")
    log = cli.SCRATCH / "calls"
    for args in COMMANDS:
        title = " ".join(args[:3])
        before = [strace, "-f", "-qq", "-o", log, "-s", "400", "-e",
                  "trace=open,openat,execve,connect,socket"] if strace else []
        # Leaks cannot be looked for under strace.
        env = {"ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}
        result = run(*args, "traps.data", before=before, env=env)
        check(f"{title}: done, and nothing of it was run", result,
              result.status == 0 and not SPRUNG.exists())
        if not strace:
            continue
        opened, programs, text = calls(log)
        wrong = [p for p in opened if p in (f"{TRAPS}/fifo", f"{TRAPS}/folder", "/dev/zero",
                                            "/proc/self/fd/0") or "../traps/fifo" in p]
        check(f"{title}: no FIFO, folder or device that it names is opened: {wrong}", result, not wrong)
        if "-F" in args:
            check("... but a file with code is, for its symbols", result,
                  str(TRAPS / "program") in opened)
        check(f"{title}: no other program is run, no server asked", result,
              len(programs) == 1 and not re.search(r"AF_INET|AF_UNIX", text.replace("socketpair", "")))


def check_modes():
    """What is kept: 0600, folders 0700, whatever the umask is."""
    state = {"XDG_CONFIG_HOME": str(cli.CWD / "nothing")}
    os.umask(0)
    shutil.copy(cli.DATA / "flat.data", cli.CWD)
    before = cli.weaken() or []
    run("--batch", "--cmd", ":200", "--cmd", ":note here", "flat.data", env=state)
    run("--script", cli.script(":wait\nyy\nmA\n&pid > 0<Enter>\nq\n", "keys"), "flat.data", env=state)
    run("print", "-F", "sym", "flat.data")
    cli.LOCKED.chmod(0o755)
    shutil.copy(cli.DATA / "fp.data", cli.LOCKED)
    cli.LOCKED.chmod(0o555)
    result = run("index", "locked/fp.data", before=before)
    wrong, seen = [], 0
    for path in [*(cli.SCRATCH / "home").rglob("*"), *cli.CWD.rglob("*.pnx*")]:
        mode = stat.S_IMODE(path.lstat().st_mode)
        # Made by this test, not by the program.
        if path.name in (".config", "config") or path.parent.name == ".config":
            continue
        seen += 1
        if mode & 0o077:
            wrong.append(f"{path} {mode:o}")
    check(f"{seen} files and folders that are kept are nobody else's: {wrong}", result,
          seen > 5 and not wrong)


build()
check_commands()
check_modes()
tap.done()
