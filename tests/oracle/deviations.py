# SPDX-License-Identifier: GPL-3.0-or-later
"""The table in doc/deviations.md: in which recordings perf and perfnav differ, and in what."""

import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
DOC = os.path.normpath(os.path.join(HERE, "..", "..", "doc", "deviations.md"))
TABLE_RE = re.compile(r"(<!-- table: recordings -->\n(?:\|[^\n]*\n){2})(.*?)(<!-- end -->)", re.S)
ROW_RE = re.compile(r"^\| (.*?) \| (.*?) \| (.*?) \|$", re.M)
NONE = "nothing"


class Table:
    def __init__(self):
        with open(DOC, encoding="utf-8") as f:
            self.text = f.read()
        match = TABLE_RE.search(self.text)
        self.rows = {(m[1], m[2]): m[3] for m in ROW_RE.finditer(match[2])} if match else {}
        self.titles = {t for pair in re.findall(r"^#+ (.*)$|^\*\*(.*?)[.]?\*\*", self.text, re.M)
                       for t in pair}
        self.update = bool(os.environ.get("UPDATE_GOLDENS"))

    def check(self, tap, name, perf, found):
        cell = "; ".join(sorted(found)) or NONE
        if self.update:
            self.rows[name, perf] = cell
        tap.ok(self.rows.get((name, perf)) == cell, f"{name}: doc/deviations.md has all of it",
               [f"is:     {self.rows.get((name, perf))}", f"wanted: {cell}"])
        unknown = sorted(title for title in found if title not in self.titles)
        tap.ok(not unknown, f"{name}: and explains it", unknown)

    def finish(self, tap):
        if not self.update:
            return
        rows = "".join(f"| {name} | {perf} | {self.rows[name, perf]} |\n"
                       for name, perf in sorted(self.rows))
        text = TABLE_RE.sub(lambda m: m[1] + rows + m[3], self.text)
        if text != self.text:
            with open(DOC, "w", encoding="utf-8") as f:
                f.write(text)
            tap.diag(f"wrote {DOC}")
