# SPDX-License-Identifier: GPL-3.0-or-later
"""Kinds of recordings by what is around their records, and folders put together for a test."""
import struct
import subprocess

import corpus
from cli import CASES, CWD, MK, run, tap

PIPE_HEADER = 16
HEADER = 104


class Kind:
    """A kind of recording; holds tells whether a recording that was found is one. The tests are
    those beside the ones for all recordings and cases."""

    def __init__(self, name, holds, *tests):
        self.name, self.holds, self.tests = name, holds, tests


def head(found):
    """Magic, size of the header, and size of the data, as numbers of the file's order."""
    path = found.path / "data" if found.path.is_dir() else found.path
    with open(path, "rb") as stream:
        start = stream.read(HEADER).ljust(HEADER, b"\0")
    order = ">" if start[:8] == b"2ELIFREP" else "<"
    return (start[:8], *struct.unpack_from(order + "Q", start, 8),
            *struct.unpack_from(order + "Q", start, 48))


def is_file(magic):
    def holds(found):
        return not found.path.is_dir() and head(found)[:2] == (magic, HEADER)
    return holds


def is_pipe(found):
    return head(found)[1] == PIPE_HEADER


def unfinished(found):
    return found.info.get("mode") == "file" and is_file(b"PERFILE2")(found) and not head(found)[2]


def cut(found):
    return any("is truncated" in text for text in found.info.get("warnings", []))


def compressed(name):
    return lambda found: name in found.types


def compressed_pipe(found):
    return is_pipe(found) and "COMPRESSED" in found.types


def folder(version):
    return lambda found: found.features.get("DIR_FORMAT") == version


def damaged(found):
    return bool(found.info.get("damage"))


def many_layouts(found):
    return len({event.get("sample_type") for event in found.info.get("events", [])}) > 1


def attr_sizes(holds):
    return lambda found: any(holds(event.get("size", 0)) for event in found.info.get("events", []))


KINDS = (
    Kind("file, little-endian", is_file(b"PERFILE2")),
    Kind("file, big-endian", is_file(b"2ELIFREP"), "twin/twin.t"),
    Kind("file of the first version", is_file(b"PERFFILE")),
    Kind("file that was not finished", unfinished),
    Kind("file that was cut", cut, "damage/damage.t"),
    Kind("file with damaged records", damaged, "damage/damage.t"),
    Kind("file with events of different layout", many_layouts),
    Kind("attr of 64 bytes", attr_sizes(lambda size: size == 64)),
    Kind("attr longer than any known", attr_sizes(lambda size: size > 176)),
    Kind("stream of a pipe", is_pipe, "twin/twin.t", "cli/files.t"),
    Kind("compressed", compressed("COMPRESSED")),
    Kind("compressed, second form", compressed("COMPRESSED2")),
    Kind("compressed stream of a pipe", compressed_pipe),
    Kind("folder of version 0", folder(0), "core/coverage.t"),
    Kind("folder of version 1", folder(1), "core/coverage.t"),
)


# ---- folders made here ----

def stream(source, target):
    """A stream of a folder: what mk writes for a pipe, without its header."""
    whole = CWD / "stream.pipe"
    subprocess.run([MK, CASES / source, whole], check=True)
    target.write_bytes(whole.read_bytes()[PIPE_HEADER:])


def with_kcore():
    made = CWD / "kcore.data"
    (made / "kcore_dir").mkdir(parents=True)
    subprocess.run([MK, CASES / "dir_kcore.mk", made / "data"], check=True)
    for name in ("kcore", "kallsyms", "modules"):
        (made / "kcore_dir" / name).write_text("data.0\n", encoding="ascii")
    return made


def with_threads():
    """Two compressed streams, each with a zstd stream of its own."""
    made = CWD / "threads.data"
    made.mkdir()
    subprocess.run([MK, CASES / "dir_threads.mk", made / "data"], check=True)
    for number in range(2):
        stream("dir_stream.inc", made / f"data.{number}")
    return made


def check_folder(name, path, types, ips):
    result = run("info", "--no-index", "--json", path)
    info = result.objects()[0] if result.status in corpus.READ else {}
    tap.ok(result.clean() and info.get("mode") == "directory" and info.get("types") == types,
           f"{name}: records of each type", [str(info.get("types")), *result.told()])
    records = corpus.objects(path, "-f", "type == SAMPLE")
    tap.ok([record["ip"] for record in records] == ips, f"{name}: its samples, stream by stream",
           [str([record.get("ip") for record in records])])
    return records


def check_all():
    """Folders that no recording of data/ is: of version 0, and of compressed streams."""
    check_folder("a folder of version 0 with kcore", with_kcore(), {"COMM": 1, "SAMPLE": 1},
                 [0xffffffff81000010])
    records = check_folder(
        "a folder of compressed streams", with_threads(),
        {"COMM": 1, "FINISHED_INIT": 1, "COMPRESSED": 4, "FINISHED_ROUND": 2, "SAMPLE": 6},
        [0x1001, 0x1002, 0x1003] * 2)
    holders = [(record["stream"], record.get("in")) for record in records]
    tap.ok(holders[:3] == [(holders[0][0], 0), (holders[0][0], 85), (holders[0][0], 85)],
           "each says which COMPRESSED record holds it", [str(holders)])
    comms = {record.get("comm") for record in records}
    tap.ok(comms == {"threads"}, "the task's name comes from the other file", [str(comms)])
