#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The filters that people would type, each against a reading of the JSON output by hand."""
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402
import cli  # noqa: E402
import language  # noqa: E402
from cli import run, tap  # noqa: E402


def build(name):
    return corpus.build(cli.CASES / f"{name}.mk")


class Recording:
    def __init__(self, path):
        self.path = path
        self.records = run("print", "-q", "--no-index", "--format", "json", path).objects()
        self.rows = [language.Row(record, None) for record in self.records]
        info = run("info", "-q", "--no-index", "--json", path).objects()[0]
        language.derive(self.rows, info["events"])
        times = [r["time"] for r in self.records if r["type"] == "SAMPLE" and "time" in r]
        self.first, self.last = min(times, default=0), max(times, default=0)

    def time(self, percent):
        return self.first + ((self.last - self.first) * percent + 50) // 100

    def selected(self, expr):
        result = run("print", "-q", "--no-index", "--format", "json", "-F", "offset,stream", "-f",
                     expr, self.path)
        if result.status not in corpus.READ:
            return result.err
        return [(r["stream"], r["offset"]) for r in result.objects()] if result.out else []


def nested(row, *keys):
    found = row.record
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found


DEMO = Recording(cli.DATA / "demo.data")
FP = Recording(cli.DATA / "fp.data")
MAPS = Recording(cli.DATA / "buildid_mmap.data")
BRANCH, MEMORY, CONTROL = (Recording(build(n)) for n in ("branch", "datasrc", "control"))
LOST = Recording(build("records"))


def value(row, word):
    return row.values[word]


def comm(row):
    return value(row, "comm")


# Expression, recording, what a record must be.
WANT = [
    ("pid == 7352", DEMO, lambda r: value(r, "pid") == 7352),
    ("tid in {7351, 7353..7355} and type == SAMPLE", DEMO,
     lambda r: value(r, "tid") in (7351, 7353, 7354, 7355) and r.record["type"] == "SAMPLE"),
    ('comm == "scanner" and cpu in {0..1, 16}', DEMO,
     lambda r: comm(r) == b"scanner" and value(r, "cpu") in (0, 1, 16)),
    ('event ~ "^CPU" and cpumode == user', DEMO,
     lambda r: (value(r, "event") or b"").startswith(b"cpu") and nested(r, "cpumode") == "user"),
    ("rel in {0.1s .. 0.2s}", DEMO, lambda r: value(r, "rel") is not None and
     10 ** 8 <= value(r, "rel") <= 2 * 10 ** 8),
    ('time in {10%..20%} and not comm in {"scanner", "perf"}', FP,
     lambda r: value(r, "time") is not None and FP.time(10) <= value(r, "time") <= FP.time(20) and
     comm(r) not in (b"scanner", b"perf")),
    ("stack.depth >= 6", DEMO, lambda r: (value(r, "callchain.depth") or 0) >= 6),
    ("br[mispred and to == 0x412000]", BRANCH, lambda r: any(
        b["mispred"] and b["to"] == 0x412000 for b in r.lists["brstack"] or ())),
    ("br[from == 4198400 and to == 4202496]", BRANCH, lambda r: any(
        b["from"] == 4198400 and b["to"] == 4202496 for b in r.lists["brstack"] or ())),
    ("count(br[cycles > 5]) >= 2", BRANCH, lambda r: r.lists["brstack"] is not None and
     sum(b["cycles"] > 5 for b in r.lists["brstack"]) >= 2),
    ("br[3]", BRANCH, lambda r: len(r.lists["brstack"] or ()) > 3),
    ("stack[4] and not stack[9]", FP, lambda r: 5 <= len(r.lists["callchain"] or ()) <= 9),
    ("mem.lvl == RAM and mem.remote and weight > 500", MEMORY,
     lambda r: value(r, "data_src.raw") is not None and value(r, "weight") > 500 and
     r.data_src("remote") and (r.data_src("lvl") & 0x380 or r.data_src("lvl_num") == 13)),
    ("mem.snoop == HITM or mem.op == LOAD", MEMORY,
     lambda r: value(r, "data_src.raw") is not None and
     (r.data_src("snoop") & 16 or r.data_src("op") & 2)),
    ("mem.lock == unlocked and mem.op == load", MEMORY,
     lambda r: value(r, "data_src.raw") is not None and
     r.data_src("lock") == 0 and r.data_src("op") & 2),
    ("mem.lock in {unlocked, locked} and not mem.lock in {locked}", MEMORY,
     lambda r: value(r, "data_src.raw") is not None and r.data_src("lock") == 0),
    ('event == "sched:sched_switch" and tp.prev_comm == "scanner" and tp.prev_state == 0', DEMO,
     lambda r: value(r, "event") == b"sched:sched_switch" and
     nested(r, "tp", "prev_comm") == "scanner" and nested(r, "tp", "prev_state") == 0),
    ("type in {LOST, LOST_SAMPLES, THROTTLE} or (type == AUX and aux.flags & 1)", LOST,
     lambda r: r.record["type"] in ("LOST", "LOST_SAMPLES", "THROTTLE") or
     (r.record["type"] == "AUX" and "TRUNCATED" in str(nested(r, "aux", "flags")))),
    ('type == MMAP2 and mmap.prot contains "x" and mmap.build_id', MAPS,
     lambda r: r.record["type"] == "MMAP2" and r.prot() & 4 and
     value(r, "mmap.build_id") is not None),
    ("gap.cpu > 5ms and type == SAMPLE", DEMO,
     lambda r: (value(r, "gap.cpu") or 0) > 5 * 10 ** 6 and r.record["type"] == "SAMPLE"),
    ("--pid 7352 -C 0-1 -c dark-blur,darkroom", DEMO,
     lambda r: value(r, "pid") == 7352 and value(r, "cpu") in (0, 1) and
     comm(r) in (b"dark-blur", b"darkroom")),
]

# Those that need what is not read: status 2, and a reason.
LATER = [
    ("addr & ~63 == $addr & ~63 and cpu != $cpu", "work only in the browser"),
    ("tid == $tid and time in {$time - 5ms .. $time + 5ms}", "work only in the browser"),
    ("--addr-range 10-20", "ip in"),
    ("--switch-on sched:sched_switch", "between two events"),
]


# Names are those of the machine's files: what they select is shown in symbols.t.
NAMES = [
    'sym == "memcpy" or sym ~ "^__memmove_"',
    'stack.sym == "tcp_sendmsg"',
    'stack[sym == "malloc"] and not stack.sym ~ "^my_pool_"',
    'stack and not stack.sym in {"main", "_start"}',
    "ip and not sym",
    'br[mispred and to.sym == "parse_header"]',
    'br[from.sym == "foo" and to.sym == "bar"]',
    "-S memcpy,main --dsos libc.so.6",
]


def main():
    for expr, recording, truth in WANT:
        want = [(r.record["stream"], r.record["offset"]) for r in recording.rows if truth(r)]
        got = recording.selected(expr)
        tap.ok(got == want and 0 < len(want) < len(recording.rows),
               f"{expr}: {len(want)} of {len(recording.rows)}",
               [f"selected {len(got) if isinstance(got, list) else got}"])
    for expr in NAMES:
        result = run("count", "-q", "--no-index", "-f", expr, DEMO.path)
        cli.check(f"{expr}: can be asked", result, result.clean())
    for expr, reason in LATER:
        result = run("count", "--no-index", "-f", expr, DEMO.path)
        cli.check(f"{expr}: says why not", result, result.status == 2 and reason in result.err)
    result = run("count", "--no-index", "-f", 'dso ~ "libcrypto" and period > 1M', DEMO.path)
    cli.check("dso is asked for (maps.t has what comes of it)", result, result.status == 0)
    return tap.done()


sys.exit(main())
