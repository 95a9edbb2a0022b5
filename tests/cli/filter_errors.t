#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Filters that do not parse: status 2, the reason, and a caret under the place."""
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

# The filter, a part of the reason, and the text that the caret stands under ("" the end).
WRONG = [
    ("pid = 1", "write ==", "= 1"),
    ("pid == ", "expected a number", ""),
    ("pid == 1 and", "expected a field", ""),
    ("pid == 1 and and tid == 2", "expected a field", "and tid"),
    ("pid == 1 tid == 2", "", "tid"),
    ("nosuch > 3", "nosuch is not a field", "nosuch"),
    ("pid == 1 or nosuch", "nosuch is not a field", "nosuch"),
    ("pidd == 1", "did you mean pid?", "pidd"),
    ("mmap == 1", "did you mean mmap.data?", "mmap"),
    ("nginx", 'did you mean comm == "nginx"?', "nginx"),
    ("comm == nginx", "expected a string", "nginx"),
    ("event == cpu-clock and pid == 1", 'expected a string in quotes: "cpu-clock"', "cpu-clock"),
    ("event in {cpu-clock, x}", 'expected a string in quotes: "cpu-clock"', "cpu-clock"),
    ('comm == "nginx', "no closing quote", '"nginx'),
    ('pid == "1"', "expected a number", '"1"'),
    ("type == SAMPEL", "SAMPEL is not a value of type", "SAMPEL"),
    ("time > 5parsec", "not a unit", "parsec"),
    ("ip == 0x1ffffffffffffffff", "64 bits", "0x1f"),
    ("pid in 3", "expected {", "3"),
    ("pid in {1, 2", "expected \",\" or \"}\"", ""),
    ("pid in {1,, 2}", "expected a number", ", 2}"),
    ("(pid == 1", "expected )", ""),
    ("brstack == 3", "has members", "brstack"),
    ("callchain.ip != 3", "write \"not FIELD", "!= 3"),
    ("pid < 1 < 3", "", "< 3"),
    ("pid > 1 tid", "expected \"and\", \"or\"", "tid"),
    ("pid == 1 ; tid == 2", "unexpected character", ";"),
    ("comm < \"x\"", "does not fit", "< "),
    ('comm == "\u00e9\u4e2d" and nosuch', "not a field", "nosuch"),
    ('comm == "\t" and nosuch', "not a field", "nosuch"),
    ("not " * 200 + "pid", "nested too deeply", "not"),
    ("pid == 1" + " or pid == 1" * 1700, "longer than", None),
]


def columns(text):
    """Of a terminal: the Chinese character of the table takes two."""
    return sum(2 if c == "\u4e2d" else 1 for c in text)


def under_caret(lines):
    """The text from the caret on; None where there is no caret."""
    for above, below in zip(lines, lines[1:]):
        if below.strip() == "^":
            at = below.index("^")
            return next((above[i:] for i in range(len(above) + 1) if columns(above[:i]) == at),
                        None)
    return None


def check_wrong():
    for text, reason, place in WRONG:
        shown = text if len(text) < 60 else text[:57] + "..."
        for command in (["print"], ["count"], []):
            result = run(*command, "-f", text, "demo.data")
            check(f"{' '.join(command) or 'perfnav'} -f '{shown}': status 2, no output", result,
                  result.status == 2 and not result.out_bytes)
            check(f"... says {reason}", result, result.err.startswith("perfnav: filter: ") and
                  reason in result.err.splitlines()[0])
        rest = under_caret(result.err.splitlines())
        if place is None:
            continue
        good = rest is not None and (rest.startswith(place) if place else rest == "")
        check(f"... and the caret stands under '{place}'", result, good)


def check_order():
    """What is wrong with the command line is said before a file is looked for."""
    result = run("count", "-f", "nosuch", "missing.data")
    check("a wrong filter and a missing file: status 2", result,
          result.status == 2 and "missing.data" not in result.err)
    fresh = cli.copy("fp.data")
    for args in (["count"], ["print"], [], ["--script", cli.script(":dump screen\n")]):
        result = run(*args, "-f", "nosuch", fresh)
        check(f"{' '.join(args) or 'perfnav'}: no index is made for a wrong filter", result,
              result.status == 2 and not (cli.CWD / f"{fresh}.pnx").exists())


def check_other_options():
    for args, reason in ((["--tid", "1,,2"], "number"), (["-C", "0-"], "range"),
                         (["--type", "NOSUCH"], "not a value of type")):
        result = run("count", *args, "demo.data")
        check(f"count {' '.join(args)}: status 2, the reason, a caret", result,
              result.status == 2 and not result.out_bytes and reason in result.err and
              under_caret(result.err.splitlines()) is not None)
    # What is no value at all would be read as syntax of the filter: the option itself says so.
    for args, name in ((["-p", "x"], "--pid needs"), (["--time", "1,x"], "--time needs"),
                       (["--time", "now"], "--time needs"),
                       (["-p", "1} or pid in {7349"], "--pid needs"),
                       (["--type", "X} or type in {COMM"], "--type needs")):
        result = run("count", *args, "demo.data")
        check(f"count {' '.join(args)}: status 2, the option and what it needs", result,
              result.status == 2 and not result.out_bytes and name in result.err)
    result = run("count", "-f", "pid == 1) or (pid == 7349", "-C", "0", "demo.data")
    check("a parenthesis that another condition would close", result,
          result.status == 2 and not result.out_bytes)


def check_right():
    """An empty filter is none; several are independent of one another."""
    every = run("count", "demo.data")
    for args in (["-f", ""], ["-f", " "], ["-f", "", "-f", ""]):
        result = run("count", *args, "demo.data")
        check(f"count {args}: all records", result, result.clean() and result.out == every.out)
    result = run("count", "-f", "cpu == 0 or pid == 7351", "-f", "", "-p", "7353", "demo.data")
    want = run("count", "-f", "(cpu == 0 or pid == 7351) and pid == 7353", "demo.data")
    check("'or' in one filter does not reach into another", result,
          result.clean() and result.out == want.out and want.out)


cli.copy("demo.data")
check_right()
check_wrong()
check_order()
check_other_options()
sys.exit(tap.done())
