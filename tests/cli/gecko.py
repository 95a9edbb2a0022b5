# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the format of the Firefox Profiler, as perf script's gecko.py writes it."""
import json


def markers(thread):
    """Of each marker of a thread its name, begin and end in ms (None: an instant), and its data."""
    columns = thread["markers"]["schema"]
    for row in thread["markers"]["data"]:
        if row[columns["phase"]] != (row[columns["endTime"]] is not None):
            raise ValueError(f"marker {row}")
        yield (thread["stringTable"][row[columns["name"]]], row[columns["startTime"]], row[columns["endTime"]],
               row[columns["data"]])


def lib_of(profile, location):
    """The file that has an address, and the offset in it; None if a location is a name."""
    if not location.startswith("0x"):
        return None
    address = int(location, 16)
    lib, = (lib for lib in profile["libs"] if lib["start"] <= address < lib["end"])
    return lib, address - lib["start"] + lib["offset"]


def name_of(profile, location):
    """As folded stacks have it: of an address without a name its file."""
    found = lib_of(profile, location)
    return f"[{found[0]['name']}]" if found else location.split(" (in ")[0]


def read(path):
    """Threads of the profile: pid, tid, and of each sample its time and its stack, outermost first."""
    profile = json.loads(path.read_text())
    for thread in profile["threads"]:
        columns = {table: thread[table]["schema"] for table in ("samples", "stackTable", "frameTable")}
        location = columns["frameTable"]["location"]
        stacks = []
        for at, row in enumerate(thread["stackTable"]["data"]):
            prefix = row[columns["stackTable"]["prefix"]]
            if prefix is not None and prefix >= at:
                raise ValueError(f"stack {at} goes on from {prefix}")
            frame = thread["frameTable"]["data"][row[columns["stackTable"]["frame"]]]
            name = name_of(profile, thread["stringTable"][frame[location]])
            stacks.append((*(() if prefix is None else stacks[prefix]), name))
        yield thread["pid"], thread["tid"], [
            (sample[columns["samples"]["time"]], stacks[sample[columns["samples"]["stack"]]])
            for sample in thread["samples"]["data"]]
