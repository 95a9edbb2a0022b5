#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where trace data are missing: not between snapshots, which are of different moments."""
import subprocess
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import run, tap  # noqa: E402

TEXT = """include "abi.inc"
attr type=8 config=0 sample_period=1 size=128 name="intel_pt//"
	sample_type=S_IP|S_TID|S_TIME|S_CPU flags=F_SAMPLE_ID_ALL
record AUXTRACE_INFO u32 1 0 u64 8 31 1 0 1 0 0 0 {snapshot} 1
record AUXTRACE u64 8 0 0x61 u32 0 -1 0 0
raw hex 0000000000000000
record AUXTRACE u64 8 0x1000 0x62 u32 0 -1 0 0
raw hex 0000000000000000
"""


def gaps(snapshot):
    target = cli.CWD / f"gaps{snapshot}.data"
    source = cli.CWD / "gaps.mk"
    (cli.CWD / "abi.inc").write_bytes((cli.CASES / "abi.inc").read_bytes())
    source.write_text(TEXT.replace("{snapshot}", str(snapshot)))
    subprocess.run([cli.MK, source, target], check=True)
    info = run("info", "--json", "--no-index", target).objects()[0]
    return info["aux"]["queues"][0]["gaps"], info["aux"]["queues"][0]["missing"]


tap.ok(gaps(0) == (1, 0xff8), "a jump of the offset is a gap", [gaps(0)])
tap.ok(gaps(1) == (0, 0), "not in snapshot mode", [gaps(1)])
sys.exit(tap.done())
