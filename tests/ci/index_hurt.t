#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Indexes where the disk is full, and more of tests/core/index_trust.t: 1000 turned bits.

A small tmpfs in a mount namespace is the disk; where none can be had that part is skipped.
"""
import os
import pathlib
import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / name) for name in ("cli", "core")]
import cli  # noqa: E402
import stress  # noqa: E402
from cli import tap  # noqa: E402

BYTES = 20_000_000
TAKINGS = 25  # runs of each command where another takes the room
# Mounts a tmpfs of so many KiB at a folder, copies the recording to it, runs perfnav there. FILL: not a
# byte is left.
INSIDE = """mount -t tmpfs -o size="$1"k none "$2" && cp "$3" "$2"/it.data && cd "$2" && shift 3 &&
{ test -z "$FILL" || cat /dev/zero >fill 2>/dev/null || :; } && "$@"; status=$?; ls -A >&3; exit $status"""


def on_disk(kib, path, *args, env=None, inside=INSIDE):
    """perfnav with the recording on a disk of that size: status, output, errors, files left."""
    folder = cli.CWD / "disk"
    folder.mkdir(exist_ok=True)
    names, told = os.pipe()
    with subprocess.Popen(["unshare", "-rm", "sh", "-c", f"exec 3>&{told}; {inside}", "sh", str(kib),
                           folder, path, cli.PERFNAV, *args], cwd=cli.CWD, pass_fds=[told],
                          env={**cli.ENV, **(env or {})}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as job:
        os.close(told)
        out, err = job.communicate(timeout=120)
    with os.fdopen(names) as stream:
        return job.returncode, out.decode("utf-8", "replace"), err.decode(), stream.read().split()


def check_full():
    path = stress.repeated("flat.data", "it.data", BYTES)
    want = cli.run("count", path)
    need = path.stat().st_size // 1024
    index = stress.pnx(path).stat().st_size // 1024
    status, _, err, _ = on_disk(2 * need, path, "count", "it.data")
    if status != want.status:
        tap.skip("a full disk", f"no tmpfs can be mounted: {err.strip()}")
        return
    for part in (0, 1, 5, 30, 60, 80):
        status, out, err, left = on_disk(need + 64 + index * part // 100, path, "count", "it.data")
        tap.ok((status, out) == (want.status, want.out),
               f"room for {part} % of the index: counted all the same", [str(status), err])
        tap.ok(len(err.splitlines()) == 1 and "not saved" in err and "No space left" in err,
               "one line says that the index is not saved", [err])
        tap.ok(left == ["it.data"], "and nothing is left", left)
    check_nowhere(path, need, index)


def check_nowhere(path, need, index):
    """No room for temporary files either, at any moment of the build: memory does."""
    keys = cli.CWD / cli.script(":wait\n20j\n&cpu == 0<Enter>\n:wait\nk\n:dump one\nq\n")
    commands = (["count", "--by", "comm,event"], ["print", "-n", "3"],
                ["print", "--no-index", "--order", "time", "-n", "3"],
                ["info"], ["print", "--format", "folded"], ["count", "--by", "ip", "--no-index"],
               ["slice", "-f", "n < 100", "-o", "-"], ["--no-state", "--order", "file", "--script", keys])
    disk = str(cli.CWD / "disk")
    for command in commands:
        want = cli.run(*command, path)
        if command == ["info"]:
            want.out = want.out.replace(str(path), "it.data")
        for room in (0, 64, 576, 576 + index // 2, 16384):
            status, out, err, left = on_disk(
                need + 4 + room, path, *command, "it.data",
                env={"TMPDIR": disk, "XDG_CACHE_HOME": f"{disk}/cache", "FILL": "1" if not room else ""})
            left = [name for name in left if name != "fill"]
            same = (status, out) == (want.status, want.out)
            said = "TMPDIR" in err or room > index or "--script" in command
            tap.ok(same and said and len(err.splitlines()) <= 3,
                   f"{' '.join(map(str, command[:3]))}: {room} KiB of room: the same answer",
                   [str(status), err])
            tap.ok(left in (["it.data"], ["it.data", "it.data.pnx"]), "nothing else is left", left)


# Somebody else fills the disk and frees it again, all the time: each sleep is a word of $PAUSES.
TAKEN = """mount -t tmpfs -o size="$1"k none "$2" && cp "$3" "$2"/it.data && cd "$2" && shift 3 && {
sh -c 'while :; do for pause in $PAUSES; do
sleep "$pause"; if test -e fill; then rm fill; else cat /dev/zero >fill 2>/dev/null; fi; done; done' & } &&
filler=$! && "$@"; status=$?; kill $filler; wait $filler 2>/dev/null; rm -f fill; ls -A >&3; exit $status"""


def check_taken():
    """Room that another takes and gives back at random moments: the answer, or what could not be done."""
    path = stress.repeated("flat.data", "it.data", BYTES)
    need = path.stat().st_size // 1024
    keys = cli.CWD / cli.script(":wait\n20j\n&cpu == 0<Enter>\n:wait\nk\n:dump one\nq\n")
    rng, disk = random.Random(17), str(cli.CWD / "disk")
    for command in (["count", "--by", "comm,event"], ["print", "--order", "time", "-n", "3"], ["info"], ["index"],
                    ["slice", "-f", "n < 100", "-o", "-"], ["slice", "-f", "n % 3 == 0", "-o", "out.data"],
                    ["--no-state", "--order", "file", "--script", keys]):
        want = None
        bad, full = [], 0
        for _ in range(TAKINGS):
            rate = rng.choice((5, 20, 100))
            pauses = " ".join(f"{rng.expovariate(rate):.4f}" for _ in range(20))
            status, out, err, left = on_disk(
                need + 20480, path, *command, "it.data", inside=TAKEN if want else INSIDE,
                env={"TMPDIR": disk, "XDG_CACHE_HOME": f"{disk}/cache", "PAUSES": pauses, "FILL": ""})
            if not want:
                want = out, sorted(left)
                tap.ok(not status and left, f"{' '.join(map(str, command[:3]))}: with room", [err])
                continue
            could_not = status == 4 and command[0] in ("index", "slice") and "No space left" in err
            full += "No space left" in err
            if not (could_not or (status == 0 and (out == want[0] or command[0] == "index"))):
                bad.append(f"status {status} {err}")
            if set(left) - set(want[1]) or (could_not and "out.data" in left):
                bad.append(f"left: {left}")
        tap.ok(not bad, f"... another takes the room: {TAKINGS - 1} runs, {full} of them found none", bad[:5])


# Runs a command of the shell where temporary files have a disk of so many KiB; FILL as above.
ELSEWHERE = """mount -t tmpfs -o size="$1"k none "$2" && export TMPDIR="$2" XDG_CACHE_HOME="$2/cache" &&
{ test -z "$FILL" || cat /dev/zero >"$2/fill" 2>/dev/null || :; } && set -- "$3" "$4" "$5" "$2" &&
eval "$3"; status=$?; ls -A "$4" >&3; exit $status"""
PIPED, COPIED = 'cat "$1" | "$2" count -', '"$2" count --no-index "$1"'


def with_room(kib, path, command):
    """The same of a command whose temporary files have so much room."""
    folder = cli.CWD / "disk"
    names, told = os.pipe()
    with subprocess.Popen(["unshare", "-rm", "sh", "-c", f"exec 3>&{told}; {ELSEWHERE}", "sh", str(kib or 4),
                           folder, path, cli.PERFNAV, command], pass_fds=[told],
                          env={**cli.ENV, "FILL": "" if kib else "1"}, cwd=cli.CWD, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as job:
        os.close(told)
        out, err = job.communicate(timeout=170)
    with os.fdopen(names) as stream:
        return job.returncode, out.decode(), err.decode(), [n for n in stream.read().split() if n != "fill"]


def check_beyond():
    """What memory cannot hold either: the message says what could not be done, and where room would help."""
    for source, size, commands in (("flat.data", 30_000_000, (PIPED, COPIED)),
                                   ("flat.data", 90_000_000, (COPIED,)),
                                   ("compressed.data", 20_000_000, (PIPED, COPIED))):
        path = stress.repeated(source, "much.data", size)
        want = cli.run("count", "--no-index", path)
        for command in commands:
            status, out, err, left = with_room(0, path, command)
            tap.ok((status, out, left) == (want.status, want.out, []) and "TMPDIR" in err,
                   f"{size} bytes of {source}, no room: {command}", [str(status), err, str(left)])
        path.unlink()
    path = stress.repeated("flat.data", "much.data", 90_000_000)
    status, out, err, left = with_room(0, path, PIPED)
    tap.ok(status == 4 and not out and not left and "cannot write the temporary copy" in err and
           "set TMPDIR to a folder" in err, "a pipe that memory cannot hold: status 4, and what would help",
           [str(status), err])
    path.unlink()
    path = stress.repeated("compressed.data", "much.data", 100_000_000)
    status, out, err, left = with_room(0, path, COPIED)
    told = re.search(r"set TMPDIR to a folder with about (\d+) MB of room", err)
    tap.ok(status == 4 and not out and not left and told,
           "compressed records that memory cannot hold: status 4, and how much room would help",
           [str(status), err])
    # What time order takes is known only when the index is complete.
    for _ in range(3):
        if status == 4 and told:
            status, out, err, _ = with_room(int(told.group(1)) * 1_000_000 // 1024, path, COPIED)
            told = re.search(r"set TMPDIR to a folder with about (\d+) MB of room", err)
    want = cli.run("count", "--no-index", path)
    tap.ok((status, out) == (want.status, want.out), "... and with so much it is counted", [str(status), err])
    path.unlink()


def check_flips():
    done = subprocess.run([HERE.parent / "core" / "index_trust.t"], check=False, timeout=170,
                          env={**os.environ, "COUNT": "1000"}, stdout=subprocess.PIPE, text=True)
    bad = [line for line in done.stdout.splitlines() if line.startswith("not ok")]
    tap.ok(done.returncode == 0 and not bad and "1000 turned bits" in done.stdout,
           "1000 turned bits of an index, and what else is in tests/core/index_trust.t", bad)


check_full()
if (cli.CWD / "disk").exists():
    check_taken()
    check_beyond()
check_flips()
sys.exit(tap.done())
