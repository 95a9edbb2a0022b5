#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every option of every command does what its help says.

At the end the options that were tried are compared with those that --help lists, so that a new one
cannot come without a test.
"""
import os
import re
import shutil
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

COMMANDS = ("", "index", "info", "print", "count", "slice", "annotate", "fields", "help", "completion")
FILE = "demo.data"

tried = set()


def try_it(command, *args):
    """Runs it, and notes which options it has."""
    for arg in args:
        name = re.match(r"--[a-z][\w-]*|-[a-zA-Z]", os.fsdecode(arg))
        if name:
            tried.add((command, name.group()))
    return run(*([command] if command else []), *args)


def listed(command):
    text = run(*([command] if command else []), "--help").out
    for line in text.split("Options:\n")[1].splitlines():
        letter, name = re.match(r"  (?:(-\w), |    )(--[\w-]+)", line).groups()
        yield command, name
        if letter:
            yield command, letter


# ---- options that select records ----

def seconds(obj):
    return obj["time"] / 1e9 if "time" in obj else None


def within(start, stop):
    """By the clock of the recording, both ends included; records without a time are out."""
    def holds(obj):
        t = obj.get("time")
        return t is not None and start <= t <= stop
    return holds


def member(word, *values):
    return lambda obj: obj.get(word) in values


SELECT = [
    (["-f", "pid == 7351 and type == SAMPLE"],
     lambda o: o.get("pid") == 7351 and o["type"] == "SAMPLE"),
    (["--filter", "period > 1"], lambda o: o.get("period", 0) > 1),
    (["-p", "7351"], member("pid", 7351)),
    (["--pid", "7351,7353"], member("pid", 7351, 7353)),
    (["--tid", "7354,7355"], member("tid", 7354, 7355)),
    (["-C", "1"], member("cpu", 1)),
    (["--cpu", "0-1"], member("cpu", 0, 1)),
    (["-c", "scanner"], member("comm", "scanner")),
    (["--comms", "scanner,dark-blur"], member("comm", "scanner", "dark-blur")),
    (["-e", "page-faults"], member("event", "page-faults")),
    (["--event", "page-faults,sched:sched_switch"],
     member("event", "page-faults", "sched:sched_switch")),
    (["--type", "COMM,fork"], member("type", "COMM", "FORK")),
    (["--time", "1821.45,1821.475"], within(1821450000000, 1821475000000)),
    (["--time", "1821.478767181,1821.478767181"], within(1821478767181, 1821478767181)),
    (["--time", ",1821.45"], within(0, 1821450000000)),
    (["--time", "1821.9"], within(1821900000000, 1 << 64)),
]


def check_selections(records):
    for args, holds in SELECT:
        name = " ".join(args)
        want = [obj for obj in records if holds(obj)]
        ordinals = [obj["ordinal"] for obj in want]
        got = try_it("print", "-q", *args, "--format", "json", FILE)
        check(f"print {name}: {len(want)} records", got,
              got.clean() and [o["ordinal"] for o in got.objects()] == ordinals)
        tap.ok(0 < len(want) < len(records), "... which are some, but not all")
        made = try_it("slice", *args, "--force", "--output", "part.data", FILE)
        got = run("count", "--no-index", *args, "--json", "part.data")
        check(f"slice {name}", made, not made.status and f": {len(want)} selected" in made.err and
              sum(o["count"] for o in got.objects()) == len(want))
        got = try_it("count", "-q", *args, "--json", FILE)
        check(f"count {name}", got,
              got.clean() and sum(o["count"] for o in got.objects()) == len(want))
        printed = try_it("print", "-q", *args, FILE)
        browsed = try_it("", "-q", *args, FILE)
        check(f"perfnav {name} without a terminal is as print", browsed,
              browsed.clean() and browsed.out == printed.out and
              len(printed.lines()) == len(want))


def check_lacking_fields():
    told = f"perfnav: {FILE}: samples of page-faults, cpu-clock have no cpu: the filter hides them\n"
    for command in ("print", "count"):
        got = try_it(command, "-C", "1", FILE)
        check(f"{command} -C 1 names the events whose samples have no cpu", got, not got.status and got.err == told)
        got = try_it(command, "-C", "1", "-e", "sched:sched_switch", FILE)
        check(f"{command} -C 1 -e EVENT: none", got, got.clean())


def check_integers_as_times(records):
    first = min(o["time"] for o in records if o.get("time")) // 10**9
    for expr, told in ((f"time >= {first}", True), (f"time in {{{first}..{first + 1}}}", True), (f"{first + 1} > time", True),
                       (f"time >= {first}s", False), (f"time >= {first}.0", False), ("time > 1", False),
                       (f"time >= {first * 10**9}", False), (f"time >= {first * 3}", False)):
        got = try_it("count", "-f", expr, FILE)
        number = f"{first + 1}s" if str(first + 1) in expr.split("..")[0] else f"{first}s"
        check(f"{expr}: {'seconds are suggested' if told else 'no warning'}", got, not got.status and got.err == (
            f"perfnav: {FILE}: time is in ns: for seconds, write {number}\n" if told else ""))


def check_several_selections(records):
    got = run("print", "-c", "scanner", "--type", "SAMPLE", "-f", "ip > 0x7f0000000000 or cpu == 0",
              "-f", "period", "--format", "json", FILE)
    want = [o["ordinal"] for o in records
            if o.get("comm") == "scanner" and o["type"] == "SAMPLE" and o.get("period") and
            (o["ip"] > 0x7f0000000000 or o.get("cpu") == 0)]
    check(f"several conditions must all hold: {len(want)} records", got,
          want and [o["ordinal"] for o in got.objects()] == want)


def check_parts_of_time():
    for part in ("10%-20%", "10%/2", "10%/2,90%-100%"):
        want = run("print", "-C", "0", "-f", f"--time {part}", FILE)
        got = try_it("print", "-q", "-C", "0", "--time", part, FILE)
        check(f"--time {part}: as in a filter", got, want.out and got.clean() and got.out == want.out)
    for part, reason in (("20%-10%", "no such part"), ("10%", "expected a part"), ("1,5%", "a part"),
                         ("1-2", "expected START,STOP"), ("1,2,3", "expected START,STOP"),
                         ("10%-20% -C 0", "needs"), ("'10%-20%'", "needs"),
                         ("1821.5,1821.45", "ends at 1821.45, before it begins at 1821.5")):
        got = try_it("count", "--time", part, FILE)
        check(f"--time {part}", got, got.status == 2 and f'"{part}"' in got.err and reason in got.err)


# ---- print ----

def check_print(records):
    text = run("print", FILE)
    want = text.lines()
    check("print: a line for each record", text, len(want) == len(records))
    got = try_it("print", "--format", "text", FILE)
    check("print --format text is what it does anyway", got, got.out == text.out)
    got = try_it("print", "--order", "file", FILE)
    check("print --order file, too", got, got.out == text.out)
    for order in ("time", "causal"):
        got = try_it("print", "--order", order, FILE)
        check(f"print --order {order}", got,
              got.clean() and got.out != text.out and sorted(got.lines()) == sorted(want))
    got = try_it("print", "--order", "random", FILE)
    check("print --order random", got,
          got.status == 2 and '--order needs file, time or causal, not "' in got.err)
    for option in ("-n", "--max"):
        got = try_it("print", option, "7", FILE)
        check(f"print {option} 7", got, got.lines() == want[:7])
    got = try_it("print", "-n", "0", FILE)
    check("print -n 0: nothing", got, got.clean() and not got.out)
    got = try_it("print", "--skip", "3000", FILE)
    check("print --skip 3000", got, got.lines() == want[3000:])
    got = run("print", "--skip", "5", "-n", "4", "--type", "MMAP2", "--format", "json", FILE)
    maps = [o["ordinal"] for o in records if o["type"] == "MMAP2"]
    check("print --skip and -n count records that were selected", got,
          [o["ordinal"] for o in got.objects()] == maps[5:9])
    got = run("print", "--skip", str(1 << 63), FILE)
    check("print --skip more than there are: nothing", got, got.clean() and not got.out)


def check_more_print(records):
    """What these do in full: print.t."""
    got = try_it("print", "--json", FILE)
    check("print --json is --format json", got,
          got.clean() and got.out == try_it("print", "--format", "json", FILE).out)
    got = try_it("print", "--format", "csv", FILE)
    check("print --format csv: names, and a line for each record", got,
          got.clean() and len(got.lines()) == len(records) + 1)
    got = try_it("print", "--format", "perf-script", "-F", "comm,time", FILE)
    check("print --format perf-script: a line for each sample", got, got.clean() and
          len(got.lines()) == sum(o["type"] == "SAMPLE" for o in records))
    shown = cli.make("records")
    for what, record in (("task", "COMM"), ("mmap", "MMAP2"), ("switch", "SWITCH"),
                         ("namespace", "NAMESPACES"), ("lost", "LOST"), ("bpf", "KSYMBOL"),
                         ("cgroup", "CGROUP"), ("text-poke", "TEXT_POKE"),
                         ("round", "FINISHED_ROUND")):
        got = try_it("print", "--format", "perf-script", f"--show-{what}-events", shown)
        has = f'"type":"{record}"' in try_it("print", "--format", "json", shown).out
        check(f"print --show-{what}-events: {record} records", got, got.clean() and
              (f"PERF_RECORD_{record}" in got.out) == has)
    got = try_it("print", "--format", "perf-script", "--inline", "-n", "1", FILE)
    check("print --inline: without unwound chains nothing changes", got, got.clean() and
          got.out == try_it("print", "--format", "perf-script", "-n", "1", FILE).out)
    got = try_it("print", "--format", "folded", "--weight", "time", "-f", "type == COMM", FILE)
    check("print --weight: none weighs anything", got, got.clean() and not got.out)
    got = try_it("print", "--format", "folded", "--show-event", "page-faults", FILE)
    tree = try_it("", "--batch", "--show-event", "page-faults", "--cmd", ":tree", FILE)
    check("--show-event", tree, " 171 " in tree.out)
    check("print --show-event", got, got.out == try_it("print", "--format", "folded", "-e", "page-faults", FILE).out)
    got = try_it("print", "--format", "perf-script", "--max-stack", "1", "-n", "1", FILE)
    check("print --max-stack: frames of a call chain", got, got.clean() and
          sum(line.startswith("\t") for line in got.lines()) == 1)
    first = min(o["time"] for o in records if o.get("time"))
    got = try_it("print", "--ns", "-n", "1", "-f", f"time == {first}ns", FILE)
    check("print --ns", got, got.clean() and got.out.split()[1] == str(first))
    got = try_it("print", "--reltime", "-n", "1", "-f", f"time == {first}ns", FILE)
    check("print --reltime", got, got.clean() and got.out.split()[1] == "0.000000000")
    got = try_it("print", "--fail-if", "type == COMM", FILE)
    check("print --fail-if", got, got.status == 5 and len(got.lines()) == len(records))


def check_fields(records):
    for option in ("-F", "--fields"):
        got = try_it("print", option, "ordinal,pid,period,mmap.file", FILE)
        want = [[str(o["ordinal"]), str(o.get("pid", "-")), str(o.get("period", "-")),
                 o.get("mmap", {}).get("file", "-")] for o in records]
        check(f"print {option}: these columns, - for what is not there", got,
              got.clean() and [line.split(" ", 3) for line in got.lines()] == want)
        got = try_it("print", option, "pid,callchain,mmap.len", "--format", "json", FILE)
        keys = set().union(*(o.keys() for o in got.objects()))
        check(f"print {option} --format json: these keys", got,
              got.clean() and keys == {"pid", "callchain", "mmap"})
        maps = [o["mmap"] for o in got.objects() if "mmap" in o]
        tap.ok(maps and all(m.keys() == {"len"} for m in maps), "... and this member alone")
        tap.ok([o.get("callchain") for o in got.objects()] ==
               [o.get("callchain") for o in records], "... with the values that it has anyway")


# ---- count ----

def check_count(records):
    plain = run("count", FILE)
    got = try_it("count", "--by", "type", FILE)
    check("count --by type is what it does anyway", got, got.clean() and got.out == plain.out)
    got = try_it("count", "--format", "text", FILE)
    check("count --format text, too", got, got.out == plain.out)
    types = {line.split()[1]: int(line.split()[0]) for line in plain.lines()}
    want = {}
    for obj in records:
        want[obj["type"]] = want.get(obj["type"], 0) + 1
    check("count: what print prints", plain, types == want)
    got = try_it("count", "--by", "comm,event", "--json", FILE)
    want = {}
    for obj in records:
        key = (obj.get("comm"), obj.get("event"))
        want[key] = want.get(key, 0) + 1
    groups = {(o["comm"], o["event"]): o["count"] for o in got.objects()}
    check("count --by comm,event", got, groups == want)
    counts = [o["count"] for o in got.objects()]
    check("... the largest first", got, counts == sorted(counts, reverse=True))
    # What a sample does not tell is what its event has, unless that is a frequency.
    periods = {event["name"]: event["sample_period"] for event in
               run("info", "--json", FILE).objects()[0]["events"] if "sample_freq" not in event}
    samples = [o for o in records if o["type"] == "SAMPLE"]
    got = try_it("count", "--agg", "sum(period)", "--all-events", "--json", FILE)
    check("count --agg, --all-events", got, {o["type"]: o["sum(period)"] for o in got.objects()}["SAMPLE"] ==
          sum(o["period"] if "period" in o else periods[o["event"]] for o in samples))
    got = try_it("count", "-q", "--by", "type", "--agg", "sum(period)", "--show-event", "page-faults", "--json", FILE)
    check("count --show-event", got, got.objects() == [
        {"type": "SAMPLE", "count": sum(o.get("event") == "page-faults" for o in samples),
         "sum(period)": sum(o.get("period", periods.get(o["event"])) for o in samples if o["event"] == "page-faults")}])
    got = try_it("count", "--by", "comm", "--pivot", "event", "--json", FILE)
    check("count --pivot", got, got.clean() and sum(o["page-faults"] for o in got.objects()) ==
          sum(o.get("event") == "page-faults" for o in samples))
    got = try_it("count", "--sort", "-type", "--json", FILE)
    names = [o["type"] for o in got.objects()]
    check("count --sort", got, names == sorted(types, reverse=True))
    got = try_it("count", "--fail-if", "type == COMM", FILE)
    check("count --fail-if", got, got.status == 5 and got.out == plain.out)
    got = try_it("count", "--by", "comm,event", "--json", FILE)
    same = try_it("count", "--by", "comm,event", "--format", "json", FILE)
    check("count --format json is --json", same, same.out == got.out)


def check_profiles():
    """print writes what :write does; what is in it: profiles.t."""
    for fmt, name in (("pprof", "out.pb.gz"), ("firefox", "out.gecko.json"), ("sqlite", "out.sqlite")):
        args = ("print", "-q", "--format", fmt, "-c", "scanner")
        want = cli.CWD / f"written.{fmt}"
        run("--batch", "-q", "--no-state", "-c", "scanner", "--cmd", f"write {want.name} --format {fmt}", FILE)
        path = cli.CWD / name
        got = try_it(*args, FILE)
        check(f"print --format {fmt} without -o: status 2", got, got.status == 2 and
              f"--format {fmt} needs -o OUT" in got.err and not got.out)
        got = try_it(*args, "-o", path, FILE)
        check(f"print --format {fmt} -o OUT: the same as :write", got, got.clean() and not got.out and
              path.read_bytes() == want.read_bytes())
        path.write_bytes(b"other")
        got = try_it(*args, "--output", path, FILE)
        check("... and no other file is replaced", got, got.status == 2 and path.read_bytes() == b"other")
        got = try_it(*args, "--force", "-o", path, FILE)
        check("... but with --force", got, got.clean() and path.read_bytes() == want.read_bytes())
        piped = subprocess.run([cli.PERFNAV, *args, "-o", "-", FILE], cwd=cli.CWD, env=cli.ENV, check=False,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout
        tap.ok(piped == want.read_bytes(), "... and -o - writes it to standard output")
        got = run(*args, "--force", "-o", FILE, FILE)
        check("... and never over the recording", got, got.status == 2 and "is the recording itself" in got.err)
        got = run(*args, "-F", "pid", "-o", path, FILE)
        check("... and without fields", got, got.status == 2 and f"--format {fmt} has no fields" in got.err)
    for fmt in ("text", "json", "csv", "perf-script", "folded", "chrome-trace"):
        args = ("print", "-q", "--format", fmt, "-c", "scanner")
        path = cli.CWD / f"printed.{fmt}"
        want = run(*args, FILE).out_bytes
        got = run(*args, "-o", path, FILE)
        check(f"print --format {fmt} -o OUT: what standard output has", got,
              got.clean() and not got.out and path.read_bytes() == want and want)
        check("... readable only by its owner", got, path.stat().st_mode & 0o777 == 0o600)
        got = run(*args, "-o", path, FILE)
        check("... and no other file is replaced", got, got.status == 2 and "exists" in got.err)
        check("... but with --force", got, run(*args, "--force", "-o", path, FILE).clean())
        check("... and -o - is standard output", got, run(*args, "-o", "-", FILE).out_bytes == want)
    got = run("print", "--force", "-o", FILE, FILE)
    check("print -o: never over the recording", got, got.status == 2 and "is the recording itself" in got.err)
    got = run("print", "-q", "--type", "COMM", "--fail-if", "pid", "-o", "failing.txt", FILE)
    check("print -o: the file is there where a record fails", got,
          got.status == 5 and (cli.CWD / "failing.txt").read_text())
    for alias, fmt in (("jsonl", "json"), ("script", "perf-script")):
        got = run("print", "-n", "20", "--format", alias, FILE)
        check(f"print --format {alias} is {fmt}", got,
              got.out == run("print", "-n", "20", "--format", fmt, FILE).out and got.out)


# ---- slice ----

def check_slice():
    for option in ("-o", "--output"):
        part = cli.CWD / f"slice{option}.data"
        got = try_it("slice", "-q", option, part, FILE)
        check(f"slice {option} OUT: the file is there", got, got.clean() and part.exists())
        part.write_bytes(b"other")
        got = try_it("slice", "-q", option, part, FILE)
        check("... and not replaced", got, got.status == 2 and part.read_bytes() == b"other")
        got = try_it("slice", "-q", "--force", option, part, FILE)
        check("... but with --force", got, got.clean() and part.read_bytes() != b"other")
        part.unlink()
    got = try_it("slice", "-q", "--scrub", "-o", "part.data", "--force", FILE)
    comms = {o["comm"] for o in run("count", "--by", "comm", "--json", "part.data").objects()}
    check("slice --scrub: other names", got, got.clean() and len(comms) > 3 and
          not comms & {o["comm"] for o in RECORDS if o.get("pid") and "comm" in o})


# ---- index, info, fields ----

def check_index():
    pnx = cli.CWD / f"{FILE}.pnx"
    pnx.unlink(missing_ok=True)
    got = try_it("index", "--json", FILE)
    check("index makes an index", got, got.clean() and pnx.exists() and
          got.objects()[0]["reused"] is False)
    got = try_it("index", "--json", FILE)
    check("... and reads it the next time", got, got.objects()[0]["reused"] is True)
    before = pnx.stat().st_ino
    got = try_it("index", "--force", "--json", FILE)
    check("index --force makes it again", got, got.objects()[0]["reused"] is False and
          pnx.stat().st_ino != before)


def check_kept():
    """The cache folder has tests of its own: index_cache.t."""
    pnx = cli.CWD / f"{FILE}.pnx"
    got = try_it("index", "--list", FILE)
    check("index --list FILE: the index, its size and records", got, got.clean() and
          got.out.rstrip().endswith(f"{pnx.stat().st_size} bytes {len(RECORDS):14} records  "
                                    f"{pnx.name}"))
    got = try_it("index", "--remove", FILE)
    check("index --remove FILE", got, got.clean() and not got.out and not pnx.exists())
    for command in ("index", "info", "print", "count", ""):
        got = try_it(command, "--cache-limit", "1Gi", FILE)
        check(f"{command or 'browse'} --cache-limit 1Gi", got, got.clean() and got.out)
        for size in ("", "x", "-1", "5s", "1 G 2", "99999999999G"):
            got = run(*([command] if command else []), "--cache-limit", size, FILE)
            check(f"{command or 'browse'} --cache-limit {size!r}: refused", got,
                  got.status == 2 and "8G" in got.err and not got.out)


def check_places_of_index():
    pnx = cli.CWD / f"{FILE}.pnx"
    for command in ("index", "info", "print", "count", ""):
        other = cli.CWD / f"other-{command}.pnx"
        pnx.unlink(missing_ok=True)
        got = try_it(command, "--index", other, FILE)
        check(f"{command or 'browse'} --index PATH: it is there, not beside the recording", got,
              got.clean() and other.exists() and not pnx.exists())
    for command in ("info", "print", "count", ""):
        got = try_it(command, "--no-index", FILE)
        check(f"{command or 'browse'} --no-index: none is kept", got,
              got.clean() and got.out and not pnx.exists())
    run("index", FILE)
    part = ("-q", "--force", "-o", "part.data")
    got = try_it("slice", *part, "--index", "slice.pnx", FILE)
    check("slice --index PATH", got, got.clean() and (cli.CWD / "slice.pnx").exists())
    pnx.unlink()
    got = try_it("slice", *part, "--no-index", FILE)
    check("slice --no-index", got, got.clean() and not pnx.exists())
    got = try_it("slice", *part, "--cache-limit", "1Gi", FILE)
    check("slice --cache-limit 1Gi", got, got.clean() and pnx.exists())


def check_json_options():
    info = try_it("info", "--json", FILE)
    check("info --json", info, info.clean() and info.objects()[0]["path"] == FILE)
    text = run("fields")
    got = try_it("fields", "--json")
    names = [o["name"] for o in got.objects()]
    check("fields --json: the fields that fields prints", got,
          names == [line.split()[0] for line in text.lines()] and len(set(names)) == len(names))
    for engine in ("sqlite", "duckdb", "clickhouse", "postgresql"):
        got = try_it("fields", "--sql", engine, "-F", "time,callchain.ip,ip,comm")
        made = [line.split('"')[1] for line in got.out.split(";")[0].splitlines() if line.startswith('  "')]
        check(f"fields --sql {engine} -F: the columns of a table", got,
              got.clean() and made == ["time", "callchain.ip", "ip", "comm"])
    shutil.copy(cli.CWD / FILE, cli.CWD / "again.data")
    head = run("print", "-q", "-n", "1", "--format", "csv", FILE, "again.data").lines()[0]
    got = try_it("fields", "--sql", "sqlite")
    check("fields --sql: the columns of CSV of several files, and the command", got,
          head.startswith("file,host,recorded,") and f"-F '{head}'" in got.out)
    same = try_it("fields", "--sql", "sqlite", "--fields", head)
    check("... as --fields has them", same, same.out == got.out)
    got = try_it("fields", "--sql", "oracle")
    check("fields --sql: another engine", got, got.status == 2 and "--sql needs sqlite, duckdb" in got.err)
    got = try_it("fields", "-F", "time")
    check("fields -F without --sql", got, got.status == 2 and "--fields needs --sql" in got.err)


def check_pager_option():
    """What a pager does is in tests/cli/habits.t: here there is no terminal."""
    for command, args in (("info", (FILE,)), ("print", (FILE,)), ("count", (FILE,)), ("annotate", ("compare_shade", cli.DATA / FILE)),
                          ("fields", ()), ("help", ("count",))):
        got = try_it(command, "--no-pager", *args)
        check(f"{command} --no-pager: as without it", got, got.out and got.out == run(command, *args).out)


def check_state_options():
    """What is kept, and when it is used: tests/tui/state.t."""
    kept = {"XDG_CONFIG_HOME": str(cli.CWD / "nothing")}
    note = ("--batch", "--cmd", ":200", "--cmd", ":note here", FILE)
    run(*note, env=kept)
    for command, args in (("print", ()), ("count", ()), ("", ())):
        got = try_it(command, "-f", "note", *args, FILE)
        check(f"{command or 'browse'}: notes are those of the browser", got, got.clean() and got.out)
        got = try_it(command, "--no-state", "-f", "note", *args, FILE)
        check(f"{command or 'browse'} --no-state: none", got, got.clean() and not got.out)
    got = try_it("", "--secure", "-f", "note", FILE)
    check("browse --secure: none, more in tests/tui/secure.t", got, got.clean() and not got.out)
    part = ("-q", "--force", "-f", "note", "-o", "part.data", FILE)
    got = try_it("slice", "--no-state", *part)
    check("slice --no-state: none", got, got.clean() and
          run("count", "--no-index", "-f", "type == SAMPLE", "part.data").out !=
          (run("slice", *part), run("count", "--no-index", "-f", "type == SAMPLE",
                                    "part.data").out)[1])


def check_symbol_options():
    kallsyms = cli.CWD / "kallsyms"
    ips = [o["ip"] for o in run("print", "--type", "SAMPLE", "--format", "json", "-F", "ip",
                                "-f", "ip >= 0xffff800000000000", FILE).objects()]
    kallsyms.write_text(f"{ips[0]:x} T a_name_of_the_test\n")
    one = ("-f", f"ip == {ips[0]}", "--type", "SAMPLE")
    named = 'sym == "a_name_of_the_test"'
    got = try_it("print", "--kallsyms", kallsyms, "-F", "sym", *one, FILE)
    check("print --kallsyms FILE: names are those of the text", got,
          got.clean() and set(got.lines()) == {"a_name_of_the_test"})
    got = try_it("count", "--kallsyms", kallsyms, "--json", "-f", named, FILE)
    check("count --kallsyms FILE", got, got.clean() and got.objects()[0]["count"] > 0)
    part = ("-q", "--force", "-o", "part.data")
    got = try_it("slice", *part, "--kallsyms", kallsyms, "-f", named, FILE)
    check("slice --kallsyms FILE", got, got.clean())
    got = try_it("", "--kallsyms", kallsyms, "--batch", "--cmd", f":filter {named}", "--cmd",
                 ":count by type", FILE)
    check("browse --kallsyms FILE", got, got.clean() and "SAMPLE" in got.out)
    for command, args in (("print", ("-F", "sym", *one)), ("count", ("-f", "sym")),
                          ("slice", (*part, "-f", "sym or ip")), ("", ())):
        got = try_it(command, "--symfs", cli.CWD / "nowhere", "--vmlinux", kallsyms, *args, FILE)
        check(f"{command or 'browse'}: no names where neither folder nor file has them", got,
              got.status == 0 and "a_name_of_the_test" not in got.out and
              ("-q" in args or
               got.err.endswith("/nowhere: cannot read symbols: No such file or directory\n")))
        got = try_it(command, "--buildid-dir", cli.CWD, *args, FILE)
        check(f"{command or 'browse'} --buildid-dir: a cache without entries", got, got.clean())
        got = try_it(command, "--debuginfod", *args, FILE)
        check(f"{command or 'browse'} --debuginfod: without a server all is as it was", got,
              got.clean())
        got = try_it(command, "-k", cli.CWD / "nowhere", *args, FILE)
        check(f"{command or 'browse'} -k FILE: nor where there is none", got,
              got.status == 0 and ("-q" in args or "/nowhere: cannot read symbols: " in got.err))
        got = try_it(command, "-q", "-k", cli.CWD / "nowhere", *args, FILE)
        check(f"{command or 'browse'} -q -k FILE: quietly", got, got.clean())


def check_span():
    """Two samples of the same thread are a span each; the browser has them as a filter does."""
    samples = [o for o in RECORDS if o.get("event") == "cpu-clock"]
    threads = {(o["pid"], o["tid"]) for o in samples if o["tid"]}
    wanted = sum(1 for o in samples if o["tid"]) - len(threads)
    definition = 'pairs event == "cpu-clock" and tid -> event == "cpu-clock" and tid'
    condition = 'span.kind == "pairs" and span.dur'
    got = try_it("count", "--span", definition, "--json", "-f", condition, "--by", "span.name", FILE)
    check("count --span", got, [o["count"] for o in got.objects()] == [wanted])
    got = try_it("print", "--span", definition, "--json", "-F", "span.end", "-f", condition, FILE)
    check("print --span", got, len(got.objects()) == wanted)
    got = try_it("slice", "--span", definition, "-f", condition, "-o", "spans.data", "--force", FILE)
    check("slice --span", got, got.status == 0)
    got = try_it("", "--span", definition, "--batch", "--cmd", f":filter {condition}", "--cmd", ":count by type", FILE)
    check("browse --span", got, got.clean() and f"{wanted}" in got.out)


# ---- annotate ----

def annotated(*args):
    """Samples at the lines that it writes as JSON, the index and all else of a run without anything to say."""
    got = try_it("annotate", "--json", "--kallsyms", cli.CWD / "kallsyms", *args, FILE)
    return sum(n["samples"] for o in got.objects() for n in o["counts"].values()) if not got.status else None


def check_annotate():
    """The kernel is one function here: no instruction of it can be read. tests/cli/annotate.t has functions."""
    whole = "whole_kernel"
    first = min(o["ip"] for o in RECORDS if o.get("ip", 0) >= 0xffff800000000000)
    (cli.CWD / "kallsyms").write_text(f"{first:x} T {whole}\n")
    for args, _ in SELECT:
        want = run("count", "--json", "--kallsyms", cli.CWD / "kallsyms", "--by", "sym", *args, FILE).objects()
        n = sum(o["count"] for o in want if o["sym"] == whole)
        tap.ok(annotated(*args, whole) == (n or None), f"annotate {' '.join(args)}: {n} samples")
    n = annotated(whole)
    for args in (("--index", "other.pnx"), ("--no-index",), ("--no-state",), ("--cache-limit", "1Gi"), ("--secure",),
                 ("-q",), ("--quiet",), ("--symfs", cli.CWD), ("--buildid-dir", cli.CWD), ("--debuginfod",),
                 ("--arch", "arm64"), ("--show-event", "all"), ("--span", "x pid -> tid")):
        tap.ok(annotated(*args, whole) == n > 0, f"annotate {args[0]}: nothing else is counted")
    for option in ("-k", "--vmlinux"):
        got = try_it("annotate", option, cli.CWD / "nowhere", whole, FILE)
        check(f"annotate {option}: no names where there is no file", got, got.status == 2 and not got.out)
    tap.ok(annotated("--force", whole) == n, "annotate --force: nothing else is counted where no file is another one")
    got = try_it("annotate", "--json", "--stacks", "--kallsyms", "kallsyms", whole, FILE)
    check("annotate --stacks: callers count, too", got, got.clean() and
          sum(n["samples"] for o in got.objects() for n in o["counts"].values()) > n)
    text = try_it("annotate", "--format", "text", "--kallsyms", "kallsyms", whole, FILE)
    check("annotate --format text", text, text.clean() and text.out.startswith(f"{whole} in [kernel.kallsyms] at "))
    for option in ("-s", "--show"):
        got = try_it("annotate", option, "both", "--kallsyms", "kallsyms", whole, FILE)
        check(f"annotate {option} both", got, got.clean() and got.out == text.out)


# ---- browse ----

def check_align():
    """Of one file nothing is moved; tests/cli/timeline.t has several."""
    for command in ("print", "count", ""):
        args = () if command else ("--batch", "--cmd", ":count type")
        got = try_it(command, "--align", "start", *args, FILE)
        check(f"{command or 'browse'} --align start", got, got.clean() and
              got.out == run(*([command] if command else []), *args, FILE).out)


def check_arch():
    """dwarf.data is of x86; of arm64 bit 8 of the registers is x8."""
    part = ("-q", "--force", "-o", "part.data")
    data = cli.copy("dwarf.data")
    got = try_it("print", "--arch", "arm64", "--format", "json", "--type", "SAMPLE", data)
    check("print --arch", got, got.clean() and all("x8" in obj["uregs"] for obj in got.objects()))
    got = try_it("info", "--arch", "arm64", data)
    check("info --arch", got, got.clean() and re.search(r"arch +arm64\n +known_by +--arch", got.out))
    got = try_it("info", "--symfs", cli.CWD, data)
    check("info --symfs", got, got.clean() and got.out == run("info", data).out)
    one = ("-f", "uregs.x8")
    samples = len(run("print", "--type", "SAMPLE", data).lines())
    for arch, n in (("arm64", samples), ("x86", 0)):
        got = try_it("count", "--arch", arch, "--json", *one, data)
        check(f"count --arch {arch}", got, got.clean() and
              [obj["count"] for obj in got.objects()] == [n][:n])
        got = try_it("slice", "--arch", arch, *part, *one, data)
        check(f"slice --arch {arch}", got, got.clean() and
              len(run("print", "--type", "SAMPLE", "part.data").lines()) == n)
        got = try_it("", "--arch", arch, "--batch", "--cmd", ":filter uregs.x8", "--cmd",
                     ":count by type", data)
        check(f"browse --arch {arch}", got, got.clean() and (str(n) in got.out) == bool(n))


def check_browse():
    script = cli.script(":wait\n:dump one\n<C-g>\n:dump two\n")
    got = try_it("", "--script", script, FILE)
    check("--script prints the screens that the script asks for", got,
          got.clean() and [line for line in got.lines() if line.startswith("----")] ==
          ["---- one 80x24", "---- two 80x24"])
    wide = try_it("", "--script", script, "--screen", "100x30", FILE)
    check("--screen: of that size", wide, "---- one 100x30" in wide.out and
          len(wide.lines()) == 2 * 31 and max(map(len, wide.lines())) == 100)
    check("--script draws lines, not only with ASCII", got, not got.out.isascii())
    ascii_only = try_it("", "--ascii", "--script", script, FILE)
    check("--ascii draws with ASCII alone", ascii_only, ascii_only.out.isascii())
    for where, ordinal in (("200", "200"), ("@0x7b18", "200"), ("50%", None)):
        got = try_it("", "--goto", where, "--script", script, FILE)
        at = [line for line in got.lines() if line.startswith(">")]
        check(f"--goto {where}", got, got.clean() and at and
              (ordinal is None or at[0][1:].split()[0] == ordinal))
    got = try_it("", "--follow", "--script", script, FILE)
    check("--follow: what is complete is not followed", got,
          got.clean() and "nothing to follow" in got.out)
    got = try_it("", "--follow", "--script", script, "killed.data")
    at = [line for line in got.lines() if line.startswith(">")]
    check("--follow begins at the end of what is not", got,
          got.status == 1 and " following " in got.out and at[0][1:].split()[0] != "0")
    got = try_it("", "--script", script, "--cmd", ":200", "--cmd", "+5", FILE)
    check("--cmd: commands before the first key", got,
          [line for line in got.lines() if line.startswith("> 205 ")])
    got = try_it("", "--batch", "--cmd", ":200", FILE)
    check("--batch: what commands show, without a screen", got,
          got.clean() and got.out == run("print", "--skip", "200", "-n", "1", FILE).out)
    got = try_it("", "--order", "time", "--script", script, FILE)
    check("--order time", got, got.clean() and ", by time " in got.lines()[1])
    got = try_it("", "--order", "random", "--script", script, FILE)
    check("--order random", got, got.status == 2 and '--order needs file or time, not "random"' in got.err)
    got = try_it("", "--version")
    check("--version", got, got.clean() and got.out.startswith("perfnav "))


# ---- progress ----

def long_recording():
    """One whose index takes a while: it has a hole of 20 MiB, which is searched for records."""
    data = bytearray((cli.DATA / "fp.data").read_bytes())
    offset, size = struct.unpack_from("<QQ", data, 40)
    hole = 20 << 20
    struct.pack_into("<Q", data, 48, size + hole)
    data[72:104] = bytes(32)
    path = cli.CWD / "long.data"
    with open(path, "wb") as out:
        out.write(data[:offset + size])
        out.truncate(offset + size + hole)
    return path.name


def on_terminal(*args):
    """Runs with standard error on a terminal; what it wrote there."""
    master, slave = os.openpty()
    pid = os.fork()
    if not pid:
        os.dup2(os.open("/dev/null", os.O_RDWR), 1)
        os.dup2(slave, 2)
        os.chdir(cli.CWD)
        os.execve(cli.PERFNAV, [cli.PERFNAV, *args], cli.ENV)
    os.close(slave)
    text = b""
    while True:
        try:
            piece = os.read(master, 4096)
        except OSError:
            break
        if not piece:
            break
        text += piece
    os.close(master)
    os.waitpid(pid, 0)
    return text


def check_progress():
    name = long_recording()
    for command, args in (("index", ["--force"]), ("info", ["--no-index"]),
                          ("print", ["--no-index", "--order", "time", "-n", "1"]), ("count", ["--no-index"]),
                          ("slice", ["--no-index", "--force", "-o", "part.data"])):
        shown = on_terminal(command, *args, name)
        quiet = on_terminal(command, *args, "-q", name)
        tried.update({(command, "-q"), (command, "--quiet")})
        tap.ok(b"indexing" in shown and b"%" in shown,
               f"{command}: progress where standard error is a terminal", [repr(shown)])
        tap.ok(shown.rfind(b"\r\x1b[K") > shown.rfind(b"indexing"), "... which is wiped at the end",
               [repr(shown)])
        tap.ok(b"indexing" not in quiet and b"\x1b" not in quiet, f"{command} -q: no progress",
               [repr(quiet)])
        got = run(command, *args, name)
        check(f"{command}: no progress where it is none", got,
              "indexing" not in got.err and "\r" not in got.err and "\x1b" not in got.err)
    (cli.CWD / name).unlink()
    for command in ("index", "info", "print", "count", ""):
        short = try_it(command, "-q", FILE)
        got = try_it(command, "--quiet", FILE)
        check(f"{command or 'browse'} -q is --quiet", got, got.clean() and got.out == short.out)


def check_secure():
    for command, args in (("info", ()), ("print", ("-n", "1")), ("count", ()), ("slice", ("-o", "-"))):
        got = try_it(command, "--secure", *args, FILE)
        check(f"{command} --secure", got, got.status == 0 and got.out_bytes)
    check("index --secure", try_it("index", "--secure", FILE), try_it("index", "--secure", FILE).status == 2)


def check_all_tried():
    for command in COMMANDS:
        for option in ("-h", "--help"):
            got = try_it(command, option)
            check(f"{command or 'browse'} {option}", got, got.clean() and "Options:" in got.out)
    wanted = {pair for command in COMMANDS for pair in listed(command)}
    missing = sorted(" ".join(pair) for pair in wanted - tried)
    tap.ok(not missing, "each option that --help lists was tried here", missing)
    tap.ok(len(wanted) > 50, "... and --help lists many")


cli.copy(FILE)
cli.copy("killed.data")
RECORDS = run("print", "--format", "json", FILE).objects()
check_selections(RECORDS)
check_lacking_fields()
check_integers_as_times(RECORDS)
check_several_selections(RECORDS)
check_parts_of_time()
check_print(RECORDS)
check_more_print(RECORDS)
check_fields(RECORDS)
check_count(RECORDS)
check_profiles()
check_slice()
check_index()
check_kept()
check_places_of_index()
check_json_options()
check_pager_option()
check_state_options()
check_symbol_options()
check_span()
check_annotate()
check_arch()
check_align()
check_browse()
check_progress()
check_secure()
check_all_tried()
sys.exit(tap.done())
