#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Are unwound stacks those of perf script?

Records programs with `perf record --call-graph dwarf` and compares the user frames of each sample
with those of `perf script --no-inline`. Differences that doc/deviations.md explains are counted
apart. Needs perf, the right to record, and a compiler.
"""
import collections
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import tap  # noqa: E402

CC = shlex.split(os.environ.get("CC", "cc"))
NOWHERE = "[unknown]"
# What perf ends a chain with that goes on in a part of the stack that was not recorded.
CUT = ("fff", NOWHERE)

THREADS = r"""
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
static volatile long sink;
static int compare(const void *a, const void *b) { sink++; return *(int *)a - *(int *)b; }
static void on_signal(int n) { for (int i = 0; i < 100000; i++) sink += n; }
__attribute__((noinline)) static long leaf(void)
{
	int some[256];
	for (int i = 0; i < 256; i++)
		some[i] = rand();
	qsort(some, 256, sizeof(*some), compare);
	return some[0];
}
__attribute__((noinline)) static long deep(int n, long v)
{
	char room[100];
	memset(room, n, sizeof(room));
	if (!n)
		return leaf();
	return deep(n - 1, v + room[n]) + room[0];
}
static void *work(void *arg)
{
	for (int i = 0; i < 2000; i++)
		sink += deep(i % 15, (long)arg);
	return NULL;
}
int main(void)
{
	pthread_t threads[2];
	signal(SIGUSR1, on_signal);
	for (long i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, (void *)i);
	for (int i = 0; i < 20; i++)
		raise(SIGUSR1);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
"""


def build(source, *flags):
    """A program of optimized code without frame pointers. None: there is no compiler."""
    program = cli.SCRATCH / source.stem
    try:
        subprocess.run([*CC, "-O2", "-fomit-frame-pointer", "-pthread", "-w", "-o", program,
                        *flags, source, "-lm"], check=True, stdin=subprocess.DEVNULL,
                       stderr=subprocess.PIPE)
    except (OSError, subprocess.CalledProcessError):
        return None
    return program


def programs():
    """Commands, by name."""
    threads = cli.SCRATCH / "threads.c"
    threads.write_text(THREADS)
    queens = build(cli.ROOT / "data/src/queens.c")
    if queens:
        yield "recursion", [queens, "200"]
    program = build(threads)
    if program:
        yield "threads and signals", [program]
    if shutil.which("perl"):
        yield "perl", ["perl", "-e", "for (1..15) { my %h; $h{$_ % 1000} .= sqrt($_) for 1..9999;"
                       " join ',', sort keys %h }"]


def record(command, path):
    """True if perf could."""
    try:
        done = subprocess.run(["perf", "record", "-q", "-N", "-F", "999", "--call-graph",
                               "dwarf,8192", "-e", "cpu-clock:u", "-o", path, *command],
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, timeout=120, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and path.exists()


def of_perf(path):
    """Frames of each sample: the last three digits of the address, for the rest is an offset in
    the file, and the file."""
    done = subprocess.run(["perf", "script", "--no-inline", "--ns", "-F", "tid,time,ip,sym,dso",
                           "-i", path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, timeout=300, check=True)
    for block in done.stdout.decode("utf-8", "replace").split("\n\n"):
        lines = [line for line in block.split("\n") if line.strip()]
        if not lines:
            continue
        tid, time = lines[0].split()[:2]
        frames = [(line.split()[0][-3:], line.rsplit("(", 1)[1].rstrip(")"))
                  for line in lines[1:] if "([kernel" not in line]
        yield (int(tid), int(time.rstrip(":").replace(".", ""))), frames


def of_perfnav(path):
    result = cli.run("print", "--no-index", "--order", "time", "--format", "json", "-f",
                     "type == SAMPLE", "-F",
                     "tid,time,ustack.frames,ustack.frames.dso,ustack.end", path)
    for line in result.lines():
        sample = json.loads(line)
        stack = sample.get("ustack", {})
        frames = [(f"{frame['ip']:x}"[-3:], frame.get("dso", NOWHERE))
                  for frame in stack.get("frames", [])]
        yield (sample["tid"], sample["time"]), frames, stack.get("end")


def kind(perf, ours, end):
    """What differs."""
    if perf == ours:
        return "the same"
    if end == "the stack copy ends here" and perf == [*ours, CUT]:
        return "perf adds a frame that is not there to a stack that was cut"
    if end == "the stack copy ends here" and perf == [*ours[:-1], CUT]:
        return "perf does not read the last word of a stack that was cut"
    if perf and perf[-1][1] == "[vdso]" and perf == ours[:len(perf)]:
        return "perf finds no caller of the vdso"
    if len(perf) == len(ours):
        other = [(p, o) for p, o in zip(perf, ours) if p != o]
        if len(other) == 1 and other[0][0][1] == other[0][1][1] and \
                (int(other[0][1][0], 16) - int(other[0][0][0], 16)) % 4096 == 1:
            return "perf has the address before the one that a signal returns to"
    return "another difference"


def compare(name, path):
    perf, ours = dict(of_perf(path)), list(of_perfnav(path))
    kinds = collections.Counter()
    for key, frames, end in ours:
        what = kind(perf.get(key, []), frames, end)
        kinds[what] += 1
        if what == "another difference" and kinds[what] <= 3:
            tap.diag(f"perf: {perf.get(key)}")
            tap.diag(f"ours: {frames}, {end}")
    told = [f"{n} {what}" for what, n in kinds.most_common()]
    tap.diag(f"{name}: {', '.join(told)}")
    tap.ok(ours and len(ours) == len(perf), f"{name}: {len(ours)} samples, as many as perf has",
           [str(len(perf))])
    tap.ok(kinds["another difference"] <= len(ours) // 100,
           f"{name}: the frames of 99 % of the samples are perf's or differ for a known reason",
           told)
    tap.ok(kinds["the same"] > len(ours) // 2, f"{name}: of most they are the same", told)


def blocks(lines):
    """The lines of each sample."""
    block = []
    for line in [*lines, ""]:
        if line:
            block.append(line)
        elif block:
            yield block
            block = []


def check_script(name, path):
    """The lines of perf script, names included."""
    done = subprocess.run(["perf", "script", "--no-itrace", "--no-inline", "-i", path],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, timeout=300, check=True)
    perf = list(blocks(done.stdout.decode("utf-8", "replace").split("\n")))
    ours = list(blocks(cli.run("print", "--no-index", "--format", "perf-script",
                               path).out.split("\n")))
    same = all_lines = 0
    for theirs, mine in zip(perf, ours):
        if theirs[-1].endswith("([vdso])"):
            mine = mine[:len(theirs)]
        all_lines += len(theirs)
        same += len(theirs) == len(mine) and sum(a == b for a, b in zip(theirs, mine))
    tap.ok(len(perf) == len(ours) and same >= 0.98 * all_lines,
           f"{name}: the output of perf script, {same} of {all_lines} lines the same",
           [f"{len(perf)} samples, ours {len(ours)}"])


def check_filters(path):
    """Words about frames of the call chain are also about those."""
    counts = []
    for what in ("stack.sym", "ustack.frames.sym"):
        result = cli.run("count", "--no-index", "--format", "json", "-f",
                         f'{what} == "place_queens"', path)
        counts.append(sum(group["count"] for group in result.objects()))
    tap.ok(counts[0] > 0 and counts[0] == counts[1],
           "a filter on functions of call chains goes over user frames", [str(counts)])
    result = cli.run("print", "--no-index", "--format", "json", "-F", "callchain,callchain.sym",
                     "-f", 'stack[sym == "main" and ip > 0]', "-n", "1", path)
    tap.ok([o for o in result.objects() if o["callchain"][-1].get("sym") == "_start"],
           "the call chain goes on with them where their names are asked for", result.told())


def main():
    n = 0
    for name, command in programs():
        path = cli.SCRATCH / f"{n}.data"
        if shutil.which("perf") and record(command, path):
            compare(name, path)
            check_script(name, path)
            if name == "recursion":
                check_filters(path)
            n += 1
    if not n:
        tap.skip("stacks as perf unwinds them", "perf cannot record here")
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
