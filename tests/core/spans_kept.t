#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Spans that are kept with the index: used again, and never where they can be wrong."""
import os
import pathlib
import re
import shutil
import stat
import struct
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402,F401
from corpus import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402
from manyspans import CALL, ENTER, LEAVE, RETURN, build, lost, sample  # noqa: E402

WORDS = "span.kind,span.name,span.state,span.dur,span.ret,span.end,span.begin,span.depth"
PNX, SPANS = cli.CWD / "many.data.pnx", cli.CWD / "many.data.pnx.spans"
THREADS, ROUNDS = 300, 80


def records():
    """Reads of many threads, calls in calls, some without an end or a begin, and a loss."""
    when = 1000
    for i in range(ROUNDS):
        for event in (ENTER, CALL, CALL, RETURN, RETURN, LEAVE):
            if i == 50 and event == RETURN:
                yield lost(when)
            for tid in range(1, THREADS):
                when += 7
                if (i, event, tid) not in ((3, LEAVE, 5), (9, CALL, 6), (20, ENTER, 7)):
                    yield sample(event, tid, when)


def words(*more):
    return run("print", "-q", "--format", "csv", "-F", f"ordinal,{WORDS}", *more, "many.data")


def is_right(result):
    return result.clean() and result.out == TRUTH.out


def used(what, again=False):
    """Spans are right, and come of the file that is there (again: of one that is made again)."""
    before = SPANS.stat() if SPANS.exists() else None
    result = words()
    now = SPANS.stat() if SPANS.exists() else None
    check(what, result, is_right(result))
    same = before and now and (before.st_ino, before.st_mtime_ns) == (now.st_ino, now.st_mtime_ns)
    tap.ok(now and same != again, "... made again" if again else "... with the spans that are kept", [before, now])


DATA = build("many.data", records())
TRUTH = words("--no-index")
tap.ok(TRUTH.clean() and "unfinished" in TRUTH.out and "orphaned" in TRUTH.out and "doubtful" in TRUTH.out,
       "spans of all states")
tap.ok(not SPANS.exists(), "--no-index keeps none")
used("the first question makes them", again=True)
tap.ok(stat.S_IMODE(SPANS.stat().st_mode) == 0o600, "... for nobody else")
tap.ok(not list(cli.CWD.glob("*.part")), "... and nothing unfinished is left")
kinds = SPANS.read_bytes()
at = kinds.index(b"SPNK") + 24  # behind the header of the chunk
said = re.search(r"^SPNK has 16 bytes: u32 version \((\d+)\)", (cli.ROOT / "doc/index-format.md").read_text(), re.M)
tap.ok(said and int(said[1]) == struct.unpack_from("<I", kinds, at)[0], "... of the version that doc/index-format.md has",
       kinds[at:at + 16])
tap.ok(SPANS.stat().st_size < DATA.stat().st_size / 4, "... in less than a quarter of the recording's bytes")
used("the next one has them")

result, plain = run("count", "-q", "--by", "span.name,span.kind,span.state", "--agg", "p99(span.dur),sum(span.dur)", "many.data"), \
    run("count", "-q", "--no-index", "--by", "span.name,span.kind,span.state", "--agg", "p99(span.dur),sum(span.dur)", "many.data")
check("totals are those of a pass", result, result.clean() and result.out == plain.out)
# Some totals are made of columns alone; a condition on times takes single records.
SOME = "count(span.errno),count(span.state == \"unfinished\"),sum(span.dur),p99(span.dur where event ~ \"enter\")"
for file in ("many.data", cli.DATA / "tracepoints.data", cli.DATA / "sched.data"):
    for by, aggregates, condition in (("tid,span.name,span.state", "max(span.dur)", None), ("span.name,span.kind", SOME, None),
                                      ("span.kind,event", SOME, "span.kind and span.state != \"orphaned\""),
                                      ("span.name", "avg(span.dur)", "span.errno or span.name == \"read\""),
                                      ("comm,cpu", SOME, "not span.kind or event ~ \"exit\"")):
        how = ("count", "-q", "--format", "csv", "--by", by, *(("-f", condition) if condition else ()), "--agg")
        columns, rows = run(*how, aggregates, file), run(*how, f"{aggregates},count(time)", file)
        lines = sorted(line.rpartition(",")[0] for line in rows.lines()[1:])
        tap.ok(columns.status == 0 and rows.status == 0 and sorted(columns.lines()[1:]) == lines and (lines or file != "many.data"),
               f"{pathlib.Path(file).name} by {by} where {condition}: totals of columns are those of single records",
               [columns.lines()[:3], rows.lines()[:3], columns.err, rows.err])
result = run("count", "-q", "--by", "span.name", "--agg", "sum(span.dur)", "--span", 'mine event ~ "enter" -> event ~ "exit"', "many.data")
plain = run("count", "-q", "--no-index", "--by", "span.name", "--agg", "sum(span.dur)", "--span", 'mine event ~ "enter" -> event ~ "exit"', "many.data")
check("a pair of the user's own beside them", result, result.clean() and result.out == plain.out)

# Wherever it is damaged.
whole = SPANS.read_bytes()
for part in range(40):
    at = len(whole) * part // 40 + part
    SPANS.write_bytes(whole[:at] + bytes([whole[at] ^ 0x40]) + whole[at + 1:])
    result = words()
    if not is_right(result):
        check(f"byte {at} is another one", result, False)
        break
else:
    tap.ok(True, "a byte is another one, at 40 places")
for size in (0, 8, 96, 200, len(whole) // 2, len(whole) - 1):
    SPANS.write_bytes(whole[:size])
    result = words()
    if not is_right(result):
        check(f"{size} bytes of it are left", result, False)
        break
else:
    tap.ok(True, "it is cut, at 6 places")
SPANS.write_bytes(b"\0" * len(whole))
used("nothing but zeros", again=True)
SPANS.unlink()
SPANS.mkdir()
result = words()
check("a folder has its name", result, is_right(result))
SPANS.rmdir()
SPANS.symlink_to("elsewhere")
result = words()
check("a link has its name", result, is_right(result) and not (cli.CWD / "elsewhere").exists())
SPANS.unlink(missing_ok=True)
used("and nothing", again=True)

# Of another recording, index or time.
other = build("other.data", (sample((ENTER, LEAVE)[i & 1], 1 + i // 2, 1000 + i) for i in range(1 << 17)))
run("count", "-q", "--by", "span.name", "other.data")
shutil.copyfile(f"{other}.pnx.spans", SPANS)
used("those of another recording", again=True)
run("index", "-q", "--force", "many.data")
used("the index was made again", again=True)
os.chmod(DATA, 0o600)
used("the recording has another mode", again=True)
os.utime(DATA, ns=(10**18, 10**18))
run("index", "-q", "many.data")
used("the recording has another time", again=True)
with open(DATA, "r+b") as stream:
    stream.seek(DATA.stat().st_size // 2)
    piece = stream.read(1)
    stream.seek(-1, os.SEEK_CUR)
    stream.write(piece)
os.utime(DATA, ns=(10**18, 10**18))
used("it was written to, and has its time again", again=True)
if os.getuid() == 0:
    os.chown(SPANS, 12345, 12345)
    used("somebody else owns it", again=True)
    tap.ok(SPANS.stat().st_uid == 0, "... and it is ours now")
else:
    for what in ("somebody else owns it", "... made again", "... and it is ours now"):
        tap.skip(what, "needs root")

# Listed, removed; not kept where that is not worth it.
result = run("index", "--list", "--json", "many.data")
tap.ok([(one["index_path"], one["spans"]) for one in result.objects()] ==
       [("many.data.pnx", False), ("many.data.pnx.spans", True)], "index --list has both", result.lines())
result = run("index", "--list", "many.data")
tap.ok(len(result.lines()) == 2 and result.lines()[1].endswith("many.data.pnx.spans  spans"), "... as text, too", result.lines())
result = run("index", "--remove", "many.data")
check("index --remove removes both", result, result.clean() and not PNX.exists() and not SPANS.exists())
words()
os.rename(DATA, cli.CWD / "gone.data")
result = run("index", "--list", "--json")
tap.ok(sorted(one["index_path"] for one in result.objects() if "orphan" in one) == ["many.data.pnx", "many.data.pnx.spans"],
       "both are orphans where the recording is gone", result.lines())
result = run("index", "--remove", "many.data")
check("... and removed by its former name", result, result.clean() and not PNX.exists() and not SPANS.exists())
few = build("few.data", (sample((ENTER, LEAVE)[i & 1], 1 + i // 2, 1000 + i) for i in range(1000)))
run("count", "-q", "--by", "span.name", "few.data")
tap.ok((cli.CWD / "few.data.pnx").exists() and not (cli.CWD / "few.data.pnx.spans").exists(), "few spans are not kept")
sys.exit(tap.done())
