#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""perfnav annotate: each sample is at the instruction of its ip, and lines of source are sums of theirs."""
import collections
import re
import shutil
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

QUIET = ("--no-index", "-q", "--kallsyms", "none")
NAME = "demo.data"
FUNCTIONS = ("average_around", "hash_point", "smooth_noise", "expose_pixel")


def annotate(*args):
    return run("annotate", *QUIET, *args, NAME)


def samples():
    """Those of each function: (event, offset, source line, period)."""
    found = collections.defaultdict(list)
    fixed = {e["name"]: e["sample_period"] for e in run("info", "-q", "--json", NAME).objects()[0]["events"]
             if "sample_freq" not in e}
    out = run("print", *QUIET, "--type", "SAMPLE", "--format", "json", "-F", "event,sym,symoff,srcline,period", NAME)
    for o in out.objects():
        if "symoff" in o:
            found[o["sym"]].append((o["event"], o["symoff"], o.get("srcline"),
                                    o["period"] if "period" in o else fixed[o["event"]]))
    return found


def line_of(lines, offset):
    """The instruction that an offset is in: the last one that does not begin behind it."""
    return max((o["offset"] for o in lines if o["offset"] <= offset), default=None)


def check_function(name, known, all_samples):
    result = annotate("--json", name)
    lines = result.objects()
    want = collections.defaultdict(lambda: [0, 0])
    by_source = collections.Counter()
    for event, offset, source, period in known:
        cell = want[line_of(lines, offset), event]
        cell[0] += 1
        cell[1] += period
        by_source[event, source] += 1
    got = {(o["offset"], event): [n["samples"], n["period"]] for o in lines for event, n in o["counts"].items()}
    check(f"{name}: {len(known)} samples at {len(got)} places", result, result.clean() and got == dict(want))
    totals = collections.Counter(event for event, *_ in known)
    tap.ok(all(abs(o["percent"][event] - 100 * n["samples"] / totals[event]) < 1e-6
               for o in lines for event, n in o["counts"].items()), "... in per cent of the function's")
    tap.ok(all(a["offset"] < b["offset"] for a, b in zip(lines, lines[1:])), "... in the order of the addresses")
    sums = collections.Counter()
    for o in lines:
        for event, n in o["counts"].items():
            sums[event, o.get("srcline")] += n["samples"]
    if any("asm" in o for o in lines):
        tap.ok(sums == by_source, "... lines of source are those of the samples", [str(sums), str(by_source)])
        tap.ok(all(a["offset"] + 1 <= b["offset"] <= a["offset"] + 15 for a, b in zip(lines, lines[1:])),
               "... each instruction is there")
    else:
        tap.skip("... instructions", "libcapstone is not here")
    text = annotate(name).out
    for event, n in totals.items():
        tap.ok(f"{n} of {all_samples[event]} samples of {event}, {100 * n / all_samples[event]:.2f} %\n" in text,
               f"... of all samples of {event}", text.splitlines()[:4])
    shown = [float(p) for p in re.findall(r"^ *(\d+\.\d\d) %", annotate("--show-event", "cpu-clock", "-s", "asm", name).out,
                                          re.M)]
    tap.ok(abs(sum(shown) - 100) < 0.5, "... the text has all of them", [str(shown)])


def check_source():
    text = annotate("-s", "source", "average_around").out
    line = next((line for line in text.splitlines() if "photolab.c:140" in line), "")
    code = "sum += f->px[(y + dy) & (SIDE - 1)][(x + dx) & (SIDE - 1)];"
    tap.ok(line.endswith("photolab.c:140  " + 24 * " " + code),
           "source text from beside the recording", [line])
    both = annotate("average_around").out
    tap.ok("  offset  instruction\n" in both and "photolab.c:140" in both, "both: source between the instructions")
    tap.ok("photolab.c" not in annotate("-s", "asm", "average_around").out, "asm: none")


def check_choice():
    where = annotate("--json", "-f", "tid == 7354", "average_around")
    n = sum(n["samples"] for o in where.objects() for n in o["counts"].values())
    count = run("count", *QUIET, "--json", "--by", "sym", "-f", 'tid == 7354 and sym == "average_around"', NAME).objects()
    check("a filter", where, n == count[0]["count"] and n)
    options = annotate("--json", "-f", "--tid 7354", "average_around")
    check("... as options of perf script", options, options.out == where.out)
    one = annotate("--json", "--show-event", "page-faults", "average_around")
    check("--show-event", one, {event for o in one.objects() for event in o["counts"]} <= {"page-faults"})


def check_fields():
    """asm and insn: the instruction that annotate has at the offset, and its bytes in the file."""
    shown = {name: {o["offset"]: o["asm"] for o in annotate("--json", name).objects() if "asm" in o} for name in FUNCTIONS}
    if not any(shown.values()):
        tap.skip("instructions as fields", "libcapstone is not here")
        return
    rows = [o for o in run("print", *QUIET, "--format", "json", "-F", "dso,sym,symoff,map.off,asm,insn", "--type", "SAMPLE",
                           NAME).objects() if o.get("sym") in shown]
    differ = [o for o in rows if o.get("asm", "").split(" ")[0] != shown[o["sym"]][o["symoff"]].split(" ")[0]]
    tap.ok(rows and not differ, f"asm: {len(rows)} samples have the instruction that annotate shows", [str(differ[:3])])
    elf = max((f for f in (cli.CWD / f"{NAME}.debug").rglob("*") if f.is_file()), key=lambda f: b"hash_point" in f.read_bytes())
    code = elf.read_bytes()
    differ = [o for o in rows if not code[o["map"]["off"]:].startswith(bytes.fromhex(o["insn"]))]
    tap.ok(rows and not differ, "insn: the bytes of the file", [str(differ[:3]), elf.name])
    by_filter = run("count", *QUIET, "--by", "sym", "-f", 'asm contains "imul" and sym == "hash_point"', NAME).out.split()
    tap.ok(by_filter[:1] == [str(sum("imul" in o["asm"] for o in rows if o["sym"] == "hash_point"))], "asm in a filter", by_filter)
    cli.copy(NAME, "alone.data")
    none = run("print", *QUIET, "--symfs", "none", "--buildid-dir", "none", "-F", "asm,insn", "--type", "SAMPLE", "alone.data")
    tap.ok(set(none.lines()) == {"- -"}, "no file: no instruction", none.lines()[:3])


def check_hostile():
    """The name of an event that is wider on a terminal than its bytes are, and of a source file."""
    bad = (cli.DATA / NAME).read_bytes().replace(b"cpu-clock", 9 * b"\x1b")
    (cli.CWD / "hostile.data").write_bytes(bad)
    result = run("annotate", *QUIET, "--buildid-dir", f"{NAME}.debug", "average_around", "hostile.data")
    tap.ok(result.status == 0 and "\x1b" not in result.out and
           re.search(r"^(\^\[){9}  offset  instruction$", result.out, re.M) and
           re.search(r"^ {11}37\.59 %  ", result.out, re.M), "a name of an event that is escaped: columns as wide as it is shown",
           [repr(line) for line in result.lines()[:12]])
    source = (cli.ROOT / "tests/core/lines.s").read_text().replace('"lines.c"', r'"l\033[1m.c"')
    (cli.CWD / "hostile.s").write_text(source)
    made = cli.tool(cli.MK, cli.ROOT / "tests/core/lines.mk", "lines.data").returncode == 0
    if not made or not cli.link(cli.CWD / "hostile.s", cli.CWD / "files/opt/lines", "-Wl,-e,main",
                                "-Wl,-Ttext=0x401000", "-Wl,--build-id=0x" + 20 * "cd"):
        tap.skip("a name of a source file that is escaped", "no program for x86-64 can be linked")
        return
    for args in ("annotate", *QUIET, "work"), ("--no-index", "--batch", "--cmd", ":annotate work"):
        result = run(*args, "--symfs", "files", "lines.data")
        tap.ok(result.status == 0 and "\x1b" not in result.out and " l^[[1m.c:7 (inlined leaf)" in result.out,
               f"a name of a source file that is escaped: {args[0]}", [repr(line) for line in result.lines()[:12]])


def check_mistakes():
    for args, status, message in (
            (("nosuch",), 2, "perfnav: nosuch: no sample is in a function of this name\n"),
            (("--show", "all", "main"), 2, "perfnav: --show is both, source or asm\n"),
            (("--format", "csv", "main"), 2, "perfnav: --format is text or json\n")):
        result = annotate(*args)
        check(" ".join(args), result, result.status == status and result.err == message and not result.out)
    result = run("annotate")
    check("no function", result, result.status == 2 and "annotate wants the name of a function" in result.err)


def main():
    shutil.copytree(cli.DATA / f"{NAME}.debug", cli.CWD / f"{NAME}.debug")
    shutil.copytree(cli.DATA / "src", cli.CWD / "src")
    cli.copy(NAME)
    known = samples()
    all_samples = {o["event"]: o["count"] for o in
                   run("count", *QUIET, "--json", "--type", "SAMPLE", "--by", "event", NAME).objects()}
    for name in FUNCTIONS:
        check_function(name, known[name], all_samples)
    check_source()
    check_choice()
    check_fields()
    check_hostile()
    check_mistakes()
    return tap.done()


sys.exit(main())
