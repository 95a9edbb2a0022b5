#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does mk lay out bytes as told, and refuse what it cannot?"""
import subprocess
import sys

sys.dont_write_bytecode = True
import expect  # noqa: E402

HEADER = "50455246494c4532 6800000000000000"
# A whole file: header, an attr of cpu-clock, COMM, SAMPLE.
MINIMAL = """
attr type=1 size=128 sample_period=250000 sample_type=0x187 flags=0x40200
record 3 misc=0x2000 u32 1234 1234 str "test" pad8 u32 1234 1234 u64 1000000000 u32 3 0
record 9 misc=2 u64 0x401000 u32 1234 1235 u64 1000002000 u32 3 0 u64 250000
"""
MINIMAL_HEX = HEADER + """
    9000000000000000 6800000000000000 9000000000000000 f800000000000000
    6000000000000000 0000000000000000 0000000000000000 0000000000000000
    0000000000000000 0000000000000000 0000000000000000
    01000000 80000000 0000000000000000 90d0030000000000
    8701000000000000 0000000000000000 0002040000000000
    """ + 12 * "0000000000000000" + """
    03000000 0020 3000 d2040000 d2040000 7465737400000000
    d2040000 d2040000 00ca9a3b00000000 03000000 00000000
    09000000 0200 3000 0010400000000000 d2040000 d3040000
    d0d19a3b00000000 03000000 00000000 90d0030000000000"""

# Items in a record of a pipe: what follows the file header (16) and the record header (8).
ITEMS = [
    ("u8 1 255 -1 u16 0x1234 u32 1 u64 -2", "01ffff3412 01000000 feffffffffffffff"),
    ("endian=big u8 1 u16 0x1234 u32 1 u64 -2", "01 1234 00000001 fffffffffffffffe"),
    ("s32 -5 f64 1.5", "fbffffff 000000000000f83f"),
    ("endian=big f64 -0.25", "bfd0000000000000"),
    ("u32 1|2<<4 (1|2)<<4 2+3*4 7-2-1", "21000000 30000000 "
     "0e000000 04000000"),
    (r'str "a\tb\\\"\x80\e" text "xy" u8 9', "6109625c22801b00 7879 09"),
    ('u8 1 pad8 u8 2 align 4 u8 3', "0100000000000000 02000000 03"),
    ("fill 3 0xee fill 2 hex 0a 0b0c", "eeeeee 0000 0a0b0c"),
    ("bits 1:1 3:5 4:0xa 8:0", "ab00"),
    ("endian=big bits 1:1 3:5 4:0xa 8:0", "da00"),
    ('text64 "abc"', "0300000000000000 616263"),
    ('fstr "abc"', "40000000 616263" + 61 * "00"),
    ("A 1 2 u8 7", "0102 07"),
]
PRELUDE = "macro A x y\nu8 x y\nend\n"

ERRORS = [
    ("u8 1", 1, "nothing to put it into"),
    ("\n\nrecord 9 u8 256", 3, "does not fit"),
    ("record 9 u8 -129", 1, "does not fit"),
    ("record 9 u16 nobody", 1, "'nobody' is not defined"),
    ("record 9\nu8 (1", 2, ") is missing"),
    ("record 9\nu8 1+", 2, "should stand here"),
    ("record 9\nu8 1x", 2, "left over"),
    ("record 9 u64 0x10000000000000000", 1, "too large"),
    ("record 9 text abc", 1, "quoted string"),
    ('record 9 u8 "1"', 1, "number"),
    ('record 9 text "abc', 1, "not closed"),
    (r'record 9 text "\q"', 1, "unknown escape"),
    ("record 9 hex 123", 1, "hexadecimal"),
    ("record 9 pad8 3", 1, "left over"),
    ("record 9 bits 3:1", 1, "no integer"),
    ("record 9 bits 1:2 7:0", 1, "too large"),
    ("record 9 fill 65536", 1, "too long"),
    ("record 9 color=3", 1, "no setting"),
    ("attr type=1 colour=3", 1, "no field 'colour'"),
    ("file endian=middle", 1, "no setting"),
    ("record 9\nfile endian=big", 2, "too late"),
    ("record 9\nattr type=1", 2, "cannot follow"),
    ("feature 3\nfeature 3", 2, "there already"),
    ("feature 256", 1, "too large"),
    ("let A = 1\nlet A = 2", 2, "a meaning already"),
    ("let u8 = 1", 1, "a meaning already"),
    ("let 8 = 1", 1, "cannot be a name"),
    ("macro A\nu8 1", 1, "no end"),
    ("macro A\nA\nend\nrecord 9 A", 2, "call themselves"),
    ("macro A x\nu8 x\nend\nrecord 9 A", 4, "value is missing"),
    ("include \"/nowhere/x.inc\"", 0, "/nowhere/x.inc"),
]


def build(mk, text):
    return subprocess.run([mk, "-", "-"], input=text.encode(), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)


def check_items(tap, mk, items, want):
    endian, _, rest = items.partition(" ") if items.startswith("endian") else ("", "", items)
    done = build(mk, f"file mode=pipe {endian}\n{PRELUDE}record 40 {rest}\n")
    have = done.stdout[24:].hex()
    tap.ok(done.returncode == 0 and have == want.replace(" ", ""), items,
           [f"should be {want}", f"is {have}", done.stderr.decode()])


def check_error(tap, mk, text, line, message):
    done = build(mk, text + "\n")
    told = done.stderr.decode()
    place = f"-:{line}: " if line else ""
    tap.ok(done.returncode == 1 and told.startswith(place) and message in told,
           f"refused: {message}", [f"{text!r} gives {done.returncode}, {told!r}"])


def main():
    tap, mk = expect.Tap(), expect.program("MK", "mk")
    have = build(mk, MINIMAL).stdout
    want = bytes.fromhex(MINIMAL_HEX)
    tap.ok(have == want, "a minimal file", [f"should be {want.hex()}", f"is {have.hex()}"])
    for items, want in ITEMS:
        check_items(tap, mk, items, want)
    for text, line, message in ERRORS:
        check_error(tap, mk, text, line, message)
    tap.done()


main()
