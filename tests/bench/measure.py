# SPDX-License-Identifier: GPL-3.0-or-later
"""How long programs take, and how much memory."""
import os
import statistics
import subprocess
import sys
import threading
import time

NOWHERE = [(os.POSIX_SPAWN_OPEN, 0, '/dev/null', os.O_RDONLY, 0),
           (os.POSIX_SPAWN_OPEN, 1, '/dev/null', os.O_WRONLY, 0),
           (os.POSIX_SPAWN_OPEN, 2, '/dev/null', os.O_WRONLY, 0)]
# How often memory is looked at. A peak shorter than that can be missed.
LOOK_EVERY = 0.002

median = statistics.median


def seconds(argv, ok=(0,)):
    """From before the program's start until its end. Its output goes nowhere."""
    begin = time.perf_counter()
    pid = os.posix_spawnp(argv[0], argv, os.environ, file_actions=NOWHERE)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    end = time.perf_counter()
    if status not in ok:
        sys.exit(f'exit status {status}: {" ".join(argv)}')
    return end - begin


def cpu_seconds(argv):
    """That a program and its children were at work: what it takes where it has one processor."""
    pid = os.posix_spawnp(argv[0], argv, os.environ, file_actions=NOWHERE)
    used = os.wait4(pid, 0)[2]
    return used.ru_utime + used.ru_stime


def output(argv):
    return subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True,
                          text=True).stdout


def output_bytes(argv):
    """How much a program writes."""
    with subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
        total = 0
        while piece := process.stdout.read(1 << 20):
            total += len(piece)
    return total


def anonymous(pid):
    """Bytes of memory that no file stands behind, now; 0 when the process is gone."""
    try:
        with open(f'/proc/{pid}/status', encoding='ascii', errors='replace') as status:
            for line in status:
                if line.startswith('RssAnon:'):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


class Watch:
    """Looks at a process's anonymous memory until stop(), which returns the peak."""

    def __init__(self, pid):
        self.pid, self.peak, self.stopped = pid, 0, threading.Event()
        self.thread = threading.Thread(target=self.look, daemon=True)
        self.thread.start()

    def look(self):
        while not self.stopped.wait(LOOK_EVERY):
            self.peak = max(self.peak, anonymous(self.pid))

    def stop(self):
        self.stopped.set()
        self.thread.join()
        return self.peak


def peak_anonymous(argv):
    pid = os.posix_spawnp(argv[0], argv, os.environ, file_actions=NOWHERE)
    watch = Watch(pid)
    os.waitpid(pid, 0)
    return watch.stop()


def evict(path):
    """Out of the page cache, this file alone: others who use the machine keep theirs."""
    with open(path, 'rb') as stream:
        os.fsync(stream.fileno())
        os.posix_fadvise(stream.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
