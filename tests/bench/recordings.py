# SPDX-License-Identifier: GPL-3.0-or-later
"""The large recordings that are measured: made when they are not there, removed when not kept."""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent
DATA = TOP.parent.parent / 'data'
SOURCES = [TOP / 'grow.c', TOP / 'small.c']
SLICE = 20  # perf script gets that part of the bytes


class Recordings:
    def __init__(self):
        self.bytes = int(os.environ.get('BENCH_BYTES') or 10**9)
        given = os.environ.get('BENCH_DIR')
        self.dir = pathlib.Path(given or os.path.join(os.environ.get('TMPDIR') or '/var/tmp',
                                                      'perfnav-bench'))
        self.keep = os.environ.get('BENCH_KEEP') == '1'
        self.made = []
        build = pathlib.Path(os.environ.get('BUILD') or TOP.parent.parent / 'build/release')
        self.grow = build.absolute() / 'bench' / 'grow'
        if self.bytes < 10**6:
            sys.exit('BENCH_BYTES: at least 1000000 are needed for times to say anything')

    def build(self):
        newest = max(path.stat().st_mtime for path in [*SOURCES, TOP / 'small.h'])
        if self.grow.exists() and self.grow.stat().st_mtime > newest:
            return
        self.grow.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([os.environ.get('CC') or 'cc', '-std=gnu11', '-D_GNU_SOURCE=',
                        '-D_FILE_OFFSET_BITS=64', '-O2', '-o', self.grow, *SOURCES], check=True)

    def path(self, source, options, size):
        """The name tells all that the contents depend on, so that an old file is never taken."""
        key = hashlib.sha256((DATA / source).read_bytes())
        for path in SOURCES:
            key.update(path.read_bytes())
        key.update(repr((options, size)).encode())
        return self.dir / f'{pathlib.Path(source).stem}-{size}-{key.hexdigest()[:8]}.data'

    def check_room(self, missing):
        self.dir.mkdir(parents=True, exist_ok=True)
        # Indexes of a few percent, and what others may write meanwhile.
        need = missing + missing // 4
        free = shutil.disk_usage(self.dir).free
        if need > free:
            sys.exit(f'{self.dir}: {need / 1e9:.1f} GB are needed, {free / 1e9:.1f} GB are free; '
                     'see BENCH_DIR and BENCH_BYTES')
        if file_system(self.dir) == 'tmpfs' and 2 * need > available():
            sys.exit(f'{self.dir} is memory, and there is too little of it; see BENCH_DIR')

    def make(self, wanted):
        """wanted: (source, options, bytes) each. Returns their paths."""
        paths = [self.path(*one) for one in wanted]
        todo = [one for one in zip(wanted, paths) if not one[1].exists()]
        self.check_room(sum(size for (_, _, size), _ in todo))
        self.build()
        for (source, options, size), path in todo:
            part = path.with_suffix('.part')
            self.made += [part, path]
            subprocess.run([self.grow, *options, DATA / source, part, str(size)], check=True)
            part.rename(path)
        self.made = sorted({*self.made, *paths})
        return paths

    def hollow(self, name, head, size):
        """A file of that size which has only its first bytes."""
        path = self.dir / name
        self.check_room(size // 40)
        path.write_bytes(head)
        os.truncate(path, size)
        self.made = sorted({*self.made, path})
        return path

    def record(self):
        """All system calls of this machine, of perf itself most of all; None: not possible here."""
        path = self.dir / 'syscalls.data'
        self.check_room(self.bytes)
        if not shutil.which('perf') or os.geteuid():
            return None
        self.made = sorted({*self.made, path})
        if path.exists():
            return path
        command = ['perf', 'record', '-q', '-a', '-e', 'syscalls:*', '-o', path]
        # As long as it takes to write so much; a recording has 50 to 80 MB a second.
        done = subprocess.run([*command, '--', 'sleep', str(self.bytes / 65e6)], check=False,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return path if not done.returncode and path.exists() else None

    def remove(self):
        for path in self.made:
            for one in [path, *path.parent.glob(path.name + '.pnx*')]:
                if not self.keep or one != path:
                    one.unlink(missing_ok=True)
        if not self.keep:
            try:
                self.dir.rmdir()
            except OSError:
                pass


def file_system(path):
    """Of the mount that a folder lies in."""
    path, best = os.path.realpath(path), ('', '')
    with open('/proc/self/mounts', encoding='utf-8', errors='replace') as mounts:
        for line in mounts:
            where, kind = line.split()[1:3]
            where = where.encode().decode('unicode_escape').rstrip('/') + '/'
            if (path + '/').startswith(where) and len(where) >= len(best[0]):
                best = (where, kind)
    return best[1]


def available():
    """Memory that can be had without swapping."""
    with open('/proc/meminfo', encoding='ascii') as info:
        for line in info:
            if line.startswith('MemAvailable:'):
                return int(line.split()[1]) * 1024
    return 0
