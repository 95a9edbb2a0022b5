# SPDX-License-Identifier: GPL-3.0-or-later
"""The overview of a recording that was not open before, while its index is built."""
import os
import re
import shutil
import time

from firstscreen import Session

# A key that is held down comes 30 times a second; more of them are work of their own.
KEY_PAUSE = 0.02
# A screen that stays for so long is the last one.
QUIET = 0.3


def is_overview(lines):
    return lines[0].startswith(' overview')


# Each key with what answers it. Enter opens the information about the recording, and / the prompt.
UP_AND_DOWN = (('j', lambda lines: lines[3].startswith('>')),
               ('k', lambda lines: lines[2].startswith('>')))
ALL_KEYS = (*UP_AND_DOWN,
            ('\r', lambda lines: lines[1].startswith(' what ')),
            ('q', is_overview),
            ('/', lambda lines: any(line.startswith('records: /') for line in lines)),
            ('\x7f', lambda lines: lines[-1].startswith(' Enter ')))


def begins(lines):
    return is_overview(lines) and any(line.startswith('>recorded') for line in lines)


def is_indexed(lines):
    """Their number is there without "so far"."""
    return any(re.search(r'\d records(?! s)', line) for line in lines)


def has_sections(lines):
    """All records are counted, and each section of the overview has something."""
    return is_indexed(lines) and not any(
        'waiting' in line or 'searching' in line for line in lines)


def is_counted(lines):
    return has_sections(lines) and '%' not in lines[0]


def contents(lines):
    """What does not depend on the cursor."""
    return [line[1:] for line in lines[2:-1]]


class Overview:
    """From its start on, when each of its screens was there. Keys are pressed meanwhile."""

    def __init__(self, nav, path, folder, keys):
        shutil.rmtree(os.path.join(folder, 'perfnav'), ignore_errors=True)
        env = dict(os.environ, XDG_CONFIG_HOME=folder, XDG_STATE_HOME=folder)
        self.screens = []
        self.slowest = 0
        self.session = Session([nav, path], env)
        self.first = self.session.wait(begins)
        self.look(self.session.screen.lines)
        while not is_counted(self.screens[-1][1]):
            for key, answer in keys:
                self.press(key, answer)
                self.read(KEY_PAUSE)
        while self.session.since(self.session.started) - self.screens[-1][0] < QUIET:
            self.read(QUIET)
        self.session.end()

    def look(self, lines):
        if is_overview(lines) and (not self.screens or self.screens[-1][1] != lines):
            self.screens.append((self.session.since(self.session.started), lines))

    def press(self, key, answer):
        def shows(lines):
            self.look(lines)
            return answer(lines)

        self.slowest = max(self.slowest, self.session.wait(shows, self.session.type(key)))

    def read(self, seconds):
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if self.session.read(left):
                self.look(self.session.screen.lines)

    def when(self, shows):
        """Seconds until the first screen for which it is true."""
        return next(at for at, lines in self.screens if shows(lines))

    def complete(self):
        """Seconds until the contents did not change any more."""
        since, last = self.screens[-1]
        for at, lines in reversed(self.screens):
            if contents(lines) != contents(last) or not is_counted(lines):
                break
            since = at
        return since
