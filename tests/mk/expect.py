# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the .expect files beside the descriptions and compares with them. See README.md."""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CASES = os.path.join(HERE, "cases")
ABSENT = "@absent"


def program(env, name):
    """The path of a program under test; a test without it ends as failed."""
    path = os.environ.get(env) or os.path.join(ROOT, "build", "release", name)
    if not os.access(path, os.X_OK):
        print(f"Bail out! {path} is not there (build it, or set {env})")
        sys.exit(1)
    return path


def case_names():
    """The cases that have expectations; with arguments, only those named."""
    names = sorted(f[:-7] for f in os.listdir(CASES) if f.endswith(".expect"))
    return [n for n in names if not sys.argv[1:] or n in sys.argv[1:]]


def values(text):
    """The JSON values of a text in which lines that start with # are comments."""
    text = "\n".join("" if l.startswith("#") else l for l in text.split("\n"))
    decoder, at = json.JSONDecoder(), 0
    while True:
        while at < len(text) and text[at].isspace():
            at += 1
        if at == len(text):
            return
        value, at = decoder.raw_decode(text, at)
        yield value


def put(into, column, cell):
    """Sets one cell of a table: a/b nests, a? turns 0 and 1 into false and true."""
    if cell is None:
        return
    if column.endswith("?"):
        column, cell = column[:-1], {0: False, 1: True}[cell]
    *outer, last = column.split("/")
    for key in outer:
        into = into.setdefault(key, {})
    into[last] = cell


def expand(value):
    """Turns each {columns, rows} into the list of objects it stands for."""
    if isinstance(value, list):
        return [expand(v) for v in value]
    if not isinstance(value, dict):
        return value
    if set(value) != {"columns", "rows"}:
        return {k: expand(v) for k, v in value.items()}
    out = []
    for row in value["rows"]:
        if len(row) != len(value["columns"]):
            raise ValueError(f"row {row} does not have {len(value['columns'])} cells")
        out.append({})
        for column, cell in zip(value["columns"], row):
            put(out[-1], column, expand(cell))
    return out


def merge(into, value):
    """Adds what several tables say about one record; they may not contradict each other."""
    for key, new in value.items():
        if isinstance(into.get(key), dict) and isinstance(new, dict):
            merge(into[key], new)
        elif into.setdefault(key, new) != new:
            raise ValueError(f"{key}: both {into[key]!r} and {new!r}")


def load(name):
    """The head of an .expect file and its expectations, one for each record, in its order."""
    with open(os.path.join(CASES, name + ".expect"), encoding="utf-8") as f:
        head, *rest = values(f.read())
    if "like" in head:
        base, records = load(head["like"])
        return {**base, **head}, records
    records = {}
    for value in rest:
        value = expand(value)
        for want in value if isinstance(value, list) else [value]:
            key = want["at"] if "at" in want else want["ordinal"]
            merge(records.setdefault(key, {}), want)
    return head, list(records.values())


def number(value):
    """An expected number may be written as a "0x" string."""
    if isinstance(value, str) and value.startswith("0x"):
        return int(value, 16)
    return value


def differences(want, have, where=""):
    """What of want is not in have, as lines of text; keys that want lacks are not looked at."""
    if isinstance(want, dict) and set(want) == {"@or"}:
        tries = [differences(w, have, where) for w in want["@or"]]
        return [] if [] in tries else tries[0]
    if isinstance(want, dict):
        if not isinstance(have, dict):
            return [f"{where}: not an object: {have!r}"]
        out = []
        for key, value in want.items():
            path = f"{where}/{key}" if where else key
            if value == ABSENT:
                out += [f"{path}: should be absent: {have[key]!r}"] if key in have else []
            elif key not in have:
                out.append(f"{path}: missing")
            else:
                out += differences(value, have[key], path)
        return out
    if isinstance(want, list):
        if not isinstance(have, list) or len(want) != len(have):
            return [f"{where}: should have {len(want)} elements: {have!r}"]
        return [d for i, (w, h) in enumerate(zip(want, have))
                for d in differences(w, h, f"{where}[{i}]")]
    if isinstance(have, (int, float)) and not isinstance(have, bool):
        want = number(want)
    if type(want) is not type(have) or want != have:
        return [f"{where}: should be {want!r}, is {have!r}"]
    return []


class Layout:
    """Where mk put the records of a case: (offset, size) by number, and the marks."""

    def __init__(self, mk, name, out):
        listing = subprocess.run([mk, "-l", os.path.join(CASES, name + ".mk"), out], check=True,
                                 stdout=subprocess.PIPE, text=True).stdout
        words = [line.split() for line in listing.splitlines()]
        self.records = [(int(w[1]), int(w[2])) for w in words if w[0] == "record"]
        self.marks = {w[1]: int(w[2]) for w in words if w[0] == "mark"}


class Tap:
    """Writes TAP."""

    def __init__(self):
        self.count = self.failed = 0

    def ok(self, good, what, notes=()):
        self.count += 1
        self.failed += not good
        print(f"{'ok' if good else 'not ok'} {self.count} - {what}")
        if not good:
            for note in notes:
                print(f"# {note}")

    def skip(self, what, why):
        self.count += 1
        print(f"ok {self.count} - {what} # SKIP {why}")

    def done(self):
        print(f"1..{self.count}")
        sys.exit(1 if self.failed else 0)
