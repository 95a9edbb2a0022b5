# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings that no perf reads, and that are others with records put in between."""

from navout import NavError
from tap import Differences

# The recording, and the one whose records it has besides those of unknown type.
TWINS = {"unknown_types.data": "fp.data"}
TITLE = "Unknown record types"
PLACE = ("ordinal", "offset")


def known(objects):
    """The records of known type, without what depends on those before them."""
    return [
        {word: value for word, value in obj.items() if word not in PLACE}
        for obj in objects
        if not obj["type"].startswith("UNKNOWN(")
    ]


def compare(found, twin, perfnav, tap):
    """Returns whether they could be compared."""
    diffs = Differences()
    name = f"{found.name}: the records of {twin.name}, and unknown ones"
    try:
        objects = perfnav.records(found)
        ours, theirs = known(objects), known(perfnav.records(twin))
    except NavError as error:
        return tap.ok(False, name, [error])
    diffs.check(found.name, "known records", len(theirs), len(ours))
    if len(objects) == len(ours):
        diffs.note("there are no unknown records")
    for wanted, obj in zip(theirs, ours):
        diffs.check(found.name, wanted["type"], wanted, obj)
    return tap.topic(name, diffs)
