#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""doc/coverage.md is current: what perfnav knows of the format, and which recordings have it.

The vocabulary is asked of perfnav, with attrs of one bit and sections of one number each; what a
recording has, of perfnav count, info and print. Each name in it needs a row, each recording in a
row has to have it, and a row may not say that none has it when one does. With UPDATE_GOLDENS=1 the
tables are written anew, as other goldens are by make goldens. The recordings of PERFNAV_RECORDINGS
(../shared/fixtures if that is there) are the others; where there are none, their column stays as it is.
"""
import os
import pathlib
import re
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402
from cli import CASES, CWD, DATA, MK, ROOT, Differences, check, run, tap  # noqa: E402
sys.path.insert(0, str(ROOT / "tests/mk"))
import expect  # noqa: E402
import folders  # noqa: E402

DOC = ROOT / "doc/coverage.md"
FIXTURES = pathlib.Path(os.environ.get("PERFNAV_RECORDINGS") or ROOT / "../shared/fixtures")
SHOWN = 3
NONE = "none"
# Where a recording is from: one column each.
REAL, BUILT, OTHER = SOURCES = ("recordings", "built", "others")
KERNEL_TYPES, PERF_TYPES = range(1, 23), range(64, 87)

# The word of each sample_type bit, and of those of branch_sample_type that add to a sample.
SAMPLE_WORDS = {
    "IP": "ip", "TID": "tid", "TIME": "time", "ADDR": "addr", "READ": "read",
    "CALLCHAIN": "callchain", "ID": "id", "CPU": "cpu", "PERIOD": "period",
    "STREAM_ID": "stream_id", "RAW": "raw", "BRANCH_STACK": "brstack", "REGS_USER": "uregs",
    "STACK_USER": "ustack", "WEIGHT": "weight", "DATA_SRC": "data_src", "IDENTIFIER": "id",
    "TRANSACTION": "transaction", "REGS_INTR": "iregs", "PHYS_ADDR": "phys_addr",
    "AUX": "aux_sample", "CGROUP": "cgroup", "DATA_PAGE_SIZE": "data_page_size",
    "CODE_PAGE_SIZE": "code_page_size", "WEIGHT_STRUCT": "weight",
}
READ_EFFECTS = {
    "TOTAL_TIME_ENABLED": "read.time_enabled", "TOTAL_TIME_RUNNING": "read.time_running",
    "ID": "read.values.id", "GROUP": "read.nr", "LOST": "read.values.lost",
}
BRANCH_EFFECTS = {
    "HW_INDEX": "hw_idx", "COUNTERS": "br_counters", "TYPE_SAVE": "brstack.type is filled in",
    "PRIV_SAVE": "brstack.priv is filled in", "NO_FLAGS": "no prediction in brstack",
    "NO_CYCLES": "brstack.cycles is 0", "CALL_STACK": "the entries are calls, not branches",
}
SELECTS = "selects branches"


class Found:
    """What one recording has."""

    def __init__(self, name, path, source):
        self.name, self.path, self.source = name, path, source
        groups = self.ask("count", "--no-index", "--by", "type", "--format", "json")
        self.types = {group["type"] for group in groups} - {"DAMAGE"}
        info = (self.ask("info", "--no-index", "--json") or [{}])[0]
        self.info = info
        events = info.get("events", [])
        self.sample = names(events, "sample_type")
        self.read = names(events, "read_format")
        self.branch = names(events, "branch_sample_type")
        self.features = info.get("features", {})
        self.words = set()

    def ask(self, command, *args):
        result = run(command, *args, self.path)
        if result.status not in corpus.READ:
            check(f"{self.name}: perfnav {command}", result, False)
            return []
        return result.objects()

    def read_words(self):
        """The words that its samples have, members with their objects' names."""
        args = ("--no-index", "--format", "json", "-f", "type == SAMPLE or type == READ")
        for record in self.ask("print", *args):
            self.words |= set(words(record))


def names(events, key):
    found = set()
    for event in events:
        found |= set(event.get(key, NONE).split("|"))
    return found - {NONE}


def words(value, path=""):
    for inner in value if isinstance(value, list) else [value]:
        if isinstance(inner, dict):
            for key, member in inner.items():
                name = f"{path}.{key}" if path else key
                yield name
                yield from words(member, name)


def is_bytes(feature):
    """A section that perfnav shows as it is."""
    return isinstance(feature, dict) and "bytes" in feature and "problem" not in feature


# ---- the vocabulary ----

def built(name, lines):
    """info of a recording with these lines."""
    source, target = CWD / f"{name}.mk", CWD / f"{name}.data"
    source.write_text("\n".join(lines) + "\n", encoding="ascii")
    os.system(f"'{MK}' '{source}' '{target}'")
    result = run("info", "--no-index", "--json", target)
    check(f"perfnav info of {name}", result, result.status in corpus.READ)
    return result.objects()[0]


def bits_of(key, count):
    """Number and name of each bit that perfnav has a name for."""
    lines = [f"attr type=1 config=0 sample_period=1 size=128 {key}=1<<{bit}" for bit in range(count)]
    events = built(key, [*lines, "record 68"])["events"]
    shown = [event[key] for event in events]
    return {bit: name for bit, name in enumerate(shown) if re.fullmatch("[A-Z][A-Z_0-9]*", name)}


def features_of():
    numbers = [*range(1, 64), *range(128, 144)]
    lines = ["attr type=1 config=0 sample_period=1 size=128",
             *(f"feature {n} hex 0000000000000000" for n in numbers), "record 68"]
    shown = list(built("features", lines)["features"])
    tap.ok(len(shown) == len(numbers), "info lists every section", [str(shown)])
    return {n: name for n, name in zip(numbers, shown) if not name.startswith("FEATURE_")}


def types_of():
    """As perfnav names the types of abi.inc, and that it knows no others next to those."""
    text = (CASES / "abi.inc").read_text(encoding="utf-8")
    text = text[text.index("# record types"):text.index("# misc of a record header")]
    types = {int(n): name.removeprefix("HEADER_")
             for name, n in re.findall(r"^let (\w+) = (\d+)$", text, re.M)}
    tap.ok(sorted(types) == [*KERNEL_TYPES, *PERF_TYPES], "abi.inc has all record types",
           [str(sorted(types))])
    for name in types.values():
        result = run("count", "-q", "--no-index", "-f", f"type == {name}", DATA / "flat.data")
        check(f"{name} is a type", result, result.clean())
    for number in (KERNEL_TYPES.stop, PERF_TYPES.stop):
        lines = ["attr type=1 config=0 size=128", "record 68", f"record {number} fill 64",
                 "record 68"]
        seen = built(f"type{number}", lines)["types"]
        tap.ok(f"UNKNOWN({number})" in seen, f"{number} is not one yet", [str(seen)])
    return types


# ---- tables ----

class Row:
    """A row, and in which recordings its subject is."""

    def __init__(self, cells, supported, holds, of_row=None):
        self.cells, self.supported, self.holds, self.tests = cells, supported, holds, of_row

    def key(self):
        return self.cells[0]


class Table:
    def __init__(self, name, heads, rows):
        self.name, self.heads, self.rows = name, heads, rows

    def lines(self, everything, old):
        """old: the cells of the others by row, for where there are none."""
        heads = [*self.heads, "supported", *SOURCES, "tests"]
        yield "| " + " | ".join(heads) + " |"
        yield "|" + "---|" * len(heads)
        for row in self.rows:
            have = {source: [f.name for f in everything if f.source == source and row.holds(f)]
                    for source in SOURCES}
            shown = {source: ", ".join(have[source][:SHOWN]) or NONE for source in SOURCES}
            if not any(found.source == OTHER for found in everything):
                shown[OTHER] = old.get(str(row.key()), NONE)
                have[OTHER] = shown[OTHER] != NONE
            named = ", ".join(tests(row, have[REAL], have[BUILT], bool(have[OTHER]))) or NONE
            cells = [*row.cells, row.supported, *shown.values(), named]
            yield "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def tests(row, real, made, others):
    """Those that look at records; a row about something else has its own."""
    if row.tests is not None:
        return row.tests(real, made, others)
    by_perf = any(expect.load(name)[0].get("perf") == "all" for name in made)
    compared = ["oracle/run"] * (bool(real) or others)
    return [*compared, *["mk/json.t"] * bool(made), *["mk/perf.t"] * by_perf]


def has_feature(name):
    return lambda found: name in found.features


def feature_row(number, name, everything):
    have = [f.features[name] for f in everything if name in f.features]
    supported = "yes" if have and not all(map(is_bytes, have)) else "bytes only"
    return Row((number, name), supported, has_feature(name), lambda real, made, _: feature_tests(
        name, real, made, {f.name for f in everything if name in f.features}))


# Recordings whose info is a golden, and those that no twin is made of.
GOLDEN = {"namespaces.data", "pipe_compressed.data"}
NO_TWIN = {"compressed.data", "pipe_compressed.data", "killed.data", "threads.data"}


def feature_tests(name, real, made, have):
    if GOLDEN & have:
        yield "golden/text.t"
    if set(real) - NO_TWIN:
        yield "twin/twin.t"
    if any(name in CONTENTS.get(case, ()) for case in made):
        yield "core/coverage.t"


def type_row(number, name):
    return Row((number, name), "yes", lambda found: name in found.types)


def word_row(number, name, word, of):
    def holds(found):
        return name in getattr(found, of) and word in found.words
    return Row((number, name, word), "yes", holds)


def branch_row(number, name):
    word = BRANCH_EFFECTS.get(name, SELECTS)

    def holds(found):
        return name in found.branch and "brstack" in found.words
    return Row((number, name, word), "yes", holds)


SIMPLEPERF = {
    32769: "KERNEL_SYMBOL", 32770: "DSO", 32771: "SYMBOL", 32772: "SPLIT", 32773: "SPLIT_END",
    32774: "EVENT_ID", 32775: "CALLCHAIN", 32776: "UNWINDING_RESULT", 32777: "TRACING_DATA",
    32778: "DEBUG",
}


def simpleperf_row(number, name):
    return Row((number, name), "yes", lambda found: f"SIMPLEPERF_{name}" in found.types)


def unknown_type(found):
    return any(name.startswith("UNKNOWN(") for name in found.types)


def unknown_bits(found):
    return any(name.startswith("0x") for name in found.sample)


def container_rows():
    for kind in folders.KINDS:
        yield Row((kind.name,), "yes", kind.holds,
                  lambda *have, kind=kind: container_tests(kind, *have))


def container_tests(kind, real, made, others):
    return [*["oracle/run"] * (bool(real) or others), *["mk/json.t"] * bool(made), *kind.tests]


def tables(everything):
    types, features = types_of(), features_of()
    sample, read = bits_of("sample_type", 48), bits_of("read_format", 16)
    branch = bits_of("branch_sample_type", 32)
    for name, known in (("sample_type", set(sample.values()) ^ set(SAMPLE_WORDS)),
                        ("read_format", set(read.values()) ^ set(READ_EFFECTS)),
                        ("branch_sample_type", set(BRANCH_EFFECTS) - set(branch.values()))):
        tap.ok(not known, f"each bit of {name} has its word here", [str(known)])
    yield Table("record types", ("type", "name"), [
        *(type_row(*item) for item in types.items()),
        Row(("others", "UNKNOWN(type)"), "bytes only", unknown_type),
        *(simpleperf_row(*item) for item in SIMPLEPERF.items())])
    yield Table("sample_type", ("bit", "name", "word"), [
        *(word_row(n, name, SAMPLE_WORDS.get(name), "sample") for n, name in sample.items()),
        Row(("25-63", "unknown", "only the fields up to `period` are decoded"), "bytes only", unknown_bits)])
    yield Table("read_format", ("bit", "name", "word"), [
        word_row(n, name, READ_EFFECTS.get(name), "read") for n, name in read.items()])
    yield Table("branch_sample_type", ("bit", "name", "effect on a sample"), [
        branch_row(*item) for item in branch.items()])
    yield Table("features", ("number", "name"), [
        feature_row(n, name, everything) for n, name in features.items()])
    yield Table("containers", ("kind",), list(container_rows()))


# ---- the document ----

def section(text, name):
    found = re.search(rf"<!-- table: {re.escape(name)} -->\n(.*?)<!-- end -->", text, re.S)
    return found and found.group(1)


def parse(text):
    """Cells of each row, without the two lines of the head."""
    for line in text.splitlines()[2:]:
        cells = re.split(r"(?<!\\)\|", line)[1:-1]
        yield [cell.strip().replace("\\|", "|") for cell in cells]


def check_recordings(diffs, row, cells, everything, source):
    """The recordings of a cell have what the row describes; "none" is right only if no recording has it."""
    by_name = {found.name: found for found in everything if found.source == source}
    if source == OTHER and not by_name:
        return
    have = sorted(name for name, found in by_name.items() if row.holds(found))
    if cells == NONE:
        if have:
            diffs.note(f"{row.cells}: {', '.join(have[:SHOWN])} should be named")
        return
    for name in cells.split(", "):
        diffs.compared += 1
        if name not in by_name:
            diffs.note(f"{row.cells}: there is no {name}")
        elif not row.holds(by_name[name]):
            diffs.note(f"{row.cells}: {name} does not have it")


def check_tests(diffs, row, cell):
    for name in () if cell == NONE else cell.split(", "):
        if not (ROOT / "tests" / name).exists():
            diffs.note(f"{row.cells}: there is no test {name}")


def check_table(table, text, everything):
    diffs = Differences()
    there = {cells[0]: cells for cells in parse(text)}
    for row in table.rows:
        cells = there.pop(str(row.key()), None)
        diffs.compared += 1
        if not cells:
            diffs.note(f"{row.cells} has no row")
            continue
        *own, supported, real, made, others, tested = cells
        if own != list(map(str, row.cells)) or supported != row.supported:
            diffs.note(f"{own} {supported}: should be {row.cells} {row.supported}")
        for source, cell in zip(SOURCES, (real, made, others)):
            check_recordings(diffs, row, cell, everything, source)
        check_tests(diffs, row, tested)
    for key in there:
        diffs.note(f"{key} is not known any more")
    tap.ok(diffs.compared and not diffs.count, f"{table.name}: {len(table.rows)} rows are right",
           [*diffs.summary(), "UPDATE_GOLDENS=1 tests/run tests/core/coverage.t rewrites them"])


def update(table, text, everything):
    here = section(text, table.name) or ""
    old = {cells[0]: cells[-2] for cells in parse(here)}
    new = "".join(line + "\n" for line in table.lines(everything, old))
    start = f"<!-- table: {table.name} -->\n"
    return text.replace(start + here, start + new)


# What info says of the sections of these cases, most of .
DOMAIN = [{"domain": 0, "name": "MC", "cpumask": "00000003", "cpus": "0-1"}]
CONTENTS = {
    "branch": {"BRANCH_STACK": True}, "dir_kcore": {"DIR_FORMAT": 0},
    "dir_threads": {"DIR_FORMAT": 1},
    "features_new": {
        "AUXTRACE": [{"offset": 4096, "size": 48}],
        "CPU_PMU_CAPS": [{"name": "branches", "value": "32"}, {"name": "max_precise", "value": "3"}],
        "HYBRID_TOPOLOGY": [{"pmu": "cpu_core", "cpus": "0"}, {"pmu": "cpu_atom", "cpus": "1"}],
        "PMU_CAPS": [
            {"caps": [{"name": "branches", "value": "32"}], "pmu": "cpu_core"},
            {"caps": [{"name": "branches", "value": "16"}, {"name": "max_precise", "value": "2"}],
             "pmu": "cpu_atom"}],
        "CPU_DOMAIN_INFO": {"version": 17, "max_domains": 2, "cpus": [
            {"cpu": 0, "domains": DOMAIN}, {"cpu": 1, "domains": DOMAIN}]},
        "E_MACHINE": {"e_machine": 62, "e_flags": 0},
        "CLN_SIZE": 64,
        "MEMORY_RANGES": {"size": 24, "bytes": "010000000000000000000000010000000000008000000000"},
        "FEATURE_77": {"size": 8, "bytes": "0011223344556677"},
    },
    "simpleperf": {
        "SIMPLEPERF_FILE": [{"path": "/system/lib64/libc.so", "type": 2, "min_vaddr": 4096,
                             "symbols": 2, "offset_of_min_vaddr": 0}],
        "SIMPLEPERF_META_INFO": [{"key": "simpleperf_version", "value": "1.0"},
                                 {"key": "event_type_info", "value": "my-clock,1,0"},
                                 {"key": "trace_offcpu", "value": "false"}],
        "SIMPLEPERF_DEBUG_UNWIND": [{"path": "/lib", "size": 5}, {"path": "/ob", "size": 3}],
        "SIMPLEPERF_DEBUG_UNWIND_FILE": {"size": 8, "bytes": b"anything".hex()},
        "SIMPLEPERF_FILE2": [{"path": "/a/b"}],
        "SIMPLEPERF_ETM_BRANCH_LIST": {"size": 2, "bytes": "0a00"},
        "SIMPLEPERF_INIT_MAP": {"COMM": 1},
    },
}


def check_contents(everything):
    for found in everything:
        for name, want in CONTENTS.get(found.name, {}).items():
            notes = expect.differences(want, found.features.get(name), name)
            tap.ok(not notes, f"{found.name}: contents of {name}", notes)


# How a machine without hardware counters can record; each once in data/ at least.
MODES = (
    "-z", "--threads", "-o -", "--switch-output=signal", "stat record", "sched record",
    "--namespaces", "--all-cgroups", "--switch-events", "-d", "--phys-data", "--overwrite",
    "--intr-regs", "--user-regs", "--call-graph dwarf", "--buildid-mmap", "-e mem:", "-e perfnav:",
)


def check_modes(everything):
    lines = [" ".join(found.features.get("CMDLINE", ())) + " "
             for found in everything if found.source == REAL]
    for mode in MODES:
        tap.ok(any(re.search(rf" {re.escape(mode)}(?![a-z-])", line) for line in lines),
               f"there is a recording of perf {mode}")


def everything_found():
    """Recordings of data/, cases of mk, and others."""
    for path in corpus.below(DATA):
        yield Found(path.name, path, REAL)
    for name in expect.case_names():
        source = CASES / f"{name}.mk"
        yield Found(name, corpus.build(source), BUILT)
    for path in corpus.below(FIXTURES) if FIXTURES.is_dir() else ():
        yield Found(f"{path.parent.name}/{path.name}", path.resolve(), OTHER)


def main():
    sys.argv[1:] = []
    everything = list(everything_found())
    for found in everything:
        found.read_words()
    text = DOC.read_text(encoding="utf-8")
    for table in tables(everything):
        if os.environ.get("UPDATE_GOLDENS") == "1":
            text = update(table, text, everything)
        here = section(text, table.name)
        if tap.ok(here, f"there is a table of {table.name}"):
            check_table(table, here, everything)
    check_contents(everything)
    check_modes(everything)
    folders.check_all()
    if os.environ.get("UPDATE_GOLDENS") == "1" and text != DOC.read_text(encoding="utf-8"):
        DOC.write_text(text, encoding="utf-8")
        tap.diag("rewritten: doc/coverage.md")
    return tap.done()


sys.exit(main())
