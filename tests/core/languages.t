#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of recorded programs: of C++, of Rust, stripped ones whose symbols are elsewhere, and code
that a program makes while it runs. The functions are those of programs/, in the order of the calls.
"""
import os
import pathlib
import pwd
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import recorded  # noqa: E402
from recorded import SOURCES, cli, tool  # noqa: E402
from cli import tap  # noqa: E402

CXX = ["c++"]
RUST = ["rustc", "-O", "-g", "-C", "force-frame-pointers=yes", "--crate-name", "things"]


def rust_environment():
    """Where rustup has compilers: the tests have a home of their own. Not every user has a passwd entry."""
    try:
        home = pathlib.Path(pwd.getpwuid(os.getuid()).pw_dir)
    except KeyError:
        return dict(os.environ)
    return {"RUSTUP_HOME": str(home / ".rustup"), **os.environ}


def check(name, path, want, *options, perf=True):
    """Functions of the places, each with its callers up to main; and what perf says."""
    if not path:
        tap.skip(name, "perf cannot record here")
        return
    have = []
    for sample in recorded.touched(path, *options):
        frames = [frame or "-" for frame in sample["frames"]]
        have.append(" < ".join(frames[:len(want[0].split(" < "))]))
    tap.ok(have == want, name, [f"should be {w}, is {h}" for w, h in zip(want, have) if w != h] +
           [f"{len(have)} samples"])
    if perf:
        lines, own = recorded.perf_lines(path), recorded.own_lines(path)
        # perf knows its vdso from a cache in the user's home alone.
        same = sum(a == b or "[unknown] ([vdso])" in a for a, b in zip(lines or [], own))
        tap.ok(lines and len(lines) == len(own) and same >= 0.999 * len(lines),
               f"{name}: as perf script prints it", [f"{same} of {len(lines or [])} lines"] +
               [f"{a}\n{b}" for a, b in zip(lines or [], own) if a != b][:4])


def languages():
    things = recorded.build("things", SOURCES / "things.cc", compiler=CXX)
    if not things:
        tap.skip("C++", "no compiler")
    else:
        check("C++", recorded.record("things.data", [things]), [
            "shop::Till::Till < main", "shop::Till::open < main",
            "shop::Till::count < main", "shop::Till::operator< < main",
            "shop::Till::take<char> < main", "shop::Till::take<double> < main",
            "shop::(anonymous namespace)::hidden < main", "plain_c < main",
            "main::{lambda(int)#1}::operator() < main"])
    rust("default", [])
    rust("v0", ["-C", "symbol-mangling-version=v0"])


def lambdas():
    """The place lies in the lambda, which has no linkage name, and not in the function around it."""
    thread = recorded.build("thread", SOURCES / "thread.cc", "-pthread", compiler=CXX)
    path = thread and recorded.record("thread.data", [thread], "--call-graph", "dwarf,1024")
    if not path:
        tap.skip("a lambda of a thread", "no compiler, or perf cannot record here")
        return
    have = [(sample.get("sym", "").rpartition("::")[2], sample.get("inline", "").split(";")[:2])
            for sample in recorded.touched(path)]
    tap.ok(have == [("_M_run", ["touch", "operator()"])], "a lambda of a thread is inlined",
           [str(have)])
    result = cli.run("print", "--no-index", "--format", "perf-script", "--inline", "-F", "ip,sym",
                     "-f", f"addr == {recorded.PLACES + recorded.PLACE:#x}", path)
    first = [line.split(None, 1)[-1] for line in result.lines() if line.strip()][:2]
    tap.ok(first == ["touch (inlined)", "operator() (inlined)"], "... also with --inline",
           result.told())


def rust(name, flags):
    """Two ways of mangling are in use; a compiler has one of them by default."""
    program = cli.CWD / f"things.{name}"
    if not tool(*RUST, *flags, "-o", program, SOURCES / "things.rs", env=rust_environment()):
        tap.skip(f"Rust, {name}", "no compiler of it")
        return
    legacy = b"_ZN6things" in program.read_bytes()
    take = "things::shop::Till::take" if legacy else "<things::shop::Till>::take::<u8>"
    check(f"Rust, {name}", recorded.record(f"{name}.data", [program]), [
        "<things::shop::Till as things::shop::Opens>::open < things::main",
        f"{take} < things::main", "things::shop::count < things::main",
        "plain_c < things::main"])


def stripped():
    """The same program four times, so that each has a path of its own."""
    want = ["silently < main", "softly < silently"]
    full = recorded.build("full", SOURCES / "quiet.c", "-Wl,--build-id=sha1")
    if not full or not shutil.which("objcopy") or not shutil.which("xz"):
        tap.skip("stripped programs", "no compiler, objcopy or xz")
        return
    bare, mini, link = (cli.CWD / name for name in ("bare", "mini", "link"))
    symbols = cli.CWD / "symbols"
    tool("strip", "-o", bare, full)
    tool("objcopy", "-S", "--keep-symbol=softly", "--keep-symbol=silently", "--keep-symbol=main",
         full, symbols)
    tool("xz", "-k", symbols)
    tool("objcopy", "--add-section", f".gnu_debugdata={symbols}.xz", bare, mini)
    tool("objcopy", "--only-keep-debug", full, cli.CWD / "link.debug")
    tool("objcopy", f"--add-gnu-debuglink={cli.CWD / 'link.debug'}", bare, link)
    check("stripped", recorded.record("bare.data", [bare]), ["- < -"] * 2, perf=False)
    # perf 6.1 does not read it.
    check("stripped, with mini debug information", recorded.record("mini.data", [mini]), want,
          perf=False)
    check("stripped, with a link to its debug file", recorded.record("link.data", [link]), want)
    # Without a build id the checksum of the debug file must be the one that the link has.
    tool("objcopy", "-R", ".note.gnu.build-id", full, cli.CWD / "plain")
    tool("objcopy", "--only-keep-debug", cli.CWD / "plain", cli.CWD / "sum.debug")
    tool("strip", "-o", cli.CWD / "sum", cli.CWD / "plain")
    tool("objcopy", f"--add-gnu-debuglink={cli.CWD / 'sum.debug'}", cli.CWD / "sum")
    path = recorded.record("sum.data", [cli.CWD / "sum"])
    check("... and without a build id", path, want, perf=False)
    if path:
        with open(cli.CWD / "sum.debug", "ab") as f:
            f.write(b"\0")
        check("... whose checksum differs", path, ["- < -"] * 2, perf=False)


def generated():
    jit = recorded.build("jit", SOURCES / "jit.c")
    path = jit and recorded.record("map.data", [jit, "map"])
    if not path:
        tap.skip("generated code", "no compiler for this machine's code, or perf cannot record")
        return
    samples = list(recorded.touched(path))
    pid = samples[0]["pid"] if samples else 0
    check("generated code, with the map of names", path, [
        "LazyCompile:~slow app.js:1 < call < main", "Function:*quick app.js:7 < call < main"])
    tap.ok(samples and all(s["dso"] == f"/tmp/perf-{pid}.map" and s["symoff"] < 24
                           for s in samples), "... dso is that map")
    pathlib.Path(f"/tmp/perf-{pid}.map").unlink()
    check("... when the map is gone", path, ["- < call < main"] * 2, perf=False)
    path = recorded.record("memfd.data", [jit, "memfd"])
    check("... in memory that has a name", path, [
        "LazyCompile:~slow app.js:1 < call < main", "Function:*quick app.js:7 < call < main"],
          perf=False)
    for sample in list(recorded.touched(path))[:1] if path else ():
        pathlib.Path(f"/tmp/perf-{sample['pid']}.map").unlink()


MADE = [f"{name} < call < main" for name in ("first", "second", "third", "third", "fourth", "third",
                                             "first again")]


def dumped():
    """Code that takes the place of other code: names as of each sample."""
    jit = recorded.build("jit", SOURCES / "jit.c")
    command = [jit, "dump", cli.CWD]
    path = jit and recorded.record("dump.data", command, "-k", "mono")
    if not path:
        tap.skip("a jitdump", "no compiler for this machine's code, or perf cannot record")
        return
    check("a jitdump", path, MADE, perf=False)
    check_code(path)
    check_lines(path)
    for expression, count in (('sym == "third"', 3), ('sym ~ "^first"', 2), ('not sym == "fourth"', 6),
                              ('all(stack.sym) == "second" or stack.sym == "second"', 1)):
        have = len(list(recorded.touched(path, "-f", expression)))
        tap.ok(have == count, f"... {expression}: {count}", [str(have)])
    if tool("perf", "inject", "--jit", "-i", path, "-o", cli.CWD / "inject.data"):
        check("what perf inject --jit makes of it", cli.CWD / "inject.data", MADE)
    else:
        tap.skip("perf inject --jit", "it cannot")
    dump, = cli.CWD.glob("jit-*.dump")
    whole = dump.read_bytes()
    dump.write_bytes(whole[:whole.index(b"third") + 3])
    cut = [w if "first <" in w or "second" in w else "second < call < main" if "first" in w else
           w.replace("third", "-").replace("fourth", "-") for w in MADE]
    check("... that is cut in the name of the third", path, cut, perf=False)
    dump.write_bytes(b"JiTd" + whole[4:])
    check("... that is none", path, ["- < call < main"] * 7, perf=False)
    dump.rename(cli.CWD / "away")
    dump.write_bytes(whole)
    check("... that is another file", path, ["- < call < main"] * 7, perf=False)
    other = recorded.record("clock.data", command)
    newest = ["first again", "first again", "fourth", "third", "fourth", "third", "first again"]
    check("of another clock: what was made last", other,
          [f"{name} < call < main" for name in newest], perf=False)


def check_lines(path):
    """Lines of source as of that time: that of the instruction after those that do nothing."""
    want = ["app.js:2", "app.js:102", "app.js:202", "app.js:202", "app.js:302", "app.js:202", "app.js:402"]
    result = cli.run("print", "--no-index", "-q", "--order", "time", "--format", "json", "-F", "sym,srcline", "-f",
                     f'dso ~ "perf-" and type == SAMPLE and addr >= {recorded.PLACES:#x}', path)
    have = [o.get("srcline") for o in result.objects()]
    tap.ok(have == want, "... its lines of source", [str(have)])
    result = cli.run("annotate", "-q", "--no-index", "--json", "third", path)
    lines = [(o.get("asm", "").split(" ")[0], o.get("srcline")) for o in result.objects()]
    if lines and lines[0][0]:
        tap.ok(lines[:2] == [("nop", "app.js:201")] * 2 and len(lines) > 6 and lines[2:7] == [(asm, "app.js:202") for asm, _ in lines[2:7]],
               "... beside its instructions", result.told())
    else:
        tap.skip("... beside its instructions", "no capstone")


def check_code(path):
    """The instructions are those of that time, too: index more of the kind that does nothing."""
    keys = cli.script(":wait\nvs\n:wait\nja\n:wait\n:dump code\n")
    for place, name, nops in ((1, "first", 0), (2, "second", 1), (6, "third", 2), (7, "first again", 4)):
        addr = recorded.PLACES + place * recorded.PLACE
        result = cli.run("--script", keys, "--screen", "80x24", "--no-index", "-f",
                         f"addr == {addr:#x}", path)
        if "capstone" in result.out:
            tap.skip("code as of a time", "no capstone")
            return
        have = sum(re.search(r"\bnop\b", line) is not None for line in result.lines())
        tap.ok(f" {name}: " in result.out and have == nops and "ret" in result.out,
               f"the code of {name} at that time", result.told())


languages()
lambdas()
stripped()
generated()
dumped()
sys.exit(tap.done())
