#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""doc/deviations.md shows bytes that are in the recordings.

A block of lines "OFFSET: BYTES  WHAT" is of the recording that was named last before it, a line
that says "of NAME:" of that one. Recordings that are not in data/ are looked for in
PERFNAV_RECORDINGS (../shared/fixtures if that is there).
"""
import os
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from cli import CASES, CWD, DATA, MK, ROOT, tap  # noqa: E402

DOC = ROOT / "doc/deviations.md"
FIXTURES = pathlib.Path(os.environ.get("PERFNAV_RECORDINGS") or ROOT / "../shared/fixtures")
NAME = re.compile(r"`([\w.-]+\.(?:data|mk))`")
BLOCK = re.compile(r"^```\n(.*?)^```$", re.M | re.S)
LINE = re.compile(r"([0-9a-f]{8}): ((?:[0-9a-f]{4} )+) *(.*)")
OF = re.compile(r"of ([\w.-]+):")


def content(name):
    """The bytes of a recording; None if it is not here."""
    if name.endswith(".mk"):
        built = CWD / "built.data"
        os.system(f"cd '{CASES}' && '{MK}' {name} '{built}'")
        return built.read_bytes()
    if (DATA / name).exists():
        return (DATA / name).read_bytes()
    found = sorted(path for path in FIXTURES.glob(f"*/{name}") if path.is_file())
    return found[0].read_bytes() if found else None


def main():
    if not os.access(MK, os.X_OK):
        tap.bail_out("mk is not built")
        return 1
    text = DOC.read_text(encoding="utf-8")
    blocks = list(BLOCK.finditer(text))
    tap.ok(len(blocks) > 10, "there are proofs")
    for block in blocks:
        named = NAME.findall(text, 0, block.start())[-1]
        for line in block[1].splitlines():
            match = LINE.fullmatch(line)
            if not match:
                tap.ok(False, f"a line of bytes: {line}")
                continue
            other = OF.match(match[3])
            name = other[1] if other else named
            have = content(name)
            if have is None:
                tap.skip(f"{name} at {match[1]}", "it is not here")
                continue
            at, want = int(match[1], 16), bytes.fromhex(match[2])
            got = have[at:at + len(want)]
            tap.ok(got == want, f"{name} at {match[1]}", [f"has {got.hex(' ', 2)}"])
    return tap.done()


sys.exit(main())
