#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What themes and styles send to terminals of 8, 16, 256 and true colours; tests/unit/theme.c has what they are."""
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import terminal  # noqa: E402
from terminal import cli  # noqa: E402
from cli import tap  # noqa: E402

# As xterm-direct: numbers below 8 are of the palette, others are 0xrrggbb.
DIRECT = r"""perfnav-many|many colours that are no true ones,
	colors#0x1000000, pairs#0x10000,
	setab=\E[%?%p1%{8}%<%t4%p1%d%e48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,
	setaf=\E[%?%p1%{8}%<%t3%p1%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,
	use=xterm-256color,
perfnav-direct|true colours,
	RGB, use=perfnav-many,
"""
# A colour that the list of events has in each theme: of an event, or of the status line.
SHOWN = {"dark": "38;5;220", "light": "38;5;130", "high-contrast": "48;5;18"}


def start(*args, **more):
    tty = terminal.Terminal("--no-index", "--no-state", *args, cli.copy("demo.data"), **more)
    tty.until(b"record")
    tty.read(0.2)
    return tty


def colours(sent):
    """The colours of a piece of output: "3N", "38;5;N", "38;2;R;G;B" and those of backgrounds."""
    got = set()
    for codes in re.findall(r"\x1b\[([\d;]*)m", sent.decode("utf-8", "replace")):
        long = re.match(r"[34]8;(5;\d+|2;\d+;\d+;\d+)$", codes)
        got.update([codes] if long else re.findall(r"\b(?:[34][0-7]|9[0-7]|10[0-7])\b", codes))
    return got


def command(tty, text):
    """What the screen is made of after a command, drawn from its beginning."""
    tty.keys(f":{text}<Enter>", 0.2)
    return colours(tty.keys("<C-l>", 0.2))


def check_256():
    tty = start()
    tty.keys("va", 0.2)
    for name, shown in SHOWN.items():
        got = command(tty, f"theme {name}")
        tap.ok(shown in got, f"256 colours: the theme {name}", [str(got)])
    got = command(tty, "theme terminal")
    tap.ok(not [c for c in got if ";" in c] and "44" in got, "the terminal's own 16 colours", [str(got)])
    command(tty, "theme auto")
    tap.ok("48;5;208" in command(tty, "style selected black,on-#ff8700"), "a style of one's own, the nearest of 256")
    tap.ok("48;5;56" in command(tty, "unstyle selected"), "... and the theme's again")
    got = command(tty, "set colors 16")
    tap.ok(got and not [c for c in got if ";" in c], "at most 16 colours", [str(got)])
    tap.ok(not command(tty, "set colors none"), "no colours")
    tap.ok(tty.end() == 0, "it quits")


def check_few(term, forbidden):
    tty = start(term=term)
    got = command(tty, "style selected black,on-#ff8700")
    tap.ok(got and not [c for c in got if re.search(forbidden, c)], f"{term}: no other colours", [str(got)])
    tap.ok(tty.end() == 0, "it quits")


def check_true():
    if not shutil.which("tic"):
        tap.skip(3, "tic is not installed")
        return
    folder = cli.CWD / "terminfo"
    (cli.CWD / "direct.ti").write_text(DIRECT)
    subprocess.run(["tic", "-x", "-o", folder, cli.CWD / "direct.ti"], check=True, capture_output=True)
    tty = start(term="perfnav-direct", env={"TERMINFO": str(folder)})
    got = command(tty, "style selected black,on-#ff8701")
    tap.ok("48;2;255;135;1" in got, "true colours", [str(got)])
    tap.ok(tty.end() == 0, "it quits")
    tty = start(term="perfnav-many", env={"TERMINFO": str(folder)})
    got = command(tty, "style selected black,on-#ff8701")
    tap.ok("48;2;255;135;1" not in got, "no true colours where the terminal's description has none", [str(got)])
    tty.end()


def check_commands():
    cli.copy("demo.data")
    for text, column in (("theme dusk", 7), ("style nothing red", 7), ("style selected", 15), ("style selected rad", 16),
                         ("style selected sign:x", 16), ("unstyle nothing", 9)):
        done = cli.run("--no-index", "--batch", "--cmd", f":{text}", "demo.data")
        lines = done.err.splitlines()
        tap.ok(done.status == 2 and len(lines) > 2 and lines[2].index("^") == column + 2,
               f":{text}: refused, with the place", lines)
    done = cli.run("--no-index", "--batch", "--cmd", ":style frame-jit bold,208", "--cmd", ":style", "demo.data")
    tap.ok(re.search(r"frame-jit +208,bold +\(chosen\)\n", done.out), ":style lists all styles",
           done.out.splitlines())


check_256()
check_few("xterm", r";|^9\d|^10\d")
check_true()
check_commands()
sys.exit(tap.done())
