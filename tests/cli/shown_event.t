#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Different events are never added up unasked: what weighs or counts samples as one is of one event.

By the samples as JSON, of all recordings with several events: folded stacks, pprof, the Firefox
Profiler's files, call trees, flame graphs, what is weighed over time.
"""
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
import pprof  # noqa: E402
from cli import check, run, tap  # noqa: E402

HERE = pathlib.Path(__file__).parent


def samples_of(name):
    result = run("print", "-q", "--format", "json", "-f", "type == SAMPLE", "-F", "event,folded,period",
                 name)
    return result.objects()


def fold(samples, weigh=False):
    stacks = collections.Counter()
    for o in samples:
        stacks[o["folded"]] += o.get("period", 0) if weigh else 1
    return stacks


def folded_of(text):
    return collections.Counter({stack: int(number) for stack, number in
                                (line.rsplit(" ", 1) for line in text.splitlines())})


def browse(name, *commands, args=()):
    return run("--no-index", "--batch", *args, *(a for c in commands for a in ("--cmd", c)), name)


def others(result):
    """What standard error says: the event, and the others."""
    line = [line for line in result.err.splitlines() if "samples of " in line]
    if len(line) != 1:
        return None, [], result.err
    shown, rest = line[0].split("samples of ")[1].split("; the others: ")
    return shown.split(" (")[0], rest.removesuffix(" (--show-event EVENT|all)").split(", "), ""


def attrs_of(name):
    """Events in the order of the attrs."""
    return {e["name"]: e for e in run("info", "--json", name).objects()[0]["events"]}


def unit_of(attr):
    """PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK and PERF_COUNT_SW_TASK_CLOCK."""
    return "nanoseconds" if attr["type"] == "software" and attr["config"] in (0, 1) else "count"


def check_folded(name, samples, events):
    by_event = {e: [o for o in samples if o.get("event") == e] for e in events}
    result = run("print", "--format", "folded", name)
    check(f"{name}: {len(events)} events; folded is of the first with samples, {events[0]}", result,
          result.status == 0 and folded_of(result.out) == fold(by_event[events[0]]))
    shown, rest, _ = others(result)
    check("... it and the others are named on standard error", result,
          (shown, rest) == (events[0], events[1:]))
    for event in events:
        result = run("print", "-q", "--format", "folded", "--show-event", event, name)
        plain = run("print", "-q", "--format", "folded", "-f", f'event == "{event}"', name)
        check(f"... --show-event {event}", result, result.clean() and result.out == plain.out and
              folded_of(result.out) == fold(by_event[event]))
    result = run("print", "--format", "folded", "--show-event", "all", name)
    check("... --show-event all adds them up", result, result.clean() and
          folded_of(result.out) == fold(samples))
    return by_event


def check_views(name, by_event):
    first = next(iter(by_event))
    for event, own in by_event.items():
        result = browse(name, ":flame", args=("--show-event", event))
        check(f"... :flame of {event}", result, folded_of(result.out) == fold(own) and
              others(result)[0] == event)
        result = browse(name, f":show-event {event}", ":tree", ":hist sum(period)")
        sums = [line for line in result.lines() if " all" in line]
        check("... :tree", result, sums and sums[0].split()[1] == str(len(own)))
    result = browse(name, ":tree", ":flame", ":hist sum(period)", ":heat period", ":chart period")
    check("... without a choice they are of the first, and say so", result,
          result.err.count(f"samples of {first} (") == 5)
    result = browse(name, ":tree", args=("--show-event", "all"))
    check("... all", result, not result.err and
          result.lines()[1].split()[1] == str(sum(map(len, by_event.values()))))


def check_files(name, by_event):
    first, own = next(iter(by_event.items()))
    for path in ("x.folded", "x.gecko.json", "x.pb.gz"):
        (cli.CWD / path).unlink(missing_ok=True)
    result = browse(name, ":write x.folded", ":write x.gecko.json", ":write x.pb.gz")
    check("... :write says which event it has", result,
          all(f"{len(own)} records written to {path}: samples of {first} (" in result.out
              for path in ("x.folded as folded", "x.gecko.json as firefox")) and
          result.err.count(f"samples of {first} (") == 2)
    tap.ok(folded_of((cli.CWD / "x.folded").read_text()) == fold(own), "... folded")
    threads = json.loads((cli.CWD / "x.gecko.json").read_text())["threads"]
    tap.ok(sum(len(t["samples"]["data"]) for t in threads) == len(own), "... firefox")
    types, samples = pprof.read(cli.CWD / "x.pb.gz")
    tap.ok([t for t, _ in types] == [e + end for e in by_event for end in ("_sample", "_event")],
           "... pprof has two sample types for each event", [str(types)])
    attrs = attrs_of(name)
    tap.ok([unit for _, unit in types] == [u for e in by_event for u in ("count", unit_of(attrs[e]))],
           "... in their units", [str(types)])
    for at, (event, of_event) in enumerate(by_event.items()):
        counted, weighed = collections.Counter(), collections.Counter()
        for stack, values in samples:
            counted[";".join(stack)] += values[2 * at]
            weighed[";".join(stack)] += values[2 * at + 1]
        tap.ok(+counted == fold(of_event), f"... with the stacks of {event}")
        if all("period" in o for o in of_event):
            tap.ok(+weighed == +fold(of_event, True), "... and their periods")


def check_recording(name):
    samples = samples_of(name)
    events = [e for e in attrs_of(name) if any(o.get("event") == e for o in samples)]
    if len(events) < 2:
        result = run("print", "--format", "folded", name)
        check(f"{name}: one event, of which nothing is said", result, not result.err or result.status)
        return
    by_event = check_folded(name, samples, events)
    if len(samples) < 5000:
        check_views(name, by_event)
        check_files(name, by_event)


def check_reads():
    """READ records belong to an event, too, but are not samples of it."""
    name = cli.copy("read.data")
    samples = samples_of(name)
    for event in ("cpu-clock", "page-faults"):
        own = sum(o.get("event") == event for o in samples)
        result = browse(name, f":show-event {event}", ":count sym")
        counts = [int(line.split()[0]) for line in result.lines() if line.split()[0].isdigit()]
        check(f"{event}: {own} samples, without the READ records", result, sum(counts) == own)
        result = run("count", "-q", "--by", "pid", "--show-event", event, "--format", "csv", name)
        tap.ok(sum(int(line.split(",")[-1]) for line in result.lines()[1:]) == own, "... and count", [result.out])
    tap.ok(any(json.loads(line)["type"] == "READ" and "event" in json.loads(line)
               for line in run("print", "--format", "json", name).lines()), "there are READ records with an event")


def check_filter():
    name = cli.copy("demo.data")
    for args in (("-e", "page-faults"), ("-f", 'event == "page-faults"'), ("-f", 'not event == "cpu-clock"')):
        result = run("print", "--format", "folded", *args, name)
        shown = run("print", "-q", "--format", "folded", "--show-event", "page-faults", name)
        check(f"{' '.join(args)}: the first that it leaves", result, result.out == shown.out != "")
    result = run("print", "--format", "folded", "-e", "page-faults", name)
    check("... of which it is the only one", result, not result.err)
    result = run("print", "--format", "folded", "-f", "-c scanner", name)
    want = run("print", "-q", "--format", "folded", "-f", 'comm == "scanner" and event == "cpu-clock"', name)
    check("options of perf script in a filter", result, result.out == want.out != "")
    result = browse(name, ":filter event == \"page-faults\"", ":tree")
    check("in the browser, too", result, " 171 " in result.out and not result.err)
    for args in (("print", "--format", "folded"), ("--batch", "--cmd", ":tree")):
        result = run(*args, "--show-event", "page-fault", name)
        check(f"{args[0]} --show-event page-fault: no such event", result,
              result.status == 2 and not result.out and
              "no event is called page-fault; the events are: cpu-clock, page-faults, " in result.err)
    result = browse(name, ":sum period by event,comm")
    check("shares of sums are of no sum of different events", result, result.out.split()[:3] == ["count", "%", "sum(period)"])
    result = browse(name, ":sum period by comm")
    check("... but of that of one", result, result.lines()[0].split()[:5] == ["count", "%", "sum", "sum(period)", "ns"])
    result = browse(name, ":sum period by comm pivot event")
    check(":sum with events side by side needs no order", result, not result.status and "page-faults" in result.lines()[0])
    result = browse(name, ":show-event page-fault")
    check(":show-event page-fault", result, result.status == 2 and "no event is called" in result.err)
    result = run("print", "--show-event", "cpu-clock", name)
    check("print --show-event is for folded", result, result.status == 2 and "folded" in result.err)


def check_systems():
    subprocess.run([cli.MK, HERE / "events.mk", cli.CWD / "events.data"], check=True)
    result = run("print", "--format", "folded", "events.data")
    check("more than eight tracepoints of a system are one choice", result,
          others(result)[:2] == ("sys:*", ["sys:second", "few:one", "cpu-clock"]))
    for event, n in (("sys:*", 3), ("sys:second", 1), ("few:one", 1), ("cpu-clock", 2), ("sys:one", 1),
                     ("never", 0), ("all", 7)):
        result = run("print", "-q", "--format", "folded", "--show-event", event, "events.data")
        check(f"--show-event {event}: {n} samples", result,
              result.status == 0 and sum(folded_of(result.out).values()) == n)
    result = browse("events.data", ":write x.pb.gz!", ":write! x.pb.gz")
    types, samples = pprof.read(cli.CWD / "x.pb.gz")
    sums = {t: sum(v[i] for _, v in samples) for i, (t, _) in enumerate(types)}
    tap.ok(sums == {"sys:*_sample": 3, "sys:*_event": 3, "sys:second_sample": 1, "sys:second_event": 2,
                    "few:one_sample": 1, "few:one_event": 1, "cpu-clock_sample": 2,
                    "cpu-clock_event": 4000}, "... in pprof, too", [str(sums)])


def check_passed_over():
    """A view is of an event that can have what it counts, and has it: not of the first of all."""
    for name, event in (("mixed.data", "faults:with-stack"), ("faults.data", "page-faults/period=3/")):
        path = cli.copy(name)
        objects = run("print", "-q", "--format", "json", "-F", "event,addr", "-f", "data_src and addr", path).objects()
        tap.ok({o["event"] for o in objects} == {event}, f"{name}: {event} alone has addresses")
        pages = collections.Counter(o["addr"] & ~4095 for o in objects)
        for command in (":mem page", ":count by addr & ~4095 where data_src and addr"):
            result = browse(path, command, args=("-q",))
            rows = re.findall(r"^ *(\d+) .*?(0x[0-9a-f]+)(?: .*)?$", result.out, re.M)
            own = collections.Counter()
            for n, page in rows:
                own[int(page, 16)] += int(n)
            check(f"{name}: {command} is of it", result, pages and own == pages)
    result = browse(path, ":mem line", args=("--show-event", "cpu-clock"))
    check("an event that was chosen stays", result, "no such samples of this event: W chooses the next event" in result.out)
    result = browse(path, ':count by sym where comm == "nosuch"')
    check("where none has any, it is the first", result, "samples of cpu-clock (1 of 2" in result.err and "no records" in result.out)


# Commands of the browser whose numbers are of samples, with what else they want.
OF_ONE = {"count": ("by sym", "by comm,dso", "avg(period) by comm", "max(weight) by comm", "by callchain.ip"),
          "sum": ("period by comm", "period,weight by tid"), "lines": ("",), "annotate": ("function",), "flame": ("", "by addr"),
          "tree": ("", "by period"), "sandwich": ("", "by addr"), "stackchart": ("",), "hist": ("period",), "chart": ("period",), "heat": ("period",),
          "branches": ("from", "to", "edge", "block", "newest"),
          "mem": ("line", "page", "symbol", "op", "latency", "bins"), "compare": ("two.data by sym", "two.data by dso"),
          "write": ("x.folded", "x.gecko.json")}
# Those whose numbers are of records, bytes or one record, or have none; the overview has events apart.
OF_RECORDS = set("""goto undo back forward flag unflag note notes marks copy e n p where filter and or filter-out hide show clear
    toggle filters find columns column time-format sort split threads maps find-text find-bytes define save-filter
    show-event strips markers bytes events problems chain map-path source info w page slice repair pipe run symfs vmlinux
    kallsyms symbols index reindex follow order debuginfod set map unmap color uncolor theme style unstyle keys config help version q
    quit overview qa wq around spans offcpu ran define-span""".split())


def check_all():
    """Nothing adds up the samples of two events unasked: each command and format is of one, or of records."""
    subprocess.run([cli.MK, HERE / "two.mk", cli.CWD / "two.data"], check=True)
    text = (cli.ROOT / "ui/shell/commands.def").read_text()
    commands = set(re.findall(r'^COMMAND\(\w+,\s*"([^"]+)"', text, re.M))
    tap.ok(commands == set(OF_ONE) | OF_RECORDS, "each command is known to be of samples or of records",
           sorted(commands ^ (set(OF_ONE) | OF_RECORDS)))
    note = "samples of first (1 of 2 events); the others: second"
    for command, arguments in OF_ONE.items():
        for argument in arguments:
            (cli.CWD / argument.split(" ")[0]).unlink() if command == "write" and \
                (cli.CWD / argument).exists() else None
            result = browse("two.data", f":{command} {argument}".rstrip())
            check(f":{command} {argument} is of one event", result, not result.status and note in result.err)
    for fmt in re.search(r"--format (\S+)", run("print", "--help").out)[1].split("|"):
        result = run("print", "--no-index", "--format", fmt, "two.data")
        if fmt == "folded":
            check("--format folded is of one event", result, note in result.err)
        elif result.status == 0:
            events = {event: len(re.findall(rf"\b{event}\b", result.out)) for event in ("first", "second")}
            check(f"--format {fmt} names the event of each", result, events["first"] >= 3 and events["second"] >= 2)
    for by, said in (("sym", True), ("comm,dso", True), ("comm", False), ("sym,event", False)):
        result = run("count", "--no-index", "--by", by, "two.data")
        check(f"count --by {by} is of all events" + ", which is said" * said, result, not result.status and
              ("samples of all 2 events: first, second (--by event, " in result.err) == said)
        for args in (("-q",), ("--all-events",), ("--show-event", "all"), ("--show-event", "second"), ("-e", "first")):
            result = run("count", "--no-index", "--by", by, *args, "two.data")
            check(f"... with {' '.join(args)} nothing is", result, not result.status and "of all" not in result.err)
    for by in ("sym", "comm", "comm,dso"):
        result = run("count", "--no-index", "--by", by, "--agg", "sum(period)", "two.data")
        check(f"count --by {by} --agg sum(period) is refused", result, result.status == 2 and "first, second" in result.err)


VIEWS = {"overview": ":overview", "counts": ":count by sym", "comparison": ":compare two.data by sym", "histogram": ":hist period",
         "flame graph": ":flame", "call tree": ":tree", "chart": ":chart period", "heat map": ":heat period",
         "function": ":annotate function", "sandwich": ":sandwich", "stack chart": ":stackchart"}


def check_titles():
    """Each view whose numbers are of one event names it, and the next one behind W."""
    shutil.copyfile(cli.CWD / "two.data", cli.CWD / "other.data")
    rows = [re.split(r" {2,}", line) for line in (cli.ROOT / "doc/numbers.txt").read_text().splitlines()[4:]]
    declared = {row[0] for row in rows if row[4].startswith("one (W)")}
    tap.ok(declared == set(VIEWS), "each view with numbers of one event is known", sorted(declared ^ set(VIEWS)))
    for view, command in VIEWS.items():
        keys = f":wait\n:{command.replace('two.data', 'other.data')}<Enter>\n:wait\n:dump a\nW\n:wait\n:dump b\nA\n:wait\n:dump c\n"
        (cli.CWD / "keys").write_text(keys)
        result = run("--no-index", "--no-state", "-q", "--script", "keys", "--screen", "150x12", "two.data")
        titles = [part.splitlines()[1] for part in result.out.split("---- ")[1:]]
        tap.ok([want in title for want, title in zip(("first (1 of 2 events)", "second (2 of 2 events)", "all 2 events"), titles)] ==
               3 * [True], f"{view}: the title names the event", titles)


def check_annotate():
    """The numbers of a function are apart for each event; of spans they are times, and nothing of events."""
    name = cli.copy("demo.data")
    quiet = ("--no-index", "-q", "--kallsyms", "names")
    objects = run("print", "--no-index", "-q", "--format", "json", "-F", "event,ip", "-f", "ip and cpumode == kernel", name).objects()
    ips = sorted(o["ip"] for o in objects)
    (cli.CWD / "names").write_text(f"{ips[0]:x} T kernel\n{ips[-1] + 1:x} T behind\n")
    want = collections.Counter((o["event"], o["ip"] - ips[0]) for o in objects)
    result = run("annotate", *quiet, "--json", "kernel", name)
    got = {(event, o["offset"]): n["samples"] for o in result.objects() for event, n in o["counts"].items()}
    check(f"annotate: {len({event for event, _ in want})} events, each apart", result, got == want)
    tap.ok(len({event for event, _ in want}) > 2, "... there are several")
    text = run("annotate", *quiet, "kernel", name).out
    sums = collections.Counter(o["event"] for o in objects)
    tap.ok(all(f"{n} of " in text and f" samples of {event}, " in text for event, n in sums.items()), "... in text, too")
    for event in sums:
        own = browse(name, ":annotate kernel", args=("-q", "--kallsyms", "names", "--show-event", event))
        shown = re.findall(r"^ *[\d.]+ +(\d+) +\+(0x[0-9a-f]+) ", own.out, re.M)
        check(f"... :annotate of {event}", own, {(event, int(off, 16)): int(n) for n, off in shown} ==
              {key: n for key, n in want.items() if key[0] == event})
    spans = run("print", "--no-index", "-q", "--format", "json", "-F", "span.kind,span.dur", "-f", "span.dur", name).objects()
    result = run("count", "--no-index", "--json", "--by", "span.kind", "--agg", "count(span.dur),sum(span.dur)", "-f", "span.dur", name)
    sums = collections.Counter()
    for o in spans:
        sums[o["span"]["kind"]] += o["span"]["dur"]
    check("count --by span.kind: times of spans, of which no event is said", result, sums and not result.err and
          {o["span.kind"]: o["sum(span.dur)"] for o in result.objects()} == sums)


def main():
    names = sorted(path.name for path in cli.DATA.iterdir() if path.suffix == ".data")
    chosen = os.environ.get("ONLY", "").split() or names
    for name in chosen:
        check_recording(cli.copy(name))
    check_reads()
    check_filter()
    check_systems()
    check_passed_over()
    check_all()
    check_titles()
    check_annotate()
    return tap.done()


sys.exit(main())
