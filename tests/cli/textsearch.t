#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A search for text finds the records whose lines have it, whatever it is decided from.

TEXTS  how many texts of each recording are searched for; 4
"""
import os
import random
import sys

sys.dont_write_bytecode = True
from cli import DATA, run, tap  # noqa: E402

TEXTS = int(os.environ.get("TEXTS") or 4)


def lines_of(path, *more):
    return [row.get("line") for row in
            run("print", "-q", "--json", "-F", "line", *more, path).objects()]


def texts_of(lines, rng):
    """Pieces of lines, of each part of one and across two of them, as they are and changed."""
    for i in range(TEXTS):
        line = rng.choice(lines)
        start = rng.randrange(len(line))
        text = line[start:start + rng.choice((1, 2, 3, 4, 6, 9, 14, 70))]
        if i % 3 == 1:
            where = rng.randrange(len(text) + 1)
            text = text[:where] + rng.choice("aexz0 9=:") + text[where:]
        if '"' not in text and "\\" not in text:
            yield text, i % 2


def search(path, lines, text, any_case):
    if any_case:
        found = lines_of(path, "-f", f'line =~ "\\Q{text}\\E"')
        return found, [line for line in lines if text.lower() in line.lower()]
    found = lines_of(path, "-f", f'line contains "{text}"')
    return found, [line for line in lines if text in line]


def main():
    rng = random.Random(4711)
    for path in sorted(DATA.glob("*.data")):
        lines = lines_of(path)
        wrong = []
        for text, any_case in texts_of(lines, rng):
            found, expected = search(path, lines, text, any_case)
            if found != expected:
                wrong.append(f"{text!r}: {len(found)} instead of {len(expected)}")
        tap.ok(not wrong, f"{path.name}: texts are found where they are", "; ".join(wrong))
    return tap.done()


sys.exit(main())
