#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings that are cut, or damaged at random places, keep all records that are not damaged.

Each whole recording of data/ is read again and again, each time with another damage, by the driver
beside this (driver.c). DAMAGE_FULL=1 in the environment: 200 cuts and 200 damages of each, not 20.
DAMAGE_COUNT=N: as many as that. DAMAGE_SEED=TEXT: others. DAMAGE_WORST=N: show the N worst of each
recording. Names of recordings as arguments select them. The same are made in every run.
"""
import collections
import os
import random
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from cli import CWD, DATA, PERFNAV, check, run, tap  # noqa: E402

DRIVER = os.path.join(os.path.dirname(PERFNAV), "tests/damage/driver")
FULL = bool(os.environ.get("DAMAGE_FULL"))
COUNT = int(os.environ.get("DAMAGE_COUNT") or (200 if FULL else 20))
SEED = os.environ.get("DAMAGE_SEED", "")
WORST = int(os.environ.get("DAMAGE_WORST") or 0)

HEADER = 104
BITMAP = 72
RECORD_HEADER = 8
STRETCH_MAX = 4096
COMPRESSED = {"COMPRESSED", "COMPRESSED2"}
# A damaged size that leads to the beginning of another record cannot be told from a right one. That
# is rare, so the average is small. A size is believed only up to this, or to that of the largest
# record of the recording, so nothing is lost farther away.
LOST_MEAN = 0.5
USUAL_SIZE = 2048


class Recording:
    """A file of data/ with the places of its parts, and of its records as perfnav finds them."""

    def __init__(self, path):
        self.path, self.name = path, path.name
        self.bytes = path.read_bytes()
        words = struct.unpack_from("<13Q", self.bytes.ljust(HEADER, b"\0"))
        self.magic, self.header_size, self.attr_size = words[:3]
        self.attrs, self.data = words[3:5], words[5:7]
        self.records = []

    def is_whole(self):
        """A file of the usual kind, finished, and not compressed."""
        if self.bytes[:8] != b"PERFILE2" or self.header_size != HEADER or not self.data[1]:
            return False
        result = run("print", "--no-index", "--format", "json", "-F", "offset,size,type", self.path)
        self.records = result.objects()
        return not COMPRESSED & {record["type"] for record in self.records}

    def data_end(self):
        return sum(self.data)

    def about_events(self):
        """The bytes that say how records are laid out: attrs and the ids of each."""
        start, size = self.attrs
        yield start, start + size
        for entry in range(start, start + size, self.attr_size):
            offset, size = struct.unpack_from("<2Q", self.bytes, entry + self.attr_size - 16)
            yield offset, offset + size


class Cut:
    def __init__(self, recording, rng):
        self.at = rng.randrange(len(recording.bytes) + 1)
        self.line = f"cut {self.at}"
        self.recording = recording

    def apply(self):
        return self.recording.bytes[:self.at]

    def touches(self, start, end):
        return end > self.at

    def header(self):
        return self.at < max(HEADER, *(end for _, end in self.recording.about_events()))


class Change:
    """Some bytes that become others: the places where they differ are what is damaged."""

    def __init__(self, recording, rng):
        size = len(recording.bytes)
        where = rng.random()
        start, end = 0, size
        if where < 0.65:
            start, end = recording.data[0], recording.data_end()
        elif where < 0.85:  # what a reader goes by: type, misc and size
            start = rng.choice(recording.records)["offset"]
            end = start + RECORD_HEADER
        self.recording = recording
        self.at = rng.randrange(start, end)
        if rng.random() < 0.6:
            new = rng.randbytes(min(rng.randint(1, 16), size - self.at))
            self.line = f"set {self.at} {new.hex()}"
        else:
            length = min(rng.randint(1, STRETCH_MAX), size - self.at)
            byte = 0 if rng.random() < 0.5 else rng.randrange(256)
            new = bytes([byte]) * length
            self.line = f"fill {self.at} {length} {byte}"
        self.new = new
        old = recording.bytes[self.at:self.at + len(new)]
        self.places = [self.at + i for i, (a, b) in enumerate(zip(old, new)) if a != b]

    def apply(self):
        old = self.recording.bytes
        return old[:self.at] + self.new + old[self.at + len(self.new):]

    def touches(self, start, end):
        return any(start <= place < end for place in self.places)

    def header(self):
        """Where the sections are, and what a recording is: without it anything may follow."""
        return self.touches(0, BITMAP)


class Outcome:
    """A line of the driver."""

    def __init__(self, line):
        words = line.split()
        self.number, self.opened = int(words[0]), words[1] == "opened"
        self.rows, self.damages = int(words[2]), int(words[3])
        lost, changed, added = (words.index(w) for w in ("lost", "changed", "added"))
        self.lost = list(map(int, words[lost + 1:changed]))
        self.changed = list(map(int, words[changed + 1:added]))
        self.added = int(words[added + 1])


def drive(path, damages):
    """An outcome for each; None and how the driver ended for one that it did not survive."""
    left = list(damages)
    while left:
        done = subprocess.run([DRIVER, path], input="".join(d.line + "\n" for d in left),
                              capture_output=True, text=True, check=False)
        outcomes = [Outcome(line) for line in done.stdout.splitlines() if line.count("added")]
        if not outcomes:
            yield None, f"exit status {done.returncode} before any damage: {done.stderr[-2000:]}"
            return
        for outcome in outcomes[1:]:
            yield outcome, ""
        left = left[len(outcomes) - 1:]
        if left:
            yield None, f"exit status {done.returncode}: {done.stderr[-2000:]}"
            left = left[1:]


class Totals:
    def __init__(self):
        self.variants = self.records = self.touched = self.lost = self.changed = self.most = 0
        self.refused = self.unknown = self.touched_shown = 0
        self.spread = collections.Counter()

    def add(self, other):
        for name in ("variants", "records", "touched", "lost", "changed", "refused", "unknown",
                     "touched_shown"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.most = max(self.most, other.most)
        self.spread += other.spread

    def mean(self):
        return self.lost / self.variants if self.variants else 0

    def told(self):
        return (f"{self.variants} variants, {self.records} records, {self.touched} touched "
                f"({self.touched_shown} shown all the same), {self.lost} lost beyond them "
                f"({self.mean():.3f} each, {self.most} at most), {self.changed} changed; "
                f"{self.unknown} damaged headers, {self.refused} of them refused")


class Judge:
    """Compares what a damage did with what it may do."""

    def __init__(self, recording, kind):
        self.recording, self.kind = recording, kind
        self.totals = Totals()
        self.died, self.wrong, self.worst = [], [], []

    def ended(self, damage, how):
        self.died.append(f"{damage.line[:120]}: {how}")

    def look(self, damage, outcome):
        header = damage.header()
        if not outcome.opened:
            self.totals.refused += 1
            if not header:
                self.wrong.append(f"{damage.line[:120]}: refused")
        if header:
            self.totals.unknown += 1
            return
        self.compare(damage, outcome)

    def compare(self, damage, outcome):
        totals = self.totals
        records = self.recording.records
        touched = {r["offset"] for r in records
                   if damage.touches(r["offset"], r["offset"] + r["size"])}
        beyond = [offset for offset in outcome.lost if offset not in touched]
        changed = [offset for offset in outcome.changed if offset not in touched]
        if any(damage.touches(*span) for span in self.recording.about_events()):
            changed = []
        totals.variants += 1
        totals.records += len(records)
        totals.touched += len(touched)
        totals.touched_shown += len(touched - set(outcome.lost))
        totals.lost += len(beyond)
        totals.changed += len(changed)
        totals.most = max(totals.most, len(beyond))
        totals.spread[len(beyond)] += 1
        if changed:
            self.wrong.append(f"{damage.line[:120]}: records with other columns: {changed[:8]}")
        if beyond:
            self.worst.append((len(beyond), f"{damage.line[:120]}: touches {sorted(touched)[:6]}, "
                               f"loses {beyond[:6]}"))
            self.too_many(damage, beyond, touched)

    def too_many(self, damage, beyond, touched):
        """None is lost before what is touched, and none behind what a size can reach."""
        if self.kind == "cut" or not touched:
            self.wrong.append(f"{damage.line[:120]}: loses {beyond[:8]}")
            return
        reach = max(touched) + max(USUAL_SIZE, *(r["size"] for r in self.recording.records))
        far = [offset for offset in beyond if not min(touched) < offset < reach]
        if far:
            self.wrong.append(f"{damage.line[:120]}: touches {sorted(touched)}, loses {far[:8]}")

    def verdict(self):
        name, totals = self.recording.name, self.totals
        tap.ok(not self.died, f"{name}: {COUNT} times {self.kind}: it goes on", self.died[:4])
        tap.ok(not self.wrong, f"{name}: nothing is lost but near what is damaged", self.wrong[:8])
        if self.kind != "cut":
            self.worst.sort(reverse=True)
            tap.ok(totals.mean() <= LOST_MEAN, f"{name}: on average {LOST_MEAN} lost at most",
                   [f"{totals.mean():.2f}", *(text for _, text in self.worst[:8])])
        if FULL or WORST:
            tap.diag(f"{name}, {self.kind}: {totals.told()}")
        for number, text in sorted(self.worst, reverse=True)[:WORST]:
            tap.diag(f"{number}: {text}")


def spoil(recording, kind, make):
    damages = []
    for number in range(COUNT):
        damages.append(make(recording, random.Random(f"{SEED}{recording.name} {kind} {number}")))
    judge = Judge(recording, kind)
    for damage, (outcome, how) in zip(damages, drive(recording.path, damages)):
        if outcome is None:
            judge.ended(damage, how)
        else:
            judge.look(damage, outcome)
    judge.verdict()
    return judge.totals, damages


def by_command(recording, damages):
    """The command line sees what the driver sees."""
    target = CWD / "damaged.data"
    for damage, (outcome, _) in zip(damages, drive(recording.path, damages)):
        target.write_bytes(damage.apply())
        result = run("print", "--no-index", "--format", "json", "-F", "offset", target)
        told = outcome and outcome.opened and outcome.rows
        check(f"{recording.name}: perfnav print of {damage.line[:40]}", result,
              result.status in ((0, 1) if told else (1, 2, 3)) and
              len(result.out_bytes.splitlines()) == (told or 0))


def main():
    if not os.access(DRIVER, os.X_OK):
        tap.bail_out(f"{DRIVER} is not there")
        return 1
    named = sys.argv[1:]
    cuts, changes = Totals(), Totals()
    for path in sorted(DATA.glob("*.data")):
        if path.is_dir() or (named and path.name not in named):
            continue
        recording = Recording(path)
        if not recording.is_whole():
            continue
        totals, damages = spoil(recording, "cut", Cut)
        cuts.add(totals)
        some = damages[:1]
        totals, damages = spoil(recording, "change", Change)
        changes.add(totals)
        by_command(recording, some + damages[:1])
    for name, totals in (("cuts", cuts), ("changes", changes)):
        tap.diag(f"all {name}: {totals.told()}")
        tap.diag(f"lost: {' '.join(f'{k}:{n}' for k, n in sorted(totals.spread.items()))}")
    tap.ok(cuts.variants and changes.variants, "there were recordings to damage")
    tap.ok(not cuts.lost, "cuts lose nothing before them")
    return tap.done()


sys.exit(main())
