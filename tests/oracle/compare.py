# SPDX-License-Identifier: GPL-3.0-or-later
"""The assertions about one recording."""

import struct

import events
import others
import ownrecords
import perfdump
import samples
from navout import NavError, get_bytes
from pairing import CONTAINERS, Pairing
from tap import Differences, shorten

SAMPLE = 9
TOPICS = ("counts", "samples", "events", "task names", "other records")


def check_dump(oracle, diffs):
    """The text was taken apart completely: nothing below may pass because little was read."""
    dump = oracle.dump
    if not dump.whole:
        diffs.note("the dump has no statistics at its end")
        return
    for error in dump.errors:
        diffs.note(error)
    parsed = dump.counts()
    for name in sorted(parsed.keys() | dump.stats.keys()):
        if name not in CONTAINERS:
            diffs.check("dump", name, dump.stats.get(name, 0), parsed.get(name, 0))
    diffs.check("dump", "TOTAL", dump.total, sum(dump.stats.values()))
    if not dump.records:
        diffs.note("there are no records in the dump")
    for record in dump.records:
        diffs.check(record.where, "hex lines", record.size, len(record.raw()))
    for record in dump.samples:
        try:
            perfdump.Sample(record)
        except perfdump.ParseError as error:
            diffs.note(str(error))
    if dump.samples and not oracle.events:
        diffs.note("there is no perf evlist -v")


def check_counts(oracle, counts, diffs):
    expected = dict(oracle.dump.stats)
    for record in oracle.dump.records:
        if record.synthesized:
            expected[record.name] -= 1
            diffs.deviates("Records that perf adds")
    for name in sorted(expected.keys() | counts.keys()):
        # A copy without containers has what was in them.
        if not (oracle.plain and name in CONTAINERS):
            diffs.check("count", name, expected.get(name, 0), counts.get(name, 0))


def guarded(comparer, record, obj):
    """An object of another form than expected is a difference like any other."""
    try:
        comparer.compare(record, obj)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, struct.error) as error:
        comparer.diffs.note(f"{record.where}: odd {record.name}: {error!r} in {shorten(obj)}")


class Comparison:
    """One recording against one oracle."""

    def __init__(self, oracle, recording, perfnav, tap):
        self.oracle = oracle
        self.recording = recording
        self.perfnav = perfnav
        self.tap = tap
        self.names = None
        self.deviations = set()
        version = f" ({oracle.label})" if oracle.label else ""
        self.name = f"{recording.name}{version}"

    def run_oracle(self):
        """The texts of perf alone: both are understood, and fit together."""
        diffs = Differences(self.deviations)
        check_dump(self.oracle, diffs)
        count = len(self.oracle.dump.records)
        self.tap.topic(f"{self.name}: perf's dump is understood, {count} records", diffs)
        if diffs.count:
            return False
        self.names = self._join()
        return True

    def _join(self):
        try:
            names = events.EventNames(self.oracle)
        except events.JoinError as error:
            self.tap.ok(False, f"{self.name}: perf script fits the dump", [error])
            return None
        count = len(names.names)
        self.tap.ok(True, f"{self.name}: perf script fits the dump, {count} events")
        if names.unnamed:
            self.tap.diag(f"perf script names no event of {names.unnamed} samples")
        return names

    def run(self):
        if not self.run_oracle():
            return
        try:
            diffs = Differences(self.deviations)
            check_counts(self.oracle, self.perfnav.counts(self.recording), diffs)
            self.tap.topic(f"{self.name}: counts of {diffs.compared} types", diffs)
        except NavError as error:
            self.tap.ok(False, f"{self.name}: counts", [error])
        self._counts_by_event()
        try:
            objects = self.perfnav.records(self.recording)
        except NavError as error:
            for topic in TOPICS[1:]:
                self.tap.ok(False, f"{self.name}: {topic}", [error])
            return
        pairing = Pairing(self.oracle, objects, self.recording)
        self._samples(pairing)
        self._events(pairing)
        self._comms(pairing)
        self._others(pairing)

    def _counts_by_event(self):
        if not self.names:
            return
        diffs = Differences(self.deviations)
        try:
            ours = self.perfnav.counts_by_event(self.recording)
            events.compare_counts(self.names, ours, self.recording, diffs)
        except NavError as error:
            diffs.note(str(error))
        self.tap.topic(f"{self.name}: samples of each event, {diffs.compared} counts", diffs)

    def _samples(self, pairing):
        diffs = Differences(self.deviations)
        comparer = samples.SampleComparer(
            self.oracle, self.recording, diffs, self.names, pairing.objects
        )
        compared = 0
        for record, obj in pairing.pairs:
            if record.type == SAMPLE:
                compared += 1
                guarded(comparer, record, obj)
        diffs.check("dump", "samples compared", self.oracle.dump.stats.get("SAMPLE", 0), compared)
        self.tap.topic(f"{self.name}: {compared} samples, {diffs.compared} values", diffs)

    def _events(self, pairing):
        if not self.names:
            return
        diffs = Differences(self.deviations)
        events.compare(self.names, pairing.pairs, self.recording, diffs)
        wanted = len(self.names.names)
        diffs.check("dump", "events compared", wanted, diffs.compared)
        self.tap.topic(f"{self.name}: events of {wanted} samples", diffs)

    def _comms(self, pairing):
        """perf calls a task of unknown name by its tid.

        A sample without time is delivered at once, before the records that wait to be sorted, and
        gets the name that the task had before those.
        """
        diffs = Differences(self.deviations)
        for record, obj in pairing.pairs:
            timed = record.type == SAMPLE and "time" in obj
            perf = record.comm() if timed else None
            ours = get_bytes(obj, "comm")
            if perf is not None and ours is None and perf == b":%d" % obj.get("tid", 0):
                diffs.deviates("Names of tasks")
            elif perf is not None:
                diffs.check(record.where, "comm", perf, ours)
            elif record.type == SAMPLE and record.comm() != ours:
                diffs.deviates("Names of tasks")
        self.tap.topic(f"{self.name}: task names of {diffs.compared} samples", diffs)

    def _others(self, pairing):
        diffs = Differences(self.deviations)
        pairing.check(diffs)
        kernel = others.OtherComparer(self.oracle, self.recording, diffs)
        own = ownrecords.OwnComparer(self.recording, diffs)
        if self.recording.damaged:
            diffs.deviates("Unfinished, cut and damaged recordings")
        compared = 0
        for record, obj in pairing.pairs:
            if record.type != SAMPLE:
                compared += 1
                guarded(kernel, record, obj)
                guarded(own, record, obj)
        name = f"{self.name}: {compared} other records, {diffs.compared} values"
        self.tap.topic(name, diffs)
