#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A reader of the index written from doc/index-format.md, against perfnav print.

The hashes are not checked: XXH3 is not in the standard library. The pieces of inflated streams are
inflated by the program zstd.
"""
import collections
import functools
import operator
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import tap  # noqa: E402

U64 = (1 << 64) - 1
DAMAGE = 0xffffffff
COLUMNS = ("size", "kind", "thread", "cpu", "time")

Header = collections.namedtuple(
    "Header", "magic version size dev ino file_size mtime streams bytes samples events ctime "
    "hash")
End = collections.namedtuple("End", "directory rows records ns hash magic")
Entry = collections.namedtuple("Entry", "tag zero offset size hash")
Block = collections.namedtuple("Block", "chunk size rows first_row first_ordinal first_offset "
                               "time_min time_max kinds threads cpus key_min key_max "
                               "last last_inflated flags zero")
Kind = collections.namedtuple("Kind", "type misc flags layout event reason")
Task = collections.namedtuple("Task", "time row tid pid parent len name")
Fence = collections.namedtuple("Fence", "time row tid pid chunk size tasks")
State = collections.namedtuple("State", "time row id what start end")
Piece = collections.namedtuple("Piece", "stream size offset chunk chunk_size zero")
Page = collections.namedtuple("Page", "chunk size rows first_key first_row last_key last_row")
Jump = collections.namedtuple("Jump", "stream offset inside")

Checkpoint = collections.namedtuple(
    "Checkpoint", "rows records position inflated inside packed_before inflated_before packed "
    "all_inflated strings last last_inflated blocks kinds threads pieces sizes tasks states stream "
    "largest flags size")

HEADER = "<8sIIQQQqQQQQqQ"
END = "<QQQQQ8s"
CHECKPOINT = "<12Q7IIHHI"
GROWING = (b"BLKS", b"KIND", b"THRD", b"FRMS")
TASK = "<QQIIII16s"
STATE = "<QQIIQQ"
BLOCK = "QIIQQQQQQQQQQQQII"
TABLES = {
    b"BLKS": ("<" + BLOCK, Block),
    b"GRPS": ("<Q" + BLOCK, lambda hash_, *rows: Block(*rows)),
    b"KIND": ("<IHHiiQ", Kind),
    b"THRD": ("<II", None),
    b"TASK": ("<QQIIQII", Fence),
    b"STAT": ("<QQIIQII", Fence),
    b"FRMS": ("<IIQQII", Piece),
    b"CRWD": ("<Q", None),
    b"ORDR": ("<QIIQQQQ", Page),
    b"KROW": ("<Q", None),
}


class Bytes:
    """Goes through bytes from the front."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, form):
        values = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return values

    def one(self, form):
        return self.take(form)[0]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.one("B")
            value |= (byte & 0x7f) << shift
            shift += 7
            if byte < 0x80:
                return value

    def packed(self, n, width):
        words = (n * width + 63) // 64
        bits = int.from_bytes(self.data[self.at:self.at + 8 * words], "little")
        self.at += 8 * words
        mask = (1 << width) - 1
        # A slice of the big number at a time: shifting all of it for each number is slow.
        values = []
        for first in range(0, n, 64):
            piece = bits >> first * width & (1 << 64 * width) - 1
            values += [piece >> i * width & mask for i in range(min(64, n - first))]
        return values


def patched(data, n):
    base, width, count = data.take("QBH")
    values = data.packed(n, width)
    for _ in range(count):
        row, value = data.take("HQ")
        values[row] = value
    return base, values


def column(raw, n, seen, kinds=None):
    if raw[0] == 5 and kinds:
        seen.add(5)
        return given(column(raw[1:], n, seen), kinds)
    data = Bytes(raw)
    coding = data.one("B")
    seen.add(coding)
    if coding == 0:
        base, numbers = patched(data, n)
        values = [(base + number) & U64 for number in numbers]
    elif coding == 1:
        at, numbers = patched(data, n)
        values = []
        for number in numbers:
            at = (at + (-(number + 1) // 2 if number & 1 else number // 2)) & U64
            values.append(at)
    elif coding == 4:
        at, numbers = patched(data, n)
        values = []
        for number in numbers:
            code = number - 1
            at = (at + (-(code + 1) // 2 if code & 1 else code // 2)) & U64 if number else at
            values.append(at if number else 0)
    elif coding == 2:
        values = []
        while len(values) < n:
            length = data.varint()
            values += [data.varint()] * length
    elif coding == 3:
        count = data.one("B")
        table = [data.varint() for _ in range(count)]
        values = [table[i] for i in data.packed(n, (count - 1).bit_length())]
    else:
        raise ValueError(f"coding {coding}")
    if len(values) != n or data.at != len(raw):
        raise ValueError(f"a column of coding {coding} has {len(values)} values of {n}, "
                         f"{data.at} bytes of {len(raw)}")
    return values


def given(numbers, kinds):
    first, values = {}, []
    for number, kind in zip(numbers, kinds):
        base = first.get(kind % 2048, 0)
        values.append((base + (-(number + 1) // 2 if number & 1 else number // 2)) & U64)
        first[kind % 2048] = base or values[-1]
    return values


def unpack(frame):
    return subprocess.run(["zstd", "-dc"], input=frame, capture_output=True, check=True).stdout


class Index:
    def __init__(self, path):
        self.data = path.read_bytes()
        self.codings = set()
        self.header = Header(*struct.unpack_from(HEADER, self.data))
        self.end = End(*struct.unpack_from(END, self.data, len(self.data) - 48))
        directory = self.chunk(self.end.directory, b"DIRC")
        self.directory = [Entry(*e) for e in struct.iter_unpack("<4sIQQQ", directory)]
        self.tables = {}
        for entry in self.directory:
            raw = self.data[entry.offset:entry.offset + entry.size]
            if entry.tag == b"STRS":
                self.strings = raw
                continue
            form, make = TABLES[entry.tag]
            rows = struct.iter_unpack(form, raw)
            self.tables[entry.tag] = [make(*row) if make else row for row in rows]
        self.kinds = self.tables[b"KIND"]
        self.threads = self.tables[b"THRD"]
        self.tasks = collections.defaultdict(list)
        for task in self.changes():
            self.tasks[task.tid].append(task)

    def chunk(self, offset, tag):
        found, zero, size, _ = struct.unpack_from("<4sIQQ", self.data, offset)
        if found != tag or zero:
            raise ValueError(f"{found} at {offset}, not {tag}")
        return self.data[offset + 24:offset + 24 + size]

    def entries(self, tag, form, make):
        """All entries of a table that is in pieces, in the order of these."""
        for fence in self.tables[tag]:
            packed = self.chunk(fence.chunk, b"PICE")
            found = [make(*entry) for entry in struct.iter_unpack(form, unpack(packed))]
            if (len(packed), len(found), *found[0][:4]) != (*fence[5:], *fence[:4]):
                raise ValueError(f"a piece of {len(found)} changes is not {fence}")
            yield from found

    def changes(self):
        """All changes of tasks' names."""
        return self.entries(b"TASK", TASK, Task)

    def states(self):
        return self.entries(b"STAT", STATE, State)

    def chunks(self):
        """Tag and offset of all chunks from the header to the end, one after the other."""
        at, found = self.header.size, []
        while at < len(self.data) - 48:
            tag, _, size, _ = struct.unpack_from("<4sIQQ", self.data, at)
            found.append((tag, at))
            at += 24 + (size + 7) // 8 * 8
        return found if at == len(self.data) - 48 else []

    def checkpoints(self):
        """Each, with the raw entries that are new by tag, and the new strings."""
        for tag, at in self.chunks():
            if tag != b"CKPT":
                continue
            raw = self.chunk(at, tag)
            found = Checkpoint(*Bytes(raw).take(CHECKPOINT[1:]))
            data = Bytes(unpack(raw[struct.calcsize(CHECKPOINT):]))
            if len(data.data) != found.size:
                raise ValueError(f"{len(data.data)} bytes behind {found}")
            new = {}
            for tag, count in zip(GROWING, found[12:16]):
                size = count * struct.calcsize(TABLES[tag][0])
                new[tag] = data.data[data.at:data.at + size]
                data.at += size
            sizes = [data.take("IIQ") for _ in range(found.sizes)]
            tasks = [Task(*data.take(TASK[1:])) for _ in range(found.tasks)]
            states = [State(*data.take(STATE[1:])) for _ in range(found.states)]
            yield found, new, sizes, tasks, states, data.data[data.at:]

    def block(self, desc):
        data = Bytes(self.chunk(desc.chunk, b"BLK\0"))
        n, n_jumps = data.take("II")
        sizes = data.take("5I")
        data.one("I")
        jumps = {}
        for _ in range(n_jumps):
            row, *place = data.take("IIQQ")
            jumps[row] = Jump(*place)
        packed = []
        for size in sizes:
            packed.append(data.data[data.at:data.at + size])
            data.at += size
        columns = [column(raw, n, self.codings) for raw in packed[1:]]
        columns.insert(0, column(packed[0], n, self.codings, columns[0]))
        if n != desc.rows or 0 not in jumps or data.at != desc.size:
            raise ValueError(f"a block of {n} rows and {data.at} bytes is not {desc}")
        return jumps, columns

    def rows(self):
        """Number, block, place and the five values of each row."""
        number = 0
        for desc in self.tables[b"BLKS"]:
            jumps, columns = self.block(desc)
            place = None
            for i, values in enumerate(zip(*columns)):
                place = jumps.get(i, place)
                yield number, desc, place, dict(zip(COLUMNS, values))
                place = place._replace(offset=place.offset + values[0])
                number += 1

    def keys(self):
        """The key of each row: its time, or that of the row before in its stream."""
        keys = []
        for desc in self.tables[b"BLKS"]:
            jumps, columns = self.block(desc)
            last = [desc.last, desc.last_inflated]
            for i, time in enumerate(columns[4]):
                inflated = jumps[max(row for row in jumps if row <= i)].stream
                inflated = inflated >= self.header.streams
                if time not in (0, U64):
                    last[inflated] = time
                keys.append(last[inflated])
            ours = keys[desc.first_row:]
            if (min(ours), max(ours)) != (desc.key_min, desc.key_max):
                raise ValueError(f"keys {min(ours)} to {max(ours)} are not those of {desc}")
        return keys

    def pages(self):
        """Key and row of all rows of the pages."""
        for page in self.tables[b"ORDR"]:
            data = Bytes(self.chunk(page.chunk, b"PAGE"))
            n, *sizes, _ = data.take("4I")
            columns = []
            for size in sizes:
                columns.append(column(data.data[data.at:data.at + size], n, self.codings))
                data.at += size
            entries = list(zip(*columns))
            if (n, *entries[0], *entries[-1]) != page[2:] or data.at != page.size:
                raise ValueError(f"entries from {entries[0]} to {entries[-1]} are not {page}")
            yield from entries

    def pieces(self):
        """Stream, offset and bytes of each piece."""
        for piece in self.tables[b"FRMS"]:
            packed = self.chunk(piece.chunk, b"FRAM")
            if len(packed) != piece.chunk_size:
                raise ValueError(f"a piece of {len(packed)} bytes is not {piece}")
            yield piece.stream, piece.offset, unpack(packed)

    def string(self, at):
        return self.strings[at:self.strings.index(b"\0", at)]

    def comm(self, tid, time, row):
        for _ in range(64):
            if time:
                known = [t for t in self.tasks[tid] if t.time <= time]
            else:
                known = sorted((t for t in self.tasks[tid] if t.row <= row),
                               key=lambda task: task.row)
            if not known:
                return b"swapper" if tid == 0 else None
            last = known[-1]
            if last.parent == 0xffffffff:
                if last.len > 16:
                    return self.string(int.from_bytes(last.name[:8], "little"))
                return last.name[:last.len]
            tid, row = last.parent, last.row
            time = last.time if time else 0
        return None


TYPE_NAMES = {}


def type_number(name):
    if name.startswith("UNKNOWN("):
        return int(name[8:-1])
    return TYPE_NAMES[name]


def learn_types():
    """Numbers of type names: linux/perf_event.h and perf's util/event.h."""
    kernel = ("MMAP LOST COMM EXIT THROTTLE UNTHROTTLE FORK READ SAMPLE MMAP2 AUX ITRACE_START "
              "LOST_SAMPLES SWITCH SWITCH_CPU_WIDE NAMESPACES KSYMBOL BPF_EVENT CGROUP TEXT_POKE "
              "AUX_OUTPUT_HW_ID CALLCHAIN_DEFERRED")
    perf = ("ATTR EVENT_TYPE TRACING_DATA BUILD_ID FINISHED_ROUND ID_INDEX AUXTRACE_INFO AUXTRACE "
            "AUXTRACE_ERROR THREAD_MAP CPU_MAP STAT_CONFIG STAT STAT_ROUND EVENT_UPDATE TIME_CONV "
            "FEATURE COMPRESSED FINISHED_INIT COMPRESSED2 BPF_METADATA SCHEDSTAT_CPU "
            "SCHEDSTAT_DOMAIN")
    TYPE_NAMES.update(zip(kernel.split(), range(1, 64)))
    TYPE_NAMES.update(zip(perf.split(), range(64, 128)))
    TYPE_NAMES["DAMAGE"] = DAMAGE


def stored_comm(obj):
    if "comm_hex" in obj:
        return bytes.fromhex(obj["comm_hex"])
    return obj["comm"].encode() if "comm" in obj else None


def compare_row(index, diffs, row, printed, ordinal):
    number, desc, place, values = row
    kind = index.kinds[values["kind"]]
    pid, tid = index.threads[values["thread"]]
    where = f"row {number}"

    diffs.check(where, "type", type_number(printed["type"]), kind.type)
    diffs.check(where, "offset", printed["offset"], place.offset)
    diffs.check(where, "size", printed["size"], values["size"])
    diffs.check(where, "stream", printed["stream"], place.stream)
    diffs.check(where, "in", printed.get("in", 0), place.inside)
    diffs.check(where, "ordinal", printed.get("ordinal"), None if kind.type == DAMAGE else ordinal)
    if "misc" in printed:
        diffs.check(where, "misc", printed["misc"], kind.misc)
    diffs.check(where, "pid", printed.get("pid", 0) & 0xffffffff, pid)
    diffs.check(where, "tid", printed.get("tid", 0) & 0xffffffff, tid)
    diffs.check(where, "cpu", printed.get("cpu", 0) & 0xffffffff, values["cpu"])
    diffs.check(where, "time", printed.get("time", 0), values["time"])
    if kind.type == 9 and "tid" in printed:
        diffs.check(where, "comm", stored_comm(printed),
                    index.comm(tid, values["time"], number))
    for name, mask in (("kind", desc.kinds), ("thread", desc.threads), ("cpu", desc.cpus)):
        diffs.check(where, f"{name} in the block's mask", 1, mask >> values[name] % 64 & 1)
    if values["time"] not in (0, U64):
        diffs.check(where, "time in the block's range", True,
                    desc.time_min <= values["time"] <= desc.time_max)
    else:
        flag = 2 if values["time"] else 1
        diffs.check(where, "flag of the time in the block", flag, desc.flags & flag)


def compare_checkpoints(index, rows, diffs):
    """All of their entries together are how the tables begin; they tell where a row is."""
    all_new, strings, count = {tag: b"" for tag in GROWING}, b"", 0
    known, changes, states = set(), set(), []
    for found, new, sizes, tasks, some, more in index.checkpoints():
        for tag in GROWING:
            all_new[tag] += new[tag]
        strings += more
        changes.update(tasks)
        states += some
        known |= {(stream, word // 4, word % 4 * 64 + bit) for stream, word, bits in sizes
                  for bit in range(64) if bits >> bit & 1}
        where = f"checkpoint {count}"
        blocks = len(all_new[b"BLKS"]) // struct.calcsize(TABLES[b"BLKS"][0])
        diffs.check(where, "rows of its blocks", found.rows,
                    sum(desc.rows for desc in index.tables[b"BLKS"][:blocks]))
        diffs.check(where, "strings", found.strings, len(more))
        if found.rows < len(rows) and not found.flags & 2:
            diffs.check(where, "position", rows[found.rows][2].offset, found.position)
            diffs.check(where, "stream", rows[found.rows][2].stream, found.stream)
            diffs.check(where, "last time", rows[found.rows][1].last, found.last)
        count += 1
    held = {(place.stream, index.kinds[values["kind"]].type % 128, values["size"] // 8)
            for _, _, place, values in rows if index.kinds[values["kind"]].type != DAMAGE}
    diffs.check("checkpoints", "known sizes that no record has", set(), known - held)
    all_changes = [task for tasks in index.tasks.values() for task in tasks]
    diffs.check("checkpoints", "changes of names", set(), changes - set(all_changes))
    in_order = sorted(index.states(), key=lambda state: state.row)
    diffs.check("checkpoints", "states", in_order[:len(states)], states)
    for entry in index.directory:
        raw = index.data[entry.offset:entry.offset + entry.size]
        if entry.tag in GROWING:
            diffs.check("checkpoints", entry.tag.decode(), True,
                        raw.startswith(all_new[entry.tag]))
        elif entry.tag == b"STRS":
            diffs.check("checkpoints", "STRS", True, raw.startswith(strings))
    return count


def compare_damage(index, rows, diffs, printed):
    """The reason of a damaged stretch is that of its kind; neighbours are one stretch."""
    end = None
    for (number, _, place, values), line in zip(rows, printed):
        kind = index.kinds[values["kind"]]
        reason = index.string(kind.reason).decode() if kind.type == DAMAGE else None
        diffs.check(f"row {number}", "reason", line.get("damage"), reason)
        if reason and end == (place.stream, place.inside, place.offset):
            diffs.note(f"row {number} follows another damaged stretch")
        end = reason and (place.stream, place.inside, place.offset + values["size"])


def wanted_state(obj):
    """Class and number of whose state it is, what, start and end; None: the record carries none."""
    kind, pid, tid = obj["type"], obj.get("pid", 0), obj.get("tid", 0)
    if kind in ("MMAP", "MMAP2"):
        start = obj["mmap"]["addr"]
        range_ = 0, start, min(start + obj["mmap"]["len"], U64)
        return {"kernel": (3, 0, *range_), "guest-kernel": (2, pid if 0 <= pid < 1 << 30 else 0,
                                                            *range_),
                "guest-user": (1, pid, *range_)}.get(obj["cpumode"], (0, pid, *range_))
    if kind == "FORK" and tid != obj["ptid"]:
        if pid == obj["ppid"]:
            return 0, tid, 3, pid, obj["ptid"]
        return 0, pid, 2, obj["ppid"], obj["misc"] >> 13 & 1
    if kind == "COMM" and obj["comm.exec"]:
        return 0, pid, 4, tid, 0
    if kind == "EXIT":
        return 0, tid, 5, pid, obj["ppid"]
    if kind == "NAMESPACES":
        return 0, tid, 6, pid, 0
    if kind == "KSYMBOL":
        ksym = obj["ksym"]
        return (3, 5, 1 if ksym["flags"] == "UNREGISTER" else 0, ksym["addr"],
                min(ksym["addr"] + ksym["len"], U64))
    if kind == "CGROUP":
        return 3, 1, 7, obj["cgroup"], 0
    if kind == "BPF_EVENT":
        return 3, 2, 8, obj["bpf"]["id"], ("UNKNOWN", "PROG_LOAD", "PROG_UNLOAD").index(
            obj["bpf"]["type"])
    if kind == "TEXT_POKE":
        poke = obj["poke"]
        longer = max(len(poke.get("old", "")), len(poke.get("new", ""))) // 2
        return 3, 3, 9, poke["addr"], min(poke["addr"] + longer, U64)
    if kind == "BUILD_ID":
        return 3, 4, 10, 0, 0
    return None


def compare_states(index, printed, diffs):
    """Each record that carries state is an entry of its own; they are in order."""
    want = []
    for row, obj in enumerate(printed):
        state = None if "damage" in obj else wanted_state(obj)
        if state and (0 <= state[1] < 1 << 30):
            time = obj.get("time", 0)
            want.append(State(0 if time == U64 else time, row, state[0] << 30 | state[1], state[2],
                              *(value & U64 for value in state[3:])))
    want.sort(key=lambda state: (state.id, state.time, state.row))
    got = [state for state in index.states() if "damage" not in printed[state.row]]
    diffs.check("table STAT", "entries", len(want), len(got))
    for one, other in zip(want, got):
        diffs.check("table STAT", f"row {one.row}", one, other)
    return len(want)


def compare_blocks(index, diffs):
    row = 0
    for desc in index.tables[b"BLKS"]:
        diffs.check("table BLKS", "first row", row, desc.first_row)
        row += desc.rows
        if not 0 < desc.rows <= 8192:
            diffs.note(f"table BLKS: {desc.rows} rows")
    diffs.check("end", "rows", row, index.end.rows)
    blocks = index.tables[b"BLKS"]
    groups = [group_of(blocks[i:i + 256]) for i in range(0, len(blocks), 256)]
    diffs.check("table GRPS", "groups", groups, index.tables[b"GRPS"])


def group_of(blocks):
    """These blocks as one."""
    def all_of(function, name):
        return functools.reduce(function, (getattr(desc, name) for desc in blocks))

    return blocks[0]._replace(
        chunk=0, size=0, rows=all_of(operator.add, "rows"),
        **{name: all_of(min, name) for name in ("time_min", "key_min")},
        **{name: all_of(max, name) for name in ("time_max", "key_max")},
        **{name: all_of(operator.or_, name) for name in ("kinds", "threads", "cpus", "flags")})


def compare_counts(index, rows, diffs):
    """The rows of each kind, counted one by one."""
    counts = collections.Counter(values["kind"] for _, _, _, values in rows)
    diffs.check("table KROW", "rows", [(counts[i],) for i in range(len(index.kinds))],
                index.tables[b"KROW"])


def compare_pieces(index, rows, diffs):
    """Each row of an inflated stream is in one piece; its header says type, misc and size."""
    pieces = list(index.pieces())
    diffs.check("table FRMS", "order", sorted(p[:2] for p in pieces), [p[:2] for p in pieces])
    for entry, (_, _, data) in zip(index.tables[b"FRMS"], pieces):
        diffs.check("table FRMS", "bytes of a piece", entry.size, len(data))
    for number, _, place, values in rows:
        if place.stream < index.header.streams:
            continue
        kind = index.kinds[values["kind"]]
        found = [data[place.offset - offset:][:8] for stream, offset, data in pieces
                 if stream == place.stream and 0 <= place.offset - offset < len(data)]
        want = struct.pack("<IHH", kind.type, kind.misc, values["size"])
        diffs.check(f"row {number}", "header in the piece", [want], found)


def compare_order(index, printed, diffs):
    """The keys against the times that are printed, row by row; the pages against the keys."""
    last, wanted = {}, []
    for obj in printed:
        time = obj.get("time", 0)
        if time not in (0, U64):
            last[obj["stream"]] = time
        wanted.append(last.get(obj["stream"], 0))
    keys = index.keys()
    for row, (want, key) in enumerate(zip(wanted, keys)):
        diffs.check(f"row {row}", "key", want, key)
    crowded = [number for number, in index.tables[b"CRWD"]]
    rows = [row for block in crowded for row in
            range(index.tables[b"BLKS"][block].first_row,
                  index.tables[b"BLKS"][block].first_row + index.tables[b"BLKS"][block].rows)]
    diffs.check("table CRWD", "order", sorted(set(crowded)), crowded)
    diffs.check("pages", "rows", sorted((keys[row], row) for row in rows), list(index.pages()))


def parts(recording):
    """The file that has the header, and all files with records."""
    if not recording.is_dir():
        return recording, [recording]
    streams = sorted(recording.glob("data.*"), key=lambda path: int(path.suffix[1:]))
    return recording / "data", [recording / "data", *streams]


def compare_ends(index, recording, diffs):
    main, files = parts(recording)
    stat = main.stat()
    sizes = [path.stat().st_size for path in files]
    h, end = index.header, index.end
    offset, size = struct.unpack_from("<QQ", main.read_bytes(), 40)
    in_main = {b"PERFILE2": size or sizes[0] - offset}.get(main.read_bytes()[:8])
    if main.read_bytes()[8] == 16:
        in_main = sizes[0] - 16
    for field, want, got in (
            ("magic", b"PNXINDEX", h.magic), ("version", 9, h.version), ("size", 96, h.size),
            ("device", stat.st_dev, h.dev), ("inode", stat.st_ino, h.ino),
            ("file size", sum(sizes), h.file_size), ("mtime", stat.st_mtime_ns, h.mtime),
            ("ctime", max(path.stat().st_ctime_ns for path in files), h.ctime),
            ("streams", len(files), h.streams), ("end magic", b"PNX--END", end.magic)):
        diffs.check("header and end", field, want, got)
    if in_main is not None:
        diffs.check("header", "bytes", in_main + sum(sizes[1:]), h.bytes)
    tags = [tag for tag, _ in index.chunks()]
    tables = [*GROWING, b"TASK", b"STAT", b"CRWD", b"ORDR", b"KROW", b"GRPS", b"STRS", b"DIRC"]
    blocks = [b"BLK\0"] * len(index.tables[b"BLKS"])
    pages = [b"PAGE"] * len(index.tables[b"ORDR"]) + [b"PICE"] * (
        len(index.tables[b"TASK"]) + len(index.tables[b"STAT"]))
    diffs.check("file", "chunks", blocks + pages + tables,
                [tag for tag in tags if tag not in (b"FRAM", b"CKPT")])
    diffs.check("file", "pieces", len(index.tables[b"FRMS"]), tags.count(b"FRAM"))
    diffs.check("directory", "tags", tables[:-1], [entry.tag for entry in index.directory])


def compare(name):
    recording = cli.CWD / name
    built = cli.run("index", "-q", "--force", name)
    shown = cli.run("print", "-q", "--format", "json", name)
    diffs = cli.Differences()
    if built.status not in (0, 1) or shown.status not in (0, 1):
        cli.check(f"{name}: index and print", shown, False)
        return set()
    index = Index(cli.CWD / f"{name}.pnx")
    printed = shown.objects()
    rows = list(index.rows())
    records = 0

    compare_ends(index, recording, diffs)
    compare_blocks(index, diffs)
    compare_counts(index, rows, diffs)
    diffs.check("print", "rows", len(printed), len(rows))
    for row, obj in zip(rows, printed):
        if row[0] == row[1].first_row:
            diffs.check(f"block at row {row[0]}", "first ordinal", records, row[1].first_ordinal)
            diffs.check(f"block at row {row[0]}", "first offset", obj["offset"],
                        row[1].first_offset)
        compare_row(index, diffs, row, obj, records)
        records += obj["type"] != "DAMAGE"
    diffs.check("end", "records", records, index.end.records)
    compare_damage(index, rows, diffs, printed)
    compare_states(index, printed, diffs)
    compare_order(index, printed, diffs)
    compare_pieces(index, rows, diffs)
    checkpoints = compare_checkpoints(index, rows, diffs)
    tap.topic(f"{name}: {len(rows)} rows in {len(index.tables[b'BLKS'])} blocks, "
              f"{len(index.tables[b'FRMS'])} pieces, {len(index.tables[b'ORDR'])} pages, "
              f"{checkpoints} checkpoints", diffs)
    if not rows:
        tap.ok(False, f"{name}: there are rows")
    return index.codings


def enlarge(name, to, times):
    """A recording with its data section many times over: more than one block."""
    data = (cli.DATA / name).read_bytes()
    offset, size = struct.unpack_from("<QQ", data, 40)
    head = bytearray(data[:offset])
    struct.pack_into("<Q", head, 48, size * times)
    head[72:104] = bytes(32)  # no features: their table would have to move
    (cli.CWD / to).write_bytes(bytes(head) + data[offset:offset + size] * times)
    return to


def many_streams(name, to, streams):
    """A directory with a stream many times over: more blocks of one time than are merged."""
    folder = cli.CWD / to
    folder.mkdir()
    for path in (cli.DATA / name).iterdir():
        if not path.name.startswith("data."):
            (folder / path.name).write_bytes(path.read_bytes())
    stream = (cli.DATA / name / "data.0").read_bytes()
    for i in range(streams):
        (folder / f"data.{i}").write_bytes(stream)
    return to


def main():
    learn_types()
    codings = set()
    for name in ("demo.data", "mixed.data", "system.data", "odd_comms.data", "killed.data",
                 "lost.data", "namespaces.data", "stat.data", "overwrite.data", "pipe.data",
                 "compressed.data", "pipe_compressed.data", "threads.data"):
        codings |= compare(cli.copy(name))
    for name in ("damage", "damage_tail", "records", "records_be", "unknown", "control", "pipe",
                 "compressed", "compressed2"):
        codings |= compare(cli.make(name))
    codings |= compare(enlarge("demo.data", "large.data", 21))
    codings |= compare(many_streams("threads.data", "many.data", 150))
    tap.ok(codings >= {1, 2, 3, 4, 5}, "these have columns of all codings but plain", [str(codings)])
    return tap.done()


sys.exit(main())
