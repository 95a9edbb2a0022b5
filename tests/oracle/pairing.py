# SPDX-License-Identifier: GPL-3.0-or-later
"""Which record of the dump is which object of perfnav."""

from collections import defaultdict

# perf does not dump the containers, only what is in them.
CONTAINERS = ("COMPRESSED", "COMPRESSED2")
# The kernel's records have a CPU mode in the lowest bits of misc.
USER_TYPES = 64
CPU_MODES = dict(
    enumerate(("unknown", "kernel", "user", "hypervisor", "guest_kernel", "guest_user"))
)
# perf counts the offsets of a pipe from the end of its header.
PIPE_SHIFTS = (0, 16)


class Pairing:
    """pairs: (record of the dump, object of perfnav), in the order of the dump."""

    def __init__(self, oracle, objects, recording):
        self.records = [r for r in oracle.dump.records if not r.synthesized]
        self.objects = [o for o in objects if o.get("type") not in CONTAINERS + ("DAMAGE",)]
        self.numbered = [o for o in objects if o.get("type") != "DAMAGE"]
        self.damage = [o for o in objects if o.get("type") == "DAMAGE" or "damage" in o]
        self.containers = [o for o in objects if o.get("type") in CONTAINERS]
        self.recording = recording
        self.plain = oracle.plain
        self.shift = 0
        self.pairs = []
        if oracle.plain:
            self._by_order()
        else:
            self._by_offset()
        taken = {id(record) for record, _ in self.pairs}
        self.only_perf = [r for r in self.records if id(r) not in taken]
        taken = {id(obj) for _, obj in self.pairs}
        self.only_ours = [o for o in self.objects if id(o) not in taken]

    def _by_order(self):
        """The offsets are those of another file with the same records."""
        ordered = sorted(self.records, key=lambda record: record.offset)
        found = dict(zip(map(id, ordered), self.objects))
        self.pairs = [(r, found[id(r)]) for r in self.records if id(r) in found]

    def _by_offset(self):
        outer = {}
        inner = []
        for obj in self.objects:
            if "in" in obj:
                inner.append(obj)
            else:
                outer[obj.get("stream"), obj.get("offset")] = obj
        streams = self._streams(outer)
        self.shift = self._shift(outer) if self.recording.pipe else 0
        found = {}
        for record in self.records:
            obj = outer.get((streams[record.file], record.offset + self.shift))
            # A container's offset is that of the records in it, too.
            if obj is not None and obj.get("type") == record.name:
                found[id(record)] = obj
        if inner:
            self._by_content([r for r in self.records if id(r) not in found], inner, streams, found)
        self.pairs = [(r, found[id(r)]) for r in self.records if id(r) in found]

    def _streams(self, outer):
        """The stream of each file of a directory: the one with the same records.

        perf reads the files of a directory in the order of the file system.
        """
        places = defaultdict(set)
        for record in self.records:
            places[record.file].add((record.offset, record.name))
        ours = defaultdict(set)
        for (stream, offset), obj in outer.items():
            ours[stream].add((offset, obj.get("type")))
        streams = {}
        for file, there in places.items():
            streams[file] = max(ours, key=lambda s: len(ours[s] & there), default=0)
        return streams

    def _shift(self, outer):
        offsets = {offset for _, offset in outer}
        return max(PIPE_SHIFTS, key=lambda s: sum(r.offset + s in offsets for r in self.records))

    def _by_content(self, records, objects, streams, found):
        """Compressed records have the offset of their container in the dump.

        They are found by type, size and time; equal ones by their order within the container.
        """
        waiting = defaultdict(list)
        for obj in objects:
            waiting[self._key(self._plain_stream(obj), obj.get("type"), obj)].append(obj)
        for queue in waiting.values():
            queue.reverse()
        for record in sorted(records, key=lambda r: r.offset):
            for time in record.prefix[-1:] or (None,):
                key = (streams[record.file], record.name, record.size, time)
                queue = waiting.get(key) or waiting.get(key[:3] + (None,))
                if queue:
                    found[id(record)] = queue.pop()

    def _plain_stream(self, obj):
        """The stream of the container, as an inflated stream has a number of its own."""
        return next((o.get("stream") for o in self.containers if o.get("offset") == obj["in"]), None)

    @staticmethod
    def _key(stream, kind, obj):
        return (stream, kind, obj.get("size"), obj.get("time"))

    def check(self, diffs):
        """Every record has its partner, and both agree on what kind of record it is."""
        if self.shift:
            diffs.deviates("Pipe recordings")
        if any("in" in obj for obj in self.objects):
            diffs.deviates("Compressed recordings")
        for wanted, obj in enumerate(self.numbered):
            if obj.get("ordinal") != wanted:
                diffs.add(describe(obj), "ordinal", wanted, obj.get("ordinal"))
        if not self.recording.damaged:
            for obj in self.damage:
                diffs.note(f"{describe(obj)}: perfnav finds damage: {obj}")
        for record in self.only_perf:
            diffs.note(f"{record.where}: {record.name}: perf has it, perfnav does not")
        for obj in self.only_ours:
            diffs.note(
                f"{describe(obj)}: {obj.get('type')}: perfnav has it, perf does not"
            )
        for record, obj in self.pairs:
            diffs.check(record.where, "type", record.name, obj.get("type"))
            diffs.check(record.where, "size", record.size, obj.get("size"))
            diffs.check(record.where, "misc", record.misc(), obj.get("misc"))
            if record.type < USER_TYPES:
                mode = CPU_MODES.get(record.misc() & 7, obj.get("cpumode"))
                diffs.check(record.where, "cpumode", mode, obj.get("cpumode"))
            if "in" in obj:
                self._check_container(diffs, record, obj)

    def _check_container(self, diffs, record, obj):
        """A record that ends in the next container has that one's offset in the dump."""
        plain = self._plain_stream(obj)
        offsets = [o.get("offset") for o in self.containers if o.get("stream") == plain]
        if obj["in"] not in offsets:
            diffs.note(f"{record.where}: in: no container at {obj['in']!r}")
            return
        at = offsets.index(obj["in"])
        if not self.plain and record.offset + self.shift not in offsets[at : at + 2]:
            diffs.add(record.where, "in", record.offset, obj["in"])


def describe(obj):
    offset = obj.get("offset")
    return f"{offset:#x}" if isinstance(offset, int) else f"offset {offset!r}"
