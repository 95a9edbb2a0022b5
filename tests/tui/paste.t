#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pastes into each prompt, as terminals mark them and as they come without marks.

PASTES=1 also measures them from 1 KB to 1 MB: linear, and 16 KB within a tenth of a second of
processor time, which others on the machine do not change.
"""
import os
import sys
import time

sys.dont_write_bytecode = True
from terminal import Terminal, cli  # noqa: E402
from cli import tap  # noqa: E402

FILE = cli.copy("flat.data")
cli.run("index", FILE)
BEGIN, END = b"\x1b[200~", b"\x1b[201~"
MOST = 16384  # PROMPT_BYTES
PROMPTS = {"filter": "&<C-u>", "search": "/", "command": "::", "file": "P<C-u>"}
REFUSED = b"bytes do not fit and are dropped: a line has at most 16384."
LIMIT = 20  # seconds after which nothing comes any more
TEXT = b"pid == 7655 or tid == 7655 or cpu == 0 or "


def browser(prompt):
    screen = Terminal("--no-state", FILE)
    screen.until(b"record", LIMIT)
    screen.read(0.2)
    screen.keys(prompt)
    screen.got.clear()
    return screen


def text(size):
    return (TEXT * (size // len(TEXT) + 1))[:size]


def paste(screen, data, marked=True):
    screen.write(BEGIN + data + END if marked else data)
    return screen.read(0.1, first=LIMIT)


def check_prompts():
    for name, keys in PROMPTS.items():
        for marked in (True, False) if name == "filter" else (True,):
            what = f"{name}, {'marked' if marked else 'as keys'}"
            screen = browser(keys)
            paste(screen, text(4000), marked)
            screen.resize(100, 30)  # all is drawn again
            got = screen.read(0.1, first=LIMIT)
            tap.ok(text(4000)[-20:] in got and REFUSED not in screen.got, f"{what}: 4 KB",
                   [str(got)])
            paste(screen, text(20000), marked)
            tap.ok(REFUSED in screen.got, f"{what}: more than there is room for is refused",
                   [str(bytes(screen.got[-500:]))])
            screen.resize(80, 24)
            got = screen.read(0.1, first=LIMIT)
            tap.ok(not marked or text(4000)[-20:] in got, f"{what}: all of it", [str(got)])
            tap.ok(screen.end() == 0, f"{what}: and the browser goes on")


def check_filter():
    """What was pasted is the filter, blanks where there were newlines; not a half of it."""
    screen = browser(PROMPTS["filter"])
    paste(screen, b"pid == 7655\nand\tcpu == 0")
    got = screen.keys("<Enter>", first=LIMIT)
    tap.ok(b"cpu == 0" in got and screen.state() is None, "newlines in a paste are blanks",
           [str(got)])
    screen.end()


def check_cancel():
    """^C drops the rest of a paste, which is no key: not even where ^C is a part of it."""
    screen = browser(PROMPTS["filter"])
    screen.write(BEGIN + text(1000) + b"\x03\x03q!touch pwned\r::!touch pwned\r" + text(1000) + END)
    screen.read(0.3)
    tap.ok(screen.state() is None and not (cli.CWD / "pwned").exists(),
           "^C in a paste: what is behind it is not done")
    got = paste(screen, b"pid == 7655")
    tap.ok(b"pid == 7655" in got, "... and the prompt is open, without it", [str(got)])
    screen.write(BEGIN + b"never ends")
    screen.read(0.3)
    screen.write(b"\x03")
    time.sleep(0.6)
    screen.write(b"\x03")
    screen.read(0.3)
    tap.ok(screen.end("Q") == 0, "a paste without an end: ^C twice closes the prompt")


def measure(keys, size, marked):
    """
    Seconds until the screen shows it, as what is drawn anew for another size comes behind it, and
    of processor time.
    """
    screen = browser(keys)
    data = text(size)
    used = screen.processor()
    start = time.monotonic()
    screen.write(BEGIN + data + END if marked else data)
    while screen.unread():
        screen.read(0.01)
    screen.resize(100, 30)
    screen.read(0.1, first=LIMIT)
    took = time.monotonic() - start - 0.1
    used = screen.processor() - used
    screen.close()
    return took, used


def check_times():
    for name, keys in PROMPTS.items():
        for marked in (True, False):
            took = {size: measure(keys, size, marked) for size in (1000, 16000, 1000000)}
            shown = ", ".join(f"{size}: {seconds:.3f} s, {used:.2f} s of processor time"
                              for size, (seconds, used) in took.items())
            tap.ok(took[16000][1] <= 0.1 and took[16000][0] < 1 and took[1000000][1] <= 6,
                   f"{name}, {'marked' if marked else 'as keys'}: {shown}")


if "PASTES" in os.environ:
    check_times()
else:
    check_prompts()
    check_filter()
    check_cancel()
tap.done()
