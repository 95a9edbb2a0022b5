#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long threads were on a CPU: as worked out by hand, from perf script's text, and as perf says."""
import re
import sys

sys.dont_write_bytecode = True
import collections  # noqa: E402
import os  # noqa: E402
import subprocess  # noqa: E402

import corpus  # noqa: E402
import cli  # noqa: E402
import recorded  # noqa: E402
from cli import run, tap  # noqa: E402

CELLS = re.compile(r"^ *[0-9.]+ +[0-9.]+ +[0-9.]+ +\d+ +\d+ +\d+ (?: +\d+ +[0-9.]+ )?(.{60}) (-?\d+/-?\d+(?:/\d+)?)", re.S)
WAKEUPS = re.compile(r"^ *[0-9.]+ +[0-9.]+ +[0-9.]+ +\d+ +\d+ +\d+ +(\d+) +([0-9.]+) .*? (-?\d+/-?\d+(?:/\d+)?)")
LINE = re.compile(r"^ *([0-9.]+) +([0-9.]+) +[0-9.]+ +(\d+) +(\d+) +(\d+) .*? (-?\d+/-?\d+(?:/\d+)?) ")


def nanoseconds(text):
    seconds, rest = text.split(".")
    return int(seconds) * 10 ** 9 + int(rest)


def strips(path, *before):
    """By pid/tid or pid/tid/cpu: (on, off, out, preempted, records)."""
    commands = [word for command in (*before, ":strips") for word in ("--cmd", command)]
    result = run("--no-index", "--batch", *commands, path)
    rows = {}
    for line in result.lines()[2:]:
        match = LINE.match(line + " ")
        if match:
            on, off, *counts, name = match.groups()
            rows[name] = (nanoseconds(on), nanoseconds(off), *map(int, counts))
    return rows, result


def by_hand():
    """The descriptions of these recordings say what happens when."""
    rows, result = strips(corpus.build(corpus.HERE / "strips.mk"))
    tap.ok(rows == {
        # 1000 to 1100 and 1300 to 1650. The sample at 1750 can be of the time before that, but its EXIT
        # at 1850 shows it on a CPU: when it came is unknown, so the time from 1650 is no wait.
        "10/10": (100 + 350, 200, 3, 1, 7),
        # 1200 to 1500, and from 1650 to 1700, when it was seen last; where it is after that is unknown
        "10/11": (300 + 50, 150, 1, 1, 4),
        "20/20": (400, 100, 1, 0, 2),
        "0/0/0": (90 + 100, 700, 1, 1, 3),
        "0/0/1": (0, 0, 0, 0, 1),
    }, "by SWITCH records, as worked out by hand", result.told())
    tap.ok("by SWITCH records" in result.lines()[0], "... which it says")
    rows, result = strips(corpus.build(corpus.HERE / "strips_tracepoint.mk"))
    tap.ok(rows == {
        "10/10": (300, 700, 1, 0, 1),
        # 1300 to 1450; known from 1100, when it goes
        "10/11": (150, 900 - 150, 2, 1, 2),
        # 1200 to the end
        "10/12": (800, 0, 0, 0, 2),
        "20/20": (250, 550 - 250, 1, 0, 1),
        # seen at 1750
        "30/30": (50, 250 - 50, 1, 1, 2),
        # From 1800. It came at 1700, but another thread is there at 1750.
        "0/0/0": (200, 700, 1, 1, 1),
        "0/0/1": (100, 900 - 100, 1, 1, 1),
    }, "by sched:sched_switch, as worked out by hand", result.told())
    tap.ok("by sched:sched_switch" in result.lines()[0], "... which it says")
    # A cell is 1001 / 60 ns.
    waits = {match[2]: re.sub(r"[^RDT?·]+", "-", match[1].strip()) for match in map(CELLS.match, result.lines()) if match}
    tap.ok(waits == {
        "10/12": "-", "10/10": "-" + 42 * "·", "20/20": "-" + 18 * "D", "0/0/0": 42 * "·" + 6 * "?" + "-", "0/0/1": "-" + 48 * "·",
        # It sleeps from 1100 to 1300, and is preempted at 1450.
        "10/11": 12 * "·" + "-" + 33 * "R", "30/30": "-" + 12 * "R",
    }, "what they wait for", [str(waits)])
    # The one to 30. Nothing tells what was before the first one of a CPU.
    tap.ok(result.lines()[-1].endswith("  ? unknown: 1 switch missing"), "... and that one is missing",
           result.told())
    rows, result = strips(corpus.build(corpus.HERE / "strips_lost.mk"))
    tap.ok(rows == {
        # 1000 to 1200, when it was seen last before the loss; away from 1800
        "10/10": (200, 200, 1, 0, 4),
        "20/20": (200, 0, 0, 0, 2),
        "30/30": (900, 100, 1, 0, 2),
    }, "nothing is known where records are lost", result.told())
    tap.ok(result.lines()[-1].endswith("  ? unknown: records missing"), "... which it says", result.told())
    rows, result = strips(corpus.build(corpus.HERE / "strips_hidden.mk"))
    tap.ok(rows == {
        # It is not known where it was from 1000 to 1200.
        "10/10": (0, 800, 2, 0, 3),
        # 1200 to 1300; not known from 1000 to 1200
        "10/11": (100, 700, 1, 0, 1),
        # A sample shows no more than its moment: not known from 1400 to 1700, ...
        "10/12": (0, 300, 1, 0, 3),
        # ... and from 1500 to its end
        "10/13": (0, 0, 0, 0, 3),
    }, "if switches of recorded threads are hidden, time between samples is unknown", result.told())
    waits = {match[2]: match[1].strip() for match in map(CELLS.match, result.lines()) if match}
    # The last one has its EXIT record.
    tap.ok((waits.get("10/12"), waits.get("10/13")) == (18 * "?" + 18 * "·", 25 * "?" + "·"), "... and drawn so", [str(waits)])
    rows, result = strips(corpus.build(corpus.HERE / "strips_hidden.mk"), ":filter tid == 12")
    tap.ok(rows == {"10/12": (0, 300, 1, 0, 3)}, "... also with a filter", result.told())
    rows, result = strips(corpus.build(corpus.HERE / "strips_wakeups.mk"))
    waits = {match[2]: re.sub(r"[^RDT?·]+", "-", match[1].strip()) for match in map(CELLS.match, result.lines()) if match}
    woken = {match[3]: (int(match[1]), match[2]) for match in map(WAKEUPS.match, result.lines()) if match}
    # 1500 to 1620 and 1720 to 1730; from 1900 to the end
    tap.ok(woken == {"20/20": (0, "0.000000000"), "10/10": (2, "0.000120000"), "30/30": (1, "0.000100000"), "40/40": (1, "0.000000000"),
                     "0/0/0": (0, "0.000000000"), "0/0/1": (0, "0.000000000")}, "how often and how long", [str(woken)])
    # From 1300 it sleeps, from 1500 it is ready, 1620 to 1800 it is mostly on a CPU, and to 1850 preempted. A cell is
    # 8 or 9 of 512 stretches, so about 17 us.
    tap.ok(waits["10/10"] == "-" + 10 * "·" + 8 * "R" + "-RR-", "who is woken is ready to run", [str(waits)])
    tap.ok(waits["30/30"] == "-" + 2 * "D" + 6 * "R", "... until the end if it does not run", [str(waits)])
    rows, result = strips(cli.DATA / "flat.data", ":filter type == SAMPLE")
    samples = run("count", "--no-index", "-f", "type == SAMPLE", "--by", "tid", "--json",
                  cli.DATA / "flat.data").objects()
    tap.ok("by samples" in result.lines()[0] and
           [f" {group['count']} " in result.out for group in samples] == [True] * len(samples) > [],
           "without them the samples are counted", result.told())
    rows, result = strips(corpus.build(corpus.HERE / "strips.mk"), ":filter tid == 20")
    tap.ok(rows == {"20/20": (400, 100, 1, 0, 2)}, "a filter chooses threads, not switches",
           result.told())
    rows, result = strips(corpus.build(corpus.HERE / "strips.mk"), ":filter type == SAMPLE")
    tap.ok({name: (row[0], row[4]) for name, row in rows.items()} ==
           {"10/10": (450, 2), "10/11": (350, 1), "0/0/1": (0, 1)},
           "... and whose records are counted", result.told())
    result = run("--no-index", "--batch", "--cmd", ":strips sum(period)", cli.DATA / "flat.data")
    tap.ok(result.status == 2, "it takes no field", result.told())


# All records with a time: the last one ends what goes on.
SCRIPT = ("-F", "comm,pid,tid,cpu,time,event,trace", "--ns", *(
    f"--show-{what}-events" for what in ("switch", "task", "lost", "mmap", "namespace", "cgroup", "bpf")))
TEXT = re.compile(r"^.*? +(-?\d+)/(-?\d+) +\[(\d+)\] +(\d+\.\d{9}): +(.*)$")


def script(path):
    """Lines of perf script: (pid/tid, cpu, time, what)."""
    done = cli.tool("perf", "script", "-i", path, *SCRIPT)
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        match = TEXT.match(line)
        if match:
            pid, tid, cpu, time, what = match.groups()
            yield pid, tid, int(cpu), nanoseconds(time), what


def by_text(path):
    """What SWITCH records tell, read without regard to CPUs."""
    since, ends, on, out = {}, {}, collections.Counter(), collections.Counter()
    last = 0
    for pid, tid, _, time, what in script(path):
        # A thread that has ended has no number when it goes.
        dying = [other for other in since if other in ends and other.startswith(f"{pid}/")]
        name = dying[0] if tid == "-1" and dying else f"{pid}/{tid}"
        last = max(last, time)
        if "PERF_RECORD_EXIT" in what:
            ended = re.search(r"\((\d+):(\d+)\)", what)
            ends[f"{ended[1]}/{ended[2]}"] = time
        elif "PERF_RECORD_" not in what:
            since.setdefault(name, time)
            if name in ends:
                ends[name] = time
        elif "PERF_RECORD_SWITCH" not in what:
            continue
        elif " IN " in what:
            since[name] = time
        else:
            on[name] += time - since.pop(name, time)
            out[name, "preempt" in what] += 1
    for name, time in since.items():
        on[name] += ends.get(name, last) - time
    return on, out


def by_perf_script():
    path = cli.DATA / "system.data"
    on, out = by_text(path)
    if not on:
        tap.skip("against perf script", "there is no perf")
        return
    rows, result = strips(path)
    wrong = [(name, row, on[name], out[name, False], out[name, True])
             for name, row in rows.items() if name.split("/")[1] not in ("0", "-1") and
             (row[0], *row[2:4]) !=
             (on[name], out[name, False] + out[name, True], out[name, True])]
    tap.ok(not wrong and len(rows) > 5, f"system.data: {len(rows)} threads as in perf script's text",
           [*map(str, wrong), *result.told()])


def switches(path):
    """Of sched_switch: time on a CPU that ended, by the thread and by what the sample says of it;
    time that did not end; of whom not all is told: CPUs stop to be recorded one by one."""
    on, told, tail, gaps = *(collections.Counter() for _ in range(3)), set()
    before, known, last = {}, {}, 0
    for _, tid, cpu, time, what in script(path):
        last = max(last, time)
        ended = re.search(r"PERF_RECORD_EXIT\((\d+):(\d+)\)", what)
        if ended:
            known[ended[2]] = time
        match = re.search(r"prev_pid=(\d+) .*next_pid=(\d+)", what)
        if not match:
            continue
        prev, after = match.groups()
        # A thread that has ended is -1 when it goes.
        if cpu in before and before[cpu][0] == prev:
            on[prev] += time - before[cpu][1]
            told[tid] += time - before[cpu][1]
        elif cpu in before:
            gaps.add(prev)
        known[prev] = time
        before[cpu] = after, time
    for after, time in before.values():
        if after in tail or known.get(after, 0) > time:
            gaps.add(after)
        tail[after] += last - time
    return on, told, tail, gaps


def by_timehist():
    """A recording of all CPUs, of which perf sched timehist tells each time that ended."""
    path = cli.CWD / "sched.data"
    work = "for i in 1 2 3 4 5 6; do sleep 0.02; seq 20000 | sort -r | wc -l; done"
    if not recorded.tool("perf", "record", "-q", "-N", "-a", "-m", "1024", "-e",
                         "sched:sched_switch", "-o", path, "--", "sh", "-c", work):
        tap.skip("against perf sched timehist", "perf may not record all CPUs")
        return
    on, told, tail, gaps = switches(path)
    rows, result = strips(path)
    own = collections.Counter()
    for name, row in rows.items():
        if name.count("/") == 1:
            own[name.split("/")[1]] += row[0]
    wrong = [(tid, own[tid], on[tid], tail[tid]) for tid in own if tid not in gaps and
             own[tid] not in (on[tid], on[tid] + tail[tid])]
    tap.ok(not wrong and len(own) > 10,
           f"{len(own)} threads of this machine as in perf script's text",
           [*map(str, wrong), *result.told()])
    done = subprocess.run(["perf", "sched", "timehist", "-i", path], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False, text=True, errors="replace",
                          env={**os.environ, "PERF_PAGER": "cat"})
    perf, times = collections.Counter(), collections.Counter()
    for line in done.stdout.splitlines():
        match = re.match(r" +[0-9.]+ \[\d+\] +.*\[(\d+)(?:/\d+)?\] .* ([0-9]+)\.([0-9]{3}) *$",
                         line)
        if match:
            perf[match[1]] += int(match[2]) * 1000 + int(match[3])
            times[match[1]] += 1
    # It cuts each time to microseconds.
    wrong = [(tid, perf[tid], told[tid], times[tid]) for tid in perf if tid in own and
             tid not in gaps and not 0 <= told[tid] / 1000 - perf[tid] <= times[tid]]
    tap.ok(not wrong and len(perf) > 5, f"{len(perf)} threads as in perf sched timehist",
           [*map(str, wrong), *done.stdout.splitlines()[:10]])


def main():
    by_hand()
    by_perf_script()
    by_timehist()
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
