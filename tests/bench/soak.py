#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: soak.py [-b BYTES] [-n ACTIONS] [-s SEED] [-r SECONDS] PERFNAV

Uses the browser at random on a large recording, as somebody would for hours: views, filters, searches,
jumps. Prints the peak of anonymous memory, how long it takes until a key shows (of ACTIONS keys the
99th percentile), and, each time the last of the views was left for a while, how many descriptors and
threads there are, and how much is read and computed then. Prints the keys that took longest and the peaks
of memory, and what was typed before them. Ends with 1 where a figure misses its target.
The recording (1 GB; -b) is made and removed again, unless BENCH_KEEP is 1.
"""
import argparse
import collections
import contextlib
import os
import pathlib
import random
import re
import select
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from firstscreen import Session, first_screen  # noqa: E402
from measure import Watch, anonymous  # noqa: E402
from recordings import Recordings  # noqa: E402

PEAK = 128 << 20
KEY = 0.05
QUIET = 5    # seconds until nothing goes on
LOOK = 2     # seconds for which that is looked at
CHECKS = 20  # times that the views are left
SLOWEST = 12  # keys that are printed
PAUSED = 4   # threads and temporary files of views that were left, which wait there

# The same as the recordings of make bench: many CPUs and threads, with stacks.
SOURCE, OPTIONS = 'demo.data', ['-c', '64']

VIEWS = ('vi', 've', 'vp', 'vt', 'vM', 'vc', 'vo', 'vh', 'vm', 'vf', 'vl', 'vb', 'vF',
         ':hist\r', ':heat\r', ':strips\r', ':flame\r', ':tree\r', ':tree up\r', ':bytes\r',
         ':threads\r', ':problems\r', ':symbols\r', ':lines\r', ':chart period\r',
         ':count by comm\r', ':count by comm,event\r', ':count by sym\r', ':count by pid,tid\r',
         ':count: avg(period),p99(period) by comm,tid fold\r', ':count by step(time, 10ms)\r',
         ':count by ip\r', ':sum period by comm\r', ':hist sum(period)\r',
         ':flame where cpu == 3\r', ':mem line\r', ':branches from\r')
FILTERS = (':filter comm == "$comm"\r', ':filter cpu == $n\r', ':filter type == SAMPLE\r',
           ':filter period > $n\r', ':filter rel > $nms\r', ':filter comm contains "a"\r',
           ':and tid % $n == 1\r', ':filter gap > 10us\r', ':filter sym contains "a"\r',
           ':filter not (comm == "$comm") and cpu < $n\r', ':clear\r', ':clear\r', '\\', '\\')
MOVES = ('j', 'k', 'J', 'K', 'G', 'gg', '50%', ' ', 'b', '10j', '\t', '\t', 'l', 'h', '*', 'o', 't',
         'R', 'z', 'z', "''", 'n', 'N', 'u', '\x1b', '\x1b', '\r')
SEARCHES = ('/malloc\r', '/exit\r', ':find cpu == $n\r', ':find type == EXIT\r', 'e', 'E', 's', 'S')
COMMS = ('sh', 'make', 'photolab', 'swapper', 'sort')
# These fill the place of all views that may be at work still.
LIGHT = (':info\r', ':events\r', ':filters\r', ':marks\r', ':keys\r', ':symbols\r', ':help\r', ':set\r')


class Process:
    """What /proc tells of it."""

    def __init__(self, pid):
        self.place = pathlib.Path(f'/proc/{pid}')

    def ticks(self):
        fields = (self.place / 'stat').read_text().rsplit(')', 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def seconds(self):
        """Processor time of the threads that live, to the nanosecond where the kernel has it: ticks are rounded up."""
        try:
            return sum(int((task / 'schedstat').read_text().split()[0]) for task in (self.place / 'task').iterdir()) / 1e9
        except FileNotFoundError:
            return self.ticks() / os.sysconf('SC_CLK_TCK')

    def reads(self):
        for line in (self.place / 'io').read_text().splitlines():
            if line.startswith('syscr:'):
                return int(line.split()[1])
        return 0

    def threads(self):
        return len(list((self.place / 'task').iterdir()))

    def files(self):
        """What is open, and how often: names of files, and kinds of what has none."""
        found = collections.Counter()
        for link in (self.place / 'fd').iterdir():
            with contextlib.suppress(OSError):
                found[re.sub(r'perfnav-\w+|:?\[\d+\]', '', os.readlink(link))] += 1
        return found


class Soak:
    def __init__(self, nav, path, seed):
        self.random = random.Random(seed)
        self.session = Session([nav, '--no-state', str(path)])
        self.process = Process(self.session.pid)
        self.watch = Watch(self.session.pid)
        self.keys, self.slow = [], []
        self.peak, self.peaks = 0, []
        self.typed = collections.deque(maxlen=4)
        self.session.wait(first_screen(path.name))

    def take(self, pause):
        """Read what is drawn, until nothing has come for so long."""
        while select.select([self.session.master], [], [], pause)[0]:
            self.session.screen.feed(os.read(self.session.master, 1 << 16))

    @staticmethod
    def prompts(lines):
        """Is there a prompt for a command? It can have a line of help below it."""
        return any(line.startswith(':') for line in lines[-4:])

    def probe(self):
        """How long it takes until a key shows: that of a prompt."""
        self.take(0)
        self.keys.append(self.session.wait(self.prompts, self.session.type(':')))
        self.slow.append((self.keys[-1], tuple(self.typed)))
        self.slow = sorted(self.slow, reverse=True)[:SLOWEST]
        if self.watch.peak > self.peak + (1 << 20):
            self.peak = self.watch.peak
            self.peaks.append((self.peak, tuple(self.typed)))
        self.session.wait(lambda lines: not self.prompts(lines), self.session.type('\x1b'))

    def action(self):
        kind = self.random.choices((VIEWS, FILTERS, SEARCHES, MOVES, ('vr',)), (20, 12, 6, 50, 12))[0]
        self.type(self.random.choice(kind))
        # Some look at what comes, most go on at once.
        if self.random.random() < 0.05:
            self.take(self.random.random() / 5)

    def warm(self):
        """Each action once, so that all is there that is begun when it is first asked for."""
        for keys in (*VIEWS, *FILTERS, *SEARCHES):
            self.type(keys)
            self.take(0.5)
            self.probe()
        self.keys.clear()
        self.slow.clear()

    def type(self, keys):
        keys = keys.replace('$comm', self.random.choice(COMMS))
        keys = keys.replace('$n', str(self.random.randrange(1, 100)))
        self.typed.append(keys)
        self.session.type(keys)

    def leave(self):
        """Leave all views, and look what goes on QUIET seconds later."""
        for keys in LIGHT:
            self.session.type(keys)
            self.probe()
        # A search is no view: it goes on until it is ended.
        self.session.type('vr')
        self.session.type('\x1b')
        self.take(0.3)
        end = time.monotonic() + QUIET
        self.session.type(':clear\r')
        while time.monotonic() < end:
            self.take(0.1)
            time.sleep(0.05)
        ticks, reads = self.process.ticks(), self.process.reads()
        time.sleep(LOOK)
        return (self.process.ticks() - ticks, self.process.reads() - reads,
                self.process.files(), self.process.threads())

    def end(self):
        self.session.end()
        return self.watch.stop()


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def is_constant(counts, paused=PAUSED):
    """But for those of views that are paused. More would also come in the first half than after warm()."""
    half = (len(counts) + 1) // 2
    return (max(counts) <= counts[0] + paused and
            max(counts[half:], default=0) <= max(counts[:half]) + 1)


def named(files):
    """Without temporary files, of which paused views have one each."""
    return {name: n for name, n in files.items() if '(deleted)' not in name}


def report(soak, actions, now, first=None):
    ticks, reads, files, threads = now
    more = dict(files - first[2]) if first else {}
    print(f'# {actions} actions: ticks {ticks}, reads {reads}, descriptors {files.total()}, '
          f'threads {threads}; {anonymous(soak.session.pid) / 2**20:.0f} MB, '
          f'peak {soak.watch.peak / 2**20:.0f} MB', more or '', flush=True)


def figures(nav, path, actions, seed):
    """name, value as text, and whether that is good enough."""
    soak = Soak(nav, path, seed)
    soak.warm()
    left = [soak.leave()]
    report(soak, 0, left[-1])
    for i in range(actions):
        soak.action()
        soak.probe()
        if (i + 1) % max(1, actions // CHECKS) == 0:
            left.append(soak.leave())
            report(soak, i + 1, left[-1], left[0])
    peak = soak.end()
    for peak, typed in soak.peaks[-SLOWEST:]:
        print(f'# {peak / 2**20:.0f} MB after', ' '.join(map(repr, typed)))
    for seconds, typed in soak.slow:
        print(f'# {1000 * seconds:.1f} ms after', ' '.join(map(repr, typed)))
    ticks, reads, files, threads = zip(*left)
    p99 = percentile(soak.keys, 0.99)
    yield 'peak of anonymous memory', f'{peak / 2**20:.1f} MB', peak <= PEAK
    yield 'a key shows, p99', f'{1000 * p99:.1f} ms', p99 <= KEY
    yield 'a key shows, longest', f'{1000 * max(soak.keys):.1f} ms', True
    yield 'processor time when left', f'{10 * max(ticks)} ms in {LOOK} s', max(ticks) == 0
    yield 'reads when left', f'{max(reads)}', max(reads) == 0
    counts = [one.total() for one in files]
    fixed = all(named(one) == named(files[0]) for one in files)
    yield 'descriptors when left', f'{min(counts)} to {max(counts)}', fixed and is_constant(counts)
    yield 'threads when left', f'{min(threads)} to {max(threads)}', is_constant(threads)


def main():
    options = argparse.ArgumentParser(description=__doc__.split('\n\n')[1])
    options.add_argument('-b', type=int, metavar='BYTES')
    options.add_argument('-n', type=int, default=10000, metavar='ACTIONS')
    options.add_argument('-s', type=int, default=1, metavar='SEED')
    options.add_argument('perfnav')
    given = options.parse_args()
    if given.b:
        os.environ['BENCH_BYTES'] = str(given.b)
    made, good = Recordings(), True
    try:
        [path] = made.make([(SOURCE, OPTIONS, made.bytes)])
        for name, value, fine in figures(os.path.abspath(given.perfnav), path, given.n, given.s):
            print(f'{name:28} {value}' + ('' if fine else '   too much'), flush=True)
            good = good and fine
    finally:
        made.remove()
    return not good


if __name__ == '__main__':
    sys.exit(main())
