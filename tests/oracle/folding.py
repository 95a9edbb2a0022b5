# SPDX-License-Identifier: GPL-3.0-or-later
"""Folds the output of perf script as FlameGraph does: a line of functions for each stack, counted.

Of a frame "ADDRESS NAME+OFFSET (OBJECT)" the name stands for it, or the object's name in brackets
where there is none; parameters are left out, unless names are to stay as they are. The task comes
first, the innermost frame last. Only samples of one event count.
"""
import collections
import re

HEADER_RE = re.compile(rb"^(\S.*?)\s+(-?\d+)(?:/-?\d+)?\s+")
EVENT_RE = re.compile(rb"(\S+):\s*$")
FRAME_RE = re.compile(rb"^\s*(\w+)\s*(.+) \((.*)\)$")


def function_of(name, mapped, tidy):
    name = re.sub(rb"\+0x[0-9a-f]+$", b"", name)
    if name == b"[unknown]":
        return b"[" + mapped.rsplit(b"/", 1)[-1].strip(b"[]") + b"]" if mapped != name else b"[unknown]"
    name = name.replace(b";", b":")
    if not tidy:
        return name
    if not re.search(rb"\.\(.*\)\.", name):
        name = re.sub(rb"\((?!anonymous namespace\)).*", b"", name)
    return name.translate(None, b"\"'")


def events(text):
    """The names of the events that have samples, in the order of the first sample of each."""
    found = {}
    for line in text.split(b"\n"):
        header, event = HEADER_RE.match(line), EVENT_RE.search(line)
        if header and event:
            found[event[1].rstrip(b":")] = True
    return list(found)


def fold(text, only, tidy=True):
    stacks = collections.Counter()
    task, frames = None, []
    for line in text.split(b"\n"):
        frame = FRAME_RE.match(line) if line[:1] in b" \t" else None
        if frame and task is not None:
            if not frame[2].startswith(b"("):
                frames.insert(0, function_of(frame[2], frame[3], tidy))
        elif not line:
            if task is not None:
                stacks[b";".join([task, *frames])] += 1
            task, frames = None, []
        else:
            header, event = HEADER_RE.match(line), EVENT_RE.search(line)
            if header and event:
                task = header[1].replace(b" ", b"_") if event[1].rstrip(b":") == only else None
                frames = []
    return stacks
