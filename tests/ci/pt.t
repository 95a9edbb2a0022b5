#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Are the packets of Intel PT those that perf report -D prints?

Compared are recordings for which a dump of perf is saved (oracle/NAME.dump.txt.zst in the folder
given, in PERFNAV_RECORDINGS, or in ../shared/fixtures), and one with all kinds of packets that mk
builds, with the installed perf. Each packet has to have the place, the kind and the text that perf
has; what perfnav derives from it follows behind a comma. perf counts zeros behind a short packet
to it; here they are packets of their own.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "mk"))
import expect  # noqa: E402

BUILD = pathlib.Path(os.environ.get("BUILD", ROOT / "build" / "release"))
RECORD = re.compile(r"\S+ \S+ 0x([0-9a-f]+) \[0x[0-9a-f]+\]: PERF_RECORD_AUXTRACE ")
PACKET = re.compile(r"\.  ([0-9a-f]{8}):  ((?:[0-9a-f]{2} )+) *(.*)")
NOTES = 5


def folder():
    given = sys.argv[1:2] or [os.environ.get("PERFNAV_RECORDINGS") or
                              str(ROOT.parent / "shared" / "fixtures")]
    return pathlib.Path(given[0])


def of_perf(text):
    """{offset of the record: [(place, bytes, text)]} without padding."""
    records, at = {}, None
    for line in text.split("\n"):
        if match := RECORD.match(line):
            at = records.setdefault(int(match[1], 16), [])
        elif line.startswith("0x"):
            at = None
        elif at is not None and (match := PACKET.fullmatch(line)):
            packet = (int(match[1], 16), bytes.fromhex(match[2]), match[3].strip())
            if packet[2] != "PAD":
                at.append(packet)
    return records


def of_perfnav(path):
    """{offset of the record: [(place, length, text)]}, padding included."""
    program = BUILD / "tests" / "unit" / "auxtrace"
    text = subprocess.run([program, "--dump", path], check=True, stdout=subprocess.PIPE).stdout
    records = {}
    for line in text.decode().splitlines():
        record, place, length, what = line.split(" ", 3)
        records.setdefault(int(record, 16), []).append(
            (int(place, 16), int(length, 16), what.split(",")[0]))
    return records


def tiles(packets):
    ends = [place + length for place, length, _ in packets]
    return [place for place, _, _ in packets] == [0, *ends][:len(packets)]


def differences(perf, ours):
    """One line for each packet that is another."""
    notes = [] if tiles(ours) else ["the packets do not follow one another"]
    packets = [p for p in ours if p[2] != "PAD"]
    if len(perf) != len(packets):
        notes.append(f"perf has {len(perf)} packets, perfnav {len(packets)}")
    for (place, data, text), (our_place, length, our_text) in zip(perf, packets):
        if (place, text) != (our_place, our_text) or data[length:].strip(b"\0"):
            notes.append(f"perf: {place:x} {data.hex()} {text}, "
                         f"perfnav: {our_place:x}+{length} {our_text}")
    return notes


def compare(tap, name, dump, path):
    perf, ours = of_perf(dump), of_perfnav(path)
    tap.ok(perf, f"{name}: perf prints {sum(map(len, perf.values()))} packets of "
                 f"{len(perf)} records")
    for offset, packets in perf.items():
        if any(text == "Bad packet!" for _, _, text in packets):
            tap.skip(f"{name}: record at {offset:#x}", "perf does not look for a PSB")
            continue
        notes = differences(packets, ours.get(offset, []))
        tap.ok(not notes, f"{name}: {len(packets)} packets of the record at {offset:#x}",
               notes[:NOTES])


def saved(tap):
    """Recordings of the folder whose saved dump has packets. True: there was one."""
    found = False
    for oracle in sorted(folder().glob("**/oracle/*.dump.txt.zst")):
        name = oracle.name[:-len(".dump.txt.zst")]
        recordings = [p for p in oracle.parent.parent.glob(f"*/{name}") if p.is_file()]
        dump = subprocess.run(["zstd", "-dcq", oracle], check=True,
                              stdout=subprocess.PIPE).stdout.decode("utf-8", "replace")
        if recordings and "Intel Processor Trace data" in dump:
            compare(tap, name, dump, recordings[0])
            found = True
    return found


def built(tap):
    with tempfile.TemporaryDirectory() as tmp:
        path = pathlib.Path(tmp) / "pt.data"
        subprocess.run([expect.program("MK", "mk"), ROOT / "tests/mk/cases/pt.mk", path],
                       check=True)
        env = dict(os.environ, HOME=tmp, LC_ALL="C", TZ="UTC", PERF_CONFIG="/dev/null")
        dump = subprocess.run(["perf", "report", "-D", "-i", path], env=env, check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL).stdout.decode("utf-8", "replace")
        compare(tap, "pt.mk", dump, path)


def main():
    tap = expect.Tap()
    if not shutil.which("zstd"):
        tap.skip("saved dumps of perf", "no zstd")
    elif not saved(tap):
        tap.skip("saved dumps of perf", f"there are none in {folder()}")
    if shutil.which("perf"):
        built(tap)
    else:
        tap.skip("a packet of each kind", "perf is not installed")
    tap.done()


main()
