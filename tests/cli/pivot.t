#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Events side by side: columns and ratios are those of the samples as JSON, in count and the browser.

Each cell of the browser opens as many records as it says.
"""
import csv
import io
import re
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

QUIET = ("--no-index", "-q", "--symfs", "none", "--kallsyms", "none")
RECORDINGS = (("demo.data", "comm"), ("demo.data", "sym"), ("mixed.data", "pid,comm"), ("group.data", "tid"),
              ("tracepoints.data", "comm"), ("rotated.1.data", "tid"), ("flat.data", "callchain.ip"))


def samples_of(name):
    return [o for o in run("print", *QUIET, "--format", "json", name).objects() if o["type"] == "SAMPLE"]


def events_of(name, samples):
    """Those that have samples, in the order of the attrs, and the periods that samples need not tell."""
    attrs = run("info", "-q", "--json", name).objects()[0]["events"]
    names = [e["name"] for e in attrs if any(o.get("event") == e["name"] for o in samples)]
    return (list(dict.fromkeys(names)),
            {e["name"]: e["sample_period"] for e in attrs if "sample_freq" not in e})


def pivot(name, by, *args):
    return run("count", *QUIET, "--by", by, "--pivot", "event", *args, name)


def values_of(o, by):
    """The values of a sample that it is counted by, once for each element of a list."""
    if by.startswith("callchain."):
        return [(frame[by.split(".")[1]],) for frame in o.get("callchain", []) if "ip" in frame] or [(None,)]
    return [tuple(o.get(field) for field in by.split(","))]


def check_columns(name, by):
    samples = samples_of(name)
    events, fixed = events_of(name, samples)
    want = {}
    for o in samples:
        for values in values_of(o, by):
            row = want.setdefault(values, {event: [] for event in events})
            row[o["event"]].append(o.get("period", fixed.get(o["event"])))
    result = pivot(name, by, "--json")
    got = {tuple(o[field] for field in by.split(",")): o for o in result.objects()}
    check(f"{name} by {by}: {len(events)} columns, {len(want)} groups", result, result.clean() and
          {values: [o[e] for e in events] for values, o in got.items()} ==
          {values: [len(row[e]) for e in events] for values, row in want.items()})
    tap.ok(all(o["count"] == sum(o[e] for e in events) for o in got.values()), "... count is that of all samples")
    firsts = [o[events[0]] for o in result.objects()]
    tap.ok(firsts == sorted(firsts, reverse=True), "... the most of the first event first")
    if by.startswith("callchain."):
        return
    result = pivot(name, by, "--agg", "sum(period)", "--json")
    tap.ok({tuple(o[field] for field in by.split(",")): [o[e] for e in events] for o in result.objects()} ==
           {values: [sum(row[e]) if row[e] else None for e in events] for values, row in want.items()},
           "... with sums of periods", result.told())
    if len(events) < 2 or ":" in events[1]:
        return
    ratio = f"{events[0]}/{events[1]}"
    for agg in (ratio, "sum(period)," + ratio):
        result = pivot(name, by, "--agg", agg, "--json")
        wrong = []
        for o in result.objects():
            over, under = o[events[0]] or 0, o[events[1]] or 0
            if o[ratio] != (round(over / under, 6) if under else None) and abs(o[ratio] - over / under) > 1e-6:
                wrong.append(o)
        tap.ok(result.clean() and not wrong, f"... {agg}", wrong[:3] or result.told())


def check_forms():
    name = cli.copy("demo.data")
    objects = pivot(name, "comm", "--agg", "sum(period),page-faults/cpu-clock", "--json").objects()
    names = [key for key in objects[0] if key != "count"]
    table = pivot(name, "comm", "--agg", "sum(period),page-faults/cpu-clock", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(table.out, newline="")))
    tap.ok(list(rows[0]) == names, "CSV: the columns of JSON, but no count", list(rows[0]))
    tap.ok([[row[key] for key in names] for row in rows] ==
           [["" if o[key] is None else f"{o[key]:.6f}".rstrip("0").rstrip(".") if isinstance(o[key], float) else
             str(o[key]) for key in names] for o in objects], "... and its values")
    text = pivot(name, "comm", "--agg", "sum(period),page-faults/cpu-clock")
    tap.ok(text.lines()[0].replace("cpu-clock ns", "cpu-clock").split() == names[1:] + ["comm"] and
           "cpu-clock ns  " in text.lines()[0], "text: likewise, with the unit", text.told())
    tap.ok([line.split()[0] for line in text.lines()[1:]] ==
           [str(o["cpu-clock"]) if o["cpu-clock"] is not None else "-" for o in objects], "... likewise")
    two = pivot(name, "comm", "--agg", "sum(period),avg(period where pid > 0)", "-e", "cpu-clock,page-faults", "--json")
    tap.ok(list(two.objects()[0]) == ["comm", "count", "cpu-clock sum(period)", "cpu-clock avg(period where pid > 0)",
                                      "page-faults sum(period)", "page-faults avg(period where pid > 0)"],
           "several aggregates of each event", two.told())
    for sort, column in (("page-faults", "page-faults"), ("page-faults/cpu-clock", "page-faults/cpu-clock")):
        got = [o[column] for o in pivot(name, "comm", "--agg", "page-faults/cpu-clock", "--sort", sort,
                                        "--json").objects() if o[column] is not None]
        tap.ok(len(set(got)) > 2 and got == sorted(got, reverse=True), f"--sort {sort}")
    for args, what in ((("--agg", "page-faults/clock"), "neither an aggregate nor a ratio of two events"),
                       (("--agg", "median(period)"), "p99"), (("--sort", "count-clock"), "no column count-clock"),
                       (("--agg", "sum(tp.nosuch)"), "no tracepoint")):
        result = pivot(name, "comm", *args)
        check(f"--pivot event {' '.join(args)} is refused", result, result.status == 2 and what in result.err and
              not result.out)
    result = run("count", "--by", "comm", "--pivot", "comm", name)
    check("--pivot comm, too", result, result.status == 2 and "only its values can become columns" in result.err)
    result = pivot(name, "comm", "-f", "-c scanner", "--json")
    tap.ok([o["comm"] for o in result.objects()] == ["scanner"], "options of perf script in a filter", result.told())


def script(name, keys):
    (cli.CWD / "keys").write_text(keys)
    return run(*QUIET, "--script", "keys", "--screen", "200x60", name)


def cells_of(screen):
    """Title, names of columns and lines of a table on the screen."""
    lines = screen.splitlines()
    return lines[0], lines[1].split(), [line[1:].split() for line in lines[2:] if line[1:].strip()]


def check_browser():
    name = cli.copy("demo.data")
    want = pivot(name, "comm", "--json").objects()
    result = run(*QUIET, "--batch", "--cmd", ":count by comm pivot event", name)
    events = [key for key in want[0] if key not in ("comm", "count")]
    tap.ok([[cells[0], *cells[2:]] for cells in map(str.split, result.lines())] ==
           [["comm", *events]] + [[o["comm"], *(str(o[e]) for e in events)] for o in want],
           ":count by comm pivot event has the columns of count --pivot", result.told())
    tap.ok(not result.err, "... of which nothing is to be said")
    result = run(*QUIET, "--batch", "--cmd", ":sum period by comm pivot event sort -page-faults", name)
    sums = pivot(name, "comm", "--agg", "sum(period)", "--sort", "-page-faults", "--json").objects()
    tap.ok([line.split()[2:8] for line in result.lines()[1:]] ==
           [[str(o[e]) if o[e] is not None else "-" for e in events] for o in sums], ":sum period, sorted", result.told())
    # Each cell of the first lines, and the column of the names, which has all samples of the line.
    got, expected = [], []
    for row, o in enumerate(want[:3]):
        for column in (0, *range(2, len(events) + 2)):
            result = script(name, "::count by comm pivot event<Enter>\n:wait\n" + "j\n" * row + "<Right>\n" * column +
                            "<Enter>\n:wait\n:dump x\n")
            got += [int(n or none) for n, none in re.findall(r"match \d+ of (\d+)|(\d+) match", result.out)]
            expected.append(o[events[column - 2]] if column else o["count"])
    tap.ok(got == expected and len(expected) == 21, "Enter opens as many records as a cell says", [str(got), str(expected)])
    keys = "::count page-faults/cpu-clock by comm pivot event<Enter>\n:wait\n" + "<Right>\n" * 8 + "o\n:wait\n:dump x\n"
    title, names, lines = cells_of(script(name, keys).out.split("\n", 1)[1])
    ratios = [float(line[-1]) for line in lines if len(line) in (9, 10) and line[-1] != "-"]
    tap.ok(names[8] == "page-faults/cpu-clock" and len(ratios) > 3 and ratios == sorted(ratios, reverse=True) and
           "sorted by page-faults/cpu-clock" in title, "columns sort, ratios, too", [title, str(lines)])
    (cli.CWD / "keys").write_text("::count comm,tid pivot event<Enter>\n:wait\n" + "<Right>\n" * 8 + ":dump x\n")
    lines = run(*QUIET, "--script", "keys", "--screen", "80x24", name).lines()[2:4]
    tap.ok([line[1:].split()[:2] for line in lines] == [["comm", "tid"], ["scanner", "7351"]] and
           lines[0].split()[-1] == "sched:sched_process_exit" and lines[0].rstrip().endswith("exit") and
           len(lines[0].rstrip()) == len(lines[1].rstrip()), "all names stay on the screen; numbers are on the right", lines)
    result = run(*QUIET, "--batch", "--cmd", ":count by comm pivot comm", name)
    check(":count by comm pivot comm", result, result.status == 2 and 'expected "event"' in result.err)


def main():
    for name, by in RECORDINGS:
        check_columns(cli.copy(name), by)
    check_forms()
    check_browser()
    return tap.done()


sys.exit(main())
