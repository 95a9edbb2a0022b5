#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does perfnav print of each description what its .expect says? See README.md."""
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import expect  # noqa: E402

# What is wrong with a recording is told by the exit status; anything else is a failure.
READ = (0, 1)


def run(perfnav, tmp, *args):
    """Exit status, JSON objects and the notes on what went wrong."""
    env = dict(os.environ, HOME=tmp, XDG_CACHE_HOME=tmp, LC_ALL="C.UTF-8", TZ="UTC")
    done = subprocess.run([perfnav, *args], env=env, stdin=subprocess.DEVNULL, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    notes = done.stderr.decode("utf-8", "replace").splitlines()[:5]
    try:
        objects = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines() if line]
    except ValueError as error:
        return done.returncode, None, notes + [f"not JSON Lines in UTF-8: {error}"]
    return done.returncode, objects, notes


def resolve(want, marks):
    """Replaces "@mark NAME" by its offset."""
    if isinstance(want, dict):
        return {k: resolve(v, marks) for k, v in want.items()}
    if isinstance(want, list):
        return [resolve(v, marks) for v in want]
    if isinstance(want, str) and want.startswith("@mark "):
        return marks[want[6:]]
    return want


def find(want, objects, marks):
    """The object an expectation is about: by the offset of its mark, or by ordinal."""
    for have in objects:
        if "at" not in want:
            found = have.get("ordinal") == want["ordinal"]
        else:  # with "in" the offset is one of an inflated stream
            found = have.get("offset") == marks[want["at"]] and "in" not in have
        if found:
            return have
    return None


def tally(objects):
    counts = {}
    for have in objects:
        if "ordinal" in have:
            counts[have.get("type")] = counts.get(have.get("type"), 0) + 1
    return counts


def check_whole(tap, name, head, layout, objects):
    """The records all together: numbers, counts, places."""
    ordinals = [o["ordinal"] for o in objects if "ordinal" in o]
    tap.ok(ordinals == list(range(len(ordinals))), f"{name}: ordinals count up from 0",
           [f"{ordinals}"])
    if "records" in head:
        tap.ok(len(ordinals) == head["records"], f"{name}: {head['records']} records",
               [f"there are {len(ordinals)}"])
    if "types" in head:
        tap.ok(tally(objects) == head["types"], f"{name}: records of each type",
               [f"should be {head['types']}", f"is {tally(objects)}"])
    if head.get("offsets", True):
        places = [(o.get("offset"), o.get("size")) for o in objects if "ordinal" in o]
        tap.ok(places == layout.records, f"{name}: offsets and sizes",
               [f"should be {layout.records}", f"is {places}"])


def check_count(tap, name, head, perfnav, tmp, *args):
    """count agrees."""
    if "types" not in head:
        return
    status, groups, notes = run(perfnav, tmp, "count", "--by", "type", "--format", "json", *args)
    have = {g.get("type"): g.get("count") for g in groups or []}
    have.pop("DAMAGE", None)
    tap.ok(status in READ and have == head["types"], f"{name}: count --by type",
           [f"should be {head['types']}", f"is {have}, status {status}", *notes])


def check_case(tap, name, mk, perfnav, tmp):
    head, wanted = expect.load(name)
    path, index = os.path.join(tmp, name + ".data"), os.path.join(tmp, name + ".pnx")
    layout = expect.Layout(mk, name, path)
    status, objects, notes = run(perfnav, tmp, "print", "--format", "json", "--index", index, path)
    statuses = (head["exit"],) if "exit" in head else READ
    tap.ok(status in statuses and objects is not None,
           f"{name}: exit status {' or '.join(map(str, statuses))}", [f"is {status}", *notes])
    if objects is None:
        return
    check_whole(tap, name, head, layout, objects)
    for want in wanted:
        what = f"{name} record {want.get('at', want.get('ordinal'))}"
        have = find(want, objects, layout.marks)
        if have is None:
            tap.ok(False, what, ["it is not there"])
            continue
        want = {k: v for k, v in want.items() if k != "at"}
        notes = expect.differences(resolve(want, layout.marks), have)
        tap.ok(not notes, what, notes)
    check_count(tap, name, head, perfnav, tmp, "--index", index, path)


def main():
    tap = expect.Tap()
    mk, perfnav = expect.program("MK", "mk"), expect.program("PERFNAV", "perfnav")
    with tempfile.TemporaryDirectory() as tmp:
        for name in expect.case_names():
            check_case(tap, name, mk, perfnav, tmp)
    tap.done()


main()
