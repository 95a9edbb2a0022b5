#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lines of print --format perf-script that are those of perf script, of all recordings at hand.

Recordings: data/, and the folder PERFNAV_RECORDINGS, ../shared/fixtures if that is there, with
what perf said of them where that is saved. 99.9 % of the lines of each have to be the same, apart
from the kinds of differences that doc/deviations.md lists ("Output of perf script", "User stacks");
of recordings with user stacks the frames of 99 % of the samples. Folded stacks are the same.
"""
import collections
import difflib
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import tap  # noqa: E402

import folding  # noqa: E402
import known  # noqa: E402
import oracles  # noqa: E402
import recording  # noqa: E402

PERF = shutil.which("perf")
HOME = cli.SCRATCH / "home"
FIXTURES = pathlib.Path(os.environ.get("PERFNAV_RECORDINGS", cli.ROOT / "../shared/fixtures"))
COMMAND_RE = re.compile(rb"# perf script (.*)")


# ---- differences ----

def record_kind(perf, ours):
    if b"PERF_RECORD_" in perf and b": ---p " in perf and b": ---p " not in ours:
        return "big-endian: perf forgets to swap prot"
    if b"PERF_RECORD_LOST" in perf and perf.split()[1:] == ours.split()[1:]:
        return "names of tasks"
    event = re.compile(rb"[\w:-]+:\s*$")
    if event.sub(b"", perf) == event.sub(b"", ours) and event.search(perf):
        return "names of events"
    return None


class Count:
    def __init__(self, saved=False):
        self.lines = self.same = self.samples = self.whole = 0
        self.kinds = collections.Counter()
        self.others = []
        self.saved = saved

    def pair(self, perf, ours):
        self.lines += 1
        if perf == ours:
            self.same += 1
            return True
        kind = known.kind_of(perf, ours, self.saved) or record_kind(perf, ours)
        self.note(kind, (perf, ours))
        return bool(kind)

    def note(self, kind, what):
        if kind:
            self.kinds[kind] += 1
        else:
            self.others.append(what)

    def told(self):
        text = f"{self.same} of {self.lines} lines the same"
        for kind, n in self.kinds.most_common():
            text += f"; {n} {kind}"
        return text


def blocks_of(text):
    """Headers, each with the frames below it."""
    blocks = []
    for line in text.split(b"\n"):
        if line[:1] == b"\t" and blocks:
            blocks[-1][1].append(line)
        elif line:
            blocks.append((line, []))
    return blocks


def folded_of(path, event):
    """What perfnav folds itself."""
    done = subprocess.run([cli.PERFNAV, "print", "-q", "--no-index", "--format", "folded", "-e",
                           os.fsdecode(event), cli.alone(path)], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment(),
                          timeout=600, check=False)
    stacks = [line.rsplit(b" ", 1) for line in done.stdout.split(b"\n") if line]
    return collections.Counter({stack: int(number) for stack, number in stacks})


def check_own_folding(name, path, ours):
    if b"\n\t" not in ours:
        return
    for event in folding.events(ours):
        want, got = folding.fold(ours, event, tidy=False), folded_of(path, event)
        if not got and has(path, "read.nr > 1"):
            continue  # leader sampling: lines of other events than the sample's
        tap.ok(want == got, f"{name}: --format folded of {os.fsdecode(event)} has {got.total()} samples as in the text",
               [str(item) for item in list((want - got).items())[:3] + list((got - want).items())[:3]])


def has(path, condition):
    done = subprocess.run([cli.PERFNAV, "print", "-q", "--no-index", "-n", "1", "-f", condition, path],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return bool(done.stdout)


def has_user_stack(path):
    return has(path, "ustack.dyn > 0")


def frames_kind(perf, ours):
    """Of user stacks that two libraries unwind."""
    addresses = [[line.split()[0][-3:] for line in frames] for frames in (perf, ours)]
    if addresses[0] == addresses[1]:
        return "the same"
    short, long = sorted(addresses, key=len)
    cut = [frame for frame in long if frame != b"fff"]
    if [frame for frame in short if frame != b"fff"] == cut[:len(short)]:
        return "one of the two goes on further up a user stack"
    return None


def compare_frames(count, perf, ours, stacks):
    count.samples += 1
    if len(perf) == len(ours):
        found = [count.pair(a, b) for a, b in zip(perf, ours)]
        count.whole += all(found)
        return
    kind = frames_kind(perf, ours) if stacks else None
    count.lines += len(perf)
    count.same += sum(line in ours for line in perf)
    count.whole += bool(kind)
    count.note(kind, (perf, ours))


def compare(perf, ours, stacks=False, saved=False):
    count = Count(saved)
    a, b = blocks_of(perf), blocks_of(ours)
    heads = [[head for head, _ in blocks] for blocks in (a, b)]
    if len(a) == len(b):
        pairs = zip(a, b)
    else:
        matcher = difflib.SequenceMatcher(None, *heads, autojunk=False)
        pairs = []
        for what, i, j, k, m in matcher.get_opcodes():
            if what == "equal":
                pairs += zip(a[i:j], b[k:m])
            else:
                count.lines += j - i
                count.others += [(head, None) for head in heads[0][i:j]] + \
                    [(None, head) for head in heads[1][k:m]]
    for (head, frames), (our_head, our_frames) in pairs:
        count.pair(head, our_head)
        if frames or our_frames:
            compare_frames(count, frames, our_frames, stacks)
    return count


def check(name, count, stacks):
    tap.diag(f"{name}: {count.told()}")
    few = len(count.others) <= (count.lines + len(count.others)) / 1000
    if stacks:
        heads = [one for one in count.others if not isinstance(one[0], list)]
        few = count.whole >= 0.99 * count.samples and len(heads) <= count.lines / 1000
    tap.ok(count.lines and few, f"{name}: the lines of perf script, or a known kind of difference",
           [f"{len(count.others)} others", *map(str, count.others[:4])])


# ---- both outputs ----

def environment():
    return dict(cli.ENV, HOME=str(HOME), PERF_CONFIG=os.devnull, DEBUGINFOD_URLS="", PAGER="cat")


def of_perf(path, *args):
    done = subprocess.run([PERF, "script", *args, "-f", "-i", path], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment(),
                          timeout=600, check=False)
    return done.stdout if done.returncode == 0 else b""


def of_perfnav(path, *args):
    done = subprocess.run([cli.PERFNAV, "print", "-q", "--no-index", "--format", "perf-script", *args,
                           cli.alone(path)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, env=environment(), timeout=600, check=False)
    return done.stdout


def keep_vdso():
    """Where perf looks for the vdso: in its cache, which perf record fills."""
    with open("/proc/self/maps", encoding="ascii", errors="replace") as maps:
        places = [line.split()[0] for line in maps if line.rstrip().endswith("[vdso]")]
    if not places:
        return
    start, end = (int(place, 16) for place in places[0].split("-"))
    with open("/proc/self/mem", "rb", 0) as memory:
        memory.seek(start)
        image = memory.read(end - start)
    at = image.find(b"GNU\0", image.find(struct.pack("<III", 4, 20, 3)))
    build_id = image[at + 4:at + 24].hex()
    folder = HOME / ".debug/.build-id" / build_id[:2] / build_id[2:]
    folder.mkdir(parents=True)
    (folder / "vdso").write_bytes(image)


def recordings(*folders):
    for folder in folders:
        for path in recording.find(str(folder)) if folder.is_dir() else ():
            yield recording.Recording(path)


def check_installed():
    if not PERF:
        tap.skip("lines as perf script prints them", "perf is not installed")
        return
    keep_vdso()
    for one in recordings(cli.DATA, FIXTURES):
        perf = of_perf(one.path, "--no-itrace", "--no-inline")
        if not perf:
            tap.diag(f"{one.place}: perf prints nothing")
            continue
        ours = of_perfnav(one.path)
        stacks = has_user_stack(one.path)
        count = compare(perf, ours, stacks)
        check(one.place, count, stacks)
        check_own_folding(one.place, one.path, ours)
        if b"\n\t" in perf and not count.kinds and not stacks:
            check_folded(one.place, perf, ours)


def check_folded(name, perf, ours):
    for event in folding.events(ours):
        want, got = folding.fold(perf, event), folding.fold(ours, event)
        tap.ok(want == got, f"{name}: {len(want)} folded stacks of {want.total()} samples of {os.fsdecode(event)} are perf's",
               [str(item) for item in list((want - got).items())[:3] + list((got - want).items())[:3]])


def saved_texts(one):
    """Texts of perf 6.1 that were saved, with the arguments that they were made with."""
    folder = FIXTURES / "oracle"
    for kind in ("fields", "script"):
        for label in ("", "-filled", "-plain"):
            path = folder / f"{one.name}.{kind}{label}.txt.zst"
            text = oracles.read(str(path)) if path.exists() else b""
            command = COMMAND_RE.match(text)
            if command:
                yield path.name, command[1].decode().split(), text[command.end() + 1:]
            elif text:
                yield path.name, ["--ns", *SHOWN], text


SHOWN = [f"--show-{what}-events" for what in ("task", "mmap", "switch", "namespace", "lost", "bpf",
                                              "cgroup")]


def check_saved():
    for one in recordings(FIXTURES):
        if "intel_pt" in one.name:
            continue  # with samples that perf made of trace data
        for name, args, text in saved_texts(one):
            stacks = has_user_stack(one.path)
            check(name, compare(text, of_perfnav(one.path, *args), stacks, saved=True), stacks)


BUSY = ("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; ls -lR /usr/share >/dev/null; "
        "find /usr -name nothing; perl -e 'my %h; $h{$_ % 999} .= sqrt $_ for 1 .. 300000'")


def check_own():
    """Recorded here, so that all names are to be had."""
    if not PERF:
        return
    path = cli.SCRATCH / "own.data"
    subprocess.run([PERF, "record", "-q", "-g", "-e", "cpu-clock", "-F", "4000", "-o", path, "sh",
                    "-c", BUSY], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, env=environment(), timeout=120, check=False)
    if not path.exists():
        tap.skip("a recording made here", "perf cannot record")
        return
    perf, ours = of_perf(path, "--no-itrace", "--no-inline"), of_perfnav(path)
    count = compare(perf, ours)
    check("recorded here", count, False)
    event = folding.events(ours)[0]
    want, got = folding.fold(known.without(perf, ours), event), folding.fold(ours, event)
    differ = sum(((want - got) + (got - want)).values())
    tap.ok(differ <= want.total() / 1000, f"recorded here: {len(want)} folded stacks, {differ} of "
           f"{want.total()} samples differ", [str(item) for item in list((want - got).items())[:3]])


check_installed()
check_saved()
check_own()
sys.exit(tap.done())
