# SPDX-License-Identifier: GPL-3.0-or-later
"""The filter language a second time: random expressions, each with a function that says what it is
of a record as `print --format json` writes it. Numbers are Python's, which have no limit.

An expression is its text and its truth, how tightly it binds, and for values the type and the list
that it has one value after the other of.
"""
import re

ABSENT = None
WIDE = 1 << 127
TIME_MAX = (1 << 64) - 1

CONTEXTS = {"hv": -32, "kernel": -128, "user": -512, "user_deferred": -640, "guest": -2048,
            "guest_kernel": -2176, "guest_user": -2560}
CPUMODES = ("unknown", "kernel", "user", "hypervisor", "guest_kernel", "guest_user")
DAMAGE = 0xffffffff
KERNEL_TYPES = ("MMAP LOST COMM EXIT THROTTLE UNTHROTTLE FORK READ SAMPLE MMAP2 AUX ITRACE_START "
                "LOST_SAMPLES SWITCH SWITCH_CPU_WIDE NAMESPACES KSYMBOL BPF_EVENT CGROUP TEXT_POKE "
                "AUX_OUTPUT_HW_ID CALLCHAIN_DEFERRED").split()
PERF_TYPES = ("ATTR EVENT_TYPE TRACING_DATA BUILD_ID FINISHED_ROUND ID_INDEX AUXTRACE_INFO AUXTRACE "
              "AUXTRACE_ERROR THREAD_MAP CPU_MAP STAT_CONFIG STAT STAT_ROUND EVENT_UPDATE TIME_CONV "
              "FEATURE COMPRESSED FINISHED_INIT COMPRESSED2 BPF_METADATA SCHEDSTAT_CPU "
              "SCHEDSTAT_DOMAIN").split()
TYPES = {name: i + 1 for i, name in enumerate(KERNEL_TYPES)}
TYPES.update({name: i + 64 for i, name in enumerate(PERF_TYPES)}, DAMAGE=DAMAGE)

# union perf_mem_data_src: shift and bits
DATA_SRC = {"op": (0, 5), "lvl": (5, 14), "snoop": (19, 5), "lock": (24, 2), "tlb": (26, 7),
            "lvl_num": (33, 4), "remote": (37, 1), "snoopx": (38, 2), "blk": (40, 3),
            "hops": (43, 3), "region": (46, 5)}
MEM_OP = {"NA": 1, "LOAD": 2, "STORE": 4, "PFETCH": 8, "EXEC": 16}
MEM_SNOOP = {"NA": 1, "NONE": 2, "HIT": 4, "MISS": 8, "HITM": 16}
MEM_LVL = {"HIT": 2, "MISS": 4, "L1": 8, "LFB": 0x10, "L2": 0x20, "L3": 0x40, "LOC_RAM": 0x80,
           "REM_RAM1": 0x100, "REM_RAM2": 0x200, "RAM": 0x380, "PMEM": 0, "L4": 0, "IO": 0x1000}
MEM_LEVEL = {"L1": 1, "L2": 2, "L3": 3, "L4": 4, "LFB": 12, "RAM": 13, "PMEM": 14, "IO": 10}
PROT = {"READ": 1, "WRITE": 2, "EXEC": 4, "r": 1, "w": 2, "x": 4}

SCALARS = ("ordinal", "offset", "size", "stream", "type", "misc", "cpumode", "pid", "tid", "cpu",
           "time", "rel", "gap", "gap.tid", "gap.cpu", "id", "stream_id", "ip", "addr", "period",
           "weight", "phys_addr", "callchain.depth", "hw_idx", "data_src.raw", "data_src.lvl_num",
           "data_src.hops", "read.time_enabled", "read.time_running", "mmap.addr", "mmap.len",
           "mmap.pgoff", "ustack.dyn", "lost.count", "aux.size", "sid.pid", "body.time",
           "comm.exec", "switch.out", "exact_ip", "transaction.raw", "cgroup")
ALIASES = {"ordinal": ("n",), "callchain.depth": ("stack.depth",), "data_src.raw": ("mem.raw",),
           "data_src.lvl_num": ("mem.lvl_num",), "callchain.ip": ("stack.ip",),
           "brstack.from": ("br.from",), "brstack.cycles": ("br.cycles",),
           "brstack.mispred": ("br.mispred",), "read.values.value": ("read.value",),
           "read.values.id": ("read.id",)}
TEXTS = ("comm", "event", "mmap.file", "damage", "ksym.name", "cgroup.path")
BYTES = ("mmap.build_id", "raw", "bytes")
LISTS = {"callchain": ("ip", "context"),
         "brstack": ("from", "to", "mispred", "predicted", "in_tx", "abort", "cycles"),
         "read.values": ("value", "id")}
# Words that are those of an element in [ ], and of the record elsewhere.
HIDDEN = frozenset(("ip", "id", "type"))
LIST_ALIASES = {"callchain": "stack", "brstack": "br", "read.values": "read.values"}


def type_number(name):
    return int(name[8:-1]) if name.startswith("UNKNOWN(") else TYPES[name]


def nested(record, path):
    """A key of JSON, or a member of an object: "mmap.file" may be either."""
    if path in record:
        return record[path]
    first, _, rest = path.partition(".")
    inner = record.get(first)
    return nested(inner, rest) if rest and isinstance(inner, dict) else ABSENT


def text_of(record, path):
    """Text as bytes: what is not UTF-8 stands beside it in hexadecimal."""
    hexed = nested(record, path + "_hex")
    if isinstance(hexed, str):
        return bytes.fromhex(hexed)
    found = nested(record, path)
    return found.encode() if isinstance(found, str) else ABSENT


def mask_of(text, names):
    """A mask as it is written: READ|EXEC|0x100."""
    if text in ("none", "0"):
        return 0
    return sum(int(part, 16) if part.startswith("0x") else names[part] for part in text.split("|"))


class Row:
    """A record and what is derived from it and from those before."""

    def __init__(self, record, data):
        self.record = record
        self.values = {}
        for word in SCALARS:
            self.values[word] = self.number(word)
        for word in TEXTS:
            self.values[word] = text_of(record, word)
        for word in BYTES[:2]:
            found = nested(record, word)
            self.values[word] = bytes.fromhex(found) if isinstance(found, str) else ABSENT
        self.values["bytes"] = ABSENT
        if record["type"] != "DAMAGE" and "in" not in record and data:
            self.values["bytes"] = data[record["offset"]:record["offset"] + record["size"]]
        self.lists = {name: self.elements(name) for name in LISTS}

    def number(self, word):
        record = self.record
        if word == "type":
            return type_number(record["type"])
        if word == "cpumode":
            name = record.get("cpumode", ABSENT)
            if name is ABSENT:
                return ABSENT
            return CPUMODES.index(name) if name in CPUMODES else int(name)
        if word == "callchain.depth":
            chain = record.get("callchain")
            return ABSENT if chain is None else sum("ip" in frame for frame in chain)
        if word.startswith("data_src.") and word != "data_src.raw":
            return self.data_src(word[9:])
        found = nested(record, word)
        return int(found) if isinstance(found, (int, bool)) else ABSENT

    def data_src(self, part):
        raw = nested(self.record, "data_src.raw")
        if raw is ABSENT:
            return ABSENT
        shift, bits = DATA_SRC[part]
        return raw >> shift & ((1 << bits) - 1)

    def prot(self):
        found = nested(self.record, "mmap.prot")
        return ABSENT if found is ABSENT else mask_of(found, PROT)

    def elements(self, name):
        found = nested(self.record, name)
        if not isinstance(found, list):
            return ABSENT
        return [{key: self.element_value(key, v) for key, v in element.items()}
                for element in found]

    @staticmethod
    def element_value(key, found):
        if key == "context":
            return CONTEXTS[found] % (1 << 64) if isinstance(found, str) and found in CONTEXTS \
                else found
        return int(found) if isinstance(found, (int, bool)) else found


def derive_cgroups(rows):
    """Samples have the path that was told of their cgroup before them, else the first one."""
    told = {}
    for number, row in enumerate(rows):
        time = row.values["time"]
        row.at = (TIME_MAX if time is ABSENT else time, number)
        if row.record["type"] == "CGROUP" and row.values["cgroup.path"] is not ABSENT:
            told.setdefault(row.values["cgroup"], []).append(
                ((0 if time is ABSENT else time, number), row.values["cgroup.path"]))
    for row in rows:
        of_id = sorted(told.get(row.values["cgroup"], ()))
        if row.record["type"] == "SAMPLE" and of_id:
            before = [path for at, path in of_id if at <= row.at]
            row.values["cgroup.path"] = before[-1] if before else of_id[0][1]


def derive_gaps(rows):
    """Times since the row before, any, of the same thread, of the same CPU."""
    last = {}
    for row in rows:
        v = row.values
        keys = {"gap": 0, "gap.tid": v["tid"], "gap.cpu": v["cpu"]}
        for word, key in keys.items():
            if key is ABSENT:
                continue
            if (word, key) in last:
                v[word] = v["time"] - last[word, key]
            last[word, key] = v["time"]


def derive(rows, events):
    """Paths of cgroups; times that count from others; the first and last time."""
    derive_cgroups(rows)
    timed = [row for row in rows if row.values["time"] not in (ABSENT, 0, TIME_MAX)]
    times = [row.values["time"] for row in timed]
    first = min(times, default=0)
    for row in rows:
        v = row.values
        for word in ("rel", "gap", "gap.tid", "gap.cpu"):
            v[word] = ABSENT
        if times and v["time"] is not ABSENT:
            v["rel"] = v["time"] - first
    # Without sample_id_all time order is that of the file.
    if any("sample_id_all" in event["flags"] for event in events):
        timed.sort(key=lambda row: row.values["time"])
    derive_gaps(timed)
    return (first, max(times)) if times else ABSENT


# ---- arithmetic ----

def narrow(number):
    return number if -WIDE <= number < WIDE else ABSENT


def compute(op, a, b):
    if a is ABSENT or b is ABSENT:
        return ABSENT
    if op in "/%":
        if not b:
            return ABSENT
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return narrow(quotient) if op == "/" else a - quotient * b
    return narrow({"+": a + b, "-": a - b, "*": a * b, "&": a & b, "|": a | b}[op])


COMPARE = {"==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
           "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}
SPELLED = {"==": ("==", "eq"), "!=": ("!=", "ne"), "<": ("<", "lt"), "<=": ("<=", "le"),
           ">": (">", "gt"), ">=": (">=", "ge")}
# How tightly an operator binds, from the loosest.
BINDS = {"or": 0, "and": 1, "not": 2, "compare": 3, "|": 4, "&": 5, "+": 6, "-": 6, "*": 7, "/": 7,
         "%": 7, "sign": 8, "atom": 9}


class Value:
    """Text, how tightly it binds, and what it is: of a row, an element of a list or a value of one."""

    def __init__(self, text, binds, of, each=None, sliced=False):
        self.text, self.binds, self.of, self.each = text, BINDS[binds], of, each
        self.sliced = sliced  # bytes, which are a number only beside a number

    def within(self, op, right=False):
        """In parentheses where the operator around it binds as tightly or more."""
        return f"({self.text})" if self.binds < BINDS[op] + right else self.text


class Maker:
    """Random expressions over what a recording has."""

    def __init__(self, rng, rows, span):
        self.rng, self.rows, self.span = rng, rows, span
        self.known = {}
        for word in SCALARS + TEXTS + BYTES:
            self.known[word] = sorted({row.values[word] for row in rows
                                       if row.values[word] is not ABSENT})
        # Bytes that were compressed are not in the file as they are.
        if any("in" in row.record for row in rows):
            self.known["bytes"] = []
        self.members = {}
        for name, members in LISTS.items():
            for member in members:
                found = {e[member] for row in rows for e in row.lists[name] or ()
                         if isinstance(e.get(member), int)}
                self.members[name, member] = sorted(found)
        self.here = [w for w in SCALARS if self.known[w]]
        self.lists = [name for name in LISTS if any(row.lists[name] for row in rows)]

    def pick(self, *choices):
        return self.rng.choice(choices)

    def word(self, name):
        return self.pick(name, *ALIASES.get(name, ()))

    # ---- numbers ----

    def literal(self, number):
        """A way to write a number."""
        if number < 0:
            return Value(f"-{-number}", "sign", lambda *_: number)
        text = str(number)
        kind = self.rng.random()
        if kind < 0.3:
            text = self.pick(hex(number), f"0x{number:X}")
        elif kind < 0.5:
            for unit, factor in (("Gi", 1 << 30), ("Mi", 1 << 20), ("Ki", 1 << 10),
                                 ("s", 10 ** 9), ("G", 10 ** 9), ("ms", 10 ** 6), ("M", 10 ** 6),
                                 ("us", 1000), ("K", 1000), ("ns", 1)):
                if number and number % factor == 0:
                    text = f"{number // factor}{unit}"
                    break
        return Value(text, "atom", lambda *_: number)

    def near(self, known):
        """A number of those that occur, or not far from it."""
        if known and self.rng.random() < 0.85:
            return self.rng.choice(known) + self.pick(0, 0, 0, 0, 1, -1)
        return self.pick(0, 1, 2, 7, 64, 1000, 1 << 31, 1 << 32, (1 << 63) - 1, 1 << 63,
                         (1 << 64) - 1, -1, -(1 << 63))

    def constant(self, known):
        number = self.near(known)
        number = max(-(1 << 63), min(number, (1 << 64) - 1))
        return self.literal(number)

    def scalar(self, known, hidden=frozenset()):
        words = self.here if self.rng.random() < 0.95 else SCALARS
        word = self.rng.choice([w for w in words if w not in hidden])
        known.extend(self.known[word])
        return Value(self.word(word), "atom", lambda row, *_: row.values[word])

    def listed(self, known):
        """A value of a list, of which any will do."""
        name = self.rng.choice(self.lists)
        member = self.rng.choice(LISTS[name])
        known.extend(self.members[name, member])
        return Value(self.word(f"{name}.{member}"), "atom",
                     lambda row, element, value: value, (name, member))

    def indexed(self, known):
        name = self.rng.choice(self.lists)
        member, at = self.rng.choice(LISTS[name]), self.rng.randrange(4)
        known.extend(self.members[name, member])

        def of(row, *_):
            elements = row.lists[name] or ()
            found = elements[at].get(member) if at < len(elements) else ABSENT
            return found if isinstance(found, int) else ABSENT
        return Value(f"{self.pick(name, LIST_ALIASES[name])}[{at}].{member}", "atom", of)

    def counted(self, known):
        name = self.rng.choice(self.lists)
        known.extend(range(6))
        prefix = self.pick(name, LIST_ALIASES[name])
        if self.rng.random() < 0.4:
            return Value(f"count({prefix})", "atom", lambda row, *_: ABSENT
                         if row.lists[name] is ABSENT else len(row.lists[name]))
        inner = self.condition(1, name)

        def of(row, *_):
            elements = row.lists[name]
            return ABSENT if elements is ABSENT else sum(inner.of(row, e, None) for e in elements)
        return Value(f"count({prefix}[{inner.text}])", "atom", of)

    def length(self, known):
        word = self.rng.choice([w for w in TEXTS + BYTES if self.known[w]])
        known.extend(range(20))

        def of(row, *_):
            found = row.values[word]
            return ABSENT if found is ABSENT else len(found)
        return Value(f"len({word})", "atom", of)

    def sliced_number(self, known):
        at, size = self.rng.randrange(40), self.pick(1, 2, 4, 8)
        known.extend(range(8))

        def of(row, *_):
            found = row.values["bytes"]
            if found is ABSENT or at + size > len(found):
                return ABSENT
            return int.from_bytes(found[at:at + size], row.order)
        return Value(f"bytes[{at}:{size}]", "atom", of, sliced=True)

    def percent(self):
        tenths = self.rng.randrange(1001)
        first, last = self.span

        def of(*_):
            return first + ((last - first) * tenths * 10 ** 8 + 5 * 10 ** 10) // 10 ** 11
        return Value(f"{tenths // 10}.{tenths % 10}%" if tenths % 10 else f"{tenths // 10}%",
                     "atom", of)

    def member(self, name, known):
        """Of the element that a condition in [ ] is about."""
        member = self.rng.choice(LISTS[name])
        known.extend(self.members[name, member])

        def of(row, element, _):
            found = element.get(member)
            return found if isinstance(found, int) else ABSENT
        return Value(member, "atom", of)

    def atom(self, known, inside, one):
        """one: a list has been taken already."""
        kind = self.rng.random()
        if inside:
            if kind < 0.8 or not set(self.here) - HIDDEN:
                return self.member(inside, known)
            return self.scalar(known, HIDDEN)
        if self.lists and kind < 0.2 and not one:
            return self.listed(known)
        if self.lists and kind < 0.26:
            return self.indexed(known)
        if self.lists and kind < 0.32:
            return self.counted(known)
        if kind < 0.36 and any(self.known[w] for w in TEXTS + BYTES):
            return self.length(known)
        if kind < 0.4 and self.known["bytes"]:
            return self.sliced_number(known)
        return self.scalar(known)

    def arith(self, depth, known, inside, one=False):
        kind = self.rng.random()
        if not depth or kind < 0.6:
            return self.atom(known, inside, one)
        a = self.arith(depth - 1, known, inside, one)
        if kind < 0.68:
            sign = self.pick("-", "~")

            def signed(*args):
                v = a.of(*args)
                return ABSENT if v is ABSENT else narrow(-v if sign == "-" else ~v)
            # Two signs at the beginning would be an option.
            return Value(sign + a.within("sign", True), "sign", signed, a.each)
        op = self.pick("+", "-", "*", "/", "%", "&", "|")
        if self.rng.random() < 0.6:
            b = self.constant([1, 2, 3, 7, 63, 64, 4095])
        else:
            b = self.arith(depth - 1, known, inside, one or a.each)
        space = self.pick(" ", " ", "")
        if op == "%" or b.text[0] in "-~" or op == "&":
            space = " "
        text = a.within(op) + space + op + space + b.within(op, True)
        return Value(text, op, lambda *args: compute(op, a.of(*args), b.of(*args)),
                     a.each or b.each)

    # ---- conditions ----

    def each(self, text, value, truth, everything=False):
        """A comparison on a list holds for any value of it, or for all and there is one."""
        if not value.each:
            return Value(text, "compare", lambda row, element, _: truth(row, element, None))
        name, member = value.each

        def of(row, element, _):
            found = [e[member] for e in row.lists[name] or () if isinstance(e.get(member), int)]
            good = [truth(row, element, v) for v in found]
            return bool(good) and all(good) if everything else any(good)
        return Value(text, "compare" if not everything else "not", of)

    def all_of(self, value, op):
        """Maybe "all"; where the comparison is != on a list it has to be."""
        if not value.each:
            return ""
        return "all " if op == "!=" or self.rng.random() < 0.2 else ""

    def comparison(self, depth, inside):
        known = []
        a = self.arith(depth, known, inside)
        op = self.rng.choice(tuple(COMPARE))
        if self.rng.random() < 0.2 and not a.sliced:
            b = self.arith(1, known, inside, a.each)
            if (a.text, b.text) == ("misc", "exact_ip"):  # the name of a bit of it
                b = self.constant(known)
        else:
            b = self.constant(known)
        value = a if a.each else b
        everything = self.all_of(value, op)

        def truth(*args):
            x, y = a.of(*args), b.of(*args)
            return x is not ABSENT and y is not ABSENT and COMPARE[op](x, y)
        text = f"{everything}{a.within('compare', True)} {self.rng.choice(SPELLED[op])} " \
               f"{b.within('compare', True)}"
        return self.each(text, value, truth, bool(everything))

    def among(self, depth, inside):
        known = []
        a = self.arith(depth, known, inside)
        parts, ranges = [], []
        for _ in range(self.rng.randrange(1, 5)):
            lo = self.constant(known)
            hi = self.constant(known) if self.rng.random() < 0.5 else None
            if hi and hi.of() < lo.of():
                lo, hi = hi, lo
            parts.append(f"{lo.text} .. {hi.text}" if hi else lo.text)
            ranges.append((lo, hi or lo))
        everything = self.all_of(a, "in")

        def truth(*args):
            v = a.of(*args)
            return v is not ABSENT and any(lo.of() <= v <= hi.of() for lo, hi in ranges)
        return self.each(f"{everything}{a.within('compare', True)} in {{{', '.join(parts)}}}", a,
                         truth, bool(everything))

    def bare(self, depth, inside):
        a = self.arith(depth, [], inside)
        if a.sliced:
            return Value(a.text, "compare", lambda *args: a.of(*args) is not ABSENT)
        return self.each(a.text, a, lambda *args: bool(a.of(*args)))

    def moment(self):
        lo, hi = sorted((self.percent(), self.percent()),
                        key=lambda value: float(value.text.rstrip("%")))
        if self.rng.random() < 0.5:
            return Value(f"time in {{{lo.text}..{hi.text}}}", "compare", lambda row, *_:
                         row.values["time"] is not ABSENT and
                         lo.of() <= row.values["time"] <= hi.of())
        op = self.rng.choice(tuple(COMPARE))
        return Value(f"time {op} {lo.text}", "compare", lambda row, *_:
                     row.values["time"] is not ABSENT and COMPARE[op](row.values["time"], lo.of()))

    def quoted(self, raw):
        quote = self.pick('"', "'")
        out = quote
        for byte in raw:
            if chr(byte) in (quote, "\\"):
                out += "\\" + chr(byte)
            elif byte < 0x20 or byte >= 0x7f or self.rng.random() < 0.02:
                out += f"\\x{byte:02x}"
            else:
                out += chr(byte)
        return out + quote

    def some_text(self, word):
        known = self.known[word]
        return self.rng.choice(known) if known and self.rng.random() < 0.9 else b"no such text"

    def part_of(self, raw, longest):
        start = self.rng.randrange(len(raw) + 1)
        return raw[start:start + self.rng.randrange(longest)]

    def pattern(self, raw):
        """A regular expression that may fit the text; its quote is left out."""
        part = self.part_of(bytes(b for b in raw if 0x20 < b < 0x7f and b not in b"\"'"), 8)
        text = re.escape(part.decode()).replace("\\-", "-")
        kind = self.rng.randrange(6)
        if kind == 0:
            text = "^" + text
        elif kind == 1:
            text += "$"
        elif kind == 2:
            text = f"({text}|nginx|[0-9]{{3}})"
        elif kind == 3:
            text = "(?-i)" + text.swapcase()
        elif kind == 4:
            text = text.upper() if "\\" not in text else text
        return text

    def text_leaf(self):
        word = self.rng.choice(TEXTS[:3] + tuple(w for w in TEXTS[3:] if self.known[w]))
        kind = self.rng.random()

        def with_text(test):
            return lambda row, *_: row.values[word] is not ABSENT and test(row.values[word])
        if kind < 0.1:
            return Value(word, "compare", with_text(lambda v: True))
        if kind < 0.3:
            part = self.part_of(self.some_text(word), 5)
            return Value(f"{word} contains {self.quoted(part)}", "compare",
                         with_text(lambda v: part in v))
        if kind < 0.5:
            raws = [self.some_text(word) for _ in range(self.rng.randrange(1, 4))]
            return Value(f"{word} in {{{', '.join(map(self.quoted, raws))}}}", "compare",
                         with_text(lambda v: v in raws))
        if kind < 0.8:
            return self.match(word, with_text)
        op, raw = self.pick("==", "!="), self.some_text(word)
        at, size = self.rng.randrange(4), self.rng.randrange(5)
        if self.rng.random() < 0.2:
            return Value(f"{word}[{at}:{size}] {op} {self.quoted(raw[at:at + size])}", "compare",
                         with_text(lambda v: at + size <= len(v) and
                                   COMPARE[op](v[at:at + size], raw[at:at + size])))
        return Value(f"{word} {op} {self.quoted(raw)}", "compare",
                     with_text(lambda v: COMPARE[op](v, raw)))

    def match(self, word, with_text):
        pattern = self.pattern(self.some_text(word))
        bare = pattern[5:] if pattern.startswith("(?-i)") else pattern
        flags = 0 if bare != pattern else re.IGNORECASE
        compiled = re.compile(bare.encode(), flags)
        sign = self.pick("~", "=~", "matches")
        return Value(f'{word} {sign} "{pattern}"', "compare",
                     with_text(lambda v: bool(compiled.search(v))))

    def bytes_leaf(self):
        words = [w for w in BYTES if self.known[w]]
        word = self.rng.choice(words)
        raw = self.some_text(word)
        if self.rng.random() < 0.5:
            part = self.part_of(raw, 4)
            return Value(f'{word} contains "{part.hex()}"', "compare", lambda row, *_:
                         row.values[word] is not ABSENT and part in row.values[word])
        at, size = self.rng.randrange(12), self.rng.randrange(1, 5)
        part, op = raw[at:at + size], self.pick("==", "!=")
        return Value(f'{word}[{at}:{size}] {op} "{part.hex()}"', "compare", lambda row, *_:
                     row.values[word] is not ABSENT and at + size <= len(row.values[word]) and
                     COMPARE[op](row.values[word][at:at + size], part))

    def bits_leaf(self):
        """A mask is equal to the name of a bit that is set."""
        kind = self.rng.randrange(4)
        if kind == 0:
            names = self.rng.sample(sorted(PROT), self.rng.randrange(1, 3))
            mask = sum({PROT[n] for n in names})
            return Value(f"mmap.prot in {{{', '.join(names)}}}", "compare", lambda row, *_:
                         row.prot() is not ABSENT and bool(row.prot() & mask))
        if kind == 1:
            name = self.rng.choice(sorted(MEM_LVL))
            return Value(f"mem.lvl == {name}", "compare", lambda row, *_:
                         row.data_src("lvl") is not ABSENT and
                         (bool(row.data_src("lvl") & MEM_LVL[name]) or
                          row.data_src("lvl_num") == MEM_LEVEL.get(name, -1)))
        word, names = self.pick(("op", MEM_OP), ("snoop", MEM_SNOOP))
        name, op = self.rng.choice(sorted(names)), self.pick("==", "!=", "contains")
        return Value(f"mem.{word} {op} {self.pick(name, name.lower())}", "compare",
                     lambda row, *_: row.data_src(word) is not ABSENT and
                     bool(row.data_src(word) & names[name]) != (op == "!="))

    def name_leaf(self):
        if self.rng.random() < 0.3:
            name = self.rng.choice(CPUMODES)
            return Value(f"cpumode == {name}", "compare",
                         lambda row, *_: row.values["cpumode"] == CPUMODES.index(name))
        names = [self.rng.choice(self.rows).record["type"] for _ in range(3)]
        names += [self.rng.choice(sorted(TYPES))]
        names = self.rng.sample(names, self.rng.randrange(1, 4))
        return Value(f"type in {{{', '.join(names)}}}", "compare",
                     lambda row, *_: row.record["type"] in names or row.values["type"] in
                     [type_number(n) for n in names])

    def element(self, depth):
        """One element for which a condition holds, or all of them."""
        name = self.rng.choice(self.lists)
        inner = self.condition(min(depth, 2), name)
        prefix, everything = self.pick(name, LIST_ALIASES[name]), self.rng.random() < 0.2

        def of(row, *_):
            good = [inner.of(row, e, None) for e in row.lists[name] or ()]
            return bool(good) and all(good) if everything else any(good)
        return Value(f"{'all ' if everything else ''}{prefix}[{inner.text}]",
                     "not" if everything else "compare", of)

    def leaf(self, inside):
        kind = self.rng.random()
        if inside:
            return self.rng.choice((self.comparison, self.comparison, self.among, self.bare))(
                1, inside)
        if kind < 0.2:
            return self.text_leaf()
        if kind < 0.25 and any(self.known[w] for w in BYTES):
            return self.bytes_leaf()
        if kind < 0.3:
            return self.bits_leaf()
        if kind < 0.35:
            return self.name_leaf()
        if kind < 0.4 and self.span:
            return self.moment()
        if kind < 0.5 and self.lists:
            return self.element(2)
        if kind < 0.65:
            return self.among(2, None)
        return self.bare(2, None) if kind < 0.73 else self.comparison(3, None)

    def condition(self, depth, inside=None):
        kind = self.rng.random()
        if not depth or kind < 0.3:
            return self.leaf(inside)
        if kind < 0.42:
            a = self.condition(depth - 1, inside)
            text = self.pick("not ", "!", "! ") + a.within("not")
            return Value(text, "not", lambda *args: not a.of(*args))
        op = "and" if kind < 0.72 else "or"
        a, b = self.condition(depth - 1, inside), self.condition(depth - 1, inside)
        sign = self.pick("and", "&&") if op == "and" else self.pick("or", "||")
        text = f"{a.within(op)} {sign} {b.within(op, True)}"
        if op == "and":
            return Value(text, op, lambda *args: a.of(*args) and b.of(*args))
        return Value(text, op, lambda *args: a.of(*args) or b.of(*args))
