# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run of perfnav costs: processor time, memory. Its folder and environment are those of tests/cli."""
import os
import subprocess
import threading

import cli


class Peak:
    """The most anonymous memory of a process, looked at every 2 ms: pages of files are not counted,
    which the kernel takes back when it needs them, and which ru_maxrss has."""

    def __init__(self, pid):
        self.path = f"/proc/{pid}/status"
        self.most = 0
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.look)
        self.thread.start()

    def look(self):
        while not self.ended.wait(0.002):
            try:
                with open(self.path, encoding="ascii", errors="replace") as status:
                    for line in status:
                        if line.startswith("RssAnon:"):
                            self.most = max(self.most, int(line.split()[1]) << 10)
            except OSError:
                return

    def end(self):
        self.ended.set()
        self.thread.join()
        return self.most


class Run:
    def __init__(self, *args):
        out = cli.SCRATCH / "out"
        err = cli.SCRATCH / "err"
        with open(out, "wb") as o, open(err, "wb") as e:
            process = subprocess.Popen([cli.PERFNAV, *map(str, args)], cwd=cli.CWD, env=cli.ENV,
                                       stdin=subprocess.DEVNULL, stdout=o, stderr=e)
            peak = Peak(process.pid)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = 0
            self.anonymous = peak.end()
        self.seconds = usage.ru_utime + usage.ru_stime
        self.status = os.waitstatus_to_exitcode(status)
        self.memory = usage.ru_maxrss << 10
        # Not all of it: what this process has in memory counts for its children.
        with open(out, "rb") as o:
            self.out = o.read(1 << 16)
        self.err = err.read_bytes().decode("utf-8", "replace")
