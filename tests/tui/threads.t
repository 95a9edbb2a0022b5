#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The threads as a tree: who made whom, what is told of each, from there to the records.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

screens threads 80x16 demo.data <<'KEYS'
:wait
vt
:wait
:dump tree
jj
:dump thread
l
:dump what-is-told-of-it
j<Enter>
:wait
:dump a-fork
vt<Backspace>
:dump up
h
:dump closed-again
hh
:dump its-children-too
k*
:dump all
C
:dump nothing-below
l
:dump children
G<Enter>
:wait
:dump records-of-a-thread
vt+
:wait
:dump and-this
KEYS

screens threads-narrow 40x8 churn.data <<'KEYS'
:wait
vt
:wait
5j
:dump tree
:resize 20x5
:dump smallest
KEYS

compare() {
	python3 - "$1" <<'PY'
import csv
import os
import re
import subprocess
import sys
PERFNAV = os.environ["PERFNAV"]
def run(*args):
    return subprocess.run([PERFNAV, *args, "--no-index", sys.argv[1]], capture_output=True, text=True).stdout
want = {}
for at, more in enumerate(([], ["-f", "type == SAMPLE"])):
    for pid, tid, n in list(csv.reader(run("count", "--format", "csv", "--by", "pid,tid", *more).splitlines()))[1:]:
        # What perf writes for nobody in particular, and the kernel for who is about to be gone.
        if pid not in ("", "-1") and tid != "-1":
            want.setdefault(tid, [0, 0])[at] += int(n)
got = {}
for line in run("--batch", "--cmd", ":threads").splitlines()[1:]:
    match = re.match(r"\W*(\d+) .*?\s(\d+)\s+(\d+)  +(?:before|\d+\.\d{9}|$|\s\s)", line)
    tid, counts = match.group(1), map(int, match.group(2, 3))
    got[tid] = [a + b for a, b in zip(got.get(tid, [0, 0]), counts)]
got = {tid: counts for tid, counts in got.items() if counts[0]}
print({tid: (got.get(tid), want.get(tid)) for tid in {**got, **want} if got.get(tid) != want.get(tid)})
PY
}

# Each thread has the records and samples that counting finds, whatever is above it.
for file in "$DATA"/*.data; do
	is "$(compare "$file")" '{}' "${file##*/}: records and samples of each thread"
done
done_testing
