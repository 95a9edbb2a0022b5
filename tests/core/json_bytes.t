#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Any bytes where a recording has text: valid JSON, U+FFFD for what is no UTF-8, NAME_hex then."""
import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402
import cli  # noqa: E402
from cli import Differences, run, tap  # noqa: E402

COUNT = 400
# What a terminal must not get as it is, and may hide.
UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
                    "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]")
KNOWN = (b"", b"plain", b"\"quoted\\\"", b"\xff\xfe", b"\xc0\xaf", b"\xed\xa0\x80", b"\xe2\x82",
         b"\xf4\x90\x80\x80", b"\xc2\x9b31m", b"\xe2\x80\xaetxt", b"\xf0\x9f\x98\x80", b"\x1b[31m",
         b"\xef\xbf\xbd", b"\xf3\xa0\x81\x81", b"a\nb\tc\rd", b"\x7f", b"</script>", b"\xe2\x80\xa8",
         b"{\"a\":1}", b"\\u0041", b"%s%n", b"\xc3\xa4\xc3", b"\x80" * 15)


def decoded(raw):
    """The bytes as text with U+FFFD for each byte that is no part of a character."""
    out, at = "", 0
    while at < len(raw):
        for n in (1, 2, 3, 4):
            try:
                out += raw[at:at + n].decode("utf-8")
                at += n
                break
            except UnicodeDecodeError:
                pass
        else:
            out += "\ufffd"
            at += 1
    return out


def is_text(raw):
    try:
        raw.decode("utf-8")
        return True
    except UnicodeDecodeError:
        return False


def random_name(rng):
    """Up to 15 bytes without a NUL, often parts of characters."""
    likely = b"\xc2\xe2\x80\x9b\xed\xa0\xf0\x9f\xef\xbb\xbf\x1b\x7f\"\\a"
    return bytes(rng.choice(likely) if rng.random() < 0.6 else rng.randrange(1, 256)
                 for _ in range(rng.randrange(16)))


def description(names):
    """One COMM, one MMAP, one KSYMBOL and one CGROUP for each name, and a sample of the task."""
    yield 'attr type=1 config=0 size=128 sample_type=7 flags=1<<18'
    yield "feature 3 fstr \"testhost\""
    for i, name in enumerate(names):
        text = f"hex {name.hex()}00 pad8" if name else "hex 00 pad8"
        end = f"u32 {i} {i} u64 {i + 1}"
        yield f"record 3 u32 {i} {i} {text} {end}"
        yield f"record 1 misc=2 u32 {i} {i} u64 4096 4096 0 {text} {end}"
        yield f"record 17 u64 4096 u32 64 u16 1 0 {text} {end}"
        yield f"record 19 u64 {i} {text} {end}"
        yield f"record 9 misc=2 u64 64 u32 {i} {i} u64 {i + 1}"


def build(names):
    path = cli.CWD / "bytes.data"
    subprocess.run([cli.MK, "-", path], input="\n".join(description(names)).encode() + b"\n",
                   check=True)
    return path


# The record of each type, and where its text is.
PLACES = {"COMM": ("comm", None), "MMAP": ("mmap", "file"), "KSYMBOL": ("ksym", "name"),
          "CGROUP": ("cgroup_path", None), "SAMPLE": ("comm", None)}


def member(record, outer, inner):
    """The object that has the text, and its key."""
    return (record[outer], inner) if inner else (record, outer)


def check_text(diffs, where, holder, key, raw):
    diffs.check(where, "text", decoded(raw), holder.get(key))
    if is_text(raw):
        diffs.check(where, "bytes beside it", None, holder.get(key + "_hex"))
    else:
        diffs.check(where, "bytes beside it", raw.hex(), holder.get(key + "_hex"))


def find_cgroup(record):
    """cgroup.path: its key, nested or not."""
    if isinstance(record.get("cgroup"), dict):
        return record["cgroup"], "path"
    return record, "cgroup.path"


def compare(names, records):
    diffs = Differences()
    for at, record in enumerate(records):
        raw = names[at // len(PLACES)]
        where = f"{record['type']} of {raw!r}"
        if record["type"] == "CGROUP":
            holder, key = find_cgroup(record)
        else:
            holder, key = member(record, *PLACES[record["type"]])
        check_text(diffs, where, holder, key, raw)
    return diffs


def main():
    rng = random.Random(1)
    names = [*KNOWN, *(random_name(rng) for _ in range(COUNT))]
    path = build(names)
    result = run("print", "--format", "json", path)
    tap.ok(result.clean(), "a recording whose names are any bytes", result.told()[:5])
    lines = result.out_bytes.decode("utf-8", "strict").split("\n")
    tap.ok(len(lines) == len(names) * len(PLACES) + 1, "one line a record")
    bad = [line for line in lines if UNSAFE.search(line)]
    tap.ok(not bad, "nothing in it that a terminal acts on", [ascii(line) for line in bad[:3]])
    tap.topic("text and bytes of each", compare(names, result.objects()))

    for args in (["-F", "comm,mmap.file,ksym.name,cgroup.path"], []):
        shown = run("print", *args, path)
        tap.ok(shown.clean() and len(shown.out_bytes.split(b"\n")) == len(lines),
               f"as text {' '.join(args)}: one line a record")
        try:
            text = shown.out_bytes.decode("utf-8", "strict").replace("\n", "")
        except UnicodeDecodeError as error:
            text = f"\x00 {error}"
        tap.ok(not UNSAFE.search(text), "and nothing in it that a terminal acts on",
               [ascii(text[:100])])

    counted = {bytes.fromhex(o["comm_hex"]) if "comm_hex" in o else o["comm"].encode()
               for o in run("count", "--json", "--by", "comm", path).objects()}
    tap.ok(counted == set(names), "count by name tells all of them apart",
           [str(sorted(set(names) ^ counted)[:8])])
    return tap.done()


sys.exit(main())
