#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Slices of damaged recordings can be read: all that the recordings still have is in them.

Damage is made by chance, from a seed. SLICE_DAMAGES is how often each recording is damaged.
"""
import os
import random
import sys

sys.dont_write_bytecode = True
import slices  # noqa: E402
from slices import cli, corpus  # noqa: E402
from cli import tap  # noqa: E402

ROUNDS = int(os.environ.get("SLICE_DAMAGES", 3))
GIVEN = ("flat.data", "regs.data", "compressed.data", "pipe.data", "namespaces.data")
MADE = ("pt", "records_be", "version1", "tracepoint")


def damage(data, chance):
    """A few bytes become others, or the end is missing."""
    data = bytearray(data)
    kind = chance.randrange(5)
    if kind == 0:
        return data[:chance.randrange(16, len(data))]
    if kind == 1:  # the header, and what is near
        at = chance.randrange(8, min(400, len(data)))
    else:
        at = chance.randrange(8, len(data))
    if kind == 2:
        data[at:at + 200] = bytes(min(200, len(data) - at))
    else:
        for i in range(at, min(at + chance.choice((1, 2, 8)), len(data))):
            data[i] = chance.choice((0, 255, chance.randrange(256)))
    return data


def check_one(name, data, args, packed):
    """What is wrong with the slice of these bytes, or None.

    What damaged compressed data inflate to can be anything, and is taken for records more readily
    than where records lie behind one another.
    """
    path = cli.CWD / "hostile.data"
    path.write_bytes(data)
    out, result = slices.slice_of(path, "hostile.out", *args)
    if result.status not in (0, 1, 3):
        return f"{name}: slice ends with {result.status}: {result.err}"
    if result.status == 3:
        return None if not out.exists() else f"{name}: there is a slice of what cannot be opened"
    want = slices.keeps(path, slices.records(path, *(a for a in args if a != "--scrub")))
    read = cli.run("print", "--no-index", "--format", "json", out)
    got = read.objects()
    out.unlink()
    if read.status not in corpus.READ:
        return f"{name}: the slice cannot be read: {read.err}"
    if packed:
        return None
    if any(obj["type"] == "DAMAGE" for obj in got):
        return f"{name}: the slice is damaged: {read.err}"
    if "--scrub" in args:
        return None
    want, got = ([slices.placeless(obj) for obj in objs] for objs in (want, got))
    if want != got and not (not want and len(got) == 1):
        return f"{name}: {len(want)} records became {len(got)}"
    return None


def check(path):
    whole = path.read_bytes()
    chance = random.Random(path.name)
    found = []
    for number in range(ROUNDS):
        data = damage(whole, chance)
        for args in ([], ["--scrub"]):
            wrong = check_one(f"damage {number}", data, args, "compressed" in path.name)
            if wrong:
                found.append(wrong)
    tap.ok(not found, f"{path.name}: {ROUNDS} slices of it, damaged", found)


for given in GIVEN:
    check(cli.DATA / given)
for made in MADE:
    check(cli.CWD / cli.make(made))
sys.exit(tap.done())
