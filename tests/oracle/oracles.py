# SPDX-License-Identifier: GPL-3.0-or-later
"""What perf says about a recording: saved beside the recordings, or asked from the installed perf.

A saved text is oracle/NAME.KIND[-LABEL...].txt[.zst]; KIND is dump (perf report -D), fields or
script (perf script), head (perf evlist -v and the header). Labels:

    6.12     the perf version; without it 6.1
    filled   made from a copy whose header was completed; offsets are those of the original
    plain    made from an uncompressed copy; the order of the records is that of the original
"""

import os
import re
import shutil
import subprocess
import tempfile

import perfdump
import perfscript

NAME_RE = re.compile(r"(.+)\.(dump|fields|script|head)((?:-[A-Za-z0-9.]+)*)\.txt(?:\.zst)?")
VERSION_RE = re.compile(r"\d+\.\d+")
SAVED_VERSION = (6, 1)
TIMEOUT = 600
# perf script refuses a field that one of the events lacks; by default it prints what each has.
SCRIPT_FIELDS = (("comm", "tid", "pid", "time", "event"), None)


class OracleError(Exception):
    pass


class Oracle:
    """The texts of one version of perf about one recording, parsed."""

    def __init__(self, label, version, dump, evlist="", scripts=(), saved=False):
        self.label = label
        self.version = version
        self.saved = saved
        self.plain = "plain" in label
        self.dump = perfdump.Dump(dump)
        self.events = perfscript.parse_evlist(evlist)
        names = [event.name for event in self.events]
        self.scripts = [
            perfscript.parse(text, names, fields) for text, fields in scripts if text
        ]

    def told(self):
        """Which perf said it, and of what."""
        copy = [f"of a {word} copy" for word in ("filled", "plain") if word in self.label]
        return " ".join([".".join(map(str, self.version)), *copy])

    def types(self, name=None):
        """The sample types that a sample of an event of that name can have."""
        named = {event.sample_type for event in self.events if event.name == name}
        return named or {event.sample_type for event in self.events}

    def all_types_have(self, bit):
        return bool(self.events) and all(bit in event.sample_type for event in self.events)

    def any_type_has(self, bit):
        return any(bit in event.sample_type for event in self.events)

    def prints_branch_type(self):
        return self.version >= (6, 2)


def version_of(text):
    match = VERSION_RE.search(text)
    return tuple(int(part) for part in match[0].split(".")) if match else SAVED_VERSION


def read(path):
    if not path:
        return b""
    if path.endswith(".zst"):
        done = subprocess.run(["zstd", "-dcq", path], stdout=subprocess.PIPE, check=True)
        return done.stdout
    with open(path, "rb") as f:
        return f.read()


class Saved:
    """The saved texts of the oracle folders of a tree."""

    def __init__(self, folder):
        self.paths = {}
        top = folder if os.path.isdir(folder) else os.path.dirname(folder) or "."
        for found in self._folders(top):
            self._add(found)

    @staticmethod
    def _folders(top):
        below = [path for path, _, _ in os.walk(top) if os.path.basename(path) == "oracle"]
        beside = os.path.join(top, os.pardir, "oracle")
        return below or ([beside] if os.path.isdir(beside) else [])

    def _add(self, folder):
        for file in sorted(os.listdir(folder)):
            match = NAME_RE.fullmatch(file)
            if match:
                variants = self.paths.setdefault(match[1], {})
                variants.setdefault(match[3], {})[match[2]] = os.path.join(folder, file)

    def load(self, name):
        """An oracle for each version of perf that a dump was saved of."""
        variants = self.paths.get(name, {})
        for label in sorted(variants):
            kinds = variants[label]
            if "dump" not in kinds:
                continue
            # Files of perf 6.1 are the better ones to have than none.
            evlist = kinds.get("head") or variants.get("", {}).get("head")
            yield Oracle(
                label.lstrip("-"),
                version_of(label),
                read(kinds["dump"]),
                read(evlist).decode(errors="replace"),
                [(read(kinds.get(kind)), None) for kind in ("fields", "script")],
                saved=True,
            )


def perf(arguments):
    """Standard output of the installed perf, its configuration left out."""
    env = dict(os.environ, LC_ALL="C", PERF_CONFIG=os.devnull, DEBUGINFOD_URLS="", PAGER="cat")
    done = subprocess.run(
        ["perf", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=env,
        timeout=TIMEOUT,
        check=False,
    )
    return done.stdout


def live(recording):
    """What the installed perf says, or None if there is none or it does not read the whole file.

    Of an unfinished recording it is asked about a copy with a completed header.
    """
    if not shutil.which("perf"):
        return None
    if not recording.unfinished or recording.directory:
        return live_of(recording.path, "installed perf")
    with tempfile.NamedTemporaryFile(prefix="perfnav-oracle-") as copy:
        copy.write(recording.completed())
        copy.flush()
        return live_of(copy.name, "installed perf, filled")


def live_of(path, label):
    """perf report -D exits 0 after many failures; the statistics at the end tell."""
    dump = perf(["report", "-D", "-f", "-i", path])
    if not perfdump.Dump(dump).whole:
        return None
    version = perf(["--version"]).decode()
    evlist = perf(["evlist", "-v", "-f", "-i", path]).decode(errors="replace")
    scripts = []
    for fields in SCRIPT_FIELDS:
        choice = ["-F", ",".join(fields)] if fields else []
        script = perf(["script", "--ns", "-f", *choice, "-i", path])
        scripts.append((script, fields))
        if script:
            break
    return Oracle(label, version_of(version), dump, evlist, scripts)
