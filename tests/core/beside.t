#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Symbols in the folders beside a recording, FILE.symfs and FILE.debug, and in a given build-id cache."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../cli"))
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

FILE = cli.CWD / cli.copy("demo.data", "there.data")
CACHE = cli.DATA / "demo.data.debug"
DSO = "tmp/perfnav-data/bin/photolab"
# No file of this machine.
ELSEWHERE = ("--no-index", "--symfs", "none", "-q")


def names(*args, env=None):
    """The functions of the samples."""
    got = run("print", *ELSEWHERE, "--type", "SAMPLE", "-F", "dso,sym", *args, FILE, env=env)
    return got, {tuple(line.split(maxsplit=1)) for line in got.lines()}


def has(what, want, *args, env=None):
    got, found = names(*args, env=env)
    functions = {pair[-1] for pair in found if pair[0] == "/" + DSO}
    check(what, got, got.clean() and ("scan_frame" in functions) == want)
    return found


def elf():
    return next((CACHE / DSO).glob("*/elf"))


def own(kind):
    folder = pathlib.Path(f"{FILE}.{kind}")
    shutil.rmtree(folder, ignore_errors=True)
    return folder


def check_symfs():
    program = own("symfs") / DSO
    program.parent.mkdir(parents=True)
    shutil.copy(elf(), program)
    has("FILE.symfs: files by their paths", True)
    data = program.read_bytes()
    build_id = bytes.fromhex(elf().parent.name)
    tap.ok(data.count(build_id) == 1, "the program has the build id of its folder")
    program.write_bytes(data.replace(build_id, bytes(20)))
    has("... but not one with another build id", False)
    own("symfs")


def check_cache():
    shutil.copytree(CACHE, own("debug"), symlinks=True)
    found = has("FILE.debug: a build-id cache", True)
    tap.ok({"do_syscall_64", "__schedule"} & {name for pair in found for name in pair[1:]},
           "... with names of the kernel", sorted(map(str, found))[:9])
    own("debug")
    has("without it: no names", False)
    has("--buildid-dir DIR", True, "--buildid-dir", CACHE)
    has("PERF_BUILDID_DIR", True, env={"PERF_BUILDID_DIR": str(CACHE)})
    has("... which --buildid-dir goes before", False, "--buildid-dir", cli.CWD,
        env={"PERF_BUILDID_DIR": str(CACHE)})
    (cli.SCRATCH / "home/.debug").symlink_to(CACHE.resolve())
    has("~/.debug", True)
    (cli.SCRATCH / "home/.debug").unlink()


def check_perf():
    """perf names the same functions by the same cache."""
    done = cli.tool("perf", "--buildid-dir", CACHE.resolve(), "script", "-i", FILE, "-G", "-F", "ip,sym,dso")
    if done.returncode:
        tap.skip("perf with the same cache", "perf script fails: is it installed?")
        return
    want = set(re.findall(rb"^\s*[0-9a-f]+ (\S+) \(/tmp/perfnav-data/bin/photolab\)$", done.stdout, re.M))
    _, found = names("--buildid-dir", CACHE)
    got = {pair[1].encode() for pair in found if len(pair) == 2 and pair[0] == "/" + DSO}
    tap.ok(got == want and len(want) > 10, "perf names the same functions by the same cache",
           [str(want ^ got)])


def check_archive():
    """What perf archive packs on one machine is a cache on another."""
    home, there = cli.SCRATCH / "archived", cli.SCRATCH / "unpacked"
    there.mkdir()
    shutil.copytree(CACHE, home / ".debug", symlinks=True)
    done = subprocess.run(["perf", "archive", FILE.name], cwd=cli.CWD, env=dict(cli.ENV, HOME=str(home)), check=False,
                          stdin=subprocess.DEVNULL, capture_output=True) if shutil.which("perf") else None
    packed = next(cli.CWD.glob(f"{FILE.name}.tar.*"), None)
    if not done or done.returncode or not packed:
        tap.skip("perf archive", "perf has no archive here: is it installed?")
        return
    unpacked = cli.tool("tar", "xf", packed, "-C", there)
    tap.ok(not unpacked.returncode, "perf archive: unpacked", [unpacked.stderr])
    has("... a cache: --buildid-dir", True, "--buildid-dir", there)
    shutil.move(there, own("debug"))
    has("... and FILE.debug", True)
    own("debug")


def check_added():
    """A program that perf buildid-cache has added."""
    cache = cli.SCRATCH / "added"
    program = cli.SCRATCH / "photolab"
    shutil.copy(elf(), program)
    done = cli.tool("perf", "--buildid-dir", cache, "buildid-cache", "--add", program)
    if done.returncode or not cache.exists():
        tap.skip("perf buildid-cache", "perf buildid-cache fails: is it installed?")
        return
    program.unlink()
    has("perf buildid-cache --add: found by its build id", True, "--buildid-dir", cache)
    cli.tool("perf", "--buildid-dir", cache, "buildid-cache", "--purge-all")
    has("... and no more after --purge-all", False, "--buildid-dir", cache)


has("nothing beside it: no names", False)
check_symfs()
check_cache()
check_perf()
check_archive()
check_added()
sys.exit(tap.done())
