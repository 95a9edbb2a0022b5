#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every number on every screen: what doc/numbers.txt says of it, counted again from JSON.

:help numbers has them as the views declare them. Each has a check here that counts it again, from
print --format json, of three recordings where it is of many records; of one record it is what that has.
"""
import collections
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import run, tap  # noqa: E402

QUIET = ("--no-index", "-q", "--symfs", "none", "--kallsyms", "none")
SECOND = 10 ** 9
TABLE = cli.ROOT / "doc/numbers.txt"
USUAL = ("demo.data", "system.data", "fp.data")
OTHERS = {"problems": ("demo.data", "mixed.data", "lost.data"), "threads over time": ("demo.data", "system.data", "sched.data", "fp.data"),
          "CPU": ("demo.data", "system.data", "sched.data")}
CHECKS = {}  # by view: the numbers that a function checks, and the function


def of(view, *numbers):
    def keep(function):
        CHECKS.setdefault(view, []).append((numbers, function))
        return function
    return keep


# ---- what perfnav shows and what it prints ----

def browse(name, *commands, args=()):
    words = [word for command in commands for word in ("--cmd", command)]
    return run(*QUIET, "--batch", *args, *words, name)


def screens(name, keys, size="150x12", args=()):
    """The screens of a script, as lists of lines."""
    cli.script(":wait\n" + keys, "keys")
    result = run(*QUIET, *args, "--no-state", "--script", "keys", "--screen", size, name)
    return [part.splitlines()[1:] for part in result.out.split("---- ")[1:]]


def table(result):
    """Rows by the titles of a table of which no cell is empty."""
    lines = [re.split(r" {2,}", line.strip()) for line in result.lines()]
    return [dict(zip(lines[0], line)) for line in lines[1:]]


class Recording:
    """Its records as JSON; a list of what was shown and what it should be."""

    def __init__(self, name):
        self.name = name
        fields = "ordinal,type,size,offset,time,pid,tid,comm,event,period,gap,ip,callchain,folded"
        self.all = run("print", *QUIET, "--format", "json", "-F", fields, name).objects()
        self.samples = [o for o in self.all if o["type"] == "SAMPLE"]
        self.info = run("info", "--json", name).objects()[0]
        counts = collections.Counter(o["event"] for o in self.samples)
        self.events = [e["name"] for e in self.info["events"] if counts[e["name"]]]
        self.first = [o for o in self.samples if o["event"] == self.events[0]]
        self.clock = next(e["name"] in ("cpu-clock", "task-clock") for e in self.info["events"] if e["name"] == self.events[0])
        self.pairs = []

    def same(self, got, want):
        self.pairs.append((got, want))


def percent(part, whole):
    return f"{part * 100 / whole:.1f}"


def seconds(ns):
    return f"{ns // SECOND}.{ns % SECOND:09}"


def by(objects, key):
    groups = collections.defaultdict(list)
    for o in objects:
        groups[o.get(key)].append(o)
    return groups


def rounded(n, unit):
    return (n + unit // 2) // unit


# ---- the list, facts, problems ----

@of("records", "records", "matches")
def records(r):
    shown = screens(r.name, ":dump all\n::filter type == SAMPLE<Enter>\n:wait\n:dump some\n")
    r.same(re.search(r" of (\d+)", shown[0][0])[1], str(len(r.all)))
    r.same(re.search(r"match \d+ of (\d+)$", shown[1][1])[1], str(len(r.samples)))


@of("records", "records")
def lines(r):
    """What is shown is what is printed: addresses have the same names, or the same places."""
    shown = screens(r.name, "::filter type == SAMPLE<Enter>\n:wait\n:dump a\n", "200x30")[0]
    printed = run("print", *QUIET, "--type", "SAMPLE", "-n", "25", r.name).lines()
    for line in printed:
        ordinal, summary = line.split()[0], re.search(r" (user|kernel) .*", line)
        row = next((s for s in shown if re.match(rf"^[ >] *{ordinal} ", s)), None)
        if row and summary:
            r.same(summary[0] in row + " ", True)


@of("info", "records", "size")
def info(r):
    text = browse(r.name, ":info").out
    types = collections.Counter(o["type"] for o in r.all)
    r.same(re.search(r"^records +(\d+)", text, re.M)[1], str(len(r.all)))
    r.same(dict(re.findall(r"^  ([A-Z_0-9]+) +(\d+)$", text, re.M)), {t: str(n) for t, n in types.items()})
    r.same(re.search(r"^size +(\d+) bytes", text, re.M)[1], str(os.stat(cli.CWD / r.name).st_size))


@of("events", "#", "records", "every")
def events(r):
    count = collections.Counter(o["event"] for o in r.all if o.get("event"))
    lines = [re.split(r" {2,}", line.strip()) for line in browse(r.name, ":events").lines()[1:]]
    r.same([line[0] for line in lines[:-1]], [str(i) for i in range(len(r.info["events"]))])
    r.same([line[2] for line in lines[:-1]], [str(count[line[1]]) for line in lines[:-1]])
    r.same(lines[-1][1], str(sum(not o.get("event") for o in r.all)))
    every = [f"{e['sample_freq']} Hz" if e.get("sample_freq") else str(e.get("sample_period", 0)) for e in r.info["events"]]
    r.same([line[3] for line in lines[:-1]], every)


@of("problems", "record", "offset", "bytes")
def problems(r):
    own = {o["ordinal"]: o for o in r.all}
    for line in browse(r.name, ":problems").lines()[1:]:
        match = re.match(r".*? +(\d+) +(0x[0-9a-f]+) +(\d+) ", line)
        if match:
            o = own[int(match[1])]
            r.same((match[2], match[3]), (hex(o["offset"]), str(o["size"])))


@of("overview", "records", "duration", "duration of the samples", "size", "samples of an event", "rate of an event", "samples of a thread",
    "% of a thread", "samples of a function", "% of a function", "problems")
def overview(r):
    text = browse(r.name, ":overview").out
    times = [o["time"] for o in r.all if o.get("time")]
    sampled = [o["time"] for o in r.samples if o.get("time")]
    extent = re.search(r"([\d.]+) s, ([\d.]+) (KiB|MiB|bytes|B), (\d+) records", re.sub(r" \(samples: [\d.]+ s\)", "", text))
    lasted = [f"{rounded(max(of) - min(of), 10 ** 6) / 1e3:.3f}" for of in (times, sampled)]
    own = re.search(r"([\d.]+) s \(samples: ([\d.]+) s\), ", text)
    r.same([own[1], own[2]] if own else [extent[1]], lasted if own else lasted[:1])
    r.same(bool(own), max(sampled) - min(sampled) < (max(times) - min(times)) * 0.9)
    size = os.stat(cli.CWD / r.name).st_size
    r.same(abs(float(extent[2]) - size / {"KiB": 1 << 10, "MiB": 1 << 20}.get(extent[3], 1)) <= 0.05, True)
    r.same(extent[4], str(len(r.all)))
    sections = dict(re.findall(r"^(events|threads|functions) ((?:.*\n(?! *\w+ {3,}\S.*\n\b)(?: {11}.*\n)*)?)", text, re.M))
    count = collections.Counter(o["event"] for o in r.samples)
    ns = max(sampled) - min(sampled)
    for event, n, rate in re.findall(r"(\S+) +(\d+) +([\d.]+)/s", sections["events"]):
        r.same(n, str(count[event]))
        r.same(rate, f"{count[event] * 1e9 / ns:.{1 if count[event] * 1e9 / ns < 10 else 0}f}")
    for section, key in (("threads", "tid"), ("functions", "sym")):
        shown = re.findall(r" (\d+) +([\d.]+) %", sections[section])
        want = collections.Counter((o.get(key), o.get("dso") if key == "sym" else 0) for o in functions(r, key))
        top = sorted(want.values(), reverse=True)[:len(shown)]
        r.same(shown, [(str(n), percent(n, sum(want.values()))) for n in top])
    cut = re.search(r"chain cut: (\d+) record", text)
    deep = sum(len([f for f in o.get("callchain", ()) if "ip" in f]) >= 127 for o in r.samples)
    r.same(int(cut[1]) if cut else 0, deep)


@of("overview", "value of a counter", "% of a counter")
def counters(r):
    """Of recordings of perf stat, whatever r is."""
    made = cli.CWD / "counters.data"
    if not made.exists():
        cli.tool(cli.MK, cli.ROOT / "tests/tui/overview_counters.mk", made)
    for name in (cli.copy("stat.data"), made.name):
        values = run("print", *QUIET, "--format", "json", "--type", "STAT", name).objects()
        scales = {o["id.event"]: o["update"]["scale"] for o in
                  run("print", *QUIET, "--format", "json", "--type", "EVENT_UPDATE", name).objects() if "scale" in o["update"]}
        last = {(o["id.event"], o["stat"]["cpu"], o["stat"]["thread"]): o["stat"] for o in values}
        shown = re.findall(r"^(?:counters)? +(\S+) +([\d.]+|<not counted>)(?: \w+)?(?:  scaled from ([\d.]+) %)?$",
                           browse(name, ":overview").out.split("\ncounters")[1].split("\nthreads")[0], re.M)
        r.same(len(shown), len({event for event, *_ in last}))
        for event, value, part in shown:
            own = [s for (of, *_), s in last.items() if of == event]
            enabled, running = sum(s["enabled"] for s in own), sum(s["running"] for s in own)
            want = sum(s["value"] * s["enabled"] // s["running"] if s["running"] else 0 for s in own)
            want = f"{want * scales[event]:.2f}" if event in scales else str(want)
            r.same(value, want if running else "<not counted>")
            r.same(part, percent(running, enabled) if 0 < running < enabled else "")


@of("events", "counted")
def counted(r):
    """In recordings of perf stat, whatever r is."""
    name = cli.copy("stat.data")
    shown = dict(re.findall(r"^\d +(\S+) +0 +([\d.]+)", browse(name, ":events").out, re.M))
    r.same(shown, dict(re.findall(r"^(?:counters)? +([a-z-]+) +([\d.]+)(?: msec)?$", browse(name, ":overview").out, re.M)))
    r.same(len(shown), 4)


def functions(r, key):
    if key == "tid":
        return [o for o in r.first if o["tid"]]
    where = f'event == "{r.events[0]}" and tid != 0'
    return run("print", *QUIET, "--format", "json", "-F", "sym,dso", "-f", where, r.name).objects()


# ---- totals ----

@of("counts", "count", "%", "sum(FIELD)", "avg(FIELD)", "min(FIELD)", "max(FIELD)", "pN(FIELD)", "distinct(FIELD)",
    "count(EXPR)", "unknown(FIELD)")
def counts(r):
    rows = table(browse(r.name, ":count by comm"))
    groups = by(r.all, "comm")
    for row in rows:
        n = len(groups[None if row["comm"] == "-" else row["comm"]])
        r.same((row["count"], row["%"]), (str(n), percent(n, len(r.all))))
    rows = table(browse(r.name, ":count sum(period),avg(period),min(period),max(period),p50(period),distinct(ip),"
                        "count(period > 1),unknown(brstack.cycles) by comm"))
    groups = by(r.first, "comm")
    unit = " ns" if r.clock else ""
    for row in rows:
        objects = groups[row["comm"]]
        numbers = sorted(o["period"] for o in objects)
        want = {"count": len(objects), "sum(period)": sum(numbers), "avg(period)": sum(numbers) / len(numbers),
                "min(period)": numbers[0], "max(period)": numbers[-1], "p50(period)": numbers[(len(numbers) - 1) // 2],
                "distinct(ip)": len({o["ip"] for o in objects}), "count(period > 1)": sum(n > 1 for n in numbers),
                "unknown(brstack.cycles)": 0}
        for title, number in want.items():
            shown = row[title + (unit if title.endswith("(period)") else "")]
            r.same((title, math.isclose(float(shown), number, rel_tol=1e-3)), (title, True))
    rows = table(browse(r.name, ":sum period by comm"))
    whole = sum(o["period"] for o in r.first)
    for row in rows:
        part = sum(o["period"] for o in groups[row["comm"]])
        r.same((row["% sum"], row["sum(period)" + unit]), (percent(part, whole), str(part)))


def spark_places(durations):
    """Which of 16 characters have durations: the first those below 256 ns, each further one four times as long ones."""
    places = collections.Counter(min(15, max(0, (took // 64).bit_length() - 1) // 2) for took in durations)
    return "".join("#" if places[place] else " " for place in range(16)), {p for p, n in places.items() if n == max(places.values())}


def sparks(r, name, groups):
    shown = screens(name, "::spans<Enter>\n:wait\n:dump all\n", "200x60")[0]
    end = shown[1].index("64 ns to 69 s") + len("64 ns to 69 s")
    for line in shown[2:]:
        key = re.match(r"  (\S+)(?: .*?)?  +(\S+)", line[end:])
        if not key:
            break
        took = [o["dur"] for o in groups[key[1], key[2]] if "dur" in o]
        if took:
            spark, (places, most) = line[end - 16:end], spark_places(took)
            r.same((key[1], re.sub(r"\S", "#", spark)), (key[1], places))
            r.same((key[1], {spark[place] for place in most}), (key[1], {"\u2588"}))


@of("counts", "errors", "open", "doubt", "total", "mean", "p50", "p99", "max", "sure max", "open max", "64 ns to 69 s")
def spans(r):
    """Of what has no spans the view says so; then system calls are counted, which have errors and no ends."""
    def told(name):
        return run("print", *QUIET, "--format", "json", "-F", "span.kind,span.name,span.state,span.dur,span.lasted,span.errno", "-f", 'span.kind and span.state != "orphaned"', name).objects()
    name, objects = r.name, told(r.name)
    if not objects:
        r.same(browse(name, ":spans").lines()[0][:9], "no spans:")
        name = cli.copy("tracepoints.data")
        objects = told(name)
    groups = collections.defaultdict(list)
    for o in objects:
        groups[o["span"].get("name", "-"), o["span"]["kind"]].append(o["span"])
    rows = table(browse(name, ":spans"))
    r.same(len(rows), len(groups))
    whole = sum(o["span"].get("dur", 0) for o in objects)
    sparks(r, name, groups)
    for row in rows:
        # Words after the letter of a state explain it.
        group = groups[row["span.name"].split(" ")[0], row["span.kind"]]
        took = sorted(o["dur"] for o in group if "dur" in o)
        r.same([row[title] for title in ("count", "errors", "open", "doubt")],
               [str(n) for n in (len(group), sum("errno" in o for o in group), sum(o["state"] == "unfinished" for o in group),
                                 sum(o["state"] == "doubtful" for o in group))])
        longest = {}
        for o in group:
            longest[o["state"]] = max(longest.get(o["state"], 0), o.get("lasted", 0))
        doubt = [o["dur"] for o in group if o["state"] == "doubtful"]
        most = max(took, default=0)
        r.same([row[title] for title in ("max s", "sure max s", "open max s")],
               [seconds(most) + "?" * (most in doubt) if took else "-",
                seconds(longest["complete"]) if longest.get("complete") else "-",
                "\u2265" + seconds(longest["unfinished"]) if longest.get("unfinished") else "-"])
        if not took:
            r.same([row[title] for title in ("% total", "total s", "mean s", "p50 s", "p99 s")], ["-"] * 5)
            continue
        r.same([row[title] for title in ("% total", "total s")], [percent(sum(took), whole), seconds(sum(took)) + "?" * bool(doubt)])
        for title, number in (("mean s", sum(took) / len(took)), ("p50 s", took[(len(took) + 1) // 2 - 1]), ("p99 s", took[math.ceil(len(took) * 0.99) - 1])):
            r.same((row["span.name"], title, math.isclose(float(row[title]) * SECOND, number, rel_tol=1e-2, abs_tol=1)), (row["span.name"], title, True))


@of("counts", "records")
def elements(r):
    found, have = collections.Counter(), collections.Counter()
    for o in r.first:
        addresses = [f["ip"] for f in o.get("callchain", ()) if "ip" in f]
        found.update(addresses)
        have.update(set(addresses))
    for row in table(browse(r.name, ":count by callchain.ip"))[:50]:
        if row["callchain.ip"] != "-":
            ip = int(row["callchain.ip"], 16)
            r.same((row["count"], row["records"]), (str(found[ip]), str(have[ip])))


@of("counts", "EVENT", "EVENT/EVENT")
def pivot(r):
    groups = by([{"comm": "-", **o} for o in r.samples], "comm")
    over, under = (r.events * 2)[:2]
    rows = table(browse(r.name, f':count "{over}"/"{under}" by comm pivot event'))
    for row in rows:
        count = collections.Counter(o["event"] for o in groups[row["comm"]])
        r.same([row[e] for e in r.events], [str(count[e]) for e in r.events])
        ratio = next(value for title, value in row.items() if "/" in title)
        r.same(ratio == "-" if not count[under] else math.isclose(float(ratio), count[over] / count[under], rel_tol=1e-3), True)


@of("bytes", "bytes", "%", "records", "each")
def sizes(r):
    groups = by(r.all, "type")
    whole = os.stat(cli.CWD / r.name).st_size
    found = re.findall(r"^type +(\S+) +(\d+) +([\d.]+) +(\d+) +([\d.]+)", browse(r.name, ":bytes").out, re.M)
    r.same(sorted(found), sorted((t, str(n), percent(n, whole), str(len(g)), f"{n / len(g):.1f}") for t, g in groups.items()
                                 for n in [sum(o["size"] for o in g)]))


@of("comparison", "this", "the other", "other-this", "% of this")
def comparison(r):
    other = Recording(cli.copy("fp.data", "other.data"))
    counts_of = [collections.Counter(o.get("comm", "-") for o in x.all) for x in (r, other)]
    whole = [len(r.all), len(other.all)]
    found = re.findall(r"^total +(\S+) +(\d+) +(\d+) +(\S+) *([+-][\d.]+)?$", browse(r.name, ":compare other.data by comm").out,
                       re.M)
    r.same(len(found), len(set(counts_of[0]) | set(counts_of[1])))
    for comm, this, that, more, share in found:
        a, b = (c[comm] for c in counts_of)
        r.same((this, that, more), (str(a), str(b), "=" if a == b else f"{b - a:+}"))
        r.same(share, f"{(b - a) * 100 / a:+.1f}" if a else "")
    text = browse(r.name, ":compare other.data by comm in percent").out
    shares = re.findall(r"^total +(\S+) +([\d.]+)% +([\d.]+)% +(\S+)", text, re.M)
    r.same(len(shares), len(found))
    for comm, this, that, more in shares:
        for shown, count, all_of in zip((this, that), counts_of, whole):
            r.same(math.isclose(float(shown), count[comm] * 100 / all_of, abs_tol=0.00501), True)
    text = browse(r.name, ":compare other.data by comm per second").out
    rates = re.findall(r"^total +(\S+) +([\d.e+]+)/s +([\d.e+]+)/s", text, re.M)
    r.same(len(rates), len(found))
    spans = [max(t) - min(t) for t in ([o["time"] for o in x.samples if o.get("time")] for x in (r, other))]
    for comm, this, that in rates:
        for shown, count, ns in zip((this, that), counts_of, spans):
            r.same((comm, math.isclose(float(shown), count[comm] * 1e9 / ns, rel_tol=2e-3)), (comm, True))


@of("threads", "records", "samples", "begin")
def threads(r):
    # Mappings of the kernel are of process -1, not of the idle task.
    own, sampled = by([o for o in r.all if o.get("pid") != -1], "tid"), by(r.samples, "tid")
    forks = run("print", *QUIET, "--format", "json", "-F", "tid,time", "--type", "FORK", r.name).objects()
    began = {o["tid"]: seconds(o["time"]) for o in forks if o.get("time")}
    for line in browse(r.name, ":threads").lines()[1:]:
        match = re.match(r" *[▸▾ ] *(\d+)(?: .*?)? {2,}(\d+) +(\d+)(?: +(\S+))?", line)
        if match:
            tid = int(match[1])
            r.same((tid, match[2], match[3]), (tid, str(len(own[tid])), str(len(sampled[tid]))))
            if tid in began and match[4] and "." in match[4]:
                r.same(match[4], began[tid])


# ---- over time ----

def moves(r, command, size, steps):
    """The second line of the screen at each place of a view over time, and the first."""
    keys = f"::{command}<Enter>\n:wait\n" + "".join(f":dump d\n{key}\n" for key in steps)
    return [(lines[0], lines[1]) for lines in screens(r.name, keys, size)]


STRETCH = re.compile(r"^ (\d+)\.(\d{9}) to (\d+)\.(\d{9}): (?:sum\(\w+\) ([\d.]+)( \w+)?, )?(\d+) record")


def stretches(r, objects, shown, field=None):
    """What the places say of themselves, counted again; the largest."""
    most = 0
    for _, line in shown:
        m = STRETCH.match(line)
        if not m:
            r.same(line, "a stretch of time")
            continue
        lo, hi = int(m[1]) * SECOND + int(m[2]), int(m[3]) * SECOND + int(m[4])
        inside = [o for o in objects if lo <= o.get("time", 0) <= hi]
        if field:
            number = sum(o.get(field, 0) for o in inside)
            text = seconds(number) if field == "gap" else str(number)
            r.same((m[5], m[7]), (text, str(len(inside))))
        else:
            number = len(inside)
            r.same(m[7], str(number))
        most = max(most, number)
    return most


def events_of_bars(r):
    """The line below the time of a bar: the samples of each event, and the other records."""
    keys = "::hist<Enter>\n:wait\n" + ":dump d\n9l\n" * 9
    for lines in screens(r.name, keys, "300x10"):
        m = STRETCH.match(lines[1])
        lo, hi = int(m[1]) * SECOND + int(m[2]), int(m[3]) * SECOND + int(m[4])
        found = re.findall(r"(\S+|other records) (\d+)(?:  |$)", lines[2])
        if "\u2524" in lines[2] or "\u2502" in lines[2]:
            return  # only one event
        inside = [o for o in r.all if lo <= o.get("time", 0) <= hi]
        events = collections.Counter(o["event"] if o["type"] == "SAMPLE" else "other records" for o in inside)
        if not any("*" in name for name, _ in found):
            r.same(dict(found), {name: str(n) for name, n in events.items()})


@of("histogram", "records", "sum(FIELD)", "EVENT n", "highest")
def histogram(r):
    events_of_bars(r)
    shown = moves(r, "hist", "80x10", "l" * 80)
    most = stretches(r, r.all, shown)
    r.same(re.search(r"highest (\d+)", shown[0][0])[1], str(most))
    shown = moves(r, "hist period", "90x10", "l" * 90)
    most = stretches(r, r.first, shown, "period")
    wide = screens(r.name, "::hist period<Enter>\n:wait\n:dump x\n", "150x10")[0][0]
    r.same(re.search(r"highest \d+( ns)?$", wide)[1], " ns" if r.clock else None)
    stretches(r, r.all, moves(r, "hist gap", "90x10", "l" * 20), "gap")


@of("heat map", "records", "sum(FIELD)", "densest")
def heat(r):
    keys = ("l" * 8 + "j" + "h" * 8 + "j") * 4
    shown = moves(r, "heat", "70x9", keys)
    most = stretches(r, r.all, shown)
    r.same(int(re.search(r"densest (\d+)", shown[0][0])[1]) >= most, True)
    stretches(r, r.first, moves(r, "heat period", "70x9", keys), "period")


@of("latency map", "records", "densest")
def latency(r):
    """Of gaps, which nearly all records have."""
    shown = moves(r, "heat gap", "80x24", ("j" * 12 + "l" + "k" * 12 + "l") * 5)
    gaps = [(o["time"], o["gap"]) for o in r.all if o.get("time") and "gap" in o]
    units = {"ns": 1, "us": 1000, "ms": 10**6, "s": SECOND}
    for title, line in (screen[:2] for screen in shown):
        m = re.match(r" (\d+)\.(\d+) to (\d+)\.(\d+), ([\d.]+) (\w+) to ([\d.]+) (\w+): (\d+) records?", line)
        lo, hi = int(m[1]) * SECOND + int(m[2]), int(m[3]) * SECOND + int(m[4])
        low, high = (float(m[k]) * units[m[k + 1]] for k in (5, 7))
        number = sum(lo <= time <= hi and low <= gap < high for time, gap in gaps)
        r.same(m[9], str(number))
        r.same(int(re.search(r"densest (\d+)", title)[1]) >= number, True)


@of("chart", "values", "least", "greatest", "mean")
def chart(r):
    unit = " ns" if r.clock else ""
    lines = re.findall(r"^(\d+\.\d+): (\d+) values?(?:, (\d+) to (\d+), mean ([\d.]+)( ns)?)?$",
                       browse(r.name, ":chart period").out, re.M)
    starts = [int(line[0].replace(".", "")) for line in lines] + [1 << 64]
    r.same(len(lines) > 10, True)
    for (_, n, least, greatest, mean, shown_unit), lo, hi in zip(lines, starts, starts[1:]):
        numbers = [o["period"] for o in r.first if lo <= o["time"] < hi]
        r.same(n, str(len(numbers)))
        if numbers:
            r.same((least, greatest, shown_unit), (str(min(numbers)), str(max(numbers)), unit))
            r.same(math.isclose(float(mean), sum(numbers) / len(numbers), rel_tol=1e-3), True)


def woken(r, first):
    """The spans off a CPU, which are found in another way, have wakeups, too; but not the first one of a thread that was never on a CPU."""
    spans = run("print", *QUIET, "--format", "json", "-F", "pid,tid,span.wakeup,span.runnable", "-f",
                'span.kind == "offcpu" and span.wakeup', r.name).objects()
    for line in first.lines()[2:]:
        match = re.match(r"^ *[\d.]+ +[\d.]+ +[\d.]+ +\d+ +\d+ +\d+ +(\d+) +([\d.]+) .*? (\d+)/(\d+) ", line + " ")
        if not match or match[4] == "0":
            continue
        own = [o["span"].get("runnable") for o in spans if (o["pid"], o["tid"]) == (int(match[3]), int(match[4]))]
        more, delay = int(match[1]) - len(own), int(match[2].replace(".", ""))
        longest = max((n for n in own if n is not None), default=0)
        exact = not more and None not in own
        r.same((match[4], more in (0, 1), delay == longest if exact else delay >= longest), (match[4], True, True))


def samples_of_threads(r, own):
    """Without switches the filter limits the samples."""
    half = r.samples[len(r.samples) // 2]["ordinal"]
    for command, within in ((), lambda o: True), ((f":filter ordinal < {half}",), lambda o: o["ordinal"] < half):
        for line in browse(r.name, *command, ":strips").lines()[2:]:
            match = re.match(r"^ *(\d+) +(\d+) .*? (\d+)/(\d+) ", line + " ")
            if match and match[4] != "0":
                inside = [o for o in own[int(match[3]), int(match[4])] if o["type"] == "SAMPLE" and within(o)]
                r.same((match[4], match[1]), (match[4], str(len(inside))))


@of("threads over time", "samples", "records", "out", "preempted", "on", "off", "?", "woken", "delay")
def strips(r):
    """Times on a CPU: tests/core/strips.t works them out by perf script's text."""
    own = by([{**o, "of": (o.get("pid"), o.get("tid"))} for o in r.all], "of")
    first = browse(r.name, ":strips")
    if "by samples" in first.lines()[0]:
        return samples_of_threads(r, own)
    tracepoint = "by sched:sched_switch" in first.lines()[0]
    switches = run("print", *QUIET, "--format", "json", "-F", "pid,tid" + ",tp.prev_state" * tracepoint, "-f",
                   'event == "sched:sched_switch"' if tracepoint else "switch.out", r.name).objects()
    times = sorted(o["time"] for o in r.all if o.get("time"))
    left = sum(o["tid"] == -1 for o in switches)  # of threads that have exited
    for line in first.lines()[2:]:
        match = re.match(r"^ *([\d.]+) +([\d.]+) +(?P<unknown>[\d.]+) +(\d+) +(\d+) +(\d+) .*? (\d+)/(\d+) ", line + " ")
        if not match or match[8] == "0":
            continue
        tid = int(match[8])
        inside = [o for o in own[int(match[7]), tid] if o.get("time")]
        r.same((tid, match[6]), (tid, str(len(inside))))
        gone = [o for o in switches if (o["pid"], o["tid"]) == (int(match[7]), tid)]
        r.same((tid, int(match[4]) - len(gone) in (0, 1)), (tid, True))
        left -= int(match[4]) - len(gone)
        if tracepoint:
            r.same((tid, match[5]), (tid, str(sum(o["tp"]["prev_state"] == 0 for o in gone))))
        r.same(float(match[1]) + float(match[2]) + float(match["unknown"]) <= (times[-1] - times[0]) / SECOND + 1e-6, True)
    r.same(left, 0)
    if " woken " in first.lines()[1]:
        woken(r, first)


@of("CPU", "begin", "from record", "on ms", "pid/tid")
def slices(r):
    """Slices from switch to switch: those that tests/unit/oncpu.c does not have."""
    at = [o for o in r.all if o.get("time")][len(r.all) // 2]
    lines = browse(r.name, f":{at['ordinal']}", ":ran 20").lines()
    moments = {o["time"] for o in r.all if o.get("time")}
    tasks = {(o.get("pid"), o.get("tid")) for o in r.all}
    r.same(len(lines) > 1, True)
    for line in lines[1:]:
        match = re.match(r"^ *([\d.]+) +(-?[\d.]+) +([\d.]+|\?) +(?:(?:(\d+)/)?(\d+) )?", line)
        if not match:
            continue  # the titles
        begin = int(match[1].replace(".", ""))
        task = (int(match[4] or match[5]), int(match[5])) if match[5] else None
        r.same(not task or task in tasks, True)
        away = rounded(abs(begin - at["time"]), 1000)
        r.same((begin in moments or match[2] == "-20.000", match[2]),
               (True, f"{'-' if begin < at['time'] else ''}{away // 1000}.{away % 1000:03}"))
        if match[3] != "?":
            r.same(any(rounded(abs(time - begin), 1000) == int(match[3].replace(".", "")) for time in moments) or
                   abs(begin + int(match[3].replace(".", "")) * 1000 - at["time"] - 20 * 10 ** 6) < 2000, True)


# ---- stacks ----

def folded(objects, field=None):
    stacks = collections.Counter()
    for o in objects:
        stacks[o["folded"]] += o.get(field, 0) if field else 1
    return stacks


def folded_of(text):
    return collections.Counter({stack: int(n) for stack, n in (line.rsplit(" ", 1) for line in text.splitlines())})


def totals(stacks):
    """Of all, and of each first frame (a task): the total, and what is in it itself."""
    found = collections.Counter()
    for stack, n in stacks.items():
        found["all"] += n
        found[stack.split(";")[0]] += n
    return found


@of("flame graph", "samples", "FIELD", "%", "% its own")
def flame(r):
    for field in (None, "period"):
        stacks = folded(r.first, field)
        r.same(folded_of(browse(r.name, ":flame" + (f" by {field}" if field else "")).out), stacks)
        lines = screens(r.name, f"::flame{' by period' if field else ''}<Enter>\n:wait\n<Home>\n:dump x\n", "150x40")[0]
        box = next((m for m in (re.match(r"^ (.*?)(?: in \S+)?: (\d+) samples?(?:, period (\d+)( ns)?)?, ([\d.]+)%(?:, its own ([\d.]+)%)?",
                                         line) for line in lines) if m), None)
        r.same(bool(box), True)
        if box:
            counts, weights = totals(folded(r.first)), totals(stacks)
            r.same((box[1], box[2], box[5]), (box[1], str(counts[box[1]]), percent(weights[box[1]], weights["all"])))
            r.same((box[3], box[4]), (str(weights[box[1]]), " ns" if r.clock else None) if field else (None, None))


def sides(text):
    """The text of a sandwich: of each side, the path of each line from the function on, and its numbers."""
    found = {}
    for line in text.splitlines():
        match = re.match(r"^ *([\d.]+)% (\d+)( +)(.*)$", line)
        if not match:
            path, found[line] = [], {}
            side = found[line]
            continue
        path[len(match[3]) // 2 - 1:] = [match[4]]
        side[tuple(path)] = (match[1], int(match[2]))
    return found


def sandwich_of(stacks, function):
    """The same, from folded stacks: each counts at the outermost call of the function."""
    whole = sum(stacks.values())
    found = {"callers": collections.Counter(), "callees": collections.Counter()}
    for stack, n in stacks.items():
        frames = stack.split(";")
        if function in frames[1:]:
            at = frames.index(function, 1)
            for side, path in (("callers", frames[at::-1]), ("callees", frames[at:])):
                for i in range(1, len(path) + 1):
                    found[side][tuple(path[:i])] += n
    return {side: {path: (percent(n, whole), n) for path, n in paths.items()} for side, paths in found.items()}


@of("sandwich", "samples", "FIELD", "% of all", "% of the function", "% its own")
def sandwich(r):
    function = folded(r.first).most_common(1)[0][0].split(";")[1]
    for field in (None, "period"):
        stacks, by = folded(r.first, field), f" by {field}" if field else ""
        want = sandwich_of(stacks, function)
        r.same(sides(browse(r.name, f':sandwich "{function}"{by}').out), want)
        lines = screens(r.name, f'::sandwich "{function}"{by}<Enter>\n:wait\n:dump x\nj:dump y\n', "200x40")
        own = sum(n for stack, n in stacks.items() if stack.count(";") and sandwich_of({stack: 1}, function)["callees"]
                  and stack.split(";")[stack.split(";").index(function, 1):] == [function])
        count = sandwich_of(folded(r.first), function)["callees"]
        for number, screen in enumerate(lines):
            box = next((m for m in (re.match(r"^ (.*?)(?: in \S+)?: (\d+) samples?(?:, period (\d+)(?: ns)?)?, ([\d.]+)% of all"
                                             r"(?:, ([\d.]+)% of the function)?, its own ([\d.]+)%", line) for line in screen) if m), None)
            r.same(bool(box), True)
            paths = [p for p in count if len(p) == number + 1 and p[-1] == box[1] and str(count[p][1]) == box[2]] if box else []
            r.same(bool(paths), True)
            if number == 0:
                r.same(box[6], percent(own, sum(stacks.values())))
            share = percent(want["callees"][paths[0]][1], want["callees"][(function,)][1])
            r.same((box[3], box[4], box[5]), (str(want["callees"][paths[0]][1]) if field else None, want["callees"][paths[0]][0],
                                              share if number else None))


@of("stack chart", "samples", "duration")
def stackchart(r):
    tid = collections.Counter(o["tid"] for o in r.first).most_common(1)[0][0]
    times = [o["time"] for o in r.first if o["tid"] == tid]
    spans = {(seconds(o["time"]), rounded(o["span"]["dur"], 1000)) for o in
             run("print", *QUIET, "--format", "json", "-F", "time,span.dur", "-f", f"tid == {tid} and span.dur", r.name).objects()}
    seen = 0
    for line in browse(r.name, f":stackchart tid {tid}").lines():
        match = re.match(r"^(\d+)\.(\d{9}) (\d+)\.(\d{3})(?:\d{3})? ms (?:(\d+) ( *)\S|(\S+) )", line)
        begin, ns = int(match[1] + match[2]), int(match[3] + match[4]) * 1000
        if match[7]:
            r.same((seconds(begin), ns // 1000) in spans, True)
        elif not match[6]:
            inside = [t for t in times if begin <= t < begin + ns + 500]
            r.same(match[5], str(len(inside)))
            seen += len(inside)
    r.same(seen, len(times))


@of("call tree", "%", "total", "% self", "self")
def tree(r):
    for field in (None, "period"):
        stacks = folded(r.first, field)
        own, whole = totals(stacks), sum(stacks.values())
        lines = browse(r.name, ":tree" + (f" by {field}" if field else "")).lines()
        r.same("total ns" in lines[0], bool(field and r.clock))
        for line in lines[1:]:
            match = re.match(r"^ *([\d.]+) +(\d+) +([\d.]+) +(\d+)  ?( ?)[▸▾ ] (\S.*)$", line)
            if match and len(match[5]) <= 1 and match[6] in own and line.index(match[6]) <= lines[1].index("all") + 1:
                alone = stacks[match[6]]
                r.same(match.groups()[:4], (percent(own[match[6]], whole), str(own[match[6]]), percent(alone, whole), str(alone)))


# ---- one record: recordings that have it ----

def first_with(name, condition, fields=()):
    chosen = ("-F", ",".join(fields)) if fields else ()
    return run("print", *QUIET, "--format", "json", *chosen, "-n", "1", "-f", condition, name).objects()[0]


def view_of(name, o, keys, size="200x60", args=()):
    return screens(name, f"::{o['ordinal']}<Enter>\n:wait\n{keys}:wait\n:dump x\n", size, args)[0]


def made(name, source):
    subprocess.run([cli.MK, cli.ROOT / source, cli.CWD / name], check=True, cwd=cli.ROOT / pathlib.Path(source).parent)
    return name


ONE = {}


def one(view, names, *numbers):
    """names: those of data/, or (name, source of a recording that is made)."""
    def keep(function):
        ONE[view] = (numbers, function, [cli.copy(n) if isinstance(n, str) else made(*n) for n in names])
        return function
    return keep


WITH_BRANCHES = (("ways.data", "tests/tui/paths.mk"), ("access.data", "tests/tui/access.mk"),
                 ("branch.data", "tests/mk/cases/branch.mk"))


def compare(name, got, want):
    tap.ok(got == want and want, name, [f"shown: {got}", f"JSON: {want}"])


def mapped_at(name, before):
    """(addr, len, pgoff) of the mappings before a record."""
    maps = run("print", *QUIET, "--format", "json", "-F", "ordinal,mmap.addr,mmap.len,mmap.pgoff", "-f", f"type in {{MMAP, MMAP2}} and n < {before}", name)
    return [(o["mmap"]["addr"], o["mmap"]["len"], o["mmap"]["pgoff"]) for o in maps.objects()]


@one("call chain", USUAL, "#", "address", "map.off")
def chain(name, record):
    o = first_with(record, "callchain and stack.ctx == user and stack.depth > 2")
    lines = view_of(record, o, "vs\n")
    got, offsets = [], []
    for line in lines:
        m = re.match(r"^[ >] *(\d+) .*? (0x[0-9a-f]+) .*?(?: (0x[0-9a-f]+)  .*)?$", line + "  ")
        if m:
            got.append((int(m[1]), int(m[2], 16)))
            offsets += [(int(m[2], 16), int(m[3], 16))] if m[3] else []
    compare(name, got, [(i, f["ip"]) for i, f in enumerate(o["callchain"]) if "ip" in f])
    maps = mapped_at(record, o["ordinal"])
    places = {(ip, ip - addr + off) for ip, _ in offsets for addr, size, off in maps if addr <= ip < addr + size}
    tap.ok(offsets and set(offsets) <= places, f"{name}: map.off by the mappings before", [str(set(offsets) - places)])


@one("maps", USUAL, "addresses", "offset", "record")
def maps(name, record):
    lines = browse(record, ":goto 50%", ":maps").lines()
    found = [m for m in (re.match(r"^([0-9a-f]+)-([0-9a-f]+) +\S+ +([0-9a-f]+) +(\d+) ", line) for line in lines) if m]
    got, want = [], []
    for m in found:
        o = first_with(record, f"n == {m[4]}")["mmap"]
        got.append((int(m[1], 16), int(m[3], 16)))
        want.append((o["addr"], o["pgoff"]))
    compare(name, got, want)


@one("branch stack", WITH_BRANCHES, "#", "cycles")
def branches(name, record):
    o = first_with(record, "brstack")
    found = [re.split(r" {2,}", line[1:].strip()) for line in view_of(record, o, "vb\n") if re.match(r"[ >] *\d+  ", line)]
    compare(name, [(int(row[0]), row[4]) for row in found], [(i, str(b["cycles"]) if b.get("cycles") else "-")
                                                             for i, b in enumerate(o["brstack"])])


@one("branch path", WITH_BRANCHES, "#", "bytes", "cycles")
def way(name, record):
    """A block goes from the target of a branch to where the next one is, the last one to the sample."""
    o = first_with(record, "brstack")
    newest = o["brstack"]
    got = []
    for line in run(*QUIET, "--batch", "--goto", str(o["ordinal"]), "--cmd", ":branches path", record).lines()[1:]:
        m = re.match(r"^ *(\d+)? +\S*0x[0-9a-f]+ {2,}(?:\S*0x[0-9a-f]+|) {2,}(.*)$", line)
        if m:
            got.append((m[1] and int(m[1]), m[2].split()))
    want = []
    for i in range(len(newest) - 2, -1, -1):
        size = newest[i]["from"] - newest[i + 1]["to"]
        want.append((i, ([str(size)] if size >= 0 else []) + ([str(newest[i]["cycles"])] if newest[i].get("cycles") else [])))
    size = o["ip"] - newest[0]["to"]
    want.append((None, [str(size)] if size >= 0 else []))
    compare(name, [(n, words[:len(numbers)]) for (n, words), (_, numbers) in zip(got, want)], want)
    tap.ok(len(got) == len(want), f"{name}: {len(want)} blocks")


@one("memory access", ("faults.data", "mixed.data", "breakpoints.data"), "value")
def memory(name, record):
    o = first_with(record, "data_src and addr")
    text = "\n".join(view_of(record, o, "vl\n"))
    got = dict(re.findall(r"^[ >] *(data_src|addr|phys_addr|weight|ins_lat) +(0x[0-9a-f]+|\d+)\b", text, re.M))
    compare(name, {field: int(value, 0) for field, value in got.items()},
            {field: o[field]["raw"] if field == "data_src" else o[field] for field in got})


@one("user stack", ("dwarf.data", "mixed.data", ("records.data", "tests/mk/cases/records.mk")), "offset")
def user_stack(name, record):
    """Words of the copied stack: each at its offset from the stack pointer, as in the record's bytes."""
    o = first_with(record, "ustack.dyn > 0", ("ordinal", "bytes", "ustack.dyn"))
    dumps = (view_of(record, o, f"<Enter>CG{'k' * up}<Enter>\n") for up in range(1, 12))
    lines = next((lines for lines in dumps if lines[0].startswith(" user stack of")), [])
    shown = [(int(m[1], 16), bytes.fromhex(m[2])) for m in
             (re.match(r"[ >] *sp\+(0x[0-9a-f]+) .*?  ((?:[0-9a-f]{2} ){7}[0-9a-f]{2})  ", line) for line in lines) if m]
    begin = bytes.fromhex(o["bytes"]).find(b"".join(word for _, word in shown))
    tap.ok(shown and begin > 0 and [off for off, _ in shown] == list(range(0, 8 * len(shown), 8)) and
           shown[-1][0] < o["ustack"]["dyn"], f"{name}: {len(shown)} words", lines[:5])


@one("marks", USUAL, "n", "time")
def marks(name, record):
    o = first_with(record, "n > 20 and time")
    text = "\n".join(screens(record, f"::{o['ordinal']}<Enter>\nma\n::marks<Enter>\n:dump x\n")[0])
    compare(name, re.findall(r"^[ >]\S.*? +(\d+) +(\d+\.\d{9})", text, re.M), [(str(o["ordinal"]), seconds(o["time"]))])


@one("symbols", ("demo.data", "system.data", "sched.data"), "symbols")
def symbols(name, record):
    """Of the kernel those of a file that has been written here."""
    o = first_with(record, "ip and cpumode == kernel", ("ip",))
    (cli.CWD / "syms").write_text("".join(f"{o['ip'] + 16 * i:x} T name{i}\n" for i in range(37)))
    text = run(*QUIET[:4], "--kallsyms", "syms", "--batch", "--cmd", ":count by sym", "--cmd", ":symbols", record).out
    compare(name, re.findall(r"^\[kernel\] .* read +(\d+) ", text, re.M), ["37"])


def sliced(name, condition):
    run("slice", "--no-index", "-q", "--force", "-f", condition, "-o", name, cli.copy("demo.data"))
    return name


PROGRAM = ("--no-index", "-q", "--kallsyms", "none", "--buildid-dir", cli.DATA / "demo.data.debug")


def of_program(name, fields, condition, keys):
    """A sample of the demonstration and of two parts of it, and the screen that keys show of it."""
    shutil.copytree(cli.DATA / "src", cli.CWD / "src", dirs_exist_ok=True)
    for path in (name, sliced("scanner.data", 'comm == "scanner"'), sliced("blur.data", 'comm == "dark-blur"')):
        o = run("print", *PROGRAM, "--format", "json", "-n", "1", "-F", "ordinal," + fields, "-f", condition, path).objects()[0]
        cli.script(f":wait\n::{o['ordinal']}<Enter>\n:wait\n{keys}:wait\n:dump x\n", "keys")
        yield path, o, run(*PROGRAM, "--no-state", "--script", "keys", "--screen", "120x30", path).out


@one("source", ("demo.data",), "line")
def source(name, record):
    for path, o, text in of_program(record, "srcline", "srcline contains \"photolab\"", "L\n"):
        line = re.search(r"^> *(\d+)  ", text, re.M)
        compare(f"{name}: {path}", line and line[1], o["srcline"].rsplit(":", 1)[1])


@one("code", ("demo.data",), "address", "offset")
def code(name, record):
    if "libcapstone is not here" in run("annotate", *PROGRAM, "hash_point", record).told():
        tap.skip(name, "libcapstone is not here")
        return
    for path, o, text in of_program(record, "ip,symoff", 'dso contains "photolab" and sym', "a\n:wait\na\n"):
        lines = [(int(a, 16), int(off, 16)) for a, off in re.findall(r"^[ >] *(0x[0-9a-f]+) +\+(0x[0-9a-f]+) ", text, re.M)]
        tap.ok((o["ip"], o["symoff"]) in lines and {a - off for a, off in lines} == {o["ip"] - o["symoff"]}, f"{name}: {path}",
               text.splitlines()[:5])


@of("function", "%", "samples", "offset", "% of all")
def function(r):
    """The kernel is one function here, whose instructions nobody has: each offset with samples is a line."""
    ips = sorted(o["ip"] for o in r.first if o.get("ip", 0) >= 1 << 63)
    (cli.CWD / "kallsyms").write_text(f"{ips[0]:x} T kernel\n{ips[-1] + 1:x} T behind\n")
    text = browse(r.name, ":annotate kernel", args=("--kallsyms", "kallsyms")).out
    shown = re.findall(r"^ *([\d.]+) +(\d+) +\+(0x[0-9a-f]+) ", text, re.M)
    count = collections.Counter(ip - ips[0] for ip in ips)
    r.same(shown, [(f"{n * 100 / len(ips):.2f}", str(n), hex(off)) for off, n in sorted(count.items())])
    keys = "::annotate kernel<Enter>\n:wait\n:dump one\nA\n:wait\n:dump all\n"
    titles = [lines[0] for lines in screens(r.name, keys, args=("--kallsyms", "kallsyms"))]
    for title, own in zip(titles, (r.first, r.samples)):
        inside = sum(ips[0] <= o.get("ip", 0) <= ips[-1] for o in own)
        r.same(re.search(r": (?:not all instructions are known, )?(\d+) samples? .*, ([\d.]+) % of all", title).groups(), (str(inside), percent(inside, len(own))))


@of("function", "other %")
def function_beside(r):
    """Beside the recording itself, whose kernel has the same build id."""
    ips = sorted(o["ip"] for o in r.first if o.get("ip", 0) >= 1 << 63)
    (cli.CWD / "kallsyms").write_text(f"{ips[0]:x} T kernel\n{ips[-1] + 1:x} T behind\n")
    text = browse(r.name, f":annotate kernel compare {r.name}", args=("--kallsyms", "kallsyms")).out
    shown = re.findall(r"^ *[\d.]+ +\d+ +([\d.]+) +(\+0x[0-9a-f]+) ", text, re.M)
    count = collections.Counter(ip - ips[0] for ip in ips)
    r.same(shown, [(f"{n * 100 / len(ips):.2f}", f"+{off:#x}") for off, n in sorted(count.items())])


@of("function", "taken", "mispred", "cycles", "IPC", "weight", "level")
def function_of_branches(r):
    """Of annotate.mk, of which code is here: added up again from its stacks, weights and data sources."""
    made = cli.tool(cli.MK, cli.ROOT / "tests/cli/annotate.mk", "figures.data").returncode == 0
    if not made or not cli.link(cli.ROOT / "tests/tui/code.s", cli.CWD / "figures/opt/code", "-Wl,-Ttext=0x401000",
                                "-Wl,--build-id=0x" + 20 * "ab"):
        r.same([], [])
        return
    out = run("--no-index", "-q", "--symfs", "figures", "--kallsyms", "none", "--batch", "--cmd", ":annotate adds",
              "figures.data").out
    if "jne" not in out:
        r.same([], [])
        return
    at = {0x401020: 1, 0x401022: 2, 0x401024: 3, 0x401026: 4, 0x401028: 5}  # instructions by address
    samples = run("print", "--no-index", "-q", "--format", "json", "--type", "SAMPLE", "figures.data").objects()
    entries = [e for o in samples for e in o["brstack"] if e["from"] == 0x401026]
    blocks = [(old["to"], new["from"], new["cycles"]) for o in samples for new, old in zip(o["brstack"], o["brstack"][1:])]
    ran = sum(first <= 0x401026 <= last for first, last, _ in blocks)
    ended = [b for b in blocks if b[1] == 0x401026]
    cycles = sum(b[2] for b in ended)
    branch = [f"{len(entries)} {100 * len(ended) / ran:.0f}%", f"{100 * sum(e['mispred'] for e in entries) / len(entries):.1f}%",
              f"{cycles / len(ended):.1f}", f"{sum(at[b[1]] - at[b[0]] + 1 for b in ended) / cycles:.2f}"]
    here = [o for o in samples if o["ip"] == 0x401024]
    weights = [o["weight"]["value"] if isinstance(o["weight"], dict) else o["weight"] for o in here]
    l3 = sum("L3" in str(o["data_src"]) for o in here)
    access = [f"{sum(weights) / sum(w > 0 for w in weights):.1f}", f"L3 hit {100 * l3 / len(here):.0f}%"]
    shown = [re.split(r" {2,}", line.strip()) for line in out.splitlines()]
    r.same([line[1:5] for line in shown if line[0] == "+0x6"] + [line[3:5] for line in shown if "+0x4" in line], [branch, access])



def check_columns():
    """Columns that are aligned to the right have numbers, which a view declares."""
    missing = []
    for path in sorted((cli.ROOT / "ui/views").glob("*.c")):
        for row in re.findall(r'^\s*\[\w+\] = \{ "[^"]+", true,[^;]*?\}(?= ?\},|,\n)', path.read_text(), re.M):
            if "NUMBER_" not in row and path.name != "filters.c":
                missing.append(f"{path.name}: {row}")
    tap.ok(not missing, "each column of numbers declares them", missing)


def check_table():
    result = browse(cli.copy("demo.data"), ":help numbers")
    rows = [re.split(r" {2,}", line) for line in result.lines()[4:]]  # behind the legend
    tap.ok(result.out == TABLE.read_text(), "doc/numbers.txt is what :help numbers prints", result.told())
    tap.ok(all(len(row) == 6 for row in rows), "each number has a unit, a filter, an event", [str(r) for r in rows if len(r) != 6])
    declared = {tuple(row[:2]) for row in rows[1:]}
    checked = {(view, number) for view, checks in CHECKS.items() for numbers, _ in checks for number in numbers}
    single = {row[0] for row in rows[1:]} - {view for view, _ in checked}
    own = {(view, number) for view, (numbers, *_) in ONE.items() for number in numbers}
    tap.ok(own == {pair for pair in declared if pair[0] in single}, "those of one record or file are checked",
           [str(own ^ {pair for pair in declared if pair[0] in single})])
    tap.ok(all(len(names) == 3 for _, _, names in ONE.values() if names != ["demo.data"]), "... in three recordings each")
    many = {tuple(row[:2]) for row in rows[1:] if row[3] == "applies" or row[4] in ("all", "each", "one (W)")}
    tap.ok(many <= checked <= declared, "each of many records is counted again here",
           [f"without a check: {sorted(many - checked)}", f"not declared: {sorted(checked - declared)}"])


def main():
    check_columns()
    check_table()
    for name in sorted({name for names in (USUAL, *OTHERS.values()) for name in names}):
        recording = Recording(cli.copy(name))
        for view, checks in CHECKS.items():
            for numbers, function in checks if name in OTHERS.get(view, USUAL) else ():
                recording.pairs = []
                function(recording)
                wrong = [f"shown {got}, JSON {want}" for got, want in recording.pairs if got != want]
                tap.ok(recording.pairs and not wrong, f"{name}: {view}: {', '.join(numbers)}: {len(recording.pairs)} numbers",
                       wrong[:6])
    for view, (numbers, function, names) in ONE.items():
        for name in names:
            function(f"{name}: {view}: {', '.join(numbers)}", name)
    return tap.done()


sys.exit(main())
