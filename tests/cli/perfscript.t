#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""print --format perf-script: lines as perf script prints them, those of perf where it is installed."""
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

PERF = shutil.which("perf")
SCRIPT = ("print", "--no-index", "-q", "--format", "perf-script")
# Recordings of data/ and of tests/mk/cases, and fields that need no names of addresses.
TASKS = "comm,pid,tid,time,event"
# Fields of addresses that do not depend on the files of this machine, NO_KERNEL being its symbols: perf
# takes those of the running kernel for any recording that has no build id of its own.
PLACES = "comm,tid,time,event,ip,dso"
NO_KERNEL = ("--kallsyms", "no-kallsyms")
SHOWN = [f"--show-{what}-events" for what in (
    "task", "mmap", "switch", "namespace", "lost", "bpf", "cgroup", "text-poke")]
COMPARED = [(name, "-F", TASKS) for name in (
    "sched", "fp", "breakpoints", "demo", "regs", "faults", "tracepoints", "system", "uprobes",
    "compressed", "cgroups", "odd_comms", "lost", "churn", "overwrite", "dwarf", "namespaces")]
COMPARED += [
    ("sched",), ("tracepoints",), ("tracepoints", "--ns"),
    ("tracepoints", "--ns", "-F", "tid,time,cpu,event,trace,period"),
    ("tracepoints", "-F", "+period,-comm"), ("tracepoints", "-F", "trace:comm,time"),
    ("regs", "-F", "comm,iregs,uregs"), ("regs", "-F", "ip,period,event"),
    ("faults", "-F", "tid,time,addr,ip,phys_addr,data_page_size,code_page_size,weight"),
    ("breakpoints", "-F", "comm,tid,addr,ip"), ("flat", "-F", "comm,tid,time,period,event,ip"),
    *((name, "-F", PLACES) for name in (
        "fp", "system", "uprobes", "rotated.2", "threads", "breakpoints", "regs", "faults", "bpf",
        "buildid_mmap", "churn", "odd_maps", "odd_comms", "pipe_compressed", "events", "flat")),
    ("fp", "-F", PLACES, "--max-stack", "2"), ("fp", "-F", PLACES, "--max-stack", "0"),
    ("group", "-F", "comm,tid,time,period,event"), ("group", "-F", PLACES), ("group", "--pid", "8602"),
    ("cgroups", "-F", "comm,misc,time,flags,event"), ("events", "-F", "misc,ip"),
    *((name, *SHOWN, "-F", "comm,tid,time,event,misc") for name in (
        "bpf", "buildid_mmap", "cgroups", "churn", "compressed", "demo", "events", "group", "lost",
        "namespaces", "odd_comms", "odd_maps", "rotated.1", "rotated.2", "sched", "system",
        "threads", "tracepoints", "uprobes")),
    ("stat",), ("stat", "--show-mmap-events", "-F", "tid"), ("mixed", "-F", "tid,event"), ("overwrite", *SHOWN, "-F", TASKS),
    ("sched", "--show-switch-events"), ("threads", "--show-switch-events", "-F", "pid,tid,time"),
    ("bpf", "--show-bpf-events"), ("lost", "--show-lost-events"),
    ("flat", "--show-round-events", "-F", TASKS),
    ("flat", "--reltime", "-F", TASKS), ("sched", "--reltime"), ("demo", "--pid", "7351", "-F", TASKS), ("demo", "--time", "1821.5,1821.6", "-F", TASKS),
]
BUILT = [
    ("branch_kinds", "-F", "tid,brstack,brstacksym"), ("branch_kinds", "-F", "brstacksym"),
    ("branch_kinds", "-F", "ip,dso,brstack"), ("branch_kinds", "-F", "ip,dso,brstacksym"),
    ("datasrc", "-F", "tid,addr,data_src,weight,ip"), ("datasrc", "-F", "data_src,event"),
    ("branch", "-F", "tid,event,ip"), ("branch_be", "-F", "tid,event,ip"),
    ("branch_kinds", "-F", "tid,brstack"), ("callchain", "-F", "comm,tid,time,event,ip"),
    ("branch_callstack",), ("branch_callstack", "-F", "ip,dso,brstack"),
    ("datasrc", "-F", "tid,addr,weight,ip"), ("control", "-F", TASKS), ("cells", "-F", TASKS),
    ("body_times", "--show-task-events"), ("stat_pipe",),
]


# Of a frame: the address, the name, the rest.
VDSO = re.compile(rb"^(\s*[0-9a-f]+ )(\[unknown\]|__vdso_\w+)( \(\[vdso\]\))$")
# Levels of a data source that have names of their own since Linux 6.6 and 6.16; a number of hops
# that has none.
LATER = (b"LVL L5 ", b"LVL L6 ", b"LVL L7 ", b"LVL L8 ", b"(null)")


def perf(*args):
    done = subprocess.run([PERF, "script", *args], cwd=cli.CWD, env=cli.ENV,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, timeout=60, check=False)
    return done.stdout


def is_foreign_vdso(want, got):
    """Without a build id perf takes the vdso of the kernel that runs, whatever was recorded."""
    return b"[unknown]" in got and VDSO.match(got) and VDSO.sub(rb"\1\3", want) == VDSO.sub(rb"\1\3", got)


def compare(name, path, args, kernel=()):
    want = perf(*args, *kernel, "--no-itrace", "-i", path).split(b"\n")
    got = run(*SCRIPT, *args, *kernel, path).out_bytes.split(b"\n")
    different = [(x, y) for x, y in zip(want + [b""], got + [b""])
                 if x != y and not any(word in x for word in LATER) and not is_foreign_vdso(x, y)]
    title = f"{name} {' '.join(args)}: {len(want) - 1} lines as perf prints them"
    if cli.EMULATED and different and all(b"([vdso])" in x for x, _ in different):
        tap.skip(title, "the program's vdso is that of what runs it, or none, perf's is this machine's")
        return
    tap.ok(len(want) > 1 and len(want) == len(got) and not different, title,
           [f"{len(different)} lines differ"] + [str(pair) for pair in different[:3]])


def check_against_perf():
    if not PERF:
        tap.skip("as perf prints them", "perf is not installed")
        return
    (cli.CWD / NO_KERNEL[1]).touch()
    for name, *args in COMPARED:
        there = (cli.CWD / f"{name}.data").exists()
        compare(name, f"{name}.data" if there else cli.copy(f"{name}.data"), args, NO_KERNEL)
    for name, *args in BUILT:
        compare(name, cli.make(name), args)


BUSY = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; ls -lR /usr/share/doc >/dev/null"


def check_names():
    """Of programs and the kernel of this machine, perf's names."""
    if PERF:
        subprocess.run([PERF, "record", "-q", "-g", "-e", "cpu-clock", "-F", "2000", "-o", "own.data",
                        "sh", "-c", BUSY], cwd=cli.CWD, env=cli.ENV, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60, check=False)
    if not (cli.CWD / "own.data").exists():
        tap.skip("names of addresses", "perf cannot record here")
        return
    want, got = (text.split(b"\n") for text in (perf("--no-inline", "-i", "own.data"),
                                                run(*SCRIPT, "own.data").out_bytes))
    named = [line for line in want if line.startswith(b"\t") and b"[unknown]" not in line]
    different = [(x, y) for x, y in zip(want, got) if x != y]
    tap.ok(len(want) == len(got) and len(different) <= len(want) / 1000,
           f"names of addresses: {len(named)} of {len(want)} lines have them, as perf has them",
           [f"{len(different)} lines differ"] + [str(pair) for pair in different[:5]])


def lines(*args):
    return run(*SCRIPT, *args).out.split("\n")[:-1]


def check_by_hand():
    """What perf would print, written down."""
    name = cli.make("cells")
    found = lines(name)
    tap.ok(found == ["            =1+2     3 [000]     0.000002:          1 cpu-clock:HG: "
                     "             1001 [unknown] ([unknown])"], "a sample of a software event", found)
    name = cli.make("callchain")
    found = lines("-F", "comm,tid,time,event,ip", name)
    tap.ok(found == [":532   532     0.000001: cycles: ", ""] * 3 +
           [":532   532     0.000001: cycles: ", "\t               0", "\t    7fffffffffff", ""],
           "call chains: a frame a line, nothing of guests", found)
    found = lines("-F", "ip", cli.make("branch_callstack"))
    kernel = ["\tffffffff81000010", "\tffffffff81000020"]
    calls = ["\t            1000", "\t            2001", "\t            3001"]
    tap.ok([line for line in found if line.strip()] == [*calls, *kernel, *calls, kernel[0]],
           "calls that the branch stack tells are the user's frames", found)
    found = lines("-F", "ip", cli.make("branch_empty"))
    tap.ok([line for line in found if line.strip()] == [*kernel, *calls[:2]],
           "a stack without calls has no frame, least of all of the next record's bytes", found)
    found = lines("-F", "tid,brstack", cli.make("branch_kinds"))
    tap.ok(found == ["  852  0x2001/0x3001/M/-/-/5/  0x2002/0x3002/P/X/-/0/ ",
                     "  852  0x2003/0x3003/-/-/-/0/ "],
           "branches: from, to, predicted or not, transaction, abort, cycles, type", found)
    found = lines("-F", "time", "--show-task-events", cli.make("body_times"))
    tap.ok([line.split()[0] for line in found] ==
           [f"0.00000{n}:" for n in (1, 2, 3, 4, 6, 8)], "FORK and EXIT by the time of the trailer", found)
    found = lines("-F", "comm", "--show-text-poke-events", cli.make("records"))
    tap.ok(["fifteen-letters PERF_RECORD_TEXT_POKE ffffffff81000100  old len 5 new len 5",
            "            Old bytes: 0f 1f 44 00 00", "            New bytes: e8 fb 00 00 00"] ==
           [line.strip() if "POKE" in line else line for line in found if "POKE" in line or
            "bytes:" in line][:3], "TEXT_POKE: the bytes before and after", found)
    found = lines("-F", "period,event", cli.copy("group.data"))
    tap.ok([line.split() for line in found[:4]] ==
           [["1126889", "cpu-clock:"], ["293", "page-faults:"], ["1153809", "task-clock:"],
            ["1111176", "cpu-clock:"]], "counters: what has changed of each", found[:8])
    found = lines("-F", "tid,event", cli.copy("mixed.data"))
    tap.ok({line.split()[1] for line in found[:47]} == {"task-clock/period=900000,time=0/:"} and
           "task-clock" not in found[47], "samples without a time do not wait for a round",
           found[45:49])
    found = lines(cli.copy("stat.data"))
    tap.ok(found[0].split()[-2:] == ["TIME", "EVENT"] and
           found[1].split() == ["0", "-1", "30186210", "30186932", "30186932", "30099415",
                                "cpu-clock"] and
           found[9].split() == ["0", "-1", "30610058", "30610218", "30610218", "60562930",
                                "cpu-clock"], "perf stat: changes of the counters at each round",
           found[:10])
    found = lines(cli.make("stat_pipe"))
    tap.ok([line.split() for line in found[1:]] ==
           [["-1", "831", n, "997437", "997437", "201680207", event] for n, event in
            (("992527", "cpu-clock"), ("3", "context-switches"))],
           "perf stat: also in a pipe", found)
    result = run("info", "--no-index", "stat_pipe.data")
    check("perf record has not made the events of perf stat", result,
          "record options" not in result.out and "context-switches" in result.out)
    found = lines("-n", "2", cli.copy("sched.data"))
    tap.ok(found == ["            perf     1 [000]  1891.803725: sched:sched_stat_runtime: "
                     "comm=perf pid=12040 runtime=44116 [ns]",
                     "            perf     1 [000]  1891.803729:       sched:sched_waking: "
                     "comm=migration/0 pid=18 prio=0 target_cpu=000"],
           "tracepoints: their text; -n counts samples", found)
    found = lines("-F", "time,cpu", cli.copy("tracepoints.data"))
    times = [line.split()[1] for line in found]
    tap.ok(times == sorted(times) and len(times) > 1000 and len({t for t in found}) > 500,
           "samples come in time order")


def check_options():
    """Options of perf script as a filter."""
    name = cli.copy("demo.data")
    want = run(*SCRIPT, "-f", "cpu == 0 and pid == 7352", name)
    found = run(*SCRIPT, "-f", "-C 0 --pid 7352", name)
    check("options of perf script as a filter", found, found.status == 0 and found.out and
          found.out == want.out)


def check_errors():
    name = cli.copy("fp.data")
    for fields, reason in (("tod", "no wall clock"), ("retire_lat", "WEIGHT_STRUCT"), ("comm,cpu", "do not have CPU attribute set"), ("nonsense", "nonsense"),
                           ("sym", "sym also needs ip or addr"), ("ip,symoff", "symoff also needs sym"),
                           ("hardware:ip", "before the colon")):
        result = run(*SCRIPT, "-F", fields, name)
        check(f"-F {fields}: refused, with a reason", result,
              result.status == 2 and reason in result.err and not result.out)


def check_bytes():
    """Of names perf's bytes, where it is no terminal."""
    out = run(*SCRIPT, "-F", "comm", cli.copy("odd_comms.data")).out_bytes
    tap.ok(b"\x1b[31m" in out, "names are written as they are, but to a terminal")


os.chdir(cli.CWD)
check_against_perf()
check_names()
check_by_hand()
check_options()
check_errors()
check_bytes()
sys.exit(tap.done())
