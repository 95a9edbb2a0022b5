#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No byte that a terminal acts on comes from a recording: a walk with one whose every string has some.

On a terminal only control sequences that its description has are written, and what is drawn is text
that was escaped; every format of the commands and all of their messages have no control character
but newline and tab.
"""
import base64
import os
import pathlib
import re
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import hostile  # noqa: E402
import terminal  # noqa: E402
from terminal import cli  # noqa: E402
from cli import CWD, run, tap  # noqa: E402

# The name of the recording, and of the folder that it is in.
NAME = "od\x1b[31337m\udc9b\u202e\x07.data"
FOLDER = "fol\x1b]0;31337m\x07der"
SCREEN = 400, 60
# To the column of the comm, from whichever the cursor is in.
COMM = "hhhhhhhhhhhhllll"

# What is on the screen and how one comes there from the records; False: without text of the recording.
VIEWS = (
    ("records", "g", True), ("details of COMM", "g<Enter>*", True), ("bytes", "g<Tab><Tab>", True),
    ("details of MMAP2", "4g<Enter>*", True), ("details of KSYMBOL", "7g<Enter>*", True),
    ("details of CGROUP", "9g<Enter>*", True), ("details of THREAD_MAP", "11g<Enter>*", True),
    ("details of EVENT_UPDATE", "12g<Enter>*", True), ("details of EVENT_TYPE", "14g<Enter>*", True),
    ("details of BUILD_ID", "15g<Enter>*", True), ("details of FEATURE", "16g<Enter>*", True),
    ("details of BPF_METADATA", "17g<Enter>*", True),
    ("details of AUXTRACE_INFO", "18g<Enter>*", True),
    ("details of AUXTRACE_ERROR", "19g<Enter>*", True),
    ("details of simpleperf's", "21g<Enter>*", True), ("details of a sample", "26g<Enter>*", True),
    ("details of a tracepoint", "29g<Enter>*", True), ("another tracepoint", "30g<Enter>*", True),
    ("damage", "G<F7><Enter>*", True), ("horizontally", "26glllllllllll", True),
    ("one value", "4g<Enter>z", True), ("K", "26gK", False), ("help", "?", False),
    ("call chain", "26gvs", True), ("names and addresses", "26gvsRR", True),
    ("a frame", "26gvsj<Enter>", True), ("branches", "26gvb", True), ("their way", "26gvb<Enter>", True),
    ("an address", "26gvbj<Enter>", True), ("memory", "26gvl", True), ("maps", "26gvd", True),
    ("code", "27ga", False), ("source", "27gL", False), ("threads", "vt", True), ("threads by records", "26gvt<Enter>", True),
    ("overview", "vv", True), ("events", "va", True), ("one event", "va<Enter>", True), ("problems", "ve", True),
    ("histogram", "vh", False), ("chart", "vc", False), ("strips", "vo", True), ("flame graph", "vfkkk", True), ("call tree", "vg*", True), ("filters", "4g" + COMM + "+v&", True), ("info", "vi*", True),
    ("info, right", "vi*G<Right><Right>", True), ("columns", "26gc", False),
    ("counts by comm", "::count comm,mmap.file,cgroup.path<Enter>", True),
    ("counts by names", "::count dso,sym,callchain.sym<Enter>", True),
    ("counts by tracepoint", "::count event,tp.name,tp.comm<Enter>", True),
    ("counts by damage", "::count damage,problem<Enter>", False),
    ("columns of text", "::columns n,comm,cgroup.path,dso,sym,line<Enter>", True),
    ("columns of texts", "::columns n,error.msg,update.name,event_type.name,build_id.file,line<Enter>", True),
    ("count this", "4g" + COMM + ",", True), ("filter by it", "4g" + COMM + "+", True), ("filter without it", "4g" + COMM + "-", True),
    ("filter of the command", "::filter comm contains \"31337m\"<Enter>", True),
    ("completion of names", "&comm == <Tab>", True), ("completion of events", "&event == <Tab>", True),
    ("completion of files", "&mmap.file == <Tab>", False),
    ("a search", "/31337m<Enter>", True), ("what is not found", "/nowhere<Enter>", False),
    ("where", "26g<C-g>", True), ("copied", "4gyl", True), ("copied as JSON", "4gyj", True),
    ("a copied field", "4g<Enter>jyf", False), ("a copied link", "4gyp", True),
    ("a copied filter", "4g" + COMM + "+yF", False),
    ("a word that is not known", "&evil<Enter>", False), ("half a key", "v", False),
    ("written", "::write out.csv<Enter>", False), ("sliced", "::slice out.data<Enter>", False),
    ("index", "::index<Enter>", True), ("flags", "4gM", False), ("time order", "o", True),
    ("time of the day", "tttt", True), ("maximised", "4g<Enter>z", True),
)
# From anywhere to the list with all panes, and all records in it.
BACK = "vrppxx::filter<Enter>::columns<Enter>"


def evil(text):
    """Does the text show something of the recording that was escaped?"""
    return "31337m" in text or r"\u{202e}" in text or "^[^[^[" in text


def unsafe(text, allowed="\n\t"):
    """What is in there that must not be, for a person to read; empty if nothing."""
    for at, char in enumerate(text):
        code = ord(char)
        if code < 0x20 and char not in allowed or 0x7f <= code < 0xa0 or code in (
                0xad, 0x61c, 0x180e, 0xfeff) or 0x200b <= code <= 0x200f or (
                0x2028 <= code <= 0x202e) or 0x2060 <= code <= 0x206f or 0xe0000 <= code <= 0xe007f:
            return f"{char!r} behind {text[max(0, at - 30):at]!r}"
    return ""


# ---- what is written to a terminal ----
def not_described(written, term):
    """What of it the description of the terminal has not; the text that is left, too."""
    shapes, others = terminal.described(term)
    left, at = bytearray(), 0
    while at < len(written):
        if written[at] != 0x1b:
            left.append(written[at])
            at += 1
            continue
        match = terminal.CSI.match(written, at)
        copied = re.compile(rb"\x1b\]52;c;([A-Za-z0-9+/]*=*)\x07").match(written, at)
        if copied:
            text = base64.b64decode(copied.group(1)).decode("utf-8")
            if unsafe(text):
                return f"copied: {unsafe(text)}", ""
            at = copied.end()
        elif match and (match.group(1), match.group(3) + match.group(4)) in shapes and (
                not re.search(rb"\d{5}", match.group(2))):
            at = match.end()
        elif written[at:at + 2] in others or written[at:at + 3] in others:
            at += 3 if written[at:at + 3] in others else 2
        else:
            return f"{bytes(written[max(0, at - 20):at + 20])!r}", ""
    try:
        text = left.decode("ascii" if term == "vt100" else "utf-8")
    except UnicodeDecodeError as error:
        return f"{error}: {bytes(left[max(0, error.start - 20):error.end + 20])!r}", ""
    # Moves of the cursor, the bell, line drawing.
    return unsafe(text, "\r\n\b\t\x07\x0e\x0f"), text


def check_terminal(term, path, options, env=None):
    """The walk on a pseudo terminal."""
    tty = terminal.Terminal("--no-index", *options, path, cols=SCREEN[0], rows=SCREEN[1], term=term,
                            env=env)
    tty.until(b"record 0 of")
    for _, keys, _ in VIEWS:
        tty.keys(keys, 0.03, first=1)
        tty.keys("<Esc>", 0.05, first=0.25)
        tty.keys(BACK, 0.01)
    for size in ((80, 24), (20, 5), (132, 43)):
        tty.resize(*size)
        tty.read()
    bad, text = not_described(bytes(tty.got), term)
    tap.ok(not bad, f"{term}: only what its description has is written"
           f" ({len(tty.got)} bytes){': ' + bad if bad else ''}")
    tap.ok(evil(text), f"{term}: ... and text of the recording")
    status = tty.end()
    tap.ok(status == 1, f"{term}: it ends as with any damaged recording", [f"{status}"])


# ---- what is drawn ----
def check_views(path, options):
    """
    Each view as text: what was not escaped before it was drawn shows as U+FFFD there.
    """
    lines = [":wait"]
    for _, keys, _ in VIEWS:
        lines += [keys, ":wait", ":dump", "<Esc>" + BACK, ":wait"]
    script = cli.script("\n".join(lines) + "\n")
    result = run("--no-index", "--script", script, "--screen", f"{SCREEN[0]}x{SCREEN[1]}",
                 *options, path)
    screens = result.out.split("----  ")[1:]
    cli.check("a screen of each view", result, len(screens) == len(VIEWS))
    for (name, _, some), screen in zip(VIEWS, screens):
        bad = unsafe(screen)
        if "\ufffd" in screen:
            at = screen.index("\ufffd")
            bad = f"not escaped: {screen[max(0, at - 40):at + 20]!r}"
        tap.ok(not bad, f"{name}: escaped", [bad])
        if some:
            tap.ok(evil(screen), f"{name}: shows text of the recording", screen.splitlines()[:30])


# ---- commands ----
def check_run(name, *args, some=True, status=(0, 1)):
    result = run(*args)
    for which, data in (("out", result.out_bytes), ("err", result.err_bytes)):
        try:
            # Lines of CSV end as RFC 4180 has it.
            bad = unsafe(data.decode("utf-8").replace("\r\n", "\n" if "csv" in args else "\r\n"))
        except UnicodeDecodeError as error:
            bad = str(error)
        cli.check(f"{name}: {which} has nothing that a terminal acts on{': ' + bad if bad else ''}",
                  result, not bad)
    cli.check(f"{name}: shows text of the recording", result,
              result.status in status and (not some or evil(result.out + result.err)))


def check_commands(path, options):
    words = [line.split()[0] for line in run("fields").lines()]
    texts = [line.split()[0] for line in run("fields").lines() if " string " in line]
    for form in ("text", "json", "csv"):
        check_run(f"print {form}", "print", "--no-index", "--format", form, path)
        check_run(f"print {form}, all fields of text", "print", "--no-index", "--format", form,
                  *options, "-F", ",".join(texts + ["tp.name", "tp.comm"]), path)
        check_run(f"count {form}", "count", "--no-index", "--format", form, "--by",
                  "comm,mmap.file,cgroup.path,event", path)
    for word in words:
        if "FIELD" in word or "NAME" in word:
            continue
        check_run(f"-F {word}", "print", "--no-index", "--format", "csv", *options, "-F", word, path,
                  some=False)
        check_run(f"count by {word}", "count", "--no-index", *options, "--by", word, path, some=False,
                  status=(0, 1, 2))
    check_run("print in time order", "print", "--no-index", "--order", "time", path)
    check_run("info", "info", "--no-index", path)
    check_run("info --json", "info", "--no-index", "--json", path)
    check_run("index", "index", "--force", path)
    check_run("index --json", "index", "--json", path)
    check_run("index --list", "index", "--list", path)
    check_run("slice", "slice", "-f", "type == SAMPLE", "-o", CWD / "part.data", path)
    check_run("slice to where something is", "slice", "-f", "type == SAMPLE", "-o",
              os.path.dirname(path), path, status=(2, 3, 4))
    check_run("of the slice", "print", "--no-index", CWD / "part.data")
    check_run("several files", "print", "--no-index", path, CWD / "part.data")
    check_run("no such file", "print", path + "x", status=(3,))
    check_run("no such field", "print", "-F", "e\x1b[31337m", path, status=(2,))
    check_run("a filter", "print", "-f", 'comm == "\x1b[31337m" and', path, status=(2,))
    for command in ("info", "events", "problems", "threads", "maps", "chain", "branches", "mem",
                    "count comm,dso", "mem data", "branches edge", "index", "where", "filters", "hist"):
        check_run(f":{command}", "--no-index", *options, "--goto", "26", "--batch", "--cmd",
                  f":{command}", path, some=command not in ("hist", "filters", "where", "index"))


def check_perfscript(path, options):
    """To somebody else it is as perf writes it; on a terminal escaped."""
    tty = terminal.Terminal("print", "--no-index", "--no-pager", "--format", "perf-script", *options, path)
    tty.wait()
    bad = unsafe(tty.got.decode("utf-8", "surrogateescape").replace("\r\n", "\n"))
    tap.ok(not bad and evil(tty.got.decode("utf-8", "replace")), "perf script on a terminal: escaped",
           [bad, repr(bytes(tty.got[:200]))])
    tty.close()


def main():
    folder = CWD / FOLDER
    folder.mkdir()
    path = str(folder / NAME)
    hostile.make(CWD / "hostile.data")
    shutil.copy(CWD / "hostile.data", path)
    options = hostile.make_symbols(CWD)
    check_views(path, options)
    check_terminal("xterm-256color", path, options)
    check_terminal("vt100", path, options, {"LANG": "C", "LC_ALL": "C"})
    check_terminal("linux", path, options)
    check_perfscript(path, options)
    check_commands(path, options)
    return tap.done()


sys.exit(main())
