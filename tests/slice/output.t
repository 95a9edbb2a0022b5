#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a slice goes: what is replaced and what is not, and what is left behind when it fails."""
import os
import pathlib
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import slices  # noqa: E402
from slices import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

FILE = "demo.data"


def listing():
    return sorted(path.name for path in cli.CWD.iterdir())


def slice_to(out, *args, file=FILE, **more):
    return run("slice", "-q", "-p", "7353", "-o", out, *args, file, **more)


def check_refused():
    before = listing()
    for args, message in ((["-p", "1"], "needs -o"), (["-o", ""], "needs -o"),
                          (["-o", "x.data", "demo.data"], "one FILE"),
                          (["-o", "x.data", "-f", "pid =="], "filter")):
        result = run("slice", *args, FILE)
        check(f"slice {' '.join(args)}: status 2", result,
              result.status == 2 and message in result.err and not result.out)
    result = slice_to("x.data", file="missing")
    check("a recording that is missing: status 3", result, result.status == 3)
    result = slice_to("no/such/folder/x.data")
    check("a folder that is missing: status 4", result, result.status == 4)
    tap.ok(listing() == before, "... and nothing is left behind", listing())


def check_replaced():
    first = slice_to("out.data")
    out = cli.CWD / "out.data"
    check("a new file", first, first.clean() and out.stat().st_mode & 0o7777 == 0o600)
    bytes_before = out.read_bytes()
    result = slice_to("out.data")
    check("a file that is there: status 2", result, result.status == 2 and "--force" in result.err)
    out.write_bytes(b"precious")
    slice_to("out.data")
    tap.ok(out.read_bytes() == b"precious", "... and it stays")
    out.chmod(0o644)
    result = slice_to("out.data", "--force")
    check("--force replaces it", result, result.clean() and out.read_bytes() == bytes_before and
          out.stat().st_mode & 0o7777 == 0o600)
    out.unlink()


def check_input():
    """The recording is not replaced, whatever it is called."""
    os.symlink(FILE, cli.CWD / "link.data")
    os.link(cli.CWD / FILE, cli.CWD / "hard.data")
    shutil.copytree(cli.DATA / "threads.data", cli.CWD / "threads.data")
    whole = (cli.CWD / FILE).read_bytes()
    for out, file in ((FILE, FILE), ("./" + FILE, FILE), ("link.data", FILE), ("hard.data", FILE),
                      (FILE, "link.data"), ("threads.data/data", "threads.data"),
                      ("threads.data/data.9", "threads.data"), ("threads.data", "threads.data")):
        result = slice_to(out, "--force", file=file)
        check(f"a slice of {file} to {out}: refused", result, result.status == 2 and result.err)
    tap.ok((cli.CWD / FILE).read_bytes() == whole and
           not (cli.CWD / "threads.data/data.9").exists(), "... and the recordings stay")
    os.mkdir(cli.CWD / "folder")
    for out in ("folder", "/dev/null"):
        result = slice_to(out, "--force")
        check(f"--force does not replace {out}", result, result.status == 2)
    for name in ("link.data", "hard.data", "folder"):
        path = cli.CWD / name
        path.rmdir() if path.is_dir() else path.unlink()


def check_stdout():
    result = slice_to("-")
    check("-o -: a pipe stream on standard output (pipe.t)", result, result.clean() and
          result.out_bytes.startswith(b"PERFILE2\x10" + bytes(7)))
    with open("/dev/full", "wb") as full:
        result = slice_to("-", stdout=full)
    check("... a full disk there: status 4", result, result.status == 4 and "No space" in result.err)
    read, write = os.pipe()
    os.close(read)
    result = slice_to("-", stdout=write)
    os.close(write)
    check("... a closed pipe: status 0, not a word", result, result.clean())
    result = run("print", "--no-index", "--format", "json", "-", before=[
        "sh", "-c", f'"{cli.PERFNAV}" slice -q -p 7353 -o - {FILE} | "$@"', "sh"])
    check("... perfnav reads it from there", result, result.err_bytes == b"")


def check_failed():
    """Room for a part of the slice: it fails, and what was there before stays."""
    run("index", FILE)
    out = cli.CWD / "out.data"
    for blocks in (8, 64):
        before = listing()
        limit = ["sh", "-c", f'ulimit -f {blocks}; exec "$@"', "sh"]
        result = slice_to("out.data", before=limit)
        check(f"no room behind {blocks} blocks: status 4", result,
              result.status == 4 and "File too large" in result.err)
        tap.ok(listing() == before, "... and nothing is left behind", listing())
        out.write_bytes(b"precious")
        result = slice_to("out.data", "--force", before=limit)
        check("... nor is a file replaced", result,
              result.status == 4 and out.read_bytes() == b"precious")
        out.unlink()


def in_namespace(script):
    """A command to run perfnav by, where file systems can be mounted; None where they cannot."""
    before = ["unshare", "-rm", "sh", "-c", script, "sh"]
    probe = subprocess.run([*before, "true"], cwd=cli.CWD, stderr=subprocess.DEVNULL, check=False)
    return None if probe.returncode else before


def check_full_disk():
    disk = cli.CWD / "disk"
    disk.mkdir()
    before = in_namespace('mount -t tmpfs -o size=64k none disk || exit 77; "$@"; status=$?; '
                          'ls -A disk | grep -q . && exit 99; exit $status')
    if before:
        result = slice_to("disk/out.data", before=before)
        check("a full disk: status 4, and nothing is left behind", result,
              result.status == 4 and "No space left" in result.err)
    else:
        tap.skip("a full disk", "no file system can be mounted")
    disk.rmdir()


def check_no_proc():
    """Without /proc a file cannot be made without a name: it has another one until it is whole."""
    before = in_namespace('mount -t tmpfs none /proc || exit 77; "$@"')
    if not before:
        tap.skip("no /proc", "no file system can be mounted")
        return
    if b"__asan_init" in pathlib.Path(cli.PERFNAV).read_bytes():
        tap.skip("no /proc", "the address sanitizer needs it")
        return
    out = cli.CWD / "out.data"
    names = listing()
    result = slice_to("out.data", before=before)
    check("without /proc: a new file", result, result.clean() and
          listing() == sorted([*names, "out.data"]) and out.stat().st_mode & 0o7777 == 0o600)
    result = slice_to("out.data", before=before)
    check("... which is not replaced", result, result.status == 2)
    result = slice_to("out.data", "--force", before=before)
    check("... but with --force", result, result.clean())
    out.unlink()
    limit = in_namespace('mount -t tmpfs none /proc || exit 77; [ "$1" = true ] || ulimit -f 64; '
                         '"$@"')
    result = slice_to("out.data", before=limit)
    check("... and no room: status 4, nothing is left behind", result,
          result.status == 4 and listing() == names)


cli.copy(FILE)
check_refused()
check_replaced()
check_input()
check_stdout()
check_failed()
check_full_disk()
check_no_proc()
sys.exit(tap.done())
