#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tracepoints: their texts are perf's, their fields those of the format in the recording.

The fields are decoded here once more, from the raw bytes and the tracing data. Formats that are
broken, or made to kill who reads them, must cost no more than a warning.
"""
import collections
import os
import pathlib
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import corpus  # noqa: E402
import cli  # noqa: E402
from cli import Differences, check, run, tap  # noqa: E402

MUTATIONS = int(os.environ.get("MUTATIONS", "200"))
SECONDS = 20  # that any file may take, on a machine that has more to do

# ---- tracing data, and fields by their formats ----


class Reader:
    def __init__(self, data, order="<"):
        self.data, self.at, self.order = data, 0, order

    def take(self, size):
        if size > len(self.data) - self.at:
            raise ValueError("cut")
        self.at += size
        return self.data[self.at - size:self.at]

    def number(self, code):
        return struct.unpack(self.order + code, self.take(struct.calcsize(code)))[0]

    def string(self):
        end = self.data.index(b"\0", self.at)
        text = self.data[self.at:end].decode()
        self.at = end + 1
        return text


FIELD = re.compile(r"^\tfield:(?P<type>.*?)(?P<name>\w+)(?:\[(?P<array>\w*)\])?;"
                   r"\toffset:(?P<offset>\d+);\tsize:(?P<size>\d+);\tsigned:(?P<signed>\d);$", re.M)


def read_formats(data):
    """Of each id: byte order and the fields."""
    r = Reader(data)
    r.take(10)
    r.string()
    r.order = "><"[not r.number("B")]
    r.take(5)
    for _ in range(2):
        r.string()
        r.take(r.number("Q"))
    formats = {}

    def read_system():
        for _ in range(r.number("I")):
            text = r.take(r.number("Q")).decode()
            number = int(re.search(r"^ID: (\d+)$", text, re.M).group(1))
            formats[number] = (r.order, [m.groupdict() for m in FIELD.finditer(text)])

    read_system()
    for _ in range(r.number("I")):
        r.string()
        read_system()
    return formats


def integer(data, order, signed):
    return int.from_bytes(data, "little" if order == "<" else "big", signed=signed)


def data_value(kind, data, order, signed, array, longs=8):
    """What bytes of a type are in JSON."""
    plain = kind.replace("const ", "").strip()
    if array and plain in ("char", "signed char"):
        return data.split(b"\0")[0].decode("utf-8", "replace")
    sizes = {"unsigned long": longs, "long": longs, "unsigned int": 4, "int": 4, "u64": 8,
             "u32": 4, "u16": 2, "__u64": 8, "__u32": 4, "__u16": 2, "unsigned short": 2}
    if array:
        size = sizes.get(plain)
        if not size:
            return data.hex()
        return [integer(data[i:i + size], order, signed) for i in range(0, len(data), size)]
    return integer(data, order, signed) if len(data) in (1, 2, 4, 8) else data.hex()


def field_value(field, raw, order):
    offset, size = int(field["offset"]), int(field["size"])
    data = raw[offset:offset + size]
    kind, signed = field["type"].strip(), field["signed"] == "1"
    for word, start in (("__data_loc", 0), ("__rel_loc", offset + size)):
        if kind.startswith(word):
            place = integer(data, order, False)
            at = start + (place & 0xffff)
            inner = kind[len(word):].strip().removesuffix("[]")
            return data_value(inner, raw[at:at + (place >> 16)], order, signed, True)
    return data_value(kind, data, order, signed, field["array"] is not None)


def tracing_section(path):
    """Offset and size of the tracing data in a file; None where there are none."""
    features = run("info", "--no-index", "--json", path).objects()[0]["features"]
    with open(path, "rb") as stream:
        head = stream.read(104)
    order = "<" if head[:8] == b"PERFILE2" else ">"
    if len(head) < 104 or struct.unpack(order + "Q", head[8:16])[0] != 104:
        return None
    offset, size = struct.unpack(order + "QQ", head[40:56])
    if "TRACING_DATA" not in features:
        return None
    with open(path, "rb") as stream:
        stream.seek(offset + size)
        return struct.unpack(order + "QQ", stream.read(16))


def tracing_data(path):
    """The tracing data of a file or a pipe capture, b"" where there are none."""
    data = path.read_bytes()
    place = tracing_section(path)
    if place:
        return data[place[0]:place[0] + place[1]]
    at = data.find(b"\x17\x08\x44tracing")
    return data[at:] if at >= 0 else b""


def check_fields(path, samples):
    diffs = Differences()
    formats = read_formats(tracing_data(path))
    for record in samples:
        raw = bytes.fromhex(record["raw"])
        order, fields = formats[record["tp"]["common_type"]]
        want = {f["name"]: field_value(f, raw, order) for f in fields}
        got = {k: v for k, v in record["tp"].items() if not k.endswith("_hex")}
        diffs.compared += 1
        for name in want.keys() | got.keys():
            if want.get(name) != got.get(name):
                diffs.add(f"{record['event']} at {record['offset']}", name, want.get(name),
                          got.get(name))
    return tap.topic(f"{path.name}: fields of {len(samples)} samples", diffs)


# ---- texts ----

LINE = re.compile(r"^\s*(?P<tid>-?\d+)\s+(?P<time>\d+\.\d{9}):\s+(?P<event>\S+:\S+): (?P<text>.*)$")


def perf_texts(path):
    """What perf script prints: texts by thread, time and event. None without perf."""
    perf = shutil.which("perf")
    if not perf or path.is_dir():
        return None
    done = subprocess.run([perf, "script", "--ns", "-F", "trace:tid,time,event,trace", "-i", path],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False,
                          stderr=subprocess.DEVNULL, timeout=120)
    texts = collections.defaultdict(list)
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        match = LINE.match(line)
        if match:
            texts[match["tid"], match["time"], match["event"]].append(match["text"].rstrip())
    return texts if done.returncode == 0 else None


def our_texts(path, samples):
    """The summaries in the lists' lines, with the same keys; only of plain names."""
    texts = collections.defaultdict(list)
    by_ordinal = {record["ordinal"]: record for record in samples}
    for line in run("print", "--no-index", "-f", "tp", path).lines():
        record = by_ordinal[int(line.split()[0])]
        comm, event = record.get("comm", ""), record["event"]
        before = f" {comm:16} {event:16} "
        if not comm.isascii() or not comm.isprintable() or before not in line:
            continue
        key = (str(record["tid"]), f"{record['time'] // 10**9}.{record['time'] % 10**9:09}", event)
        texts[key].append(line.split(before, 1)[1].rstrip())
    return texts


# perf looks for the symbols of the kernel's addresses (%ps); a recording does not have them.
ADDRESS = re.compile(r"0xffff[0-9a-f]{12}")
SYMBOL = r"(?:0x[0-9a-f]+|[A-Za-z_][\w.]*(?:\+0x[0-9a-f]+)?)"


def same_text(perf, ours):
    if perf == ours:
        return True
    return re.fullmatch(SYMBOL.join(map(re.escape, ADDRESS.split(ours))), perf) is not None


def check_texts(path, samples):
    name = f"{path.name}: texts"
    texts = perf_texts(path)
    if not texts:
        tap.skip(name, "no perf that reads it")
        return
    diffs, symbols = Differences(), 0
    for key, ours in our_texts(path, samples).items():
        for perf, own in zip(sorted(texts.get(key, [])), sorted(ours)):
            diffs.compared += 1
            if perf.isprintable() and perf.isascii() and not same_text(perf, own):
                diffs.add(" ".join(key), "text", perf, own)
            symbols += perf != own
    tap.topic(f"{name} of {diffs.compared} samples are perf's, {symbols} but for a symbol", diffs)
    tap.ok(diffs.compared > 0.9 * len(samples) or len(samples) < 10,
           f"{name}: nearly all samples were compared",
           [f"{diffs.compared} of {len(samples)}"])


def check_recordings():
    paths = list(corpus.below(cli.DATA)) + list(corpus.given())
    found = 0
    for path in paths:
        samples = corpus.objects(path, "-f", "tp")
        if not samples:
            continue
        found += 1
        if not path.is_dir():
            check_fields(path, samples)
        check_texts(path, samples)
    tap.ok(found >= 8, f"{found} recordings have tracepoints")


# ---- some samples, by hand ----

SWITCH = {"common_type": 372, "common_flags": 1, "common_preempt_count": 3, "common_pid": 12040,
          "prev_comm": "perf", "prev_pid": 12040, "prev_prio": 120, "prev_state": 2,
          "next_comm": "migration/0", "next_pid": 18, "next_prio": 0}
EXEC = {"common_type": 365, "common_flags": 0, "common_preempt_count": 1, "common_pid": 7349,
        "filename": "/tmp/perfnav-data/bin/photolab", "pid": 7349, "old_pid": 7349}
ENTER = {"common_type": 443, "common_flags": 0, "common_preempt_count": 1, "common_pid": 7937,
         "id": 334, "args": [140379441197024, 32, 0, 1392848979, 140379441194688, 140726173563719]}


def check_by_hand():
    for name, ordinal, event, want in (("sched.data", 75, "sched:sched_switch", SWITCH),
                                       ("demo.data", 12, "sched:sched_process_exec", EXEC),
                                       ("tracepoints.data", 80, "raw_syscalls:sys_enter", ENTER)):
        result = run("print", "--no-index", "--format", "json", "-f", f"ordinal == {ordinal}",
                     cli.DATA / name)
        record = result.objects()[0]
        check(f"{name}: record {ordinal}", result,
              record["tp"] == want and record["event"] == event and "raw" in record)
    sched = cli.DATA / "sched.data"
    result = run("print", "--no-index", "-n", "1", "-F", "tp.prev_comm,tp.next_pid,tp.runtime", "-f",
                 "tp.next_pid", sched)
    check("fields in columns", result, result.out == "perf 18 -\n")
    result = run("print", "--no-index", "-n", "1", "-F", "tp.args", "-f", "tp.id == 334",
                 cli.DATA / "tracepoints.data")
    check("a list in a column", result, result.out ==
          "0x7faca2b9efe0,0x20,0x0,0x53053053,0x7faca2b9e6c0,0x7ffd5d95fb47\n")
    result = run("print", "--no-index", "--format", "json", "-F", "pid,tp.prev_pid", "-f",
                 "ordinal in {72, 75}", sched)
    check("chosen fields in JSON", result,
          result.objects() == [{"pid": 1}, {"pid": 1, "tp": {"prev_pid": 12040}}])
    result = run("count", "--no-index", "--json", "--by", "tp.prev_state", "-f",
                 'tp.prev_comm == "pingpong"', sched)
    check("groups by a field", result,
          result.objects() == [{"tp.prev_state": 1, "count": 2}, {"tp.prev_state": 32, "count": 1}])


# ---- filters ----

def has(test):
    """A condition on the fields of a tracepoint; without them it is false."""
    def holds(record):
        try:
            return test(record["tp"])
        except KeyError:
            return False
    return holds


FILTERS = [
    ("tp", lambda r: "tp" in r),
    ("not tp", lambda r: "tp" not in r),
    ('tp.prev_comm == "pingpong"', has(lambda t: t["prev_comm"] == "pingpong")),
    ('tp.prev_comm == "x"', lambda r: False),
    ('tp.prev_comm != "pingpong"', has(lambda t: t["prev_comm"] != "pingpong")),
    ('not tp.prev_comm == "pingpong"', lambda r: not has(
        lambda t: t["prev_comm"] == "pingpong")(r)),
    ('tp.comm contains "ping"', has(lambda t: "ping" in t["comm"])),
    ('tp.prev_comm in {"perf", "swapper/0"}',
     has(lambda t: t["prev_comm"] in ("perf", "swapper/0"))),
    ("tp.next_pid == 18", has(lambda t: t["next_pid"] == 18)),
    ("tp.next_pid", has(lambda t: t["next_pid"] != 0)),
    ("tp.next_pid in {0, 10..20}", has(lambda t: t["next_pid"] in (0, *range(10, 21)))),
    ("tp.next_pid > 18", has(lambda t: t["next_pid"] > 18)),
    ("tp.runtime >= 40000 and tp.runtime < 60000", has(lambda t: 40000 <= t["runtime"] < 60000)),
    ("tp.common_type > -1", lambda r: "tp" in r),
    ("tp.common_type < -1", lambda r: False),
    ("tp.common_type in {-5..400}", has(lambda t: t["common_type"] <= 400)),
    ("tp.common_pid > -1", has(lambda t: t["common_pid"] > -1)),
    ('event == "sched:sched_switch" and tp.prev_state != 0',
     lambda r: r.get("event") == "sched:sched_switch" and r["tp"]["prev_state"] != 0),
    ("tp.prev_state == 0x20 or tp.prev_state == 1",
     has(lambda t: t["prev_state"] in (32, 1))),
    ('tp.prev_comm == "perf" and tp.next_comm == "migration/0"',
     has(lambda t: t["prev_comm"] == "perf" and t["next_comm"] == "migration/0")),
    ("tp.prev_comm == 5", lambda r: False),
    ('tp.next_pid == "18"', lambda r: False),
    ("tp.args == 0x53053053", has(lambda t: 0x53053053 in t["args"])),
    ("tp.args > 0x7fffffffffffffff", has(lambda t: any(v >= 1 << 63 for v in t["args"]))),
    ("tp.ret < 0", has(lambda t: t["ret"] < 0)),
    ("tp.ret == -2", has(lambda t: t["ret"] == -2)),
    ("tp.args == tp.id", has(lambda t: t["id"] in t["args"])),
    ("tp.id == tp.args", has(lambda t: t["id"] in t["args"])),
    ("all tp.common_preempt_count <= tp.args", has(
        lambda t: all(t["common_preempt_count"] <= v for v in t["args"]))),
    ("tp.common_preempt_count in {5, tp.args}", has(
        lambda t: t["common_preempt_count"] in (5, *t.get("args", ())))),
    ("tid in {18, tp.next_pid}", lambda r: r.get("tid") == 18 or has(
        lambda t: r["tid"] == t["next_pid"])(r)),
    ("cpu in {1, tp.args}", lambda r: r.get("cpu") == 1 or has(lambda t: r["cpu"] in t["args"])(r)),
    ("tp.common_pid != tp.next_pid", has(lambda t: t["common_pid"] != t["next_pid"])),
]


def check_impossible():
    """A field that no tracepoint of the recording has is refused, wherever it is named."""
    for text, advice in (("tp.prev_com", "did you mean tp.prev_comm?"),
                         ("not tp.nosuch == 1", "has a field tp.nosuch\n"),
                         ("pid or tp.nosuch", "has a field tp.nosuch\n")):
        for args in (["print", "-f", text], ["count", "-q", "-f", text], ["count", "--fail-if", text],
                     ["print", "--format", "folded", "-f", text]):
            result = run(*args, "sched.data")
            caret = " " * (text.index("tp.") + 2) + "^"
            check(f"{' '.join(args)} is refused", result,
                  result.status == 2 and not result.out and advice in result.err and
                  result.err.split("\n")[2] == caret)
    result = run("slice", "-f", "tp.nosuch", "-o", "out.data", "sched.data")
    check("slice -f, too", result, result.status == 2 and not (cli.CWD / "out.data").exists())
    for args in (["print", "-F", "pid,tp.prev_com"], ["count", "--by", "pid,tp.prev_com"],
                 ["count", "--agg", "sum(tp.prev_com)"],
                 ["count", "--agg", "max(cpu),count(tp.prev_com)"],
                 ["count", "--agg", "sum(period where tp.prev_com)"],
                 ["print", "--format", "folded", "--weight", "tp.prev_com"]):
        result = run(*args, "sched.data")
        check(f"{' '.join(args)} is refused", result,
              result.status == 2 and not result.out and "did you mean tp.prev_comm?" in result.err)
    for command in ("filter tp.prev_com", "find tp.prev_com", "count by tp.prev_com",
                    "count where tp.prev_com", "sum tp.prev_com by pid", "flame by tp.prev_com",
                    "tree by tp.prev_com", "hist tp.prev_com", "heat tp.prev_com", "chart tp.prev_com",
                    "strips where tp.prev_com", "flag tp.prev_com", "columns n,tp.prev_com:20",
                    "column add tp.prev_com", "count by pid pivot event where tp.prev_com"):
        result = run("--batch", "--cmd", command, "sched.data")
        check(f":{command} is refused", result,
              result.status == 2 and "did you mean tp.prev_comm?" in result.err)
    result = run("--batch", "--cmd", "columns n,tp.prev_comm:20", "sched.data")
    check("but not a name that there is", result, result.clean())
    for command in ("count by comm", "flame", "hist", "strips"):
        result = run("--batch", "--cmd", f'{command} where event == "sched_switch"', "sched.data")
        check(f':{command} where event == "sched_switch" is warned of', result, result.status == 0 and
              "no record belongs to the event sched_switch; did you mean sched:sched_switch?" in result.err)
    result = run("--batch", "--cmd", "color tp.prev_com red", "sched.data")
    check(":color is silent", result, result.status == 0 and not result.err)


def check_absent():
    """A name that could be, but does not occur, is no error; a warning says so."""
    sched, demo = "sched.data", cli.copy("demo.data")
    for name, text, warning in (
            (sched, 'event == "sched_switch"', "no record belongs to the event sched_switch; "
             "did you mean sched:sched_switch?"),
            (sched, 'event in {"dummy", "sched:sched_waking"}', "no record belongs to the event dummy"),
            (sched, 'event == "sched:swich"', "no record belongs to the event sched:swich"),
            (sched, 'event == "sched:*_new"', "did you mean sched:sched_"),
            (sched, 'event != "cycles"', "no record belongs to the event cycles"),
            (sched, 'not event == "dummy:HG"', "no record belongs to the event dummy:HG"),
            (demo, 'comm == "Scanner"', "no task is called Scanner; did you mean scanner?"),
            (demo, 'comm in {"nginx", "apache"}', "no task is called nginx"),
            (demo, 'pid and comm == "\x1b[2J"', "no task is called ^[[2J"),
            (demo, "type == LOST", "no record has the type LOST"),
            (demo, "type in {SWITCH, MMAP, LOST}", None),
            (demo, 'comm in {"nginx", "scanner"}', None),
            (demo, 'comm == "swapper"', None),
            (demo, 'comm != "nosuch" and not type == LOST', None),
            (demo, 'event =~ "cycles" or comm contains "x"', None)):
        result = run("count", "-f", text, name)
        told = [line for line in result.err.split("\n") if "index" not in line]
        check(f"{text}: {warning or 'no warning'}", result,
              result.status == 0 and (warning in result.err if warning else told == [""]))
        result = run("--batch", "--cmd", f"filter {text}", name)
        check(f":filter {text}", result,
              result.status == 0 and (warning in result.err if warning else not result.err))
    result = run("count", "--fail-if", 'event == "sched_switch"', sched)
    check("--fail-if notes it, too", result, result.status == 0 and "did you mean sched:sched_switch?" in result.err)


def check_absent_symbol():
    """Names of functions are known once the files of symbols were read; a similar one is suggested."""
    name = cli.copy("demo.data")
    cli.copy("demo.data.debug")
    near = "did you mean average_around?"
    for text, warning in (
            ('sym == "avrage_around"', "no symbol is called avrage_around; " + near),
            ('stack.sym == "Average_Around"', near),
            ('stack[sym == "averaeg_around"]', near),
            ('tid == 7354 and sym in {"avrage_around", "zzzzzzzz"}', near),
            ('sym in {"avrage_around", "average_around"}', None),
            ('sym == "zzzzzzzz"', None),
            ('not sym == "avrage_around"', None),
            ('sym =~ "avrage_around"', None)):
        for args in (("count",), ("print", "-n", "1"), ("print", "--format", "folded"), ("--batch", "--cmd", "filter " + text)):
            result = run(*args, *(() if args[0] == "--batch" else ("-f", text)), name)
            check(f"{args[0]}: {text}: {warning or 'no suggestion'}", result, result.status == 0 and
                  (warning in result.err if warning else "is called" not in result.err))
    result = run("count", "--fail-if", 'sym == "avrage_around"', name)
    check("--fail-if suggests no symbol", result, result.status == 0 and "is called" not in result.err)
    for args in (("slice", "-o", "sliced.data"), ("print", "--format", "firefox", "-o", "x.json")):
        result = run(*args, "-f", 'sym == "avrage_around"', name)
        check(f"{args[0]} {args[1]}: suggestion", result, result.err.count(near) == 1)


def check_filters():
    selected = collections.Counter()
    for name in ("sched.data", "tracepoints.data"):
        path = cli.copy(name)
        records = corpus.objects(cli.CWD / path)
        names = {key for record in records for key in record.get("tp", ())}
        for text, holds in FILTERS:
            result = run("print", "-q", "-F", "ordinal", "-f", text, path)
            if set(re.findall(r"\btp\.(\w+)", text)) - names:
                check(f"{name}: {text}: it has no such field", result, result.status == 2)
                continue
            want = [record["ordinal"] for record in records if holds(record)]
            check(f"{name}: {text}: {len(want)} rows", result,
                  result.clean() and [int(line) for line in result.lines()] == want)
            selected[text] += len(want)
    tap.ok(sum(1 for n in selected.values() if n) > len(FILTERS) * 2 / 3,
           "most of the filters select something", [str(dict(selected))])
    check_impossible()
    check_absent()
    check_absent_symbol()
    for text, reason in (("tp.pid == S", "expected a number, or a string"),
                         ('tp.pid in {1, "x"}', "values of one kind"),
                         ('tp.comm in {"x", 1}', "values of one kind"),
                         ('tp.comm < "x"', "does not fit")):
        result = run("count", "--no-index", "-f", text, cli.DATA / "flat.data")
        check(f"{text} does not parse", result, result.status == 2 and reason in result.err)


# ---- recordings that mk builds ----

TEXT = 'print fmt: \\"number=%u name=%s delta=%lld comm=%s\\", REC->number, ' \
       '__get_str(name), REC->delta, REC->comm'


def build(name, print_format=None, big=False, named=True, fields=None):
    """The case tracepoint with another print format or fields, byte order, or no names."""
    folder = cli.CWD / f"mk-{name}"
    folder.mkdir()
    tracing = (cli.CASES / "tracing.inc").read_text()
    case = (cli.CASES / "tracepoint.mk").read_text()
    shutil.copy(cli.CASES / "abi.inc", folder)
    if TEXT not in tracing:
        raise AssertionError("tracing.inc has another print format than this test thinks")
    if print_format is not None:
        quoted = print_format.replace("\\", "\\\\").replace('"', '\\"')
        tracing = tracing.replace(TEXT, "print fmt: " + quoted)
    if fields is not None:
        start, end = tracing.index("\\tfield:u32 number"), tracing.index("\\nprint fmt")
        tracing = tracing[:start] + fields + tracing[end:]
    if big:
        tracing = tracing.replace('str "0.6" u8 0 8', 'str "0.6" u8 1 8')
        case = case.replace('include "abi.inc"', 'file endian=big\ninclude "abi.inc"')
        case = case.replace("u16 32 6", "u32 6<<16|32").replace("u16 32 1", "u32 1<<16|32")
    if not named:
        case = case.replace("feature EVENT_DESC event_desc\n", "")
    (folder / "tracing.inc").write_text(tracing)
    (folder / "case.mk").write_text(case)
    target = cli.CWD / f"{name}.data"
    subprocess.run([cli.MK, folder / "case.mk", target], check=True)
    return target


BUILT = [{"number": 7, "name": "hello", "delta": -5, "comm": "short"},
         {"number": 4294967295, "name": "", "delta": 9223372036854775807, "comm": "no-end!!"}]


def own_fields(record):
    return {k: v for k, v in record["tp"].items() if not k.startswith("common_")}


def check_built():
    for big in (False, True):
        path = build(f"order-{big}", big=big)
        result = run("print", "--no-index", "--format", "json", path)
        check(f"{path.name}: fields", result,
              result.clean() and [own_fields(r) for r in result.objects()] == BUILT)
        result = run("print", "--no-index", path)
        check(f"{path.name}: texts", result, result.clean() and [
            line.split("test:probe")[1].strip() for line in result.lines()] == [
                "number=7 name=hello delta=-5 comm=short",
                "number=4294967295 name= delta=9223372036854775807 comm=no-end!!"])
    path = build("unnamed", named=False)
    result = run("print", "--no-index", "--format", "json", "-F", "event", path)
    check("a tracepoint without a name has that of its format", result,
          result.objects() == [{"event": "test:probe"}] * 2)


# ---- what must not hurt ----

def run_guarded(path, *args):
    """Runs perfnav in a session of its own: status, seconds, and whether something is left."""
    start = time.monotonic()
    process = subprocess.Popen([cli.PERFNAV, "print", "--no-index", *args, path], env=cli.ENV,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True, cwd=cli.CWD)
    try:
        out, err = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, out_of(b""), out_of(b""), SECONDS, False
    left = False
    try:
        os.killpg(process.pid, 0)
        left = True
    except ProcessLookupError:
        pass
    return process.returncode, out_of(out), out_of(err), time.monotonic() - start, left


def out_of(data):
    return data.decode("utf-8", "replace")


# The print format, and the beginning of the first sample's text: fields where it has none.
NASTY = [
    ('"x=%s", __print_hex(REC->comm, 0x7fffffff)', "number=7 name=hello delta=-5"),
    ('"x=%s", __print_array(REC->comm, 0x7fffffff, 8)', "number=7 name=hello delta=-5"),
    ('"x=%d", REC->number / 0', "number=7 name=hello delta=-5"),
    ('"x=%999999999d", REC->number', ""),
    ('"x=%d", ' + "(" * 20000 + "REC->number" + ")" * 20000, ""),
    ('"x=%d", ' + "REC->number + " * 20000 + "1", ""),
    ('"x=%*.*d", REC->number, 1000000000, REC->number', ""),
    ('"x=%n%n%n%s%s%s"', ""),
    ('"%s %s", REC->number, REC->delta', ""),
    ('"x=%s", __print_symbolic(REC->number, ' + "{ 1, \"a\" }, " * 20000 + ")", ""),
    ("", "[FAILED TO PARSE] number=7 name=hello delta=-5 comm=short"),
    ('"', ""),
]
# Fields that lie where none can be.
ODD_FIELDS = (r"\tfield:u32 a;\toffset:8;\tsize:4294967295;\tsigned:0;\n"
              r"\tfield:u32 b;\toffset:-5;\tsize:4;\tsigned:0;\n"
              r"\tfield:u32 c[9999999];\toffset:8;\tsize:8;\tsigned:0;\n"
              r"\tfield:__data_loc char[] d;\toffset:16;\tsize:4;\tsigned:0;\n"
              r"\tfield:u8 e[0];\toffset:65535;\tsize:1;\tsigned:0;\n")


def check_nasty():
    for i, (text, start) in enumerate(NASTY):
        path = build(f"nasty-{i}", text)
        status, out, err, seconds, left = run_guarded(path)
        lines = [line.split("test:probe")[-1].strip() for line in out.splitlines()]
        tap.ok(status in corpus.READ and len(lines) == 2 and lines[0].startswith(start),
               f"print format {text[:40]}...: {seconds:.1f} s", [f"status {status}", out, err])
        tap.ok(not left, "no process is left")
        warned = "tracing data: the format of test:probe is broken" in err
        tap.ok(warned == (status == 1), "a warning tells, where it was given up", [err])
    path = build("odd-fields", '"x"', fields=ODD_FIELDS)
    result = run("print", "--no-index", "--format", "json", path)
    check("odd fields", result, result.status in corpus.READ and len(result.objects()) == 2)


def mutate(rng, data):
    """Another content of the same size: bytes, pieces and numbers changed."""
    data = bytearray(data)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(data))
        size = min(rng.choice((1, 1, 2, 8, 30, 200)), len(data) - at)
        kind = rng.randrange(5)
        if kind == 0:
            data[at:at + size] = rng.randbytes(size)
        elif kind == 1:
            source = rng.randrange(len(data) - size + 1)
            data[at:at + size] = data[source:source + size]
        elif kind == 2:
            data[at:at + size] = bytes([rng.choice(b"\0\xff(){}[];:,\"%-9 \n")]) * size
        elif kind == 3:
            digits = [m.span() for m in re.finditer(rb"\d+", bytes(data))]
            start, end = rng.choice(digits)
            data[start:end] = bytes(rng.choice(b"0123456789") for _ in range(end - start))
        else:
            name = rng.choice([m.span() for m in re.finditer(rb"[a-z_]{4,}", bytes(data))])
            other = rng.choice(re.findall(rb"[a-z_]{4,}", bytes(data)))
            data[name[0]:name[1]] = (other * 20)[:name[1] - name[0]]
    return bytes(data)


def check_mutations():
    """Damaged tracing data never kill or stop perfnav."""
    rng = random.Random(20240229)
    bad, slowest, statuses = [], 0, collections.Counter()
    for i in range(MUTATIONS):
        name = rng.choice(("sched.data", "tracepoints.data", "uprobes.data", "demo.data"))
        data = (cli.DATA / name).read_bytes()
        offset, size = tracing_section(cli.DATA / name)
        target = cli.CWD / "mutation.data"
        target.write_bytes(data[:offset] + mutate(rng, data[offset:offset + size]) +
                           data[offset + size:])
        form = ("--format", "json") if i % 2 else ()
        status, _, err, seconds, left = run_guarded(target, "-f", "tp or ordinal < 5", *form)
        statuses[status] += 1
        slowest = max(slowest, seconds)
        if status not in corpus.READ or left:
            bad.append(f"mutation {i} of {name}: status {status}, {err[:200]}, left: {left}")
    tap.ok(not bad, f"{MUTATIONS} damaged tracing data: {dict(statuses)}, at most {slowest:.1f} s",
           bad[:8])


def main():
    check_by_hand()
    check_filters()
    check_built()
    check_recordings()
    check_nasty()
    check_mutations()
    return tap.done()


sys.exit(main())
