#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exit statuses 0, 1, 3 and 4, and what goes to which output. Status 2 is in usage.t."""
import os
import shutil
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

SCRIPT = ["--script", "script"]
# Each way to get something on standard output, for a recording or without one.
OUTPUTS = [["index"], ["index", "--json"], ["info"], ["info", "--json"], ["print"],
           ["print", "--format", "json"], ["count"], ["count", "--json"], [], SCRIPT]
OUTPUTS_ALONE = [["fields"], ["fields", "--json"], ["--help"], ["print", "--help"], ["--version"]]


def title(args):
    return " ".join(["perfnav", *args])


def all_outputs():
    return [[*args, "demo.data"] for args in OUTPUTS] + OUTPUTS_ALONE


def check_done():
    for args in all_outputs():
        result = run(*args)
        check(f"{title(args)}: status 0, output, nothing on standard error", result,
              result.clean() and result.out_bytes)


def check_damaged():
    names = {
        cli.copy("killed.data"): "unfinished",
        cli.make("damage"): "damaged stretch",
        cli.make("cut"): "the file is truncated",
    }
    for name, why in names.items():
        for args in OUTPUTS[:-2]:
            result = run(*args, name)
            check(f"{title(args)} {name}: status 1, a warning that names the file", result,
                  result.status == 1 and f"perfnav: {name}: " in result.err and
                  why in result.err)
            check("... and the output, without the warning", result,
                  result.out_bytes and "perfnav: " not in result.out)
    whole = run("info", "--json", "killed.data").objects()[0]
    check("info --json has the same in its warnings", run("info", "--json", "killed.data"),
          any("unfinished" in warning for warning in whole["warnings"]))


def check_left_out():
    """One damaged stretch, and several: what slice says of them."""
    record = run("print", "--format", "csv", "-F", "offset", "-f", "ordinal == 50", "demo.data").out.split()[-1]
    damaged = bytearray((cli.DATA / "demo.data").read_bytes())
    damaged[int(record, 0):int(record, 0) + 8] = b"\xff" * 8
    (cli.CWD / "hurt.data").write_bytes(damaged)
    result = run("count", "hurt.data")
    check("the warning has the place of the damage", result, result.err ==
          f"perfnav: hurt.data: 1 damaged stretch at offset {int(record, 0):#x}: perfnav print --type DAMAGE -F offset,size,damage lists them\n")
    result = run("slice", "-o", "hurt.slice", "hurt.data")
    check("slice of a recording with one damaged stretch: it is left out", result,
          "perfnav: hurt.data: 1 damaged stretch is left out\n" in result.err)
    result = run("count", cli.make("damage"))
    check("... of several, that of the first", result, "4 damaged stretches, the first at offset 0x" in result.err)
    result = run("slice", "-o", "damage.slice", "damage.data")
    check("... with several: they are", result,
          "perfnav: damage.data: 4 damaged stretches are left out\n" in result.err)


def check_not_opened():
    (cli.CWD / "empty").write_bytes(b"")
    (cli.CWD / "text").write_bytes(b"this is not a recording of perf at all" * 10)
    (cli.CWD / "short").write_bytes((cli.DATA / "demo.data").read_bytes()[:20])
    (cli.CWD / "folder").mkdir()
    for name in ("missing", "", "empty", "text", "short", "folder", "/dev/null"):
        for args in OUTPUTS:
            result = run(*args, name)
            check(f"{title(args)} {name or '(an empty name)'}: status 3, a message, no output",
                  result, result.status == 3 and result.err.startswith(f"perfnav: {name}: ") and
                  not result.out_bytes)
    run("index", "demo.data")
    result = run("count", "demo.data.pnx")
    check("an index is no recording: status 3, and it is said", result, result.status == 3 and
          result.err == "perfnav: demo.data.pnx: an index of perfnav, not a recording\n")
    result = run("count", "folder")
    check("a folder that is none of perf: its file data is not there", result,
          result.err == "perfnav: folder: cannot open: not a perf.data directory "
          "(no file \"data\" in it)\n")
    result = run(*SCRIPT[:1], "missing", "demo.data")
    check("--script FILE that is not there: status 3", result,
          result.status == 3 and "missing" in result.err)


def check_script():
    """What is wrong in a script, and what fails while it runs."""
    (cli.CWD / "exists.csv").write_bytes(b"")
    for lines, line, why in (
            (":wait\n:dmp x\n:dump a\n", 2, "no such directive; did you mean :dump?"),
            ("j\nj<Nokey>\n:dump a\n", 2, "no key has the name <Nokey>; <lt> is the character <"),
            (":resize 5\n:dump a\n", 1, ":resize needs COLSxROWS")):
        result = run("--script", cli.script(lines), "demo.data")
        check(f"--script, line {line}: {why}", result, result.status == 2 and not result.out and
              result.err.endswith(f":{line}: {why}\n"))
    for lines, line, status, why in (
            (":wait\n:write exists.csv<Enter>j<Esc>\n:dump a\n", 2, 2, "exists.csv exists already"),
            (":wait\n\n&comm ==<Enter><Esc>\n:dump a\n", 3, 2, "expected a string in quotes"),
            (":wait\n:pipe cat >/dev/full<Enter>\n:write /proc/x.csv<Enter><Esc>\n:dump a\n", 3, 4, "cannot write /proc/x.csv")):
        result = run("--script", cli.script(lines), "demo.data")
        check(f"--script: {why}: status {status}, and the script goes on", result,
              result.status == status and f":{line}: " in result.err and why in result.err and
              "---- a 80x24" in result.out)
    result = run("--script", cli.script("Pexists.csv<Enter><Enter>\n"), "demo.data")
    check("... a second Enter that confirms: status 0", result, result.clean())
    lines = ":goto 500<Enter>\n:flag<Enter>\n:wait\n:goto 0<Enter>\n:wait\nu\n:wait\n:where<Enter>\n:dump a\n"
    result = run("--no-state", "--no-index", "--order", "time", "--script", cli.script(lines), "demo.data")
    check("... a command acts on the record of the :goto before it, without :wait", result,
          result.status == 0 and "record 500 of 3215" in result.out)
    cli.script(":wait\n:dump a\n")
    result = run("--batch", "--script", "script", "demo.data")
    check("--batch --script: status 2", result, result.status == 2 and not result.out and
          "--script does not work with --batch" in result.err)
    result = run("--script", "-", "demo.data", before=["sh", "-c", '"$@" <script', "sh"])
    check("--script -: the script is standard input", result,
          result.clean() and result.out == run("--script", "script", "demo.data").out)


def check_output_errors():
    for args in all_outputs():
        with open("/dev/full", "wb") as full:
            result = run(*args, stdout=full)
        check(f"{title(args)} with a full disk: status 4 and a message", result,
              result.status == 4 and "No space left" in result.err)
    result = run("print", "demo.data", stdout=subprocess.DEVNULL)
    check("... and without the full disk it is 0", result, result.clean())
    result = run("count", "demo.data", before=["sh", "-c", '"$@" >&-', "sh"])
    check("a closed standard output: status 4", result, result.status == 4 and result.err)


def check_closed_pipe():
    """Nobody reads any more when the first byte is written."""
    for args in all_outputs():
        read, write = os.pipe()
        os.close(read)
        try:
            result = run(*args, stdout=write)
        finally:
            os.close(write)
        check(f"{title(args)} into a closed pipe: status 0, not a word", result, result.clean())


def check_full_pipe():
    """Of a pipe that is full for now, and whose writers do not wait, for another program set it so."""
    for args in (["print", "demo.data"], ["--batch", "--cmd", ":count", "demo.data"]):
        read, write = os.pipe()
        os.set_blocking(write, False)
        filling = os.write(write, bytes(1 << 20))
        got = []

        def drain(read=read, got=got):
            time.sleep(0.3)
            while piece := os.read(read, 1 << 16):
                got.append(piece)
        reader = threading.Thread(target=drain)
        reader.start()
        result = run(*args, stdout=write)
        os.close(write)
        reader.join()
        os.close(read)
        check(f"{title(args)} into a pipe that is full for now: all of it", result,
              result.clean() and b"".join(got)[filling:] == run(*args).out_bytes)


def limited(kilobytes, *args):
    return run(*args, before=["sh", "-c", f'ulimit -v {kilobytes}; exec "$@"', "sh"])


def check_memory():
    """With less and less memory: all right, or status 4 and a message."""
    if cli.EMULATED:
        tap.skip("without memory", "what runs the program here needs more than it may have")
        return
    args = ["count", "--no-index", "--by", "comm", "demo.data"]
    if not limited(500000, *args).clean():
        tap.skip("without memory", "the program does not run under a limit")
        return
    # With less the dynamic linker fails, or even crashes, before the program begins.
    enough = [k for k in range(20000, 3000, -500) if limited(k, "--version").clean()]
    results = [limited(kilobytes, *args) for kilobytes in enough]
    odd = [r for r in results if r.status not in (0, 4)]
    tap.ok(not odd, "with little memory: status 0 or 4", [line for r in odd for line in r.told()])
    failed = [r for r in results if r.status == 4]
    tap.ok(failed and all("out of memory" in r.err and not r.out_bytes for r in failed),
           "... 4 with a message", [line for r in failed[:1] for line in r.told()])


def check_missing_stream():
    """A folder without a file of records that its numbers, or its CPUs, say it had."""
    for gone, moved, why in (
            (("data.1",), None, "data.1 is missing from the folder: its records are not shown"),
            (("data.0", "data.1"), None,
             "data.0, data.1 are missing from the folder: their records are not shown"),
            ((), "data.11", "data.1, data.2, data.3, data.4, data.5, data.6, data.7, data.8 and 2 "
             "more files are missing from the folder: their records are not shown")):
        cli.copy("threads.data")
        folder = cli.CWD / "threads.data"
        for name in gone:
            (folder / name).unlink()
        if moved:
            (folder / "data.1").rename(folder / moved)
        result = run("count", "--no-index", "threads.data")
        check(f"a folder without {gone or 'its second file'}: status 1 and why", result,
              result.status == 1 and result.err == f"perfnav: threads.data: {why}\n")
        listed = run("--no-index", "--batch", "--cmd", ":problems", "threads.data")
        check("... it is a problem", listed, why in listed.out)
        shutil.rmtree(folder)
    cli.copy("threads.data")
    result = run("count", "--no-index", "threads.data")
    check("a whole folder: status 0", result, result.clean())


def check_highest():
    result = run("count", "demo.data", "killed.data")
    check("two files, the second unfinished: status 1", result, result.status == 1)
    result = run("count", "killed.data", "missing", "demo.data")
    check("three files, one missing: status 3", result, result.status == 3)
    both = run("count", "killed.data", "demo.data")
    check("... the others are counted", result, result.out and result.out == both.out)


def check_no_match():
    """No match is no error, except for what names one function or one record."""
    none = ("-f", "pid == 99999", "demo.data")
    for args in (["print"], ["print", "--format", "json"], ["print", "--format", "csv"], ["count"], ["count", "--json"],
                 ["print", "--format", "folded"], ["print", "--format", "pprof", "-o", "none.pprof"],
                 ["slice", "-o", "none.data"]):
        result = run(*args, "-q", *none)
        check(f"{title(args)}: no match: status 0", result, result.status == 0)
    result = run("count", "-f", "pid == 99999 or type == SAMPLE", "none.data")
    check("... the slice has no sample", result, result.status == 0 and not result.out)
    for command, status in (("filter pid == 99999", 0), ("find pid == 99999", 2), ("find-text zzzzz", 2), ("99999999", 2),
                            ("annotate nosuch", 0)):
        result = run("--batch", "--cmd", command, "demo.data")
        check(f":{command}: status {status}", result, result.status == status)
    result = run("annotate", "nosuch", "demo.data")
    check("annotate: a function without samples: status 2", result, result.status == 2 and not result.out)


def check_existing():
    """An existing file is not replaced unasked."""
    (cli.CWD / "exists").write_text("kept")
    for args in (["slice", "-f", "pid"], ["print", "--format", "sqlite"], ["print", "--format", "pprof"]):
        result = run(*args, "-o", "exists", "demo.data")
        check(f"{title(args)} -o to a file that exists: status 2", result,
              result.status == 2 and "exists exists already: --force replaces it" in result.err)
    for command in ("write exists", "slice exists"):
        result = run("--batch", "--cmd", command, "demo.data")
        check(f":{command} that exists: status 2", result, result.status == 2 and "exists exists already; :" in result.err)
    tap.ok((cli.CWD / "exists").read_text() == "kept", "... and it is as it was")


cli.copy("demo.data")
cli.script(":dump screen\n")
check_done()
check_damaged()
check_left_out()
check_not_opened()
check_output_errors()
check_closed_pipe()
check_full_pipe()
check_memory()
check_missing_stream()
check_highest()
check_no_match()
check_existing()
check_script()
sys.exit(tap.done())
