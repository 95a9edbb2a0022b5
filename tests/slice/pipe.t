#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""slice -o - writes a pipe stream: perfnav reads the same records from it, and perf script -i - reads it."""
import json
import subprocess
import sys

sys.dont_write_bytecode = True
import slices  # noqa: E402
from slices import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

GIVEN = ("demo.data", "churn.data", "stat.data", "compressed.data", "pipe.data", "pipe_compressed.data",
         "threads.data", "killed.data", "tracepoints.data", "fp.data")
MADE = ("records_be", "version1", "attr_new", "pt", "deferred", "dir_threads", "damage", "simpleperf", "unfinished")
# Of these perf script shows the same as of a file; elsewhere it chooses other columns for a pipe.
SAME = ("sched.data", "compressed.data", "threads.data", "tracepoints.data", "fp.data", "stat.data", "read.data")
# About the container of a file, or made anew: perf has no need of them in a stream.
CONTAINER = {"AUXTRACE", "DIR_FORMAT", "COMPRESSED", "BRANCH_STACK", "STAT", "BUILD_ID"}


def streamed(path, name, *args):
    """Path and result of a slice of it as a pipe stream."""
    out = cli.CWD / name
    with open(out, "wb") as stream:
        result = run("slice", "-q", "--no-index", "-o", "-", *args, path, stdout=stream)
    return out, result


def kept(path):
    return [slices.placeless(obj) for obj in slices.records(path) if obj["type"] not in slices.IN_HEADER]


def features(path):
    found = run("info", "--json", "--no-index", path).objects()[0]
    return ({key: value for key, value in found["features"].items() if key not in CONTAINER},
            [(event["name"], event.get("ids")) for event in found["events"]])


def check_records(path):
    for args in ([], ["--type", "SAMPLE"], ["-f", "n % 3 == 0"]):
        stream, result = streamed(path, "x.pipe", *args)
        file, other = slices.slice_of(path, "x.data", "-q", *args)
        want = [obj for obj in kept(file) if want_round(obj, file)]
        check(f"{path.name} {' '.join(args)}: the records of a pipe stream", result,
              kept(stream) == want and result.status == other.status and result.err_bytes == other.err_bytes.replace(b"x.data", b"-"))
        # Those of simpleperf have no size of their own: records are padded.
        if not path.name.startswith("simpleperf") and features(stream) != features(file):
            tap.ok(False, "... and its features", [str(features(stream))[:900], str(features(file))[:900]])
    head = stream.read_bytes()[:16]
    tap.ok(head in (b"PERFILE2\x10" + bytes(7), b"2ELIFREP" + bytes(7) + b"\x10"), "... is what the header says")


def want_round(obj, file):
    """A file without records has a round in their place."""
    return obj["type"] != "FINISHED_ROUND" or len(slices.records(file)) > 1


def perf_pipe(command, stream, *args):
    with open(stream, "rb") as f:
        done = subprocess.run([slices.PERF, command, *args, "-i", "-"], cwd=cli.CWD, env=cli.ENV, stdin=f,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=100, check=False)
    return done.returncode, done.stdout, done.stderr


def check_perf():
    if not slices.PERF:
        tap.skip("perf reads a pipe stream", "there is no perf")
        return
    names = ("--kallsyms", slices.NAMES)
    for name in SAME:
        path = cli.DATA / name
        file = slices.slice_of(path, "p.data", "-q")[0]
        stream = streamed(path, "p.pipe")[0]
        want, got = slices.perf("script", "-i", file), perf_pipe("script", stream, *names)
        tap.ok(got[0] == want[0] == 0 and got[1] == want[1] != b"", f"{name}: perf script -i - of a slice is that of a file",
               [str(got[2])[:300], f"{len(got[1])} bytes, not {len(want[1])}"])
    stream, _ = streamed(cli.DATA / "pipe.data", "p.pipe")
    want, got = (perf_pipe("script", path, *names) for path in (cli.DATA / "pipe.data", stream))
    tap.ok(want[:2] == got[:2] and want[1], "pipe.data: ... that of the capture", [str(got[2])[:300]])
    stream, _ = streamed(cli.DATA / "fp.data", "p.pipe", "-f", "n % 2 == 0")
    got = perf_pipe("report", stream, "--stats", "--stdio")
    samples = len(slices.records(cli.DATA / "fp.data", "-f", "n % 2 == 0", "--type", "SAMPLE"))
    tap.ok(got[0] == 0 and any(line.split()[:3] == [b"SAMPLE", b"events:", b"%d" % samples] for line in got[1].splitlines()),
           f"fp.data: perf report -i - counts its {samples} samples", [str(got)[:600]])


def main():
    for name in GIVEN:
        check_records(cli.DATA / name)
    for name in MADE:
        check_records(cli.CWD / cli.make(name))
    check_perf()
    info = json.dumps(features(streamed(cli.DATA / "demo.data", "i.pipe")[0])[0])
    tap.ok('"HOSTNAME"' in info and '"SAMPLE_TIME"' in info, "its features are in the stream", [info[:300]])
    return tap.done()


sys.exit(main())
