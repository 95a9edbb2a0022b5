#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each view in eleven sizes of the screen and on several terminals: nothing is wider than the screen, the
line under the cursor is on it, no view is empty without a word; a terminal shows what was drawn.
"""
import pathlib
import sys
import unicodedata

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "bench")]
import terminal  # noqa: E402
from terminal import cli  # noqa: E402
from cli import run, tap  # noqa: E402
from screen import Screen  # noqa: E402

SIZES = ((20, 5), (20, 24), (40, 12), (80, 24), (132, 43), (200, 50), (500, 200), (33, 11), (60, 8), (100, 30),
         (255, 70))
# A name of the view, keys from the records, and whether a line has a cursor.
VIEWS = (
    ("records", "", True), ("details", "<Enter>z", True), ("bytes", "<Tab><Tab>z", False),
    ("overview", "vv", True), ("events", "va", True), ("one event", "va<Enter>", False), ("problems", "ve", True),
    ("threads", "vt", True), ("threads, open", "vt*", True), ("maps", "vd", True), ("chain", "vs", True),
    ("branches", "vb", True), ("memory", "vl", True), ("histogram", "vh", False), ("chart", "vc", False),
    ("flame graph", "vf", False), ("callers", "vf<Tab>", False), ("call tree", "vg", True),
    ("sandwich", "vw", False), ("stack chart", "vk", False), ("info", "vi", False),
    ("filters", "v&", True), ("columns", "c", True), ("help", "?", False), ("explained", "K", False),
    ("counts by event", "::count event<Enter>", True),
    ("counts by three", "::count comm,event,cpu<Enter>", True),
    ("counts of nothing", "::count comm where pid == 99<Enter>", True),
    ("a filter that nothing passes", "&pid == 99<Enter>", True), ("a prompt", "&pid == ", False),
    ("a mistake", "&pid == x<Enter>", False), ("half a key", "v", False),
)

# No names from the machine's kernel and files: a name changes the widths, and comes when it comes.
OPTIONS = ("--no-index", "-q", "--symfs", "none", "--kallsyms", "none")


def columns(line):
    """Columns that a line takes on a terminal."""
    return sum(0 if unicodedata.combining(char) else
               2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in line)


def check_screen(name, cols, rows, cursor, lines):
    """What is wrong with a screen."""
    wrong = []
    if len(lines) != rows:
        wrong.append(f"{len(lines)} lines")
    wide = [line for line in lines if columns(line) > cols]
    if wide:
        wrong.append(f"{columns(wide[0])} columns: {wide[0]}")
    body = [line for line in lines[1:-1] if line.strip()]
    if not body:
        wrong.append("it is empty")
    if cursor and body and not any(line.startswith(">") for line in lines) and not says_why(body):
        wrong.append("no line has the cursor")
    return [f"{name} at {cols}x{rows}: {text}" for text in wrong]


def says_why(body):
    """A list without lines has a sentence where they would be."""
    return any(len(line.split()) >= 2 and line[0] == " " for line in body)


def check_sizes(file, where):
    lines = [":wait", where, ":wait"]
    for _, keys, _ in VIEWS:
        lines += [keys, ":wait"]
        for size in SIZES:
            lines += [f":resize {size[0]}x{size[1]}", ":dump"]
        lines += [":resize 80x24", "<Esc>vrppxx", "::filter<Enter>", ":wait", where, ":wait"]
    result = run(*OPTIONS, "--script", cli.script("\n".join(lines) + "\n"), file)
    screens = [text.split("\n")[1:-1] for text in result.out.split("---- ")[1:]]
    cli.check(f"{file}: a screen of each view and size", result, len(screens) == len(VIEWS) * len(SIZES))
    for at, (name, _, cursor) in enumerate(VIEWS):
        wrong = []
        for size, screen in zip(SIZES, screens[at * len(SIZES):]):
            wrong += check_screen(name, *size, cursor, screen)
        tap.ok(not wrong, f"{file}: {name} at all sizes", wrong)


def same(lines, want):
    """How many views are below depends on whether there was a message when Esc came, which then only removes it."""
    return [line.rstrip().replace(" q back", " q quit") for line in lines] == [line.replace(" q back", " q quit") for line in want]


def check_terminal(term, env, extra=()):
    """After each view and size the terminal shows what the back end of text has."""
    sizes = ((80, 24), (40, 12))
    # Where the call tree is scrolled to depends on what was drawn while it was counted.
    walk = [keys for name, keys, _ in VIEWS
            if name not in ("a mistake", "a prompt", "half a key", "call tree")]
    script = [":wait", "2000g"]
    for keys in walk:
        script += [keys, ":wait"]
        for size in sizes:
            script += [f":resize {size[0]}x{size[1]}", ":dump"]
        script += ["<Esc>vrppxx", "::filter<Enter>", ":wait", "2000g"]
    told = run(*OPTIONS, "--screen", "40x12", "--script", cli.script("\n".join(script) + "\n"), *extra, "demo.data",
               env=env).out.split("---- ")[1:]
    tty = terminal.Terminal(*OPTIONS, *extra, "demo.data", cols=40, rows=12, term=term,
                            env=env)
    tty.until(b"of 3215")
    tty.keys("2000g", 0.05, first=1)
    wrong = []
    for at, keys in enumerate(walk):
        tty.keys(keys, 0.05, first=1)
        for i, size in enumerate(sizes):
            want = told[at * len(sizes) + i].split("\n")[1:-1]
            screen = Screen(size[1], size[0])
            tty.resize(*size)
            for _ in range(40):
                screen.feed(tty.read(0.03, first=0.1))
                if same(screen.lines, want):
                    break
            else:
                wrong += [f"after {keys} at {size}:", *(line for line in screen.lines)]
        # What comes at once with an Esc is a key with Alt.
        tty.keys("<Esc>", 0.05, first=0.25)
        tty.keys("vrppxx::filter<Enter>2000g", 0.05, first=1)
    tap.ok(not wrong, f"TERM={term} shows what was drawn", wrong[:40])
    status = tty.end()
    tap.ok(status == 0, f"TERM={term}: it quits", [str(status)])


cli.copy("demo.data")
check_sizes("demo.data", "2000g")
check_sizes(cli.copy("odd_comms.data"), "9g")
check_sizes(cli.copy("lost.data"), "9g")
check_sizes(cli.make("branch"), "4g")
check_sizes(cli.make("control"), "5g")
ASCII = {"LC_ALL": "C"}
for name in ("xterm", "linux", "screen", "tmux"):
    check_terminal(name, ASCII)
# A vt100 has no colours, and what is drawn without them differs.
for name in ("vt100", "xterm-256color"):
    check_terminal(name, {**ASCII, "NO_COLOR": "1"})
sys.exit(tap.done())
