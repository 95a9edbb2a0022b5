#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No byte of a recording or of the command line reaches the terminal as a control character.

Searched for in both outputs: C0 except newline, DEL, C1, line and paragraph separators,
bidirectional controls, and bytes that are no UTF-8.
"""
import re
import shutil
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

UNSAFE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
ESC = "\x1b"


def unsafe(data):
    """What is in there that must not be, for a person to read; empty if nothing."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"byte {data[error.start]:#x} at {error.start} is no UTF-8"
    found = UNSAFE.search(text)
    return f"{found.group()!r} at {found.start()}" if found else ""


def safe(name, result, some=True):
    bad = unsafe(result.out_bytes) or unsafe(result.err_bytes)
    check(f"{name}{': ' + bad if bad else ''}", result,
          not bad and (result.out_bytes or not some))


def words_of(objects):
    """All texts of JSON, with what their escapes stand for."""
    for obj in objects:
        if isinstance(obj, dict):
            yield from words_of(obj.values())
        elif isinstance(obj, list):
            yield from words_of(obj)
        elif isinstance(obj, str):
            yield obj


def outputs(name):
    keys = (":wait", "<Space>", "<Space>", "<Tab>*", "<F8><F8>", "G", "q", "G", "i", "G", "q", "g/e")
    script = cli.script("".join(f"{key}\n:wait\n:dump {at}\n" for at, key in enumerate(keys)))
    yield ["print", name]
    yield ["print", "--format", "json", name]
    yield ["print", "-F", "comm,mmap.file,event,type", name]
    yield ["print", "-F", "comm,mmap.file", "--format", "json", name]
    yield ["count", "--by", "comm", name]
    yield ["count", "--by", "comm,mmap.file", "--json", name]
    yield ["count", "--by", "mmap.file,cgroup.path", name]
    yield ["info", name]
    yield ["info", "--json", name]
    yield ["index", "--force", name]
    yield ["index", "--json", name]
    yield [name]
    yield ["--script", script, "--screen", "200x60", name]
    yield ["--script", script, name]


def check_recording(name):
    texts = list(words_of(run("print", "--format", "json", name).objects()))
    bad = [text for text in texts if UNSAFE.search(text)]
    tap.ok(bad, f"{name} has {len(bad)} texts with characters that are unsafe")
    for args in outputs(name):
        safe(" ".join(args), run(*args))


def check_path():
    """The recording's own name, and that of its folder."""
    odd = b"od\x1b[31md\x9b\xff\xe2\x80\xae.data"
    folder = cli.CWD / ("fol\x1b]0;x\x07der\n")
    folder.mkdir()
    for path in (odd, bytes(folder / "demo.data")):
        shutil.copy(cli.DATA / "fp.data", cli.CWD / path.decode("utf-8", "surrogateescape"))
        for args in (["index"], ["index", "--json"], ["info"], ["info", "--json"], ["print"],
                     ["count"], ["--script", "script"]):
            safe(f"{' '.join(args)} of a file with an odd name", run(*args, path))
        shutil.copy(cli.DATA / "killed.data", cli.CWD / path.decode("utf-8", "surrogateescape"))
        safe("its warnings", run("count", path))
        damaged = cli.CWD / (path.decode("utf-8", "surrogateescape") + ".pnx")
        damaged.write_bytes(b"rubbish")
        safe("an index that is not one", run("count", path))
        damaged.unlink()
        damaged.mkdir()
        safe("an index that cannot be written", run("count", path), some=False)
        damaged.rmdir()


def check_messages():
    odd = ESC + "[2J\x9b\u202e"
    for args in (["count", odd], ["--goto", odd, "--script", "script", "demo.data"],
                 ["count", "--by", odd, "demo.data"], ["print", "-F", odd, "demo.data"],
                 ["count", "-f", f'comm == "{odd}" and', "demo.data"],
                 ["count", "-f", odd, "demo.data"], ["count", "-f", f"type == x{odd}", "demo.data"],
                 ["count", "-p", odd, "demo.data"], ["print", "-n", odd, "demo.data"],
                 ["print", "--" + odd], ["print", "-" + odd], ["--screen", odd, "demo.data"],
                 ["--script", odd, "demo.data"], ["count", "--index", odd + "/x", "demo.data"],
                 ["print", "--order", odd, "demo.data"], ["print", "--format", odd, "demo.data"]):
        result = run(*args)
        safe("message about " + args[0] + (" " + args[1] if args[1] != odd else ""), result, False)
        if result.status:
            check("... there is one", result, result.err_bytes)
    (cli.CWD / odd).write_bytes(odd.encode() * 20)
    result = run("count", odd)
    safe("a file that is no recording, of which the message shows bytes", result, False)
    check("... there is one", result, result.status == 3 and result.err_bytes)


cli.copy("demo.data")
for recording in ("odd_comms.data", "odd_maps.data"):
    check_recording(cli.copy(recording))
check_recording(cli.make("control"))
check_path()
check_messages()
sys.exit(tap.done())
