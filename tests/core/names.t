#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Conditions on names of addresses select the records whose names, as JSON has them, fulfil them:
random ones, with the symbols of this machine and where none can be read.

SEED and COUNT in the environment choose others, and how many of each recording.
"""
import os
import pathlib
import random
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import run, tap  # noqa: E402

SEED = os.environ.get("SEED", "1")
COUNT = int(os.environ.get("COUNT", "12"))
SCALARS = ("sym", "dso", "addr.sym", "addr.dso")
LISTS = {"callchain": ("sym", "dso"),
         "brstack": ("from.sym", "from.dso", "to.sym", "to.dso")}
ADDRESSES = {"callchain": "ip", "brstack": "from"}
ALIASES = {"callchain": "stack", "brstack": "br"}
FIELDS = ",".join(["ordinal,ip,addr,callchain,brstack", *SCALARS] +
                  [f"{name}.{member}" for name, members in LISTS.items() for member in members])
DATA = ("fp.data", "demo.data", "system.data", "dwarf.data", "churn.data", "faults.data",
        "breakpoints.data", "threads.data", "flat.data", "bpf.data", "odd_maps.data", "pipe.data")


class Recording:
    def __init__(self, path, *options):
        self.path, self.options = path, ["--no-index", *options]
        result = run("print", "-q", *self.options, "--format", "json", "-F", FIELDS, path)
        self.records = result.objects()
        self.known = {}
        for record in self.records:
            for word in SCALARS:
                self.learn(word, record)
            for name, members in LISTS.items():
                for element in record.get(name, ()):
                    for member in members:
                        self.learn(f"{name}.{member}", element, member)
                    self.learn(name, element, ADDRESSES[name])

    def learn(self, word, record, key=None):
        found = record.get(key or word)
        # What is not UTF-8 is written otherwise.
        if found is not None and found != "" and "\ufffd" not in str(found):
            self.known.setdefault(word, set()).add(found)

    def selected(self, expression):
        result = run("print", "-q", *self.options, "--format", "json", "-F", "ordinal", "-f",
                     expression, self.path)
        return [r["ordinal"] for r in result.objects()], result.err


class Maker:
    def __init__(self, rng, known):
        self.rng, self.known = rng, known

    def name(self, word):
        known = sorted(self.known.get(word, ()))
        if known and self.rng.random() < 0.9:
            return self.rng.choice(known)
        return self.rng.choice(("x", "", "main", "no such name"))

    def condition(self, word, elements=False):
        """Of one name: text, and what is true of a name that is there."""
        name, kind = self.name(word), self.rng.random()
        quoted = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
        if kind < 0.35:
            return f"{{}} == {quoted}", lambda n: n == name
        if kind < 0.45 and elements:
            return f"{{}} != {quoted}", lambda n: n != name
        if kind < 0.6:
            others = [self.name(word) for _ in range(3)]
            texts = ", ".join('"' + n.replace("\\", "\\\\").replace('"', '\\"') + '"'
                              for n in others)
            return f"{{}} in {{{{{texts}}}}}", lambda n: n in others
        part = name[:self.rng.randrange(1, 6)]
        if kind < 0.75:
            return f'{{}} contains {quoted}', lambda n: name in n
        if kind < 0.9 and re.fullmatch(r"\w+", part):
            return f'{{}} ~ "^{part}"', lambda n: n.lower().startswith(part.lower())
        return "{}", lambda n: True

    def scalar(self):
        word = self.rng.choice(SCALARS)
        text, true = self.condition(word, True)
        return text.format(word), lambda r: word in r and true(r[word])

    def listed(self):
        name = self.rng.choice([n for n in LISTS if n in self.known] or ["callchain"])
        member = self.rng.choice(LISTS[name])
        every = self.rng.random() < 0.3
        text, true = self.condition(f"{name}.{member}", every)
        prefix = self.rng.choice((name, ALIASES[name]))

        def of(record):
            answers = [true(e[member]) for e in record.get(name, ()) if member in e]
            return bool(answers) and (all(answers) if every else any(answers))
        return ("all " if every else "") + text.format(f"{prefix}.{member}"), of

    def element(self):
        """Conditions on one element, which may be about several of its names, and its address."""
        name = self.rng.choice([n for n in LISTS if n in self.known] or ["callchain"])
        parts = []
        for _ in range(self.rng.randrange(1, 4)):
            member = self.rng.choice(LISTS[name])
            text, true = self.condition(f"{name}.{member}", True)
            parts.append((text.format(member),
                          lambda e, m=member, t=true: m in e and t(e[m])))
        address, known = ADDRESSES[name], sorted(self.known.get(name, [0]))
        if self.rng.random() < 0.5:
            bound = self.rng.choice(known)
            parts.append((f"{address} <= {bound}",
                          lambda e: address in e and e[address] <= bound))
        joint = self.rng.choice((" and ", " or "))
        every = all if joint == " and " else any
        inner = joint.join(text for text, _ in parts)

        def good(record):
            return [every(true(e) for _, true in parts) for e in record.get(name, ())]
        kind = self.rng.random()
        if kind < 0.3:
            return f"count({name}[{inner}]) >= 2", lambda r: sum(good(r)) >= 2
        if kind < 0.5:
            return f"all {name}[{inner}]", lambda r: bool(good(r)) and all(good(r))
        return f"{name}[{inner}]", lambda r: any(good(r))

    def expression(self):
        text, true = self.rng.choice((self.scalar, self.listed, self.element))()
        if self.rng.random() < 0.25:
            return f"not ({text})", lambda r: not true(r)
        if self.rng.random() < 0.25:
            other, more = self.rng.choice((self.scalar, self.listed, self.element))()
            return f"({text}) or ({other})", lambda r: true(r) or more(r)
        return text, true


def check(recording, count, seed):
    """Faults, and how many conditions some records fulfil and others do not."""
    maker, faults, some = Maker(random.Random(seed), recording.known), [], 0
    for _ in range(count):
        text, true = maker.expression()
        want = [r["ordinal"] for r in recording.records if true(r)]
        got, error = recording.selected(text)
        if got != want:
            faults.append(f"{text}: {len(got)} instead of {len(want)} {error}")
        some += 0 < len(want) < len(recording.records)
    return faults, some


def main():
    selective = 0
    built = cli.SCRATCH / "branch.data"
    run_mk(built)
    for path in [*(cli.DATA / name for name in DATA), built]:
        for title, options in (("", ()), (", no symbols", ("--symfs", cli.SCRATCH / "nowhere"))):
            recording = Recording(path, *options)
            faults, some = check(recording, COUNT, f"{SEED} {path.name} {title}")
            selective += some
            tap.ok(recording.records and not faults, f"{path.name}{title}: {COUNT} conditions",
                   faults[:3])
    tap.ok(selective > len(DATA) * COUNT / 4, f"{selective} of them select some records, not all")
    return tap.done()


def run_mk(path):
    cli.subprocess.run([cli.MK, cli.CASES / "branch.mk", path], check=True)


sys.exit(main())
