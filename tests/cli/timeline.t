#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several FILEs are one timeline: their records are those of each, one after the other by time."""
import itertools
import os
import re
import resource
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

# A machine writes with the byte order and the event of its own; the second does not know the
# tasks that the first names.
ABI = f'include "{cli.CASES}/abi.inc"'
HEAD = ABI + """
attr type=HARDWARE config={config} sample_period=1000 size=112 name="{event}"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL|F_COMM|F_TASK
feature HOSTNAME fstr "testhost"
feature EVENT_DESC event_desc
macro trailer tid time
	u32 1 tid u64 time u32 3 0
end
macro sample tid time
	u64 0x1000 trailer tid time
end
"""
FIRST = "file endian=big\n" + HEAD.format(config=0, event="cycles") + """
record COMM u32 1 7 str "early" pad8 trailer 7 100
record COMM u32 1 7 str "alpha" pad8 trailer 7 200
record FORK u32 1 1 u32 8 7 u64 250 trailer 7 250
record SAMPLE misc=USER sample 7 300
record SAMPLE misc=USER sample 9 400
"""
SECOND = HEAD.format(config=1, event="instructions") + """
record SAMPLE misc=USER sample 7 1000
record SAMPLE misc=USER sample 8 1010
record FORK u32 1 1 u32 9 8 u64 1020 trailer 8 1020
record SAMPLE misc=USER sample 9 1030
record COMM u32 1 7 str "omega" pad8 trailer 7 1040
record SAMPLE misc=USER sample 7 1050
record SAMPLE misc=USER sample 10 1060
record SAMPLE misc=USER sample 0 1070
"""
LAST = HEAD.format(config=1, event="instructions") + "record SAMPLE misc=USER sample 7 2000\n"
# What comes without a time of its own has the place of what was given before it.
TIMELESS = ABI + """
attr type=SOFTWARE config=0 sample_period=1000 size=112 name="cpu-clock" sample_type=S_IP|S_TID
record SAMPLE misc=USER u64 0x1000 u32 1 7
"""


# One recording, and others that are of another machine, clock or start of the machine.
WHERE = ABI + """
attr type=SOFTWARE config=0 sample_period=1000 size=112 name="cpu-clock" sample_type=S_IP|S_TID|S_TIME
	flags=F_SAMPLE_ID_ALL|{flags} clockid={clockid}
feature HOSTNAME fstr "{host}"
feature 29 u32 1 1 u64 {wall} 1000
record SAMPLE misc=USER u64 0x1000 u32 1 7 u64 {time}
"""
HERE = {"flags": "0x2000000", "clockid": 1, "host": "here", "wall": 1700000000000000000,
        "time": 5000}
ELSEWHERE = {
    "other machines": ({"host": "th\\x1bere"}, "recorded on different machines, so their time order is meaningless: ", "here"),
    "other clocks": ({"clockid": 7}, "recorded with different clocks, so their time order is meaningless: ", "monotonic"),
    "other boots": ({"wall": 1700000400000000000}, "recorded in different boots of the machine, so their time order is "
                    "meaningless: ", "clock 0 at"),
}


def make(name, text):
    description = cli.SCRATCH / f"{name}.mk"
    description.write_text(text)
    subprocess.run([cli.MK, description, cli.CWD / name], check=True, cwd=cli.CASES)
    return name


def records(*names, options=()):
    return run("print", "--format", "json", *options, *names).objects()


def union(*names):
    """What one timeline has to be: the files, each by itself, with what differs then."""
    objects = [dict(o, file=name) for name in names for o in records(name)]
    ordinal = itertools.count()
    for o in objects:
        if "ordinal" in o:
            o["ordinal"] = next(ordinal)
    return objects


def without_comm(objects):
    return [{k: v for k, v in o.items() if k != "comm"} for o in objects]


def check_union(title, *names, given=None):
    result = run("print", "--format", "json", *(given or names))
    want, got = union(*names), result.objects()
    check(f"{title}: the records of each, one after the other", result,
          got and without_comm(got) == without_comm(want))
    check(f"{title}: a name is never lost", result,
          len(got) == len(want) and
          all(b.get("comm") == a["comm"] for a, b in zip(want, got) if "comm" in a))


def check_rotated():
    one, two = cli.copy("rotated.1.data"), cli.copy("rotated.2.data")
    check_union("rotated", one, two)
    check_union("given the other way round", one, two, given=(two, one))
    result = run("print", one, two)
    check("print: no warning, no message", result, result.clean())
    tap.ok(all((cli.CWD / f"{name}.pnx").exists() for name in (one, two)),
           "each file has an index of its own beside it")
    again = run("index", "--json", one, two)
    check("... which is used by itself, too", again,
          [o["reused"] for o in again.objects()] == [True, True])
    check("print FILE FILE with standard output no terminal", run(one, two),
          run(one, two).out == result.out)


def check_filters():
    one, two = "rotated.1.data", "rotated.2.data"
    everything = records(one, two)
    for text, keep in (
            (f'file == "{two}"', lambda o: o["file"] == two),
            (f'file != "{two}"', lambda o: o["file"] == one),
            (f'file contains "1." and type == SAMPLE',
             lambda o: o["file"] == one and o["type"] == "SAMPLE"),
            ('not file == "x"', lambda o: True),
            ("ordinal in {50..56}", lambda o: 50 <= o["ordinal"] <= 56),
            ("offset == 0x108", lambda o: o["offset"] == 0x108),
            ('comm == "churn"', lambda o: o.get("comm") == "churn"),
            ("type in {COMM, FORK} and tid", lambda o: o["type"] in ("COMM", "FORK")),
            ('event == "cpu-clock" and cpu == 0', lambda o: False),
            ('event == "cpu-clock"', lambda o: o.get("event") == "cpu-clock")):
        want = [o for o in everything if keep(o)]
        tap.ok(records(one, two, options=("-f", text)) == want, f"-f {text}")
    tap.ok(records(one, two, options=("--skip", "50", "-n", "6")) == everything[50:56],
           "--skip and -n count through the files")
    column = run("print", "-F", "file,ordinal", one, two)
    check("-F file is a column", column, column.lines() ==
          [f"{o['file']} {o['ordinal']}" for o in everything])
    alone = run("print", "--format", "json", one).objects()
    tap.ok(all("file" not in o for o in alone), "JSON of one file has no file")
    alone = run("print", "--format", "json", "-F", "file", one).objects()
    tap.ok(alone and all(o == {"file": one} for o in alone), "... unless it is asked for")


def counts(by, *names):
    return run("count", "--json", "--by", by, *names).objects()


def check_counts():
    """Groups of equal values are one, whatever their numbers in each file are."""
    first, second = make("first.data", FIRST), make("second.data", SECOND)
    for names in (("rotated.1.data", "rotated.2.data"), (first, second)):
        everything = records(*names)
        for by in ("type", "event", "tid", "comm", "file", "file,type", "event,cpu"):
            keys = by.split(",")
            want = {}
            for o in everything:
                values = tuple(o.get(key) for key in keys)
                want[values] = want.get(values, 0) + 1
            got = {tuple(o[key] for key in keys): o["count"] for o in counts(by, *names)}
            # Bodies of perf's own records have fields of these names that are not of the row.
            tap.ok(got == want, f"count --by {by} {' '.join(names)}",
                   [f"want {want}", f"got  {got}"])


def check_foreign():
    """Two byte orders, two events of the same number, names from the file before."""
    one, two = "first.data", "second.data"
    check_union("big- and little-endian", one, two)
    samples = [(o["tid"], o["time"], o["event"], o.get("comm")) for o in records(two, one)
               if o["type"] == "SAMPLE"]
    tap.ok(samples == [
        (7, 300, "cycles", "alpha"), (9, 400, "cycles", None),
        (7, 1000, "instructions", "alpha"),
        (8, 1010, "instructions", "alpha"),  # forked in the first file
        (9, 1030, "instructions", "alpha"),  # forked in the second, of one forked in the first
        (7, 1050, "instructions", "omega"), (10, 1060, "instructions", None),
        (0, 1070, "instructions", "swapper"),
    ], "tasks have the names of the files before", [str(s) for s in samples])
    last = make("last.data", LAST)
    got = [o.get("comm") for o in records(last, two, one) if o["time"] == 2000]
    tap.ok(got == ["omega"], "... the latest of them", [str(got)])
    got = [o.get("comm") for o in records(last, one) if o["time"] == 2000]
    tap.ok(got == ["alpha"], "... of those that are given", [str(got)])
    want = [o for o in records(one, two) if o.get("comm") == "alpha"]
    tap.ok(len(want) == 7 and records(one, two, options=("-f", 'comm == "alpha"')) == want,
           'filter comm == "alpha"', [str(want)])


def check_order():
    one, two = "first.data", "second.data"
    timeless = make("timeless.data", TIMELESS)
    for given, want in (((two, one), [one, two]),
                        ((timeless, two, one), [timeless, one, two]),
                        ((two, timeless, one), [one, two, timeless])):
        got = [o["file"] for o in records(*given)]
        tap.ok([k for k, _ in itertools.groupby(got)] == want, f"order of {' '.join(given)}",
               [str(got)])
    packed = cli.copy("compressed.data")
    plain = cli.copy("demo.data")
    for given in ((packed, plain), (plain, packed)):
        files = [k for k, _ in itertools.groupby(o["file"] for o in records(*given))]
        first = {name: min(o["time"] for o in records(name) if o.get("time")) for name in given}
        tap.ok(files == sorted(given, key=first.get), f"order of {' '.join(given)}", [str(first)])
    check_union("with compressed records", *files)


def check_kinds():
    directory, pipe = cli.copy("threads.data"), cli.copy("pipe.data")
    files = [k for k, _ in itertools.groupby(o["file"] for o in records(directory, pipe))]
    check_union("a directory and a pipe's capture", *files)
    twice = records("second.data", "second.data")
    once = records("second.data")
    tap.ok(len(twice) == 2 * len(once) and
           [o["ordinal"] for o in twice] == list(range(len(twice))) and
           [o.get("comm") for o in twice][:len(once)] == [o.get("comm") for o in once],
           "the same file twice has its records twice")
    with open(cli.CWD / "first.data", "rb") as stream:
        done = subprocess.run([cli.PERFNAV, "count", "--by", "file", "-", "second.data"],
                              cwd=cli.CWD, env=cli.ENV, stdin=stream, capture_output=True,
                              check=False)
    result = cli.Result(done)
    check("standard input as one of them", result, result.clean() and
          {line.split()[1] for line in result.lines()} == {"-", "second.data"})
    result = run("count", "-", "-")
    check("standard input twice: status 2", result, result.status == 2 and "-" in result.err)


def check_trouble():
    one, two = "rotated.1.data", "rotated.2.data"
    both = run("count", one, two)
    for given in (("missing", one, two), (one, "missing", two), (one, two, "missing")):
        result = run("count", *given)
        check(f"count {' '.join(given)}: status 3, the others are counted", result,
              result.status == 3 and result.out == both.out and
              result.err == "perfnav: missing: cannot open: No such file or directory\n")
    result = run("print", "missing", "missing2")
    check("all of them missing: status 3, each is named", result, result.status == 3 and
          not result.out and [line.split(": ")[1] for line in result.err.splitlines()] ==
          ["missing", "missing2"])
    (cli.CWD / "text.data").write_text("no recording at all, but text that goes on for a while\n")
    result = run("count", one, "text.data", two)
    check("one is no recording: status 3", result, result.status == 3 and
          result.out == both.out and "text.data" in result.err)
    damaged = cli.make("damage")
    result = run("count", damaged, one)
    check("one is damaged: status 1, and a warning that names it", result,
          result.status == 1 and damaged in result.err.splitlines()[0] and
          one not in result.err.splitlines()[0])
    stretches = [o for o in records(one, damaged, options=("--type", "DAMAGE"))]
    tap.ok(stretches == [dict(o, file=damaged)
                         for o in records(damaged, options=("--type", "DAMAGE"))] and stretches,
           "... its damaged stretches are listed", [str(o) for o in stretches])
    files = [k for k, _ in itertools.groupby(o["file"] for o in records(one, damaged))]
    check_union("one is damaged", *files)
    result = run("count", "--index", "x.pnx", one, two)
    check("--index for two files: status 2", result, result.status == 2 and
          "--index" in result.err and not (cli.CWD / "x.pnx").exists())


def check_info():
    one, two = "rotated.1.data", "rotated.2.data"
    result = run("info", "--json", two, one)
    check("info --json: an object for each, as given", result, result.clean() and
          [o["path"] for o in result.objects()] == [two, one] and
          result.out == run("info", "--json", two).out + run("info", "--json", one).out)


def check_many():
    """More files than a process may have open by default, and one process for all tracepoints."""
    folder = cli.CWD / "many"
    folder.mkdir()
    names = [f"many/{i:03}.data" for i in range(150)]
    for name in names:
        shutil.copy(cli.CWD / "rotated.1.data", cli.CWD / name)
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    limit = ["sh", "-c", 'ulimit -Sn 64; exec "$@"', "sh"]
    result = run("count", *names, before=limit)
    once = {k: int(n) for n, k in (line.split() for line in run("count", names[0]).lines())}
    got = {k: int(n) for n, k in (line.split() for line in result.lines())}
    check("150 files with 64 descriptors, as long as more are allowed", result, result.clean() and
          got == {k: 150 * n for k, n in once.items()})
    tap.ok(soft == resource.getrlimit(resource.RLIMIT_NOFILE)[0], "... our own limit stays")
    some = records(*names[:5])
    tap.ok([o["ordinal"] for o in some] == list(range(len(some))) and
           [o["file"] for o in some[::len(some) // 5]] == names[:5] and
           some == union(*names[:5]), "five files: all records of each")
    traced = [shutil.copy(cli.DATA / "tracepoints.data", cli.CWD / f"t{i}.data")
              for i in range(3)]
    traced = [os.path.basename(path) for path in traced]
    whole = run("print", *traced)
    alone = run("print", traced[0])
    check("texts of tracepoints in each file", whole, whole.clean() and
          [line.split(None, 1)[1:] for line in whole.lines()] ==
          [line.split(None, 1)[1:] for line in alone.lines()] * 3)


def check_doubts():
    """What keeps files from being one timeline is said: by commands, info, ve and the title."""
    here = make("here.data", WHERE.format(**HERE))
    later = make("later.data", WHERE.format(**{**HERE, "wall": HERE["wall"] + 10 ** 9, "time": 6000}))
    for args in (["count"], ["info"]):
        result = run(*args, here, later)
        check(f"{args[0]}: of one machine, clock and start: nothing is said", result, result.clean())
    for number, (what, (change, text, detail)) in enumerate(ELSEWHERE.items()):
        name = make(f"else{number}.data", WHERE.format(**{**HERE, **change}))
        check_doubt(what, here, name, text, detail)
    alone = run("info", "--no-index", "--json", here).objects()[0]
    tap.ok(alone["timeline"] == [] and "timeline" not in run("info", "--no-index", here).out, "info of one file has no such line")
    check_doubt("a file twice", here, f"./{here}", "given twice", "here.data")


def check_doubt(what, one, two, text, detail):
    for args in (["count", "--no-index"], ["print", "--no-index"], ["info", "--no-index"]):
        result = run(*args, one, two)
        check(f"{what}: {args[0]} says so", result, result.status == 0 and
              len(result.err.splitlines()) == 1 and text in result.err and detail in result.err and
              "\x1b" not in result.err and f"{one}" in result.err and two in result.err)
    result = run("count", "-q", "--no-index", one, two)
    check("... not with -q", result, result.clean())
    result = run("info", "-q", "--no-index", one, two)
    lines = re.findall(r"^timeline\n((?:  .*\n)+)", result.out, re.M)
    check("... info has it in its text, once", result, len(lines) == 1 and lines[0].count("\n") == 1 and text in lines[0] and
          detail in lines[0] and "\x1b" not in result.out)
    objects = run("info", "-q", "--no-index", "--json", one, two).objects()
    tap.ok(len(objects) == 2 and all(len(o["timeline"]) == 1 and text in o["timeline"][0] for o in objects),
           "... and in the object of each file", [str(o.get("timeline")) for o in objects])
    result = run("--no-index", "-q", "--batch", "--cmd", ":info", one, two)
    check("... and :info", result, text in result.out)
    keys = cli.script(":wait\n:dump records\nve\n:wait\n:dump problems\nq\n")
    result = run("--no-index", "--screen", "160x24", "--script", keys, one, two)
    screens = result.out.split("---- problems")
    check("... the browser's title and its problems, too", result,
          f"{what} (ve)" in screens[0] and text in screens[1])


# Each has a name, a mapping and samples of its own; the third has no time of day.
ALIGNED = ABI + """
attr type=SOFTWARE config=0 sample_period=1000 size=112 name="cpu-clock" sample_type=S_IP|S_TID|S_TIME
	flags=F_SAMPLE_ID_ALL|F_COMM|F_MMAP|{flags} clockid=1
feature HOSTNAME fstr "{host}"
{clock}
record COMM u32 7 7 str "{host}" pad8 u32 7 7 u64 {t0}
record MMAP u32 7 7 u64 0x1000 0x1000 0 str "/bin/{host}" pad8 u32 7 7 u64 {t1}
record SAMPLE misc=USER u64 0x1000 u32 7 7 u64 {t2}
record FORK u32 8 7 u32 8 7 u64 {t3} u32 7 7 u64 {t3}
record SAMPLE misc=USER u64 0x1010 u32 8 8 u64 {t4}
record SAMPLE misc=USER u64 0x1020 u32 7 7 u64 0
"""
SECOND_NS = 10 ** 9


def make_aligned(name, first, wall):
    """A record a second from the first on; wall is the time of day when the clock was 0."""
    times = {f"t{i}": first + i * SECOND_NS for i in range(5)}
    clock = f"feature 29 u32 1 1 u64 {wall + 1000} 1000" if wall else ""
    return make(f"{name}.data", ALIGNED.format(host=name, clock=clock, **times,
                                               flags="0x2000000" if wall else "0"))


def check_aligned(how, names, shifts):
    """All that has a time has that of the timeline, and names are those of each file."""
    options = ("-q", "--align", how)
    want = []
    for name, shift in zip(names, shifts):
        for o in records(name):
            want.append(dict(o, file=name, time=o["time"] + shift if o.get("time") else 0))
    times = {(o["file"], o["offset"]): o["time"] for o in want}
    got = records(*names, options=options)
    keys = ("file", "time", "comm", "type")
    same = [[{k: o.get(k) for k in keys} for o in sorted(objects, key=lambda o: (o["file"], o["offset"]))]
            for objects in (want, got)]
    tap.ok(same[0] == same[1], f"--align {how}: times are moved, names stay", [str(s) for s in same])
    timed = records(*names, options=(*options, "--order", "time"))
    moved = [o["time"] for o in timed if o["time"]]
    tap.ok(moved == sorted(moved) and len(timed) == len(want), f"--align {how}: --order time", [str(moved)])
    middle = moved[len(moved) // 2]
    for text, keep in ((f"time >= {middle}", lambda t: t >= middle), (f"time == {middle}", lambda t: t == middle),
                       (f"time and rel <= {middle - moved[0]}", lambda t: 0 < t <= middle)):
        expected = sorted(key for key, t in times.items() if keep(t))
        found = sorted((o["file"], o["offset"]) for o in records(*names, options=(*options, "-f", text)))
        tap.ok(found == expected, f"--align {how}: -f '{text}'", [str(found), str(expected)])
    columns = run("print", *options, "--format", "csv", "-F", "file,time,comm,dso", "-f",
                  "type == SAMPLE and time", *names)
    rows = [line.split(",") for line in columns.lines()[1:]]
    tap.ok(len(rows) == 2 * len(names) and all(
        row[2] == row[0].removesuffix(".data") and row[3] == f"/bin/{row[2]}" and
        int(row[1]) in [t for (name, _), t in times.items() if name == row[0]] for row in rows),
        f"--align {how}: CSV, mappings", [str(rows)])
    counted = run("count", *options, "--by", "comm", "--json", "-f", "type == SAMPLE", *names).objects()
    tap.ok({o["comm"]: o["count"] for o in counted} == {name.removesuffix(".data"): 3 for name in names},
           f"--align {how}: count --by comm", [str(counted)])
    script = run("print", *options, "--format", "perf-script", "-f", "time", *names)
    shown = [float(line.split(":")[0].split()[-1]) for line in script.lines() if line.strip()]
    tap.ok(len(shown) == 2 * len(names) and shown == sorted(shown), f"--align {how}: perf-script",
           script.lines())
    return timed


def check_align():
    wall = 1700000000 * SECOND_NS
    one = make_aligned("one", 5 * SECOND_NS, wall)
    two = make_aligned("two", 900 * SECOND_NS, wall - 893 * SECOND_NS - SECOND_NS // 2)
    bare = make_aligned("bare", 70 * SECOND_NS, 0)
    check_aligned("none", (one, two), (0, 0))
    check_aligned("start", (one, two, bare), (895 * SECOND_NS, 0, 830 * SECOND_NS))
    timed = check_aligned("wall", (one, two), (893 * SECOND_NS + SECOND_NS // 2, 0))
    files = [o["file"] for o in timed if o["type"] == "SAMPLE" and o["time"]]
    tap.ok(files == [one, two, one, two], "--align wall: records of both in turn", files)
    days = [set(line for line in run("print", "-q", *options, "--format", "csv", "-F", "wall", "-f", "time", one,
                                     two).lines()) for options in ((), ("--align", "wall"), ("--align", "start"))]
    tap.ok(len(days[0]) > 8 and days[0] == days[1] == days[2], "the time of day stays", [str(days)])
    result = run("count", "--align", "wall", one, bare)
    check("--align wall of a file that tells none: status 2", result, result.status == 2 and
          result.err.startswith(f"perfnav: {bare}: no time of day to align by: recorded without -k CLOCK of perf record; "
                                "--align start works without it\n") and not result.out)
    result = run("count", "--align", "sun", one, two)
    check("--align sun: status 2", result, result.status == 2 and
          "--align needs one of start, wall, none" in result.err)
    result = run("count", "--align", "start", one, two)
    check("what is aligned is no doubt", result, result.clean())
    keys = cli.script(":wait\n:dump records\nve\n:wait\n:dump problems\nq\n")
    result = run("--no-index", "--no-state", "--screen", "160x24", "--align", "start", "--script", keys, one, two)
    screens = result.out.split("---- problems")
    check("the title and the problems say how files are aligned", result,
          "aligned by start (ve)" in screens[0] and
          "one.data: times are moved by 895.000000000 s" in screens[1])


check_rotated()
check_filters()
check_counts()
check_foreign()
check_order()
check_kinds()
check_trouble()
check_info()
check_many()
check_doubts()
check_align()
sys.exit(tap.done())
