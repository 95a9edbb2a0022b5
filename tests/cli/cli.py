# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the command line share: perfnav run in a folder of its own, and TAP."""
import atexit
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/oracle"))
from tap import Differences as PerfDifferences, Tap, shorten  # noqa: E402

PERFNAV = os.path.abspath(os.environ.get("PERFNAV", ROOT / "build/release/perfnav"))
MK = os.path.abspath(os.environ.get("MK", ROOT / "build/release/mk"))
DATA = pathlib.Path(os.environ.get("DATA", ROOT / "data"))
CASES = ROOT / "tests/mk/cases"
CC = shlex.split(os.environ.get("CC") or "cc")

SCRATCH = pathlib.Path(tempfile.mkdtemp(prefix="cli."))
CWD = SCRATCH / "cwd"
CWD.mkdir()
# The folder that weaken() makes unwritable.
LOCKED = CWD / "locked"


def remove_scratch():
    if LOCKED.is_dir():
        LOCKED.chmod(0o755)
    shutil.rmtree(SCRATCH, ignore_errors=True)


atexit.register(remove_scratch)

ENV = {name: value for name, value in os.environ.items()
       if not name.startswith(("XDG_", "LC_", "PERFNAV_", "DEBUGINFOD_"))}
ENV.update(HOME=str(SCRATCH / "home"), LANG="C.UTF-8", TZ="UTC")

# A browser begins as if it had never been here.
(SCRATCH / "home/.config/perfnav").mkdir(parents=True)
(SCRATCH / "home/.config/perfnav/config").write_text("set state off\nset start records\n")

tap = Tap(sys.stdout)

# What runs the program for another processor, or looks at each access of it, is started by a script.
EMULATED = os.path.exists(PERFNAV) and pathlib.Path(PERFNAV).read_bytes()[:2] == b"#!"

# root writes everywhere: for it this takes the right to do so away.
WEAK = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"]


class Differences(PerfDifferences):
    """Of what perfnav does from what it should do."""

    def add(self, where, field, want, got):
        self.note(f"{where}: {field}: should be {shorten(want)}, is {shorten(got)}")


class Result:
    """Exit status and the two outputs, as bytes and as text."""

    def __init__(self, done):
        self.status = done.returncode
        self.out_bytes = done.stdout or b""
        self.err_bytes = done.stderr
        self.out = self.out_bytes.decode("utf-8", "replace")
        self.err = self.err_bytes.decode("utf-8", "replace")

    def objects(self):
        """Of JSON Lines."""
        return [json.loads(line) for line in self.out_bytes.decode("utf-8").split("\n") if line]

    def lines(self):
        return self.out.splitlines()

    def clean(self):
        """Done, and nothing to complain about."""
        return self.status == 0 and not self.err_bytes

    def told(self):
        """For the diagnostics of a failed test."""
        return [f"exit status {self.status}", *("out: " + line for line in self.lines()[:12]),
                *("err: " + line for line in self.err.splitlines()[:12])]


def run(*args, cwd=CWD, env=None, stdout=subprocess.PIPE, before=()):
    """Runs perfnav; before stands for a command that runs it."""
    done = subprocess.run([*before, PERFNAV, *map(os.fsdecode, args)], cwd=cwd,
                          env={**ENV, **(env or {})}, stdin=subprocess.DEVNULL, stdout=stdout,
                          stderr=subprocess.PIPE, timeout=120, check=False)
    return Result(done)


def output_of(*command):
    """The lines of both outputs of a command that may write more than fits in memory; they may be broken off."""
    with subprocess.Popen([os.fsdecode(word) for word in command], cwd=CWD, env=ENV, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace") as process:
        yield from process.stdout


def stream(*args):
    """The objects that perfnav prints as JSON Lines, one at a time; it may print nothing else."""
    return map(json.loads, output_of(PERFNAV, *args))


def tool(*command):
    """Runs a program of this machine. Its status is 127 where it is not installed, as in a shell."""
    command = [os.fsdecode(word) for word in command]
    try:
        return subprocess.run(command, cwd=CWD, env=ENV, stdin=subprocess.DEVNULL,
                              capture_output=True, check=False)
    except FileNotFoundError:
        return subprocess.CompletedProcess(command, 127, b"", b"")


def npm_package(package, what):
    """The archive of a package that npm gets, to be run by node; or None, and why there is none."""
    if not shutil.which("node") or not shutil.which("npm"):
        return None, "node or npm is missing"
    try:
        done = subprocess.run(["npm", "pack", "--silent", package], cwd=CWD, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, timeout=60, check=True, text=True)
    except (subprocess.SubprocessError, OSError):
        return None, f"npm cannot get {what}"
    return CWD / done.stdout.split()[-1], None


def link(source, program, *options):
    """Links an assembly source without the C library. False: that cannot be done here."""
    program.parent.mkdir(parents=True, exist_ok=True)
    return tool(*CC, "-nostdlib", "-static", *options, "-o", program, source).returncode == 0


def copy(name, to=None):
    """A recording of data/ in the scratch folder, where an index can lie beside it."""
    target = CWD / (to or name)
    if (DATA / name).is_dir():
        shutil.copytree(DATA / name, target, ignore=shutil.ignore_patterns("*.pnx*"))
    else:
        shutil.copy(DATA / name, target)
    return target.name


def alone(path):
    """A recording without the names that lie beside it, as perf sees it: a link elsewhere."""
    path = pathlib.Path(path)
    if not path.with_name(f"{path.name}.debug").is_dir():
        return path
    link = SCRATCH / "alone" / path.name
    link.parent.mkdir(exist_ok=True)
    if not link.is_symlink():
        link.symlink_to(path.resolve())
    return link


def script(text, name="script"):
    """A file of keys for --script."""
    (CWD / name).write_text(text)
    return name


def make(name):
    """A recording built from a description of tests/mk/cases."""
    subprocess.run([MK, CASES / f"{name}.mk", CWD / f"{name}.data"], check=True, cwd=CASES)
    return f"{name}.data"


def check(name, result, condition):
    """An assertion about a run, which is shown where it does not hold."""
    return tap.ok(condition, name, result.told())


def weaken():
    """The command before perfnav that makes a folder without w unwritable; None: there is none."""
    LOCKED.mkdir(exist_ok=True)
    LOCKED.chmod(0o555)
    for before in ([], WEAK):
        try:
            done = subprocess.run([*before, "test", "-w", LOCKED], check=False,
                                  stderr=subprocess.DEVNULL)
        except FileNotFoundError:
            continue
        if done.returncode == 1:
            return before
    return None
