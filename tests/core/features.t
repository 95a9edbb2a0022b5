#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Feature sections and attrs that no recording at hand has, written byte by byte.

Each section in both byte orders; each cut at every length, and full of rubbish: `perfnav info` says
what is wrong and where, keeps what stands before it, and takes no long time. Lists of hundreds are
cut in text and whole in JSON. Tracing data of a real recording are read here a second time.
"""
import json
import pathlib
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import tap  # noqa: E402

HEADER, ATTR = 104, 128
SECONDS = 10


class Bytes:
    """Writes integers in one byte order."""

    def __init__(self, big):
        self.order = ">" if big else "<"

    def __call__(self, form, *values):
        return struct.pack(self.order + form, *values)

    def fstr(self, text, size=None):
        raw = text.encode() + b"\0"
        size = size or (len(raw) + 63) // 64 * 64
        return self("I", size) + raw.ljust(size, b"\0")

    def fstrs(self, *texts):
        return self("I", len(texts)) + b"".join(self.fstr(text) for text in texts)


def recording(sections, big=False, attr=b"", data=None):
    """A file with these feature sections: {number: bytes}."""
    put = Bytes(big)
    attr = attr or put("IIQQQQQ", 1, ATTR, 0, 1000, 7, 4, 0)
    attr = attr.ljust(ATTR, b"\0")
    data = put("IHH", 68, 0, 8) if data is None else data
    at = HEADER + len(attr) + 16
    bits = 0
    for number in sections:
        bits |= 1 << number
    # A big-endian machine of 64 bits.
    mask = b"".join(put("Q", bits >> shift & (1 << 64) - 1) for shift in range(0, 256, 64))
    head = put("QQQ", 0x32454c4946524550, HEADER, ATTR + 16) + \
        put("QQQQQQ", HEADER, ATTR + 16, at, len(data), 0, 0) + mask
    table, payload = b"", b""
    start = at + len(data) + 16 * len(sections)
    for number in sorted(sections):
        table += put("QQ", start + len(payload), len(sections[number]))
        payload += sections[number]
    return head + attr + put("QQ", 0, 0) + data + table + payload


def write(name, content):
    (cli.CWD / name).write_bytes(content)
    return name


def info(name):
    result = cli.run("info", "--json", "--no-index", name)
    return result.objects()[0] if result.out else {}


def features(name):
    return info(name)["features"]


def text(name):
    return cli.run("info", "--no-index", name).out


# ---- the sections: what is written and what is to be read ----

def build_id(put, name, raw, pid=-1, misc=2, size=None):
    body = put("i", pid) + raw.ljust(20, b"\0") + bytes([size or 0xee, 0xee, 0xee, 0xee])
    body += name.encode() + b"\0"
    body += bytes(-(len(body) + 8) % 8)
    return put("IHH", 0, misc | (0x8000 if size else 0), len(body) + 8) + body


def build_ids(put):
    raw = bytes(range(1, 21))
    written = build_id(put, "[kernel.kallsyms]", raw, misc=1) + build_id(put, "/bin/x", raw) + \
        build_id(put, "/bin/md5", raw[:16], size=16) + build_id(put, "/g", raw, pid=77, misc=5)
    return written, [
        {"build_id": raw.hex(), "file": "[kernel.kallsyms]", "pid": -1, "cpumode": "kernel"},
        {"build_id": raw.hex(), "file": "/bin/x", "pid": -1, "cpumode": "user"},
        {"build_id": raw[:16].hex(), "file": "/bin/md5", "pid": -1, "cpumode": "user"},
        {"build_id": raw.hex(), "file": "/g", "pid": 77, "cpumode": "guest_user"}]


def old_build_ids(put):
    """Without pid, as perf wrote them before 2.6.34."""
    raw, written, want = bytes(range(1, 21)), b"", []
    for name, misc in (("[kernel.kallsyms]", 1), ("/lib/libc-2.11.so", 2)):
        body = raw.ljust(24, b"\0") + name.encode().ljust(64, b"\0")
        written += put("IHH", 0, misc, len(body) + 8) + body
        want.append({"build_id": raw.hex(), "file": name,
                     "cpumode": "kernel" if misc == 1 else "user"})
    return written, want


def bpf_programs(put):
    def program(number, name, maps, length):
        """struct bpf_prog_info; pointers are offsets into the data behind it."""
        info_ = put("II", 6, number) + bytes(range(number, number + 8))
        data = put(f"{len(maps)}I", *maps)
        data += bytes(-len(data) % 8)
        ksyms = len(data)
        data += put("QQ", 0xffffffffc0001000, 0xffffffffc0002000)
        lens = len(data)
        data += put("II", 54, 99)
        info_ += put("IIQQQIIQ", 153, 64, 0, 0, 123456789000, 1000, len(maps), 0)
        info_ += name.encode().ljust(16, b"\0") + put("IIQQIIQQ", 3, 1, 5, 6, 2, 2, ksyms, lens)
        info_ += put("II", 42, 0) + bytes(8) + put("IIQQ", 7, 8, 0, 0) + put("IIII", 9, 0, 0, 10)
        info_ += put("QQQQ", 0, 11, 12, 13) + put("I", 14)
        assert length <= len(info_)
        want = {"type": 6, "type_name": "xdp", "id": number,
                "tag": bytes(range(number, number + 8)).hex(), "name": name,
                "jited_prog_len": 153, "xlated_prog_len": 64, "load_time": 123456789000,
                "uid": 1000, "nr_map_ids": len(maps), "ifindex": 3, "netns_dev": 5, "netns_ino": 6,
                "nr_jited_ksyms": 2, "nr_jited_func_lens": 2, "btf_id": 42, "nr_func_info": 7,
                "nr_line_info": 8, "nr_jited_line_info": 9, "nr_prog_tags": 10, "run_time": 11,
                "run_cnt": 12, "recursion_misses": 13, "verified_insns": 14,
                "arrays": ["map_ids", "jited_ksyms", "jited_func_lens"], "map_ids": maps,
                "jited_ksyms": [0xffffffffc0001000, 0xffffffffc0002000],
                "jited_func_lens": [54, 99]}
        return put("IIQ", length, len(data), 0b11100) + info_[:length] + data, want

    first, want = program(17, "counter", [5, 6, 7], 220)
    # A writer whose structure ends behind netns_ino, and has no ksyms then.
    second, old = program(18, "older", [], 104)
    for key in list(old)[list(old).index("nr_jited_ksyms"):list(old).index("arrays")]:
        del old[key]
    old.update(jited_ksyms=[], jited_func_lens=[])
    return put("I", 2) + first + second, [want, old]


def cpu_domains(put, version):
    written, want = put("II", version, 3), []
    for cpu in (0, 2):
        written += put("II", cpu, 2)
        domains = []
        for number, name, mask, cpus in ((0, "SMT", "3", "0-1"), (1, "MC", "ff", "0-7")):
            written += put("I", number) + (put.fstr(name) if version >= 17 else b"") + \
                put.fstr(mask) + put.fstr(cpus)
            one = {"domain": number, "name": name, "cpumask": mask, "cpus": cpus}
            if version < 17:
                del one["name"]
            domains.append(one)
        want.append({"cpu": cpu, "domains": domains})
    return written, {"version": version, "max_domains": 3, "cpus": want}


def topology(put):
    written = put.fstrs("0-1", "2-3") + put.fstrs("0", "1", "2", "3") + \
        put("8I", 0, 0, 1, 0, 0, 1, 0xffffffff, 1) + put.fstrs("0-3") + put("4I", 0, 0, 1, 1)
    return written, {
        "sibling_sockets": ["0-1", "2-3"], "sibling_threads": ["0", "1", "2", "3"],
        "cpus": [{"core": core, "socket": socket}
                 for core, socket in ((0, 0), (1, 0), (0, 1), (-1, 1))],
        "sibling_dies": ["0-3"], "dies": [{"die": die} for die in (0, 0, 1, 1)]}


def memory(put):
    written = put("QQQ", 1, 1 << 27, 2)
    for node, words in ((0, [0b1111, 0]), (3, [1 << 63 | 1, 0xff])):
        written += put("QQQ", node, 128, 128) + put("QQ", *words)
    return written, {"version": 1, "block_size": 1 << 27, "nodes": [
        {"node": 0, "blocks": 4, "block_list": "0-3"},
        {"node": 3, "blocks": 10, "block_list": "0,63-71"}]}


def tracing(put):
    """Its own byte order, which is here that of the file."""
    def part(raw, form="Q"):
        return put(form, len(raw)) + raw

    def event(name, number):
        return part(f"name: {name}\nID: {number}\nformat:\n\tfield:int x;\toffset:8;\n".encode())

    written = b"\x17\x08\x44tracing0.6\0" + bytes([put.order == ">", 8]) + put("I", 4096)
    written += b"header_page\0" + part(b"page") + b"header_event\0" + part(b"events")
    written += put("I", 1) + part(b"ftrace's own")
    written += put("I", 2) + b"sched\0" + put("I", 2) + event("sched_switch", 372) + \
        event("sched_wakeup", 371) + b"none\0" + put("I", 0)
    written += part(b"", "I") + part(b"0x1 : \"x\"\n", "I") + part(b"1 init\n")
    return written, {
        "version": "0.6", "endian": "big" if put.order == ">" else "little", "long_size": 8,
        "page_size": 4096, "header_page_size": 4, "header_event_size": 6, "ftrace": 1,
        "systems": [{"name": "sched", "events": [{"id": 372, "name": "sched_switch"},
                                                 {"id": 371, "name": "sched_wakeup"}]},
                    {"name": "none", "events": []}],
        "kallsyms_size": 0, "printk_size": 10, "cmdlines_size": 7}


def varint(value):
    out = b""
    while value > 0x7f:
        out += bytes([value & 0x7f | 0x80])
        value >>= 7
    return out + bytes([value])


def proto(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def simpleperf_file(put):
    def one(path, kind, symbols, more):
        body = path.encode() + b"\0" + put("IQI", kind, 0x1000, len(symbols))
        for name in symbols:
            body += put("QI", 0x2000, 16) + name.encode() + b"\0"
        body += more
        return put("I", len(body)) + body

    written = one("/lib/x.so", 2, ["main", "other"], put("Q", 0x40)) + \
        one("/app/base.vdex", 3, [], put("I", 2) + put("QQ", 1, 2)) + one("[kernel]", 0, ["s"], b"")
    return written, [
        {"path": "/lib/x.so", "type": 2, "type_name": "elf", "min_vaddr": 0x1000, "symbols": 2,
         "offset_of_min_vaddr": 0x40},
        {"path": "/app/base.vdex", "type": 3, "type_name": "dex", "min_vaddr": 0x1000,
         "symbols": 0, "dex_files": 2},
        {"path": "[kernel]", "type": 0, "type_name": "kernel", "min_vaddr": 0x1000, "symbols": 1}]


def simpleperf_file2(put):
    def one(*fields):
        body = b"".join(proto(number, value) for number, value in fields)
        return put("I", len(body)) + body

    symbol = proto(1, 0x2000) + proto(2, 16) + proto(3, b"main")
    written = one((1, b"/lib/x.so"), (2, 2), (3, 1 << 40), (4, symbol), (4, symbol),
                  (6, proto(1, 0x40))) + \
        one((1, b"/app/base.vdex"), (2, 3), (5, proto(1, varint(1) + varint(300)))) + \
        one((1, b"m.ko"), (2, 1), (7, proto(1, 9)), (99, b"new"))
    return written, [
        {"path": "/lib/x.so", "type": 2, "type_name": "elf", "min_vaddr": 1 << 40, "symbols": 2,
         "offset_of_min_vaddr": 0x40},
        {"path": "/app/base.vdex", "type": 3, "type_name": "dex", "min_vaddr": 0, "symbols": 0,
         "dex_files": 2},
        {"path": "m.ko", "type": 1, "type_name": "kernel_module", "min_vaddr": 0, "symbols": 0,
         "offset_of_min_vaddr": 9}]


def sections(big):
    """{number: (key, bytes, value)} of one file."""
    put = Bytes(big)
    caps = put("I", 2) + put.fstr("branches") + put.fstr("32") + put.fstr("max_precise") + \
        put.fstr("3")
    caps_want = [{"name": "branches", "value": "32"}, {"name": "max_precise", "value": "3"}]
    meta = b"simpleperf_version\x001.build\0event_type_info\0cpu-clock,1,0\0"
    init = put("IHH", 10, 0, 24) + bytes(16) + 2 * (put("IHH", 3, 0, 16) + bytes(8))
    cache = put("II", 1, 1) + put("IIII", 1, 64, 128, 8) + put.fstr("Data") + put.fstr("48K") + \
        put.fstr("0-1")
    return {
        1: ("TRACING_DATA", *tracing(put)),
        2: ("BUILD_ID", *build_ids(put)),
        3: ("HOSTNAME", put.fstr("host"), "host"),
        # An odd length, and no NUL at all.
        4: ("OSRELEASE", put("I", 3) + b"6.1", "6.1"),
        7: ("NRCPUS", put("II", 4, 3), {"available": 4, "online": 3}),
        10: ("TOTAL_MEM", put("Q", 1 << 33), 1 << 33),
        11: ("CMDLINE", put.fstrs("perf", "record", "-e x"), ["perf", "record", "-e x"]),
        12: ("EVENT_DESC", put("II", 1, ATTR) + bytes(ATTR) + put("I", 2) + put.fstr("any name") +
             put("QQ", 5, 6), [{"name": "any name", "ids": [5, 6]}]),
        13: ("CPU_TOPOLOGY", *topology(put)),
        14: ("NUMA_TOPOLOGY", put("I", 1) + put("IQQ", 2, 100, 50) + put.fstr("0-3"),
             [{"node": 2, "total_kB": 100, "free_kB": 50, "cpus": "0-3"}]),
        15: ("BRANCH_STACK", b"", True),
        16: ("PMU_MAPPINGS", put("II", 1, 8) + put.fstr("uprobe"), [{"type": 8, "name": "uprobe"}]),
        17: ("GROUP_DESC", put("I", 1) + put.fstr("{anon_group}") + put("II", 0, 2),
             [{"name": "{anon_group}", "leader": 0, "members": 2}]),
        18: ("AUXTRACE", put("QQQQQ", 2, 1000, 48, 2000, 48),
             [{"offset": 1000, "size": 48}, {"offset": 2000, "size": 48}]),
        19: ("STAT", b"", True),
        20: ("CACHE", cache, {"version": 1, "caches": [
            {"level": 1, "line_size": 64, "sets": 128, "ways": 8, "type": "Data", "size": "48K",
             "cpus": "0-1"}]}),
        21: ("SAMPLE_TIME", put("QQ", 5, 1 << 60),
             {"first": 5, "last": 1 << 60, "duration": (1 << 60) - 5,
              "first_wall": "2023-11-14T22:13:19.000000005Z",
              "last_wall": "2060-05-27T22:11:43.606846976Z"}),
        22: ("MEM_TOPOLOGY", *memory(put)),
        23: ("CLOCKID", put("Q", 4), 4),
        24: ("DIR_FORMAT", put("Q", 0), 0),
        25: ("BPF_PROG_INFO", *bpf_programs(put)),
        26: ("BPF_BTF", put("IIII", 2, 1, 4, 0) + put("II", 9, 0),
             [{"id": 1, "size": 4}, {"id": 9, "size": 0}]),
        27: ("COMPRESSED", put("5I", 0, 1, 3, 7, 528384),
             {"version": 0, "type": 1, "type_name": "zstd", "level": 3, "ratio": 7,
              "mmap_len": 528384}),
        28: ("CPU_PMU_CAPS", caps, caps_want),
        29: ("CLOCK_DATA", put("IIQQ", 1, 1, 1700000000 * 10 ** 9, 10 ** 9),
             {"version": 1, "clockid": 1, "clock": "monotonic",
              "wall_clock_ns": 1700000000 * 10 ** 9, "clockid_ns": 10 ** 9,
              "wall_clock": "2023-11-14T22:13:20.000000000Z"}),
        30: ("HYBRID_TOPOLOGY", put("I", 1) + put.fstr("cpu_core") + put.fstr("0-7"),
             [{"pmu": "cpu_core", "cpus": "0-7"}]),
        31: ("PMU_CAPS", put("I", 1) + caps + put.fstr("cpu_core"),
             [{"caps": caps_want, "pmu": "cpu_core"}]),
        32: ("CPU_DOMAIN_INFO", *cpu_domains(put, 17)),
        33: ("E_MACHINE", put("II", 62, 5), {"e_machine": 62, "machine": "x86-64", "e_flags": 5}),
        34: ("CLN_SIZE", put("I", 64), 64),
        128: ("SIMPLEPERF_FILE", *simpleperf_file(put)),
        129: ("SIMPLEPERF_META_INFO", meta, [
            {"key": "simpleperf_version", "value": "1.build"},
            {"key": "event_type_info", "value": "cpu-clock,1,0"}]),
        130: ("SIMPLEPERF_DEBUG_UNWIND",
              proto(1, proto(1, b"/lib/x.so") + proto(2, 300)) + proto(1, proto(1, b"/app/y.so")),
              [{"path": "/lib/x.so", "size": 300}, {"path": "/app/y.so", "size": 0}]),
        132: ("SIMPLEPERF_FILE2", *simpleperf_file2(put)),
        134: ("SIMPLEPERF_INIT_MAP", init, {"COMM": 2, "MMAP2": 1}),
    }


# These hold anything, so that bytes are all that can be said.
OPAQUE = {35: "MEMORY_RANGES", 36: "FEATURE_36",
          131: "SIMPLEPERF_DEBUG_UNWIND_FILE", 133: "SIMPLEPERF_ETM_BRANCH_LIST",
          255: "FEATURE_255"}


def check_whole(big):
    order = "big" if big else "little"
    wanted = sections(big)
    opaque = bytes(range(200))
    content = {number: raw for number, (_, raw, _) in wanted.items()}
    content.update((number, opaque) for number in OPAQUE)
    name = write(f"{order}.data", recording(content, big))
    have = features(name)
    for _, (key, _, want) in wanted.items():
        tap.ok(have.get(key) == want, f"{key}, {order} endian",
               [f"should be {json.dumps(want)}", f"is        {json.dumps(have.get(key))}"])
    for key in OPAQUE.values():
        tap.ok(have[key]["size"] == 200 and have[key]["bytes"] == opaque[:64].hex() and
               "problem" not in have[key], f"{key}: size and first bytes, {order} endian",
               [json.dumps(have[key])])
    shown = text(name)
    for key in [key for key, _, _ in wanted.values()] + list(OPAQUE.values()):
        tap.ok(f"\n  {key}" in shown, f"{key} is in the text, {order} endian", shown.splitlines())


def check_words():
    """The bitmap of a big-endian machine of 32 bits, whose words are of that size."""
    content = {number: raw for number, (_, raw, _) in sections(True).items()}
    whole = recording(content, True)
    want = features(write("words64.data", whole))
    at = HEADER - 32
    words = struct.unpack_from(">8I", whole, at)
    swapped = [words[i ^ 1] for i in range(8)]
    whole = whole[:at] + struct.pack(">8I", *swapped) + whole[HEADER:]
    have = features(write("words32.data", whole))
    tap.ok(len(want) > 20 and have == want, "words of 32 bits", [str(sorted(have)), str(sorted(want))])


def check_more():
    """Other forms of some sections."""
    put = Bytes(False)
    written, want = old_build_ids(put)
    have = features(write("old.data", recording({2: written})))
    tap.ok(have["BUILD_ID"] == want, "build ids of perf before 2.6.34", [json.dumps(have)])
    written, want = cpu_domains(put, 16)
    have = features(write("domains.data", recording({32: written})))
    tap.ok(have["CPU_DOMAIN_INFO"] == want, "domains without names", [json.dumps(have)])
    have = features(write("pairs.data", recording({18: put("QQQQ", 1000, 48, 2000, 48)})))
    tap.ok(have["AUXTRACE"] == [{"offset": 1000, "size": 48}, {"offset": 2000, "size": 48}],
           "the index of AUX data as simpleperf writes it, without a number", [json.dumps(have)])
    have = features(write("swapped.data", recording({7: put("II", 2, 4)})))
    tap.ok(have["NRCPUS"] == {"available": 4, "online": 2}, "NRCPUS the other way round")
    written, _ = topology(put)
    have = features(write("alone.data", recording({13: written})))["CPU_TOPOLOGY"]
    tap.ok(have.keys() == {"sibling_sockets", "sibling_threads"},
           "without NRCPUS nobody knows how many CPUs follow", [json.dumps(have)])
    have = features(write("empty.data", recording({number: b"" for number in range(1, 40)})))
    tap.ok(have["STAT"] is True and have["BRANCH_STACK"] is True and
           all(value["size"] == 0 and "problem" not in value for value in have.values()
               if value is not True), "empty sections are no damage", [json.dumps(have)])


def damaged(value):
    return isinstance(value, dict) and "problem" in value


def check_cuts():
    """Every section cut at every length up to the longest. What is missing is said."""
    wanted = sections(False)
    longest = max(len(raw) for _, raw, _ in wanted.values())
    wrong, cut, told = [], 0, 0
    step = max(1, longest // 150)
    for length in [*range(0, 100), *range(100, longest, step)]:
        content = {number: raw[:length] for number, (_, raw, _) in wanted.items()}
        content[7] = wanted[7][1]  # others depend on it
        name = write("cut.data", recording(content))
        result = cli.run("info", "--json", "--no-index", name)
        if result.status or not result.out:
            wrong.append(f"cut at {length}: status {result.status}: {result.err}")
            continue
        have = result.objects()[0]["features"]
        if cli.run("info", "--no-index", name).status:
            wrong.append(f"cut at {length}: text fails")
        for number, (key, raw, want) in wanted.items():
            if length >= len(raw) or number == 7 or not length:
                continue
            cut += 1
            told += damaged(have[key])
            if have[key] == want:
                wrong.append(f"{key} cut at {length} is as if it were whole")
            if damaged(have[key]):
                at = have[key]["problem_offset"] - have[key]["offset"]
                if not 0 <= at <= length:
                    wrong.append(f"{key} cut at {length}: the problem is at {at}")
    tap.ok(not wrong, f"{cut} cuts: nothing fails or looks whole", wrong[:10])
    # Sections without a number of elements may end after any of them.
    tap.ok(told > cut * 8 // 10, f"... and {told} are told", [f"{told} of {cut}"])


def check_kept():
    """What stands before the damage is there."""
    put = Bytes(False)
    written, want = build_ids(put)
    have = features(write("kept.data", recording({2: written[:-3]})))["BUILD_ID"]
    tap.ok(have["decoded"] == want[:3] and "left" in have["problem"],
           "build ids before the one that is cut", [json.dumps(have)])
    where = have["problem_offset"] - have["offset"]
    tap.ok(where == len(written) - 40, "... and where that begins",
           [f"{where} of {len(written)}"])
    have = features(write("small.data", recording({2: written + put("IHH", 0, 2, 12) + bytes(8)})))
    tap.ok(have["BUILD_ID"]["decoded"] == want and "12 bytes" in have["BUILD_ID"]["problem"],
           "an entry that is too small", [json.dumps(have)])
    mappings = put("II", 3, 8) + put.fstr("uprobe") + put("I", 9) + put("I", 1 << 31) + b"x"
    have = features(write("length.data", recording({16: mappings})))["PMU_MAPPINGS"]
    tap.ok(have["decoded"] == [{"type": 8, "name": "uprobe"}] and "entry 2 of 3" in have["problem"],
           "a string that is longer than the file", [json.dumps(have)])
    shown = text("length.data")
    tap.ok("entry 2 of 3" in shown and "uprobe 8" in shown, "... in text", shown.splitlines()[-12:])


def check_rubbish():
    """Counts of billions, no end of zeros, bits by turns: all sections at once, a megabyte each."""
    size = 1 << 20
    patterns = {"zeros": b"\0", "billions": b"\0", "ones": b"\xff", "bits": b"\xaa",
                "small": b"\1\0\0\0", "eights": b"\x08\0\0\0\0\0\0\0",
                "text": b"name: x\nID: 1\n\0"}
    wanted = sections(False)
    for title, pattern in patterns.items():
        count = Bytes(False)("I", (1 << 31) - 1) if title == "billions" else None
        content = {number: ((count or raw[:8]) + pattern * (size // len(pattern)))[:size]
                   for number, (_, raw, _) in wanted.items()}
        name = write("rubbish.data", recording(content))
        limit = ["prlimit", f"--cpu={SECONDS}"]
        result = cli.run("info", "--json", "--no-index", name, before=limit)
        have = result.objects()[0]["features"] if result.out else {}
        shown = cli.run("info", "--no-index", name, before=limit)
        tap.ok(result.status == 0 and shown.status == 0 and
               all(key in have for key, _, _ in wanted.values()),
               f"sections of {title}: no harm, in {SECONDS} seconds of a processor",
               [f"status {result.status}, {shown.status}",
                f"not there: {[key for key, _, _ in wanted.values() if key not in have]}"])
        tap.ok(len(shown.out) < 2 * size and shown.out.count("\n") < 120 * len(wanted),
               "... and no endless text", [f"{len(shown.out)} bytes, {shown.out.count(chr(10))}"])


def check_long():
    """Hundreds of elements: text says how many it leaves out."""
    put = Bytes(False)
    raw = bytes(20)
    many = {
        2: b"".join(build_id(put, f"/lib/{i}.so", raw) for i in range(1000)),
        14: put("I", 1000) + b"".join(put("IQQ", i, 1, 1) + put.fstr("0") for i in range(1000)),
        16: put("I", 1000) + b"".join(put("I", i) + put.fstr(f"pmu{i}") for i in range(1000)),
        18: put("Q", 1000) + b"".join(put("QQ", i, 48) for i in range(1000)),
    }
    name = write("long.data", recording(many))
    have, shown = features(name), text(name)
    for key in ("BUILD_ID", "NUMA_TOPOLOGY", "PMU_MAPPINGS", "AUXTRACE"):
        tap.ok(len(have[key]) == 1000, f"{key}: all 1000 in JSON")
    tap.ok(shown.count("... 900 more") == 4 and shown.count("\n") < 500,
           "100 of each in text, and how many more there are",
           [f"{shown.count('... 900 more')} notes, {shown.count(chr(10))} lines"])


# As in the kernel's arch/*/include/uapi/asm/perf_regs.h, under perf's names: {bit: name} in order.
REGISTERS = {
    "x86_64": "ax bx cx dx si di bp sp ip flags cs ss ds es fs gs r8 r9 r10 r11 r12 r13 r14 r15",
    "i686": "ax bx cx dx si di bp sp ip flags cs ss ds es fs gs",
    "aarch64": " ".join(f"x{i}" for i in range(30)) + " lr sp pc",
    "armv7l": " ".join(f"r{i}" for i in range(11)) + " fp ip sp lr pc",
    "riscv64": "pc ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 "
               "t3 t4 t5 t6",
    "ppc64le": " ".join(f"r{i}" for i in range(32)) + " nip msr orig_r3 ctr link xer ccr softe trap "
               "dar dsisr sier mmcra mmcr0 mmcr1 mmcr2 mmcr3 sier2 sier3 pmc1 pmc2 pmc3 pmc4 pmc5 "
               "pmc6",
    "s390x": " ".join(f"r{i}" for i in range(16)) + " " + " ".join(f"fp{i}" for i in range(16)) +
             " mask pc",
    "loongarch64": "pc " + " ".join(f"r{i}" for i in range(1, 32)),
    "mips64": "pc " + " ".join(f"r{i}" for i in range(1, 32)),
}


def check_registers():
    """In the attr, and in a sample whose registers have their bit's number as value."""
    put = Bytes(False)
    for machine, names in REGISTERS.items():
        names = names.split()
        mask = (1 << len(names)) - 1
        attr = put("IIQQQQQ", 1, ATTR, 0, 1000, 1 << 12, 4, 0).ljust(80, b"\0") + put("Q", mask)
        body = put("Q", 2) + b"".join(put("Q", i) for i in range(len(names)))
        sample = put("IHH", 9, 2, 8 + len(body)) + body
        content = recording({6: put.fstr(machine)}, attr=attr, data=sample)
        name = write("registers.data", content)
        event = info(name)["events"][0]
        tap.ok(event["regs_user"] == names, f"registers of {machine}", [str(event["regs_user"])])
        result = cli.run("print", "--no-index", "--format", "json", name)
        have = result.objects()[0]["uregs"]
        have.pop("abi")
        tap.ok(have == {name: i for i, name in enumerate(names)}, "... and their values",
               [json.dumps(have)])


# ---- tracing data of a real recording ----

def tracing_data(name):
    """System, name and id of each format, straight from the bytes."""
    raw = (cli.DATA / name).read_bytes()
    data_at, data_size = struct.unpack_from("<QQ", raw, 40)
    at, size = struct.unpack_from("<QQ", raw, data_at + data_size)
    raw = raw[at:at + size]
    at = raw.index(b"header_page\0") + 12
    at += 8 + struct.unpack_from("<Q", raw, at)[0]
    at = raw.index(b"header_event\0", at) + 13
    at += 8 + struct.unpack_from("<Q", raw, at)[0]

    def count():
        nonlocal at
        at += 4
        return struct.unpack_from("<I", raw, at - 4)[0]

    def part():
        nonlocal at
        length = struct.unpack_from("<Q", raw, at)[0]
        at += 8 + length
        return raw[at - length:at].decode()

    for _ in range(count()):
        part()
    systems = []
    for _ in range(count()):
        end = raw.index(b"\0", at)
        system, at = raw[at:end].decode(), end + 1
        events = []
        for _ in range(count()):
            lines = dict(line.split(": ", 1) for line in part().splitlines()[:2])
            events.append({"id": int(lines["ID"]), "name": lines["name"]})
        systems.append({"name": system, "events": events})
    return systems


def check_tracing(name):
    want, have = tracing_data(name), features(cli.DATA / name)["TRACING_DATA"]
    tap.ok(have["systems"] == want and len(want) > 1, f"tracing data of {name}",
           [f"should be {want}", f"is {have['systems']}"])
    tap.ok(have["version"] == "0.6" and have["page_size"] == 4096 and have["long_size"] == 8,
           "... and what stands before them", [json.dumps(have)[:300]])


# ---- attrs ----

FLAGS = """disabled inherit pinned exclusive exclude_user exclude_kernel exclude_hv exclude_idle
    mmap comm freq inherit_stat enable_on_exec task watermark precise_ip precise_ip mmap_data
    sample_id_all exclude_host exclude_guest exclude_callchain_kernel exclude_callchain_user mmap2
    comm_exec use_clockid context_switch write_backward namespaces ksymbol bpf_event aux_output
    cgroup text_poke build_id inherit_thread remove_on_exec sigtrap defer_callchain
    defer_output""".split()


def check_flags():
    """Each bit of the flag word by its name."""
    put, wrong = Bytes(False), []
    for bit, flag in enumerate(FLAGS):
        attr = put("IIQQQQQ", 1, ATTR, 0, 1000, 7, 4, 1 << bit)
        name = write("flag.data", recording({}, attr=attr))
        event = info(name)["events"][0]
        shown = text(name)
        fine = event["precise_ip"] == 1 << bit - 15 and not event["flags"] \
            if flag == "precise_ip" else event["flags"] == [flag]
        if not fine or flag not in shown:
            wrong.append(f"bit {bit} should be {flag}: {event['flags']}")
    tap.ok(not wrong and len(FLAGS) == 40, "40 flags, each by its name, in JSON and text", wrong)


def check_fields():
    """Every field of the longest attr."""
    put = Bytes(False)
    length = 176
    attr = put("IIQQQQQII", 1, length, 0, 99, 0x1ffffff, 0x1f, 1 << 25 | 1 << 10, 3, 0)
    attr += put("QQQQIiQ", 0x11, 0x12, 0xfffff, 0x8101f0, 4096, 7, 0x38f)
    attr += put("IHHIIQQQ", 8192, 33, 0, 1024, 5, 0x77, 0x13, 0x14)
    attr += put("HHHHIIQQ", 1, 2, 4, 0, 0x15, 0x16, 0x17, 0x18)
    at = HEADER + length + 16
    head = put("QQQ", 0x32454c4946524550, HEADER, length + 16) + \
        put("QQQQQQ", HEADER, length + 16, at, 8, 0, 0) + bytes(32)
    name = write("fields.data", head + attr + put("QQ", 0, 0) + put("IHH", 68, 0, 8))
    event = info(name)["events"][0]
    want = {
        "type": "software", "size": length, "config": 0, "sample_period": 99, "sample_freq": 99,
        "wakeup": 3, "config1": 0x11, "config2": 0x12, "sample_regs_user": 0x8101f0,
        "sample_stack_user": 4096, "clockid": "boottime", "sample_regs_intr": 0x38f,
        "aux_watermark": 8192, "sample_max_stack": 33, "aux_sample_size": 1024, "aux_action": 5,
        "sig_data": 0x77, "config3": 0x13, "config4": 0x14, "sample_simd_regs_enabled": 1,
        "sample_simd_pred_reg_qwords": 2, "sample_simd_vec_reg_qwords": 4,
        "sample_simd_pred_reg_intr": 0x15, "sample_simd_pred_reg_user": 0x16,
        "sample_simd_vec_reg_intr": 0x17, "sample_simd_vec_reg_user": 0x18,
        "flags": ["freq", "use_clockid"], "event": "cpu-clock"}
    differ = [f"{key}: should be {value}, is {event.get(key)}" for key, value in want.items()
              if event.get(key) != value]
    tap.ok(not differ, "all fields of an attr of 176 bytes", differ)
    tap.ok(len(event["sample_type"].split("|")) == 25 and
           len(event["read_format"].split("|")) == 5 and
           len(event["branch_sample_type"].split("|")) == 20 and
           "0x" not in event["sample_type"] + event["branch_sample_type"], "... all bits by name",
           [event["sample_type"], event["branch_sample_type"]])
    shown = text(name)
    tap.ok(all(word in shown for word in (
        "99 Hz", "after 3 events", "boottime", "start_paused|resume", "4 KiB", "1 KiB", "0x77")),
        "... and in text", shown.splitlines())


def check_big_attr():
    """Bit-fields of a big-endian machine begin at the top of their numbers: flags, aux_action."""
    put = Bytes(True)
    attr = put("IIQQQQQII", 1, ATTR, 0, 99, 7, 4, 1 << 63 - 10 | 1 << 63 - 39 | 2 << 64 - 15 - 2, 3, 0)
    attr += put("QQQQIiQ", 0, 0, 0, 0, 0, 0, 0) + put("IHHII", 0, 0, 0, 0, 1 << 31 - 1 | 1 << 31 - 31)
    attr = attr.ljust(ATTR, b"\0")
    event = info(write("big.data", recording({}, big=True, attr=attr)))["events"][0]
    tap.ok(event["flags"] == ["freq", "defer_output"] and event["precise_ip"] == 2 and
           event["aux_action"] == 1 << 31 | 2, "bits of a big-endian machine", [json.dumps(event)])
    attr = put("IHH", 64, 0, 8 + ATTR + 8) + attr + put("Q", 1)
    (cli.CWD / "big.pipe").write_bytes(put("QQ", 0x32454c4946524550, 16) + attr)
    found = cli.run("print", "--no-index", "-F", "attr.aux_start_paused,attr.aux_pause,attr.aux_resume,"
                "attr.aux_action", "-f", "attr.aux_pause and not attr.aux_resume", "big.pipe")
    tap.ok(found.out.split() == ["no", "yes", "no", "0x80000002"], "... and of an ATTR record", found.told())


def check_meaning():
    """Groups, breakpoints, caches, registers."""
    events = info(cli.DATA / "group.data")["events"]
    tap.ok([e["group"] for e in events] ==
           [{"leader": 0, "members": 4, "leader_samples": True}] * 4, "a group with leader sampling",
           [json.dumps(events[0].get("group"))])
    events = info(cli.DATA / "breakpoints.data")["events"]
    tap.ok([e["breakpoint"] for e in events] ==
           [{"address": 0x404028, "length": 8}] * 2 + [{"address": 0x401136, "length": 8}] and
           [e["bp_type"] for e in events] == ["R|W", "W", "X"], "breakpoints")
    event = info(cli.DATA / "regs.data")["events"][0]
    tap.ok(event["regs_intr"] == ["ax", "bx", "cx", "dx", "sp", "ip", "flags"] and
           event["regs_user"] == ["si", "di", "bp", "sp", "ip", "r8", "r15"], "registers by name")
    put = Bytes(False)
    attr = put("IIQQQQQ", 3, ATTR, 0x10103, 1, 7, 4, 3 << 15)
    event = info(write("cache.data", recording({}, attr=attr)))["events"][0]
    tap.ok(event["event"] == "dTLB-store-misses" and event["precise_ip"] == 3 and
           event["cache"] == {"cache": "dTLB", "op": "store", "result": "miss"},
           "a cache event", [json.dumps(event)])
    attr = put("IIQQQQQ", 8, ATTR, 5, 1, 7, 4, 0)
    event = info(write("pmu.data", recording({16: put("II", 1, 8) + put.fstr("uprobe")},
                                             attr=attr)))["events"][0]
    tap.ok(event["pmu"] == "uprobe" and event["event"] == "uprobe/config=0x5/",
           "an event of a PMU", [json.dumps(event)])


check_whole(False)
check_whole(True)
check_words()
check_more()
check_cuts()
check_kept()
check_rubbish()
check_long()
check_tracing("tracepoints.data")
check_flags()
check_fields()
check_registers()
check_big_attr()
check_meaning()
sys.exit(tap.done())
