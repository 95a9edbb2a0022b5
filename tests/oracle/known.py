# SPDX-License-Identifier: GPL-3.0-or-later
"""Differences from the text of perf script that doc/deviations.md explains ("Output of perf script")."""
import re

FRAME_RE = re.compile(rb"^([ \t]*[0-9a-f]+)(?: (.+?))? \((.*)\)$")
BARE_RE = re.compile(rb"^([ \t]*[0-9a-f]+) (\S+)$")  # of a pipe's tracepoints
PLACE_RE = re.compile(rb"^(.*: +)([0-9a-f]+)(?: (.+?))? \((\S*|\[.*\])\)(.*)$")
# Texts and programs are of the machine that recorded: here files are missing.
ELSEWHERE = "names of files that are not here"


def parts_of(line):
    """Text before the address, address, name, object; None: it has none."""
    match = (FRAME_RE.match(line) or BARE_RE.match(line)) if line[:1] == b"\t" else None
    if match:
        return b"", match[1].strip(), match[2] or b"", match[3] if match.re is FRAME_RE else b""
    match = PLACE_RE.match(line)
    return (match[1], match[2], match[3] or b"", match[4]) if match else None


TASK_RE = re.compile(rb"^.*?(?=\s\d+(?:/\d+)?\s)")


def is_of_kernel(_, address, name, dso):
    return name and (dso.startswith(b"[") or dso.endswith(b".ko") or
                     not dso and len(address) == 16 and address.startswith(b"ffff"))


def kind_of(perf, ours, saved):
    """The kind of a difference, by what doc/deviations.md says; None: another one."""
    if b"time=0/" in perf:
        # perf knows of a sample without a time what it has delivered so far.
        perf, ours = (TASK_RE.sub(b"", line) for line in (perf, ours))
        if re.split(rb" [^ ]+ \(", perf)[0] == re.split(rb" [^ ]+ \(", ours)[0]:
            return "names as of a sample without a time"
    a, b = parts_of(perf), parts_of(ours)
    if re.fullmatch(rb"\t +[0-9a-f]+", perf) and re.fullmatch(rb"\t +[0-9a-f]+", ours) and \
            perf[-3:] == ours[-3:]:
        return "frames of the call of execve"
    if a and b and a[0] == b[0]:
        same_place = a[1] == b[1] and a[3] == b[3]
        if same_place and a[3] == b"[vdso]" and a[2] == b"[unknown]":
            return "perf does not find the vdso"
        if same_place and b[2] == b"[unknown]" and is_of_kernel(*a):
            return "names of a kernel of another build"
        if a[1] == b[1] and a[3] == b"[unknown]" and b[2:] == (b"[unknown]", b"[kernel.kallsyms]"):
            return "places behind the kernel's text"
        if same_place and a[2] == b"[unknown]" and b"@plt+0x" in b[2]:
            return "entries of .plt.got"
        if same_place and saved and b[2] == b"[unknown]":
            return ELSEWHERE
        if b[2] == b"[unknown]" and b[3] == b"[unknown]" and a[1][-3:] == b[1][-3:]:
            return "frames of the call of execve"
    return None


def without(perf, ours):
    """The text of perf, where lines that differ in a known way are ours."""
    a, b = perf.split(b"\n"), ours.split(b"\n")
    if len(a) != len(b):
        return perf
    return b"\n".join(y if x != y and kind_of(x, y, False) else x for x, y in zip(a, b))
