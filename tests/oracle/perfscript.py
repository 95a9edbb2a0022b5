# SPDX-License-Identifier: GPL-3.0-or-later
"""Parser of what `perf script` prints, and of `perf evlist -v`.

perf script gives the names of the events, and pid and tid of the trailers of other records. Only
the beginning of a line is taken apart: who, when, which event.
"""

import re

EVLIST_RE = re.compile(r"^(.*): (?:type: \d+[^,]*, )?size: \d+, (.*)$", re.M)
SAMPLE_TYPE_RE = re.compile(r"sample_type: ([A-Z_0-9|]+)")
READ_FORMAT_RE = re.compile(r"read_format: ([A-Z_0-9|]+)")
FIELDS_RE = re.compile(rb"# perf script .*?-F (\S+)")
RECORD_RE = re.compile(rb"PERF_RECORD_([A-Z0-9_]+)(.*)", re.S)
PERIOD_RE = re.compile(rb"(\d+) +")
WORD_RE = re.compile(rb"(\S+):(?=\s|$)")


class Event:
    """A line of `perf evlist -v`."""

    def __init__(self, name, text):
        self.name = name
        match = SAMPLE_TYPE_RE.search(text)
        self.sample_type = frozenset(match[1].split("|")) if match else frozenset()
        match = READ_FORMAT_RE.search(text)
        self.read_format = frozenset(match[1].split("|")) if match else frozenset()
        self.sample_id_all = "sample_id_all: 1" in text


def parse_evlist(text):
    """Accepts the text of other commands behind it."""
    text = text.split("## perf report", 1)[0]
    return [Event(m[1], m[2]) for m in EVLIST_RE.finditer(text)]


class Entry:
    """A sample (record is None) or another record that perf script printed."""

    __slots__ = ("comm", "pid", "tid", "cpu", "time", "period", "event", "record", "text", "rest")

    def __init__(self, match, names, period):
        groups = match.groupdict()
        self.comm = groups["comm"].lstrip(b" ")
        self.pid = int(groups["pid"]) if groups.get("pid") else None
        self.tid = int(groups["tid"])
        self.cpu = int(groups["cpu"]) if groups.get("cpu") else None
        self.time = None
        if groups.get("s"):
            self.time = int(groups["s"]) * 1000000000 + int(groups["ns"])
        self.period = self.event = self.record = self.text = None
        self.rest = match.string[match.end() : line_end(match.string, match.end())]
        found = RECORD_RE.match(self.rest)
        if found:
            self.record = found[1].decode()
            self.text = found[2]
        else:
            self._sample(names, period)

    def _sample(self, names, period):
        rest = self.rest.lstrip(b" ")
        match = PERIOD_RE.match(rest) if period else None
        if match:
            self.period = int(match[1])
            rest = rest[match.end() :]
        for name in names:
            if rest.startswith(name + b":"):
                break
        else:
            match = WORD_RE.match(rest)
            name = match[1] if match else None
        if name is not None:
            self.event = name.decode(errors="surrogateescape")
            self.rest = rest[len(name) + 1 :]


def line_end(text, at):
    end = text.find(b"\n", at)
    return len(text) if end < 0 else end


class Script(list):
    """The entries in the order of delivery, and the fields that were asked for."""

    def __init__(self, entries, fields):
        super().__init__(entries)
        self.fields = fields or ()


def parse(text, names=(), fields=None):
    """A Script.

    The fields are taken from the first line, where it is the command; without any the text has
    perf's default ones. Names of events help with names that hold blanks.
    """
    command = FIELDS_RE.match(text)
    if command:
        fields = command[1].decode().split(",")
        text = text[line_end(text, 0) + 1 :]
    if fields is None:
        regex, period = DEFAULT_RE, True
    else:
        regex, period = entry_re(fields), "period" in fields
    known = sorted((name.encode() for name in names), key=len, reverse=True)
    entries = (Entry(match, known, period) for match in regex.finditer(text))
    return Script((entry for entry in entries if entry.record or entry.event), fields)


def entry_re(fields):
    parts = [rb"^(?P<comm>[^\n]*?) *(?<![^ \n])(?P<pid>-?\d+)/(?P<tid>-?\d+) +"]
    if "cpu" in fields:
        parts.append(rb"\[(?P<cpu>-?\d+)\] +")
    if "time" in fields:
        parts.append(rb"(?P<s>\d+)\.(?P<ns>\d{9}): +")
    return re.compile(b"".join(parts), re.M)


DEFAULT_RE = re.compile(
    rb"^(?P<comm>[^\n]*?) *(?<![^ \n])(?P<tid>-?\d+) +(?:\[(?P<cpu>-?\d+)\] +)?"
    rb"(?P<s>\d+)\.(?P<ns>\d{9}): +",
    re.M,
)
