#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings that are cut, or damaged at random places, keep all records that are not damaged.

Each recording of data/ is read again and again, each time with another damage, by the driver
beside this (driver.c); of a folder each of its files is damaged. What is inside of compressed
records is kept up to the first that is damaged, and from there on marked or as it was.

DAMAGE_FULL=1 in the environment: 200 cuts and 200 damages of each, not 20. DAMAGE_COUNT=N: as many
as that. DAMAGE_SEED=TEXT: others. DAMAGE_WORST=N: show the N worst of each recording. Names of
recordings of data/, or paths of others, as arguments select them. The same damages are made in
every run.
"""
import collections
import os
import pathlib
import random
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "cli")]
from cli import CWD, DATA, PERFNAV, check, run, tap  # noqa: E402
from recordings import Change, Cut, Recording  # noqa: E402

DRIVER = os.path.join(os.path.dirname(PERFNAV), "tests/damage/driver")
FULL = bool(os.environ.get("DAMAGE_FULL"))
COUNT = int(os.environ.get("DAMAGE_COUNT") or (200 if FULL else 20))
SEED = os.environ.get("DAMAGE_SEED", "")
WORST = int(os.environ.get("DAMAGE_WORST") or 0)

# A damaged size that leads to the beginning of another record, by chance, costs those between.
# That is rare, so the average is small. A size is believed only up to this, or to that of the
# largest record of the recording, so nothing is lost farther away.
LOST_MEAN = 0.25
USUAL_SIZE = 2048
# zstd data have no checksum: some damage is inflated to other records that could be right.
UNMARKED = 0.02


def places(words):
    return [tuple(map(int, word.split(":"))) for word in words]


class Outcome:
    """A line of the driver."""

    def __init__(self, line):
        words = line.split()
        self.number, self.opened = int(words[0]), words[1] == "opened"
        self.rows, self.damages = int(words[2]), int(words[3])
        lost, changed, added = (words.index(w) for w in ("lost", "changed", "added"))
        self.lost = places(words[lost + 1:changed])
        self.changed = places(words[changed + 1:added])
        self.added = int(words[added + 1])


def drive(recording, damages):
    """An outcome for each; None and how the driver ended for one that it did not survive."""
    command = [DRIVER, recording.path] + ([recording.member] if recording.member else [])
    left = list(damages)
    while left:
        done = subprocess.run(command, input="".join(d.line + "\n" for d in left),
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
    COUNTS = ("variants", "records", "touched", "lost", "changed", "refused", "unknown",
              "touched_shown", "untrusted", "untrusted_same", "unmarked")

    def __init__(self):
        self.most = 0
        for name in self.COUNTS:
            setattr(self, name, 0)
        self.spread = collections.Counter()

    def add(self, other):
        for name in self.COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.most = max(self.most, other.most)
        self.spread += other.spread

    def mean(self):
        return self.lost / self.variants if self.variants else 0

    def told(self):
        text = (f"{self.variants} variants, {self.records} records, {self.touched} touched "
                f"({self.touched_shown} shown all the same), {self.lost} lost beyond them "
                f"({self.mean():.3f} each, {self.most} at most), {self.changed} changed; "
                f"{self.unknown} damaged headers, {self.refused} of them refused")
        if self.untrusted:
            text += (f"; {self.untrusted} behind damaged compressed data, {self.untrusted_same} "
                     f"of them as they were; {self.unmarked} variants without a mark there")
        return text


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
        about_events = any(damage.touches(*span) for span in self.recording.about_events())
        if about_events:
            outcome.changed = []
        self.compare(damage, outcome)
        if self.recording.compressed and not about_events:
            self.compare_inner(damage, outcome)
        self.compare_others(damage, outcome)

    def compare(self, damage, outcome):
        """The records of the file itself."""
        totals, stream = self.totals, self.recording.stream
        records = self.recording.plain
        touched = {r["offset"] for r in records
                   if damage.touches(r["offset"], r["offset"] + r["size"])}
        lost = {offset for in_stream, offset in outcome.lost if in_stream == stream}
        beyond = sorted(lost - touched)
        changed = [offset for in_stream, offset in outcome.changed
                   if in_stream == stream and offset not in touched]
        totals.variants += 1
        totals.records += len(records)
        totals.touched += len(touched)
        totals.touched_shown += len(touched - lost)
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
        reach = max(touched) + max(USUAL_SIZE, *(r["size"] for r in self.recording.plain))
        far = [offset for offset in beyond if not min(touched) < offset < reach]
        if far:
            self.wrong.append(f"{damage.line[:120]}: touches {sorted(touched)}, loses {far[:8]}")

    def compare_inner(self, damage, outcome):
        """What was compressed: as it was before the damage; behind it all, or a marked stretch."""
        recording, totals = self.recording, self.totals
        limit = recording.untrusted_from(damage)
        inner = [o for o in recording.objects if o["stream"] == recording.inner_stream]
        trusted = {o["offset"] for o in inner if limit is None or o["in"] < limit}
        spoilt = {offset for stream, offset in outcome.lost + outcome.changed
                  if stream == recording.inner_stream}
        totals.untrusted += len(inner) - len(trusted)
        totals.untrusted_same += len(inner) - len(trusted | spoilt)
        # The last record before the damage may end in the damaged bytes.
        straddling = {max(trusted)} if trusted and limit is not None else set()
        if spoilt & trusted - straddling:
            self.wrong.append(f"{damage.line[:120]}: spoils {sorted(spoilt & trusted)[:8]} of what "
                              f"was compressed before {limit}")
        lost = {place for place in outcome.lost if place[0] == recording.inner_stream}
        totals.unmarked += bool(lost and not outcome.damages and self.kind != "cut")

    def compare_others(self, damage, outcome):
        """The other files of a folder."""
        own = (self.recording.stream, self.recording.inner_stream)
        far = [place for place in outcome.lost + outcome.changed if place[0] not in own]
        if far:
            self.wrong.append(f"{damage.line[:120]}: loses {far[:8]} of other files")

    def verdict(self):
        name, totals = self.recording.name, self.totals
        tap.ok(not self.died, f"{name}: {COUNT} times {self.kind}: it goes on", self.died[:4])
        tap.ok(not self.wrong, f"{name}: nothing is lost but near what is damaged", self.wrong[:8])
        if self.kind != "cut":
            self.worst.sort(reverse=True)
            tap.ok(totals.mean() <= LOST_MEAN, f"{name}: on average {LOST_MEAN} lost at most",
                   [f"{totals.mean():.2f}", *(text for _, text in self.worst[:8])])
            tap.ok(totals.unmarked <= UNMARKED * totals.variants,
                   f"{name}: what cannot be trusted is marked", [totals.told()])
        if FULL or WORST:
            tap.diag(f"{name}, {self.kind}: {totals.told()}")
        for number, text in sorted(self.worst, reverse=True)[:WORST]:
            tap.diag(f"{number}: {text}")


def spoil(recording, kind, make):
    damages = []
    for number in range(COUNT):
        damages.append(make(recording, random.Random(f"{SEED}{recording.name} {kind} {number}")))
    judge = Judge(recording, kind)
    for damage, (outcome, how) in zip(damages, drive(recording, damages)):
        if outcome is None:
            judge.ended(damage, how)
        else:
            judge.look(damage, outcome)
    judge.verdict()
    return judge.totals, damages


def by_command(recording, damages):
    """The command line sees what the driver sees, and its exit status tells of damage."""
    target = CWD / "damaged.data"
    for damage, (outcome, _) in zip(damages, drive(recording, damages)):
        if recording.member:
            shutil.copytree(recording.path, target, dirs_exist_ok=True,
                            ignore=shutil.ignore_patterns("*.pnx*"))
        (target / recording.member if recording.member else target).write_bytes(damage.apply())
        result = run("print", "--no-index", "--format", "json", "-F", "offset", target)
        told = outcome and outcome.opened and outcome.rows
        statuses = (1,) if told and outcome.damages else (0, 1) if told else (1, 2, 3)
        check(f"{recording.name}: perfnav print of {damage.line[:40]}", result,
              result.status in statuses and
              len(result.out_bytes.splitlines()) == (told or 0))
        if recording.member:
            shutil.rmtree(target)
        else:
            target.unlink()


def recordings(named):
    """Files; of a folder the files in it that hold records."""
    others = [pathlib.Path(name).absolute() for name in named if "/" in name]
    for path in sorted(DATA.glob("*.data")) + others:
        if named and path.name not in named and path not in others:
            continue
        members = [""]
        if path.is_dir():
            members = sorted(p.name for p in path.iterdir() if p.name.startswith("data"))
        result = run("print", "--no-index", "--format", "json", "-F", "offset,size,type,stream,in",
                     path)
        for member in members:
            recording = Recording(path, member, result.objects())
            if recording.known:
                yield recording


def main():
    if not os.access(DRIVER, os.X_OK):
        tap.bail_out(f"{DRIVER} is not there")
        return 1
    cuts, changes = Totals(), Totals()
    for recording in recordings(sys.argv[1:]):
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
