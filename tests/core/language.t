#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random expressions select what a second reading of the language selects (language.py).

usage: language.t [FOLDER...]: all of data/, and the recordings below these folders. SEED and COUNT in
the environment choose other expressions, and how many; LARGEST the most records of a recording.
"""
import concurrent.futures
import json
import multiprocessing
import os
import random
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402
import cli  # noqa: E402
import language  # noqa: E402
from cli import run, shorten, tap  # noqa: E402

SEED = int(os.environ.get("SEED", "1"))
COUNT = int(os.environ.get("COUNT", "250"))
LARGEST = int(os.environ.get("LARGEST", "1500"))
# Without folders in the arguments these are enough.
DATA = ("fp.data", "mixed.data", "group.data", "read.data", "odd_comms.data", "sched.data",
        "buildid_mmap.data", "lost.data", "killed.data", "pipe.data", "cgroups.data")
BUILT = ("records", "records_be", "damage_counts", "unknown", "branch", "branch_be", "datasrc",
         "datasrc_be", "reads", "reads_be", "callchain", "control", "damage")


class Recording:
    def __init__(self, path, number):
        self.path, self.name = path, path.name
        self.pnx = cli.SCRATCH / f"{number}.pnx"
        result = run("print", "-q", "--format", "json", "--index", self.pnx, path)
        self.records = result.objects() if result.status in corpus.READ else []
        self.rows = []

    def usable(self):
        """Recordings that cannot be opened, of one record or too large are for other tests."""
        return 1 < len(self.records) <= LARGEST

    def learn(self):
        result = run("info", "-q", "--json", "--index", self.pnx, self.path)
        info = result.objects()[0]
        data = self.path.read_bytes() if self.path.is_file() else None
        self.rows = [language.Row(record, data) for record in self.records]
        for row in self.rows:
            row.order = info["endian"]
        span = language.derive(self.rows, info["events"])
        found = info["features"].get("SAMPLE_TIME")
        if span and isinstance(found, dict) and \
                0 < found["first"] <= found["last"]:
            span = found["first"], found["last"]
        self.span = span
        self.places = [place(record) for record in self.records]

    def selected(self, expr):
        result = run("print", "-q", "--format", "json", "--index", self.pnx, "-F",
                     "ordinal,type,size,stream,offset", "-f", expr, self.path)
        if result.status not in corpus.READ:
            return None, result.err
        return [place(r) for r in result.objects()], ""


def place(record):
    return record["stream"], record["offset"], record["type"], record["size"]


def check(recording, value):
    """None, or what is wrong; and how many rows the expression selects."""
    want = [p for p, row in zip(recording.places, recording.rows) if value.of(row, None, None)]
    got, error = recording.selected(value.text)
    if got == want:
        return None, len(want)
    if got is None:
        return [value.text, error], len(want)
    missing = [p for p in want if p not in set(got)][:3]
    extra = [p for p in got if p not in set(want)][:3]
    return [value.text, f"{len(got)} instead of {len(want)}", f"not selected: {missing}",
            f"wrongly selected: {extra}"], len(want)


def check_recording(number, path, count, seed):
    """In a process of its own: faults, how many select some rows and not all."""
    recording = Recording(path, number)
    recording.learn()
    rng = random.Random(f"{seed} {recording.name}")
    maker = language.Maker(rng, recording.rows, recording.span)
    faults, some = [], 0
    for _ in range(count):
        while True:
            value = maker.condition(rng.randrange(5))
            if len(value.text) < 4000:
                break
        fault, n = check(recording, value)
        if fault:
            faults.append(fault)
        some += 0 < n < len(recording.rows)
    return recording.name, count, faults, some


def is_usable(number, path):
    return Recording(path, number).usable()


def main():
    given = list(corpus.given())
    paths = list(corpus.below(cli.DATA)) if given else [cli.DATA / name for name in DATA]
    paths += [corpus.build(cli.CASES / f"{name}.mk") for name in BUILT]
    paths += given
    done = some = 0
    # Python 3.14 starts processes anew unless told so; these share the folder of this one.
    fork = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count(), fork) as pool:
        usable = list(pool.map(is_usable, range(len(paths)), paths))
        left_out = [str(path) for path, good in zip(paths, usable) if not good]
        paths = [path for path, good in zip(paths, usable) if good]
        print(f"# {len(paths)} recordings; not these: {' '.join(left_out) or 'none'}")
        each = -(-COUNT // len(paths))
        jobs = [pool.submit(check_recording, i, path, each, SEED)
                for i, path in enumerate(paths)]
        for job in jobs:
            name, count, faults, selective = job.result()
            done += count
            some += selective
            tap.ok(not faults, f"{name}: {count} expressions", faults[0] if faults else [])
            for fault in faults[1:4]:
                print("#", json.dumps(fault))
    tap.ok(len(left_out) < len(paths) / 4, f"{len(paths)} recordings serve", left_out)
    tap.ok(done >= COUNT, f"{done} expressions")
    tap.ok(some > done / 5, f"{some} of them select some rows, but not all")
    return tap.done()


sys.exit(main())
