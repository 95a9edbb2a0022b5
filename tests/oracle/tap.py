# SPDX-License-Identifier: GPL-3.0-or-later
"""TAP output, and a collector of differences for the diagnostics of an assertion."""

SHOWN = 8
TEXT_MAX = 160
HEX_FROM = 1 << 16


def shorten(value):
    text = repr(value)
    if isinstance(value, int) and abs(value) >= HEX_FROM:
        text += f" ({value:#x})"
    return text if len(text) <= TEXT_MAX else text[:TEXT_MAX] + "..."


class Differences:
    """What differs in one topic of one recording: the first few in words, all of them counted.

    It also counts what was compared, so that a topic cannot pass because nothing was looked at.
    Where perf and perfnav differ on purpose it is no difference, but a deviation: its title, which is
    that of a section of doc/deviations.md, goes to the set.
    """

    def __init__(self, deviations=None):
        self.deviations = set() if deviations is None else deviations
        self.lines = []
        self.count = 0
        self.compared = 0

    def note(self, text):
        self.count += 1
        if len(self.lines) < SHOWN:
            self.lines.append(text)

    def add(self, where, field, perf, ours):
        self.note(f"{where}: {field}: perf {shorten(perf)}, perfnav {shorten(ours)}")

    def check(self, where, field, perf, ours):
        self.compared += 1
        # True == 1 in Python, but not in JSON.
        if perf != ours or isinstance(perf, bool) != isinstance(ours, bool):
            self.add(where, field, perf, ours)

    def check_but(self, title, where, field, perf, ours):
        """A check of what perf has wrong, or has not, in some recordings."""
        if perf == ours:
            self.check(where, field, perf, ours)
        else:
            self.deviates(title)

    def deviates(self, title):
        self.deviations.add(title)

    def summary(self):
        more = self.count - len(self.lines)
        return self.lines + ([f"... and {more} more differences"] if more > 0 else [])


class Tap:
    def __init__(self, out):
        self.out = out
        self.run = 0
        self.failed = 0

    def _line(self, ok, name, directive=""):
        self.run += 1
        self.failed += not ok
        status = "ok" if ok else "not ok"
        name = name.replace("#", "_")
        print(f"{status} {self.run} - {name}{directive}", file=self.out, flush=True)
        return ok

    def ok(self, condition, name, lines=()):
        if not self._line(bool(condition), name):
            for line in lines:
                self.diag(line)
        return condition

    def topic(self, name, diffs):
        """Holds if nothing differs."""
        return self.ok(diffs.count == 0, name, diffs.summary())

    def skip(self, name, reason):
        if not isinstance(name, str) or not isinstance(reason, str):
            raise TypeError("skip(name, reason) takes two texts")
        self._line(True, name, f" # SKIP {reason}")

    def diag(self, text):
        for line in str(text).splitlines() or [""]:
            print("# " + line, file=self.out, flush=True)

    def bail_out(self, reason):
        print(f"Bail out! {reason}", file=self.out, flush=True)

    def done(self):
        print(f"1..{self.run}", file=self.out, flush=True)
        return 1 if self.failed else 0
