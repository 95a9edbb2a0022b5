#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Source lines and inlined functions as words: of lines.s, by hand."""
import collections
import pathlib
import platform
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
import cli  # noqa: E402
from cli import run, tap, tool  # noqa: E402

BUILD_ID = "cd" * 20
FILE = cli.CWD / "lines.data"


def link(folder, build_id):
    """The program of lines.s below a folder. False: it cannot be made here."""
    return cli.link(HERE / "lines.s", folder / "opt/lines", "-Wl,-e,main", "-Wl,-Ttext=0x401000",
                    f"-Wl,--build-id=0x{build_id}")


if platform.machine() != "x86_64" or not link(cli.CWD / "files", BUILD_ID):
    tap.skip("source lines", "the program of lines.s cannot be linked here")
    tap.done()
    sys.exit(0)
link(cli.CWD / "others", "ef" * 20)
subprocess.run([cli.MK, HERE / "lines.mk", FILE], check=True)

NAMES = ("ip,srcline,srcfile,inline,callchain,callchain.sym,callchain.srcline,callchain.inline")


def samples(*options):
    return run("print", "--no-index", "--type", "SAMPLE", "--format", "json", "-F", NAMES,
               *options, FILE).objects()


SRC = "/src/app/lines.c"
MAIN = ("main", "lines.c:25", None)
WANT = [
    ("lines.c:7", SRC, "leaf;middle", [("work", "lines.c:7", "leaf;middle"), MAIN]),
    ("lines.c:13", SRC, "middle", [("work", "lines.c:13", "middle"), MAIN]),
    ("lines.c:20", SRC, None, [("work", "lines.c:20", None), MAIN]),
    (None, None, None, [(None, None, None), MAIN]),
]
got = [(s.get("srcline"), s.get("srcfile"), s.get("inline"),
        [(f.get("sym"), f.get("srcline"), f.get("inline"))
         for f in s["callchain"] if "ip" in f]) for s in samples("--symfs", "files")]
tap.ok(got == WANT, "words of each sample and frame; that of a caller is the line of its call",
       [str(g) for g in got])

got = run("print", "--no-index", "--symfs", "files", "--type", "SAMPLE", "--format", "json", "-n",
          "1", "-F", "callchain.sym,callchain.inline", FILE)
tap.ok(got.out == '{"callchain":[{"sym":"work","inline":"leaf;middle"},{"sym":"main"}]}\n',
       "words of frames without their addresses: an object for each frame", [got.out])

for expression, want in (
        ('srcline == "lines.c:7"', 1), ('srcfile ~ "^/src/"', 3), ("inline", 2),
        ('inline == "middle"', 1), ('inline ~ "middle$"', 2), ("ip and not srcline", 1),
        ('stack.srcline == "lines.c:25"', 4), ('stack[sym == "work" and inline]', 2),
        ("stack.inline", 2), ('srcline == "lines.c:99"', 0)):
    out = run("print", "--no-index", "--symfs", "files", "-f", f"type == SAMPLE and ({expression})",
              FILE)
    tap.ok(out.status == 0 and len(out.lines()) == want, f"filter {expression}: {want} samples",
           [out.out, out.err])

out = run("count", "--no-index", "--json", "--symfs", "files", "--type", "SAMPLE", "--by",
          "srcline,inline", FILE)
counted = {(o.get("srcline"), o.get("inline")): o["count"] for o in out.objects()}
tap.ok(counted == {(w[0], w[2]): 1 for w in WANT}, "count by source line", [out.out])

out = run("print", "--no-index", "--symfs", "files", "--type", "SAMPLE", "--format", "csv", "-F",
          "srcline,inline", FILE)
tap.ok(out.lines()[1:] == [f"{w[0] or ''},{w[2] or ''}" for w in WANT], "CSV", [out.out])

# ---- as perf script prints it ----
SCRIPT = ("print", "--no-index", "--format", "perf-script", "-F", "ip,sym,srcline")
got = run(*SCRIPT, "--symfs", "files", "-n", "1", FILE)
tap.ok(got.out == "\n\t            1027 work\n  lines.c:7\n\t            100e main\n  lines.c:26\n\n",
       "-F srcline of --format perf-script: the line of the address, whatever it is", [repr(got.out)])

(cli.CWD / "plt.c").write_text("extern void far(void);\nvoid near(void)\n{\n\tfar();\n\tfar();\n}\n")
(cli.CWD / "plt/opt").mkdir(parents=True)


def check_plt(title, addr, name, *options):
    """An address in the procedure linkage table has a name and, as perf prints it, no line but its place."""
    program = cli.CWD / "plt/opt/lines"
    if tool(*cli.CC, "-nostdlib", "-shared", "-fPIC", "-s", "-Wl,-z,lazy", f"-Wl,--build-id=0x{BUILD_ID}",
            *options, "-o", program, "plt.c").returncode:
        tap.skip(title, "no compiler that makes one")
        return
    text = (HERE / "lines.mk").read_text().replace("../mk/cases", str(cli.CASES))
    text = text.replace("/opt/lines", str(program)).replace("sample 0x401027", f"sample 0x40{addr}")
    (cli.CWD / "plt.mk").write_text(text)
    subprocess.run([cli.MK, cli.CWD / "plt.mk", cli.CWD / "plt.data"], check=True)
    got = run(*SCRIPT, "-n", "1", "plt.data").lines()[1:3]
    tap.ok(got == [f"\t            {addr} {name}", f"  lines[{addr}]"], title, got)
    perf = tool("perf", "script", "--no-inline", "-F", "ip,sym,srcline", "-i", "plt.data")
    if perf.returncode == 127:
        tap.skip(f"{title}: as perf script prints it", "no perf")
    else:
        # perf 6.1 has no names with .plt.sec.
        want = [line.replace("[unknown]", name) for line in perf.stdout.decode().split("\n")[1:3]]
        tap.ok(want == got, f"{title}: as perf script prints it", [*want, repr(perf.stderr)])


check_plt("an entry of the procedure linkage table", "1010", "far@plt", "-fcf-protection=none")
check_plt("the head of the table of .plt.sec", "1000", ".plt", "-fcf-protection=full")

SOURCE = """
static volatile long sink;
static inline __attribute__((always_inline)) void leaf(long i)
{
	for (long k = 0; k < 1000; k++)
		sink += i * k;
}
static inline __attribute__((always_inline)) void middle(long i)
{
	leaf(i);
	sink--;
}
__attribute__((noinline)) static void work(long n)
{
	for (long i = 0; i < n; i++)
		middle(i);
	sink++;
}
int main(void)
{
	work(100000);
	return 0;
}
"""


def until_main(text):
    """Lines of each sample up to main's: what is behind it depends on the C library."""
    for block in text.decode("utf-8", "replace").split("\n\n"):
        lines = block.strip("\n").split("\n")
        ends = [i for i, line in enumerate(lines) if line.endswith(" main")]
        if ends:
            yield lines[:ends[0] + 2]


def folded_by_perf(text):
    """How often each stack has come, from main on."""
    found = collections.Counter()
    for block in text.decode("utf-8", "replace").split("\n\n"):
        frames = [line.strip().split(" ", 1)[1].removesuffix(" (inlined)")
                  for line in block.strip("\n").split("\n")[1:]]
        if "main" in frames:
            found[";".join(frames[frames.index("main")::-1])] += 1
    return found


def from_main(text):
    found = collections.Counter()
    for line in text.decode("utf-8", "replace").splitlines():
        stack, number = line.rsplit(" ", 1)
        frames = stack.split(";")
        if "main" in frames:
            found[";".join(frames[frames.index("main"):])] += int(number)
    return found


(cli.CWD / "own.c").write_text(SOURCE)
if tool(*cli.CC, "-g", "-O1", "-o", "own", "own.c").returncode or \
        tool("perf", "record", "-q", "-e", "cpu-clock", "-F", "500", "--call-graph", "dwarf", "-o",
             "own.data", "./own").returncode:
    tap.skip("against perf script", "no compiler, or perf cannot record here")
else:
    for option in "--no-inline", "--inline":
        perf = tool("perf", "script", option, "-F", "comm,ip,sym", "-i", "own.data").stdout
        got = tool(cli.PERFNAV, "print", "--no-index", "--format", "folded",
                   *([option] if option == "--inline" else []), "own.data").stdout
        perf, got = folded_by_perf(perf), from_main(got)
        tap.ok(got and got == perf, f"--format folded: the stacks of perf script {option}",
               [str(got), str(perf)])
    for ours, theirs in (((), "--no-inline"), (("--inline",), "--inline")):
        got = tool(cli.PERFNAV, *SCRIPT, *ours, "--order", "time", "own.data").stdout
        perf = tool("perf", "script", theirs, "-F", "ip,sym,srcline", "-i", "own.data").stdout
        got, perf = list(until_main(got)), list(until_main(perf))
        tap.ok(got and got == perf, f"{theirs} of perf script: the same frames and lines",
               [str(got[:2]), str(perf[:2])])

# ---- more inlined functions with long names than a text has room for ----
LONG = [f"level{i}_{'x' * 4000}" for i in range(20)]
(cli.CWD / "deep.c").write_text("\n".join(
    f"static inline __attribute__((always_inline)) void {name}(void)\n{{\n\t{body};\n}}"
    for name, body in zip(LONG, ['__asm__ volatile(".fill 256, 1, 0x90")'] +
                          [f"{name}()" for name in LONG])) +
    f"\nvoid work(void)\n{{\n\t{LONG[-1]}();\n}}\n")
if not cli.link("deep.c", cli.CWD / "deep/opt/lines", "-g", "-O1", "-Wl,-e,work", "-Wl,-Ttext=0x401000",
                f"-Wl,--build-id=0x{BUILD_ID}"):
    tap.skip("a text of inlined functions has an end", "no compiler that makes such a program")
else:
    got = [s.get("inline", "") for s in samples("--symfs", "deep")][:3]
    tap.ok(len(got) == 3 and
           all(60000 < len(g) < 65536 and ";".join(LONG).startswith(g) for g in got),
           "a text of inlined functions has an end", [f"{len(g)} bytes" for g in got])
    lines = (HERE / "lines.mk").read_text().replace("../mk/cases", str(cli.CASES)).split("\n")
    (cli.CWD / "many.mk").write_text("\n".join(
        line for line in lines if not line.startswith("record SAMPLE")).replace(
            "S_CALLCHAIN|S_BRANCH_STACK", "S_CALLCHAIN") + """
record SAMPLE misc=USER u64 0x401027 u32 801 801 u64 1000 u64 5000 CTX_USER""" +
                                     " 0x401028" * 4999 + "\n")
    subprocess.run([cli.MK, cli.CWD / "many.mk", cli.CWD / "many.data"], check=True)
    out = run("print", "--no-index", "--type", "SAMPLE", "--format", "json", "-F",
              "callchain.inline", "--symfs", "deep", "many.data")
    frames = out.objects()[0]["callchain"]
    tap.ok(frames[1]["inline"].startswith(LONG[0]) and len(out.out) < 8 << 20,
           "... and those of a record have one, too", [f"{len(out.out)} bytes"])

tap.ok(not any("srcline" in s for s in samples("--symfs", "others")),
       "a file with another build id is not believed")
tap.done()
