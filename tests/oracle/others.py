# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the kernel's records that are not samples, as far as perf prints them.

The body is what stands behind PERF_RECORD_NAME; a table has a pattern and the words for each type.
The trailer is known from the title line (time, cpu) and from perf script (pid, tid).
"""

import re
import struct
from collections import defaultdict

from navout import get, get_bytes
from samples import ALL_ONES, prefix_of, signed

HEX = rb"(?:0x)?([0-9a-f]+)"
INT = rb"(-?\d+)"
U32_ONES = 0xFFFFFFFF


def dec(text):
    return int(text)


def hexa(text):
    return int(text, 16)


def text(value):
    """Bytes are compared with the bytes of our string."""
    return value


def is_data(letter):
    """A mapping that is not executable."""
    return letter == b"r"


def pattern(*parts):
    return re.compile(b"".join(parts), re.S)


MMAP_HEAD = (rb" ", INT, rb"/", INT, rb": \[", HEX, rb"\(", HEX, rb"\) @ ", HEX)
MMAP_WORDS = (
    ("pid", dec), ("tid", dec), ("mmap.addr", hexa), ("mmap.len", hexa), ("mmap.pgoff", hexa),
)  # fmt: skip
TASK = pattern(rb"\(", INT, rb":", INT, rb"\):\(", INT, rb":", INT, rb"\)$")
TASK_WORDS = (("pid", dec), ("tid", dec), ("ppid", dec), ("ptid", dec))
KSYMBOL = (rb" addr ", HEX, rb" len ", INT, rb" type ", INT, rb" flags ", HEX, rb" name (.*)$")

# type: pattern of the body, (word, conversion) for each group of it
BODIES = {
    "MMAP": (
        pattern(*MMAP_HEAD, rb"\]: ([rx]) (.*)$"),
        MMAP_WORDS + (("mmap.data", is_data), ("mmap.file", text)),
    ),
    "COMM": (
        pattern(rb"( exec)?: (.*):", INT, rb"/", INT, rb"$"),
        (("comm.exec", bool), ("comm", text), ("pid", dec), ("tid", dec)),
    ),
    "FORK": (TASK, TASK_WORDS),
    "EXIT": (TASK, TASK_WORDS),
    "LOST": (
        pattern(rb": id:", INT, rb": lost:", INT, rb"$"),
        (("id", dec), ("lost.count", dec)),
    ),
    "LOST_SAMPLES": (
        pattern(rb": id:", INT, rb": lost samples :", INT, rb"\b"),
        (("id", dec), ("lost.count", dec)),
    ),
    "AUX": (
        pattern(rb" offset: ", HEX, rb" size: ", HEX, rb" flags: ", HEX, rb"(?: |$)"),
        (("aux.offset", hexa), ("aux.size", hexa), ("aux.flags", hexa)),
    ),
    "ITRACE_START": (
        pattern(rb" pid: ", INT, rb" tid: ", INT, rb"$"),
        (("pid", dec), ("tid", dec)),
    ),
    "SWITCH": (
        pattern(rb" (?:IN|(OUT)( preempt)?) *$"),
        (("switch.out", bool), ("switch.preempt", bool)),
    ),
    "SWITCH_CPU_WIDE": (
        pattern(rb" (?:IN|(OUT)( preempt)?) +(?:next|prev) pid/tid: +", INT, rb"/", INT, rb" *$"),
        (
            ("switch.out", bool), ("switch.preempt", bool),
            ("switch.next_pid", dec), ("switch.next_tid", dec),
        ),
    ),
    "KSYMBOL": (
        pattern(*KSYMBOL),
        (
            ("ksym.addr", hexa), ("ksym.len", dec), ("ksym.type", dec), ("ksym.flags", hexa),
            ("ksym.name", text),
        ),
    ),
    "BPF_EVENT": (
        pattern(rb" type ", INT, rb", flags ", INT, rb", id ", INT, rb"$"),
        (("bpf.type", dec), ("bpf.flags", dec), ("bpf.id", dec)),
    ),
    "CGROUP": (
        pattern(rb" cgroup: ", INT, rb" (.*)$"),
        (("cgroup", dec), ("cgroup.path", text)),
    ),
    "AUX_OUTPUT_HW_ID": (pattern(rb" hw_id: ", HEX, rb"$"), (("hw_id", hexa),)),
    "TEXT_POKE": (
        pattern(rb" ", HEX, rb" .*old len ", INT, rb" new len ", INT, rb"\b"),
        (("poke.addr", hexa), ("poke.old_len", dec), ("poke.new_len", dec)),
    ),
}  # fmt: skip

MMAP2 = pattern(
    *MMAP_HEAD,
    rb" (?:([0-9a-f]+):([0-9a-f]+) (\d+) (\d+)|<([0-9a-f]*)>)\]: ([r-])([w-])([x-])([sp]) (.*)$",
)
MMAP2_INODE = (
    ("mmap.maj", hexa), ("mmap.min", hexa), ("mmap.ino", dec), ("mmap.ino_generation", dec),
)  # fmt: skip
PROT_BITS = ((b"r", 1), (b"w", 2), (b"x", 4))
MAP_SHARED = 1

# Words that perfnav prints as names, perf as numbers: their values, and bits for masks.
ENUMS = {
    "ksym.type": {"unknown": 0, "BPF": 1, "OOL": 2},
    "bpf.type": {"unknown": 0, "PROG_LOAD": 1, "PROG_UNLOAD": 2},
}
MASKS = {
    "mmap.prot": {"READ": 1, "WRITE": 2, "EXEC": 4},
    "mmap.flags": {"SHARED": MAP_SHARED},
    "aux.flags": {
        "TRUNCATED": 1, "OVERWRITE": 2, "PARTIAL": 4, "COLLISION": 8, "CORESIGHT_RAW": 0x100,
    },
    "ksym.flags": {"UNREGISTER": 1},
}  # fmt: skip

READ = pattern(rb": ", INT, rb" ", INT, rb" [^\n]* ", INT, rb"((?:\n\.\.\. [^\n]*)*)$")
READ_LINE = re.compile(rb"\n\.\.\. (time enabled|time running|id|lost) +: (\d+)")
READ_WORDS = {b"time enabled": "time_enabled", b"time running": "time_running"}

NAMESPACES = pattern(rb" ", INT, rb"/", INT, rb" - nr_namespaces: ", INT, rb"\n(.*)$")
NAMESPACE = re.compile(rb"(\d+)/(\w+): (\d+)/0x([0-9a-f]+)")

# Types whose body has these words; the trailer's are then below sid.
BODY_TIME = ("FORK", "EXIT", "THROTTLE", "UNTHROTTLE")
BODY_TASK = (
    "MMAP", "MMAP2", "COMM", "FORK", "EXIT", "READ", "ITRACE_START", "NAMESPACES",
)  # fmt: skip
KERNEL_TYPES = range(1, 64)
# The trailer, eight bytes for each bit.
TRAILER = ("TID", "TIME", "ID", "STREAM_ID", "CPU", "IDENTIFIER")
TRAILER_IDS = {"ID": "id", "STREAM_ID": "stream_id", "IDENTIFIER": "id"}
BODY_IDS = {
    "THROTTLE": ("id", "stream_id"), "UNTHROTTLE": ("id", "stream_id"), "LOST": ("id",),
}  # fmt: skip


def named_value(word, ours):
    """The number that the names of a word stand for; anything else as it is."""
    if word in ENUMS:
        return ENUMS[word].get(ours, ours)
    if word not in MASKS or not isinstance(ours, str):
        return ours
    bits = 0
    for name in ours.split("|") if ours != "none" else ():
        if name.startswith("0x"):
            bits |= int(name, 16)
        elif name in MASKS[word]:
            bits |= MASKS[word][name]
        elif word != "mmap.flags":
            return ours
    return bits


class OtherComparer:
    def __init__(self, oracle, recording, diffs):
        self.oracle = oracle
        self.recording = recording
        self.diffs = diffs
        self.special = {
            "MMAP2": self._mmap2,
            "READ": self._read,
            "NAMESPACES": self._namespaces,
        }
        self.tasks = self._trailer_tasks()

    def compare(self, record, obj):
        if record.type not in KERNEL_TYPES:
            return
        if record.name in self.special:
            self.special[record.name](record, obj)
        elif record.name in BODIES:
            regex, words = BODIES[record.name]
            match = self._match(regex, record)
            if match:
                self._words(record, obj, words, match.groups())
        if record.name == "BPF_EVENT":
            # Not printed, but shown among the bytes.
            tag = record.raw()[16:24].hex()
            self.diffs.check(record.where, "bpf.tag", tag, get(obj, "bpf.tag"))
        self._trailer(record, obj)

    def _match(self, regex, record):
        match = regex.match(record.body())
        if not match:
            self.diffs.note(f"{record.where}: odd {record.name}: {record.body()!r}")
        return match

    def _words(self, record, obj, words, values):
        for (word, convert), value in zip(words, values):
            perf = convert(value)
            if convert is text:
                ours = get_bytes(obj, word)
            else:
                ours = named_value(word, get(obj, word))
            if word == "id" and ours is None and perf == ALL_ONES:
                self.diffs.deviates("Fields that a record does not have")
                continue
            self.diffs.check(record.where, word, perf, ours)

    def _mmap2(self, record, obj):
        match = self._match(MMAP2, record)
        if not match:
            return
        values = match.groups()
        self._words(record, obj, MMAP_WORDS, values)
        if values[9] is None:
            self._words(record, obj, MMAP2_INODE, values[5:])
        else:
            self.diffs.check(
                record.where, "mmap.build_id", values[9].decode(), get(obj, "mmap.build_id")
            )
        self._words(record, obj, (("mmap.file", text),), values[14:])
        self._protection(record, obj, values[10:13], values[13])

    def _protection(self, record, obj, letters, sharing):
        """Of the flags perf prints whether the mapping is shared, of prot the three letters."""
        perf = sum(bit for letter, bit in PROT_BITS if letter in letters)
        ours = named_value("mmap.prot", get(obj, "mmap.prot"))
        self._check_swapped(record.where, "mmap.prot", perf, ours)
        flags = named_value("mmap.flags", get(obj, "mmap.flags"))
        ours = bool(flags & MAP_SHARED) if isinstance(flags, int) else flags
        self._check_swapped(record.where, "mmap.flags SHARED", sharing == b"s", ours)

    def _check_swapped(self, where, field, perf, ours):
        """What perf 6.1 forgets to swap."""
        if self.recording.big_endian:
            self.diffs.check_but("Big-endian recordings", where, field, perf, ours)
        else:
            self.diffs.check(where, field, perf, ours)

    def _read(self, record, obj):
        match = self._match(READ, record)
        if not match:
            return
        self._words(record, obj, (("pid", dec), ("tid", dec)), match.groups())
        ours = get(obj, "read") or {}
        values = ours.get("values") or [{}]
        self.diffs.check(record.where, "read.value", int(match[3]), values[0].get("value"))
        lines = {m[1]: int(m[2]) for m in READ_LINE.finditer(match[4])}
        for name, word in READ_WORDS.items():
            if name in lines:
                self.diffs.check(record.where, "read." + word, lines[name], ours.get(word))
        # perf reads the id at a fixed place, which is right behind both times only.
        if len(READ_WORDS.keys() & lines.keys()) == len(READ_WORDS):
            for word in ("id", "lost"):
                perf = lines.get(word.encode())
                self.diffs.check(record.where, "read." + word, perf, values[0].get(word))
        elif b"id" in lines:
            ours = values[0].get("id")
            self.diffs.check_but("READ records", record.where, "read.id", lines[b"id"], ours)

    def _namespaces(self, record, obj):
        match = self._match(NAMESPACES, record)
        if not match:
            return
        self._words(record, obj, (("pid", dec), ("tid", dec)), match.groups())
        perf = [(int(m[3]), int(m[4], 16)) for m in NAMESPACE.finditer(match[4])]
        self.diffs.check(record.where, "ns.nr", int(match[3]), len(perf))
        self.diffs.check(record.where, "ns", perf, namespace_links(get(obj, "ns")))

    def _trailer(self, record, obj):
        cpu, time = prefix_of(record, self.oracle)
        if record.name in BODY_TIME:
            self._body_time(record, obj)
        self._trailer_word(record, obj, "time", time, ALL_ONES)
        self._trailer_word(record, obj, "cpu", cpu, U32_ONES)
        task = self.tasks.get(id(record))
        if task:
            where = "sid." if record.name in BODY_TASK else ""
            for word, perf in zip(("pid", "tid"), task):
                self.diffs.check(record.where, where + word, perf, get(obj, where + word))

        self._trailer_bytes(record, obj)

    def _body_time(self, record, obj):
        """perf does not print it, nor the ids of THROTTLE, but shows the bytes."""
        raw = record.raw()
        at = 24 if record.name in ("FORK", "EXIT") else 8
        for word in ("body.time",) + BODY_IDS.get(record.name, ()):
            value = struct.unpack_from("<Q", raw, at)[0]
            self.diffs.check(record.where, word, value, get(obj, word))
            at += 8

    def _trailer_bytes(self, record, obj):
        """What perf does not print of the trailer: the ids, and pid and tid of some types.

        The layout is known if all events have the same one, or the id alone if all have IDENTIFIER.
        """
        if not all(event.sample_id_all for event in self.oracle.events):
            return
        layouts = {tuple(b for b in TRAILER if b in e.sample_type) for e in self.oracle.events}
        layout = layouts.pop()
        if layouts:
            identified = layout[-1:] == ("IDENTIFIER",) and self.oracle.all_types_have("IDENTIFIER")
            layout = ("IDENTIFIER",) if identified and "ID" not in layout else ()
        raw = record.raw()
        if len(raw) < 8 + 8 * len(layout):
            return
        at = len(raw) - 8 * len(layout)
        for bit in layout:
            self._trailer_bit(record, obj, bit, raw[at : at + 8])
            at += 8

    def _trailer_bit(self, record, obj, bit, raw):
        if bit == "TID" and not self.recording.big_endian:
            prefix = "sid." if record.name in BODY_TASK else ""
            for word, value in zip(("pid", "tid"), struct.unpack("<ii", raw)):
                self.diffs.check(record.where, prefix + word, value, get(obj, prefix + word))
        elif bit in TRAILER_IDS:
            word = TRAILER_IDS[bit]
            prefix = "sid." if word in BODY_IDS.get(record.name, ()) else ""
            value = struct.unpack("<Q", raw)[0]
            self.diffs.check(record.where, prefix + word, value, get(obj, prefix + word))

    def _trailer_word(self, record, obj, word, perf, absent):
        ours = get(obj, word)
        if perf is None:
            return
        if ours is None and perf == absent:
            self.diffs.deviates("Fields that a record does not have")
            return
        self.diffs.check(record.where, word, signed(perf) if word == "cpu" else perf, ours)

    def _trailer_tasks(self):
        """(pid, tid) of the trailers, from perf script, which prints no offsets.

        It prints each type in the order of the dump, so the n-th is the n-th, if both have equally
        many. Without trailers it prints what it likes.
        """
        events = self.oracle.events
        if not self.oracle.all_types_have("TID") or not all(e.sample_id_all for e in events):
            return {}
        ours = defaultdict(list)
        for record in self.oracle.dump.records:
            ours[record.name].append(record)
        tasks = {}
        for script in self.oracle.scripts:
            printed = defaultdict(list)
            for entry in script:
                if entry.record and entry.pid is not None:
                    printed[entry.record].append(entry)
            for name, entries in printed.items():
                if len(entries) != len(ours[name]):
                    self.diffs.note(
                        f"perf script has {len(entries)} {name}, the dump {len(ours[name])}"
                    )
                    continue
                for record, entry in zip(ours[name], entries):
                    tasks[id(record)] = (entry.pid, entry.tid)
        return tasks


def namespace_links(ours):
    """(dev, ino) in the order of the file, whatever holds them."""
    if isinstance(ours, dict):
        if "dev" in ours and "ino" in ours:
            return [(ours["dev"], ours["ino"])]
        ours = list(ours.values())
    if not isinstance(ours, list):
        return []
    return [link for value in ours for link in namespace_links(value)]
