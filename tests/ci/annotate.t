#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""perfnav annotate against perf annotate: the share of each instruction of each function with samples; of
demo.data, and of programs in three languages, optimized and not, PIE and not, of 64 and 32 bits, that are
recorded here. And 500 damaged ELF files: each run ends by itself, with a message where nothing can be shown.
"""
import collections
import os
import pwd
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import run, tap  # noqa: E402
import mutate  # noqa: E402

NAME, EVENT = "demo.data", "cpu-clock"
# "   30.64 :   4014b8: add    %ecx,%eax"
LINE = re.compile(r"^ *(\d+\.\d+) +: +([0-9a-f]+): ")


def shares_of_perf(symbol, dso, name=NAME):
    """Its number of samples, and per cent at each address. None: perf cannot show the function."""
    done = subprocess.run(["perf", "--buildid-dir", cli.CWD / f"{name}.debug", "annotate", "--stdio", "--stdio-color",
                           "never", "-i", name, "-d", dso, "-s", symbol],
                          cwd=cli.CWD, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    text = done.stdout.decode("utf-8", "replace")
    first = text.split(f" for {EVENT} (")[1:]
    if not first:
        return None
    # What follows is of the other events.
    lines = first[0].split("Source code & Disassembly of")[0].splitlines()
    return int(first[0].split(" ")[0]), [(int(m[2], 16), float(m[1])) for m in map(LINE.match, lines) if m]


def check_function(symbol, dso, n, name=NAME):
    found = shares_of_perf(symbol, dso, name)
    if not found:
        return False
    perf_n, want = found
    lines = [o for o in run("annotate", "--no-index", "-q", "--json", "-f", f'event == "{EVENT}"', symbol, name).objects()
             if o["dso"] == dso]
    start = want[0][0]
    want = [(addr - start, share) for addr, share in want]
    at = {o["offset"]: o["counts"].get(EVENT, {}).get("samples", 0) for o in lines}
    if perf_n == n - 1:
        # perf 6.1 loses a sample in a program without PIE: it looks for its symbol before it has read them.
        lost = [off for off in at if at[off] and all(
            abs(100 * (at.get(other, 0) - (other == off)) / perf_n - share) <= 0.011 for other, share in want)]
        tap.ok(lost and len(at) >= len(want), f"{name}: {symbol}: {n} samples, one of which perf has lost", [str(at), str(want)])
        return True
    got = [(o["offset"], round(o["percent"].get(EVENT, 0), 2)) for o in lines]
    differ = [(a, b) for a, b in zip(got, want) if a[0] != b[0] or abs(a[1] - b[1]) > 0.011]
    tap.ok(not differ and len(got) >= len(want) > 0, f"{name}: {symbol}: {n} samples, {len(want)} instructions",
           [str(differ[:6]), f"{len(got)} and {len(want)} lines"])
    return True


def script(program, *args):
    done = subprocess.run([*program, *args, "-F", "tid,time,ip,insn,insnlen"], cwd=cli.CWD, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False)
    return [line for line in done.stdout.decode("utf-8", "replace").splitlines() if "ilen: " in line]


def check_script():
    """perf script -F +insn,insnlen: each sample's instruction, as long as perf reads it."""
    want = script(["perf", "--buildid-dir", cli.CWD / f"{NAME}.debug", "script", "--kallsyms", "/dev/null", "-i", NAME])
    got = script([cli.PERFNAV, "print", "--no-index", "-q", "--kallsyms", "none", "--format", "perf-script", NAME])
    differ = [(a, b) for a, b in zip(got, want) if a != b]
    tap.ok(len(got) == len(want) > 1000 and not differ, f"{len(want)} samples with insn and insnlen, as perf script has them",
           [str(differ[:4]), f"{len(got)} and {len(want)}"])


C_PART = """
static volatile unsigned sink;
static inline unsigned mix(unsigned x) { x ^= x << 13; x ^= x >> 17; return x ^ x << 5; }
static unsigned table[4096];
__attribute__((noinline)) unsigned FN(spin)(unsigned n) { unsigned x = 1; for (unsigned i = 0; i < n; i++) x = mix(x + i); return x; }
__attribute__((noinline)) unsigned FN(walk)(unsigned n)
{
	unsigned x = 7;
	for (unsigned i = 0; i < n; i++) { x = table[(x + i) & 4095] + i; table[i & 4095] ^= x; }
	return x;
}
__attribute__((noinline)) unsigned FN(choose)(unsigned n)
{
	unsigned even = 0, odd = 0;
	for (unsigned i = 0; i < n; i++) if (mix(i) & 1) odd += i; else even ^= i;
	return even + odd;
}
__attribute__((noinline)) unsigned FN(divide)(unsigned n) { unsigned x = 0; for (unsigned i = 1; i < n; i++) x += n / i; return x; }
"""
C_MAIN = C_PART.replace("FN(", "(") + """
int main(void) { for (int i = 0; i < ROUNDS; i++) sink += spin(300000) + walk(300000) + choose(300000) + divide(300000); return 0; }
"""
C_BARE = C_PART.replace("FN(", "(") + """
void _start(void)
{
	for (int i = 0; i < ROUNDS; i++) sink += spin(300000) + walk(300000) + choose(300000) + divide(300000);
	__asm__ volatile ("int $0x80" : : "a"(1), "b"(0));
}
"""
CXX_MAIN = """
namespace work {
template <class T> struct wheel { T at = 1; __attribute__((always_inline)) T turn(T by) { at = at * 31 + by; return at; } };
__attribute__((noinline)) unsigned turns(unsigned n) { wheel<unsigned> w; unsigned x = 0; for (unsigned i = 0; i < n; i++) x ^= w.turn(i); return x; }
struct shape { virtual unsigned area(unsigned i) const = 0; virtual ~shape() {} };
struct square : shape { unsigned area(unsigned i) const override; };
struct round : shape { unsigned area(unsigned i) const override; };
__attribute__((noinline)) unsigned square::area(unsigned i) const { unsigned x = i; for (int k = 0; k < 9; k++) x = x * x + k; return x; }
__attribute__((noinline)) unsigned round::area(unsigned i) const { unsigned x = i; for (int k = 0; k < 9; k++) x = x * 3 / 7 + k; return x; }
__attribute__((noinline)) unsigned areas(const shape *const *s, unsigned n) { unsigned x = 0; for (unsigned i = 0; i < n; i++) x += s[i & 1]->area(i); return x; }
}
int main()
{
	work::square a; work::round b; const work::shape *s[] = { &a, &b }; volatile unsigned sink = 0;
	for (int i = 0; i < ROUNDS; i++) sink = sink + work::turns(600000) + work::areas(s, 60000);
}
"""
RUST_MAIN = """
use std::hint::black_box;
#[inline(never)] fn collatz(n: u64) -> u64 { let mut t = 0; for i in 1..n { let mut x = i; while x != 1 && t < u64::MAX { x = if x % 2 == 0 { x / 2 } else { 3 * x + 1 }; t += 1; } } t }
#[inline(never)] fn sums(v: &[u64]) -> u64 { let mut s = 0u64; for _ in 0..40 { for (i, x) in v.iter().enumerate() { s = s.wrapping_mul(31).wrapping_add(*x ^ i as u64); } } s }
#[inline(never)] fn sorted(v: &mut Vec<u64>) -> u64 { for i in 1..v.len() { let mut k = i; while k > 0 && v[k - 1] > v[k] { v.swap(k - 1, k); k -= 1; } } v[0] }
#[inline(never)] fn primes(n: u64) -> u64 { (2..n).filter(|x| (2..).take_while(|d| d * d <= *x).all(|d| x % d != 0)).count() as u64 }
fn main() { for r in 0..ROUNDSu64 { let mut v: Vec<u64> = (0..900u64).map(|i| i.wrapping_mul(2654435761 + r) % 1000).collect();
  black_box(collatz(4000) + sums(&v) * 3 + primes(12000)); black_box(sorted(&mut v)); } }
"""
PROGRAMS = (
    ("c-O2-pie", "c", C_MAIN, ["cc", "-O2", "-g", "-fpie", "-pie"]),
    ("c-O0", "c", C_MAIN, ["cc", "-O0", "-g", "-fno-pie", "-no-pie"]),
    ("c-m32", "c", C_BARE, ["cc", "-m32", "-O1", "-g", "-ffreestanding", "-fno-pic", "-fno-stack-protector", "-nostdlib", "-static"]),
    ("cxx-O2", "cc", CXX_MAIN, ["c++", "-O2", "-g"]),
    ("rust-O", "rs", RUST_MAIN, ["rustc", "-C", "opt-level=2", "-g"]),
)


def build_and_record(name, suffix, text, compiler):
    source, program = cli.CWD / f"{name}.{suffix}", cli.CWD / name
    source.write_text(text.replace("ROUNDS", "60"))
    extra = ["-Wl,--build-id"] if suffix != "rs" else ["-C", "link-arg=-Wl,--build-id"]
    # Where the compiler of Rust is one of several in a home folder.
    env = {**os.environ, "RUSTUP_HOME": os.environ.get("RUSTUP_HOME", str(Path(pwd.getpwuid(os.getuid()).pw_dir) / ".rustup"))}
    done = subprocess.run([*compiler, *extra, "-o", program, source], cwd=cli.CWD, env=env, capture_output=True, check=False)
    if done.returncode:
        return f"{compiler[0]} {' '.join(compiler[1:2])} does not work here"
    done = subprocess.run(["perf", "record", "-q", "-e", EVENT, "-c", "100000", "-o", f"{name}.data", program], cwd=cli.CWD,
                          capture_output=True, timeout=60, check=False)
    return None if (cli.CWD / f"{name}.data").exists() else "perf record does not work here"


def check_lines(name, symbol):
    """Lines of source are sums of the samples at them."""
    sums = collections.Counter()
    for o in run("annotate", "--no-index", "-q", "--json", symbol, f"{name}.data").objects():
        sums[o.get("srcline")] += sum(n["samples"] for n in o["counts"].values())
    want = collections.Counter(o.get("srcline") for o in run(
        "print", "--no-index", "-q", "--format", "json", "-F", "sym,srcline", "--type", "SAMPLE", f"{name}.data").objects()
        if o.get("sym") == symbol)
    tap.ok(+sums == want and want, f"{name}: {symbol}: {len(want)} lines of source", [str(+sums), str(want)])


def check_programs():
    functions = 0
    for name, *how in PROGRAMS:
        why = build_and_record(name, *how)
        if why:
            tap.skip(f"functions of {name}", why)
            continue
        groups = run("count", "--no-index", "-q", "--json", "--by", "sym,dso", "-e", EVENT, f"{name}.data").objects()
        here = [o for o in groups if o["sym"] and o["dso"] == str(cli.CWD / name) and o["count"] >= 5]
        for o in here:
            functions += check_function(o["sym"], o["dso"], o["count"], f"{name}.data")
            check_lines(name, o["sym"])
        tap.ok(len(here) >= 2, f"{name}: {len(here)} functions", [str(groups[:9])])
    return functions


def check_kernel():
    """Where its memory can be read here, and perf reads it, too."""
    name = "c-O2-pie.data"
    if not (cli.CWD / name).exists():
        return
    for o in run("count", "--no-index", "-q", "--json", "--by", "sym,dso", "-f", 'dso == "[kernel.kallsyms]"', name).objects()[:3]:
        if o["sym"] and check_function(o["sym"], o["dso"], o["count"], name):
            return
    tap.skip("a function of the kernel", "its code cannot be read here")


DAMAGED = int(os.environ.get("DAMAGED", "500"))


def check_damaged():
    """ELF files with a build id that is the recorded one, and rubbish in them."""
    elf = max((f for f in (cli.CWD / f"{NAME}.debug").rglob("elf")), key=lambda f: b"hash_point" in f.read_bytes())
    good = elf.read_bytes()
    rng, wrong, shown, silent = random.Random(22), [], 0, []
    for number in range(DAMAGED):
        elf.write_bytes(mutate.mutate(good, rng))
        result = run("annotate", "--no-index", "-q", "--kallsyms", "none", "average_around", NAME)
        shown += result.status == 0
        if result.status not in (0, 1, 2) or "\x1b" in result.out:
            wrong.append((number, result.status, result.err[:200]))
        elif result.status and not result.err:
            silent.append(number)
    elf.write_bytes(good)
    tap.ok(not wrong and not silent and 0 < shown < DAMAGED,
           f"{DAMAGED} damaged ELF files: {shown} functions are shown, others have a message", [str(wrong[:5]), str(silent[:5])])
    tap.ok("(no instruction)" not in run("annotate", "--no-index", "-q", "--kallsyms", "none", "average_around", NAME).out,
           "... and none of it is kept")


def main():
    if not shutil.which("perf"):
        tap.skip("shares of instructions", "perf is not installed")
        return tap.done()
    shutil.copytree(cli.DATA / f"{NAME}.debug", cli.CWD / f"{NAME}.debug")
    cli.copy(NAME)
    groups = run("count", "--no-index", "-q", "--json", "--by", "sym,dso", "-e", EVENT, NAME).objects()
    shown = sum(check_function(o["sym"], o["dso"], o["count"]) for o in groups if o["sym"] and not o["dso"].startswith("["))
    check_script()
    check_damaged()
    functions = check_programs()
    check_kernel()
    tap.ok(shown >= 6, f"{shown} functions")
    if functions:
        tap.ok(shown + functions >= 20, f"{shown + functions} functions in all")
    return tap.done()


sys.exit(main())
