#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was mapped at an address when a record was made: values by hand, and those of perf.

maps.mk has forks, exec, mappings over parts of others, times in disorder, the kernel, modules,
BPF, guests and nonsense. perf must say the same, where it does not know better or worse: it keeps
mappings over exec, and shows guests only when it is asked to.
"""
import collections
import pathlib
import random
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import tap  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
KERNEL, PROG, LIBX, LIBY = "[kernel.kallsyms]", "/bin/prog", "/lib/libx.so", "/lib/liby.so"

# time, thread: dso and map.off of ip; dso of addr
WANT = {
    (1100, 100): (PROG, 0x3123, None),
    (1200, 100): (LIBX, 0x5000, None),
    (1550, 100): (LIBY, 0x3000, LIBX),
    (1560, 100): (LIBX, 0x8000, LIBX),
    (1650, 200): (LIBY, 0x3000, PROG),
    (1750, 100): ("/lib/libz.so", 8, None),
    (1751, 200): (LIBY, 0x3008, None),
    (1805, 200): (None, None, None),
    (1820, 200): ("/bin/other", 0x123, None),
    (1840, 100): ("/tmp/perf-100.map", None, "[heap]"),
    (1841, 100): ("[vdso]", 0x10, None),
    (1900, 100): (KERNEL, None, PROG),
    (1901, 100): ("[snd_pcm]", 0x10, None),
    (1902, 100): (KERNEL, None, None),
    (1903, 100): (None, None, None),
    (1999, 100): (None, None, None),
    (2001, 100): ("bpf_prog_0123", None, None),
    (2101, 100): (None, None, None),
    (2200, 100): ("[guest.kernel.kallsyms]", None, None),
    (2201, 100): (None, None, None),
    (2202, 100): (None, None, None),
    (2301, 200): ("/bin/other", 0x123, None),
    (2401, 200): (PROG, 0x3123, "/tmp/perf-100.map"),
    (2490, 300): (None, None, None),
    (2501, 300): ("/wraps", 0x10, None),
    (2600, 301): ("/wraps", 0x10, None),
    (2600, 302): (None, None, None),
    (2700, 100): ("/lib/libz.so", 8, None),
    (0, 100): ("/lib/libz.so", 8, None),
}
# Where the user frame and the branch's end are looked for with another cpumode than ip.
HOST_KERNEL = {1900, 1901, 1902, 1903, 1999, 2001, 2101}
# perf knows nothing of guests without being asked, forgets nothing at exec, and takes nothing for
# mapped whose end wraps around; what is behind the kernel's text it takes for the kernel's only when it
# has symbols of it.
PERF_ELSE = {1805, 1902, 2200, 2201, 2202, 2501, 2600}


def check_values(name):
    result = cli.run("print", "-q", "--format", "json", "--filter", "type == SAMPLE", "-F",
                     "time,tid,ip,dso,map.off,addr.dso,callchain.ip,callchain.dso,brstack.from,"
                     "brstack.from.dso,brstack.to.dso,cgroup.path", name)
    diffs, seen = cli.Differences(), set()
    for sample in result.objects():
        key = sample["time"], sample["tid"]
        where, seen = f"sample {key}", seen | {key}
        dso, offset, data = WANT[key]
        diffs.check(where, "dso", dso, sample.get("dso"))
        diffs.check(where, "map.off", offset, sample.get("map", {}).get("off"))
        diffs.check(where, "addr.dso", data, sample.get("addr.dso"))
        diffs.check(where, "cgroup.path", "/user.slice", sample.get("cgroup.path"))
        frames = sample["callchain"]
        diffs.check(where, "kernel frame", KERNEL, frames[0].get("dso"))
        branch = sample["brstack"][0]
        if 1000 < key[0] < 2200 and key[0] not in HOST_KERNEL:
            diffs.check(where, "user frame", dso, frames[1].get("dso"))
            diffs.check(where, "brstack.from.dso", dso, branch.get("from.dso"))
            diffs.check(where, "brstack.to.dso", KERNEL, branch.get("to.dso"))
    diffs.check("samples", "all", set(WANT), seen)
    tap.topic("samples of maps.mk", diffs)


def check_filters(name):
    for expr, want in (
            ('dso == "/bin/prog"', 2),
            ('dso ~ "libz"', 3),
            ("type == SAMPLE and not dso", 8),
            ("map.off == 0x3123", 2),
            ('addr.dso == "[heap]"', 1),
            ('stack.dso == "/lib/libz.so"', 3),
            ('stack[dso == "/lib/libz.so" and ip == 0x7f0000005008]', 3),
            ('br.to.dso == "[kernel.kallsyms]" and br.from.dso contains "liby"', 3),
            ('br[from.dso contains "liby" and to.dso == "[kernel.kallsyms]"]', 3),
            ('br[0].from.dso contains "liby"', 3),
            ("count(stack.dso) == 1", 11),
            ('type == SAMPLE and cgroup.path == "/user.slice"', len(WANT))):
        result = cli.run("count", "-q", "--filter", expr, "--format", "json", name)
        found = sum(row["count"] for row in result.objects())
        tap.ok(found == want, f"{expr}: {want}", [f"{found}"] + result.told())
    result = cli.run("count", "-q", "--by", "dso", "--filter", 'dso ~ "lib"', name)
    tap.ok(sorted(line.split() for line in result.lines() if "lib/" in line) ==
           [["2", LIBX], ["3", LIBY], ["3", "/lib/libz.so"]], "counted by dso", result.told())
    result = cli.run("print", "-q", "--filter", "time == 0 and type == SAMPLE", "-F", "dso", name)
    tap.ok(result.lines()[-1:] == ["/lib/libz.so"], "a row without a time alone", result.told())
    result = cli.run("print", "-q", "--format", "csv", "--filter", "time == 1550ns", "-F",
                     "dso,callchain.dso,brstack.to.dso", name)
    tap.ok(result.lines()[-1:] == [f"{LIBY},{KERNEL};{LIBY},{KERNEL}"], "as CSV", result.told())


def check_old():
    """MMAP2 without prot is a mapping of code, unless misc says that it is one of data."""
    result = cli.run("print", "-q", "--format", "csv", "--type", "SAMPLE", "-F", "dso",
                     cli.make("mmap2_old"))
    tap.ok(result.lines()[1:] == ["/usr/bin/true", "/tmp/perf-811.map", "/a", "/b"],
           "MMAP2 without prot and flags", result.told())


def check_damage(name):
    """Any bytes of the records are others: addresses, lengths, numbers of processes, types."""
    whole, rng, bad = (cli.CWD / name).read_bytes(), random.Random(6), []
    for i in range(60):
        data = bytearray(whole)
        for _ in range(rng.choice((1, 3, 20, 100))):
            data[rng.randrange(300, len(data))] = rng.choice((0, 255, rng.randrange(256)))
        (cli.CWD / "damaged.data").write_bytes(data)
        result = cli.run("print", "-q", "--no-index", "--format", "json", "-F",
                         "dso,map.off,callchain.dso,brstack.from.dso,addr.dso,cgroup.path",
                         "damaged.data")
        if result.status not in (0, 1, 3):
            bad += [f"case {i}"] + result.told()
    tap.ok(not bad, "damaged records do no harm", bad)


def perf_samples(path):
    """Thread, time and dso of each sample that perf shows."""
    done = subprocess.run(["perf", "script", "--no-itrace", "-G", "--ns", "-F", "tid,time,ip,dso",
                           "-i", path], capture_output=True, check=False, cwd=cli.CWD,
                          env=cli.ENV)
    found = []
    for line in done.stdout.decode("utf-8", "surrogateescape").split("\n"):
        match = re.match(r"\s*(-?\d+)\s+(\d+)\.(\d{9}):\s+([0-9a-f]+) \((.*)\)$", line)
        if match:
            found.append((int(match[1]), int(match[2] + match[3]), match[5]))
    return found


def our_samples(name):
    result = cli.run("print", "-q", "--format", "json", "--filter", "type == SAMPLE and ip", "-F",
                     "tid,time,dso", name)
    for sample in result.objects():
        dso = sample.get("dso", "[unknown]")
        if "dso_hex" in sample:
            dso = bytes.fromhex(sample["dso_hex"]).decode("utf-8", "surrogateescape")
        yield sample.get("tid", -1), sample.get("time", 0), dso


def compare(name, but=()):
    """perf shows a sample of a group once for each of its events."""
    perf = collections.Counter(perf_samples(cli.CWD / name))
    ours = collections.Counter(s for s in our_samples(name) if s[1] and s[1] not in but
                               and "\n" not in s[2])
    told = {(tid, time) for tid, time, _ in perf}
    wrong = [s for s in (ours - perf) if s[:2] in told]
    tap.ok(not wrong and (sum(ours.values()) == 0 or perf), f"{name}: {sum(ours.values())} samples",
           [str(s) for s in wrong[:8]])
    return sum(ours.values())


NAMES = {"/opt/a/lib.so": 1, "/opt/b/lib.so": 1, "[mod_x]": 1, None: 1}
# perf report has the last part of a path, and adds up what has the same; with -v the whole.
REPORTS = (((), {"lib.so": 2, "[mod_x]": 1, "[unknown]": 1}),
           (("-v",), {"/opt/a/lib.so": 1, "/opt/b/lib.so": 1, "[unknown]": 1,
                      "/lib/modules/6.1/kernel/drivers/net/mod-x.ko.xz": 1}))


def check_names():
    """Files of the same name in two folders, and the names of doc/deviations.md."""
    subprocess.run([cli.MK, HERE / "dso_names.mk", cli.CWD / "names.data"], check=True)
    result = cli.run("count", "--no-index", "--json", "--type", "SAMPLE", "--by", "dso", "names.data")
    got = {o.get("dso"): o["count"] for o in result.objects()}
    tap.ok(got == NAMES, "files of one name are told apart by their folders", [str(got)])
    for options, want in REPORTS if shutil.which("perf") else ():
        done = cli.tool("perf", "report", *options, "-n", "--sort", "dso", "--stdio", "-i",
                        "names.data")
        lines = [line.split() for line in done.stdout.decode().splitlines()
                 if line.strip() and not line.startswith("#")]
        tap.ok({line[2]: int(line[1]) for line in lines} == want,
               f"names of perf report {' '.join(options)}", [str(lines)])


def main():
    check_names()
    subprocess.run([cli.MK, HERE / "maps.mk", cli.CWD / "maps.data"], check=True)
    check_values("maps.data")
    check_filters("maps.data")
    check_old()
    check_damage("maps.data")
    if not shutil.which("perf"):
        tap.skip("against perf", "there is no perf")
        return tap.done()
    compare("maps.data", PERF_ELSE)
    total = 0
    for path in sorted(cli.DATA.iterdir()):
        if path.suffix == ".data" and path.name not in ("killed.data", "stat.data"):
            total += compare(cli.copy(path.name))
    tap.ok(total > 5000, f"{total} samples of all recordings")
    return tap.done()


sys.exit(main())
