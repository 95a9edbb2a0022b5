#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Folded stacks: a line for each, whose number is that of the records which the field folded finds.
Of all events here; tests/cli/shown_event.t has those of each.

tests/ci/perfscript.t compares them with what perf script prints.
"""
import collections
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

LINES = 8  # of each recording, whose records are counted


def folded(*args):
    """The stacks and their numbers; the lines are in order."""
    result = run("print", "--format", "folded", "--show-event", "all", *args)
    stacks = [line.rsplit(" ", 1) for line in result.lines()]
    return result, {stack: int(number) for stack, number in stacks}


def count(expr, name, *args):
    result = run("count", "--format", "json", "-f", expr, *args, name)
    return sum(o["count"] for o in result.objects())


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def literal(text):
    """A regular expression, in whose string only the quote has a backslash of the string's."""
    return "".join("\\" + c if c in "\\^$.[|()?*+{}" else c for c in text)


def check_recording(name):
    result, stacks = folded(name)
    samples = count("type == SAMPLE", name)
    check(f"{name}: the sum of {len(stacks)} stacks is that of {samples} samples", result,
          result.clean() and stacks and sum(stacks.values()) == samples)
    check("... a line for each stack", result, len(result.lines()) == len(stacks))
    paths = [stack.encode().split(b";") for stack in stacks]
    check("... in the order of their names", result, paths == sorted(paths))
    often = sorted(stacks, key=stacks.get, reverse=True)[:LINES]
    found = {stack: count(f"folded == {quoted(stack)}", name) for stack in often}
    tap.ok(all(found[stack] == stacks[stack] for stack in often),
           "... folded == finds as many records", [str(found)])
    begins = collections.Counter()
    for stack, number in stacks.items():
        frames = stack.split(";")
        for n in range(1, len(frames) + 1):
            begins[";".join(frames[:n])] += number
    some = sorted(begins)[::max(1, len(begins) // LINES)]
    found = {start: count(f'folded ~ "(?-i)^{literal(start)}(;|$)"', name)
             for start in some}
    tap.ok(all(found[start] == begins[start] for start in some),
           "... and so does a regular expression for what begins alike", [str(found)])
    by_field = run("count", "--by", "folded", "-f", "type == SAMPLE", "--format", "json", name)
    check("... as many as count --by folded", by_field,
          {o["folded"]: o["count"] for o in by_field.objects()} == stacks)


def check_weights(name, period):
    """period: of samples that do not tell theirs."""
    result, stacks = folded("--weight", "period", name)
    numbered = run("print", "--format", "json", "-F", "folded,period", "-f", "type == SAMPLE", name)
    want = collections.Counter()
    for o in numbered.objects():
        want[o["folded"]] += o.get("period", period)
    check(f"{name}: --weight period: the sum of all is {want.total()}", result, stacks == want)


def check_filter(name):
    _, all_stacks = folded(name)
    expr = "type == SAMPLE and cpumode == kernel"
    result, stacks = folded("-f", expr, name)
    check("a filter selects", result, sum(stacks.values()) == count(expr, name) and
          0 < len(stacks) < len(all_stacks))
    result, stacks = folded("-f", "type == COMM", name)
    check("no samples: no lines", result, result.clean() and not stacks)


def check_calls():
    """The branch stack tells the calls: three frames, of which the chain has one. The kernel's stay."""
    result, stacks = folded(cli.make("branch_callstack"))
    check("the calls of a branch stack", result,
          stacks == {":862" + ";[unknown]" * n: 1 for n in (0, 1, 3, 5)})
    result, stacks = folded(cli.make("branch"))
    check("not of one of other branches", result,
          stacks == {"brancher;[unknown]": 6, "swapper;[unknown]": 1})


def check_names():
    name = cli.copy("odd_comms.data")
    result, stacks = folded(name)
    check("names are escaped, blanks and semicolons of tasks replaced", result,
          stacks and result.out.isprintable() or not set(result.out_bytes) & set(range(32)) - {10})
    tap.ok(all(" " not in stack.split(";")[0] for stack in stacks), "... no task has a blank")


def main():
    for name in ("fp.data", "dwarf.data", "demo.data"):
        check_recording(cli.copy(name))
    check_weights("fp.data", None)
    check_weights("demo.data", 10)
    check_filter("fp.data")
    check_calls()
    check_names()
    result, stacks = folded("fp.data", "demo.data")
    check("two files are one recording", result, result.clean() and sum(stacks.values()) ==
          sum(count("type == SAMPLE", name) for name in ("fp.data", "demo.data")))
    return tap.done()


sys.exit(main())
