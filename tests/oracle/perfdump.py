# SPDX-License-Identifier: GPL-3.0-or-later
"""Parser of the text that `perf report -D` prints.

A record is printed as

    0xOFFSET@FILE [0xSIZE]: event: TYPE
    .
    . ... raw event: size N bytes
    .  0000:  09 00 ...                                     hex lines

    [CPU] [TIME] 0xOFFSET [0xSIZE]: PERF_RECORD_NAME...     and lines of its own

in the order of delivery (by time), and the statistics stand at the end. Strings of the recording
are printed as they are, with newlines and escapes, so everything is parsed as bytes, and a record
reaches from its first line to the first line of the next.
"""

import re

HEX = rb"(?:0x[0-9a-f]+|0)"
RECORD_RE = re.compile(rb"\n(%b)@([^\n]*) \[(0x[0-9a-f]+)\]: event: (\d+)\n" % HEX)
STATS_RE = re.compile(rb"\nAggregated stats:[^\n]*\n((?: +\S+ events: +\d+[^\n]*\n)+)")
EVENT_STATS_RE = re.compile(rb"^(\S[^\n]*) stats:\n +SAMPLE events: +(\d+)", re.M)
STAT_RE = re.compile(rb" +(\S+) events: +(\d+)")
HEX_LINE_RE = re.compile(rb"^\.  [0-9a-f]{4}:  (.{48})", re.M | re.S)
NAME_RE = re.compile(rb"[A-Z0-9_]+")

SAMPLE_RE = re.compile(
    rb"\(IP, 0x([0-9a-f]+)\): (-?\d+)/(-?\d+): (%b) period: (\d+) addr: (%b)\n" % (HEX, HEX)
)
CHAIN_RE = re.compile(rb"\.\.\. FP chain: nr:(\d+)$")
# A chain merged by perf out of two fields of the record: both are printed on their own, too.
LBR_CHAIN_RE = re.compile(rb"\.\.\. LBR call chain: nr:(\d+)$")
CHAIN_LINE_RE = re.compile(rb"\.\.\.\.\. +(\d+): ([0-9a-f]{16})$")
BRANCHES_RE = re.compile(rb"\.\.\. branch stack: nr:(\d+)$")
BRANCH_CALLS_RE = re.compile(rb"\.\.\. branch callstack: nr:(\d+)$")
BRANCH_COUNTERS_RE = re.compile(rb"\.\.\. branch stack counters: nr:(\d+)\b")
BRANCH_RE = re.compile(
    rb"\.\.\.\.\. +(\d+): ([0-9a-f]{16}) -> ([0-9a-f]{16}) (\d+) cycles "
    rb"([M ])([P ])([A ])([T ]) ([0-9a-f]+) ?(\S*) ?(\S*) *$"
)
REGS_RE = re.compile(rb"\.\.\. (user|intr) regs: mask 0x([0-9a-f]+) ABI (\S+)$")
REG_RE = re.compile(rb"\.\.\.\. (\S+) +0x([0-9a-f]+)$")
USTACK_RE = re.compile(rb"\.\.\. ustack: size (\d+), offset 0x([0-9a-f]+)$")
WEIGHT_RE = re.compile(rb"\.\.\. weight: (\d+)(?:,0x([0-9a-f]+),0x([0-9a-f]+))?$")
TRANSACTION_RE = re.compile(rb"\.\.\. transaction: ([0-9a-f]+)$")
READ_RE = re.compile(rb"\.\.\. sample_read:$")
READ_TIME_RE = re.compile(rb"\.\.\.\.\.\. time (enabled|running) ([0-9a-f]+)$")
READ_GROUP_RE = re.compile(rb"\.\.\.\. group nr (\d+)$")
READ_VALUE_RE = re.compile(rb"\.\.\.\.\. id ([0-9a-f]+), value ([0-9a-f]+)(?:, lost (\d+))?$")
NUMBER_RES = {
    "data_src": re.compile(rb" \. data_src: 0x([0-9a-f]+)$"),
    "phys_addr": re.compile(rb" \.\. phys_addr: 0x([0-9a-f]+)$"),
}
PAGE_SIZE_RES = {
    "data_page_size": re.compile(rb" \.\. data page size: (\S+)$"),
    "code_page_size": re.compile(rb" \.\. code page size: (\S+)$"),
}
# Printed by the report, not by the dump: what follows is no field of the record.
COMM_RE = re.compile(rb" \.\.\. thread: (.*?):\d+\n \.\.\.\.\.\. dso: ", re.S)
THREAD_RE = re.compile(rb" \.\.\. thread: ")


class ParseError(Exception):
    pass


def number(text):
    """A number as %#x prints it."""
    return int(text, 16)


class Record:
    """One record of the dump; the text is taken apart on demand."""

    __slots__ = ("offset", "file", "size", "type", "prefix", "name", "text", "_raw")

    def __init__(self, match, body):
        self.offset = number(match[1])
        self.file = match[2]
        self.size = number(match[3])
        self.type = int(match[4])
        title = b"%b [%b]: PERF_RECORD_" % (match[1], match[3])
        at = body.find(b"\n" + title)
        # The title line begins with zero to two numbers.
        if at < 0:
            at = body.find(b" " + title)
        if at < 0:
            raise ParseError(f"no title line of the record at {self.where}")
        start = body.rfind(b"\n", 0, at + 1) + 1
        self._raw = body[:start]
        self.prefix = tuple(int(n) for n in body[start : at + 1].split())
        if len(self.prefix) > 2:
            raise ParseError(f"odd title line of the record at {self.where}")
        text = body[at + 1 + len(title) :]
        name = NAME_RE.match(text)
        self.name = name[0].decode()
        self.text = text[name.end() :]

    @property
    def where(self):
        return f"{self.offset:#x}@{self.file.decode(errors='replace')}"

    def raw(self):
        """The bytes of the record, as the hex lines show them."""
        lines = HEX_LINE_RE.findall(self._raw)
        return bytes.fromhex(b"".join(lines).decode())

    def misc(self):
        at = self._raw.find(b".  0000:  ") + 10
        return int(self._raw[at + 15 : at + 17] + self._raw[at + 12 : at + 14], 16)

    @property
    def synthesized(self):
        """perf made this record while it read the file, and counts it."""
        return self.file == b"(null)"

    def comm(self):
        """The name of the task, which the report prints behind a sample."""
        match = COMM_RE.search(self.text)
        return match[1] if match else None

    def body(self):
        """The text after the name, without the newline that ends it."""
        return self.text[:-1] if self.text.endswith(b"\n") else self.text


class Dump:
    def __init__(self, text):
        self.stats = None
        self.by_event = {}  # what the statistics at the end call samples of each event
        stats = None
        for stats in STATS_RE.finditer(text):
            pass
        end = len(text)
        if stats:
            end = stats.start()
            self.stats = {m[1].decode(): int(m[2]) for m in STAT_RE.finditer(stats[1])}
            self.total = self.stats.pop("TOTAL", None)
            for name, count in EVENT_STATS_RE.findall(text, stats.end()):
                name = name.decode(errors="surrogateescape")
                self.by_event[name] = self.by_event.get(name, 0) + int(count)
        heads = [m for m in RECORD_RE.finditer(text) if m.start() < end]
        ends = [m.start() for m in heads[1:]] + [end]
        self.errors = []
        self.records = []
        for match, after in zip(heads, ends):
            try:
                self.records.append(Record(match, text[match.end() : after]))
            except ParseError as error:
                self.errors.append(str(error))
        self.samples = [r for r in self.records if r.type == 9]

    @property
    def whole(self):
        return self.stats is not None

    def counts(self):
        counts = {}
        for record in self.records:
            counts[record.name] = counts.get(record.name, 0) + 1
        return counts


class Sample:
    """The fields of a SAMPLE that the dump prints; None or empty where it prints none."""

    __slots__ = (
        "misc", "pid", "tid", "ip", "period", "addr", "callchain", "branches", "branch_calls",
        "branch_counters", "regs", "ustack", "weight", "numbers", "page_sizes", "transaction",
        "read",
    )  # fmt: skip

    def __init__(self, record):
        head = SAMPLE_RE.match(record.text)
        if not head:
            raise ParseError(f"odd SAMPLE line at {record.where}")
        self.misc = int(head[1], 16)
        self.pid = int(head[2])
        self.tid = int(head[3])
        self.ip = number(head[4])
        self.period = int(head[5])
        self.addr = number(head[6])
        self.callchain = self.branches = self.branch_calls = self.branch_counters = None
        self.ustack = self.weight = self.transaction = self.read = None
        self.regs = {}
        self.numbers = {}
        self.page_sizes = {}
        lines = Lines(record.text[head.end() :], record.where)
        while lines.more():
            self._part(lines)

    def _part(self, lines):
        for regex, handler in PARTS:
            match = lines.take(regex)
            if match:
                handler(self, match, lines)
                return
        for name, regex in NUMBER_RES.items():
            match = lines.take(regex)
            if match:
                self.numbers[name] = int(match[1], 16)
                return
        for name, regex in PAGE_SIZE_RES.items():
            match = lines.take(regex)
            if match:
                self.page_sizes[name] = match[1].decode()
                return
        raise ParseError(f"unknown line of the sample at {lines.where}: {lines.current()!r}")

    def _chain(self, match, lines):
        self.callchain = lines.addresses(int(match[1]))

    def _lbr_chain(self, match, lines):
        lines.addresses(int(match[1]))

    def _branches(self, match, lines):
        self.branches = []
        for i in range(int(match[1])):
            m = lines.need(BRANCH_RE)
            if int(m[1]) != i:
                raise ParseError(f"branch {i} of the sample at {lines.where} is missing")
            self.branches.append(
                {
                    "from": int(m[2], 16),
                    "to": int(m[3], 16),
                    "cycles": int(m[4]),
                    "mispred": m[5] == b"M",
                    "predicted": m[6] == b"P",
                    "abort": m[7] == b"A",
                    "in_tx": m[8] == b"T",
                    "type": m[10].decode(),
                    "spec": m[11].decode(),
                }
            )

    def _branch_calls(self, match, lines):
        # An empty stack is announced with nr 1 and prints no line.
        nr = int(match[1])
        self.branch_calls = [] if nr == 1 else lines.addresses(nr)

    def _branch_counters(self, match, lines):
        self.branch_counters = lines.addresses(int(match[1]))

    def _regs(self, match, lines):
        regs = {"abi": match[3].decode().replace("-bit", "")}
        for _ in range(bin(int(match[2], 16)).count("1")):
            m = lines.need(REG_RE)
            regs[m[1].decode().lower()] = int(m[2], 16)
        self.regs[match[1].decode()] = regs

    def _ustack(self, match, _):
        self.ustack = (int(match[1]), int(match[2], 16))

    def _weight(self, match, _):
        self.weight = {"weight": int(match[1])}
        if match[2]:
            self.weight["ins_lat"] = int(match[2], 16)
            self.weight["retire_lat"] = int(match[3], 16)

    def _transaction(self, match, _):
        self.transaction = int(match[1], 16)

    def _read(self, _, lines):
        read = self.read = {}
        for m in lines.take_all(READ_TIME_RE):
            read["time_" + m[1].decode()] = int(m[2], 16)
        group = lines.take(READ_GROUP_RE)
        count = 1
        if group:
            count = read["nr"] = int(group[1])
        read["values"] = []
        for _ in range(count):
            m = lines.need(READ_VALUE_RE)
            value = {"id": int(m[1], 16), "value": int(m[2], 16)}
            if m[3]:
                value["lost"] = int(m[3])
            read["values"].append(value)


PARTS = (
    (CHAIN_RE, Sample._chain),
    (LBR_CHAIN_RE, Sample._lbr_chain),
    (BRANCHES_RE, Sample._branches),
    (BRANCH_CALLS_RE, Sample._branch_calls),
    (BRANCH_COUNTERS_RE, Sample._branch_counters),
    (REGS_RE, Sample._regs),
    (USTACK_RE, Sample._ustack),
    (WEIGHT_RE, Sample._weight),
    (TRANSACTION_RE, Sample._transaction),
    (READ_RE, Sample._read),
)


class Lines:
    """A cursor over the lines of a sample; ends where the report's own lines begin."""

    def __init__(self, text, where):
        thread = THREAD_RE.search(text)
        if thread:
            text = text[: thread.start()]
        self.lines = text.split(b"\n")
        while self.lines and not self.lines[-1]:
            self.lines.pop()
        self.at = 0
        self.where = where

    def more(self):
        return self.at < len(self.lines)

    def current(self):
        return self.lines[self.at] if self.more() else b""

    def take(self, regex):
        match = self.more() and regex.match(self.lines[self.at])
        if match:
            self.at += 1
        return match

    def take_all(self, regex):
        while True:
            match = self.take(regex)
            if not match:
                return
            yield match

    def need(self, regex):
        match = self.take(regex)
        if not match:
            raise ParseError(f"odd line of the sample at {self.where}: {self.current()!r}")
        return match

    def addresses(self, count):
        found = []
        for i in range(count):
            match = self.need(CHAIN_LINE_RE)
            if int(match[1]) != i:
                raise ParseError(f"entry {i} of a chain at {self.where} is missing")
            found.append(int(match[2], 16))
        return found
