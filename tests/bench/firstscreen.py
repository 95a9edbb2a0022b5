#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: firstscreen.py [-n RUNS] PERFNAV [OPTION...] FILE

Prints how long perfnav takes from its start until its first screen is there: on a terminal of 80x24
the recording's name and the first records have arrived. In milliseconds, one line a run.
"""
import argparse
import errno
import fcntl
import os
import pathlib
import re
import select
import signal
import struct
import sys
import termios
import time

from screen import Screen

ROWS, COLS = 24, 80
LIMIT = 60


class Session:
    """A program on a terminal of its own."""

    def __init__(self, argv, env=None):
        self.screen = Screen(ROWS, COLS)
        self.master, slave = os.openpty()
        name = os.ttyname(slave)
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', ROWS, COLS, 0, 0))
        env = dict(env or os.environ, TERM='xterm-256color', LANG='C.UTF-8', LC_ALL='C.UTF-8')
        # The new session's first terminal becomes its controlling one.
        files = [(os.POSIX_SPAWN_OPEN, 0, name, os.O_RDWR, 0)]
        files += [(os.POSIX_SPAWN_DUP2, 0, fd) for fd in (1, 2)]
        self.started = time.perf_counter()
        self.pid = os.posix_spawn(argv[0], argv, env, file_actions=files, setsid=True)
        os.close(slave)

    def wait(self, shows, since=None):
        """Seconds from the start, or since, until the bytes arrived that made shows(lines) true."""
        since = self.started if since is None else since
        end = time.perf_counter() + LIMIT
        while time.perf_counter() < end:
            arrived = self.read(1)
            if arrived and shows(self.screen.lines):
                return arrived - since
        raise RuntimeError(f'not within {LIMIT} s; the screen is:\n' + '\n'.join(self.screen.lines))

    def read(self, seconds):
        """Wait at most so long for bytes. Returns when they arrived, or None."""
        if not select.select([self.master], [], [], seconds)[0]:
            return None
        arrived = time.perf_counter()
        try:
            data = os.read(self.master, 1 << 16)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            data = b''
        if not data:
            raise RuntimeError('it ended; its screen was:\n' + '\n'.join(self.screen.lines))
        self.screen.feed(data)
        return arrived

    def type(self, keys):
        """Send keys. Returns when that was."""
        now = time.perf_counter()
        os.write(self.master, keys.encode())
        return now

    @staticmethod
    def since(begin):
        return time.perf_counter() - begin

    def end(self):
        try:
            os.kill(self.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        # A program that writes while nobody reads would not end.
        while os.waitpid(self.pid, os.WNOHANG)[0] == 0:
            if select.select([self.master], [], [], 0.01)[0]:
                try:
                    os.read(self.master, 1 << 16)
                except OSError:
                    os.waitpid(self.pid, 0)
                    break
        os.close(self.master)


def listed(lines, ordinals):
    """Do these records stand in the list, one below the other?"""
    want = [re.compile(rf'[ >]*{ordinal}(?!\d)') for ordinal in ordinals]
    for first in range(len(lines) - len(want) + 1):
        if all(one.match(line) for one, line in zip(want, lines[first:])):
            return True
    return False


def first_screen(name):
    def shows(lines):
        return name in lines[0] and listed(lines, range(8)) and bool(lines[-1].strip())
    return shows


def filtered(session, match, ordinals):
    """Seconds from Enter on a filter to a screen full of its matches, which are these records."""
    session.type('&')
    session.wait(lambda lines: any(line.startswith('filter:') for line in lines))
    session.type(match)
    session.wait(lambda lines: any(match in line for line in lines))
    return session.wait(lambda lines: listed(lines, ordinals), session.type('\r'))


def main():
    options = argparse.ArgumentParser(description=__doc__.split('\n\n')[1])
    options.add_argument('-n', type=int, default=1, metavar='RUNS')
    options.add_argument('command', nargs=argparse.REMAINDER)
    given = options.parse_args()
    if len(given.command) < 2:
        options.error('a program and a recording are needed')
    given.command[0] = os.path.abspath(given.command[0])
    for _ in range(given.n):
        session = Session(given.command)
        seconds = session.wait(first_screen(pathlib.Path(given.command[-1]).name))
        session.end()
        print(f'{seconds * 1000:.1f}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
