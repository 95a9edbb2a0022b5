# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of slices share: slices of a recording, and what perf and perfnav say of them."""
import collections
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "core"))
import corpus  # noqa: E402
from corpus import cli  # noqa: E402

PERF = shutil.which("perf")
# Some of the kernel's names, and those that perf finds it by: reading all takes most of perf's time.
NAMES = cli.SCRATCH / "kallsyms"
if PERF:
    lines = pathlib.Path("/proc/kallsyms").read_bytes().splitlines(True)
    NAMES.write_bytes(b"".join(line for number, line in enumerate(lines) if number % 50 == 0 or
                               line.split()[2] in (b"_text", b"_stext", b"_etext", b"_end")))
# Records that no slice has: they hold others, are none, or became sections of the file.
PACKED = {"COMPRESSED", "COMPRESSED2", "DAMAGE"}
IN_HEADER = {"ATTR", "EVENT_TYPE", "TRACING_DATA", "BUILD_ID", "FEATURE"}
# What says where a record is.
PLACES = ("ordinal", "offset", "stream", "in")


def perf(command, *args, limit=100):
    """Exit status and output of perf, which sees no settings of the user; status None: too slow.

    The limit is in seconds: on a busy machine it may stand still for some.
    """
    names = ["--kallsyms", NAMES] if command in ("script", "report") else []
    try:
        done = subprocess.run([PERF, *map(os.fsdecode, (command, *names, *args))],
                              cwd=cli.CWD, env=cli.ENV,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return None, b""
    return done.returncode, done.stdout


def perf_opens(path):
    """Each command of perf that reads the recording."""
    commands = {
        "script": ["script", "-i", path],
        "report": ["report", "--stdio", "-i", path],
        "evlist": ["evlist", "-v", "-i", path],
    }
    return {name for name, args in commands.items() if perf(*args)[0] == 0}


def is_pipe(path):
    head = (path / "data" if path.is_dir() else path).read_bytes()[:16]
    return head[8:16] in (b"\x10" + bytes(7), bytes(7) + b"\x10")


def slice_of(path, name, *args):
    """Path and result of a slice in the scratch folder."""
    out = cli.CWD / name
    result = cli.run("slice", "--no-index", "--force", "-o", out, *args, path)
    return out, result


def placeless(obj):
    found = {key: value for key, value in obj.items() if key not in PLACES}
    if "data_offset" in found.get("auxtrace", {}):
        found["auxtrace"] = {**found["auxtrace"], "data_offset": None}
    return found


def is_cut(obj):
    """Trace data that are not all in the file."""
    return obj["type"] == "AUXTRACE" and obj["auxtrace"].get("cut")


def has_tracing(obj):
    """Tracing data inside their record, as simpleperf writes them: a slice has them as a section."""
    size = obj.get("tracing", {}).get("size", 0)
    return obj["type"] == "TRACING_DATA" and 0 < size <= obj["size"] - 12


def keeps(path, objs):
    """Those records that a slice of the recording keeps."""
    left_out = PACKED | (IN_HEADER if is_pipe(path) else set())
    if path.is_dir() and any(path.glob("data.[0-9]*")):
        left_out = left_out | {"FINISHED_ROUND"}
    return [obj for obj in objs
            if obj["type"] not in left_out and not is_cut(obj) and not has_tracing(obj)]


def most(objs, key):
    """The value that most samples have, or None."""
    count = collections.Counter(obj[key] for obj in objs
                                if obj["type"] == "SAMPLE" and key in obj)
    return count.most_common(1)[0][0] if count else None


def middle(objs):
    """The third of the time in the middle, or None."""
    times = sorted(obj["time"] for obj in objs if obj["type"] == "SAMPLE" and obj.get("time"))
    if len(times) < 6 or times[-1] >= 1 << 63:
        return None
    return times[len(times) // 3], times[2 * len(times) // 3]


def seconds(ns):
    return f"{ns // 10**9}.{ns % 10**9:09d}"


def selections(objs):
    """Name to options: what the samples of a recording can be selected by."""
    found = {"all": []}
    pid, event, cpu, time = most(objs, "pid"), most(objs, "event"), most(objs, "cpu"), middle(objs)
    if pid is not None and pid >= 0:
        found["pid"] = ["-p", str(pid)]
    if event is not None:
        found["event"] = ["-f", 'event == "%s"' % event.replace("\\", "\\\\").replace('"', '\\"')]
    if cpu is not None and cpu >= 0:
        found["cpu"] = ["-C", str(cpu)]
    if time:
        found["time"] = ["--time", ",".join(map(seconds, time))]
    found["none"] = ["-f", "pid == 4000000"]
    return found


def records(path, *args):
    return cli.run("print", "--no-index", "--format", "json", *args, path).objects()


def read_back(path, number, name, args, say):
    """A slice, of which perfnav reads the same records; None where it could not be made."""
    out, result = slice_of(path, f"{number}.{name}.data", *args)
    if result.status not in corpus.READ:
        say(f"{name}: slice ends with {result.status}: {result.err}")
        return None
    want = [placeless(obj) for obj in keeps(path, records(path, *args))]
    got = [placeless(obj) for obj in records(out, *args)]
    if name == "all" and not want and len(got) == 1:
        want = got  # a recording without records
    if want != got:
        say(f"{name}: {len(want)} records became {len(got)}")
        for a, b in zip(want + [None], got + [None]):
            if a != b:
                say(f"  first: {a} became {b}")
                break
    return out
