#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random expressions select the rows that a slow reading of the JSON output selects.

The expressions are the same in every run; SEED and COUNT in the environment choose others.
"""
import collections
import os
import random
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402
import cli  # noqa: E402
from cli import run, shorten, tap  # noqa: E402

SEED = int(os.environ.get("SEED", "1"))
COUNT = int(os.environ.get("COUNT", "160"))
# Some of data/, some that mk builds.
DATA = ("demo.data", "system.data", "mixed.data", "faults.data", "odd_comms.data", "group.data",
        "breakpoints.data", "overwrite.data", "killed.data", "stat.data", "compressed.data",
        "pipe.data", "threads.data")
BUILT = ("records", "records_be", "damage_counts", "unknown", "user", "many", "branch", "datasrc",
         "reads", "attr_new", "user_new", "branch_counters", "deferred", "tracepoint")

NUMBERS = ("pid", "tid", "cpu", "time", "ip", "addr", "period", "size", "ordinal", "misc", "offset",
           "type", "cpumode")
TEXTS = ("comm", "event")
SIGNED = ("pid", "tid", "cpu")
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


def type_number(name):
    return int(name[8:-1]) if name.startswith("UNKNOWN(") else TYPES[name]


def value(record, word):
    """What a word has in a record: a number or bytes, None where it is not there."""
    if word not in record:
        return None
    if word in TEXTS:
        hexed = record.get(word + "_hex")
        return bytes.fromhex(hexed) if hexed else record[word].encode()
    if word == "type":
        return type_number(record[word])
    if word == "cpumode":
        name = record[word]
        return CPUMODES.index(name) if name in CPUMODES else int(name)
    return record[word]


# ---- expressions: a text, and a function from a record's values to true or false ----

OPS = {
    "==": lambda a, b: a == b, "eq": lambda a, b: a == b,
    "!=": lambda a, b: a != b, "ne": lambda a, b: a != b,
    "<": lambda a, b: a < b, "lt": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, "le": lambda a, b: a <= b,
    ">": lambda a, b: a > b, "gt": lambda a, b: a > b,
    ">=": lambda a, b: a >= b, "ge": lambda a, b: a >= b,
}
EQUALITIES = ("==", "eq", "!=", "ne")


class Maker:
    """Random expressions over the values that a recording has."""

    def __init__(self, rng, records):
        self.rng = rng
        self.known = {word: sorted({v for v in (value(r, word) for r in records)
                                    if v is not None}) for word in NUMBERS + TEXTS}

    def number(self, word):
        rng, known = self.rng, self.known[word]
        if known and rng.random() < 0.85:
            found = rng.choice(known)
            return found + (rng.choice((-1, 1)) if rng.random() < 0.2 else 0)
        return rng.choice((0, 1, 2, 7, 1000, 1 << 31, 1 << 32, (1 << 63) - 1, -1, -(1 << 63)))

    def name(self, word, number):
        """A way to write the number."""
        names = []
        if word == "type":
            names = [n for n, v in TYPES.items() if v == number] or [f"UNKNOWN({number})"]
        elif word == "cpumode" and number < len(CPUMODES):
            names = [CPUMODES[number]]
        if names and self.rng.random() < 0.7:
            name = self.rng.choice(names)
            if name.startswith("UNKNOWN"):
                return name
            return self.rng.choice((name, name.lower(), name.upper(), f'"{name}"'))
        if number >= 0 and self.rng.random() < 0.3:
            return self.rng.choice((hex(number), f"0x{number:X}"))
        if word == "time" and number >= 0:
            return self.rng.choice((str(number), f"{number}ns", self.seconds(number)))
        return str(number)

    @staticmethod
    def seconds(number):
        whole, part = divmod(number, 10 ** 9)
        return f"{whole}.{part:09}s"

    def literal(self, word):
        number = self.number(word)
        if word not in SIGNED and number < 0:
            number = 0
        if word in ("type", "misc") and number > DAMAGE:
            number = 5
        return number, self.name(word, number)

    def text(self, word):
        rng, known = self.rng, self.known[word]
        found = rng.choice(known) if known and rng.random() < 0.9 else b"no such name"
        return found

    def quoted(self, raw):
        quote = self.rng.choice("\"'")
        out = quote
        for byte in raw:
            if chr(byte) in (quote, "\\"):
                out += "\\" + chr(byte)
            elif byte < 0x20 or byte >= 0x7f or self.rng.random() < 0.02:
                out += f"\\x{byte:02x}"
            else:
                out += chr(byte)
        return out + quote

    def number_leaf(self):
        word = self.rng.choice(NUMBERS)
        kind = self.rng.random()
        if kind < 0.1:
            return word, lambda r: bool(r[word])
        if kind < 0.4:
            return self.set_leaf(word)
        op = self.rng.choice(tuple(OPS))
        number, text = self.literal(word)
        return (f"{word} {op} {text}",
                lambda r: r[word] is not None and OPS[op](r[word], number))

    def set_leaf(self, word):
        parts, ranges = [], []
        for _ in range(self.rng.randrange(1, 5)):
            number, text = self.literal(word)
            other, other_text = self.literal(word)
            if self.rng.random() < 0.5:
                other, other_text = number, None
            if other < number:
                number, other, text, other_text = other, number, other_text, text
            parts.append(f"{text}{self.rng.choice(('..', ' .. '))}{other_text}"
                         if other_text else text)
            ranges.append((number, other))
        return (f"{word} in {{{self.rng.choice((',', ', ')).join(parts)}}}",
                lambda r: r[word] is not None and any(a <= r[word] <= b for a, b in ranges))

    def text_leaf(self):
        word = self.rng.choice(TEXTS)
        kind = self.rng.random()
        if kind < 0.15:
            return word, lambda r: r[word] is not None
        if kind < 0.35:
            raw = self.text(word)
            start = self.rng.randrange(len(raw) + 1)
            part = raw[start:start + self.rng.randrange(5)]
            return (f"{word} contains {self.quoted(part)}",
                    lambda r: r[word] is not None and part in r[word])
        if kind < 0.6:
            raws = [self.text(word) for _ in range(self.rng.randrange(1, 4))]
            return (f"{word} in {{{', '.join(map(self.quoted, raws))}}}",
                    lambda r: r[word] is not None and r[word] in raws)
        op, raw = self.rng.choice(EQUALITIES), self.text(word)
        return (f"{word} {op} {self.quoted(raw)}",
                lambda r: r[word] is not None and OPS[op](r[word], raw))

    def leaf(self):
        return self.text_leaf() if self.rng.random() < 0.25 else self.number_leaf()

    def expression(self, depth):
        """Text, truth, and how tightly it binds: 3 a leaf or in parentheses, 2 not, 1 and, 0 or."""
        kind = self.rng.random()
        if not depth or kind < 0.2:
            return (*self.leaf(), 3)
        if kind < 0.35:
            text, truth, binds = self.expression(depth - 1)
            text = self.around(text, binds < 2)
            return (self.rng.choice((f"not {text}", f"!{text}", f"! {text}")),
                    lambda r: not truth(r), 2)
        joint = int(kind < 0.7)
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        left, right = self.around(a[0], a[2] < joint), self.around(b[0], b[2] <= joint)
        sign = self.rng.choice((" and ", " && ", "&&") if joint else (" or ", " || ", "||"))
        text = left + sign + right
        if joint:
            return text, lambda r: a[1](r) and b[1](r), 1
        return text, lambda r: a[1](r) or b[1](r), 0

    def around(self, text, needed):
        """Parentheses where they are needed, and sometimes where they are not."""
        return f"({text})" if needed or self.rng.random() < 0.15 else text


# ---- what perfnav says ----

class Recording:
    def __init__(self, path):
        self.path, self.name = path, path.name
        self.pnx = cli.SCRATCH / f"{path.name}.pnx"
        records = run("print", "--format", "json", "--index", self.pnx, path).objects()
        self.rows = [{word: value(r, word) for word in NUMBERS + TEXTS} for r in records]
        self.places = [place(r) for r in records]
        self.records = records

    def selected(self, expr):
        result = run("print", "-q", "--format", "json", "--index", self.pnx, "-F",
                     "ordinal,type,size,stream,offset", "-f", expr, self.path)
        if result.status not in corpus.READ:
            return None, result
        return [place(r) for r in result.objects()], result

    def counted(self, expr):
        result = run("count", "-q", "--json", "--by", "type", "--index", self.pnx, "-f", expr,
                     self.path)
        return {r["type"]: r["count"] for r in result.objects()} if result.out else {}


def place(record):
    return (record["stream"], record["offset"], record["type"], record["size"],
            record.get("ordinal"))


def differing(want, got):
    """The first few places that only one side has."""
    here, there = set(want), set(got)
    missing = [p for p in want if p not in there][:3]
    extra = [p for p in got if p not in here][:3]
    return [f"there are {len(got)}", f"not selected: {missing}", f"wrongly selected: {extra}"]


def check(recording, expr, truth, tally):
    want = [p for p, row in zip(recording.places, recording.rows) if truth(row)]
    got, result = recording.selected(expr)
    name = f"{recording.name}: {shorten(expr)}: {len(want)} rows"
    tally[bool(want), len(want) == len(recording.places)] += 1
    if got is None:
        cli.check(name, result, False)
        return
    if not tap.ok(got == want, name, [] if got == want else [expr, *differing(want, got)]):
        return
    counts = collections.Counter(p[2] for p in want)
    if len(want) % 4 == 0:
        tap.ok(recording.counted(expr) == dict(counts), f"and count says so, {dict(counts)}",
               [f"it says {recording.counted(expr)}"])


FIXED = (
    "pid == -1", "not pid", "pid or not pid", "not (pid and tid)", "cpu == 0 and not time",
    "type == DAMAGE", "not type == DAMAGE", "not ordinal", "misc", "not misc", "cpumode",
    "not cpumode", "comm contains ''", "not comm", "comm != ''", "time in {0..1}", "time",
    "not time", "ip != 0", "not ip != 0", "not addr", "not not period", "ordinal == 0",
    "ordinal in {8190..8193}", "size > 0xffff", "event == ''", "not event",
)


def fixed_truth(expr):
    """Python's reading of the few shapes that FIXED has."""
    table = {
        "pid == -1": lambda r: r["pid"] == -1,
        "not pid": lambda r: not r["pid"],
        "pid or not pid": lambda r: True,
        "not (pid and tid)": lambda r: not (r["pid"] and r["tid"]),
        "cpu == 0 and not time": lambda r: r["cpu"] == 0 and not r["time"],
        "type == DAMAGE": lambda r: r["type"] == DAMAGE,
        "not type == DAMAGE": lambda r: r["type"] != DAMAGE,
        "not ordinal": lambda r: not r["ordinal"],
        "misc": lambda r: bool(r["misc"]),
        "not misc": lambda r: not r["misc"],
        "cpumode": lambda r: bool(r["cpumode"]),
        "not cpumode": lambda r: not r["cpumode"],
        "comm contains ''": lambda r: r["comm"] is not None,
        "not comm": lambda r: r["comm"] is None,
        "comm != ''": lambda r: r["comm"] not in (None, b""),
        "time in {0..1}": lambda r: r["time"] in (0, 1),
        "time": lambda r: bool(r["time"]),
        "not time": lambda r: not r["time"],
        "ip != 0": lambda r: r["ip"] not in (None, 0),
        "not ip != 0": lambda r: r["ip"] in (None, 0),
        "not addr": lambda r: not r["addr"],
        "not not period": lambda r: bool(r["period"]),
        "ordinal == 0": lambda r: r["ordinal"] == 0,
        "ordinal in {8190..8193}": lambda r: r["ordinal"] in range(8190, 8194),
        "size > 0xffff": lambda r: r["size"] > 0xffff,
        "event == ''": lambda r: r["event"] == b"",
        "not event": lambda r: r["event"] is None,
    }
    return table[expr]


# ---- every word ----

def of_type(found, kind, raw):
    """A value of JSON as the filter writes it: the literal, None where it has none."""
    if kind in ("uint", "int") and isinstance(found, int):
        return str(found)
    if kind == "bool":
        return str(int(found))
    if kind in ("string", "bytes", "name") and isinstance(found, str):
        return Maker(random.Random(0), []).quoted(raw or found.encode())
    return None


def word_values(record, types):
    """Word and literal of all that a record has, numbers and names alone where they are many."""
    for path, found, siblings in corpus.leaves(record):
        open_ended = path.startswith(("uregs.", "iregs.", "tp."))
        kind = types.get(path, "int" if open_ended else None)
        hexed = isinstance(siblings, dict) and siblings.get(path.rpartition(".")[2] + "_hex")
        raw = bytes.fromhex(hexed) if hexed and kind == "string" else None
        elements = found if isinstance(found, list) else [found]
        if isinstance(found, list):
            path, kind = SCALARS.get(path, (None, None))
        for element in elements:
            literal = of_type(element, kind, raw)
            if path and literal is not None:
                yield path, literal


# Words of lists whose elements are values.
SCALARS = {}


def learn_scalars(types):
    for name, kind in types.items():
        outer, _, _ = name.rpartition(".")
        members = [n for n in types if n.startswith(outer + ".")]
        if types.get(outer) == "list" and len(members) == 1:
            SCALARS[outer] = (name, kind)


def check_words(recording, types, seen):
    """For each word one value that occurs, and the records that have it."""
    having = collections.defaultdict(lambda: collections.defaultdict(list))
    for number, record in enumerate(recording.records):
        for word, literal in set(word_values(record, types)):
            having[word][literal].append(number)
    for word in sorted(set(having) - seen):
        literals = sorted(having[word], key=lambda l: (len(having[word][l]), l))
        literal = literals[len(literals) // 2]
        expr = f"{word} == {literal}"
        want = [recording.places[i] for i in having[word][literal]]
        got, result = recording.selected(expr)
        if got is None:
            cli.check(f"{recording.name}: {shorten(expr)}", result, False)
        else:
            tap.ok(got == want, f"{recording.name}: {shorten(expr)}: {len(want)} rows",
                   [] if got == want else differing(want, got))
        seen.add(word)


def main():
    rng = random.Random(SEED)
    paths = [cli.DATA / name for name in DATA]
    paths += [corpus.build(next(f for f in (corpus.HERE / f"{name}.mk", cli.CASES / f"{name}.mk")
                                if f.exists())) for name in BUILT]
    recordings = [Recording(path) for path in paths]
    makers = [Maker(rng, recording.records) for recording in recordings]
    tally = collections.Counter()
    for recording in recordings:
        tap.ok(len(recording.rows) > 1, f"{recording.name}: {len(recording.rows)} rows")
    for i, expr in enumerate(FIXED):
        for recording in recordings[i % 6::6]:
            check(recording, expr, fixed_truth(expr), tally)
    for i in range(COUNT):
        expr, truth, _ = makers[i % len(makers)].expression(rng.randrange(4))
        check(recordings[i % len(makers)], expr, truth, tally)
    types = {field["name"]: field["type"] for field in run("fields", "--json").objects()}
    learn_scalars(types)
    # In JSON ppid is there where the record has it; a filter knows it of other records, too.
    seen = {"in", "damage", "ppid"}
    for recording in recordings:
        check_words(recording, types, seen)
    tap.ok(len(seen) > 100, f"{len(seen)} words were looked for")
    some = tally[True, False]
    tap.ok(some > COUNT / 4, f"{some} of {sum(tally.values())} select some rows, but not all")
    return tap.done()


sys.exit(main())
