#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""perfnav annotate: each sample is at the instruction of its ip, and lines of source are sums of theirs."""
import collections
import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

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


FIGURES = ("offset", "taken", "mispred", "cycles", "IPC", "weight", "level", "instruction")
BRANCHES = ("executed", "taken", "mispredicted", "blocks", "timed", "cycles", "instructions")


def check_figures():
    """Branches, weights and levels of annotate.mk, added up by hand."""
    made = cli.tool(cli.MK, cli.ROOT / "tests/cli/annotate.mk", "figures.data").returncode == 0
    if not made or not cli.link(cli.ROOT / "tests/tui/code.s", cli.CWD / "files/opt/code", "-Wl,-Ttext=0x401000",
                                "-Wl,--build-id=0x" + 20 * "ab"):
        tap.skip("figures of branches and memory", "no program for x86-64 can be linked")
        return
    args = ("annotate", *QUIET, "--symfs", "files")
    result = run(*args, "--json", "adds", "figures.data")
    lines = {o["offset"]: o for o in result.objects()}
    if "asm" not in lines.get(2, {}):
        tap.skip("figures of branches and memory", "libcapstone is not here")
        return
    # Blocks: +2..+6 4 cycles, +0..+6 6 cycles, +2..+8 3 cycles: 3, 4 and 4 instructions.
    want = {0: (1, 0, 0, 0, 0, 0, 0), 2: (3, 0, 0, 0, 0, 0, 0), 4: (3, 0, 0, 0, 0, 0, 0), 6: (3, 3, 1, 2, 2, 10, 7),
            8: (1, 1, 0, 1, 1, 3, 4)}
    got = {off: tuple(o["branches"][name] for name in BRANCHES) for off, o in lines.items() if "branches" in o}
    check("branches by hand", result, got == want)
    check("memory by hand", result, {off: o["memory"] for off, o in lines.items() if "memory" in o} ==
          {4: {"weighed": 2, "weight": 16, "levels": {"L1 hit": 1, "L3 hit": 2}}})
    text = run(*args, "-s", "asm", "adds", "figures.data")
    head, *shown = [re.split(r" {2,}", line.strip()) for line in text.lines()[3:]]
    check("their columns", text, tuple(head[1:]) == FIGURES)
    check("... of a branch", text, ["6", "3 67%", "33.3%", "5.0", "0.70", "jne +0x2"] in shown)
    check("... of a return", text, ["8", "1 100%", "0.0%", "3.0", "1.33", "retq"] in shown)
    check("... of an access", text, ["100.00 %", "4", "8.0", "L3 hit 67%", "decl %edi"] in shown)
    alone = run(*args, "--json", "_start", "figures.data").objects()
    calls = run(*args, "--json", "--stacks", "_start", "figures.data").objects()
    tap.ok([(o["offset"], o["counts"]["cycles"]["samples"]) for o in alone if o["counts"]] == [(15, 1)] and
           [(o["offset"], o["counts"]["cycles"]["samples"]) for o in calls if o["counts"]] == [(9, 3), (15, 1)],
           "--stacks: samples count at the calls that they are in")
    demo = cli.ROOT / "data/demo.data"
    folded = run("print", "--no-index", "-q", "--format", "folded", "-e", "cpu-clock", demo).lines()
    kernel = run("annotate", "--no-index", "-q", "--json", "--stacks", "handle_softirqs", demo).objects()
    tap.ok(sum(o["counts"]["cpu-clock"]["samples"] for o in kernel if o["counts"]) ==
           sum(int(line.split()[-1]) for line in folded if "handle_softirqs" in line) > 0, "... in the kernel, too")
    rows = run("--no-index", "--no-state", "--script", cli.script(
        ":wait\n::annotate _start<Enter>\n:wait\n<Tab>\n:wait\n<Enter>\n:wait\n:dump x\n"), "--screen", "80x24",
        "--symfs", "files", "figures.data")
    check("... Tab in the browser, and the records behind a call", rows, "match 1 of 3" in rows.out)


def check_kernel():
    """Its code from kcore_dir and vmlinux; where there is none, what to do."""
    folder = cli.CWD / "kernel.data"
    (folder / "kcore_dir").mkdir(parents=True)
    made = cli.tool(cli.MK, cli.ROOT / "tests/cli/kernel.mk", folder / "data").returncode == 0
    if not made or not cli.link(cli.ROOT / "tests/tui/code.s", cli.CWD / "vmlinux", "-Wl,-Ttext=0xffffffff81000000",
                                "-Wl,-e,0xffffffff81000000", "-Wl,--build-id=none"):
        tap.skip("code of the kernel", "no such file can be linked")
        return
    kallsyms, kcore = folder / "kcore_dir/kallsyms", folder / "kcore_dir/kcore"
    kallsyms.write_text("".join(f"ffffffff810000{at:02x} T {name}\n" for at, name in
                                ((0, "_text"), (0, "_start"), (0x20, "adds"), (0x29, "_etext"))))
    (folder / "kcore_dir/modules").write_text("")
    kcore.write_bytes((cli.CWD / "vmlinux").read_bytes())
    args = ("annotate", "--no-index", "-q", "-s", "asm")
    whole = run(*args, "adds", folder)
    if "libcapstone" in whole.out:
        tap.skip("code of the kernel", "libcapstone is not here")
        return
    shown = ["33.33 %       2  addl %edi, %eax", "4  decl %edi", "66.67 %       6  jne +0x2", "8  retq"]
    check("the kernel, from kcore_dir", whole, [line.strip() for line in whole.lines()[-4:]] == shown)
    call = run(*args, "_start", folder)
    check("... a call in it, by name", call, "100.00 %       9  callq 0xffffffff81000020 <adds>\n" in call.out)
    kcore.write_bytes(kcore.read_bytes()[:100])
    cut = run(*args, "adds", folder)
    remedy = "no file has this code of the kernel: give its vmlinux with --vmlinux, or record with --kcore\n"
    check("... that is cut: what to do", cut, remedy in cut.out and "66.67 %       6  (no instruction)" in cut.out)
    kcore.unlink()
    none = run(*args, "adds", folder)
    check("... that is not there", none, none.out == cut.out)
    view = run("--no-index", "--batch", "--cmd", ":annotate adds", folder)
    check("... in the browser", view, remedy in view.out)
    vmlinux = run(*args, "--vmlinux", "vmlinux", "adds", folder)
    check("from vmlinux", vmlinux, [line.strip() for line in vmlinux.lines()[-4:]] == shown)


def check_arm64():
    """Of another machine: jumps, calls by name, and addresses that ADRP begins."""
    made = cli.tool(cli.MK, cli.ROOT / "tests/cli/arm64.mk", "arm64.data").returncode == 0
    if not made or not cli.link(cli.ROOT / "tests/cli/arm64.s", cli.CWD / "files/opt/arm64", "-Wl,-Ttext=0x401000",
                                "-Wl,--build-id=0x" + 20 * "ab"):
        tap.skip("code of arm64", "no such file can be linked")
        return
    args = ("annotate", *QUIET, "--symfs", "files", "-s", "asm")
    whole = run(*args, "adds", "arm64.data")
    if "libcapstone" in whole.out:
        tap.skip("code of arm64", "libcapstone is not here")
        return
    shown = [line.strip() for line in whole.lines()[-10:]]
    check("arm64: an address of a page and the rest", whole, shown[1:3] == [
        "4  ldr w2, [x1, #0x1c] # 0x40201c <data+0x4>", "8  add x3, x1, #0x18 # 0x402018 <data>"])
    check("... not after a branch", whole, shown[7] == "1c  ldr w2, [x1, #0x1c]")
    check("... a jump", whole, shown[6] == "18  b.ne +0x10" and shown[4].startswith("100.00 %      10  add w2,"))
    call = run(*args, "_start", "arm64.data")
    check("... a call by name", call, "100.00 %       4  bl #0x401020 <adds>\n" in call.out)
    view = run("--no-index", "--batch", "--symfs", "files", "--cmd", ":annotate adds", "arm64.data")
    check("... what is no branch, and a loop", view, re.search(r"\+0x10  ┌ ·  add", view.out) and
          re.search(r"\+0xc +tbl", view.out) and re.search(r"\+0x20 +brk", view.out))


def check_other_build():
    """A file that is not the recorded one is refused, and with --force marked."""
    if not (cli.CWD / "figures.data").exists() or not cli.link(
            cli.ROOT / "tests/tui/code.s", cli.CWD / "other/opt/code", "-Wl,-Ttext=0x401000", "-Wl,--build-id=0x" + 20 * "cd"):
        tap.skip("a file of another build", "no program for x86-64 can be linked")
        return
    args = ("annotate", *QUIET, "--symfs", "other")
    result = run(*args, "adds", "figures.data")
    check("a file of another build: refused", result, result.status == 2 and not result.out and result.err.endswith(
        "/opt/code: the file on this machine is another build (its build id differs): --force reads it anyway\n"))
    forced = run(*args, "--force", "adds", "figures.data")
    check("--force: marked", forced, forced.status == 0 and
          "\nNOT THE RECORDED CODE: the file is another build, its build id differs (--force)\n" in forced.out)
    forced = run(*args, "--force", "--json", "adds", "figures.data")
    check("... in JSON", forced, forced.objects() and all(o["other_build"] for o in forced.objects()))
    view = run("--no-index", "--batch", "--symfs", "other", "--cmd", ":annotate adds", "figures.data")
    check("... refused in the browser, with the way to see it", view, "is not the recorded build" in view.out and
          ":annotate! reads it" in view.out and "jne" not in view.out)
    view = run("--no-index", "--batch", "--symfs", "other", "--cmd", ":annotate! adds", "figures.data")
    check("... which shows it, marked", view, ": NOT THE RECORDED CODE, its build id differs\n" in view.out and "jne" in view.out)
    view = run("--no-index", "--batch", "--symfs", "files", "--cmd", ":annotate! adds", "figures.data")
    check("... and marks nothing else", view, "NOT THE" not in view.out and "jne" in view.out)
    whole = run("annotate", *QUIET, "--symfs", "files", "--force", "--json", "adds", "figures.data")
    check("... not what is the recorded one", whole, whole.objects() and not any("other_build" in o for o in whole.objects()))
    script = run("print", *QUIET, "--symfs", "other", "--format", "perf-script", "-F", "ip,insn,insnlen", "figures.data")
    check("... which perf-script does not print", script, "insn:" not in script.out and "ilen: 0" in script.out)


def check_no_capstone():
    """Its absence is a message with the package's name."""
    (cli.CWD / "no.c").write_text("""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
void *dlopen(const char *name, int flags)
{
	void *(*real)(const char *, int) = dlsym(RTLD_NEXT, "dlopen");

	return name && strstr(name, "capstone") ? 0 : real(name, flags);
}
""")
    made = cli.tool(*cli.CC, "-shared", "-fPIC", "-o", cli.CWD / "no.so", cli.CWD / "no.c", "-ldl").returncode == 0
    env = {"LD_PRELOAD": str(cli.CWD / "no.so")}
    text = run("annotate", *QUIET, "average_around", NAME, env=env) if made and not cli.EMULATED else None
    if not text or "sanitizer" in text.err.lower() or text.status not in (0, 2):
        tap.skip("without libcapstone", "dlopen() cannot be replaced here")
        return
    check("without libcapstone: what to install, and offsets with samples", text,
          re.search(r"not all of its code is shown: no instructions: install libcapstone\d+\n", text.out) and
          "    43  (no instruction)" in text.out)
    view = run("--no-index", "--batch", "--cmd", ":annotate average_around", NAME, env=env)
    check("... in the browser", view, re.search(r": no instructions: install libcapstone\d+\n", view.out))
    got = run("print", *QUIET, "-F", "asm,insn", "--type", "SAMPLE", NAME, env=env)
    check("... no fields", got, set(got.lines()) == {"- -"})
    # One that was built without this architecture: cs_open() fails.
    number = re.search(r"install libcapstone(\d+)", text.out)
    (cli.CWD / "none.c").write_text("""
int cs_open(int arch, int mode, void *handle) { return 2; }
int cs_option, cs_malloc, cs_disasm_iter;
""")
    lib = cli.CWD / f"libcapstone.so.{number[1] if number else 0}"
    cli.tool(*cli.CC, "-shared", "-fPIC", "-o", lib, cli.CWD / "none.c")
    text = run("annotate", *QUIET, "average_around", NAME, env={"LD_LIBRARY_PATH": str(cli.CWD)})
    check("with one that lacks the architecture: the reason", text,
          "shown: libcapstone does not know instructions of this architecture\n" in text.out)


def children(pid, name):
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            for child in task.read_text().split():
                if f"({name})" in pathlib.Path(f"/proc/{child}/stat").read_text():
                    yield int(child)
        except OSError:
            pass


def run_killing(name, *args):
    """The output, the messages, and how many processes of this name were killed meanwhile."""
    env = {**cli.ENV, "LD_PRELOAD": str(cli.CWD / "prctl.so"), "HOLD": name,
           "ASAN_OPTIONS": cli.ENV.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}
    killed = set()
    with open(cli.CWD / "told", "wb") as told, open(cli.CWD / "got", "wb") as got:
        process = subprocess.Popen([cli.PERFNAV, *map(str, args)], cwd=cli.CWD, env=env, stdin=subprocess.DEVNULL, stdout=got,
                                   stderr=told)
        end = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < end:
            for pid in children(process.pid, name):
                # One that was killed before may go in between.
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                    killed.add(pid)
            time.sleep(0.005)
        hangs = process.poll() is None
        process.kill()
        process.wait()
    return hangs, (cli.CWD / "got").read_text(), (cli.CWD / "told").read_text(), len(killed)


def check_killed():
    """Each process that annotating waits for, killed before its answer: a message, and the rest is there."""
    made = cli.tool(*cli.CC, "-shared", "-fPIC", "-D_GNU_SOURCE", "-o", cli.CWD / "prctl.so",
                    cli.ROOT / "tests/cli/prctl.c").returncode == 0
    script = cli.script(":wait\n::filter sym == \"average_around\"<Enter>\n:wait\nG\na\n:wait\n:dump x\n")
    for name, message, rest in (
            ("perfnav-code", "the disassembler process crashed", r"30\.64.*\(no instruction\)"),
            ("perfnav-lines", "the debug information is broken, or takes too long to read", r"30\.64.* (add|mov|imul)"),
            ("perfnav-symbols", "reading its symbols failed", None)):
        hangs, got, told, killed = run_killing(name, "annotate", *QUIET, "average_around", NAME) if made and not cli.EMULATED \
            else (False, "", "", 0)
        if not killed:
            tap.skip(f"{name} is killed", "write() cannot be replaced here")
            continue
        tap.ok(not hangs and message in got + told and (not rest or re.search(rest, got)), f"{name} is killed: a message",
               [str(hangs), got[:300], told])
        if not rest:
            continue
        hangs, got, told, killed = run_killing(name, "--no-index", "--no-state", "--kallsyms", "none", "--screen", "120x40",
                                               "--script", script, NAME)
        told_there = "reading its source lines failed" if "lines" in name else "not all instructions are known"
        tap.ok(not hangs and killed and told_there in got and re.search(rest, got), "... in the browser, where a waits for it",
               [str(hangs), got[-2000:], told])


def check_fixture(name):
    """Branches of a recording of which nothing is here but names, against its branch stacks."""
    path = cli.ROOT.parent / "shared/fixtures" / name
    if not path.exists():
        tap.skip(f"branches of {name}", "the recording is not here")
        return
    stacks = [o["brstack"] for o in run("print", "--no-index", "-q", "--format", "json", "--type", "SAMPLE", path).objects()
              if o.get("brstack")]
    ips = [o["ip"] for o in run("print", "--no-index", "-q", "--format", "json", "-F", "ip", "--type", "SAMPLE", path).objects()]
    base = collections.Counter(ip & ~0xfff for ip in ips if ip >> 63).most_common(1)[0][0]
    (cli.CWD / "kallsyms").write_text(f"{base:016x} T here\n{base + 0x1000:016x} T there\n")
    taken, missed, executed = collections.Counter(), collections.Counter(), collections.Counter()
    blocks = []

    def inside(addr):
        return base <= addr < base + 0x1000

    for stack in stacks:
        for entry in stack:
            taken[entry["from"] - base] += inside(entry["from"])
            missed[entry["from"] - base] += inside(entry["from"]) and bool(entry.get("mispred"))
        for new, old in zip(stack, stack[1:]):
            if inside(new["from"]) and inside(old["to"]) and old["to"] <= new["from"]:
                blocks.append((old["to"] - base, new["from"] - base, new.get("cycles", 0)))
    result = run("annotate", "--no-index", "-q", "--kallsyms", "kallsyms", "--json", "here", path)
    lines = [o for o in result.objects() if "branches" in o]
    for first, last, _ in blocks:
        for o in lines:
            executed[o["offset"]] += first <= o["offset"] <= last
    differ = [o for o in lines if (o["branches"]["taken"], o["branches"]["mispredicted"], o["branches"]["executed"]) !=
              (taken[o["offset"]], missed[o["offset"]], executed[o["offset"]])]
    ends = {o["offset"]: (o["branches"]["blocks"], o["branches"]["cycles"]) for o in lines if o["branches"]["blocks"]}
    want = {last: (sum(b[1] == last for b in blocks), sum(b[2] for b in blocks if b[1] == last)) for _, last, _ in blocks}
    tap.ok(lines and not differ and ends == want and sum(o["branches"]["taken"] for o in lines) == sum(taken.values()) > 0,
           f"{name}: {sum(taken.values())} branches and {len(blocks)} blocks in a page of the kernel",
           [str(differ[:2]), str(ends)[:200], str(want)[:200]])


def check_mistakes():
    for args, status, message in (
            (("nosuch",), 2, "perfnav: nosuch: no sample is in a function of this name; perfnav count --by sym lists the functions\n"),
            (("--show", "all", "main"), 2, "perfnav: --show needs both, source or asm, not \"all\"\n"),
            (("--format", "csv", "main"), 2, "perfnav: --format needs text or json, not \"csv\"\n")):
        result = annotate(*args)
        check(" ".join(args), result, result.status == status and result.err == message and not result.out)
    result = run("annotate")
    check("no function", result, result.status == 2 and "annotate needs the name of a function" in result.err)


# Worked out by hand from annotate.mk and code.s.
BLOCKS = """
\t            1024

\t_start+9:
\t0000000000401009\tinsn: e8 12 00 00 00          \t# PRED 10 cycles [10]
\tadds:
\t0000000000401020\tinsn: 31 c0
\t0000000000401022\tinsn: 01 f8
\t0000000000401024\tinsn: ff cf
\t0000000000401026\tinsn: 75 fa                   \t# MISPRED 6 cycles [16] 0.67 IPC
\t0000000000401022\tinsn: 01 f8
\t0000000000401024\tinsn: ff cf
\t0000000000401026\tinsn: 75 fa                   \t# PRED 4 cycles [20] 0.75 IPC
\t0000000000401022\tinsn: 01 f8
\t0000000000401024\tinsn: ff cf

"""


def check_brstackinsn():
    """The instructions of the blocks of branch stacks, also of stacks that do not fit the code."""
    made = cli.tool(cli.MK, cli.ROOT / "tests/cli/blocks.mk", "blocks.data").returncode == 0
    if not made or not (cli.CWD / "files/opt/code").exists():
        tap.skip("brstackinsn", "no program for x86-64 can be linked")
        return
    options = ("--format", "perf-script", "-F", "ip,brstackinsn")
    result = run("print", *QUIET, "--symfs", "files", *options, "-n", "1", "--type", "SAMPLE", "figures.data")
    if "no instructions" in run("annotate", *QUIET, "--symfs", "files", "adds", "figures.data").out:
        tap.skip("brstackinsn", "libcapstone is not here")
        return
    check("brstackinsn by hand", result, [line.rstrip() for line in result.out.splitlines() if not line.endswith(" 100e")] ==
          [line.rstrip() for line in BLOCKS.splitlines()])
    result = run("print", *QUIET, "--symfs", "files", *options, "blocks.data")
    check("... of stacks that do not fit", result, result.out == (cli.ROOT / "tests/golden/brstackinsn.txt").read_text())
    other = run("print", *QUIET, "--symfs", "other", *options, "blocks.data")
    check("... not of a file of another build", other, other.status == 0 and "insn:" not in other.out)
    if not shutil.which("perf"):
        tap.skip("... as perf script has them", "perf is not installed")
        return
    for name in "figures.data", "blocks.data":
        got = run("print", *QUIET, "--symfs", "files", *options, name)
        perf = cli.tool("perf", "script", "--symfs", "files", "--kallsyms", "/dev/null", "-F", "ip,brstackinsn", "-i", name)
        text = perf.stdout if isinstance(perf.stdout, str) else (perf.stdout or b"").decode()
        check(f"... of {name} as perf script has them", got, got.out == text)


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
    check_figures()
    check_kernel()
    check_arm64()
    check_other_build()
    check_brstackinsn()
    check_no_capstone()
    check_killed()
    for name in ("public/branch-4.14.data", "derived/branch_stack_spec.part.data"):
        check_fixture(name)
    check_mistakes()
    return tap.done()


sys.exit(main())
