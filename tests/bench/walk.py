#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: walk.py [-b BYTES] [-n RUNS] PERFNAV MK

Walks as a new user would through a large recording without an index: to a LOST record, to its thread,
to the samples before it, into the branch stack of one, counts by symbol, slices, quits. For each step
the milliseconds until its first result, or its progress, is on the screen: the best of the runs.
The recording (1 GB; -b) is made and removed again.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from firstscreen import Session, first_screen  # noqa: E402
from recordings import Recordings  # noqa: E402

TOP = pathlib.Path(__file__).resolve().parent.parent
BUILD_ID = 'ab' * 20
HEAD = f'''
include "{TOP}/mk/cases/abi.inc"
attr type=HARDWARE config=0 sample_period=4000 size=128 name="cycles" ids=7
	sample_type=S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU|S_PERIOD|S_CALLCHAIN|S_BRANCH_STACK
	flags=F_SAMPLE_ID_ALL|F_COMM|F_MMAP2 branch_sample_type=B_USER|B_ANY
feature HOSTNAME fstr "testhost"
feature ARCH fstr "x86_64"
feature NRCPUS u32 4 4
feature EVENT_DESC event_desc
macro trailer tid time
	u32 801 tid u64 time u32 1 0 u64 7
end
macro sample ip tid time
	record SAMPLE misc=USER u64 7 ip u32 801 tid u64 time u32 1 0 u64 4000
		u64 3 CTX_USER ip 0x40100e
		u64 3 0x401028 0x40100e 2 0x401026 0x401022 1 0x401009 0x401020 2
end
record COMM u32 801 801 str "busy" pad8 trailer 801 1000
record MMAP2 misc=USER|MMAP_BUILD_ID u32 801 801 u64 0x401000 0x1000 0x1000 u8 20 0 u16 0
	hex {BUILD_ID} u32 5 2 str "/opt/code" pad8 trailer 801 1001
'''


def small(mk, folder):
    """Three threads that take turns, and a LOST record now and then."""
    lines = [HEAD]
    for i in range(3000):
        tid, time = 801 + i // 5 % 3, 2000 + 1000 * i
        if i % 1000 == 700:
            lines.append(f'record LOST u64 7 {i} trailer {tid} {time}')
        else:
            lines.append(f'sample {0x401000 + i * 7 % 0x29:#x} {tid} {time}')
    text = folder / 'small.mk'
    text.write_text('\n'.join(lines) + '\n')
    subprocess.run([mk, text, folder / 'small.data'], check=True)
    return folder / 'small.data'


def symbols(folder):
    """Options for the names; nothing without a linker of this machine."""
    program = folder / 'files/opt/code'
    program.parent.mkdir(parents=True)
    done = subprocess.run([os.environ.get('CC') or 'cc', '-nostdlib', '-static', '-Wl,-Ttext=0x401000',
                           '-Wl,--build-id=0x' + BUILD_ID, '-o', program, TOP / 'tui/code.s'],
                          capture_output=True, check=False)
    return ['--symfs', str(folder / 'files')] if done.returncode == 0 else []


def large(folder, source, size):
    target = folder / 'large.data'
    made = Recordings()
    made.dir = folder
    made.check_room(size)
    made.build()
    subprocess.run([made.grow, source, target, str(size)], check=True)
    return target


# ---- what shows that a step has come to something ----
def any_line(pattern):
    want = re.compile(pattern)

    def shows(lines):
        return any(want.search(line) for line in lines)
    return shows


# Not that the index is built, which is on the screen anyway.
BUSY = r'(search|count|writ|slic)ing.*%|\d+% (searched|counted)'
STEPS = (
    ('to a LOST record', 'e', any_line(r'^>.* LOST |' + BUSY), any_line(r'^>.* LOST ')),
    ('only its thread', '&tid == $tid\r', any_line(r'filter: +tid == \d+.*(match|' + BUSY + ')'),
     any_line(r'match \d+ of')),
    ('a sample before it', 'kk', any_line(r'^>.* cycles '), None),
    ('its branch stack', 'vb', any_line(r'branch stack of record'), any_line(r'0x401026|adds|_start')),
    ('count by symbol', ':count sym\r', any_line(r'\bby sym'), any_line(r'^> *\d+ +\d+')),
    ('slice the records of the list', 'vr:slice part.data\r', any_line(r'records written|writing'),
     any_line(r'records written')),
)


def walk(nav, options, path):
    """Seconds of each step: to the first sign of it, and to its result (None: the same)."""
    session = Session([nav, '--no-state', *options, str(path)])
    times = [('the first screen', session.wait(first_screen(path.name)), None)]
    for name, keys, sign, result in STEPS:
        typed = session.type(keys)
        first = session.wait(sign, typed)
        # What comes at once is on the screen when the wait for the sign is over.
        done = session.wait(result, typed) if result and not result(session.screen.lines) else None
        times.append((name, first, done))
    begin = session.type('Q')
    os.waitpid(session.pid, 0)
    times.append(('quit', session.since(begin), None))
    os.close(session.master)
    return times


def best(nav, mk, size, runs):
    """Name of each step, seconds to the first sign of it, and to its result or None: the best of the runs."""
    nav, mk, back = os.path.abspath(nav), os.path.abspath(mk), os.getcwd()
    folder = pathlib.Path(tempfile.mkdtemp(prefix='walk.', dir=os.environ.get('BENCH_DIR') or '/var/tmp'))
    try:
        path = large(folder, small(mk, folder), size)
        names = symbols(folder)
        os.chdir(folder)
        walks = []
        for _ in range(runs):
            for old in (*folder.glob('large.data.pnx*'), *folder.glob('part.data*')):
                old.unlink()
            walks.append(walk(nav, names, path))
    finally:
        os.chdir(back)
        shutil.rmtree(folder)
    for steps in zip(*walks):
        done = [step[2] for step in steps if step[2] is not None]
        yield steps[0][0], min(step[1] for step in steps), min(done) if done else None


def main():
    options = argparse.ArgumentParser(description=__doc__.split('\n\n')[1])
    options.add_argument('-b', type=int, default=10**9, metavar='BYTES')
    options.add_argument('-n', type=int, default=3, metavar='RUNS')
    options.add_argument('perfnav')
    options.add_argument('mk')
    given = options.parse_args()
    for name, first, done in best(given.perfnav, given.mk, given.b, given.n):
        print(f'{1000 * first:8.1f} ms  {name}' +
              (f' (all of it after {1000 * done:.0f} ms)' if done else ''), flush=True)
    return 0


if __name__ == '__main__':
    sys.exit(main())
