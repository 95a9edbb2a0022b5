#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do the options that perfnav prints make the attrs that they were found from?

Records with each line of options below, takes what `perfnav info` says would make the recording,
records with that, and compares what `perf evlist -v` and `perfnav info` say about both. What was
recorded with the same options before is not recorded again: perf reads all symbols of the kernel each
time. Needs perf and the right to record; what the machine cannot record is skipped.
"""
import concurrent.futures
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import threading

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import tap  # noqa: E402

AT_ONCE = 6
# Events are enough where an option does not change: software events need no counters.
LINES = """
-e cpu-clock
-e cpu-clock -F 999
-e cpu-clock -c 100000
-e cpu-clock -c 1
-e page-faults -c 7
-e cpu-clock:u -F 99
-e cpu-clock:k
-e cpu-clock:uk
-e cpu-clock:uh
-e cpu-clock:h
-e cpu-clock:p
-e cpu-clock:ppp
-e cpu-clock:upp
-e cpu-clock:kp
-e cpu-clock:G
-e cpu-clock:H
-e cpu-clock:GH
-e cpu-clock:uGH
-e cpu-clock:kH
-e cpu-clock:D
-e cpu-clock:e
-e cpu-clock:I
-e cpu-clock:ukIDe
-e cpu-clock:S
-e cpu-clock:uS
-e cpu-clock:P
-e task-clock,page-faults,minor-faults,major-faults
-e context-switches,cpu-migrations,alignment-faults,emulation-faults,cgroup-switches,dummy
-e dummy
-e bpf-output/no-inherit/
-e cpu-clock,page-faults -F 200
-e cpu-clock,page-faults:u -c 50
-e cpu-clock/freq=100/,page-faults/period=3/
-e cpu-clock/freq=100/u,page-faults/period=3/k
-e cpu-clock/freq=4000/,page-faults
-e cpu-clock/time=0/,page-faults
-e cpu-clock/time=0/,page-faults/time=0/
-e cpu-clock/no-inherit/,page-faults
-e cpu-clock/call-graph=fp/,page-faults
-e cpu-clock/call-graph=dwarf,stack-size=1024/,page-faults
-e cpu-clock/call-graph=dwarf,stack-size=1024/,page-faults/call-graph=dwarf,stack-size=512/,task-clock
-e cpu-clock/call-graph=fp,max-stack=7/,page-faults/max-stack=3/
-e cpu-clock/call-graph=no/,page-faults -g
-e cpu-clock/overwrite/,page-faults --overwrite
-e cpu-clock/period=100,call-graph=dwarf,stack-size=64,time=0,no-inherit/u
-e cpu-clock/name=other/ -F 77
-e sched:sched_switch
-e sched:sched_switch -c 10
-e sched:sched_switch -F 100
-e sched:sched_switch,sched:sched_wakeup
-e sched:sched_switch,cpu-clock
-e cpu-clock,sched:sched_switch -F 100
-e cpu-clock/freq=100/,sched:sched_switch -c 5
-e sched:sched_switch/call-graph=fp,max-stack=4/,sched:sched_wakeup
-e sched:sched_switch/no-inherit/,sched:sched_wakeup
-e sched:sched_switch:u
-e raw_syscalls:sys_enter -R
-e syscalls:sys_enter_execve,syscalls:sys_exit_execve -g
-e mem:0x1000
-e mem:0x1000/1:w
-e mem:0x1000/8:rw:u
-e mem:0x1000/4:w -c 3
-e mem:0x401000:x
-e mem:0x1000/2:w,cpu-clock -d
-e mem:0x1000/2:w -F 100
-e {cpu-clock,page-faults}
-e {cpu-clock,page-faults}:S
-e {cpu-clock,page-faults}:Su -g
-e {cpu-clock:u,page-faults:k},task-clock
-e {cpu-clock,page-faults},{task-clock,context-switches}:S
-e task-clock,{cpu-clock,page-faults}:S,minor-faults
-e {cpu-clock/freq=100/,page-faults/call-graph=fp/}
-e {sched:sched_switch,cpu-clock}:S
-e big{cpu-clock,page-faults}
-e big{cpu-clock,page-faults},small{task-clock:u,context-switches}:S
-e bpf-output/no-inherit/,cpu-clock
-e cpu-clock -g
-e cpu-clock --call-graph fp
-e cpu-clock --call-graph dwarf
-e cpu-clock --call-graph dwarf,1024
-e cpu-clock,page-faults --call-graph dwarf,2048 -F 100
-e cpu-clock --call-graph dwarf --user-regs=ax,bx
-e cpu-clock -g --user-callchains
-e cpu-clock -g --kernel-callchains
-e cpu-clock,page-faults -g --kernel-callchains --user-callchains
-e cpu-clock -d
-e cpu-clock -d -W --phys-data
-e cpu-clock -W --data-page-size --code-page-size
-e cpu-clock --intr-regs=ax,sp,ip
-e cpu-clock --user-regs=di,si,r15
-e cpu-clock,page-faults --intr-regs=ax,bx --user-regs=ip,sp
-e cpu-clock,dummy --intr-regs=ax --user-regs=ip
-e cpu-clock:u -F 999 --call-graph dwarf,8192 -d --phys-data -W --intr-regs=ax,sp
-e cpu-clock --sample-cpu
-e cpu-clock -R
-e cpu-clock,page-faults -R -P
-e cpu-clock -P -c 100
-e cpu-clock --no-period
-e sched:sched_switch --no-period
-e cpu-clock --no-timestamp
-e cpu-clock,sched:sched_switch --no-timestamp
-e cpu-clock -T
-e cpu-clock -i
-e cpu-clock,page-faults -i
-e cpu-clock --per-thread
-e cpu-clock,sched:sched_switch --per-thread
-e cpu-clock -s
-e cpu-clock,page-faults -s
-e cpu-clock --running-time
-e {cpu-clock,page-faults}:S --running-time
-e cpu-clock -n
-e cpu-clock,page-faults -n
-e cpu-clock --no-buffering
-e cpu-clock --overwrite
-e cpu-clock --all-cgroups
-e cpu-clock --namespaces
-e cpu-clock --switch-events
-e cpu-clock --buildid-mmap
-e cpu-clock --no-bpf-event
-e cpu-clock --transaction
-e cpu-clock --sample-identifier
-e cpu-clock,page-faults --sample-identifier
-e cpu-clock --all-user
-e cpu-clock,page-faults --all-kernel
-e cpu-clock:u --all-user
-e cpu-clock -k monotonic
-e cpu-clock -k monotonic_raw
-e cpu-clock,page-faults -k boottime
-e cpu-clock -k tai
-e cpu-clock -k realtime
-e cpu-clock --namespaces --switch-events --all-cgroups --no-bpf-event --buildid-mmap -d
-e cpu-clock -a
-e cpu-clock -a -F 99
-e cpu-clock -a -c 100000
-e cpu-clock:u -a -g
-e cpu-clock,sched:sched_switch -a
-e cpu-clock,sched:sched_switch -a -g --switch-events
-e cpu-clock/call-graph=fp/,page-faults -a
-e cpu-clock/freq=50/,page-faults/period=2/ -a -d
-e cpu-clock -a --call-graph dwarf,256 --all-user
-e dummy -a
-e sched:sched_switch -a -R -c 1
-e {cpu-clock,page-faults}:S -a
-e cpu-clock -C 0
-e cpu-clock -D 1
-e cpu-clock,page-faults -D 1 -F 99
-e sched:sched_switch -D 1
-e cpu-clock -D 1 -g
-e cpu-clock -p PID
-e cpu-clock,page-faults -p PID -F 99
-e sched:sched_switch -p PID
-e cpu-clock -t PID
-e cycles
-e cycles:ppp -b
-e L1-dcache-load-misses
-e r1a8
"""


def try_record(args, path):
    """True if perf could."""
    sleeper = None
    if "PID" in args:
        sleeper = subprocess.Popen(["sleep", "60"], stdin=subprocess.DEVNULL)
        args = [str(sleeper.pid) if arg == "PID" else arg for arg in args]
    work = ["true"] if sleeper is None else ["sleep", "0.01"]
    path.unlink(missing_ok=True)
    try:
        if args[-2:] == ["-o", "-"]:
            with open(path, "wb") as out:
                done = subprocess.run(["perf", "record", "-q", "-N", "-B", *args, *work], stdout=out,
                                      stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                      timeout=60, check=False)
        else:
            done = subprocess.run(["perf", "record", "-q", "-N", "-B", "-o", path, *args, *work],
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, timeout=60, check=False)
    finally:
        if sleeper is not None:
            sleeper.kill()
            sleeper.wait()
    # Without a switch of its buffers, perf record --overwrite writes no samples, and complains.
    return done.returncode == 0 and path.exists() and path.stat().st_size > 0, done.stderr.decode()


def record(args, path):
    """Once more where perf does not come to its end, as on a busy machine now and then; one that takes a
    sample each nanosecond may not come to it at all."""
    for _ in range(2):
        try:
            return try_record(args, path)
        except subprocess.TimeoutExpired as late:
            told = f"not done after {late.timeout:.0f} seconds"
    return False, told


class Recordings:
    """One for each line of options, recorded by whoever asks for it first."""

    def __init__(self):
        self.lock = threading.Lock()
        self.futures = {}

    def get(self, args):
        """The path, whether perf could record it, and what it said."""
        with self.lock:
            future = self.futures.get(tuple(args))
            mine = future is None
            if mine:
                future = self.futures[tuple(args)] = concurrent.futures.Future()
                path = cli.CWD / f"{len(self.futures)}.data"
        if mine:
            try:
                future.set_result((path, *record(args, path)))
            except BaseException as error:
                future.set_exception(error)
        return future.result()


RECORDINGS = Recordings()


def perf_attrs(path):
    """A line an event, without its name."""
    done = subprocess.run(["perf", "evlist", "-v", "-i", path], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, check=False)
    return [line[line.index("type: "):] for line in done.stdout.splitlines() if "type: " in line]


def our_info(path):
    return cli.run("info", "--json", "--no-index", path).objects()[0]


def our_attrs(path):
    """As far as options decide on them."""
    return [{key: value for key, value in event.items() if key not in ("name", "ids")}
            for event in our_info(path)["events"]]


def differences(first, second):
    if len(first) != len(second):
        return [f"{len(first)} events, then {len(second)}"]
    return [f"{a}\nbecomes\n{b}" for a, b in zip(first, second) if a != b]


def cannot(told):
    return "perf cannot record it here: " + (told.splitlines() or ["?"])[-1][:80]


def check_line(line):
    """The name of the assertion and what is wrong, or a reason why there is none."""
    first, fine, told = RECORDINGS.get(line.split())
    if not fine:
        return line, [], cannot(told)
    info = our_info(first)
    options = info.get("record_options", "")
    second, fine, told = RECORDINGS.get(shlex.split(options))
    lines = [f"perfnav says: {options}"]
    if fine:
        lines += differences(perf_attrs(first), perf_attrs(second))
        lines += differences(our_attrs(first), our_attrs(second))
    else:
        lines += [told]
    lines += info.get("record_options_missing", ["nothing"])
    if fine and not perf_attrs(first):
        lines += ["perf shows no events"]
    return f"{line} -> {options}", lines[1:] and lines, None


def check_recording(path):
    """A recording at hand: what is recorded with its options now has the same attrs."""
    options = our_info(path).get("record_options", "")
    second, fine, told = RECORDINGS.get(shlex.split(options))
    if not fine:
        return path.name, [], cannot(told)

    def attrs(of):
        # The number of a tracepoint is that of the kernel which runs.
        return [{**event, "config": 0 if event["type"] == "tracepoint" else event["config"]}
                for event in our_attrs(of)]

    return f"{path.name}: {options}", differences(attrs(path), attrs(second)), None


def main():
    if not shutil.which("perf"):
        print("1..0 # SKIP perf is not installed")
        return 0
    _, fine, told = RECORDINGS.get(["-e", "cpu-clock"])
    if not fine:
        print("1..0 # SKIP " + cannot(told))
        return 0
    lines, paths = sys.argv[1:], []
    if not lines:
        lines = [line for line in LINES.splitlines() if line]
        paths = [path for path in sorted(cli.DATA.glob("*.data"))
                 if path.is_file() and path.name not in ("stat.data", "killed.data")]
    # perf spends its time waiting for the kernel.
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        done = [*pool.map(check_line, lines), *pool.map(check_recording, paths)]
    for name, wrong, reason in done:
        if reason:
            tap.skip(name, reason)
        else:
            tap.ok(not wrong, name, wrong)
    tap.ok(any(not reason for _, _, reason in done), "something could be recorded")
    return tap.done()


os.environ["PERF_CONFIG"] = os.devnull
sys.exit(main())
