#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""JSON: the keys that are promised, exact integers, nesting, bytes that are no text."""
import re
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

NAMED_TYPE = re.compile(r"[A-Z][A-Z0-9_]*|UNKNOWN\(\d+\)")
BRANCH = {"from", "to", "flags", "mispred", "predicted", "in_tx", "abort", "cycles", "type", "spec",
          "priv"}


def objects(*args):
    """Each line is an object, and standard output has nothing else."""
    result = run(*args)
    try:
        found = result.objects()
    except ValueError as error:
        check(f"{' '.join(args)}: JSON Lines in UTF-8: {error}", result, False)
        return []
    check(f"{' '.join(args)}: an object a line", result,
          found and all(isinstance(o, dict) for o in found) and result.out_bytes.endswith(b"\n"))
    return found


def integers(values, least=0):
    return all(isinstance(v, int) and not isinstance(v, bool) and v >= least for v in values)


def check_each(name):
    """What every object of print has."""
    data = (cli.CWD / name).read_bytes()
    found = objects("print", "--format", "json", name)
    records = [o for o in found if o["type"] != "DAMAGE"]
    tap.ok([o.get("ordinal") for o in records] == list(range(len(records))),
           f"{name}: ordinals count records from 0")
    tap.ok(all("ordinal" not in o for o in found if o["type"] == "DAMAGE"),
           "... and damage has none")
    tap.ok(all(NAMED_TYPE.fullmatch(o["type"]) for o in found), "... type")
    tap.ok(integers(o[key] for o in found for key in ("size", "stream", "offset")),
           "... size, stream, offset are integers")
    order = ">" if data[:8] == b"2ELIFREP" else "<"
    wrong = [o for o in records if struct.unpack_from(order + "IHH", data, o["offset"])[1:] !=
             (o["misc"], o["size"])]
    tap.ok(not wrong, "... at offset lies the record's header", [str(o) for o in wrong[:3]])
    tap.ok(all(o.keys() >= {"damage"} for o in found if o["type"] == "DAMAGE"),
           "... damage says why")
    return found


def check_numbers():
    """Addresses, ids and times as they are in the bytes, however large."""
    name = cli.copy("demo.data")
    data = (cli.CWD / name).read_bytes()
    samples = [o for o in objects("print", "--format", "json", "--type", "SAMPLE", name)]
    ips = [struct.unpack_from("<QQ", data, o["offset"] + 8) for o in samples]
    tap.ok(ips == [(o["id"], o["ip"]) for o in samples] and max(ip for _, ip in ips) > 1 << 63,
           "addresses above 2^63 are exact integers")
    name = cli.make("records")
    signed = [o for o in objects("print", "--format", "json", name)]
    tap.ok(integers((o[k] for o in signed for k in ("pid", "tid", "cpu") if k in o), -1),
           "pid, tid and cpu are signed")
    maps = [o for o in objects("print", "--format", "json", "--type", "MMAP", "demo.data")]
    tap.ok([o["pid"] for o in maps] == [-1], "... -1 where the record has all ones")


def check_nested():
    chains = [o["callchain"] for o in check_each(cli.copy("fp.data")) if "callchain" in o]
    tap.ok(chains and all(isinstance(c, list) and c for c in chains),
           "callchain is a list")
    frames = [frame for chain in chains for frame in chain]
    tap.ok(all(frame.keys() in ({"ip"}, {"context"}) for frame in frames),
           "... of {ip} and {context}")
    tap.ok({"kernel", "user"} == {f["context"] for f in frames if "context" in f},
           "... contexts have names")
    tap.ok(integers(f["ip"] for f in frames if "ip" in f), "... addresses are integers")
    groups = [o["read"] for o in check_each(cli.copy("group.data")) if "read" in o]
    tap.ok(groups and all(g["nr"] == len(g["values"]) for g in groups), "read: nr and values")
    tap.ok(all(v.keys() >= {"value", "id"} and integers(v.values())
               for g in groups for v in g["values"]), "... of {value, id, ...}")
    regs = [o for o in check_each(cli.copy("regs.data")) if o["type"] == "SAMPLE"]
    for key in ("uregs", "iregs"):
        sets = [o[key] for o in regs if key in o]
        tap.ok(sets and all(s["abi"] in ("64", "32", "none") for s in sets), f"{key}: abi")
        full = [s for s in sets if s["abi"] != "none"]
        tap.ok(full and all(s.keys() >= {"sp", "ip"} and
                            integers(v for k, v in s.items() if k != "abi") for s in full),
               "... and registers by name")
    maps = [o["mmap"] for o in check_each("demo.data") if o["type"] == "MMAP2"]
    tap.ok(maps and all(m.keys() >= {"addr", "len", "pgoff", "prot", "flags", "file"}
                        for m in maps), "mmap is an object of its words")
    stacks = [o["ustack"] for o in check_each(cli.copy("dwarf.data")) if "ustack" in o]
    tap.ok(stacks and all(integers(s.values()) and s["dyn"] <= s["size"] for s in stacks),
           "ustack has size and dyn")


def check_inside_registers():
    """What stands in an object whose name its own does not begin with."""
    name = cli.make("regs_simd")
    whole = objects("print", "--format", "json", name)
    for word in ("simd", "simd.vectors", "uregs"):
        found = objects("print", "--format", "json", "-F", word, name)
        inner = [{key: o[key] for key in ("uregs", "iregs") if key in o and
                  (key == word or word != "uregs")} for o in whole]
        if word != "uregs":
            inner = [{key: {"simd": v["simd"]} for key, v in o.items() if "simd" in v}
                     for o in inner]
        if word == "simd.vectors":
            inner = [{key: {"simd": {"vectors": v["simd"]["vectors"]}} for key, v in o.items()}
                     for o in inner]
        tap.ok(found == inner and found[0], f"-F {word}: where it stands", [str(found), str(inner)])


def check_branches():
    for name in ("branch", "branch_be"):
        stacks = [o["brstack"] for o in check_each(cli.make(name)) if "brstack" in o]
        entries = [entry for stack in stacks for entry in stack]
        tap.ok(entries and all(entry.keys() >= BRANCH for entry in entries), f"{name}: brstack")
        flags = ("mispred", "predicted", "in_tx", "abort")
        tap.ok(all(isinstance(e[k], bool) for e in entries for k in flags), "... with booleans")
        tap.ok(all(isinstance(e[k], str) for e in entries for k in ("type", "spec", "priv")),
               "... and names")


def check_data_src():
    sources = [o["data_src"] for o in check_each(cli.make("datasrc")) if "data_src" in o]
    tap.ok(sources and all(s.keys() >= {"raw", "op", "lvl", "snoop", "lock", "tlb", "lvl_num",
                                        "remote", "snoopx", "blk", "hops"} for s in sources),
           "data_src has raw and its parts")
    tap.ok(integers(s["raw"] for s in sources) and all(isinstance(s["op"], str) for s in sources),
           "... raw is an integer, the parts are names")


def check_trailer():
    found = check_each("records.data")
    both = [o for o in found if "sid" in o]
    tap.ok(both, "sid: the trailer, where the body has the same words")
    tap.ok(all(o.keys() >= o["sid"].keys() - {"event"} for o in both),
           "... which stand beside it")


def check_bytes():
    for name, word, get in (
            ("odd_comms.data", "comm", lambda o: o),
            ("odd_maps.data", "file", lambda o: o.get("mmap", {}))):
        found = check_each(cli.copy(name))
        hexed = [get(o) for o in found if word + "_hex" in get(o)]
        tap.ok(hexed, f"{name}: {word}_hex where the text is not UTF-8")
        tap.ok(all("\ufffd" in o[word] for o in hexed), "... whose invalid bytes are U+FFFD")
        tap.ok(all(bytes.fromhex(o[word + "_hex"]).decode("utf-8", "replace").count("\ufffd") ==
                   o[word].count("\ufffd") for o in hexed), "... and which holds all bytes")
        plain = [get(o)[word] for o in found if word in get(o) and word + "_hex" not in get(o)]
        tap.ok(plain and all("\ufffd" not in text for text in plain), "... and nowhere else")


def check_long_name():
    """The field of a tracepoint whose name is as long as names are kept."""
    name = "n" * 63
    for file in ("abi.inc", "tracing.inc", "tracepoint.mk"):
        text = (cli.CASES / file).read_text()
        text = text.replace("char comm[8]", f"char {name}[8]").replace(r"short\0", r"sho\xfft\0")
        (cli.CWD / file).write_text(text)
    subprocess.run([cli.MK, "tracepoint.mk", "long.data"], check=True, cwd=cli.CWD)
    tp = objects("print", "--format", "json", "long.data")[0]["tp"]
    tap.ok((tp[name], tp.get(name + "_hex")) == ("sho\ufffdt", b"sho\xfft".hex()),
           "NAME_hex of a long name, too", [str(tp)])


def check_count():
    found = objects("count", "--json", "demo.data")
    tap.ok(all(list(o) == ["type", "count"] for o in found), "count --json: type and count")
    tap.ok(integers((o["count"] for o in found), 1), "... an integer")
    found = objects("count", "--by", "pid,comm,cpu,event", "--json", "demo.data")
    tap.ok(all(list(o) == ["pid", "comm", "cpu", "event", "count"] for o in found),
           "count --by: the fields in their order")
    tap.ok(any(o["cpu"] is None for o in found), "... null where records have none")
    tap.ok(sum(o["count"] for o in found) == 3215, "... all records are counted")


def check_index():
    found = objects("index", "--force", "--json", "demo.data")
    data = (cli.CWD / "demo.data").read_bytes()
    size = (cli.CWD / "demo.data.pnx").stat().st_size
    one = found[0]
    tap.ok(len(found) == 1, "index --json: one object a file")
    tap.ok(one["records"] == 3215 and one["reused"] is False, "... records, reused")
    tap.ok(one["bytes"] == struct.unpack_from("<Q", data, 48)[0], "... bytes, of the records")
    tap.ok(isinstance(one["seconds"], float) and 0 < one["seconds"] < 60, "... seconds")
    tap.ok(one["index_path"] == "demo.data.pnx" and one["index_bytes"] == size,
           "... index_path and index_bytes")


def check_info():
    found = objects("info", "--json", "demo.data", "killed.data")
    tap.ok(len(found) == 2, "info --json: one object a file")
    whole, killed = found
    for name, one in (("demo.data", whole), ("killed.data", killed)):
        tap.ok(one["path"] == name and one["size"] == (cli.CWD / name).stat().st_size and
               one["mode"] == "file" and one["endian"] == "little",
               f"info --json {name}: path, size, mode, endian")
        tap.ok(sum(one["types"].values()) == one["records"], "... types add up to records")
        counted = {o["type"]: o["count"] for o in run("count", "--json", name).objects()}
        tap.ok(one["types"] == counted, "... and are what count says")
        tap.ok(isinstance(one["events"], list) and
               all(e.keys() >= {"name", "type", "config", "sample_type", "ids"}
                   for e in one["events"]), "... events")
        tap.ok(isinstance(one["features"], dict), "... features")
        tap.ok(isinstance(one["warnings"], list) and isinstance(one["damage"], list),
               "... warnings and damage")
    tap.ok([e["name"] for e in whole["events"]][:2] == ["cpu-clock", "page-faults"],
           "events have their names")
    tap.ok(whole["features"]["ARCH"] == "x86_64" and whole["features"]["NRCPUS"]["online"] == 2,
           "features are keyed by their names")
    tap.ok(not whole["warnings"] and killed["warnings"], "a warning where something is wrong")
    tap.ok(objects("info", "--json", cli.make("records_be"))[0]["endian"] == "big",
           "endian of a big-endian recording")
    damaged = objects("info", "--json", cli.make("damage"))[0]
    shown = objects("print", "--type", "DAMAGE", "--format", "json", "damage.data")
    tap.ok([(d["offset"], d["size"], d["reason"]) for d in damaged["damage"]] ==
           [(o["offset"], o["size"], o["damage"]) for o in shown],
           "damage: offset, size and reason, as print has them")
    tap.ok(sum(damaged["types"].values()) == damaged["records"] and
           "DAMAGE" not in damaged["types"], "... which are no records")


cli.copy("killed.data")
check_numbers()
check_nested()
check_inside_registers()
check_branches()
check_data_src()
check_trailer()
check_bytes()
check_long_name()
check_count()
check_index()
check_info()
sys.exit(tap.done())
