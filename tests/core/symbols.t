#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of addresses: by a text of the kernel's symbols that is written here, and against perf,
which looks at the same files of this machine."""
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import run, tap  # noqa: E402

NAMES = "ip,sym,symoff,dso,callchain,callchain.sym,callchain.symoff,callchain.dso"
LINE = re.compile(r"^\s*([0-9a-f]+) (.*) \((.*)\)$")


def samples(name, *options):
    got = run("print", "--no-index", "--type", "SAMPLE", "--format", "json", "-F", NAMES, *options,
              cli.alone(cli.DATA / name))
    return [json.loads(line) for line in got.out.splitlines()]


# ---- by hand ----
kernel = [s for s in samples("demo.data") if s.get("dso") == "[kernel.kallsyms]"]
ip = kernel[0]["ip"]
kallsyms = cli.CWD / "kallsyms"
kallsyms.write_text(f"{ip - 0x10:x} T first_name\n{ip + 1:x} t second_name\n")
names = ("--kallsyms", kallsyms)
with_names = samples("demo.data", *names)
first = [s for s in with_names if s["ip"] == ip]
tap.ok(first and all(s["sym"] == "first_name" and s["symoff"] == 0x10 for s in first),
       "sym and symoff of an address in a text of symbols")
frames = [f for s in with_names for f in s.get("callchain", []) if f.get("ip") == ip]
tap.ok(frames and all(f["sym"] == "first_name" and f["symoff"] == 0x10 for f in frames),
       "... in call chains too")
user = [s for s in with_names if s["ip"] < 1 << 63]
tap.ok(user and not any(s.get("sym", "").endswith("_name") for s in user),
       "what is no address of the kernel has none of its names")



def frame(sample, number):
    """An entry of the call chain; markers count."""
    return (sample.get("callchain", []) + [{}] * (number + 1))[number]


def has_dso(sample, name):
    return any(name in f.get("dso", "") for f in sample.get("callchain", []))


for expression, want in (
        ('sym == "first_name"', [s for s in with_names if s.get("sym") == "first_name"]),
        ('sym ~ "^first" and symoff == 0x10', first),
        ('stack.sym == "first_name"', [s for s in with_names if any(
            f.get("sym") == "first_name" for f in s.get("callchain", []))]),
        ('callchain[1].sym == "first_name"', [s for s in with_names if frame(s, 1).get("sym") ==
                                              "first_name"]),
        ('callchain[2].dso == "[kernel.kallsyms]" and not callchain[2].sym == "first_name"',
         [s for s in with_names if frame(s, 2).get("dso") == "[kernel.kallsyms]" and
          frame(s, 2).get("sym") != "first_name"]),
        ('callchain[4].dso ~ "libc"', [s for s in with_names if "libc" in frame(s, 4).get("dso", "")]),
        ('callchain[dso == "[kernel.kallsyms]"] and callchain[4].dso ~ "libc"',
         [s for s in with_names if "libc" in frame(s, 4).get("dso", "") and any(
             f.get("dso") == "[kernel.kallsyms]" for f in s["callchain"])]),
        # What is asked of a frame goes over all frames itself.
        ('callchain[callchain.dso ~ "photolab" and dso == "[kernel.kallsyms]"]',
         [s for s in with_names if has_dso(s, "photolab") and has_dso(s, "kallsyms")]),
        (f"0 * count(callchain.ip) + callchain.ip == {ip}",
         [s for s in with_names if any(f.get("ip") == ip for f in s.get("callchain", []))]),
        ("ip and not sym", [s for s in with_names if "sym" not in s])):
    got = run("count", "--no-index", "--json", "--by", "type", "-f",
              f"type == SAMPLE and ({expression})", *names, cli.alone(cli.DATA / "demo.data"))
    counted = sum(json.loads(line)["count"] for line in got.out.splitlines())
    tap.ok(want and counted == len(want), f"filter {expression}: as many as have it",
           [f"want {len(want)}, got {counted}"])

got = run("count", "--no-index", "--json", "--by", "sym", "-f", 'sym == "first_name"', *names,
          cli.DATA / "demo.data")
counted = [json.loads(line) for line in got.out.splitlines()]
tap.ok(len(counted) == 1 and counted[0]["sym"] == "first_name" and
       counted[0]["count"] == sum(s.get("sym") == "first_name" for s in with_names),
       "count --by sym", [got.out])


# ---- a folder that perf record --kcore has made ----
def elf_core(start, code):
    """An ELF file with one segment."""
    head = struct.pack("<4s5B7x2HI3QI6H", b"\x7fELF", 2, 1, 1, 0, 0, 4, 62, 1, 0, 64, 0, 0, 64, 56, 1,
                       0, 0, 0)
    return head + struct.pack("<2I6Q", 1, 5, 120, start, 0, len(code), len(code), 4096) + code


folder = cli.CWD / "with.kcore"
(folder / "kcore_dir").mkdir(parents=True)
shutil.copy(cli.DATA / "demo.data", folder / "data")
(folder / "kcore_dir/kallsyms").write_text(
    f"{ip - 0x10:x} T of_the_folder\n{ip + 0x10:x} t next_one\n")
# nop, mov $0x12345, %eax ...
(folder / "kcore_dir/kcore").write_bytes(
    elf_core(ip - 0x10, b"\x90" * 16 + b"\xb8\x45\x23\x01\x00" + b"\xc3" * 64))
result = run("print", "--no-index", "--type", "SAMPLE", "--format", "json", "-F", NAMES, "-f",
             f"ip == {ip:#x}", folder)
tap.ok(result.objects() and all(s["sym"] == "of_the_folder" for s in result.objects()),
       "names of the kernel are those of its kallsyms", result.told())
result = run("--no-index", "--script", cli.script(":wait\nvs\n:wait\nja\n:wait\n:dump code\n"),
             "--screen", "80x30", "-f", f"ip == {ip:#x} and type == SAMPLE", folder)
if "capstone" in result.out:
    tap.skip("code of the kernel", "no capstone")
else:
    tap.ok(re.search(r"^>[ \d.]+\+0x10 +mov.*0x12345", result.out, re.M) and
           " of_the_folder: " in result.out, "its code is that of its kcore", result.told())


# ---- against perf ----
def perf_frames(path, *options):
    """Of each sample that perf prints: (address, name+offset, dso)."""
    text = subprocess.run(["perf", "script", "--no-inline", "--no-itrace", "-i", path, "-F",
                           "ip,sym,symoff,dso", *options], capture_output=True, env=cli.ENV,
                          check=False).stdout.decode("utf-8", "surrogateescape")
    chains = "\n\n" in text
    for block in re.split(r"\n\n+" if chains else r"\n", text):
        lines = [LINE.match(line) for line in block.split("\n") if line.strip()]
        if lines:
            yield [m and (m[2], m[3]) for m in lines]


def own_frames(sample):
    frames = [f for f in sample.get("callchain", []) if f.get("ip")] or [sample]
    return [(f"{f['sym']}+0x{f['symoff']:x}" if "sym" in f else "[unknown]",
             f.get("dso", "[unknown]")) for f in frames]


RECORDINGS = ("demo.data", "fp.data", "system.data", "compressed.data", "flat.data", "threads.data")
no_kallsyms = cli.CWD / "no-kallsyms"
no_kallsyms.touch()


def kernel_options(name):
    """Of a recording that has no build id perf takes names of any kernel that runs."""
    info = json.loads(run("info", "--no-index", "--json", cli.DATA / name).out)
    here = info["features"]["OSRELEASE"] == os.uname().release
    return () if here else ("--kallsyms", no_kallsyms)


if not shutil.which("perf"):
    tap.skip("names and offsets as perf's", "perf is not installed")
else:
    for name in RECORDINGS:
        kernel = kernel_options(name)
        perf = list(perf_frames(cli.DATA / name, *kernel))
        own = [own_frames(s) for s in samples(name, *kernel, "--order", "time")]
        # perf finds its own vdso only with a cache in the user's home.
        pairs = [(a, b) for p, q in zip(perf, own)
                 for a, b in zip((a for a in p if a), q) if a != ("[unknown]", "[vdso]")]
        same = sum(a == b for a, b in pairs)
        tap.ok(len(perf) == len(own) and pairs and same >= 0.999 * len(pairs),
               f"{name}: names and offsets as perf's",
               [f"{len(perf)} samples of perf's, {len(own)}; {same} of {len(pairs)} frames"] +
               [f"{a} {b}" for a, b in pairs if a != b][:5])

tap.done()
