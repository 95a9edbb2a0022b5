#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""print --order time and causal against plain sorts of what print prints in file order.

Of every recording of the corpus, and of those below the folders given as arguments.
"""
import re
import shutil
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402
from corpus import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

ALL_ONES = (1 << 64) - 1
STATES = {"COMM", "FORK", "EXIT", "MMAP", "MMAP2", "KSYMBOL", "BPF_EVENT", "NAMESPACES", "CGROUP",
          "TEXT_POKE"}
FIELDS = ("--format", "json", "-F", "file,ordinal,type,stream,offset,time,tid")


def rows(*args):
    result = run("print", "--no-index", "-q", *FIELDS, *args)
    if result.status not in corpus.READ:
        check(f"print {' '.join(map(str, args))}", result, False)
        return []
    return result.objects()


def is_timed(row):
    return row.get("time", 0) not in (0, ALL_ONES)


def with_keys(in_file):
    """Each row with its key: a row without a time has that of the row before in its stream."""
    last, keyed = {}, []
    for row in in_file:
        stream = row.get("file"), row["stream"]
        if is_timed(row):
            last[stream] = row["time"]
        keyed.append((last.get(stream, 0), row))
    return keyed


def has_times(*paths):
    """Does any event ask for times on other records than samples?"""
    for path in paths:
        events = run("info", "--no-index", "-q", "--json", path).objects()[0]["events"]
        if not any("sample_id_all" in event.get("flags", ()) for event in events):
            return False
    return True


def by_time(keyed):
    return [row for _, row in sorted(keyed, key=lambda entry: entry[0])]


def causal(keyed):
    def place(entry):
        key, row = entry
        state = row["type"] in STATES
        return -1 if state and not is_timed(row) else key, not state
    return [row for _, row in sorted(keyed, key=place)]


def difference(want, got):
    for i, (a, b) in enumerate(zip(want, got)):
        if a != b:
            return [f"at {i}: should be {a}, is {b}"]
    return [f"should be {len(want)} rows, are {len(got)}"]


def check_recording(*paths):
    name = " and ".join(path.name for path in paths)
    in_file = rows(*paths)
    keyed = with_keys(in_file)
    timed = has_times(*paths)
    in_time = by_time(keyed) if timed else in_file
    got = rows("--order", "time", *paths)
    tap.ok(got == in_time, f"{name}: {len(got)} rows by time", difference(in_time, got))
    want = causal(keyed) if timed else in_file
    got = rows("--order", "causal", *paths)
    tap.ok(got == want, f"{name}: causes first", difference(want, got))
    return in_time


def check_parts(path, in_time):
    """Parts of the order: --skip, -n, a filter."""
    n = len(in_time)
    for skip, count in ((0, 7), (n // 3, 100), (n - 3, 10), (n, 1)):
        got = rows("--order", "time", "--skip", str(skip), "-n", str(count), path)
        tap.ok(got == in_time[skip:skip + count], f"{path.name}: {count} rows from {skip} on",
               difference(in_time[skip:skip + count], got))
    tid = in_time[n // 2].get("tid", 0)
    want = [row for row in in_time if row.get("tid") == tid]
    got = rows("--order", "time", "-f", f"tid == {tid}", path)
    tap.ok(want and got == want, f"{path.name}: those of thread {tid}", difference(want, got))
    got = rows("--order", "time", "-f", f"tid == {tid}", "--skip", "3", "-n", "5", path)
    tap.ok(got == want[3:8], f"{path.name}: some of them", difference(want[3:8], got))


def many_streams(name, streams):
    """A directory with a stream many times over: more blocks of one time than are merged."""
    folder = cli.CWD / "streams.data"
    shutil.copytree(cli.DATA / name, folder, ignore=shutil.ignore_patterns("*.pnx*"))
    stream = (folder / "data.0").read_bytes()
    for i in range(streams):
        (folder / f"data.{i}").write_bytes(stream)
    return folder


def with_times(name, to, times):
    """A recording whose samples have other times; the samples are those of overwrite.data."""
    data = bytearray((cli.DATA / name).read_bytes())
    at = 0
    for row in rows(cli.DATA / name):
        if is_timed(row) and row["type"] == "SAMPLE":
            found = data.index(struct.pack("<Q", row["time"]), row["offset"])
            struct.pack_into("<Q", data, found, times[at % len(times)])
            at += 1
    (cli.CWD / to).write_bytes(data)
    return cli.CWD / to


def perf_samples(path):
    """Thread and time of each sample as perf script has them."""
    done = subprocess.run(["perf", "script", "--ns", "-F", "tid,time", "-i", path],
                          capture_output=True, text=True, check=False)
    return [list(found) for found in re.findall(r"^ *(-?\d+) +([\d.]+): *$", done.stdout, re.M)]


def check_perf():
    """Where perf's order is one of time, ours is the same one."""
    compared = 0
    for path in corpus.below(cli.DATA):
        theirs = perf_samples(path)
        ours = [line.split() for line in
                run("print", "--no-index", "-q", "--order", "time", "--type", "SAMPLE",
                    "-F", "tid,time", path).lines()]
        times = [float(time) for _, time in theirs]
        # A group's counts make samples of their own there; some recordings perf cannot read.
        if len(ours) != len(theirs) or not ours or times != sorted(times):
            continue
        compared += 1
        tap.ok(ours == theirs, f"{path.name}: {len(ours)} samples as perf script orders them",
               difference(theirs, ours))
    tap.ok(compared > 5, f"{compared} recordings are ordered by perf as by perfnav")


def main():
    for path in corpus.recordings():
        check_recording(path)
    for name in ("system.data", "overwrite.data", "compressed.data", "threads.data"):
        path = cli.DATA / name
        check_parts(path, by_time(with_keys(rows(path))))
    folder = many_streams("threads.data", 130)
    check_parts(folder, check_recording(folder))
    check_recording(with_times("demo.data", "hostile.data",
                               [ALL_ONES - 1, 1, 0, ALL_ONES, 1 << 63, 5, 5, 5, 1 << 40]))
    check_recording(cli.DATA / "rotated.1.data", cli.DATA / "rotated.2.data")
    check_recording(cli.DATA / "system.data", cli.DATA / "demo.data")
    if shutil.which("perf"):
        check_perf()
    else:
        tap.skip("as perf script orders them", "perf is not installed")
    return tap.done()


sys.exit(main())
