#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do the descriptions and their expectations agree with what perf reads? See README.md.

perf 6.1 was the oracle; its text lacks some values and it cannot read every case, which then
says so in its .expect.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import expect  # noqa: E402

MARKERS = {"hv": -32, "kernel": -128, "user": -512, "user_deferred": -640, "guest": -2048,
           "guest_kernel": -2176, "guest_user": -2560}
EXTENDED = ("FAULT_ALGN", "FAULT_DATA", "FAULT_INST", "ARCH_1", "ARCH_2", "ARCH_3", "ARCH_4",
            "ARCH_5")
UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}

# CPU (not of all events), time, offset, size, type, the rest.
HEAD = re.compile(r"(?:(-?\d+) )?(-?\d+) (0x[0-9a-f]+|0) \[(0x[0-9a-f]+)\]: "
                  r"PERF_RECORD_([A-Z0-9_]+)(.*)")

# How perf 6.1 prints the bodies. Groups are named as the JSON keys, __ for nesting.
N, X = r"-?\d+", r"(?:0x[0-9a-f]+|0)"
MAP = (rf" (?P<pid>{N})/(?P<tid>{N}): \[(?P<mmap__addr>{X})\((?P<mmap__len>{X})\) @"
       rf" (?P<mmap__pgoff>{X})")
TASK = rf"\((?P<pid>{N}):(?P<tid>{N})\):\((?P<ppid>{N}):(?P<ptid>{N})\)"
BODIES = {
    "MMAP": [MAP + r"\]: . (?P<mmap__file>.*)"],
    "LOST": [rf": id:(?P<id>{N}): lost:(?P<lost__count>{N})"],
    "COMM": [rf"(?P<exec> exec)?: (?P<comm>.*):(?P<pid>{N})/(?P<tid>{N})"],
    "EXIT": [TASK],
    "FORK": [TASK],
    "READ": [rf": (?P<pid>{N}) (?P<tid>{N}) .* (?P<value>{N})"],
    "SAMPLE": [rf"\(IP, (?P<misc>{X})\): (?P<pid>{N})/(?P<tid>{N}): (?P<ip>{X})"
               rf" period: (?P<period>{N}) addr: (?P<addr>{X})"],
    "MMAP2": [MAP + rf" (?P<mmap__maj>[0-9a-f]+):(?P<mmap__min>[0-9a-f]+) (?P<mmap__ino>{N})"
              rf" (?P<mmap__ino_generation>{N})\]: (?P<prot>....) (?P<mmap__file>.*)",
              MAP + r" <(?P<mmap__build_id>[0-9a-f]*)>\]: (?P<prot>....) (?P<mmap__file>.*)"],
    "AUX": [rf" offset: (?P<aux__offset>{X}) size: (?P<aux__size>{X})"
            rf" flags: (?P<aux__flags>{X}) .*"],
    "AUXTRACE": [rf" size: (?P<auxtrace__size>{X})  offset: (?P<auxtrace__offset>{X})"
                 rf"  ref: (?P<auxtrace__reference>{X})  idx: (?P<auxtrace__idx>{N})"
                 rf"  tid: (?P<auxtrace__tid>{N})  cpu: (?P<auxtrace__cpu>{N})"],
    "ITRACE_START": [rf" pid: (?P<pid>{N}) tid: (?P<tid>{N})"],
    "LOST_SAMPLES": [rf": id:(?P<id>{N}): lost samples :(?P<lost__count>{N})"],
    "SWITCH": [r" (?P<direction>IN|OUT)(?P<preempt> preempt)? *"],
    "SWITCH_CPU_WIDE": [r" (?P<direction>IN|OUT)(?P<preempt> preempt)? *(?:next|prev) pid/tid:"
                        rf" *(?P<switch__next_pid>{N})/(?P<switch__next_tid>{N}) *"],
    "NAMESPACES": [rf" (?P<pid>{N})/(?P<tid>{N}) - nr_namespaces: {N}"],
    "KSYMBOL": [rf" addr (?P<ksym__addr_>[0-9a-f]+) len (?P<ksym__len>{N})"
                rf" type (?P<ksym__type>{N}) flags (?P<ksym__flags>{X}) name (?P<ksym__name>.*)"],
    "BPF_EVENT": [rf" type (?P<bpf__type>{N}), flags (?P<bpf__flags>{N}), id (?P<bpf__id>{N})"],
    "CGROUP": [rf" cgroup: (?P<cgroup>{N}) (?P<cgroup_path>.*)"],
    "TEXT_POKE": [r" (?P<poke__addr_>[0-9a-f]+) .*old len (?P<poke__old_len>\d+)"
                  r" new len (?P<poke__new_len>\d+)"],
    "AUX_OUTPUT_HW_ID": [rf" hw_id: (?P<hw_id>{X})"],
}
TEXT_KEYS = ("mmap__file", "mmap__build_id", "comm", "ksym__name", "cgroup_path")


def convert(key, text):
    """The value of a group; perf prints device numbers and some addresses as bare hex."""
    if key in TEXT_KEYS:
        return text
    if key.endswith("_") or key in ("mmap__maj", "mmap__min"):
        return int(text, 16)
    return int(text, 0)


def protection(text):
    names = (("r", "READ"), ("w", "WRITE"), ("x", "EXEC"))
    return "|".join(name for letter, name in names if letter in text)


def body(kind, text, out):
    """Adds what the first line of a record tells."""
    for pattern in BODIES.get(kind, ()):
        match = re.fullmatch(pattern, text)
        if match:
            break
    else:
        return
    found = {k: v for k, v in match.groupdict().items()}
    if kind == "COMM":
        out["comm.exec"] = found.pop("exec") is not None
    if "direction" in found:
        out["switch"] = {"out": found.pop("direction") == "OUT",
                         "preempt": found.pop("preempt") is not None}
    if "value" in found:
        out["read"] = {"values": [{"value": int(found.pop("value"))}]}
    if "prot" in found:
        out.setdefault("mmap", {})["prot"] = protection(found.pop("prot"))
    if "cgroup_path" in found:
        out["cgroup.path"] = found.pop("cgroup_path")
    for key, value in found.items():
        expect.put(out, key.rstrip("_").replace("__", "/"), convert(key, value))


def branch(text):
    """One entry: "from -> to N cycles MPAT reserved type"."""
    match = re.fullmatch(r"\.{5} +\d+: ([0-9a-f]+) -> ([0-9a-f]+) (\d+) cycles (.)(.)(.)(.) "
                         r"([0-9a-f]+) (.*)", text)
    if not match:
        return None
    kind = match[9].strip()
    entry = {"from": int(match[1], 16), "to": int(match[2], 16), "cycles": int(match[3]),
             "mispred": match[4] == "M", "predicted": match[5] == "P", "abort": match[6] == "A",
             "in_tx": match[7] == "T", "not_taken": match[8] == "1", "type": kind or "N/A"}
    if kind in EXTENDED:
        entry.update(type="EXTEND_ABI", new_type=kind)
    elif kind == "(null)":
        entry["type"] = "EXTEND_ABI"
    return entry


def frame(text):
    value = int(text, 16)
    for name, marker in MARKERS.items():
        if value == marker % (1 << 64):
            return {"context": name}
    return {"ip": value}


def page_size(text):
    unit = UNITS.get(text[-1:], 1)
    return int(text.rstrip("KMG")) * unit if text[:1].isdigit() else 0


def weight(text, out):
    """perf 6.1 drops the third weight, except on powerpc, and prints 0 for it."""
    parts = [int(p, 0) for p in text.split(",")]
    out.update(zip(("weight", "ins_lat"), parts))


def read_values(lines):
    """The lines that follow "... sample_read:"."""
    out = {"values": []}
    for line in lines:
        if match := re.fullmatch(r"\.+ time (enabled|running) ([0-9a-f]+)", line):
            out["time_" + match[1]] = int(match[2], 16)
        elif match := re.fullmatch(r"\.+ group nr (\d+)", line):
            out["nr"] = int(match[1])
        elif match := re.fullmatch(r"\.+ id ([0-9a-f]+), value ([0-9a-f]+)(, lost \d+)?", line):
            value = {"id": int(match[1], 16), "value": int(match[2], 16)}
            if match[3]:
                value["lost"] = int(match[3][7:])
            out["values"].append(value)
        else:
            break
    return out


def details(lines, out):
    """Adds what the further lines of a record tell."""
    regs = None
    for i, line in enumerate(lines):
        if match := re.fullmatch(r"\.\.\. (?:FP|LBR) chain: nr:\d+", line):
            out["callchain"] = []
        elif match := re.fullmatch(r"\.{5} +\d+: ([0-9a-f]+)", line):
            out["callchain"].append(frame(match[1]))
        elif re.fullmatch(r"\.\.\. branch stack: nr:\d+", line):
            out["brstack"] = []
        elif entry := branch(line):
            out["brstack"].append(entry)
        elif line.startswith("... weight: "):
            weight(line[12:], out)
        elif match := re.fullmatch(r" \. data_src: 0x([0-9a-f]+)", line):
            out["data_src"] = {"raw": int(match[1], 16)}
        elif match := re.fullmatch(r" \.\. phys_addr: 0x([0-9a-f]+)", line):
            out["phys_addr"] = int(match[1], 16)
        elif match := re.fullmatch(r" \.\. (data|code) page size: (.*)", line):
            out[match[1] + "_page_size"] = page_size(match[2])
        elif match := re.fullmatch(r"\.\.\. transaction: ([0-9a-f]+)", line):
            out["transaction"] = {"raw": int(match[1], 16)}
        elif match := re.fullmatch(r"\.\.\. (user|intr) regs: mask .* ABI (\d+)-bit", line):
            regs = out[match[1][0] + "regs"] = {"abi": match[2]}
        elif match := re.fullmatch(r"\.{4} (\w+) +(0x[0-9a-f]+)", line):
            regs[match[1].lower()] = int(match[2], 16)
        elif match := re.fullmatch(r"\.\.\. ustack: size (\d+), .*", line):
            out["ustack"] = {"dyn": int(match[1])}
        elif match := re.fullmatch(r"\.\.\. time (enabled|running) : (\d+)", line):
            out["read"]["time_" + match[1]] = int(match[2])
        elif match := re.fullmatch(r"\.\.\. (id|lost) +: (\d+)", line):
            out["read"]["values"][0][match[1]] = int(match[2])
        elif line == "... sample_read:":
            out["read"] = read_values(lines[i + 1:])
        elif match := re.fullmatch(r" +(Old|New) bytes:((?: [0-9a-f]{2})+)", line):
            out["poke"][match[1].lower()] = match[2].replace(" ", "")
        elif match := re.fullmatch(r" \.\.\. thread: (.*):\d+", line):
            if not match[1].startswith(":"):
                out["comm"] = match[1]


def run_perf(home, *args):
    env = dict(os.environ, HOME=home, LC_ALL="C", TZ="UTC", PERF_CONFIG="/dev/null")
    out = subprocess.run(["perf", *args], env=env, stdout=subprocess.PIPE, timeout=60,
                         stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, check=False).stdout
    return out.decode("utf-8", "surrogateescape").split("\n")


def dump(home, path):
    """perf report -D as {offset: record} and the counts of its statistics."""
    records, counts, at = {}, {}, 0
    lines = run_perf(home, "report", "-D", "-i", path)
    # In a pipe perf counts from the end of the header.
    start = 16 if any(line.startswith("0@pipe ") for line in lines) else 0
    while at < len(lines):
        match = HEAD.fullmatch(lines[at])
        at += 1
        if match:
            end = at
            while end < len(lines) and lines[end]:
                end += 1
            out = {"type": match[5], "time": int(match[2]), "cpu": int(match[1] or -1),
                   "size": int(match[4], 16)}
            body(match[5], match[6], out)
            details(lines[at:end], out)
            records[int(match[3], 16) + start] = out
        elif lines[at - 1] == "Aggregated stats:":
            while at < len(lines) and (match := re.match(r" *(\w+) events: +(\d+)", lines[at])):
                counts[match[1]] = int(match[2])
                at += 1
    return records, counts


def data_sources(home, path):
    """perf script's text of each data_src, by time."""
    names = {"OP": "op", "LVL": "lvl", "SNP": "snoop", "TLB": "tlb", "LCK": "lock", "BLK": "blk"}
    out = {}
    for line in run_perf(home, "script", "--ns", "-F", "time,data_src", "-i", path):
        match = re.match(r" *(\d+)\.(\d{9}): +[0-9a-f]+ \|(.*)", line)
        if match:
            parts = [p.split(" ", 1) for p in match[3].split("|")]
            if len(parts) < len(names):
                parts.pop()  # perf cuts a long line
            out[int(match[1] + match[2])] = {names[k]: text.strip() for k, text in parts}
    return out


def add_data_sources(records, texts):
    """perf 6.1 names level bits and number both, and does not know some numbers by name."""
    for record in records.values():
        source = record.get("data_src")
        text = texts.get(record["time"]) if source else None
        if not text:
            continue
        level_bits, number = source["raw"] >> 8 & 0x7ff, source["raw"] >> 33 & 15
        if number and level_bits or number in (5, 6, 7, 8):
            text.pop("lvl", None)
        source.update(text)


def shared(want, have, lacks, seen):
    """The part of want that have can answer, but for the keys in lacks; seen gets its values."""
    if isinstance(want, dict) and set(want) != {"@or"} and isinstance(have, dict):
        return {k: shared(v, have[k], lacks, seen) for k, v in want.items()
                if k in have and k not in lacks and v != expect.ABSENT}
    if isinstance(want, list) and isinstance(have, list) and len(want) == len(have):
        return [shared(w, h, lacks, seen) for w, h in zip(want, have)]
    seen.append(want)
    return want


def check_records(tap, name, wanted, lacks, layout, found):
    for want in wanted:
        where = layout.records[want["ordinal"]][0]
        have, seen = found.get(where), []
        if have is None:
            tap.ok(False, f"{name} record {want['ordinal']}", ["perf does not print it"])
            continue
        notes = expect.differences(shared(want, have, lacks, seen), have)
        tap.ok(not notes and seen, f"{name} record {want['ordinal']}: {len(seen)} values", notes)


def check_case(tap, name, mk, tmp):
    head, wanted = expect.load(name)
    path = os.path.join(tmp, name + ".data")
    layout = expect.Layout(mk, name, path)
    if head["perf"] == "no":
        tap.skip(name, head["why"])
        return
    found, counts = dump(tmp, path)
    total = counts.pop("TOTAL", None)
    tap.ok(total == head["records"], f"{name}: perf counts {total} records")
    notes = [f"{k}: {head['types'].get(k)} expected, perf counts {counts.get(k)}"
             for k in sorted(set(counts) | set(head["types"]))
             if counts.get(k) != head["types"].get(k)]
    tap.ok(not notes, f"{name}: perf's statistics", notes)
    if head.get("offsets", True):
        places = sorted((at, record["size"]) for at, record in found.items())
        tap.ok(places == sorted(layout.records), f"{name}: offsets and sizes",
               [f"perf: {places}", f"mk:   {layout.records}"])
    if head["perf"] == "all":
        if any("data_src" in want for want in wanted):
            add_data_sources(found, data_sources(tmp, path))
        check_records(tap, name, wanted, head.get("perf_lacks", ()), layout, found)


def main():
    tap = expect.Tap()
    if not shutil.which("perf"):
        print("1..0 # SKIP perf is not installed")
        return
    mk = expect.program("MK", "mk")
    with tempfile.TemporaryDirectory() as tmp:
        for name in expect.case_names():
            check_case(tap, name, mk, tmp)
    tap.done()


main()
