#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each key and each view where no record is under the cursor, or where nothing is known of it."""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import norow  # noqa: E402
from terminal import cli  # noqa: E402
from cli import CWD, DATA, run, tap  # noqa: E402

VIEWS = ["v" + letter for letter in "rvaetdsblhcfgmo&'i"] + ["::" + command + "<Enter>" for command in (
    "maps 1", "maps 1 at 0s", "branches path", "branches from", "mem line", "lines", "count comm,sym", "symbols",
    "columns", "bytes", "keys", "options", "compare no_attrs.data")]
ACTIONS = ["<Enter>", "<Space>", "j", "k", "G", "g", "h", "l", "+", "-", "=", ",", "a", "L", "K", "c<Esc>",
           "R", "z", "s", "S", "t", "T", "u", "U", "mx", "'x", "''", "ya", "yl", "yf", "yj", "yp", "yF", "]", "[",
           "}", "{", ")", "(", "e", "E", "n", "N", "<Tab>", "<F7>", "<F8>", "*", "i", "o", "m", "d", "b", "x",
           "<Left>", "<Right>", "<C-w>+", "/a<Enter>", "::5<Enter>", "::where<Enter>", "::copy json<Enter>",
           "::copy link<Enter>", "::note x<Enter>", "::flag<Enter>", "::filter<Tab><Esc>", "&pid == $pid<Enter>",
           "F", "F"]


def script(views, actions):
    """Views, the actions in each, and back to the records."""
    lines = []
    for view in views:
        lines += [":wait", view, ":wait"]
        for key in actions:
            lines += [key, "<Esc>", "vr", view]
        lines += [":wait", f":dump behind {view}", "vr"]
    return "\n".join(lines + [":dump end", ""])


def play(name, what, path, options, keys):
    (CWD / "keys").write_text(keys)
    result = run("--no-index", "-q", "--symfs", "none", "--kallsyms", "none", "--script", CWD / "keys",
                 "--screen", "60x16", *options, path)
    last = [line for line in result.lines() if line.startswith("---- ")][-1:]
    tap.ok(result.status in (0, 1, 2) and "---- end 60x16" in last, f"{name}: {what}",
           [*last, f"exit status {result.status}", *result.err.splitlines()[:30]])


def unfinished():
    """A recording that perf still writes, as far as one can see: the index is not complete."""
    whole = bytearray((DATA / "fp.data").read_bytes())
    whole[48:56] = bytes(8)  # the size of the data
    path = CWD / "unfinished.data"
    path.write_bytes(whole[:len(whole) // 2])
    return path


def check_followed():
    """Views that want all of a recording that is followed: who waits for them is not kept for ever."""
    path = unfinished()
    for first, second in (("vf", "::maps<Enter>"), ("vg", "vo"), ("vh", "vs"), ("::count comm,sym<Enter>", "vm")):
        keys = ["F", ":wait", first, ":wait", "<Esc>", second, ":wait", "vr", ":wait", ":dump end", ""]
        play("a recording that is followed", f"{first}, {second}", path, ["--no-state"], "\n".join(keys))


def main():
    check_followed()
    for name, path, options in norow.make(CWD):
        play(name, "all views and keys", path, options, script(VIEWS, ACTIONS))
        # Keys can find a record in spite of the filter: once more, from a fresh start.
        for view in VIEWS if name == norow.LEAST else ():
            play(name, f"{view} at first", path, options, script([view], []))
    return tap.done()


sys.exit(main())
