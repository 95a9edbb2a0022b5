#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gap, gap.tid, gap.cpu: of recordings so large that they are not gone over at once, with threads that
go from CPU to CPU, against the same worked out here."""
import random
import struct
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402
from corpus import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

WORDS = ("gap", "gap.tid", "gap.cpu")
THREADS = 7
SAMPLE_TYPE = 0x2 | 0x4 | 0x80  # TID, TIME, CPU
SAMPLE_ID_ALL = 1 << 18


def write(name, rows):
    """A recording of samples: (tid, time, cpu)."""
    attr = struct.pack("<IIQQQQQ", 1, 64, 0, 1000, SAMPLE_TYPE, 0, SAMPLE_ID_ALL).ljust(80, b"\0")
    at = 104 + len(attr)
    path = cli.CWD / name
    with open(path, "wb") as f:
        f.write(struct.pack("<8s10Q", b"PERFILE2", 104, len(attr), 104, len(attr), at, 32 * len(rows),
                            0, 0, 0, 0).ljust(104, b"\0") + attr)
        sample = struct.Struct("<IHHIIQQ")
        f.write(b"".join(sample.pack(9, 2, 32, tid, tid, time, cpu) for tid, time, cpu in rows))
    return path


def rounds(cpus, rows, run_of):
    """As perf record writes: of each CPU what its buffer held, time and again; each in its order."""
    rng = random.Random(7)
    times, out = [1000 + cpu for cpu in range(cpus)], []
    while len(out) < rows:
        end = max(times) + 100 * run_of
        for cpu in range(cpus):
            while times[cpu] < end:
                times[cpu] += rng.randrange(1, 200)
                out.append((1 + rng.randrange(THREADS), times[cpu], cpu))
    return out


def derive(rows, numbers):
    """The values of each row, by its number in the file."""
    last, out = {}, [None] * len(rows)
    for number in numbers:
        tid, time, cpu = rows[number]
        keys = tuple(zip(WORDS, (0, tid, cpu)))
        out[number] = tuple(time - last[key] if key in last else None for key in keys)
        last.update((key, time) for key in keys)
    return out


def in_time(rows):
    return derive(rows, sorted(range(len(rows)), key=lambda number: rows[number][1]))


def check_all(path, want, title):
    result = run("print", "--no-index", "-q", "--ns", "--format", "csv", "-F", ",".join(WORDS), path)
    got = [tuple(int(cell) if cell else None for cell in line.split(","))
           for line in result.out.splitlines()[1:]]
    wrong = [(number, a, b) for number, (a, b) in enumerate(zip(want, got)) if a != b]
    check(title, result, len(want) == len(got) and not wrong)
    for one in wrong[:3]:
        tap.diag(f"row {one[0]}: should be {one[1]}, is {one[2]}")


def check_there_and_back(path, want):
    """A screen asks for rows wherever they are."""
    rows = [len(want) - 5, 40, len(want) // 2, len(want) - 9000, 170000, 3]
    keys = ":wait\n::columns n,gap,gap.tid,gap.cpu<Enter>\n" + "".join(
        f"{row}g\n:wait\n:dump {row}\n" for row in rows)
    result = run("--no-index", "-q", "--script", cli.script(keys), "--screen", "100x30", path)
    cursors = [line[1:].split() for line in result.out.splitlines() if line.startswith(">")]
    shown = {cells[0]: cells[1:] for cells in cursors}
    wrong = [(row, want[row], shown.get(str(row))) for row in rows
             if shown.get(str(row)) != [f"{ns / 1e9:.9f}" for ns in want[row]]]
    check("rows far from one another on the screen", result, not wrong)
    for one in wrong:
        tap.diag(str(one))


def check_some():
    """As many as are held, nearly."""
    rows = rounds(60, 60 * 8192, 8192)
    want = derive(rows, sorted(range(len(rows)), key=lambda number: rows[number][1]))
    least = sorted(gap[1] for gap in want if gap[1] is not None)[-100]
    path = write("some.data", rows)
    for condition, n in (("gap.tid < 0", 0), (f"gap.tid >= {least}",
                                              sum((gap[1] or 0) >= least for gap in want))):
        result = run("count", "--no-index", "-q", "-f", condition, path)
        check(f"of 60 CPUs at once {n} of {condition}", result, (result.out.split() or ["0"])[0] == str(n))


def check_many():
    """More blocks that lie over one another in time than are held: file order."""
    rows = rounds(140, 140 * 8192, 8192)
    path = write("many.data", rows)
    want = [gap[1] for gap in derive(rows, range(len(rows)))]
    below = sum(ns is not None and ns < 0 for ns in want)
    result = run("count", "--no-index", "-q", "-f", "gap.tid < 0", path)
    check(f"of 140 CPUs at once {below} are below 0, as in file order", result,
          below > 100 and result.out.split()[0] == str(below))


def main():
    rows = rounds(4, 300000, 3000)
    path = write("rounds.data", rows)
    want = in_time(rows)
    check_all(path, want, f"{len(rows)} rows of four CPUs, whose threads go from one to another")
    check_there_and_back(path, want)
    streams = [row for cpu in range(3) for row in rounds(4, 100000, 3000) if row[2] == cpu]
    check_all(write("streams.data", streams), in_time(streams), "all of one CPU, then all of the next")
    check_some()
    check_many()
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
