#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What README.md shows is what the commands write.

Commands are the lines with "$ " of blocks called console; a screen follows a comment with its size
and the lines of its script, a list of packages a comment with their group in tools/deps. `make goldens`
writes all of them into README.md.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import tap  # noqa: E402

UPDATE = os.environ.get("UPDATE_GOLDENS") == "1"
README = cli.ROOT / "README.md"
CONSOLE = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.M | re.S)
SCREEN = re.compile(r"(<!-- screen (\w+): ([^\n]*) -->\n```\n)(.*?)(?=^```$)", re.M | re.S)
PACKAGES = re.compile(r"(<!-- packages (\w+) -->\n)(.*)\n")
COMMAND = re.compile(r"^\$ (.*)$", re.M)


def output(command):
    done = subprocess.run(["bash", "-c", command], cwd=cli.CWD, env=cli.ENV, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=60, check=False)
    return done.stdout


def console(match):
    """The block as it should be."""
    parts = COMMAND.split(match.group())[1:]
    text = ""
    for command, shown in zip(parts[::2], parts[1::2]):
        if "jq" in command and not shutil.which("jq"):
            tap.skip(command, "jq is not installed")
            text += f"$ {command}{shown}"
            continue
        got = f"$ {command}\n" + output(command)
        compare(command, f"$ {command}{shown}", got)
        text += got
    return text


def screen(match):
    head, size, keys, shown = match.groups()
    name = cli.script(keys.replace(" | ", "\n") + "\n:wait\n:dump screen\n")
    # Names are those that demo.data.debug has.
    got = cli.run("--script", name, "--screen", size, "-q", "--symfs", "none", "data/demo.data")
    text = got.out.split("\n", 1)[1]
    compare(f"the screen of {size}", shown, text)
    return head + text


def packages(match):
    """The fourth column of the table in tools/deps."""
    head, group, shown = match.groups()
    table = (cli.ROOT / "tools/deps").read_text().split("<<-'END'\n")[1].split("\tEND\n")[0]
    rows = [line.split() for line in table.splitlines()]
    names = ", ".join(dict.fromkeys(row[3] for row in rows if row[0] == group)) + "."
    compare(f"packages for the group {group} of tools/deps", shown, names)
    return f"{head}{names}\n"


def check_tour():
    """Keys that the tour of the browser names are bound, its commands are some."""
    tour = README.read_text().split("\n## Five minutes\n")[1].split("without a screen")[0]
    bound = {key for line in cli.run("--batch", "--cmd", ":keys", "data/demo.data").lines()
             if line.startswith("  ") for key in line[2:].split("  ")[0].split()}
    for shown in dict.fromkeys(re.findall(r"(?<!`)`([^`\n]+)`(?!`)", tour)):
        if shown[0] == ":" and len(shown) > 1:
            got = cli.run("--batch", "--cmd", shown, "data/demo.data")
            tap.ok(got.status == 0 and got.out and not got.err, f"tour: {shown}", got.told())
        else:
            tap.ok(any(key.startswith(shown) for key in bound), f"tour: {shown} is a key",
                   sorted(bound))


def compare(name, want, got):
    tap.ok(want == got or UPDATE, name, ["README.md has"] + want.splitlines()[:30] +
           ["perfnav writes"] + got.splitlines()[:30])


(cli.CWD / "data").mkdir()
(cli.CWD / "perfnav").symlink_to(cli.PERFNAV)
shutil.copy(cli.DATA / "demo.data", cli.CWD / "data")
shutil.copytree(cli.DATA / "demo.data.debug", cli.CWD / "data/demo.data.debug", symlinks=True)
BEFORE = README.read_text()
AFTER = PACKAGES.sub(packages, SCREEN.sub(screen, CONSOLE.sub(console, BEFORE)))
check_tour()
tap.ok(tap.run > 8, "these are all of them")
if UPDATE and BEFORE != AFTER:
    README.write_text(AFTER)
    tap.diag("rewritten: README.md")
sys.exit(tap.done())
