#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of all samples together, read back: folded stacks, pprof, SQLite, the Firefox Profiler's.

Each is read by what its format is for, or by a reader written from its schema, and has to have the
samples of the filtered set: as many, with the same stacks, the same sums. Of all events here;
tests/cli/shown_event.t has those of each.
"""
import collections
import gzip
import itertools
import json
import os
import pathlib
import platform
import re
import sqlite3
import subprocess
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
import gecko  # noqa: E402
import pprof  # noqa: E402
from cli import check, run, tap  # noqa: E402

CORE = pathlib.Path(__file__).resolve().parents[1] / "core"


def write(name, filename, *options, before=(), args=()):
    """The file that :write makes."""
    path = cli.CWD / filename
    path.unlink(missing_ok=True)
    commands = [arg for command in (*before, f"write {filename} {' '.join(options)}")
                for arg in ("--cmd", f":{command}")]
    result = run("--no-index", "--batch", "--show-event", "all", *args, *commands, name)
    check(f"{name}: :write {filename} {' '.join(options)}", result,
          not result.status and "records written" in result.out and path.exists())
    return path


def stacks_of(name, *args):
    """What print --format folded says, as tuples of names."""
    result = run("print", "-q", "--no-index", "--format", "folded", "--show-event", "all",
                 *args, name)
    lines = [line.rsplit(" ", 1) for line in result.lines()]
    return collections.Counter({tuple(stack.split(";")): int(number) for stack, number in lines})


def samples_of(name, expr):
    result = run("print", "-q", "--no-index", "--format", "json", "-f", f"type == SAMPLE and ({expr})", "-F",
                 "ordinal,time,cpu,pid,tid,ip,addr,period,weight,event,comm,dso,sym,symoff,folded",
                 name)
    return result.objects()


# ---- pprof ----

def check_pprof(name, expr):
    types, samples = pprof.read(write(name, "x.pb.gz", before=[f"filter {expr}"]))
    counted, weighed = collections.Counter(), collections.Counter()
    for stack, values in samples:
        counted[stack] += sum(values[::2])
        weighed[stack] += sum(values[1::2])
    events = [t.removesuffix("_sample") for t, _ in types[::2]]
    tap.ok([t for t, _ in types] == [e + end for e in events for end in ("_sample", "_event")] and
           len(set(events)) == len(events) > 0, "... its values are samples and periods of each event",
           [str(types)])
    tap.ok(counted == stacks_of(name, "-f", expr), "... and its stacks those of the filter")
    tap.ok(+weighed == stacks_of(name, "-f", expr, "--weight", "period"), "... with their periods")
    check_places(name, expr)


def check_places(name, expr):
    """Where locations are, in which mappings; which command it was, when, for how long."""
    parts = collections.defaultdict(list)
    for number, value in pprof.fields(gzip.decompress((cli.CWD / "x.pb.gz").read_bytes())):
        parts[number].append(value)
    strings = [value.decode() for value in parts[6]]
    mappings = {m[1]: m for m in (dict(pprof.fields(value)) for value in parts[3])}
    places = {}
    for value in parts[4]:
        place = dict(pprof.fields(value))
        mapping = mappings.get(place.get(2))
        places[place.get(3, 0)] = strings[mapping[5]] if mapping else None
        if mapping and not mapping[2] <= place[3] < mapping[3]:
            tap.ok(False, "... a location in its mapping", [str(place), str(mapping)])
    samples = [o for o in samples_of(name, expr) if o["ip"]]
    wrong = [o for o in samples if o["ip"] not in places or places[o["ip"]] != o.get("dso")]
    tap.ok(samples and not wrong, "... at the addresses of samples, in the mappings of these", wrong[:3])
    tap.ok(list(mappings) != [] and (strings[list(mappings.values())[0][5]][0] == "/" or len(mappings) == 1) and
           all(re.fullmatch("([0-9a-f]{2}){1,20}", strings[m[6]]) for m in mappings.values() if 6 in m),
           "... of which the first is a program, with build ids", [str(mappings)])
    times = [o["time"] for o in run("print", "-q", "--no-index", "--format", "json", "-F", "time", "-f", "time", name).objects()]
    tap.ok(parts[10] == [max(times) - min(times)] and len(parts[13]) == 1 and "perf record" in strings[parts[13][0]],
           "... with the time that it took, and the command", [str(parts[10]), str(parts[13])])


def check_order():
    """Mappings are in order of their first use in the file, though threads read its blocks at once."""
    text = f'''include "{cli.ROOT}/tests/mk/cases/abi.inc"
attr type=HARDWARE config=0 sample_period=1 size=128 name="cycles"
	sample_type=S_IP|S_TID|S_TIME flags=F_SAMPLE_ID_ALL|F_MMAP2
feature EVENT_DESC event_desc
macro map start
	u32 861 861 u64 start 0x1000 0 u32 8 1 u64 start 0 u32 5 2
end
'''
    files = [f"/opt/{i}" for i in range(64)]
    for i, file in enumerate(files):
        text += f'record MMAP2 misc=USER map {i + 1 << 16} str "{file}" pad8 u32 861 861 u64 1\n'
    # The first block has one file until its last rows.
    for i, n in ((i, 8000 if i == 0 else 2 if i < 32 else 500) for i in range(len(files))):
        for k in range(n):
            text += f"record SAMPLE misc=USER u64 {(i + 1 << 16) + k * 8 % 4096} u32 861 861 u64 {1000 + i}\n"
    made = cli.CWD / "order.mk"
    made.write_text(text)
    tap.ok(cli.tool(cli.MK, made, "order.data").returncode == 0, "a recording of several blocks")
    data = gzip.decompress(write("order.data", "x.pb.gz").read_bytes())
    strings = [value.decode() for number, value in pprof.fields(data) if number == 6]
    mappings = [dict(pprof.fields(value)) for number, value in pprof.fields(data) if number == 3]
    names = {m[1]: strings[m[5]] for m in mappings}
    tap.ok([names[number] for number in sorted(names)] == files,
           "pprof: mappings are numbered in order of their first use", [str(names)])


# ---- SQLite ----

def call_paths(db, tasks):
    """The call path of each sample behind its task."""
    paths = {row["id"]: (row["parent_id"], row["symbol"]) for row in
             db.execute("SELECT * FROM call_paths_view")}
    stacks = collections.Counter()
    for row, task in zip(db.execute("SELECT call_path_id FROM samples ORDER BY id"), tasks):
        stack, node = [], row["call_path_id"]
        while node > 1:
            node, symbol = paths[node]
            stack.insert(0, symbol)
        stacks[(task, *stack)] += 1
    return stacks


def check_sqlite(name, expr):
    path = write(name, "x.sqlite", before=[f"filter {expr}"])
    db = sqlite3.connect(path)
    db.row_factory = sqlite3.Row
    want = samples_of(name, expr)
    got = list(db.execute("SELECT * FROM samples_view ORDER BY id"))
    own = list(db.execute("SELECT * FROM samples ORDER BY id"))
    tap.ok([row[0] for row in db.execute("PRAGMA integrity_check")] == ["ok"], "... it is sound")
    tap.ok([row["id"] - 1 for row in got] == [o["ordinal"] for o in want] and len(want) > 0,
           f"... a row for each of {len(want)} samples")
    wrong = []
    for row, sample, o in zip(got, own, want):
        pairs = {"time": row["time"], "cpu": row["cpu"], "pid": row["pid"], "tid": row["tid"],
                 "event": row["event"], "comm": row["command"], "period": sample["period"],
                 "addr": sample["to_ip"] and sample["to_ip"] % 2**64, "weight": sample["weight"],
                 "ip": int(row["ip_hex"], 16), "symoff": sample["sym_offset"]}
        wrong += [f"{o['ordinal']}: {key} is {value}, not {o.get(key)}"
                  for key, value in pairs.items() if value != o.get(key)]
        if "dso" in o and os.path.basename(o["dso"]) != row["dso_short_name"]:
            wrong.append(f"{o['ordinal']}: dso {row['dso_short_name']}")
        if "sym" in o and o["sym"] != row["symbol"]:
            wrong.append(f"{o['ordinal']}: symbol {row['symbol']}")
    tap.ok(not wrong, "... and its values are those of the record", wrong[:6])
    stacks = call_paths(db, [o["folded"].split(";")[0] for o in want])
    tap.ok(stacks == stacks_of(name, "-f", expr), "... its call paths are the stacks")
    views = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'view'")]
    counts = [db.execute(f"SELECT count(*) FROM {view}").fetchone()[0] for view in views]
    tap.ok(len(views) == 8 and all(counts), "... each view has rows", [str(views), str(counts)])
    ids = {row["long_name"]: row["build_id"] for row in db.execute("SELECT long_name, build_id FROM dsos")}
    known = {o["file"]: o["build_id"] for o in build_ids(name)}
    wrong = [f"{dso}: {ids[dso]}, not {known[dso]}" for dso in ids if dso in known and ids[dso] != known[dso]]
    tap.ok(not wrong and set(ids) & set(known), "... with the build ids of the recording", wrong[:4])
    plan = " ".join(row["detail"] for row in db.execute("EXPLAIN QUERY PLAN SELECT * FROM samples WHERE time BETWEEN 1 AND 2"))
    tap.ok("samples_by_time" in plan, "... an index finds samples by time", [plan])
    db.close()


def build_ids(name):
    return run("info", "--json", "--no-index", name).objects()[0]["features"].get("BUILD_ID", [])


# Kinds of spans that are of a thread (src/spans/spankind.c).
CALLS = {"syscall", "offcpu", "workqueue", "lock", "kvm", "call", "life"}


def check_calls(name, *args):
    """Calls are the spans of threads, and lie in one another; the trees of exported-sql-viewer lead to all of them."""
    db = sqlite3.connect(write(name, "calls.sqlite", args=args))
    db.row_factory = sqlite3.Row
    rows = run("print", "-q", "--no-index", "--format", "json", "-f", "span.kind", *args, "-F",
               "ordinal,time,pid,tid,comm,span.kind,span.state,span.name,span.dur", name).objects()
    want = collections.Counter()
    for o in rows:
        span = o["span"]
        if "tid" in o and span["kind"] in CALLS and span.get("state") != "orphaned" and "time" in o:
            want[(o["pid"], o["tid"], o.get("comm", "unknown"), " ".join(filter(None, (span["kind"], span.get("name")))), o["time"],
                  span.get("dur", 0), "" if "dur" in span else "no return")] += 1
    # Spans of the kind other are of a thread or of a CPU.
    calls = list(db.execute("SELECT * FROM calls_view WHERE id > 0"))
    got = collections.Counter((c["pid"], c["tid"], c["command"], c["symbol"], c["call_time"], c["elapsed_time"], c["flags"])
                              for c in calls if not c["symbol"].startswith("other"))
    tap.ok(got == want and got, f"{name}: {len(calls)} calls are the spans of threads",
           [str(list((got - want).items())[:3]), str(list((want - got).items())[:3])])
    by_id = {c["id"]: c for c in calls}
    wrong = [dict(c) for c in calls if c["parent_id"] and not (
        by_id[c["parent_id"]]["call_time"] <= c["call_time"] < by_id[c["parent_id"]]["return_time"] and
        by_id[c["parent_id"]]["thread_id"] == c["thread_id"] and
        by_id[c["parent_id"]]["call_path_id"] == c["parent_call_path_id"])]
    tap.ok(not wrong and all(c["parent_id"] or c["parent_call_path_id"] == 1 for c in calls),
           "... each in the call that lasts when it begins", wrong[:2])
    tree = "WITH RECURSIVE seen(id, comm_id, thread_id) AS (SELECT id, comm_id, thread_id FROM calls WHERE parent_id = 0 AND id > 0 " \
           "UNION ALL SELECT calls.id, calls.comm_id, calls.thread_id FROM calls JOIN seen ON calls.parent_id = seen.id) " \
           "SELECT count(*) FROM seen JOIN comms ON comms.id = seen.comm_id AND has_calls " \
           "JOIN comm_threads x ON x.comm_id = seen.comm_id AND x.thread_id = seen.thread_id"
    tap.ok(db.execute(tree).fetchone()[0] == sum(c["command"] != "unknown" for c in calls) > 0, "... from the tasks down")
    ids = {row[0] for row in db.execute("SELECT id FROM samples")}
    tap.ok(all(c["call_id"] in ids for c in calls if c["call_id"]), "... whose records are samples")
    db.close()
    return any(c["parent_id"] for c in calls)


def check_stack_calls():
    """calls.mk: calls begin and end with the samples that show them."""
    made = cli.tool(cli.MK, cli.ROOT / "tests/cli/calls.mk", "calls.data")
    if not tap.ok(not made.returncode, "calls.data", [made.stderr.decode()]):
        return
    db = sqlite3.connect(write("calls.data", "stacks.sqlite", args=("--symfs", "none")))
    rows = db.execute("SELECT c.id, c.tid, c.symbol, c.call_time, c.return_time, c.flags, c.parent_id, c.call_id, c.return_id "
                      "FROM calls_view c WHERE c.id > 0").fetchall()
    first = db.execute("SELECT min(id) FROM samples").fetchone()[0]
    names = {0: None} | {row[0]: row[2].strip("[]") for row in rows}
    got = [(tid, names[number], begin, end, flags, names[parent], call - first, back and back - first)
           for number, tid, _, begin, end, flags, parent, call, back in rows]
    want = [(861, "f", 1000, 6000, "no call/return", "main", 0, 0),
            (861, "g", 1000, 3000, "no call", "f", 0, 3),
            (861, "g", 5000, 6000, "", "f", 5, 7),
            (861, "h", 3000, 4000, "", "f", 3, 4),
            (861, "main", 1000, 6000, "no call/return", None, 0, 0),
            (870, "f", 1500, 1500, "no call/return", "main", 1, 0),
            (870, "main", 1500, 1500, "no call/return", None, 1, 0)]
    tap.ok(sorted(got) == want, "calls.data: stacks of calls, which last from sample to sample", [str(one) for one in sorted(got)])
    paths = dict(db.execute("SELECT id, parent_id FROM call_paths"))
    depths = collections.Counter()
    for path, in db.execute("SELECT call_path_id FROM calls WHERE id > 0"):
        depth = 0
        while path > 1:
            path, depth = paths[path], depth + 1
        depths[depth] += 1
    tap.ok(depths == {1: 2, 2: 2, 3: 3}, "... and their paths lead to the root", [str(depths)])
    db.close()
    plain = sqlite3.connect(write(cli.copy("fp.data"), "plain.sqlite"))
    tap.ok(not plain.execute("SELECT 1 FROM calls WHERE id > 0").fetchall(), "... but not of other call chains")
    plain.close()


def check_switches(name):
    """A switch has both tasks, but not the idle task twice; without switches the table is missing, as in perf's databases."""
    name = cli.copy(name)
    db = sqlite3.connect(write(name, "switches.sqlite"))
    got = collections.Counter(db.execute("SELECT id, time, cpu, pid_out, tid_out, comm_out, pid_in, tid_in, comm_in, flags "
                                         "FROM context_switches_view"))
    want = collections.Counter()
    comms = {}
    for o in run("print", "-q", "--no-index", "--order", "time", "--format", "json", "-F", "ordinal,type,time,cpu,pid,tid,comm,switch.out,"
                 "switch.preempt,switch.next_pid,switch.next_tid", "--type", "SWITCH_CPU_WIDE", name).objects():
        one, other = (o["pid"], o["tid"]), (o["switch"]["next_pid"], o["switch"]["next_tid"])
        comms[one] = o.get("comm", "unknown")
        tasks = [(*one, comms[one]), (*other, comms.get(other))]
        if not one[1] and not other[1]:
            continue
        out = o["switch"]["out"]
        want[(o["ordinal"] + 1, o["time"], o["cpu"], *tasks[not out], *tasks[out],
              "out preempt" if o["switch"]["preempt"] else "out" if out else "in")] += 1
    # A task whose name no earlier switch has is known from other records.
    blank = [[(*row[:5], *row[6:8], row[9]) for row in rows] for rows in (got, want)]
    tap.ok(sorted(blank[0]) == sorted(blank[1]) and len(want) > 100, f"{name}: {len(want)} switches", [str(list((got - want).items())[:3])])
    named = [row for row in want if row[5] is not None and row[8] is not None]
    tap.ok(len(named) > len(want) // 2 and all(row in got for row in named), "... with the names of both tasks",
           [str([row for row in named if row not in got][:3])])
    db.close()
    db = sqlite3.connect(write(cli.copy("fp.data"), "none.sqlite"))
    tap.ok(not db.execute("SELECT 1 FROM sqlite_master WHERE name LIKE 'context_switches%'").fetchall(), "... and none without them")
    db.close()


# ---- the Firefox Profiler ----

def check_firefox(name, expr):
    path = write(name, "x.gecko.json", before=[f"filter {expr}"])
    want = samples_of(name, expr)
    stacks, times = collections.Counter(), []
    for pid, tid, samples in gecko.read(path):
        stacks.update(stack for _, stack in samples)
        times += [(pid, tid, time) for time, _ in samples]
    tap.ok(len(times) == len(want) > 0, f"... {len(want)} samples", [str(len(times))])
    tap.ok(stacks == stacks_of(name, "-f", expr), "... their stacks are those of the filter")
    tap.ok(times == sorted(times) and sorted(times) == sorted(
        (o["pid"], o["tid"], o.get("time", 0) / 1e6) for o in want), "... in time order in each thread")
    check_markers(name, expr, json.loads(path.read_text()))


def check_markers(name, expr, profile):
    """Tracepoints, switches and spans are markers; threads have their processes, the profile its times."""
    info = run("info", "--json", "--no-index", name).objects()[0]
    tracepoints = {event["name"] for event in info["events"] if event["type"] == "tracepoint"}
    wanted = []
    rows = run("print", "-q", "--no-index", "--format", "json", "-f", f"time and ({expr})", "-F",
               "ordinal,type,time,pid,tid,event,misc,span.kind,span.state,span.name,span.dur", name).objects()
    for o in rows:
        end = None
        if "tid" not in o:
            continue
        if "span" in o and o["span"].get("state") != "orphaned":
            span = o["span"]
            text = " ".join(filter(None, (span["kind"], span.get("name"))))
            end = (o["time"] + span["dur"]) / 1e6 if "dur" in span else None
        elif o["type"].startswith("SWITCH"):
            text = "switch out" if o["misc"] & 1 << 13 else "switch in"
        elif o["type"] == "SAMPLE" and o["event"] in tracepoints:
            text = o["event"]
        else:
            continue
        wanted.append((o["pid"], o["tid"], text, o["time"] / 1e6, end, o["ordinal"]))
    got = [(thread["pid"], thread["tid"], *marker, data["record"], data["type"])
           for thread in profile["threads"] for *marker, data in gecko.markers(thread)]
    got, wanted = {str(one) for one in got}, {str((*one, "perf")) for one in wanted}
    tap.ok(got == wanted, f"... {len(wanted)} markers: spans, tracepoints, switches", [str(sorted(got ^ wanted)[:4])])
    meta = profile["meta"]
    times = [o["time"] for o in run("print", "-q", "--no-index", "--format", "json", "-F", "time", "-f", "time", name).objects()]
    tap.ok([meta["profilingStartTime"], meta["profilingEndTime"]] == [min(filter(None, times)) / 1e6, max(times) / 1e6] and
           [one["name"] for one in meta["categories"]] == ["User", "Kernel", "Other"] and meta["interval"] > 0,
           "... the profile has its times and categories", [str(meta)])
    leaders = {thread["pid"]: thread["name"] for thread in profile["threads"] if thread["pid"] == thread["tid"]}
    tap.ok(all(thread["processName"] for thread in profile["threads"]) and
           all(thread["processName"] == leaders.get(thread["pid"], thread["processName"]) for thread in profile["threads"]),
           "... and threads the names of their processes")
    return len(wanted)


def check_libs(name):
    """A frame without a name has the file and the offset of its address; the list of files has their build ids."""
    name = cli.copy(name)
    profile = json.loads(write(name, "l.gecko.json", args=("--symfs", "none")).read_text())
    want = collections.Counter((o["dso"], o["map"]["off"]) for o in run(
        "print", "-q", "--no-index", "--symfs", "none", "--format", "json", "-F", "dso,map.off,sym", "--type", "SAMPLE", name).objects()
        if o.get("dso", "").startswith("/") and "sym" not in o)
    got, bad = collections.Counter(), set()
    for thread in profile["threads"]:
        for stack, *_ in thread["samples"]["data"]:
            _, frame = thread["stackTable"]["data"][stack]
            location = thread["stringTable"][thread["frameTable"]["data"][frame][0]]
            found = gecko.lib_of(profile, location)
            if found:
                got[found[0]["path"], found[1]] += 1
    tap.ok(got == want and len(want) > 5, f"{name}: {len(want)} addresses without a name have files and offsets", [str(got - want), str(want - got)])
    known = {o["file"]: o["build_id"] for o in run("info", "--json", "--no-index", name).objects()[0]["features"]["BUILD_ID"]}
    for lib in profile["libs"]:
        number = known.get(lib["path"])
        guid = bytes.fromhex((number or "00" * 16)[:32])
        guid = guid[3::-1] + guid[5:3:-1] + guid[7:5:-1] + guid[8:]
        if (lib["codeId"], lib["breakpadId"]) != (number, guid.hex().upper() + "0") or lib["debugName"] != lib["path"].split("/")[-1]:
            bad.add(str(lib))
    tap.ok(profile["libs"] and any(lib["codeId"] for lib in profile["libs"]) and not bad, "... with their build ids", [*bad])
    tap.ok(not profile["meta"]["presymbolicated"] and
           json.loads(write(cli.copy("lost.data"), "n.gecko.json", before=["filter cpumode == kernel"]).read_text())["libs"] == [],
           "... which the profiler is to look up, where there are some")


def check_ends(name):
    """A thread ends with its EXIT, unless it has samples or markers after that."""
    name = cli.copy(name)
    profile = json.loads(write(name, "e.gecko.json").read_text())
    exits = {}
    for o in run("print", "-q", "--no-index", "--format", "json", "--type", "EXIT", name).objects():
        exits[o["pid"], o["tid"]] = max(o["time"] / 1e6, exits.get((o["pid"], o["tid"]), 0))
    wrong, ends = [], 0
    for thread in profile["threads"]:
        last = max([row[1] for table in ("samples", "markers") for row in thread[table]["data"]])
        want = exits.get((thread["pid"], thread["tid"]))
        want = want if want is not None and want >= last else None
        ends += want is not None
        if thread["unregisterTime"] != want or thread["registerTime"] > last:
            wrong.append(f"{thread['tid']}: {thread['registerTime']} to {thread['unregisterTime']}, not {want}")
    tap.ok(ends and not wrong, f"{name}: {ends} of {len(profile['threads'])} threads end", wrong[:4])


def link(folder):
    """The program of ../core/lines.s, of which tests/core/lines.mk has samples. False: not here."""
    return cli.link(CORE / "lines.s", folder / "opt/lines", "-Wl,-e,main", "-Wl,-Ttext=0x401000",
                    "-Wl,--build-id=0x" + "cd" * 20)


def check_inlined():
    """Four samples, in functions that were inlined two deep, one deep and not at all."""
    if platform.machine() != "x86_64" or not link(cli.CWD / "files"):
        tap.skip("inlined functions", "the program of lines.s cannot be linked here")
        return
    name, args = cli.CWD / "lines.data", ("--symfs", "files")
    subprocess.run([cli.MK, CORE / "lines.mk", name], check=True)
    work = ("lines", "main", "work")
    want = collections.Counter([(*work, "middle", "leaf"), (*work, "middle"), work,
                                ("lines", "main", "[unknown]")])
    tap.ok(stacks_of(name, "--inline", *args) == want, "folded --inline: inlined functions are frames")
    tap.ok(stacks_of(name, *args)[work] == 3, "... which they are not without it")
    path = write(name, "i.folded", "--inline", args=args)
    tap.ok(stacks_of(name, "--inline", *args) == want and path.read_text().count("middle") == 2, "... in a file, too")
    path = write(name, "i.pb.gz", "--inline", args=args)
    tap.ok(collections.Counter(stack for stack, _ in pprof.read(path)[1]) == want,
           "pprof: the same, as lines of one location")
    lines = collections.Counter(
        sum(1 for number, _ in pprof.fields(value) if number == 4)
        for field, value in pprof.fields(gzip.decompress(path.read_bytes())) if field == 4)
    tap.ok(lines == {1: 4, 2: 1, 3: 1}, "... of which one has three, one has two", [str(lines)])
    for options, stacks in ((("--inline",), want), ((), stacks_of(name, *args))):
        db = sqlite3.connect(write(name, "i.sqlite", *options, args=args))
        db.row_factory = sqlite3.Row
        tap.ok(call_paths(db, ["lines"] * 4) == stacks, f"sqlite: {'the same' if options else 'only with it'}")
        symbols = [row["symbol"] for row in db.execute("SELECT symbol FROM samples_view ORDER BY id")]
        tap.ok(sorted(symbols) == ["unknown", "work", "work", "work"], "... and samples are where their address is",
               [str(symbols)])
        tap.ok(not db.execute("SELECT s.name FROM call_paths c LEFT JOIN symbols s ON s.id = c.symbol_id "
                              "WHERE s.id IS NULL").fetchall(), "... with a row of each symbol")
        db.close()
    profile = json.loads(write(name, "i.gecko.json", "--inline", args=args).read_text())["threads"][0]
    depth = profile["frameTable"]["schema"]["inlineDepth"]
    depths = {profile["stringTable"][frame[0]]: frame[depth] for frame in profile["frameTable"]["data"]}
    tap.ok({key.split(" ")[0]: n for key, n in depths.items() if n} == {"middle": 1, "leaf": 2},
           "firefox: how deep they were inlined", [str(depths)])
    for expression, number in ((r'folded_inlined ~ "(?-i)^lines;main;work;middle(;|$)"', 2),
                               ('folded_inlined == "lines;main;work"', 1), ('folded == "lines;main;work"', 3)):
        result = run("count", "--no-index", "--json", "-f", expression, *args, name)
        tap.ok([o["count"] for o in result.objects()] == [number], f"{expression}: {number} samples", [result.out])
    by = run("count", "--no-index", "--json", "--by", "folded_inlined", "--type", "SAMPLE", *args, name).objects()
    tap.ok({tuple(o["folded_inlined"].split(";")): o["count"] for o in by} == want, "counts by the whole stack")
    for command, shown in (("flame", "lines;main;work;middle 1\n"), ("tree", "leaf")):
        outs = [run("--no-index", "--batch", "--cmd", f":set inline {on}", "--cmd", f":{command}", *args, name).out
                for on in ("on", "off")]
        tap.ok(shown in outs[0] and shown not in outs[1], f":set inline, :{command}", outs)


def check_counters(name):
    """What perf stat record counted: a counter for each event, a point for each round."""
    rows = run("print", "-q", "--no-index", "--format", "json", "-f", "type in {STAT, STAT_ROUND}", name).objects()
    reached, rounds, want = {}, [], collections.defaultdict(list)
    for o in rows:
        if o["type"] == "STAT":
            reached[o["id"]] = o["id.event"], o["stat"]["value"]
            continue
        rounds.append(o["stat_round"]["time"] / 1e6)
        sums = collections.Counter()
        for event, value in reached.values():
            sums[event] += value
        for event, value in sums.items():
            want[event].append(value)
    profile = json.loads(write(name, "stat.gecko.json").read_text())
    got = {}
    for counter in profile["counters"]:
        samples = counter["sample_groups"][0]["samples"]
        time, count = samples["schema"]["time"], samples["schema"]["count"]
        first, *points = samples["data"]
        tap.ok(first[time] == first[count] == 0 and [point[time] for point in points] == rounds, "... a point for each round",
               [str(points), str(rounds)])
        got[counter["name"]] = list(itertools.accumulate(point[count] for point in points))
    tap.ok(got == dict(want) and len(got) > 1, f"{name}: counters of {len(got)} events reach what was counted", [str(got), str(want)])
    threads = [(thread["name"], thread["pid"]) for thread in profile["threads"]]
    tap.ok(threads == [("GeckoMain", 0)], "... of a thread that the profiler looks for", [str(threads)])
    profile = json.loads(write(cli.copy("fp.data"), "no.gecko.json").read_text())
    tap.ok(profile["counters"] == [] and "GeckoMain" not in {thread["name"] for thread in profile["threads"]},
           "without counts there are no counters")


def check_power():
    """power.mk: counts with the unit joule are energy in pWh, of a counter of power."""
    made = cli.tool(cli.MK, cli.ROOT / "tests/cli/power.mk", "power.data")
    if not tap.ok(not made.returncode, "power.data", [made.stderr.decode()]):
        return
    counters = {counter["name"]: (counter["category"], [(point[0], point[1]) for point in counter["sample_groups"][0]["samples"]["data"]])
                for counter in json.loads(write("power.data", "power.gecko.json").read_text())["counters"]}
    # 3600 J are 1 Wh; a count is 0.25 J.
    want = {"power/energy-pkg/": ("power", [(0, 0), (1000, 1000 * 10 ** 12 // 14400), (2000, 500 * 10 ** 12 // 14400)]),
            "context-switches": ("perf stat", [(0, 0), (1000, 3), (2000, 4)])}
    tap.ok(counters.keys() == want.keys() and all(
        counters[name][0] == category and all(abs(a - c) < 1e-9 and abs(b - d) <= 1 for (a, b), (c, d) in zip(counters[name][1], points)) and
        len(counters[name][1]) == len(points) for name, (category, points) in want.items()),
        "power.data: energy is shown as power", [str(counters), str(want)])


def main():
    check_inlined()
    check_power()
    check_counters(cli.copy("stat.data"))
    for name, expr in (("demo.data", "cpu or period"), ("fp.data", "cpumode == kernel"),
                       ("dwarf.data", "period")):
        name = cli.copy(name)
        path = write(name, "x.folded", before=[f"filter {expr}"])
        lines = run("print", "-q", "--no-index", "--format", "folded",
                    "--show-event", "all", "-f", expr, name).out_bytes
        tap.ok(path.read_bytes() == lines, "... as print --format folded")
        check_pprof(name, expr)
        check_sqlite(name, expr)
        check_firefox(name, expr)
    for name in ("sched.data", "system.data"):
        name = cli.copy(name)
        path = write(name, "m.gecko.json")
        tap.ok(check_markers(name, "type", json.loads(path.read_text())), "... of which there are some")
    for name in ("sched.data", "system.data", "uprobes.data"):
        check_calls(cli.copy(name))
    tap.ok(check_calls(cli.copy("tracepoints.data"), "--span", "life type == COMM -> tp.id == 1"), "... some are in others")
    check_stack_calls()
    check_order()
    check_switches("system.data")
    check_ends("churn.data")
    check_libs("fp.data")
    path = write("fp.data", "other", "--format", "pprof", "--scope", "all", before=["filter pid == 1"])
    tap.ok(sum(sum(values[::2]) for _, values in pprof.read(path)[1]) == stacks_of("fp.data").total(),
           "... --format and --scope all")
    tap.ok(path.stat().st_mode & 0o777 == 0o600, "... for its owner alone")
    for filename in ("none.pb.gz", "none.sqlite", "none.gecko.json", "none.folded"):
        write("fp.data", filename, before=["filter type == COMM"])
    tap.ok(not pprof.read(cli.CWD / "none.pb.gz")[1] and
           not sqlite3.connect(cli.CWD / "none.sqlite").execute("SELECT * FROM samples").fetchall() and
           not json.loads((cli.CWD / "none.gecko.json").read_text())["threads"] and
           not (cli.CWD / "none.folded").read_bytes(), "without samples they are empty")
    odd = cli.copy("odd_comms.data")
    for filename in ("odd.pb.gz", "odd.sqlite", "odd.gecko.json"):
        write(odd, filename)
    threads = json.loads((cli.CWD / "odd.gecko.json").read_text())["threads"]
    numbers = [sum(sum(values[::2]) for _, values in pprof.read(cli.CWD / "odd.pb.gz")[1]),
               sum(len(thread["samples"]["data"]) for thread in threads),
               sqlite3.connect(cli.CWD / "odd.sqlite").execute("SELECT count(*) FROM samples_view").fetchone()[0]]
    tap.ok(numbers == [stacks_of(odd).total()] * 3, "odd names can be read", [str(numbers)])
    return tap.done()


sys.exit(main())
