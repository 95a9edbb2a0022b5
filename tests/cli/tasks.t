#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""doc/tasks.md: each command works, and the section that the row names describes its options and browser commands."""
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import tap  # noqa: E402

DOC = cli.ROOT / "doc"
ROW = re.compile(r"\| (?P<task>[^|]+) \| \[.*?\]\((?P<page>.*?)\) \| (?P<section>[^|]+) \| `(?P<command>.+?)` \| `(?P<output>.+?)` \|")
# OPTIONS and TOTALS of perfnav(1) describe these for all sections.
GENERAL = {"-n", "-F", "-f", "-o", "--by", "--batch", "--cmd", "count"}


def plain(page):
    """A manual page as text: options begin with a dash, macros are gone, headings and entries keep theirs."""
    for line in page.splitlines():
        if re.match(r"\.(Sh|Ss|It) ", line):
            line = re.sub(r" (Ic|Cm|Ar|Ql|Pa|Li)\b", "", line)
        else:
            line = re.sub(r"^\.(Ic|Cm|Ar|Ql|Pa|Li|Dl|D1|Pq|Xr|Sx) ", "", line)
        line = re.sub(r"(?:^\.| )Fl (?=\S)", lambda m: (" " if m[0][0] == " " else "") + "-", line)
        yield line.replace(r"\(dq", '"').replace(r"\(aq", "'").replace(r"\&", "").replace(r"\e", "\\")


def section_of(name, title):
    """The text of a section of a document, or of one of its entries; None: there is none."""
    title, _, entry = title.partition(": ")
    text = (DOC / name).read_text()
    if name.endswith(".md"):
        found = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^#|\Z)", text, re.M | re.S)
        return found and found[2]
    text = "\n".join(plain(text))
    found = re.search(rf"^\.(Sh|Ss) {re.escape(title)}\n(.*?)(?=^\.Sh |^\.\1 |\Z)", text, re.M | re.S)
    if not found or not entry:
        return found and found[2]
    # An entry of a list ends at the next one of the same form.
    form = r"-" if entry.startswith("-") else r"perfnav" if entry.startswith("perfnav") else r"\w"
    found = re.search(rf"^(\.It [^\n]*{re.escape(entry)}\b.*?)(?=^\.It {form}|\Z)", found[2], re.M | re.S)
    return found and found[1]


def described(command):
    """The options and browser commands of a command line that its section has to describe."""
    options = set(re.findall(r"(?<=\s)--?[a-z][a-z-]*", re.sub(r"'[^']*'", "", command)))
    browser = {word.lstrip(":") for word in re.findall(r"--cmd ':?(\w[\w-]*)", command)}
    return sorted((options | browser) - GENERAL)


def ready(folder):
    """A folder in which the commands of the page run as in the source folder."""
    (folder / "bin").mkdir(parents=True)
    (folder / "bin/perfnav").symlink_to(cli.PERFNAV)
    (folder / "data").symlink_to(cli.CWD)
    (folder / "README.md").symlink_to(cli.ROOT / "README.md")


def check_row(row, folder):
    text = section_of(row["page"], row["section"])
    missing = [word for word in described(row["command"]) if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text or "")]
    tap.ok(text and not missing, f"{row['task']}: {row['page']}, {row['section']}",
           ["no such section"] if not text else [f"{word} is not in this section" for word in missing])
    got = subprocess.run(["bash", "-c", row["command"]], cwd=folder, capture_output=True, text=True, check=False,
                         env={**cli.ENV, "PATH": f"{folder}/bin:{cli.ENV['PATH']}"}, stdin=subprocess.DEVNULL, timeout=60)
    tap.ok(got.returncode == 0 and re.search(row["output"], got.stdout, re.M), f"... {row['command']}",
           [f"exit status {got.returncode}", *got.stdout.splitlines()[:8], *got.stderr.splitlines()[:8]])


def main():
    page = (DOC / "tasks.md").read_text()
    rows = [match.groupdict() for match in ROW.finditer(page)]
    for name in sorted({name for row in rows for name in re.findall(r"data/([\w.]+)", row["command"])}):
        cli.copy(name)
    folder = cli.SCRATCH / "tasks"
    ready(folder)
    for row in rows:
        check_row(row, folder)
    tap.ok(len(rows) >= 20 and len(rows) == page.count("\n| ") - 1, f"{len(rows)} tasks, at least twenty")
    return tap.done()


sys.exit(main())
