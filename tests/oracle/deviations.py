# SPDX-License-Identifier: GPL-3.0-or-later
"""What differs from perf on purpose, file by file, as a table of a document."""

import os
import re

OWN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data")
BEGIN, END = "<!-- table: files -->", "<!-- end -->"
# A line of a quotation: offset, bytes, and what they are.
QUOTED_RE = re.compile(r"^([0-9a-f]{8}): ((?:[0-9a-f]{2,4} ?)+)", re.M)
BLOCK_RE = re.compile(r"^```\n(.*?)^```$", re.M | re.S)
NAME_RE = re.compile(r"`([\w.-]+\.(?:data|mk))`")


class Table:
    def __init__(self):
        self.rows = []
        self.paths = {}

    def add(self, found, oracle, allowed):
        self.paths[found.name] = found.data_path
        against = f"{oracle.version[0]}.{oracle.version[1]}"
        if "-" in oracle.label or oracle.label in ("filled", "plain"):
            against += " " + oracle.label.split("-")[0]
        if not allowed:
            self.rows.append((found.name, against, "none", "", ""))
        for kind, offsets in sorted(allowed.items()):
            self.rows.append((found.name, against, kind, str(len(offsets)), f"{min(offsets):#x}"))

    def text(self):
        lines = ["| file | perf | what | records | the first at |", "|---|---|---|---:|---|"]
        last = None
        for name, against, *rest in self.rows:
            lines.append("| " + " | ".join(
                [name if name != last else "", against, *rest]) + " |")
            last = name
        return "\n".join(lines)

    def write(self, path):
        before, after = split(path)
        with open(path, "w", encoding="utf-8") as f:
            f.write(f"{before}{BEGIN}\n{self.text()}\n{END}{after}")

    def check(self, path, tap):
        with open(path, encoding="utf-8") as f:
            document = f.read()
        there = document.partition(BEGIN)[2].partition(END)[0].strip().splitlines()
        here = self.text().splitlines()
        wrong = [f"- {line}" for line in there if line not in here]
        wrong += [f"+ {line}" for line in here if line not in there]
        tap.ok(there == here, f"{path} lists what differs, file by file", wrong[:8])
        self.check_quoted(document, path, tap)

    def check_quoted(self, document, path, tap):
        """The bytes are of the recording that is named last before them."""
        quoted = wrong = 0
        for block in BLOCK_RE.finditer(document):
            names = NAME_RE.findall(document, 0, block.start())
            name = names[-1] if names else ""
            file = self.paths.get(name) or os.path.join(OWN, name)
            if not os.path.isfile(file):
                continue
            with open(file, "rb") as f:
                data = f.read()
            for offset, text in QUOTED_RE.findall(block[1]):
                at, want = int(offset, 16), bytes.fromhex(text)
                quoted += 1
                if data[at : at + len(want)] != want:
                    wrong += 1
                    tap.diag(f"{name}: at {at:#x} is {data[at : at + len(want)].hex()}")
        tap.ok(quoted and not wrong, f"{path}: {quoted} lines of bytes are those of the files")


def split(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    before, _, rest = text.partition(BEGIN)
    return before, rest.partition(END)[2]
