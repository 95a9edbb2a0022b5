#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""count: groups and aggregates are those that Python makes of the JSON of all records."""
import collections
import csv
import io
import json
import math
import re
import struct
import subprocess
import sys
import time
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import Differences, check, run, tap  # noqa: E402

SIX = Decimal("0.000001")
TIMES = {o["name"] for o in run("fields", "--json").objects() if o.get("unit") == "ns"}


def values(obj, name):
    """All values of a field; inside a list with the number of the element, of one element without."""
    indexed = re.fullmatch(r"(\w+)\[(\d+)\]\.(.*)", name)
    if indexed:
        elements = obj.get(indexed[1], [])[int(indexed[2]):][:1]
        return [one for element in elements for one in values(element, indexed[3])]
    if name in obj:
        return [(None, obj[name])]
    key, _, rest = name.partition(".")
    if key not in obj or not rest:
        return []
    inner = obj[key]
    if isinstance(inner, dict):
        return values(inner, rest)
    return [(i, one) for i, element in enumerate(inner) for _, one in values(element, rest)]


def mean(numbers):
    exact = Fraction(sum(numbers), len(numbers))
    with_six = Decimal(abs(exact).numerator * 10**7 // abs(exact).denominator) / 10**7
    return (with_six.quantize(SIX, ROUND_HALF_UP) * (1 if exact >= 0 else -1)).normalize()


def aggregate(function, numbers):
    if function == "unknown":
        return len(numbers)
    if function == "distinct":
        return len(set(numbers))
    if not numbers:
        return None
    if function == "avg":
        return mean(numbers)
    if function[0] == "p":
        rank = math.ceil(Fraction(function[1:]) / 100 * len(numbers))
        return sorted(numbers)[max(rank, 1) - 1]
    return {"sum": sum, "min": min, "max": max}[function](numbers)


def fixed_periods(name):
    """Of events whose samples do not tell their period, unless that is not fixed."""
    return {event["name"]: event["sample_period"] for event in run("info", "--json", name).objects()[0]["events"]
            if event.get("sample_period") and "PERIOD" not in event["sample_type"].split("|")}


def numbers_of(obj, function, name, fixed):
    """What is added up: with the periods of events, and without what stands for "not known"."""
    if name == "period" and obj["type"] == "SAMPLE" and obj.get("event") in fixed:
        return [(None, fixed[obj["event"]])]
    return [(i, one) for i, one in values(obj, name)
            if (name.startswith("brstack") and name.endswith(".cycles") and one == 0) == (function == "unknown")]


def groups(objects, by, aggregates, fixed):
    """Key: count, and the numbers of each aggregate."""
    found = {}
    for obj in objects:
        fields = {name: values(obj, name) for name in by}
        elements = sorted({i for v in fields.values() for i, _ in v if i is not None})
        used = [i for i in elements if not any(name.startswith("brstack.") for name in by)
                or obj["brstack"][i]["from"] or obj["brstack"][i]["to"]]
        for element in used if elements else [None]:
            key = tuple(next((one for i, one in fields[name] if i in (None, element)), None)
                        for name in by)
            count, numbers = found.setdefault(key, [0, [[] for _ in aggregates]])
            found[key][0] = count + 1
            for into, (function, name) in zip(numbers, aggregates):
                same = element is not None and any(
                    name.split(".")[0] == one.split(".")[0] for one in by)
                into += [one for i, one in numbers_of(obj, function, name, fixed)
                         if not same or i == element]
    return {key: [count] + [aggregate(f, n) for (f, _), n in zip(aggregates, numbers)]
            for key, (count, numbers) in found.items()}


def objects_of(result):
    """With decimals as they are written."""
    return [json.loads(line, parse_float=Decimal) for line in result.lines()]


def exact(text):
    return None if text is None or text == "" else Decimal(str(text))


def check_groups(name, by, aggregates=(), args=()):
    objects = [o for o in run("print", "--format", "json", *args, name).objects()
               if args or o["type"] != "DAMAGE"]
    want = groups(objects, by, aggregates, fixed_periods(name))
    words = [f"{function}({field})" for function, field in aggregates]
    command = ["count", "--by", ",".join(by), *args, name]
    if words:
        command[1:1] = ["--all-events", "--agg", ",".join(words)]
    title = f"{name}: {' '.join(command[:-1])}"
    wrong = Differences()
    result = run(*command, "--json")
    found = objects_of(result)
    got = {tuple(o[word] for word in by): [o["count"]] + [o[word] for word in words]
           for o in found}
    wrong.check(title, "keys", sorted(map(repr, want)), sorted(map(repr, got)))
    for key in want.keys() & got.keys():
        for word, a, b in zip(["count", *words], want[key], got[key]):
            wrong.check(repr(key), word, exact(a), exact(b))
    tap.topic(f"{title}: {len(want)} groups", wrong)
    check("... all keys of JSON in order", result, want and all(
        list(o) == [*by, "count", *words] for o in found))
    counts = [o["count"] for o in found]
    tap.ok(counts == sorted(counts, reverse=True), "... the largest first")
    check_forms(command, by, words, found)


def title(word):
    """What text has above an aggregate: people see times in seconds."""
    function, field = word[:-1].split("(")
    return word + " s" if field in TIMES and function != "distinct" else word


def check_forms(command, by, words, objects):
    head, *rows = csv.reader(io.StringIO(run(*command, "--format", "csv").out_bytes.decode(),
                                         newline=""))
    tap.ok(head == [*by, "count", *words] and len(rows) == len(objects), "... CSV: names, groups")
    wrong = Differences()
    for obj, row in zip(objects, rows):
        for word, cell in zip(head, row):
            want = obj[word]
            if isinstance(want, bool):
                want = str(want).lower()
            if word in words or word == "count":
                wrong.check(word, "CSV", exact(want), exact(cell))
            else:
                wrong.check(word, "CSV", "" if want is None else str(want), cell)
    tap.topic("... the same as JSON", wrong)
    text = run(*command).lines()
    names = 1 if words else 0
    tap.ok(len(text) == len(objects) + names and
           [int(line.split()[0]) for line in text[names:]] == [o["count"] for o in objects],
           "... text: a line a group")
    if words:
        head = " ".join(["count", *map(title, words), *by])
        tap.ok(text[0].split() == head.split(), "... and names above")


def check_rotated():
    """The second file has names that only the first one tells."""
    files = [cli.copy(f"rotated.{i}.data") for i in (1, 2)]
    want = collections.Counter(o.get("comm") for o in run("print", "--format", "json", *files).objects())
    got = run("count", "--json", "--by", "comm", *files)
    check("two files: names", got, {o["comm"]: o["count"] for o in got.objects()} == want)


def check_events():
    """event is that of samples and READ records; the ids of other records have words of their own."""
    counts = {"cpu-clock": 1876, "sched:sched_switch": 989, "page-faults": 171,
              "sched:sched_process_exit": 20, "sched:sched_process_fork": 19,
              "sched:sched_process_exec": 14}  # as perf report --stats has them
    for name, index in (("demo.data", []), ("demo.data", ["--no-index"])):
        groups = run("count", "--json", "-q", *index, "--by", "event", name).objects()
        got = {o.get("event"): o["count"] for o in groups}
        tap.ok(got == {**counts, None: 126}, "event: what perf counts", [str(got)])
    expressions = [
        ('event == "cpu-clock" and type != SAMPLE', 0),
        ('event =~ "cpu-clock"', 1876),
        ('event == "cpu-clock" and not type == SAMPLE', 0),
        ('type == MMAP2 and sid.event == "cpu-clock"', 56),
        ('sid.event and id.event', 0),
        ('id.event', 2),
        ('id.event =~ "clock" and type == EVENT_UPDATE', 2),
        ('type == SAMPLE and (sid.event or id.event)', 0),
    ]
    for expression, want in expressions:
        got = run("count", "--json", "-q", "-f", expression, "demo.data").objects()
        tap.ok(sum(o["count"] for o in got) == want, f"{expression}: {want}", [str(got)])
    got = run("count", "--json", "-q", "-e", "cpu-clock", "demo.data").objects()
    tap.ok([(o["type"], o["count"]) for o in got] == [("SAMPLE", 1876)], "-e", [str(got)])
    cli.copy("read.data")
    got = run("count", "--json", "-q", "-e", "cpu-clock", "read.data").objects()
    tap.ok({o["type"] for o in got} == {"SAMPLE", "READ"}, "READ records are of an event", [str(got)])
    same = cli.copy("breakpoints.data")
    for by, noted in (("event", True), ("event,id", False), ("type", False), ("pid,event", True)):
        result = run("count", "--by", by, same)
        tap.ok(("mem:0x0000000000404028 is the name of 2 events; --by event,id separates them" in result.err) == noted,
               f"--by {by}: {'a' if noted else 'no'} note about events of one name", result.told())
    lost = cli.copy("lost.data")
    got = run("print", "--format", "json", "-q", "-f", 'id.event == "page-faults"', lost).objects()
    tap.ok([(o["type"], o["id.event"], o.get("event")) for o in got] == [("LOST", "page-faults", None)],
           "LOST has id.event", [str(got)])
    got = run("print", "--format", "json", "-q", "--type", "LOST_SAMPLES", "-F", "time,pid,tid", lost).objects()
    tap.ok(got and all((o["time"], o["pid"], o["tid"]) == (0, 0, 0) for o in got),
           "perf writes LOST_SAMPLES without time and thread", [str(got)])
    got = run("count", "--json", "-q", "--by", "type,cpu", "-f", "time != 0 and type in {LOST, LOST_SAMPLES}", lost).objects()
    tap.ok(got and {o["type"] for o in got} == {"LOST"}, "... and time != 0 leaves them out", [str(got)])


def check_level():
    """Of the level of memory the bits alone are counted."""
    command = ["count", "--by", "data_src.lvl", cli.make("datasrc")]
    objects = run(*command, "--json").objects()
    rows = list(csv.reader(io.StringIO(run(*command, "--format", "csv").out)))[1:]
    tap.ok(len(objects) > 10 and [[o["data_src.lvl"] or "", str(o["count"])] for o in objects] == rows,
           "levels of memory: CSV has what JSON has", rows)


def check_beside():
    """Fields have the same numbers whatever other fields are asked for with them."""
    fields = run("fields", "--json").objects()
    lists = [f["name"] for f in fields if f["type"] == "list"]
    some = ["stat.thread", "stat.value", "stat.enabled", "stat.running"]
    others = [f["name"] for f in fields if f["type"] in ("uint", "int") and
              f["name"] not in some and
              not any(f["name"].startswith(one + ".") for one in lists)]
    cli.copy("stat.data")

    def counts(more):
        found = {}
        for o in run("count", "--by", ",".join(some + more), "stat.data", "--json").objects():
            key = tuple(o[name] for name in some)
            found[key] = found.get(key, 0) + o["count"]
        return found

    want = counts([])
    wrong = Differences()
    for i in range(0, len(others), 4):
        wrong.check(",".join(others[i:i + 4]), "counts", want, counts(others[i:i + 4]))
    tap.topic(f"{len(want)} groups are the same beside each of {len(others)} fields", wrong)
    tap.ok(len(want) > 10, "... which are several")


def check_sums():
    result = run("count", "--by", "pid", "--agg",
                 "sum(period),avg(period),max(period),p50(weight),p51(weight),p0(weight),"
                 "p99.9(weight)", "--type", "SAMPLE", "--format", "csv", cli.make("huge"))
    check("sums above 2^64, means, nearest ranks", result, result.out == (
        "pid,count,sum(period),avg(period),max(period),p50(weight),p51(weight),p0(weight),"
        "p99.9(weight)\r\n"
        "1,4,55340232221128654847,13835058055282163711.75,18446744073709551615,20,30,10,40\r\n"
        "2,2,18446744073709551621,9223372036854775810.5,18446744073709551614,5,5,5,5\r\n"))
    result = run("count", "--by", "type", "--agg", "sum(period)", "huge.data")
    check("text: a line of names, - where there is no number", result, result.lines() == [
        "       count  sum(period) ns  type",
        "           6  73786976294838206468  SAMPLE",
        "           1               -  FINISHED_ROUND"])
    result = run("count", "--by", "pid", "--agg", "avg(period),avg(weight)", "--type", "SAMPLE", "huge.data")
    check("... and means without digits that say nothing", result, result.lines() == [
        "       count  avg(period) ns   avg(weight)  pid",
        "           4  13835058055282163712            25  1",
        "           2  9223372036854775811             5  2"])


def check_means():
    """For people four digits, times and addresses as in other columns; all that is known for programs."""
    args = ("--no-index", "--by", "pid", "--agg", "avg(tid),avg(rel),avg(ip),avg(stream)", "--type", "SAMPLE",
            "demo.data")
    objects = [json.loads(line, parse_float=Decimal) for line in run("count", "--json", *args).lines()]
    exact = {str(o["pid"]): o for o in objects}
    whole = Decimal(1)
    result = run("count", *args)
    wrong = []
    for line in result.lines()[1:]:
        tid, rel, ip, stream, pid = line.split()[1:]
        o = {name: value.quantize(whole, ROUND_HALF_UP) if isinstance(value, Decimal) else value
             for name, value in exact[pid].items()}
        want = (str(o["avg(tid)"]), f"{o['avg(rel)'] / Decimal(10**9):.9f}", f"{int(o['avg(ip)']):#x}",
                str(o["avg(stream)"]))
        wrong += [f"{(tid, rel, ip, stream)}, not {want}"] if (tid, rel, ip, stream) != want else []
    tap.ok(len(exact) > 1 and not wrong, "means as people read them", wrong or result.told())
    tap.ok(any("." in str(o["avg(tid)"]) for o in exact.values()), "... of which JSON has all digits")


def check_times():
    """What is told of times: seconds in text, as its head says, ns for programs."""
    names = ["sum(gap)", "avg(gap)", "min(gap)", "max(gap)", "p50(gap)", "sum(rel)"]
    args = ("--no-index", "--by", "cpu,type", "--agg", ",".join(names) + ",distinct(gap)", "demo.data")
    objects = objects_of(run("count", "--json", *args))
    result = run("count", *args)
    lines = [line.split() for line in result.lines()]
    tap.ok(lines[0] == " ".join(["count"] + [name + " s" for name in names] + ["distinct(gap)", "cpu", "type"]).split(),
           "the unit of times is in the head", result.told())
    want = []
    for o in objects:
        times = ["-" if o[name] is None else
                 f"{Decimal(o[name]).quantize(Decimal(1), ROUND_HALF_UP) / Decimal(10**9):.9f}" for name in names]
        want.append([str(o["count"])] + times + [str(o["distinct(gap)"]), str(o["cpu"]).replace("None", "-"), o["type"]])
    tap.ok(len(want) > 1 and lines[1:] == want, "all of them are shown in seconds", (lines[1:4], want[:3]))
    table = csv.DictReader(io.StringIO(run("count", "--format", "csv", *args).out, newline=""))
    tap.ok([[exact(row[name]) for name in names] for row in table] == [[o[name] for name in names] for o in objects],
           "CSV has ns, as JSON")


def check_counted():
    """count(EXPR), and lines ordered by each column of them."""
    column = "count(cpu == 0 and comm != 'scanner')"
    objects = run("print", "--format", "json", "demo.data").objects()
    want = {}
    for o in objects:
        group = want.setdefault(o.get("comm"), [0, 0])
        group[0] += 1
        group[1] += o.get("cpu") == 0 and o["comm"] != "scanner"

    def found(order):
        result = run("count", "--by", "comm", "--agg", column, "--sort", order, "--json", "demo.data")
        return [(o["comm"], o["count"], o[column]) for o in objects_of(result)]

    got = found("count")
    tap.ok({comm: [n, those] for comm, n, those in got} == want and
           len({those > 0 for _, _, those in got}) == 2, f"{column}: as many as Python finds")
    for order, at in (("count", 1), ("records", 1), (column, 2)):
        got = [row[at] for row in found(order)]
        tap.ok(got == sorted(got, reverse=True), f"--sort '{order}': the largest first")
        got = [row[at] for row in found("-" + order)]
        tap.ok(got == sorted(got), f"--sort '-{order}': the smallest first")
    same = [(-n, -count) for _, count, n in found(column)]
    tap.ok(same == sorted(same) and len({n for n, _ in same}) < len(same),
           "groups with the same number: those with the most records first")
    names = [comm for comm, _, _ in found("comm") if comm is not None]
    tap.ok(names == sorted(names), "--sort comm: in the order of the alphabet")
    back = [comm for comm, _, _ in found("-comm") if comm is not None]
    tap.ok(back == names[::-1], "--sort -comm: and backwards")
    for by, column in (("step(time,100ms)", "step(time,100ms)"), ("step( time, 0.1s )", "-step(time,100ms)"),
                       ("ip&~63", "ip & ~0x3f"), ("stack.ip", "callchain.ip")):
        result = run("count", "--by", by, "--sort", column, "--json", "demo.data")
        values = [v for o in objects_of(result) for name, v in o.items() if name != "count" and v is not None]
        tap.ok(values and values == sorted(values, reverse=column[0] == "-"), f"--by '{by}' --sort '{column}'")
    for by, key in (("step( n ,1K )", "step(ordinal, 1K)"), ("ip&~0x3f", "ip & ~0x3f")):
        result = run("count", "--by", by, "--json", "demo.data")
        check(f"--by '{by}': the key has the width as it was typed", result,
              all(list(o) == [key, "count"] for o in result.objects()))


def check_periods():
    """Only what adds up takes the period of the event."""
    result = run("count", "--by", "event", "--agg", "sum(period),count(period)", "--json",
                 "breakpoints.data")
    check("events have the period 1, their samples none", result,
          any(o["sum(period)"] == 344 and o["count(period)"] == 0 for o in result.objects()))
    tap.ok(not run("count", "-f", "period", "--json", "breakpoints.data").objects(),
           "a filter asks what the record says")


def check_mixed():
    """Numbers of different events are added up only where that was asked for."""
    events = ["cpu-clock", "page-faults", "sched:sched_switch", "sched:sched_process_fork",
              "sched:sched_process_exec", "sched:sched_process_exit"]
    for agg in ("sum(period)", "avg(period)", "min(period)", "max(period)", "p99(period)",
                "sum(gap),p50(period where pid > 0)"):
        result = run("count", "--by", "comm", "--agg", agg, "demo.data")
        check(f"--by comm --agg '{agg}' is refused", result, result.status == 2 and not result.out and
              result.err.startswith(f"perfnav: --agg: {agg.split('),')[-1]} would mix different events: " +
                                    ", ".join(events)))
        tap.ok(all(way in result.err for way in ("--by event", "--show-event", "-f", "--all-events")),
               "... and names the ways out")
    objects = [o for o in run("print", "--format", "json", "demo.data").objects() if o["type"] == "SAMPLE"]
    fixed = fixed_periods("demo.data")

    def sums(keep):
        found = {}
        for o in filter(keep, objects):
            found[o["comm"]] = found.get(o["comm"], 0) + o.get("period", fixed.get(o["event"]))
        return found

    def told(column, *args):
        result = run("count", "-q", "--by", "comm", "--agg", column, *args, "--json", "demo.data")
        return {o["comm"]: o[column] for o in result.objects() if o[column] is not None}

    of_clock = sums(lambda o: o["event"] == "cpu-clock")
    column = "sum(period)"
    tap.ok(len(of_clock) > 3 and told(column, "--show-event", "cpu-clock") == of_clock, "--show-event: one of them")
    tap.ok(told(column, "-e", "cpu-clock") == told(column, "-f", 'event == "cpu-clock"') == of_clock,
           "-e, -f: one of them")
    tap.ok(told('sum(period where event == "cpu-clock")') == of_clock, "where event ==: one of them")
    both = sums(lambda o: True)
    tap.ok(told(column, "--all-events") == told(column, "--show-event", "all") == both != of_clock,
           "--all-events, --show-event all: all of them")
    for args in (["--by", "event"], ["--by", "comm,event"], ["--by", "id"]):
        result = run("count", *args, "--agg", column, "demo.data")
        check(f"{' '.join(args)} has them apart", result, result.clean() and result.out)
    for agg in ("distinct(period)", "count(period > 1)", "sum(gap)", "sum(tp.prev_state)"):
        result = run("count", "--by", "comm", "--agg", agg, "demo.data")
        check(f"{agg} has no unit of an event, or one event alone", result, result.clean() and result.out)
    result = run("count", "--show-event", "cpu-clocks", "demo.data")
    check("--show-event cpu-clocks: no such event", result, result.status == 2 and
          "no event is called cpu-clocks; the events are: cpu-clock, " in result.err)


def check_where():
    """NAME(FIELD where EXPR), and different numbers, of which not too many are told apart."""
    objects = run("print", "--format", "json", "demo.data").objects()
    columns = {"sum(period where cpu == 0 or comm == 'scanner')": ("sum", "period"),
               'p50(period where comm ~ "(?-i)^s" and cpu in {0, 1})': ("p50", "period"),
               "distinct(tid where type == SAMPLE)": ("distinct", "tid"),
               "distinct(cpu)": ("distinct", "cpu"),
               "distinct(type where size > 100)": ("distinct", "type")}
    keeps = [lambda o: o.get("cpu") == 0 or o.get("comm") == "scanner",
             lambda o: (o.get("comm") or "").startswith("s") and o.get("cpu") in (0, 1),
             lambda o: o["type"] == "SAMPLE", lambda o: True, lambda o: o["size"] > 100]
    result = run("count", "--by", "event", "--agg", ",".join(columns), "--json", "demo.data")
    wrong = Differences()
    fixed = fixed_periods("demo.data")
    for group in objects_of(result):
        mine = [o for o in objects if o.get("event") == group["event"]]
        for (column, (function, field)), keep in zip(columns.items(), keeps):
            want = aggregate(function, [one for o in mine if keep(o)
                                        for _, one in numbers_of(o, function, field, fixed)])
            wrong.check(repr(group["event"]), column, want, group[column])
    tap.topic("numbers of the rows that pass a filter", wrong)
    check("... each of them of some", result, all(
        any(o[column] for o in objects_of(result)) for column in columns))


def check_refused():
    for args, what in ((["--agg", "sum"], "sum(FIELD)"), (["--agg", "sum(nothing)"], "not a field"),
                       (["--agg", "median(period)"], "p99"), (["--agg", "p101(period)"], "p99"),
                       (["--agg", "p(period)"], "p99"), (["--agg", "p1.23456(period)"], "p99"),
                       (["--agg", "distinct(comm)"], "comm is not numeric; count by comm instead"),
                       (["--agg", "sum(period where pid >)"], "expected"),
                       (["--agg", "sum(period where)"], "not a field"),
                       (["--agg", "sum(comm)"], "is not numeric"), (["--agg", "sum(type)"], "is not numeric"),
                       (["--agg", "sum(perod)"], "did you mean period"),
                       (["--agg", "unknown(period)"], 'unknown(): the field period has no value that means "unknown"'),
                       (["--agg", "count(pid >)"], "expected"),
                       (["--agg", "count(period == 'x')"], "expected a number"),
                       (["--by", "comm", "--sort", "nosuch"], "no column nosuch to sort by"),
                       (["--by", "comm,step(time, 1s)", "--agg", "sum(period)", "--sort", "period"],
                        "period to sort by; the columns are count, sum(period), comm, step(time, 1s)"),
                       (["-f", 'comm =~ "["'], "not a regular expression"),
                       (["--by", "callchain"], "callchain has members: name one of them"),
                       (["--by", "callchain.ip,brstack.from"], "different lists"),
                       (["--by", "brstack[0]"], "write one element of a list with its number and member: brstack[0].from"),
                       (["--by", "brstack[-1].from"], "one element of a list"),
                       (["--by", "time[0].from"], "one element of a list"),
                       (["--format", "xml"], "csv"), (["--fail-if", "pid =="], "expected")):
        result = run("count", *args, "demo.data")
        check(f"count {' '.join(args)}: refused", result,
              result.status == 2 and what in result.err and not result.out)


def check_places():
    """What is wrong with --agg is marked."""
    for agg, place in (("sum(perod)", "perod"), ("max(cpu), avg(period where nosuch)", "nosuch"),
                       ("max(cpu),  median(ip)", "median"), ("sum(comm)", "comm"), ("count(pid >)", ")")):
        result = run("count", "--agg", agg, "demo.data")
        head, text, caret = result.err.splitlines()
        check(f"--agg '{agg}': a caret under {place}", result,
              head.startswith("perfnav: --agg: ") and text[caret.index("^"):].startswith(place))
    result = run("--no-index", "--batch", "--cmd", ":count comm sort nosuch", "demo.data")
    check("no caret where no place is known", result,
          result.status == 2 and "no column nosuch" in result.err and "^" not in result.err)


def check_fail_if():
    got = run("count", "--fail-if", 'span.kind == "syscal"', "demo.data")
    check("--fail-if: a value that nothing has is noted, as after -f", got, not got.status and
          got.err == "perfnav: demo.data: no kind of spans is called syscal\n")
    plain = run("count", "demo.data")
    found = [o["ordinal"] for o in run("print", "--format", "json", "-f", "period > 1",
                                       "demo.data").objects()]
    for args in ([], ["--by", "comm"], ["--agg", "sum(period)", "--by", "event"]):
        got = run("count", "--fail-if", "period > 1", *args, "demo.data")
        check(f"count --fail-if {' '.join(args)}: 5, how many, the first", got, got.status == 5 and
              got.err == f"perfnav: --fail-if: {len(found)} records match, the first is record "
              f"{found[0]}\n")
        tap.ok(args or got.out == plain.out, "... and the groups")
    got = run("count", "--fail-if", "period > 1", "--type", "COMM", "demo.data")
    check("... not of records that are not counted", got, got.clean())


def check_damage():
    name = cli.make("damage")
    everything = run("count", "--by", "cpu", "--json", name)
    records = [o for o in run("print", "--format", "json", name).objects() if o["type"] != "DAMAGE"]
    check("damaged stretches are no records", everything,
          sum(o["count"] for o in everything.objects()) == len(records))
    asked = run("count", "--by", "type", "--json", "--type", "DAMAGE", name)
    check("... but can be asked for", asked, [o["type"] for o in asked.objects()] == ["DAMAGE"])


def check_kinds():
    """The index has the number of rows of each kind; a filter has all rows read."""
    whole = (cli.DATA / "killed.data").read_bytes()
    names = [[cli.copy(name, f"kinds.{name}")] for name in (
        "demo.data", "pipe.data", "compressed.data", "pipe_compressed.data", "threads.data", "read.data")]
    names += [[cli.make("damage")], [cli.copy(f"rotated.{i}.data") for i in (1, 2)]]
    names += 2 * [["grown.data"]]
    wrong, groups, size = Differences(), 0, len(whole) // 2
    for files in names:
        if files == ["grown.data"]:
            with open(cli.CWD / "grown.data", "wb") as out:
                out.write(whole[:size])
            size = len(whole)
        for by, only in (("type", ""), ("event", ""), ("type,event", ""), ("misc", ""), ("cpumode,file", ""), ("host", ""),
                         ("event", "type == SAMPLE"), ("type", "type == DAMAGE or type == COMM"), ("misc", "not event"),
                         ("event,type", 'event =~ "c" and type != READ')):
            want = run("count", "-q", "--json", "--by", by, "-f", f"({only or 'type != DAMAGE'}) and size >= 0",
                       *files).objects()
            for index in ([], ["--no-index"]):
                got = run("count", "-q", "--json", "--by", by, *(["-f", only] if only else []), *index, *files).objects()
                wrong.check(f"{files} by {by} {only} {index}", "groups", want, got)
                groups += len(got)
    tap.topic(f"{groups} groups by what all records of a kind have", wrong)


def many_records(n):
    """LOST records, whose counts are numbers below n / 2, the lower half of them twice as often."""
    header = struct.pack("<8s10Q", b"PERFILE2", 104, 16 + 112, 104, 128, 104 + 128, 24 * n, 0, 0, 0,
                         0)
    attr = struct.pack("<IIQQQ", 1, 112, 9, 0, 1 << 2).ljust(112, b"\0") + bytes(16)
    values = [i * 7919 % n for i in range(n)]
    values = [v if v < n // 2 else v - n // 2 if v < n // 4 * 3 else v for v in values]
    with open(cli.CWD / "many.data", "wb") as out:
        out.write((header.ljust(104, b"\0") + attr))
        out.write(b"".join(struct.pack("<IHHQQ", 2, 0, 24, v & 7, v) for v in values))
    return values


def chains(name, samples, frames):
    """A recording of samples whose call chains have many frames, of few functions."""
    lines = [f'include "{cli.CASES / "abi.inc"}"',
             'attr type=SOFTWARE sample_period=1 size=128 name="cpu-clock" ids=7',
             "\tsample_type=S_IDENTIFIER|S_TID|S_CALLCHAIN"]
    ips = " ".join(str(0x1000 + i % 10) for i in range(frames))
    lines += [f"record SAMPLE misc=USER u64 7 u32 1 1 u64 {frames} {ips}"] * samples
    (cli.CWD / f"{name}.mk").write_text("\n".join(lines) + "\n")
    subprocess.run([cli.MK, cli.CWD / f"{name}.mk", cli.CWD / name], check=True, cwd=cli.CASES)


def check_long_lists():
    """Elements of lists cost the same in a long one."""
    seconds = {}
    for samples, frames in ((4000, 20), (10, 8000)):
        chains("chains.data", samples, frames)
        start = time.monotonic()
        result = run("count", "--no-index", "--by", "callchain.ip,pid", "--agg",
                     "sum(callchain.ip),sum(pid)", "--json", "chains.data")
        seconds[frames] = time.monotonic() - start
        check(f"{samples} call chains of {frames} frames", result, result.clean() and sorted(
            tuple(o.values()) for o in result.objects()) ==
              [(0x1000 + i, 1, 8000, 8000 * (0x1000 + i), 8000) for i in range(10)])
    tap.ok(seconds[8000] < 5 * seconds[20] + 1, "... take about the same time", [str(seconds)])


def check_many():
    """More groups than are kept in memory."""
    n = 500000
    values = many_records(n)
    counts = {}
    for v in values:
        counts[v] = counts.get(v, 0) + 1
    want = sorted(((-count, v) for v, count in counts.items()))
    got = run("count", "--by", "lost.count", "--format", "csv", "many.data")
    check(f"{len(counts)} groups, the largest first, then by their values", got, got.clean() and
          got.out == "lost.count,count\r\n" + "".join(f"{v},{-count}\r\n" for count, v in want))
    got = run("count", "--by", "lost.count,id", "--agg", "sum(lost.count),p50(id)", "--format",
              "csv", "many.data")
    check("... with aggregates", got, got.clean() and
          got.out == "lost.count,id,count,sum(lost.count),p50(id)\r\n" + "".join(
              f"{v},{v & 7},{-count},{-count * v},{v & 7}\r\n" for count, v in want))
    shown = 1 << 16  # TOTALS_MOST
    largest = sorted(((v * count, count, v) for v, count in counts.items()),
                     key=lambda group: (-group[0], -group[1], group[2]))
    for sort, groups in (("", [(-count * v, -count, v) for count, v in want]),
                         (" sort sum(lost.count)", largest)):
        got = run("--no-index", "--batch", "--cmd",
                  f":count sum(lost.count) by lost.count,id{sort}", "many.data")
        check(f"... in a view{sort}: the first of all", got, got.clean() and
              got.lines()[0].split()[-1] == str(len(counts)) and
              [line.split()[:1] + line.split()[2:] for line in got.lines()[2:]] ==
              [[str(count), str(total), str(v), str(v & 7)] for total, count, v in groups[:shown]])
    usual = run("count", "--by", "lost.count", "many.data")
    got = run("count", "--by", "lost.count", "many.data", env={"TMPDIR": "/proc/nowhere"})
    check("... and no folder for them: in memory, with a warning", got,
          got.status == 0 and got.out == usual.out and len(got.err.splitlines()) == 1 and
          "memory" in got.err and "/proc/nowhere" in got.err and "TMPDIR" in got.err)
    got = run("count", "--by", "type", "--agg", "sum(lost.count),p50(lost.count),max(lost.count)",
              "--json", "many.data")
    one = got.objects()[0]
    tap.ok(one["count"] == n and one["sum(lost.count)"] == sum(values) and
           one["max(lost.count)"] == max(values), "all blocks are counted once", got.told())
    median = sorted(values)[n // 2 - 1]
    tap.ok(abs(one["p50(lost.count)"] - median) <= median / 1000, "... a percentile within 0.1 %",
           got.told())
    words = "distinct(lost.count)", "distinct(id)", "distinct(lost.count where lost.count < 4096)"
    got = run("count", "--by", "type", "--agg", ",".join(words), "many.data")
    check("more than 4096 different numbers", got,
          got.lines()[1].split()[1:4] == [">4096", "8", "4096"])
    got = run("count", "--by", "type", "--agg", ",".join(words), "--json", "many.data")
    check("... in JSON no number", got, [got.objects()[0][k] for k in words] == [None, 8, 4096])
    (cli.CWD / "many.data").unlink()


cli.copy("demo.data")
check_groups("demo.data", ["type"])
check_groups("demo.data", ["comm", "tid", "event"])
check_groups("demo.data", ["cpu"], [("sum", "period"), ("avg", "period"), ("min", "time"),
                                    ("max", "ip"), ("p50", "period"), ("p99.9", "ip")])
check_groups("demo.data", ["type", "cpumode"], [("avg", "cpu"), ("p25", "tid"), ("sum", "size")])
check_groups("demo.data", ["comm"], [("sum", "period")], ["-f", "pid > 0 and cpu == 0"])
check_groups("demo.data", ["mmap.file"], [("sum", "mmap.len"), ("max", "mmap.addr")])
cli.copy("fp.data")
# Numbers that are loaded from their places, of records of all types that have them.
for recording in ("demo.data", "faults.data", "churn.data", "read.data", "mixed.data", "lost.data", "bpf.data"):
    cli.copy(recording)
    check_groups(recording, ["ip", "id"], [("sum", "period")])
    check_groups(recording, ["ptid"], [("max", "mmap.len"), ("sum", "lost.count")])
    check_groups(recording, ["addr", "weight"], [("max", "phys_addr"), ("min", "ksym.addr")])
# Names are looked up once for all rows of a thread between two changes.
for recording in ("demo.data", "churn.data", "killed.data", "pipe.data", "lost.data"):
    cli.copy(recording)
    check_groups(recording, ["comm", "type"])
check_groups("churn.data", ["comm", "cpu", "event"], (), ["-f", "tid % 2 == 0"])
check_rotated()
check_groups(cli.make("records_be"), ["id", "ptid"], [("sum", "mmap.len"), ("max", "lost.count")])
check_groups("fp.data", ["callchain.ip"], [("sum", "period"), ("distinct", "callchain.ip"), ("p50", "callchain.ip")])
check_groups("fp.data", ["callchain.context", "tid"])
check_groups("fp.data", ["tid"], [("max", "callchain.ip"), ("avg", "callchain.ip")])
cli.copy("group.data")
check_groups("group.data", ["read.values.id"], [("max", "read.values.value"), ("sum", "period")])
check_groups(cli.make("branch"), ["brstack.from", "brstack.to"],
             [("avg", "brstack.cycles"), ("sum", "brstack.mispred")])
check_groups("branch.data", ["brstack.type"],
             [("avg", "brstack.cycles"), ("p50", "brstack.cycles"), ("min", "brstack.cycles"),
              ("unknown", "brstack.cycles"), ("avg", "period")])
check_groups("branch.data", ["brstack[0].from", "brstack[1].type", "cpu"],
             [("sum", "brstack[0].cycles"), ("max", "brstack.cycles"), ("sum", "brstack[1].mispred")])
check_groups("branch.data", ["brstack.to", "brstack[0].from"])
check_groups("fp.data", ["callchain[1].ip"], [("max", "callchain[2].ip")])
check_groups("branch.data", ["cpu"], [("p99", "brstack.cycles"), ("unknown", "brstack.cycles")])
cli.copy("breakpoints.data")
check_groups("breakpoints.data", ["event"], [("sum", "period"), ("avg", "period"), ("p50", "period")])
check_groups("breakpoints.data", ["period"], [("max", "period")])
check_periods()
check_mixed()
cli.copy("uprobes.data")
check_groups("uprobes.data", ["event", "tid"], [("sum", "tp.amount"), ("distinct", "tp.amount"), ("min", "tp.common_pid")])
check_events()
check_level()
check_beside()
check_sums()
check_means()
check_times()
check_counted()
check_where()
check_refused()
check_places()
check_fail_if()
check_damage()
check_kinds()
check_long_lists()
check_many()
sys.exit(tap.done())
