#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""print: CSV and columns of text say what JSON says, --fail-if, times, the same bytes with any
number of processors."""
import csv
import io
import json
import os
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import Differences, check, run, tap  # noqa: E402

UNSAFE = [(0x80, 0x9f), (0xad, 0xad), (0x61c, 0x61c), (0x180e, 0x180e), (0x200b, 0x200f),
          (0x2028, 0x202e), (0x2060, 0x206f), (0xfeff, 0xfeff), (0xfff9, 0xfffb),
          (0xe0000, 0xe007f)]
ABSENT = object()
AT_ONCE = 40  # fields
CASES = ("records", "records_be", "branch", "datasrc", "cells", "damage")


def escaped(data):
    """Bytes of a recording as they are shown."""
    text = ""
    for char in data.decode("utf-8", "surrogateescape"):
        code = ord(char)
        if 0xdc80 <= code <= 0xdcff:
            text += f"\\x{code - 0xdc00:02x}"
        elif code < 0x20 or code == 0x7f:
            text += "^" + chr(code ^ 0x40)
        elif any(first <= code <= last for first, last in UNSAFE):
            text += f"\\u{{{code:x}}}"
        else:
            text += char
    return text


def flatten(obj, name="", found=None):
    """Each value of an object by its dotted name; inside lists, those of all elements in one."""
    found = {} if found is None else found
    for key, one in obj.items():
        if key + "_hex" in obj:
            one = bytes.fromhex(obj[key + "_hex"])
        found[name + key] = one
        if isinstance(one, dict):
            flatten(one, name + key + ".", found)
        elif isinstance(one, list):
            elements = [flatten(e) if isinstance(e, dict) else {"value": e} for e in one]
            for inner in {inner for element in elements for inner in element}:
                found[f"{name}{key}.{inner}"] = [e[inner] for e in elements if inner in e]
    return found


def cell(found, is_text, in_list=False):
    """The cell of a value that JSON has."""
    if isinstance(found, list):
        return ";".join(cell(one, is_text, True) for one in found)
    if isinstance(found, bool):
        return "true" if found else "false"
    if isinstance(found, bytes) or (isinstance(found, str) and is_text):
        text = escaped(found if isinstance(found, bytes) else found.encode())
        if in_list:
            text = text.replace("\\", "\\\\").replace(";", "\\;")
        return text
    return str(found)


def guarded(text):
    return "'" + text if text[:1] in tuple("=+-@'") else text


def rows_of(result):
    return list(csv.reader(io.StringIO(result.out_bytes.decode(), newline=""), strict=True))


def same(want, got, field):
    if field["type"] in ("object", "list") and want is not ABSENT:
        return bool(got) and json.loads(got) == want
    if want is ABSENT:
        return got == ""
    if isinstance(want, float):
        return float(got) == want
    is_text = field["type"] in ("string", "any")
    text = cell(want, is_text)
    if is_text and not isinstance(want, (int, list)) or field["name"].startswith("thread_map.comm"):
        text = guarded(text)
    return got == text


# Words that JSON has of all records only where they are asked for.
CHOSEN = ("ppid", "rel", "wall", "gap", "gap.tid", "gap.cpu", "callchain.depth", "problem", "bytes")


def check_csv(name, known):
    """Each field of each record, against JSON."""
    objects = [flatten(o) for o in run("print", "--format", "json", name).objects()]
    for one, chosen in zip(objects, run("print", "--format", "json", "-F", ",".join(CHOSEN),
                                        name).objects()):
        one.update(chosen)
    there = {key for o in objects for key in o}
    fields = [f for f in known if f["name"] in there or f["name"] in ("brstack.from", "hw_id")]
    fields += [{"name": key, "type": "any"} for key in sorted(there)
               if key.startswith(("uregs.", "iregs.", "tp.")) and
               not key.endswith((".abi", "_hex", ".value"))]
    wrong, seen, lines = Differences(), 0, True
    # One alone may have a place that is known, where others need a walk over the record.
    for some in [fields[i:i + n] for n in (AT_ONCE, 1) for i in range(0, len(fields), n)]:
        names = [field["name"] for field in some]
        result = run("print", "--format", "csv", "-F", ",".join(names), name)
        lines &= result.out_bytes.count(b"\r\n") == len(objects) + 1
        head, *rows = rows_of(result)
        if head != names or len(rows) != len(objects):
            wrong.note(f"{len(rows)} rows of {head}")
            continue
        for obj, row in zip(objects, rows):
            for field, got in zip(some, row):
                want = obj.get(field["name"], ABSENT)
                seen += want is not ABSENT
                if not same(want, got, field):
                    wrong.add(f"record {obj.get('ordinal')}", field["name"], want, got)
    tap.ok(seen > len(objects), f"{name}: CSV has what JSON has of {len(fields)} fields")
    tap.topic("... with the same values", wrong)
    tap.ok(lines, "... in lines that end with CR LF, as many as records and the names")


def check_quotes():
    """The cells that CSV and spreadsheets make trouble with."""
    name = cli.make("cells")
    head, *rows = rows_of(run("print", "--format", "csv", "-F", "comm", "--type", "COMM", name))
    comms = [o.get("comm_hex") and bytes.fromhex(o["comm_hex"]) or o["comm"].encode() for o in
             run("print", "--format", "json", "--type", "COMM", name).objects()]
    tap.ok(head == ["comm"] and [row[0] if row else "" for row in rows] ==
           [guarded(escaped(comm)) for comm in comms], "commas, quotes, formulas, control characters",
           [repr(rows), repr(comms)])
    raw = run("print", "--format", "csv", "-F", "comm,period", "--type", "COMM", name).out_bytes
    lines = raw.split(b"\r\n")[1:]
    for want in (b'"a,b",', b'"say ""hi""",', b"'=1+2,", b"'-bash,", b"'@sum,", b"''quoted,",
                 b'"",', b'" blank ",', b"^Jline,"):
        tap.ok(want in lines, f"... {want.decode()}", [repr(lines)])
    tap.ok(b"," in run("print", "--format", "csv", "-F", "period,comm", "--type", "FINISHED_ROUND",
                       name).out_bytes.split(b"\r\n")[1:], "nothing stands for an absent field")
    result = run("print", "--format", "csv", "-F", "pid", "--type", "MMAP", "demo.data")
    check("a negative number is no formula", result, rows_of(result) == [["pid"], ["-1"]])
    result = run("print", "--format", "csv", "-n", "0", "demo.data")
    check("without -F, and without a record: the usual names", result, result.clean() and
          result.out == "ordinal,type,event,time,cpu,pid,tid,comm,offset,size\r\n")
    mixed = ["--no-index", cli.DATA / "mixed.data"]
    one = rows_of(run("print", "--format", "csv", "-F", "event", *mixed))
    result = run("print", "--format", "csv", "-F", ",".join(["event"] * 64), *mixed)
    check("many names of events", result, result.clean() and
          rows_of(result)[1:] == [(row or [""]) * 64 for row in one[1:]])


def check_lists():
    """-F of text has all values of a list."""
    objects = run("print", "--format", "json", "--type", "SAMPLE", "fp.data").objects()
    result = run("print", "-F", "callchain.ip", "--type", "SAMPLE", "fp.data")
    check("text: all values of a list, with commas", result, result.lines() == [
        ",".join(hex(f["ip"]) for f in o["callchain"] if "ip" in f) for o in objects])
    result = run("print", "-F", "ordinal,callchain", "--type", "SAMPLE", "fp.data")
    check("text: a list in brackets", result, result.lines() == [
        f"{o['ordinal']} [" + ",".join(f.get("context") or hex(f["ip"]) for f in o["callchain"]) +
        "]" for o in objects])
    objects = run("print", "--format", "json", "group.data").objects()
    result = run("print", "-F", "read", "group.data")
    want = ["-" if "read" not in o else shown(o["read"]) for o in objects]
    check("text: an object in braces", result, result.lines() == want and "{nr=" in result.out)


def shown(obj):
    if isinstance(obj, list):
        return "[" + ",".join(map(shown, obj)) + "]"
    if isinstance(obj, dict):
        return "{" + ",".join(f"{key}={shown(one)}" for key, one in obj.items()) + "}"
    return str(obj)


def check_processors(name):
    """What several workers write is what one writes."""
    one = [] if len(os.sched_getaffinity(0)) < 2 else [
        "taskset", "-c", str(min(os.sched_getaffinity(0)))]
    for args in ([], ["--format", "json"], ["--format", "csv"], ["-F", "time,comm,callchain"],
                 ["-f", "period > 1", "--skip", "3", "-n", "700"], ["--skip", "1500", "-n", "1300"],
                 ["-f", "cpu == 0", "--skip", "10", "--format", "json", "--fail-if", "period > 1"]):
        several, alone = run("print", *args, name), run("print", *args, name, before=one)
        check(f"{name}: print {' '.join(args)}: the same on one processor", several,
              several.out_bytes == alone.out_bytes and several.status == alone.status and
              several.err == alone.err and (several.out or name != "demo.data"))


def seconds(ns):
    return f"{'-' if ns < 0 else ''}{abs(ns) // 10**9}.{abs(ns) % 10**9:09}"


def check_times(name):
    objects = run("print", "--format", "json", name).objects()
    times = [o["time"] for o in objects if o.get("time")]
    moved = run("print", "--format", "json", "--reltime", name).objects()
    want = [{**o, "time": o["time"] - times[0] if o["time"] else 0} if "time" in o else o
            for o in objects]
    tap.ok(moved == want, f"{name}: --reltime: JSON counts from the first record with a time")
    head, *rows = rows_of(run("print", "--format", "csv", "-F", "time", "--reltime", name))
    tap.ok([row[0] if row else "" for row in rows] == [str(o.get("time", "")) for o in want],
           "... and CSV")
    for args, text in (([], seconds), (["--ns"], str)):
        for objs, more in ((objects, []), (want, ["--reltime"])):
            result = run("print", "-F", "time", *args, *more, name)
            check(f"text {' '.join(args + more)}", result, result.lines() ==
                  [text(o["time"]) if "time" in o else "-" for o in objs])
    usual = run("print", "--ns", "--reltime", "--type", "SAMPLE", name).lines()
    samples = [o["time"] for o in objects if o["type"] == "SAMPLE"]
    tap.ok([line.split()[1] for line in usual] == [str(t - samples[0]) for t in samples],
           "... from the first that is printed")
    usual = run("print", "--ns", "--reltime", "--type", "SAMPLE", "--skip", "7", "-n", "9", "--order",
                "time", name).lines()
    part = sorted(samples)[7:16]
    tap.ok([line.split()[1] for line in usual] == [str(t - part[0]) for t in part],
           "... in time order, after those that are left out")


def check_fail_if():
    got = run("print", "--fail-if", 'span.kind == "syscal"', "demo.data")
    check("--fail-if: a value that nothing has is noted, as after -f", got, not got.status and
          got.err == "perfnav: demo.data: no kind of spans is called syscal\n")
    plain = run("print", "demo.data")
    found = [o["ordinal"] for o in run("print", "--format", "json", "-f", "period > 1",
                                       "demo.data").objects()]
    got = run("print", "--fail-if", "period > 1", "demo.data")
    check("--fail-if: 5 and all the output", got, got.status == 5 and got.out == plain.out)
    check("... and how many, and which is the first", got, got.err ==
          f"perfnav: --fail-if: {len(found)} records match, the first is record "
          f"{found[0]}\n")
    got = run("print", "--fail-if", "period > 1", "--type", "COMM", "demo.data")
    check("... of those that are printed", got, got.clean())
    got = run("print", "--fail-if", "period > 1", "-n", str(found[0]), "demo.data")
    check("... none behind --max", got, got.clean())
    got = run("print", "--fail-if", "period > 1", "-n", "1", "--skip", str(found[0]), "demo.data")
    check("... the one", got, got.status == 5 and "1 record matches" in got.err)
    got = run("print", "--fail-if", "type == NOTHING ==", "demo.data")
    check("... an expression that does not parse is 2", got, got.status == 2 and not got.out)


def check_summaries():
    """One line of a record: nouns for one and for many, and nothing of what is not available."""
    branches = run("print", "--no-index", cli.make("branch_counters")).out
    tap.ok(" 1 branch " in branches and " 2 branches " in branches, "one branch, two branches",
           branches.splitlines())
    name = cli.make("datasrc")
    for raw, want in (("0x205100142", "|OP LOAD|LVL L1 hit|"), ("0x5080021", "|OP")):
        shown = run("print", "--no-index", "-n", "1", "-f", f"data_src.raw == {raw}", name)
        check(f"a data source of {raw}", shown,
              len(shown.lines()) == 1 and (want in shown.out) == (raw == "0x205100142"))
    shown = run("print", "--no-index", "-f", "type == AUX", cli.make("spe")).lines()
    tap.ok(shown[0].endswith("128 bytes at 0x0") and shown[2].endswith("16 bytes at 0x100 PARTIAL"),
           "flags only where there are some", shown)


def check_elements():
    """One element of a list, in each format; callchain.t's frames count their markers, too."""
    name = cli.make("branch")
    fields = ["brstack[0].from", "brstack[1].type", "brstack[14].to"]
    whole = run("print", "--no-index", "--format", "json", name).objects()
    want = [{field: o["brstack"][i][key] for field, i, key in zip(
        fields, (0, 1, 14), ("from", "type", "to")) if i < len(o.get("brstack", []))}
        for o in whole]
    tap.ok(run("print", "--no-index", "--format", "json", "-F", ",".join(fields), name).objects()
           == want and any(len(o) == 3 for o in want), "elements of lists in JSON")
    rows = list(csv.reader(io.StringIO(run("print", "--no-index", "--format", "csv", "-F",
                                           ",".join(fields), name).out)))
    tap.ok(rows == [fields] + [[str(o.get(f, "")) for f in fields] for o in want], "... in CSV",
           [str(rows[:3])])
    text = run("print", "--no-index", "-F", "brstack[0].from", name).lines()
    tap.ok(text == [hex(o[fields[0]]) if fields[0] in o else "-" for o in want], "... as text")


def check_format():
    """The format of trace data is a part of the flags, and a field of its own in each format."""
    for name in (cli.make("records"), cli.make("records_be")):
        text = run("print", "--no-index", "-F", "aux.format,aux.flags", "-f", "aux.format == 1", name)
        tap.ok(text.lines() == ["1 TRUNCATED|PARTIAL|CORESIGHT_RAW"], f"{name}: a column, a filter",
               text.lines())
        objects = run("print", "--no-index", "--format", "json", "-F", "aux.format", "-f",
                      "type == AUX", name).objects()
        tap.ok(objects == [{"aux": {"format": 1}}], "... a key of JSON", [str(objects)])
        groups = run("count", "--no-index", "--json", "--by", "aux.format", "-f", "type == AUX",
                     name).objects()
        tap.ok(groups == [{"aux.format": 1, "count": 1}], "... a group", [str(groups)])


NAMES = [cli.copy(name) for name in ("demo.data", "fp.data", "group.data", "regs.data", "bpf.data",
                                     "odd_comms.data", "odd_maps.data", "uprobes.data",
                                     "system.data", "stat.data", "pipe_compressed.data")]
NAMES += [cli.make(name) for name in CASES]
FIELDS = [f for f in run("fields", "--json").objects() if not f["name"].endswith((".REG", ".FIELD"))]
for one_name in NAMES:
    check_csv(one_name, FIELDS)
check_quotes()
check_lists()
check_processors("demo.data")
check_processors(cli.copy("tracepoints.data"))
check_times("demo.data")
check_elements()
check_format()
check_fail_if()
check_summaries()
sys.exit(tap.done())
