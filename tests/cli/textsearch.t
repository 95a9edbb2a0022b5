#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A search for text finds the records whose lines have it, whatever it is decided from.

TEXTS  how many texts of each recording are searched for; 4
"""
import os
import random
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
from cli import CWD, DATA, MK, ROOT, run, tap  # noqa: E402

TEXTS = int(os.environ.get("TEXTS") or 4)


def lines_of(path, *more):
    return [row.get("line") for row in
            run("print", "-q", "--json", "-F", "line", *more, path).objects()]


def texts_of(lines, rng):
    """Pieces of lines, of each part of one and across two of them, as they are and changed."""
    for i in range(TEXTS):
        line = rng.choice(lines)
        start = rng.randrange(len(line))
        text = line[start:start + rng.choice((1, 2, 3, 4, 6, 9, 14, 70))]
        if i % 3 == 1:
            where = rng.randrange(len(text) + 1)
            text = text[:where] + rng.choice("aexz0 9=:") + text[where:]
        if '"' not in text and "\\" not in text:
            yield text, i % 2


def search(path, lines, text, any_case):
    if any_case:
        found = lines_of(path, "-f", f'line =~ "\\Q{text}\\E"')
        return found, [line for line in lines if text.lower() in line.lower()]
    found = lines_of(path, "-f", f'line contains "{text}"')
    return found, [line for line in lines if text in line]


BEFORE_CALLCHAIN = 16, 0, 1, 2, 3, 6, 9, 7, 8  # bits of sample_type: a u64 each


def short_sample():
    """A recording whose first sample has a call chain that takes up the room of all later fields."""
    data = bytearray((DATA / "dwarf.data").read_bytes())
    attrs, at = struct.unpack_from("<Q", data, 24)[0], struct.unpack_from("<Q", data, 40)[0]
    bits, = struct.unpack_from("<Q", data, attrs + 24)
    while data[at] != 9:
        at += struct.unpack_from("<H", data, at + 6)[0]
    end = at + struct.unpack_from("<H", data, at + 6)[0]
    chain = at + 8 + 8 * sum(bits >> bit & 1 for bit in BEFORE_CALLCHAIN)
    struct.pack_into("<Q", data, chain, (end - chain - 8) // 8)
    (CWD / "short.data").write_bytes(data)


def damage():
    """What is wrong with a record is found by its whole text and by a part of it."""
    short_sample()
    what = run("print", "-q", "--json", "-n", "1", "-f", "damage", "-F", "damage", "short.data").objects()
    text = what[0]["damage"] if what else ""
    tap.ok(text == "the record ends before its fields", "a record without room for its fields is damaged", text)
    for test in (f'damage == "{text}"', 'damage contains "ends before"', 'damage =~ "ends b.fore"'):
        found = run("count", "-q", "--json", "-f", test, "short.data").objects()
        tap.ok(found and found[0].get("count", 0) == 1, f"... {test}", found)


def system_calls():
    """The name of a system call replaces its number: what is before and after it remains."""
    lines = lines_of(DATA / "tracepoints.data")
    for text in ("_enter futex(", "futex(7", "enter read(", "_exit read = ", "read = 1", "NR 0", "clone3 =", ", 0, 0)"):
        found, expected = search(DATA / "tracepoints.data", lines, text, False)
        tap.ok(found == expected, f"{text!r} is found in the calls that have it", f"{len(found)} of {len(expected)}")


def values_of(row):
    """The texts of a tracepoint's fields, or the file at the sample's address."""
    values = row["tp"].values() if "tp" in row else [row.get("dso")]
    return [value for value in values if isinstance(value, str)]


def fields(path, rng):
    """Texts of fields of the record, and of the file of its address, are found like those of lines."""
    wrong = []
    for name, field in ("tp", "tp.FIELD"), ("dso", "dso"):
        rows = run("print", "-q", "--json", "-F", f"ordinal,{name}", path).objects()
        texts = sorted({value for row in rows for value in values_of(row) if value.isprintable()})
        for text in (piece for _ in range(TEXTS) if texts for piece in pieces(rng.choice(texts), rng)):
            found = run("print", "-q", "--json", "-F", "ordinal", "-f", f'{field} =~ "\\Q{text}\\E"', path).objects()
            expected = [row["ordinal"] for row in rows
                        if any(text.lower() in value.lower() for value in values_of(row))]
            if [row["ordinal"] for row in found] != expected:
                wrong.append(f"{field} {text!r}: {len(found)} instead of {len(expected)}")
    return wrong


def pieces(text, rng):
    """A part of a text, and one that is not in it."""
    start = rng.randrange(len(text)) if text else 0
    part = text[start:start + rng.choice((1, 3, 9))]
    if part and '"' not in part and "\\" not in part:
        yield from (part, part + "~", part.swapcase())


def other_case():
    """If case is ignored, the Kelvin sign is a k, and the long s is an s."""
    data = (DATA / "sched.data").read_bytes()
    for text, other in ("swapper/0", "\u017fwapper/"), ("perf-exec", "\u212aerf-ex"):
        assert len(other.encode()) == len(text)
        data = data.replace(text.encode(), other.encode())
    (CWD / "other.data").write_bytes(data)
    lines = lines_of("other.data")
    for text in "swapper/", "KERF", "comm=swap":
        found = lines_of("other.data", "-f", f'line =~ "{text}"')
        expected = [line for line in lines if text.casefold() in line.casefold()]
        tap.ok(found == expected and found, f"{text}, any case, is found in lines", f"{len(found)} of {len(expected)}")
    for text in "swapper/", "KERF":
        rows = run("print", "-q", "--json", "-F", "ordinal,tp", "other.data").objects()
        found = run("print", "-q", "--json", "-F", "ordinal,tp", "-f", f'tp.FIELD =~ "{text}"', "other.data").objects()
        expected = [row for row in rows if any(text.casefold() in value.casefold() for value in values_of(row))]
        tap.ok(found == expected and found, f"... {text} in fields", f"{len(found)} of {len(expected)}")


def kernel_changes(n):
    """A recording of n functions of the kernel that are loaded one by one, and a sample after each."""
    (CWD / "changes.mk").write_text(f"""include "{ROOT}/tests/mk/cases/abi.inc"
attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock"
    sample_type=S_IP|S_TID|S_TIME flags=F_SAMPLE_ID_ALL|F_COMM|F_KSYMBOL
macro change n
    record KSYMBOL u64 0xffffffffc0100000+n*256 u32 256 u16 1 0 str "bpf_prog" pad8 u32 821 822 u64 10*n
    record SAMPLE misc=KERNEL u64 0xffffffffc0100000 u32 821 822 u64 10*n+1
end
""" + "".join(f"change {i}\n" for i in range(n)))
    subprocess.run([MK, CWD / "changes.mk", CWD / "changes.data"], check=True)


def found_by(test):
    found = run("count", "-q", "--json", "-f", test, "changes.data").objects()
    return found[0]["count"] if found else 0


def kernel():
    """Not all mappings of the kernel are tested after each change, if there are many."""
    kernel_changes(10000)
    tap.ok(found_by('dso =~ "nowhere"') == 0, "a search in the files of a kernel that changes often finds none")
    n = found_by('dso =~ "bpf"')
    tap.ok(n == 10000, "... and those that are there", n)


def main():
    damage()
    system_calls()
    other_case()
    kernel()
    rng = random.Random(4711)
    for path in sorted(DATA.glob("*.data")):
        lines = lines_of(path)
        wrong = []
        for text, any_case in texts_of(lines, rng):
            found, expected = search(path, lines, text, any_case)
            if found != expected:
                wrong.append(f"{text!r}: {len(found)} instead of {len(expected)}")
        wrong += fields(path, rng)
        tap.ok(not wrong, f"{path.name}: texts are found where they are", "; ".join(wrong))
    return tap.done()


sys.exit(main())
