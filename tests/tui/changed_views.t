#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every view of a recording that was cut or overwritten while it is open says so."""
import os
import sys

sys.dont_write_bytecode = True
from terminal import Terminal, cli  # noqa: E402
from cli import tap  # noqa: E402

LIMIT = 20
VIEWS = ("vi", "ve", "vt", "vd", "vc", "vo", "vh", "vm", "vf", "vg", "vw", "vk", "vl", "vb", "vs",
         "::flame<Enter>", "::tree<Enter>", "::bytes<Enter>", "::problems<Enter>", "::symbols<Enter>",
         "::threads<Enter>", "::heat<Enter>", "::hist<Enter>", "::chart period<Enter>", "::marks<Enter>",
         "::count by comm<Enter>", "::count by sym<Enter>", "::mem line<Enter>", "::branches from<Enter>")


def cut(path):
    os.truncate(path, 20000)


def overwrite(path):
    with open(path, "r+b") as file:
        file.seek(150000)
        file.write(bytes(100000))


def shown(screen, size):
    """All of the screen, drawn anew for another size."""
    screen.resize(*size)
    return screen.read(0.1, first=LIMIT)


def check(change, note):
    path = cli.CWD / cli.copy("demo.data", f"{change.__name__}.data")
    screen = Terminal("--no-state", "--no-index", str(path))
    screen.until(b"record", LIMIT)
    screen.keys("::count by pid<Enter>")
    screen.read(0.5)
    tap.ok(note not in shown(screen, (110, 30)), f"{change.__name__}: nothing is said before")
    change(path)
    for _ in range(20):
        screen.keys("j", quiet=0.2)
        if note in screen.got:
            break
    tap.ok(note in shown(screen, (120, 24)), "... a view that is open says so")
    missing = []
    for i, keys in enumerate(VIEWS):
        screen.keys("vr")
        screen.keys(keys)
        got = shown(screen, (130, 30) if i % 2 else (110, 24))
        if note not in got:
            missing.append(f"{keys}: {got}")
    tap.ok(not missing, f"... and so do {len(VIEWS)} others", missing)
    screen.end()


check(cut, b"file was cut at record ")
check(overwrite, b"file was changed: records may be wrong")
tap.done()
