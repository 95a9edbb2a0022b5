#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""aux.pkt: the packets of trace data as fields, in data of any size and of samples."""
import subprocess
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

# More than is read at a time in front of the first PSB, of short packets, and of padding; bytes
# that are no packet; and a packet that the end cuts.
PSB = "0282" * 8
UNSYNCED, TNT, PAD, BAD = 300_000, 270_001, 280_003, 150_007
LARGE = f"""
include "abi.inc"
attr type=8 config=0 sample_period=1 size=128 ids=61 sample_type=S_IDENTIFIER|S_TID
record AUXTRACE_INFO u32 1 0 u64 8 0 1 0 0 0 0 0 0 0
record AUXTRACE u64 SIZE 0 1 u32 0 1 -1 0
raw fill {UNSYNCED} 0x11 hex {PSB}
raw fill {TNT} 0x06 fill {PAD} 0 hex 2d3412
raw hex 0205 fill {BAD} 0x11 hex {PSB} hex 1902
"""


def packets(name):
    """Those of each record, by its number."""
    objects = run("print", "--no-index", "--format", "json", "-F", "ordinal,aux.pkt", name).objects()
    return {o["ordinal"]: o["aux"]["pkt"] for o in objects if "aux" in o}


def check_large():
    size = UNSYNCED + 16 + TNT + PAD + 3 + 2 + BAD + 16 + 2
    (cli.CWD / "large.mk").write_text(LARGE.replace("SIZE", str(size)).replace(
        '"abi.inc"', f'"{cli.CASES}/abi.inc"'))
    name = build("large.mk")
    found = packets(name)[1]
    ends = [p["offset"] + p["size"] for p in found]
    tap.ok([p["offset"] for p in found] == [0, *ends[:-1]] and ends[-1] == size,
           "packets follow one another over all pieces")
    kinds, sizes = {}, {}
    for packet in found:
        kinds[packet["type"]] = kinds.get(packet["type"], 0) + 1
        sizes[packet["type"]] = sizes.get(packet["type"], 0) + packet["size"]
    lost = sizes["bad"] + sizes["unsynced"]
    tap.ok(kinds["TNT"] == TNT and kinds["PSB"] == 2 and kinds["TIP"] == 1 and kinds["cut"] == 1
           and sizes["PAD"] == PAD and lost == UNSYNCED + 2 + BAD, "each is what it is",
           [str(kinds), str(sizes)])
    tip = next(p for p in found if p["type"] == "TIP")
    tap.ok(tip == {"offset": UNSYNCED + 16 + TNT + PAD, "size": 3, "type": "TIP", "ip": 0x1234,
                   "value": 0x1234, "text": "0x1234"}, "a packet far behind the first", [str(tip)])
    counted = run("count", "--no-index", "--json", "--by", "aux.pkt.type", name).objects()
    tap.ok({o["aux.pkt.type"]: o["count"] for o in counted if o["aux.pkt.type"]} == kinds,
           "count --by aux.pkt.type")
    texts = {}
    for packet in found:
        texts[packet.get("text")] = texts.get(packet.get("text"), 0) + 1
    counted = run("count", "--no-index", "--json", "--by", "aux.pkt.text", name).objects()
    texts.pop(None)
    tap.ok({o["aux.pkt.text"]: o["count"] for o in counted if o["aux.pkt.text"]} == texts and len(texts) > 2, "count --by aux.pkt.text",
           [str(counted[:5]), str(texts)])


def build(source):
    subprocess.run([cli.MK, cli.CWD / source, cli.CWD / "large.data"], check=True)
    return "large.data"


def check_filters():
    name = cli.make("pt")
    all_of = packets(name)
    for text, holds in (
            ('aux.pkt.type == "TIP.PGE"', lambda p: p["type"] == "TIP.PGE"),
            ('aux.pkt[type == "FUP" and ip == 0xffffffffff123400]',
             lambda p: p["type"] == "FUP" and p.get("ip") == 0xffffffffff123400),
            ("aux.pkt.value == 0x2a", lambda p: p.get("value") == 0x2a),
            ('aux.pkt.text contains "before the first PSB"',
             lambda p: "before the first PSB" in p.get("text", "")),
            ("aux.pkt.problem", lambda p: "problem" in p)):
        want = [n for n, found in all_of.items() if any(map(holds, found))]
        got = run("print", "--no-index", "--format", "json", "-F", "ordinal", "-f", text, name)
        check(text, got, want and [o["ordinal"] for o in got.objects()] == want)
    got = run("print", "--no-index", "--format", "json", "-F", "ordinal", "-f",
              "count(aux.pkt[type == \"TNT\"]) >= 2", name)
    check("how many are of a kind", got, [o["ordinal"] for o in got.objects()] == [
        n for n, found in all_of.items() if sum(p["type"] == "TNT" for p in found) >= 2])
    tap.ok(2 in all_of and all_of[2][0]["type"] == "PSB", "those of a sample")
    got = run("print", "--no-index", "-F", "aux.pkt[1].type", "-f", "ordinal == 5", name)
    check("one of them", got, got.out == "TSC\n")
    plain = run("print", "--no-index", "--format", "json", name)
    check("none where nobody asks for them", plain, '"pkt"' not in plain.out)
    branch = packets(build(cli.CASES.parents[1] / "tui" / "problems.mk"))
    tap.ok(any(p.get("ip") and p.get("value") for found in branch.values() for p in found),
           "Intel BTS: from and to", [str(branch)[:300]])
    arm = packets(cli.make("spe"))
    tap.ok(any(p["type"] == "ADDRESS" and "ip" in p or "PC" in p.get("text", "")
               for found in arm.values() for p in found), "Arm SPE", [str(arm)[:300]])


check_large()
check_filters()
sys.exit(tap.done())
