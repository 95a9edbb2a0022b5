#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of doc/keys.md are those of `?`: all keys, and the keys that differ in a view.

UPDATE_GOLDENS=1 writes them into the document. A view whose keys differ from those of the records
and that has no table is a failure.
"""
import os
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import run, tap  # noqa: E402

DOC = cli.ROOT / "doc/keys.md"
QUIET = ("--no-index", "-q", "--symfs", "none", "--kallsyms", "none", "--no-state")
# How to open each view, as its title in `?` names it.
OPENERS = ("vv", "va", "ve", "vt", "vd", "vs", "vb", "vl", "vh", "vc", "vf", "vg", "vw", "vk", "vm", "vo", "vu", "v&", "v'", "vi",
           "c", "<F2>", "::annotate average_around<Enter>", "L", "::bytes<Enter>", "::count type<Enter>", "::symbols<Enter>", "::branches path<Enter>",
           "::heat span.dur<Enter>", "::compare fp.data<Enter>")
ROW = re.compile(r"   (\S.{18}) (\S.*)")


def help_screen(keys):
    """The name of the view that the keys open, and the sections of its help: {title: [(keys, effect)]}."""
    cli.script(f":wait\n2000g\n:wait\n{keys}\n:wait\n?\n:wait\n:dump x\n", "keys")
    lines = run(*QUIET, "--script", "keys", "--screen", "250x160", "demo.data").out.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(" keys in "))
    sections, section = {}, None
    for line in lines[start + 1:]:
        if line.startswith(" Commands"):
            break
        row = ROW.match(line.rstrip())
        if row and section:
            sections[section].append((row[1].strip(), row[2]))
        elif re.match(r" [A-Z]\S*(?: \S+)*$", line.rstrip()) and len(line.split()) < 6:
            section = line.strip()
            sections[section] = []
    name = re.sub(r"^keys in (?:the )?", "", lines[start][1:])
    return name.split("  ")[0].strip(), sections


def cell(text):
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")


def table(rows):
    lines = ["| Keys | Effect |", "|---|---|"]
    # A long name has no column of its own in `?`, so keys are code here.
    lines += [f"| {' '.join(f'`{key}`' for key in keys.split()).replace('|', chr(92) + '|')} | {cell(effect)} |"
              for keys, effect in rows]
    return "\n".join(lines) + "\n"


def tables():
    """The tables by heading."""
    _, usual = help_screen("vr")
    found = {title: table(rows) for title, rows in usual.items()}
    plain = {row for rows in usual.values() for row in rows}
    for opener in OPENERS:
        name, sections = help_screen(opener)
        rows = [row for rows in sections.values() for row in rows if row not in plain]
        if rows:
                found[f"In the {name}"] = table(rows)
    return found


def in_document(text, title):
    return re.search(rf"^### {re.escape(title)}\n(?:[^#|]*\n)?\n(\|(?:.*\n)+?)(?=\n|\Z)", text, re.M)


def main():
    for name in ("demo.data", "fp.data"):
        cli.copy(name)
    cli.copy("demo.data.debug")
    found = tables()
    text = DOC.read_text(encoding="utf-8")
    if "In the code" in found:
        tap.skip("the keys in the function", "perfnav was built without capstone")
    for title, want in found.items():
        if title == "In the code":
            continue
        match = in_document(text, title)
        if match and os.environ.get("UPDATE_GOLDENS"):
            text = text[:match.start(1)] + want + text[match.end(1):]
            match = in_document(text, title)
        tap.ok(match and match[1] == want, f"{title}: the table of doc/keys.md",
               (want if match else f"doc/keys.md has no table below ### {title}").splitlines())
    if os.environ.get("UPDATE_GOLDENS"):
        DOC.write_text(text, encoding="utf-8")
    known = {title for title in re.findall(r"^### (In .*)", text, re.M)}
    shown = set(found) | ({"In the function"} if "In the code" in found else set())
    tap.ok(known <= shown, "each table is of a view", sorted(known - shown))
    return tap.done()


sys.exit(main())
