#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Call chains behind the counters of a group, whose place only a walk over the record tells."""
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402
import cli  # noqa: E402
from cli import CWD, run, tap  # noqa: E402

HEAD = f'''include "{cli.CASES}/abi.inc"
attr type=SOFTWARE config=0 sample_period=1000 size=128 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_CALLCHAIN%s flags=F_SAMPLE_ID_ALL
feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature EVENT_DESC event_desc
'''
# The counters of each sample, as many as its group has, and its call chain.
SAMPLES = (((7, 8), (0x1001, 0x1002, 0x1003)), ((9,), (0x1001,)), ((1, 2, 3), ()),
           ((), (0x1002, 0x1003)), ((4, 5), (0x1004, 0x1002, 0x1003, 0x1001)))
ASKED = (("count", "--by", "callchain.depth"), ("count", "--by", "callchain.ip"), ("count", "--by", "folded"),
         ("count", "-f", "callchain.ip == 0x1002"), ("count", "-f", "callchain.depth > 2"),
         ("count", "-f", "callchain[2].ip == 0x1002"), ("count", "-f", "callchain[3]"),
         ("count", "-f", "count(callchain.ip) == 2"), ("print", "-F", "ip,callchain.nr,callchain.ip"))


def build(name, read):
    lines = [HEAD % ("|S_READ read_format=R_GROUP" if read else "")]
    for i, (values, ips) in enumerate(SAMPLES):
        counters = f"{len(values)} {' '.join(map(str, values))} " if read else ""
        chain = f"{len(ips) + 1} CTX_USER {' '.join(map(hex, ips))}"
        lines.append(f"record SAMPLE misc=USER u64 {hex(0x1000 + i)} u32 9 9 u64 {1000 + i} {counters}{chain}\n")
    (CWD / f"{name}.mk").write_text("".join(lines))
    return corpus.build(CWD / f"{name}.mk")

with_counters, without = build("counters", True), build("plain", False)
for args in ASKED:
    got, want = (run(*args, "--no-index", "-q", path) if args[0] == "print" else
                 run(*args, "--no-index", path) for path in (with_counters, without))
    tap.ok(got.status == want.status and got.out == want.out and want.out,
           " ".join(args) + ": the same behind counters as without them", [got.told(), want.told()])
result = run("count", "--no-index", "-f", "callchain.ip == 0x1002", with_counters)
tap.ok(result.out.split()[:1] == ["3"], "three of them have an address", result.told())
result = run("count", "--no-index", "-f", "callchain.depth > 2", with_counters)
tap.ok(result.out.split()[:1] == ["2"], "two have more than two frames", result.told())
sys.exit(tap.done())
