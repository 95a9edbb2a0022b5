#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One vocabulary: what is a key in JSON is a word of perfnav fields, of the type it says."""
import collections
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402
from cli import Differences, check, run, tap  # noqa: E402

# Keys that are about the line itself: its file, and what is wrong with it; and what a recording
# names itself.
OWN = {"file", "damage", "in"}
NAMED_BY_RECORDING = ("uregs.", "iregs.", "tp.")

PYTHON = {"uint": int, "int": int, "bool": bool, "float": (float, int, type(None)), "string": str,
          "bytes": str, "name": str, "names": str, "object": dict, "list": list}


def fields():
    result = run("fields", "--json")
    check("perfnav fields", result, result.clean())
    words = [field["name"] for field in result.objects()]
    twice = [word for word, n in collections.Counter(words).items() if n > 1]
    tap.ok(not twice, "no word is there twice", [str(twice)])
    aliases = [field["alias"] for field in result.objects() if "alias" in field]
    twice = [word for word, n in collections.Counter(words + aliases).items() if n > 1]
    tap.ok(not twice, "and no alias is another's name", [str(twice)])
    bare = [field["name"] for field in result.objects() if not field["help"] or not field["records"]]
    tap.ok(not bare, "each says what it is and which records have it", [str(bare)])
    listed = [line.split()[0] for line in run("fields").lines() if line.strip()]
    tap.ok(set(words) <= set(listed), "perfnav fields without --json has the same",
           [str(set(words) - set(listed))])
    return {field["name"]: field["type"] for field in result.objects()}


def is_bytes_of(path, siblings):
    """NAME_hex stands beside NAME."""
    key = path.rpartition(".")[2]
    return key.endswith("_hex") and (key[:-4] in siblings or path.rpartition("_")[0] in siblings)


def has_type(value, kind):
    if isinstance(value, bool) and kind != "bool":
        return False
    return isinstance(value, PYTHON[kind])


def wrong(words, path, value, siblings):
    """What is the matter with a key, None when all is well."""
    if path in OWN or path.startswith(NAMED_BY_RECORDING) or is_bytes_of(path, siblings):
        return None
    if path in words:
        return None if has_type(value, words[path]) else f"{path}: {value!r} is no {words[path]}"
    if isinstance(value, dict) and any(word.startswith(path + ".") for word in words):
        return None
    return f"{path} is no word: {value!r}"


def check_recording(words, path, seen):
    diffs = Differences()
    told = set()
    for record in corpus.objects(path):
        for leaf, value, siblings in corpus.leaves(record):
            diffs.compared += 1
            seen.add(leaf)
            why = wrong(words, leaf, value, siblings)
            if why and leaf not in told:
                told.add(leaf)
                diffs.note(f"{why} in {record['type']} at {record['offset']}")
    tap.topic(f"{path.name}: {diffs.compared} keys are words", diffs)


def check_accepted(words):
    """Each word is one for -F and for -f, alone and compared."""
    plain = [word for word in words if not word.endswith((".REG", ".FIELD"))]
    flat = corpus.cli.DATA / "flat.data"
    for start in range(0, len(plain), 40):
        some = plain[start:start + 40]
        result = run("print", "--no-index", "-n", "3", "-F", ",".join(some), flat)
        check(f"-F {some[0]},...,{some[-1]}", result, result.clean())
        # flat.data has no wall clock, and so a filter refuses wall: tests/cli/walltime.t.
        asked = " or ".join(word for word in some if word != "wall")
        result = run("count", "--no-index", "-f", asked, flat)
        check(f"-f '{some[0]} or ... {some[-1]}'", result, result.clean())
        result = run("print", "--no-index", "--format", "json", "-n", "3", "-F", ",".join(some),
                     flat)
        check("and in JSON", result, result.clean() and len(result.objects()) == 3)


def main():
    words = fields()
    seen = set()
    for path in corpus.recordings():
        check_recording(words, path, seen)
    unseen = sorted(set(words) - seen)
    tap.ok(len(unseen) < len(words) / 2, f"{len(words) - len(unseen)} words of {len(words)} occur",
           unseen)
    check_accepted(words)
    return tap.done()


sys.exit(main())
