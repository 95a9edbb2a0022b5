#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of events in recordings without EVENT_DESC, against those that perf gives them.

Recordings are built with every hardware, software and cache event, raw codes, breakpoints, all
combinations of modifiers and dynamic PMUs. perf says no more than "unknown ..." of numbers that
it has no name for, and knows nothing of PMU_MAPPINGS here: there perfnav must show the numbers.
"""
import itertools
import pathlib
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import tap  # noqa: E402

HARDWARE, SOFTWARE, TRACEPOINT, HW_CACHE, RAW, BREAKPOINT = range(6)
EXCLUDE = {"user": 1 << 4, "kernel": 1 << 5, "hv": 1 << 6, "host": 1 << 19, "guest": 1 << 20}
PRECISE = 15
GUEST = EXCLUDE["guest"]
IDENTIFIER = 1 << 16

# What perf calls them; its lists are those of its own manual page and `perf list`.
HARDWARE_NAMES = ["cycles", "instructions", "cache-references", "cache-misses", "branches",
                  "branch-misses", "bus-cycles", "stalled-cycles-frontend",
                  "stalled-cycles-backend", "ref-cycles"]
SOFTWARE_NAMES = ["cpu-clock", "task-clock", "page-faults", "context-switches", "cpu-migrations",
                  "minor-faults", "major-faults", "alignment-faults", "emulation-faults", "dummy",
                  "bpf-output", "cgroup-switches"]
CACHES = ["L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node"]
OPERATIONS = [("load", "loads"), ("store", "stores"), ("prefetch", "prefetches")]
# Of these perf says "invalid-cache": no processor has them.
IMPOSSIBLE = {("L1-icache", "store"), ("iTLB", "store"), ("iTLB", "prefetch"),
              ("branch", "store"), ("branch", "prefetch")}


class Event:
    """An attr and the name that it must have; perf: what perf says where that is something else."""

    def __init__(self, name, perf=None, flags=GUEST, **fields):
        self.name = name
        self.perf = perf or name
        # perf wants to find out which event a record is of, where there are several.
        self.fields = dict(fields, flags=flags, sample_type=IDENTIFIER)

    def line(self):
        return "attr " + " ".join(f"{key}={value:#x}" for key, value in self.fields.items())


def plain_events():
    for config, name in enumerate(HARDWARE_NAMES):
        yield Event(name, type=HARDWARE, config=config)
    for config, name in enumerate(SOFTWARE_NAMES):
        yield Event(name, type=SOFTWARE, config=config)
    for config in (0, 1, 0x1a8, 0x5301c2, 0xffffffffffffffff):
        yield Event(f"raw {config:#x}", type=RAW, config=config)
    for addr, kind in ((0x1000, 1), (0xffffffff81000000, 2), (0x7fffdeadbee0, 3), (0x401136, 4),
                       (0, 3)):
        name = "".join(c for bit, c in ((1, "r"), (2, "w"), (4, "x")) if kind & bit)
        for length in (1, 2, 4, 8):
            yield Event(f"mem:{addr:#x}:{name}", type=BREAKPOINT, bp_type=kind, bp_addr=addr,
                        bp_len=length)


def cache_events():
    for (c, cache), (o, (one, many)) in itertools.product(enumerate(CACHES),
                                                           enumerate(OPERATIONS)):
        perf = "invalid-cache" if (cache, one) in IMPOSSIBLE else None
        yield Event(f"{cache}-{many}", perf, type=HW_CACHE, config=c | o << 8)
        yield Event(f"{cache}-{one}-misses", perf, type=HW_CACHE, config=c | o << 8 | 1 << 16)


def modified_events():
    """All combinations of what can be excluded and of precision, on an event of each kind."""
    kinds = [("cycles", {"type": HARDWARE, "config": 0}),
             ("cpu-clock", {"type": SOFTWARE, "config": 0}),
             ("LLC-load-misses", {"type": HW_CACHE, "config": 0x10002}),
             ("raw 0x3c", {"type": RAW, "config": 0x3c}),
             ("mem:0x1000:rw", {"type": BREAKPOINT, "bp_type": 3, "bp_addr": 0x1000, "bp_len": 4})]
    for mask in range(1 << len(EXCLUDE)):
        flags = sum(bit for i, bit in enumerate(EXCLUDE.values()) if mask >> i & 1)
        for precise in range(4):
            for name, fields in kinds:
                yield Event(name, flags=flags | precise << PRECISE, **fields)


def build(name, events, more=""):
    """A recording of nothing but these events."""
    text = "\n".join(event.line() for event in events)
    path = cli.CWD / f"{name}.data"
    description = cli.CWD / f"{name}.mk"
    # A recording without data counts as unfinished, and has no features then.
    description.write_text(f'{text}\nfeature 3 fstr "host"\n{more}\nrecord 68\n')
    subprocess.run([cli.MK, description, path], check=True, stdin=subprocess.DEVNULL)
    return path


def our_names(path):
    return [event["name"] for event in cli.run("info", "--json", path).objects()[0]["events"]]


def perf_names(path):
    done = subprocess.run(["perf", "evlist", "-f", "-i", path], capture_output=True, text=True,
                          check=False, stdin=subprocess.DEVNULL)
    return [line for line in done.stdout.splitlines() if not line.startswith("#")]


def compare(title, path, want):
    have = our_names(path)
    differ = [f"event {i}: should be {w!r}, is {h!r}"
              for i, (w, h) in enumerate(itertools.zip_longest(want, have)) if w != h]
    tap.ok(want and not differ, f"{title}: {len(want)} names", differ[:20])


def check_against_perf():
    """Where perf has a name, it is ours."""
    if not shutil.which("perf"):
        tap.skip("names against perf", "perf is not installed")
        return
    events = list(modified_events())
    path = build("modified", events)
    names = perf_names(path)
    compare("all modifiers, as perf has them", path, names)
    tap.ok(len(set(names)) >= 5 * 60, "... which differ from each other", [str(len(set(names)))])
    for title, some in (("plain events", plain_events()), ("cache events", cache_events())):
        some = list(some)
        path = build(title.split()[0], some)
        names = perf_names(path)
        # An older perf does not know the newest software events.
        wrong = [f"{e.perf!r} is {n!r}" for e, n in zip(some, names)
                 if n not in (e.perf, "unknown-software")]
        tap.ok(len(names) == len(some) and not wrong and names.count("unknown-software") < 3,
               f"{title}: perf has the names expected here", wrong[:20])


def check_alone():
    """The names that are expected, without perf."""
    for title, some in (("plain events", plain_events()), ("cache events", cache_events())):
        some = list(some)
        compare(title, build(title.split()[0], some), [e.name for e in some])
    # The machine is shown where it is not the usual one for the rest.
    few = [
        Event("cycles", type=HARDWARE, config=0),
        Event("cycles:uH", type=HARDWARE, config=0,
              flags=EXCLUDE["kernel"] | EXCLUDE["hv"] | GUEST),
        Event("cycles:kH", type=HARDWARE, config=0, flags=EXCLUDE["user"] | EXCLUDE["hv"] | GUEST),
        Event("cycles:kupppH", type=HARDWARE, config=0,
              flags=EXCLUDE["hv"] | GUEST | 3 << PRECISE),
        Event("cycles:ppH", type=HARDWARE, config=0, flags=GUEST | 2 << PRECISE),
        Event("dummy:HG", type=SOFTWARE, config=9, flags=0),
        Event("cycles:G", type=HARDWARE, config=0, flags=EXCLUDE["host"]),
        Event("cycles:u", type=HARDWARE, config=0,
              flags=EXCLUDE["kernel"] | EXCLUDE["hv"]),
    ]
    compare("modifiers", build("few", few), [e.name for e in few])


def check_unknown():
    """perf only says that it does not know them."""
    events = [
        Event("hardware 0x63", type=HARDWARE, config=99),
        Event("software 0x63", type=SOFTWARE, config=99),
        Event("hw_cache 0x7", type=HW_CACHE, config=7),
        Event("hw_cache 0x20000", type=HW_CACHE, config=0x20000),
        Event("tracepoint 321", type=TRACEPOINT, config=321),
        Event("type 8 config 0x5", type=8, config=5),
        Event("type 77 config 0x0:uH", type=77, flags=EXCLUDE["kernel"] | EXCLUDE["hv"] | GUEST),
        Event("ptwrite", type=0x80000000, config=0),
        Event("cbr", type=0x80000000, config=5),
    ]
    compare("numbers without a name", build("unknown", events), [e.name for e in events])


def check_pmus():
    """PMU_MAPPINGS has names for dynamic types."""
    events = [
        Event("uprobe/config=0x0/", type=8),
        Event("msr/config=0x1/", type=9, config=1),
        Event("cpu/config=0x11c/:uH", type=10, config=0x11c,
              flags=EXCLUDE["kernel"] | EXCLUDE["hv"] | GUEST),
        Event("cpu/config=0x1cd/:pppH", type=10, config=0x1cd, flags=GUEST | 3 << PRECISE),
        Event("type 11 config 0x1", type=11, config=1),
        Event("cycles", type=HARDWARE, config=0),
    ]
    mapped = 'feature 16 u32 4 8 fstr "uprobe" u32 9 fstr "msr" u32 10 fstr "cpu" u32 4 fstr "x"'
    compare("with PMU_MAPPINGS", build("pmus", events, mapped), [e.name for e in events])


check_alone()
check_unknown()
check_pmus()
check_against_perf()
sys.exit(tap.done())
