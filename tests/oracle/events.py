# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the name that perf script gives to the event of each sample of the dump.

Both print the samples in the same order (of delivery), and perf script prints no offsets. So the
n-th of one is the n-th of the other, provided that every pair agrees in all that both print: pid,
tid, cpu, time, period. A sample with read values is printed once for each value that changed since
the last one of the same id, with the change as its period and the name of that id's event.
"""

import collections

import perfdump
from samples import own_id, prefix_of


class JoinError(Exception):
    pass


class EventNames:
    def __init__(self, oracle):
        self.oracle = oracle
        self.parsed = [(record, perfdump.Sample(record)) for record in oracle.dump.samples]
        # Event names by id() of the record of the dump, and the rests of the lines by field.
        self.names = {}
        self.rests = {"cgroup": {}, "data_src": {}}
        self.by_id = {}
        self.unnamed = 0
        self.grouped = False
        if not self.parsed:
            return
        joined = [self._join(script) for script in oracle.scripts if script]
        if not joined:
            raise JoinError("there is no output of perf script")
        self.names = joined[0]
        for other in joined[1:]:
            if other != self.names:
                raise JoinError("two outputs of perf script name the events differently")
        self.unnamed = len(self.parsed) - len(self.names)

    def _join(self, script):
        entries = [entry for entry in script if not entry.record]
        if "AUXTRACE" in (self.oracle.dump.stats or {}):
            # perf script decodes the trace to samples of events that are not in the file.
            known = {event.name for event in self.oracle.events}
            entries = [entry for entry in entries if entry.event in known]
        lines = self._lines()
        expected = sum(len(of_sample) for of_sample in lines)
        if expected != len(entries):
            raise JoinError(
                f"the dump has {expected} samples and values, perf script {len(entries)}"
            )
        names = {}
        by_id = {}
        at = 0
        for (record, sample), of_sample in zip(self.parsed, lines):
            for event_id, period in of_sample:
                entry = entries[at]
                at += 1
                self._agree(record, sample, period, entry)
                names.setdefault(id(record), entry.event)
                for field, rests in self.rests.items():
                    if field in script.fields:
                        rests[id(record)] = entry.rest
                by_id.setdefault(event_id, entry.event)
        self.by_id = by_id
        return self._own_names(lines, names, by_id)

    def _lines(self):
        """For each sample what perf script prints of it: (event id or None, period)."""
        last = {}
        lines = []
        for _, sample in self.parsed:
            if not sample.read:
                lines.append([(None, sample.period)])
                continue
            self.grouped |= len(sample.read["values"]) > 1
            changed = []
            for value in sample.read["values"]:
                change = value["value"] - last.get(value["id"], 0)
                last[value["id"]] = value["value"]
                if change:
                    changed.append((value["id"], change))
            lines.append(changed)
        return lines

    def counted(self):
        """What perf's statistics make of the samples of each event.

        Of a group, a sample of each event whose value changed; of branches, as many samples. For
        each event's name: samples, what perf counts.
        """
        samples, counts = collections.Counter(), collections.Counter()
        for (record, sample), of_sample in zip(self.parsed, self._lines()):
            name = self.names.get(id(record))
            samples[name] += 1
            if sample.read:
                counts.update(self.by_id.get(event_id) for event_id, _ in of_sample)
            else:
                counts[name] += 1 if sample.branches is None else len(sample.branches)
        return samples, counts

    def _agree(self, record, sample, period, entry):
        cpu, time = prefix_of(record, self.oracle)
        pairs = (
            ("pid", sample.pid, entry.pid),
            ("tid", sample.tid, entry.tid),
            ("cpu", cpu, entry.cpu),
            ("time", time, entry.time),
            ("period", period, entry.period),
        )
        for word, dumped, printed in pairs:
            if dumped is not None and printed is not None and dumped != printed:
                raise JoinError(f"{record.where}: {word}: dump {dumped}, perf script {printed}")

    def _own_names(self, lines, names, by_id):
        """A sample with read values has the name of its own id, not of the first value's."""
        sample_types = self.oracle.types()
        for (record, sample), of_sample in zip(self.parsed, lines):
            if not sample.read:
                continue
            event_id = own_id(record.raw(), sample_types)
            name = by_id.get(event_id) if event_id is not None else None
            if name is None and len(sample.read["values"]) == 1 and of_sample:
                name = names[id(record)]
            names.pop(id(record), None)
            if name is not None:
                names[id(record)] = name
        return names


def compare(event_names, pairs, recording, diffs):
    if event_names.grouped:
        diffs.deviates("Leader sampling")
    own = recording.meta_names()
    for record, obj in pairs:
        if record.type == 9 and id(record) in event_names.names:
            name, ours = event_names.names[id(record)], obj.get("event")
            if name != ours and ours in own:
                diffs.compared += 1
                diffs.deviates("Names of events")
            else:
                diffs.check(record.where, "event", name, ours)


def compare_counts(event_names, ours, recording, diffs):
    """What count says of each event, and perf: of the samples, and in its statistics."""
    own = recording.meta_names()
    samples, counts = event_names.counted()
    stats = event_names.oracle.dump.by_event
    if event_names.unnamed or own & set(ours):
        # Only how many there are of each can be compared.
        diffs.deviates("Names of events")
        diffs.check("count", "samples", sorted(samples.values()), sorted(ours.values()))
        return
    for name in sorted(samples.keys() | ours.keys(), key=str):
        diffs.check("count", name, samples[name], ours.get(name, 0))
    if "AUXTRACE" in event_names.oracle.dump.stats:
        return  # of these perf counts decoded samples
    for name in sorted(stats.keys() | counts.keys(), key=str):
        diffs.check("statistics", name, stats.get(name, 0), counts[name])
    if stats != dict(samples):
        diffs.deviates("Leader sampling" if event_names.grouped else "Branches as samples")
