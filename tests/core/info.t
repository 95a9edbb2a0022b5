#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`perfnav info --json` against the header that perf prints, which is parsed here by itself.

For the recordings of data/ perf is asked (skipped where it is not installed). With the environment
variable PERFNAV_RECORDINGS, a folder, all recordings below it are compared with what was saved of
perf's words: NAME.head.txt or NAME.head-VERSION.txt in a folder `oracle` beside theirs. And what
perf says nothing about: that text and JSON tell the same, and times of the day.
"""
import datetime
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import tap  # noqa: E402
import recording  # noqa: E402  (of tests/oracle, where cli has led)
from tap import Differences  # noqa: E402

TYPES = ["hardware", "software", "tracepoint", "hw_cache", "raw", "breakpoint"]
# Where perf has the field, and where ours.
NUMBERS = {
    "size": "size", "config": "config", "{ sample_period, sample_freq }": "sample_period",
    "precise_ip": "precise_ip", "{ wakeup_events, wakeup_watermark }": "wakeup",
    "{ bp_addr, config1 }": "config1", "{ bp_len, config2 }": "config2",
    "sample_regs_user": "sample_regs_user", "sample_stack_user": "sample_stack_user",
    "sample_regs_intr": "sample_regs_intr", "aux_watermark": "aux_watermark",
    "sample_max_stack": "sample_max_stack", "aux_sample_size": "aux_sample_size",
    "sig_data": "sig_data",
}
MASKS = {"sample_type": "sample_type", "read_format": "read_format",
         "branch_sample_type": "branch_sample_type"}
CLOCKS = {"realtime": 0, "monotonic": 1, "process_cputime": 2, "thread_cputime": 3,
          "monotonic_raw": 4, "boottime": 7, "tai": 11}
BREAKPOINTS = {"R": 1, "W": 2, "X": 4}
FLAGS = set("""disabled inherit pinned exclusive exclude_user exclude_kernel exclude_hv
    exclude_idle mmap comm freq inherit_stat enable_on_exec task watermark mmap_data sample_id_all
    exclude_host exclude_guest exclude_callchain_kernel exclude_callchain_user mmap2 comm_exec
    use_clockid context_switch write_backward namespaces ksymbol bpf_event aux_output cgroup
    text_poke build_id inherit_thread remove_on_exec sigtrap""".split())
# Features whose names differ, or that perf prints nothing about; others are keyed as perf names them.
NAMES = {"PMU_CAPS": ("PMU_CAPS", "HYBRID_CPU_PMU_CAPS")}


class Head:
    """What perf prints, line by line: KEY : VALUE or sentences."""

    def __init__(self, text):
        self.lines = [line[2:].rstrip("\n") for line in text.splitlines()
                      if line.startswith("# ")]
        self.used = set()

    def one(self, pattern):
        found = self.all(pattern)
        return found[0] if found else None

    def all(self, pattern):
        """Groups of every line that matches as a whole."""
        found = []
        for i, line in enumerate(self.lines):
            match = re.fullmatch(pattern, line)
            if match:
                self.used.add(i)
                groups = match.groups()
                found.append(groups[0] if len(groups) == 1 else groups)
        return found


def number(text):
    return None if text is None else int(text, 0)


# ---- one topic each: what perf says and what perfnav has, or None where perf says nothing ----

def texts(head, info):
    features = info["features"]
    for key, name in (("HOSTNAME", "hostname"), ("OSRELEASE", "os release"),
                      ("VERSION", "perf version"), ("ARCH", "arch"), ("CPUDESC", "cpudesc"),
                      ("CPUID", "cpuid")):
        yield key, head.one(re.escape(name) + r" : (.*)"), features.get(key)


def numbers(head, info):
    features = info["features"]
    cpus = features.get("NRCPUS", {})
    yield "online", number(head.one(r"nrcpus online : (\d+)")), cpus.get("online")
    yield "available", number(head.one(r"nrcpus avail : (\d+)")), cpus.get("available")
    yield "memory", number(head.one(r"total memory : (\d+) kB")), features.get("TOTAL_MEM")
    mhz = number(head.one(r"clockid frequency: (\d+) MHz"))
    # A resolution of 0 is perf stat's way to say that there is none.
    yield "clock", mhz or None, 1000 // features["CLOCKID"] if features.get("CLOCKID") else None
    yield "directory", number(head.one(r"directory data version : (\d+)")), \
        features.get("DIR_FORMAT")


def command(head, info):
    line = head.one(r"cmdline : (.*)")
    have = info["features"].get("CMDLINE")
    # perf puts a backslash before quotes, and a blank behind each argument.
    yield "cmdline", None if line is None else line.replace("\\'", "'").rstrip(), \
        None if have is None else " ".join(have).rstrip()


def events(head, info):
    ours = info["events"]
    theirs = head.all(r"event : name = (.*?), (.*)")
    descriptions = info["features"].get("EVENT_DESC")
    if not theirs or descriptions is None:
        return
    yield "EVENT_DESC", len(theirs), len(descriptions)
    for (name, rest), have in zip(theirs, descriptions):
        ids = re.search(r"id = \{ ([\d, ]*) \}", rest)
        yield "name", name, have["name"]
        yield f"ids of {name}", [int(i) for i in ids.group(1).split(", ")] if ids else [], \
            have["ids"]
    if len(ours) == len(theirs) and not info["types"].get("EVENT_UPDATE"):
        for (name, _), have in zip(theirs, ours):
            yield "event", name, have["name"]


def split_fields(text):
    """KEY: VALUE, ... where a key in braces has a comma."""
    for part in re.findall(r"((?:\{[^}]*\}|\w+)): ([^,]*)", text):
        yield part


def attr_of(event):
    """Ours as perf would print it: only what is not 0."""
    out = {"type": TYPES.index(event["type"]) if event["type"] in TYPES else int(event["type"])}
    for perf, key in NUMBERS.items():
        out[perf] = event.get(key, 0)
    for perf, key in MASKS.items():
        out[perf] = sorted(event.get(key, "none").split("|"))
    out["bp_type"] = sum(BREAKPOINTS[c] for c in event["bp_type"].split("|") if c in BREAKPOINTS)
    clock = event.get("clockid", "realtime")
    out["clockid"] = CLOCKS.get(clock, clock) if "use_clockid" in event["flags"] else 0
    out.update((flag, 1) for flag in event["flags"])
    return {key: value for key, value in out.items() if value not in (0, ["none"])}


def attr_of_perf(fields):
    out = {}
    for key, value in split_fields(fields):
        if key in MASKS:
            out[key] = sorted(value.split("|"))
        elif key in NUMBERS or key in FLAGS or key in ("type", "bp_type", "clockid"):
            # Newer perf puts the meaning behind it.
            out[key] = int(value.split(" ")[0], 0)
    return {key: value for key, value in out.items() if value}


def attrs(head, info):
    # The type is not printed where it is 0.
    theirs = [found.group(1) for found in
              (re.search(r"(?:^|: )((?:type: .*?, )?size: \d.*)", line) for line in head.events)
              if found]
    if len(theirs) != len(info["events"]):
        yield "events", len(theirs), len(info["events"])
        return
    for fields, event in zip(theirs, info["events"]):
        perf, ours = attr_of_perf(fields), attr_of(event)
        # perf does not print this bit; and it takes ids for the end of short attrs in pipes.
        if "sample_type" in ours:
            ours["sample_type"] = [bit for bit in ours["sample_type"] if bit != "TRANSACTION"]
        odd = {"clockid", "sample_regs_intr"} if info["endian"] == "big" else set()
        if info["mode"] == "pipe" and event["size"] < 128:
            odd = set(NUMBERS) - {"size", "config", "{ sample_period, sample_freq }"} | \
                {"branch_sample_type", "clockid"}
        for key in sorted((perf.keys() | ours.keys()) - odd):
            yield f"{event['name']} {key}", perf.get(key, 0), ours.get(key, 0)


def topology(head, info):
    have = info["features"].get("CPU_TOPOLOGY")
    for key, name in (("sibling_sockets", r"sibling (?:sockets|cores)\s*: (.*)"),
                      ("sibling_dies", r"sibling dies\s*: (.*)"),
                      ("sibling_threads", r"sibling threads\s*: (.*)")):
        found = head.all(name)
        if found or (have and have.get(key)):
            yield key, found, have.get(key)
    cpus = head.all(r"CPU (\d+): Core ID (-?\d+)(?:, Die ID (-?\d+))?, Socket ID (-?\d+)")
    if not cpus:
        return
    ours = have.get("cpus", [])
    yield "cpus", len(cpus), len(ours)
    for (cpu, core, die, socket), one in zip(cpus, ours):
        yield f"core of {cpu}", int(core), one["core"]
        yield f"socket of {cpu}", int(socket), one["socket"]
        if die:
            yield f"die of {cpu}", int(die), have["dies"][int(cpu)]["die"]


def nodes(head, info):
    ours = info["features"].get("NUMA_TOPOLOGY") or []
    theirs = head.all(r"node(\d+) meminfo  : total = (\d+) kB, free = (\d+) kB")
    lists = head.all(r"node(\d+) cpu list : (.*)")
    if theirs or ours:
        yield "nodes", [(int(node), int(total), int(free), cpus)
                        for (node, total, free), (_, cpus) in zip(theirs, lists)], \
            [(n["node"], n["total_kB"], n["free_kB"], n["cpus"]) for n in ours]


def pmus(head, info):
    line = head.one(r"pmu mappings: (.*)")
    if line is None or line == "not available":
        return
    yield "mappings", [tuple(part.rsplit(" = ", 1)) for part in line.split(", ")], \
        [(m["name"], str(m["type"])) for m in info["features"]["PMU_MAPPINGS"]]


def caches(head, info):
    theirs = head.all(r" L(\d+) (\w+) +(\w+) \[(.*)\]")
    ours = info["features"].get("CACHE", {}).get("caches", [])
    if theirs or ours:
        yield "caches", [(int(level), kind, size, cpus) for level, kind, size, cpus in theirs], \
            [(c["level"], c["type"], c["size"], c["cpus"]) for c in ours]


def times(head, info):
    have = info["features"].get("SAMPLE_TIME")

    def shown(ns):
        return f"{ns // 1000000000}.{ns // 1000 % 1000000:06}"

    if have is None:
        return
    for key in ("first", "last"):
        yield key, head.one(rf"time of {key} sample : ([\d.]+)"), shown(have[key])
    milliseconds = head.one(r"sample duration : +([\d.]+) ms")
    # The last can be before the first where events have no time.
    duration = (have["last"] - have["first"]) % 2 ** 64
    yield "duration", milliseconds, f"{duration / 10 ** 6:.3f}"
    yield "duration", duration, have.get("duration", duration)


def memory(head, info):
    have = info["features"].get("MEM_TOPOLOGY")
    total = head.one(r"memory nodes \(nr (\d+), block size (0x[0-9a-f]+)\):")
    if not have or total is None:
        return
    yield "nodes", int(total[0]), len(have["nodes"])
    yield "block size", int(total[1], 0), have["block_size"]
    for (node, blocks), ours in zip(head.all(r" +(\d+) \[[\d.]+[KMGT]?\]: ([\d,-]+)"),
                                    have["nodes"]):
        yield "node", int(node), ours["node"]
        yield "blocks", blocks, ours["block_list"]


def clock_data(head, info):
    have = info["features"].get("CLOCK_DATA")
    found = head.one(r"reference time: (.*) = (\d+)\.(\d+) \(TOD\) = (\d+)\.(\d+) \((.*)\)")
    clock = head.one(r"clockid: (\w+) \((\d+)\)")
    if not have or not found:
        return
    _, seconds, micro, clock_seconds, nano, name = found
    # perf stat writes zeros, which mean nothing.
    yield "day", int(seconds) * 10 ** 6 + int(micro), have["wall_clock_ns"] // 1000
    yield "clock", int(clock_seconds) * 10 ** 9 + int(nano), have["clockid_ns"]
    yield "name", name, have["clock"]
    yield "number", number(clock[1]) if clock else None, have["clockid"]


def others(head, info):
    features = info["features"]
    found = head.one(r"compressed : (\w+), level = (\d+), ratio = (\d+)")
    have = features.get("COMPRESSED")
    if found and found[0] != "Unknown":
        yield "compressed", (found[0].lower(), int(found[1]), int(found[2])), \
            (have["type_name"], have["level"], have["ratio"])
    groups = head.all(r"group: (?:[^{]*)\{(.*)\}")
    if groups:
        desc = features["GROUP_DESC"]
        yield "groups", [len(group.split(",")) for group in groups], [g["members"] for g in desc]
    for pmu, line in head.all(r"(\w+) pmu capabilities: (.*)"):
        ours = [caps["caps"] for caps in features.get("PMU_CAPS", []) if caps["pmu"] == pmu]
        ours = ours[0] if ours else features.get("CPU_PMU_CAPS") if pmu == "cpu" else None
        if line != "not available":
            yield f"capabilities of {pmu}", line, \
                ", ".join(f"{cap['name']}={cap['value']}" for cap in ours)
    hybrid = head.all(r"(\w+) cpu list : ([\d,-]+)")
    hybrid = [pair for pair in hybrid if not re.fullmatch(r"node\d+", pair[0])]
    if hybrid:
        yield "hybrid", hybrid, [(h["pmu"], h["cpus"]) for h in features["HYBRID_TOPOLOGY"]]
    for key, sentence in (("BRANCH_STACK", "contains samples with branch stack"),
                          ("STAT", "contains stat data"),
                          ("AUXTRACE", r"contains AUX area data \(e.g. instruction trace\)")):
        yield key, bool(head.all(sentence + "()")), bool(features.get(key))


def programs(head, info):
    found = head.all(r"bpf_prog_info (\d+): bpf_prog_([0-9a-f]+)_(\S*) addr (0x[0-9a-f]+) size (\d+)")
    ours = {p["id"]: p for p in info["features"].get("BPF_PROG_INFO") or []}
    for number_, tag, name, addr, size in found:
        one = ours.get(int(number_), {})
        yield f"program {number_}", (tag, name, int(addr, 0), int(size)), \
            (one.get("tag"), one.get("name"), one.get("jited_ksyms", [None])[0],
             one.get("jited_func_lens", [None])[0])


def missing(head, info):
    """perf lists the features that a recording does not have, as far as it knows them."""
    line = head.one(r"missing features: (.*)")
    if line is None:
        return
    names = {one for name in line.split() for one in NAMES.get(name, (name,))}
    names |= {"PMU_CAPS"} if "HYBRID_CPU_PMU_CAPS" in names else set()
    yield "missing", [], sorted(names & info["features"].keys())


TOPICS = [texts, numbers, command, events, attrs, topology, nodes, pmus, caches, times, memory,
          clock_data, others, programs, missing]


def compare(title, info, head):
    compared = set()
    for topic in TOPICS:
        diffs = Differences()
        for what, perf, ours in topic(head, info):
            if perf is not None:
                diffs.check(title, what, perf, ours)
        if diffs.compared:
            compared.add(topic.__name__)
            tap.topic(f"{title}: {topic.__name__} ({diffs.compared} values)", diffs)
    rest = [line for i, line in enumerate(head.lines) if i not in head.used and
            not re.match(r"=+|captured on|header version|data (offset|size)|feat offset|event : |"
                         r"CPU cache info|Tip: |hybrid cpu system|\tsub_prog|node\d|.*pmu cap|"
                         r"bpf_prog_info|btf info|clockid: |pmu mappings|cmdline : $|"
                         r"Core ID and Socket ID information is not", line)]
    tap.ok(not rest, f"{title}: perf says nothing that is not compared", rest[:10])
    return compared


# ---- what perf says ----

def perf_says(*args):
    done = subprocess.run(["perf", *args], capture_output=True, stdin=subprocess.DEVNULL,
                          check=False)
    return done.stdout.decode("utf-8", "replace")


def info_of(path):
    return cli.run("info", "--json", "--no-index", path).objects()[0]


def head_now(path):
    head = Head(perf_says("report", "--header-only", "-I", "-f", "-i", path))
    head.events = perf_says("evlist", "-v", "-f", "-i", path).splitlines()
    return head


def head_saved(path):
    evlist, _, report = path.read_text(errors="replace").partition("## perf report")
    head = Head(report)
    head.events = evlist.splitlines()
    return head


def check_build_ids(path, info):
    """perf lists them in an order of its own."""
    theirs = sorted(line.split(" ", 1) for line in
                    perf_says("buildid-list", "-f", "-i", path).splitlines())
    ours = sorted([entry["build_id"], entry["file"]] for entry in info["features"]["BUILD_ID"])
    tap.ok(theirs == ours, f"{path.name}: {len(ours)} build ids",
           [f"perf: {theirs}", f"perfnav: {ours}"])


def check_data():
    if not shutil.which("perf"):
        tap.skip("the header of recordings in data/", "perf is not installed")
        return
    compared = set()
    for path in sorted(cli.DATA.glob("*.data")):
        info = info_of(path)
        # perf prints the header of an unfinished recording, which is rubbish.
        if any("unfinished" in warning for warning in info["warnings"]):
            continue
        compared |= compare(path.name, info, head_now(path))
        if isinstance(info["features"].get("BUILD_ID"), list):
            check_build_ids(path, info)
    # Nothing at hand has a BPF program.
    left = {topic.__name__ for topic in TOPICS} - compared - {"programs"}
    tap.ok(not left, "each topic was compared somewhere", sorted(left))


def check_saved(folder):
    for path in recording.find(folder):
        path = pathlib.Path(path)
        heads = sorted((path.parents[1] / "oracle").glob(f"{path.name}.head*.txt"))
        heads = [head for head in heads if re.search(r"\.head(-[\d.]+)?\.txt$", head.name)]
        if not heads:
            tap.skip(path.name, "nothing was saved of what perf says")
        for head in heads:
            compare(head.name, info_of(path), head_saved(head))


# ---- text, and the time of day ----

def check_text(name):
    """Each value that is short in JSON is in the text."""
    info = info_of(cli.DATA / name)
    text = cli.run("info", "--no-index", cli.DATA / name).out
    words = [info["features"][key] for key in ("HOSTNAME", "OSRELEASE", "VERSION", "CPUDESC")]
    words += [f"{e['build_id']} {e['file']}" for e in info["features"]["BUILD_ID"]]
    words += [m["name"] for m in info["features"]["PMU_MAPPINGS"]]
    words += [event["name"] for event in info["events"]]
    words += [flag for event in info["events"] for flag in event["flags"]]
    lost = [word for word in words if word not in text]
    tap.ok(words and not lost, f"{name}: text has what JSON has", lost)
    width = max(len(line) for line in text.splitlines()
                if not re.match(r" *(CMDLINE|record options|path|[0-9a-f]{40}) ", line))
    tap.ok(width <= 120, f"{name}: ... in lines that are not endless", [f"{width} columns"])


def check_clock(name):
    info = info_of(cli.DATA / name)
    clock, when = info["features"]["CLOCK_DATA"], info["features"]["SAMPLE_TIME"]
    wall = clock["wall_clock_ns"] + when["first"] - clock["clockid_ns"]
    at = datetime.datetime.fromtimestamp(wall // 10 ** 9, datetime.timezone.utc)
    want = f"{at:%Y-%m-%dT%H:%M:%S}.{wall % 10 ** 9:09}Z"
    tap.ok(info["recorded"]["from"] == want and when["first_wall"] == want,
           f"{name}: the time of day of the first sample",
           [f"should be {want}, is {info['recorded']}"])
    text = cli.run("info", "--no-index", cli.DATA / name, env={"TZ": "Asia/Kolkata"}).out
    local = at + datetime.timedelta(hours=5, minutes=30)
    lines = [line for line in text.splitlines() if "+0530" in line]
    tap.ok(lines and f"{local:%Y-%m-%d %H:%M:%S}.{wall % 10 ** 9:09} +0530" in lines[0] and
           f"{at:%Y-%m-%d %H:%M:%S}.{wall % 10 ** 9:09} UTC" in text,
           "... and where the reader is", lines)
    tap.ok("recorded" not in info_of(cli.DATA / "demo.data"), "... not without its clock")


check_text("demo.data")
check_text("system.data")
check_clock("read.data")
check_data()
if os.environ.get("PERFNAV_RECORDINGS"):
    check_saved(os.environ["PERFNAV_RECORDINGS"])
sys.exit(tap.done())
