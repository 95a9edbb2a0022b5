# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the fields of samples."""

import re
import struct

import perfdump
from navout import get, get_bytes

ALL_ONES = 0xFFFFFFFFFFFFFFFF

# The words that a bit of sample_type gives a sample; a sample has no other of these words.
WORDS = {
    "IP": ("ip",),
    "TID": ("pid", "tid"),
    "TIME": ("time",),
    "ADDR": ("addr",),
    "ID": ("id",),
    "STREAM_ID": ("stream_id",),
    "CPU": ("cpu",),
    "PERIOD": ("period",),
    "READ": ("read",),
    "CALLCHAIN": ("callchain",),
    "RAW": ("raw",),
    "BRANCH_STACK": ("brstack",),
    "REGS_USER": ("uregs",),
    "STACK_USER": ("ustack",),
    "WEIGHT": ("weight",),
    "WEIGHT_STRUCT": ("weight", "ins_lat", "retire_lat"),
    "DATA_SRC": ("data_src",),
    "TRANSACTION": ("transaction",),
    "REGS_INTR": ("iregs",),
    "PHYS_ADDR": ("phys_addr",),
    "AUX": ("aux_sample",),
    "CGROUP": ("cgroup",),
    "DATA_PAGE_SIZE": ("data_page_size",),
    "CODE_PAGE_SIZE": ("code_page_size",),
}
ALL_WORDS = frozenset(word for words in WORDS.values() for word in words) | {"identifier"}

CONTEXTS = {
    "hv": -32,
    "kernel": -128,
    "user": -512,
    "user_deferred": -640,
    "guest": -2048,
    "guest_kernel": -2176,
    "guest_user": -2560,
}
# Bits 20-23 and 24-25 of a branch's flags: perf 6.1 does not print them.
BRANCH_TYPES = (
    "N/A", "COND", "UNCOND", "IND", "CALL", "IND_CALL", "RET", "SYSCALL", "SYSRET", "COND_CALL",
    "COND_RET", "ERET", "IRQ", "SERROR", "NO_TX", "EXTEND_ABI",
)  # fmt: skip
BRANCH_SPECS = ("N/A", "SPEC_WRONG_PATH", "NON_SPEC_CORRECT_PATH", "SPEC_CORRECT_PATH")
# The parts of a data source as perf script prints them, and where they are in data_src.
DATA_SRC_RE = re.compile(
    rb"\|OP (.*?)\|LVL (.*?)\|SNP (.*?)\|TLB (.*?)\|LCK (.*?)\|BLK "
    rb" *((?:N/A|Data|Addr)(?: (?:Data|Addr))*)"
)
DATA_SRC_WORDS = ("op", "lvl", "snoop", "tlb", "lock", "blk")
CGROUP_RE = re.compile(rb" *(.*?) +[0-9a-f]+$")
# Fields of eight bytes each at the beginning of a sample, in this order.
FIXED = ("IDENTIFIER", "IP", "TID", "TIME", "ADDR", "ID", "STREAM_ID", "CPU", "PERIOD")


def words_of(sample_type):
    words = {word for bit in sample_type for word in WORDS.get(bit, ())}
    if "IDENTIFIER" in sample_type:
        words.add("identifier" if "ID" in sample_type else "id")
    return words


def fixed_field(raw, sample_type, bit):
    """A field at the beginning of a sample, from the bytes that the dump shows."""
    if bit not in sample_type:
        return None
    at = 8 + 8 * sum(other in sample_type for other in FIXED[: FIXED.index(bit)])
    return struct.unpack_from("<Q", raw, at)[0] if at + 8 <= len(raw) else None


def own_id(raw, sample_types):
    """The event id in a sample, if the sample types agree where it stands."""
    ids = set()
    for sample_type in sample_types:
        bit = "IDENTIFIER" if "IDENTIFIER" in sample_type else "ID"
        ids.add(fixed_field(raw, sample_type, bit))
    return ids.pop() if len(ids) == 1 else None


def prefix_of(record, oracle):
    """(cpu, time) of the title line; None for what is not printed."""
    numbers = record.prefix
    if numbers == (-1, -1) or not numbers:
        return None, None
    if len(numbers) == 2:
        return numbers
    if oracle.any_type_has("CPU") and not oracle.any_type_has("TIME"):
        return numbers[0], None
    return None, numbers[0]


def signed(value):
    """An u32 as %d prints it."""
    return value - (1 << 32) if value is not None and value >= 1 << 31 else value


def page_size_text(size):
    """As perf abbreviates it: units of 1024, the next one from two of it on."""
    if not size:
        return "N/A"
    for unit in "BKM":
        if size // 1024 <= 1:
            return f"{size}{unit}"
        size //= 1024
    return f"{size}G"


def without_repeats(text):
    """perf 6.1 prints "L1 or L1 hit" where both forms of the level say L1."""
    words = text.split(" ")
    suffix = words.pop() if words[-1] in ("hit", "miss") else ""
    alternatives = dict.fromkeys(" ".join(words).split(" or "))
    return " ".join(filter(None, (" or ".join(alternatives), suffix)))


class SampleComparer:
    """Without event_names (None), what only perf script prints is not compared."""

    def __init__(self, oracle, recording, diffs, event_names, objects):
        self.oracle = oracle
        self.recording = recording
        self.diffs = diffs
        self.names = event_names.names if event_names else {}
        self.rests = event_names.rests if event_names else {"cgroup": {}, "data_src": {}}
        self.cgroups = {
            obj.get("cgroup"): get_bytes(obj, "cgroup.path")
            for obj in objects
            if obj.get("type") == "CGROUP"
        }

    def compare(self, record, obj):
        try:
            perf = perfdump.Sample(record)
        except perfdump.ParseError as error:
            self.diffs.note(str(error))
            return
        where = record.where
        sample_types = self.oracle.types(self.names.get(id(record)))
        self._presence(where, sample_types, obj)
        self._scalars(record, perf, obj)
        self._ids(record, sample_types, obj)
        self._callchain(where, perf, obj)
        self._branches(record, perf, obj)
        self._regs(where, perf, obj)
        self._ustack(record, perf, obj)
        self._read(where, perf, obj)
        self._raw(record, obj)
        self._cgroup(record, obj)
        self._data_src(record, obj)

    def _equal(self, where, word, perf, obj):
        """An absent word is the business of _presence(); perf prints some number then."""
        ours = get(obj, word)
        if ours is not None:
            self.diffs.check(where, word, perf, ours)
        elif perf:
            self.diffs.deviates("Fields that a record does not have")

    def _presence(self, where, sample_types, obj):
        there = {word for word in ALL_WORDS if word in obj}
        wanted = [words_of(sample_type) for sample_type in sample_types]
        self.diffs.compared += 1
        if not wanted or there in wanted:
            return
        nearest = min(wanted, key=lambda words: len(words ^ there))
        for word in sorted(nearest - there):
            self.diffs.note(f"{where}: {word}: in the sample type, but perfnav has none")
        for word in sorted(there - nearest):
            self.diffs.note(f"{where}: {word}: not in the sample type, but perfnav has it")

    def _scalars(self, record, perf, obj):
        where = record.where
        cpu, time = prefix_of(record, self.oracle)
        if cpu is not None:
            self._equal(where, "cpu", signed(cpu), obj)
        if time is not None:
            self._equal(where, "time", time, obj)
        self.diffs.check(where, "misc", perf.misc, obj.get("misc"))
        for word in ("pid", "tid", "ip", "period", "addr"):
            self._equal(where, word, getattr(perf, word), obj)
        for word in ("weight", "ins_lat", "retire_lat"):
            if perf.weight:
                self._equal(where, word, perf.weight.get(word), obj)
        if "data_src" in perf.numbers:
            self.diffs.check(
                where, "data_src.raw", perf.numbers["data_src"], get(obj, "data_src.raw")
            )
        if "phys_addr" in perf.numbers:
            self.diffs.check(where, "phys_addr", perf.numbers["phys_addr"], obj.get("phys_addr"))
        for word, text in perf.page_sizes.items():
            if isinstance(obj.get(word), int):
                self.diffs.check(where, word, text, page_size_text(obj[word]))
        if perf.transaction is not None:
            ours = get(obj, "transaction.raw")
            self.diffs.check(where, "transaction.raw", perf.transaction, ours)

    def _ids(self, record, sample_types, obj):
        """perf prints no ids; they are compared with the bytes that it shows."""
        if len(sample_types) != 1:
            return
        (sample_type,) = sample_types
        words = {"stream_id": "STREAM_ID", "id": "ID"}
        if "IDENTIFIER" in sample_type:
            words["identifier" if "ID" in sample_type else "id"] = "IDENTIFIER"
        for word, bit in words.items():
            if bit in sample_type:
                value = fixed_field(record.raw(), sample_type, bit)
                self.diffs.check(record.where, word, value, obj.get(word))

    def _callchain(self, where, perf, obj):
        if perf.callchain is None:
            return
        ours = obj.get("callchain")
        if not isinstance(ours, list):
            self.diffs.add(where, "callchain", perf.callchain, ours)
            return
        values = [entry_value(entry) for entry in ours]
        self.diffs.check(where, "len(callchain)", len(perf.callchain), len(values))
        for i, (there, here) in enumerate(zip(perf.callchain, values)):
            self.diffs.check(where, f"callchain[{i}]", hex(there), here)

    def _branches(self, record, perf, obj):
        where = record.where
        ours = obj.get("brstack")
        if perf.branch_counters is not None:
            self.diffs.check(where, "br_counters", perf.branch_counters, obj.get("br_counters"))
        if perf.branches is None and perf.branch_calls is None:
            return
        if not isinstance(ours, list):
            self.diffs.note(f"{where}: brstack: perf has one, perfnav does not")
            return
        if perf.branch_calls is not None:
            calls = [ours[0].get("to")] + [entry.get("from") for entry in ours] if ours else []
            self.diffs.check(where, "brstack", perf.branch_calls, calls)
            return
        self.diffs.check(where, "len(brstack)", len(perf.branches), len(ours))
        raw = record.raw()
        if ours and not self.recording.big_endian:
            self._hw_idx(where, obj, raw)
        for i, (there, here) in enumerate(zip(perf.branches, ours)):
            self._branch(f"{where}: brstack[{i}]", there, here, raw)

    def _branch(self, where, perf, ours, raw):
        for word in ("from", "to", "cycles", "mispred", "predicted", "abort", "in_tx"):
            self.diffs.check(where, word, perf[word], ours.get(word))
        kind = ours.get("new_type") if ours.get("type") == "EXTEND_ABI" else ours.get("type")
        for word, value in (("type", kind), ("spec", ours.get("spec"))):
            if perf[word] or self.oracle.prints_branch_type():
                self.diffs.check(where, word, perf[word] or "N/A", value)
            elif value != "N/A":
                self.diffs.deviates("Branches")
        if not self.recording.big_endian:
            self._flags(where, ours, raw)

    def _hw_idx(self, where, obj, raw):
        """perf does not print it; it stands between the length and the first branch."""
        branch = obj["brstack"][0]
        words = [len(obj["brstack"]), obj.get("hw_idx"), branch.get("from"), branch.get("to")]
        # -1, for unknown, is all ones.
        words = [word & ALL_ONES for word in words if isinstance(word, int)]
        self.diffs.compared += 1
        if struct.pack(f"<{len(words)}Q", *words) not in raw:
            self.diffs.note(f"{where}: hw_idx: not in the record: {obj.get('hw_idx')}")

    def _flags(self, where, ours, raw):
        """The dump shows the flags in its bytes only; a big-endian file's are reordered there."""
        words = [ours.get("from"), ours.get("to"), ours.get("flags")]
        self.diffs.compared += 1
        if not all(isinstance(word, int) and 0 <= word <= ALL_ONES for word in words):
            self.diffs.note(f"{where}: no numbers: {words}")
        elif struct.pack("<QQQ", *words) not in raw:
            self.diffs.note(f"{where}: flags: not in the record: {words}")
        else:
            kind, spec = words[2] >> 20 & 15, words[2] >> 24 & 3
            self.diffs.check(where, "type of flags", BRANCH_TYPES[kind], ours.get("type"))
            self.diffs.check(where, "spec of flags", BRANCH_SPECS[spec], ours.get("spec"))

    def _regs(self, where, perf, obj):
        for kind, word in (("user", "uregs"), ("intr", "iregs")):
            ours = obj.get(word)
            there = perf.regs.get(kind)
            if there is None:
                # perf prints nothing where the ABI is 0.
                if ours is not None:
                    self.diffs.check(where, word, {"abi": "none"}, ours)
                    self.diffs.deviates("Fields that a record does not have")
                continue
            if kind == "intr" and self.recording.big_endian:
                # perf 6.1 does not swap the mask of the attr, and has other names.
                self.diffs.check_but("Big-endian recordings", where, word, there, ours)
                continue
            self.diffs.check(where, word, there, ours)

    def _ustack(self, record, perf, obj):
        if perf.ustack is None:
            return
        dyn, offset = perf.ustack
        ours = obj.get("ustack") or {}
        size = struct.unpack_from("<Q", record.raw(), offset)[0]
        self.diffs.check(record.where, "ustack.size", size, ours.get("size"))
        # There is no word for the used size behind an empty stack, and perf prints 0.
        self.diffs.check(record.where, "ustack.dyn", dyn if size else None, ours.get("dyn"))
        if not size:
            self.diffs.deviates("Fields that a record does not have")

    def _read(self, where, perf, obj):
        if perf.read is None:
            return
        ours = obj.get("read") or {}
        for word in ("nr", "time_enabled", "time_running"):
            self.diffs.check(where, "read." + word, perf.read.get(word), ours.get(word))
        values = ours.get("values") or []
        self.diffs.check(where, "len(read.values)", len(perf.read["values"]), len(values))
        has_id = all("ID" in event.read_format for event in self.oracle.events)
        for i, (there, here) in enumerate(zip(perf.read["values"], values)):
            for word in ("value", "lost") + (("id",) if has_id else ()):
                self.diffs.check(where, f"read.values[{i}].{word}", there.get(word), here.get(word))

    def _raw(self, record, obj):
        """perf does not print the raw data, but its bytes, with their length before them."""
        # Of a big-endian file the dump has these bytes in another order.
        if "raw" not in obj or self.recording.big_endian:
            return
        self.diffs.compared += 1
        data = bytes.fromhex(obj["raw"])
        if struct.pack("<I", len(data)) + data not in record.raw():
            self.diffs.note(f"{record.where}: raw: {len(data)} bytes are not in the record")

    def _cgroup(self, record, obj):
        """perf prints the path that the id had in a CGROUP record."""
        match = CGROUP_RE.match(self.rests["cgroup"].get(id(record), b""))
        if match:
            path = self.cgroups.get(obj.get("cgroup"), b"unknown")
            self.diffs.check(record.where, "path of cgroup", match[1], path)
        cgroup = obj.get("cgroup")
        if isinstance(cgroup, int) and not self.recording.big_endian:
            there = struct.pack("<Q", cgroup) in record.raw()
            self.diffs.check(record.where, "cgroup is in the record", True, there)

    def _data_src(self, record, obj):
        match = DATA_SRC_RE.search(self.rests["data_src"].get(id(record), b""))
        if not match:
            return
        for word, value in zip(DATA_SRC_WORDS, match.groups()):
            ours = get(obj, "data_src." + word)
            perf = without_repeats(value.decode())
            if perf != value.decode():
                self.diffs.deviates("Data sources")
            self.diffs.check(record.where, "data_src." + word, perf, ours)


def entry_value(entry):
    """An entry of a call chain as the number in the file."""
    if not isinstance(entry, dict):
        return repr(entry)
    if "context" in entry:
        context = CONTEXTS.get(entry["context"])
        return repr(entry) if context is None else hex(context & ALL_ONES)
    value = entry.get("ip", entry.get("cookie"))
    return hex(value) if isinstance(value, int) else repr(entry)
