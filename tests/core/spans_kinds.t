#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Spans of the kinds that few machines can record: built recordings with random records, against a pairing here."""
import pathlib
import random
import subprocess
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402,F401
from corpus import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

# Events: their fields with sizes, text where the size is negative. All values are from a few, so that keys meet.
EVENTS = {
    "irq:tasklet_entry": {"tasklet": 8, "func": 8},
    "irq:tasklet_exit": {"tasklet": 8, "func": 8},
    "block:block_rq_insert": {"dev": 4, "sector": 8, "rwbs": -8},
    "block:block_rq_issue": {"dev": 4, "sector": 8, "rwbs": -8},
    "block:block_rq_complete": {"dev": 4, "sector": 8, "error": 4, "rwbs": -8},
    "block:block_io_start": {"dev": 4, "sector": 8, "rwbs": -8},
    "block:block_io_done": {"dev": 4, "sector": 8, "rwbs": -8},
    "kvm:kvm_exit": {"exit_reason": 4, "isa": 4},
    "kvm:kvm_entry": {"vcpu_id": 4},
    "kmem:kmalloc": {"call_site": 8, "ptr": 8},
    "kmem:kmem_cache_alloc": {"call_site": 8, "ptr": 8},
    "kmem:kfree": {"call_site": 8, "ptr": 8},
    "kmem:kmem_cache_free": {"call_site": 8, "ptr": 8},
    "kmem:mm_page_alloc": {"pfn": 8, "order": 4},
    "kmem:mm_page_free": {"pfn": 8, "order": 4},
    "probe_a:f": {"__probe_ip": 8},
    "probe_a:f__return": {"__probe_func": 8, "__probe_ret_ip": 8},
    "probe_b:f": {"__probe_ip": 8},
    "probe_b:f__return": {"__probe_func": 8, "__probe_ret_ip": 8},
    "mine:in": {"__probe_ip": 8},
    "mine:out": {"__probe_func": 8, "ret": 8},
    "irq_vectors:reschedule_entry": {"vector": 4},
    "irq_vectors:reschedule_exit": {"vector": 4},
    "ext4:ext4_sync_enter": {"ino": 8},
    "ext4:ext4_sync_exit": {"ino": 8, "ret": 4},
    "a:x_start": {"v": 4},
    "b:x_end": {"v": 4},
    "c:y_start": {"v": 4},
    "c:y_done": {"v": 4},
    "c:lonely_begin": {"v": 4},
    "raw_syscalls:sys_enter": {"id": 8},
    "raw_syscalls:sys_exit": {"id": 8, "ret": 8},
    "sched:sched_switch": {"prev_pid": 4, "prev_state": 8, "next_pid": 4},
}
NAMES = list(EVENTS)
VALUES = {"dev": (8 << 20 | 16, 254 << 20), "sector": (0, 8, 1 << 40), "rwbs": ("R", "WS"), "error": (0, -5),
          "ptr": (0, 0xffff888000001000, 0xffff888000002000, 0xffff888000003000), "pfn": (1, 2, 2**64 - 1),
          "isa": (1, 2), "exit_reason": (12, 0x78, 48), "order": (0, 3, 11), "tasklet": (0x1000, 0x2000),
          "func": (0x4000,), "call_site": (0x5000, 0x6000), "__probe_ip": (0x100, 0x200),
          "__probe_func": (0x100, 0x200), "__probe_ret_ip": (0x900,), "ret": (0, -2, 7), "id": (0, 1),
          "prev_pid": (0, 11, 12, 13), "next_pid": (0, 11, 12, 13), "prev_state": (0, 1, 2)}


def tracing(name):
    """The tracing data of all events."""
    systems = {}
    for number, event in enumerate(NAMES):
        system, short = event.split(":")
        text = f"name: {short}\\nID: {300 + number}\\nformat:\\n"
        at = 8
        for kind, field, where, size in (("unsigned short", "common_type", 0, 2), ("unsigned char", "common_flags", 2, 1),
                                         ("unsigned char", "common_preempt_count", 3, 1), ("int", "common_pid", 4, 4)):
            text += f"\\tfield:{kind} {field};\\toffset:{where};\\tsize:{size};\\tsigned:{int(kind == 'int')};\\n"
        text += "\\n"
        for field, size in EVENTS[event].items():
            signed = field in ("ret", "error", "id", "prev_pid", "next_pid", "prev_state")
            kind = f"char {field}[{-size}]" if size < 0 else f"{'long' if signed else 'unsigned long'} {field}"
            text += f"\\tfield:{kind};\\toffset:{at};\\tsize:{abs(size)};\\tsigned:{int(signed)};\\n"
            at += abs(size)
        text += "\\nprint fmt: \\\"x\\\"\\n"
        systems.setdefault(system, []).append(text)
    out = [f"macro {name}", '\thex 170844 text "tracing" str "0.6" u8 0 8 u32 4096',
           '\tstr "header_page" text64 "\\tfield: u64 timestamp;\\toffset:0;\\tsize:8;\\tsigned:0;\\n'
           '\\tfield: local_t commit;\\toffset:8;\\tsize:8;\\tsigned:1;\\n"',
           '\tstr "header_event" text64 "# compressed entry header\\n"', "\tu32 0", f"\tu32 {len(systems)}"]
    for system, texts in systems.items():
        out.append(f'\tstr "{system}" u32 {len(texts)}')
        out += [f'\ttext64 "{text}"' for text in texts]
    return "\n".join([*out, "\tu32 0 0 u64 0", "end"])


def raw(event, values, tid):
    out, size = [f"u16 {300 + NAMES.index(event)} u8 0 0 u32 {tid}"], 8
    for field, length in EVENTS[event].items():
        size += abs(length)
        if length < 0:
            text = values[field].encode().ljust(-length, b"\0")
            out.append("hex " + text.hex())
        else:
            out.append(f"u{8 * length} {values[field] & (1 << 8 * length) - 1}")
    pad = -(size + 4) % 8
    return f"u32 {size + pad} " + " ".join(out) + (f" fill {pad}" if pad else "")


def build(seed, records=1500, losses=True):
    """A recording of random records of these events, with the ends of threads and lost records."""
    rng = random.Random(seed)
    lines = ['include "abi.inc"', tracing("tracing_data")]
    for number, event in enumerate(NAMES):
        lines.append(f'attr type=TRACEPOINT config={300 + number} sample_period=1 size=128 name="{event}" ids={number + 1} '
                     "sample_type=S_IDENTIFIER|S_TID|S_TIME|S_CPU|S_RAW flags=F_SAMPLE_ID_ALL|F_COMM|F_TASK")
    lines += ["feature TRACING_DATA tracing_data", 'feature ARCH fstr "x86_64"', "feature EVENT_DESC event_desc"]
    time, some = 1000, rng.sample(NAMES, rng.randint(4, len(NAMES)))
    for _ in range(records):
        tid, cpu = rng.choice((0, 11, 12, 13)), rng.randint(0, 1)
        time += rng.choice((0, 1, 3, 50))
        at = time - rng.choice((0, 0, 0, 0, 2))
        what = rng.random()
        if what < 0.01 and tid:
            lines.append(f"record EXIT u32 10 10 {tid} {tid} u64 {at} u32 10 {tid} u64 {at} u32 {cpu} 0 u64 1")
        elif what < 0.012 and losses:
            lines.append(f"record LOST u64 1 7 u32 10 {tid} u64 {at} u32 {cpu} 0 u64 1")
        else:
            event = rng.choice(some)
            values = {field: rng.choice(VALUES.get(field, (1, 2))) for field in EVENTS[event]}
            lines.append(f"record SAMPLE misc=KERNEL u64 {NAMES.index(event) + 1} u32 {10 if tid else 0} {tid} "
                         f"u64 {at} u32 {cpu} 0 {raw(event, values, tid)}")
    name = f"kinds{seed}"
    (cli.CWD / "abi.inc").write_bytes((cli.CASES / "abi.inc").read_bytes())
    (cli.CWD / f"{name}.mk").write_text("\n".join(lines) + "\n")
    subprocess.run([cli.MK, f"{name}.mk", f"{name}.data"], check=True, cwd=cli.CWD)
    return cli.CWD / f"{name}.data"


# ---- the pairing ----

def device(tp):
    return f"{tp['dev'] >> 20},{tp['dev'] & 0xfffff} {tp['rwbs']}"


def guest_exit(tp):
    known = {(1, 12): "HLT", (1, 48): "EPT_VIOLATION", (2, 0x78): "hlt"}
    return known.get((tp["isa"], tp["exit_reason"]), str(tp["exit_reason"]))


STATES = {0: "R", 1: "S", 2: "D"}
# kind, begins, ends, of whom, key of each, name, what nests: in the order in which they take events.
THREAD, CPU, KEY = "thread", "cpu", "key"
KINDS = [
    ("syscall", ["raw_syscalls:sys_enter"], ["raw_syscalls:sys_exit"], THREAD, ("id",), ("id",),
     lambda tp: ("read", "write")[tp["id"]], False),
    ("offcpu", ["sched:sched_switch"], ["sched:sched_switch"], KEY, ("prev_pid",), ("next_pid",),
     lambda tp: STATES[tp["prev_state"]], False),
    ("tasklet", ["irq:tasklet_entry"], ["irq:tasklet_exit"], CPU, ("tasklet",), ("tasklet",), lambda tp: "0x4000", False),
    ("block", ["block:block_rq_issue"], ["block:block_rq_complete"], KEY, ("dev", "sector"), ("dev", "sector"), device, False),
    ("io", ["block:block_io_start"], ["block:block_io_done"], KEY, ("dev", "sector"), ("dev", "sector"), device, False),
    ("queue", ["block:block_rq_insert"], ["block:block_rq_issue"], KEY, ("dev", "sector"), ("dev", "sector"), device, False),
    ("kvm", ["kvm:kvm_exit"], ["kvm:kvm_entry"], THREAD, (), (), guest_exit, False),
    ("mem", ["kmem:kmalloc", "kmem:kmem_cache_alloc"], ["kmem:kfree", "kmem:kmem_cache_free"], KEY, ("ptr",), ("ptr",),
     lambda tp: hex(tp["call_site"]), False),
    ("mem", ["kmem:mm_page_alloc"], ["kmem:mm_page_free"], KEY, ("pfn",), ("pfn",),
     lambda tp: f"order {tp['order']}" if tp["order"] < 11 else str(tp["order"]), False),
    ("call", ["probe_a:f"], ["probe_a:f__return"], THREAD, (), (), lambda tp: "f", True),
    ("call", ["probe_b:f"], ["probe_b:f__return"], THREAD, (), (), lambda tp: "f", True),
    ("call", ["probe_a:f", "probe_b:f", "mine:in"], ["probe_a:f__return", "probe_b:f__return", "mine:out"], THREAD,
     ("__probe_ip",), ("__probe_func",), None, True),
    ("other", ["irq_vectors:reschedule_entry"], ["irq_vectors:reschedule_exit"], CPU, (), (),
     lambda tp: "reschedule", True),
    ("other", ["ext4:ext4_sync_enter"], ["ext4:ext4_sync_exit"], THREAD, (), (), lambda tp: "ext4:ext4_sync", False),
    ("other", ["c:y_start"], ["c:y_done"], THREAD, (), (), lambda tp: "c:y", False),
]
NOBODY = {"prev_pid": (0,), "next_pid": (0,), "ptr": (0,), "pfn": (2**64 - 1,)}


def bind(events):
    """Which row of KINDS an event begins, and which it ends: the first whose other side is there, too."""
    begins, ends = {}, {}
    for number, (_, begin, end, *_rest) in enumerate(KINDS):
        begin = [event for event in begin if event in events and event not in begins]
        end = [event for event in end if event in events and event not in ends]
        if begin and end:
            begins.update(dict.fromkeys(begin, number))
            ends.update(dict.fromkeys(end, number))
    return begins, ends


def key_of(number, record, begins):
    kind, _, _, scope, begin_key, end_key, _, _ = KINDS[number]
    fields = begin_key if begins else end_key
    if any(record["tp"][field] in NOBODY.get(field, ()) for field in fields):
        return None
    owner = (record["tid"] or f"cpu {record['cpu']}") if scope == THREAD else record["cpu"] if scope == CPU else 0
    return number, owner, tuple(record["tp"][field] for field in fields)


def pair(records):
    events = {record["event"] for record in records if "event" in record}
    # Events that were recorded but have no sample count, too.
    begins, ends = bind(set(NAMES) if events else events)
    out, stacks, ended, off, off_at, cpus, doubts = {}, {}, {}, {}, {}, {}, set()
    for position, record in enumerate(records):
        me, time = record["ordinal"], record["time"]
        if record["type"] == "EXIT":
            ended[record["tid"]] = position, time
        if record["type"] != "SAMPLE":
            continue
        mine, tp = {}, record["tp"]

        def alive(entry, key):
            """Its thread has not ended since."""
            kind, scope = KINDS[key[0]][0], KINDS[key[0]][3]
            tid = key[2][0] if kind == "offcpu" else record["tid"] if scope == THREAD else None
            return tid not in ended or ended[tid][1] < entry[1]

        # A thread off its CPU has no sample, except right after the switch.
        for key in stacks:
            if KINDS[key[0]][0] == "offcpu" and key[2] == (record["tid"],) and record["event"] != "sched:sched_switch":
                doubts |= {begin for begin, begun in stacks[key] if cpus[begin] != record["cpu"] or time > begun + 100000}
        number = ends.get(record["event"])
        key = key_of(number, record, False) if number is not None else None
        if key:
            kind, scope = KINDS[number][0], KINDS[number][3]
            stack = stacks.get(key, [])
            if stack and alive(stack[-1], key):
                begin, begun = stack.pop()
                out[begin].update(state="doubtful" if begin in doubts else "complete", end=me, dur=time - begun)
                if "ret" in tp or "error" in tp:
                    ret = {"syscall": "ret", "call": "ret", "other": "ret", "block": "error"}.get(kind)
                    if ret and "irq_vectors" not in record["event"]:
                        out[begin]["ret"] = tp[ret]
                        if kind in ("syscall", "block") and tp[ret] < 0:
                            out[begin]["errno"] = {-2: "ENOENT", -5: "EIO"}[tp[ret]]
                if kind == "offcpu":
                    off[key[2][0]] = off.get(key[2][0], 0) + time - begun
                elif scope == THREAD and record["tid"]:
                    out[begin]["offcpu"] = off.get(record["tid"], 0) - off_at[begin]
                mine["begin"] = begin
            else:
                stacks.pop(key, None)
                mine.update(kind=kind, state="orphaned")
        cpus[me] = record["cpu"]
        number = begins.get(record["event"])
        key = key_of(number, record, True) if number is not None else None
        if key:
            kind, scope, name, nests = KINDS[number][0], KINDS[number][3], KINDS[number][6], KINDS[number][7]
            stack = stacks.get(key, [])
            around = stack if stack and alive(stack[-1], key) else []
            stacks[key] = [*(around if nests else []), (me, time)]
            mine.update(kind=kind, state="unfinished", depth=len(stacks[key]) - 1,
                        name=name(tp) if name else record["event"].split(":")[1])
            off_at[me] = off.get(record["tid"], 0)
        if mine:
            out[me] = mine
    return out


WORDS = "kind,name,state,dur,ret,errno,offcpu,depth,end,begin"


def against_python(seed):
    path = build(seed, losses=False)
    result = run("print", "--no-index", "--order", "time", "--format", "json", "-F", "ordinal,type,event,pid,tid,cpu,time,tp", path)
    wanted = pair(result.objects())
    fields = "ordinal," + ",".join("span." + word for word in WORDS.split(","))
    result = run("print", "--no-index", "--format", "json", "-F", fields, path)
    got = {entry["ordinal"]: entry["span"] for entry in result.objects() if entry.get("span")}
    return [f"seed {seed}: record {n}: should be {wanted.get(n)}, is {got.get(n)}"
            for n in sorted(wanted.keys() | got.keys()) if wanted.get(n) != got.get(n)], wanted


# ---- definitions of the user's own ----

def random_definition(rng, events):
    """A definition, and its begins, ends, keys and name as functions of a record."""
    begin, end = rng.choice(events), rng.choice(events)
    sides = []
    for event in (begin, end):
        field = rng.choice([f for f in EVENTS[event] if EVENTS[event][f] > 0])
        value = rng.choice(VALUES.get(field, (1, 2)))
        how = rng.randint(0, 2)
        text = f'event == "{event}"' + (f" and tp.{field} == {value}" if how == 1 else f" and cpu == {value & 1}" if how == 2 else "")
        sides.append((text, lambda r, event=event, field=field, value=value, how=how: r.get("event") == event and (
            how == 0 or (r["tp"][field] == value if how == 1 else r["cpu"] == value & 1))))
    keys, texts = [], []
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        kind = rng.randint(0, 3)
        if kind == 0:
            field, other = (rng.choice(list(EVENTS[event])) for event in (begin, end))
            keys.append((lambda r, f=field: r["tp"].get(f), lambda r, f=other: r["tp"].get(f)))
            texts.append(f"tp.{field}=tp.{other}" if field != other else f"tp.{field}")
        elif kind == 1:
            keys.append((lambda r: r["cpu"],) * 2)
            texts.append("cpu")
        elif kind == 2:
            keys.append((lambda r: r["tid"],) * 2)
            texts.append("tid = tid")
        else:
            keys.append((lambda r: r["time"] // 500,) * 2)
            texts.append("step(time, 500ns)")
    named = rng.choice((None, "tid", "event"))
    text = f"mine {sides[0][0]} -> {sides[1][0]}" + (f" by {', '.join(texts)}" if keys else "") + (f" as {named}" if named else "")
    return text, sides[0][1], sides[1][1], keys, named


def pair_defined(records, begins, ends, keys, named):
    out, open_spans, ended = {}, {}, {}
    for record in records:
        me, time = record["ordinal"], record["time"]
        if record["type"] == "EXIT":
            ended[record["tid"]] = time
        thread = record["tid"] or f"cpu {record['cpu']}"
        if ends(record):
            key = tuple(key[1](record) for key in keys) if keys else thread
            entry = open_spans.pop(key, None) if not keys or None not in key else None
            if entry and (keys or ended.get(record["tid"], -1) < entry[1]):
                out[entry[0]].update(state="complete", end=me, dur=time - entry[1])
        if begins(record):
            key = tuple(key[0](record) for key in keys) if keys else thread
            if keys and None in key:
                continue
            open_spans[key] = me, time
            out[me] = {"kind": "mine", "state": "unfinished", "depth": 0, "name": str(record[named]) if named else "mine"}
    return out


DEFINED = ("kind", "name", "state", "dur", "end", "depth")


def definitions(seed, n):
    """Random definitions over one recording: span.mine.* is of all their spans, span.* of those where the table has none."""
    rng = random.Random(1000 + seed)
    path = cli.CWD / f"kinds{seed}.data"
    result = run("print", "--no-index", "--order", "time", "--format", "json", "-F", "ordinal,type,event,pid,tid,cpu,time,tp", path)
    records = result.objects()
    table = pair(records)
    events = sorted({record["event"] for record in records if "event" in record})
    wrong, found = [], 0
    for _ in range(n):
        text, *how = random_definition(rng, events)
        mine = pair_defined(records, *how)
        wanted = {n: span for n, span in mine.items() if "kind" not in table.get(n, {}) or table[n]["state"] == "orphaned"}
        result = run("print", "--no-index", "--format", "json", "--span", text, "-f", 'span.mine.depth == 0', "-F",
                     ",".join(["ordinal"] + [f"span.{word},span.mine.{word}" for word in DEFINED]), path)
        objects = result.objects()
        got = {entry["ordinal"]: entry["span"] for entry in objects if entry["span"]["kind"] == "mine"}
        of_mine = {entry["ordinal"]: {word: entry[f"span.mine.{word}"] for word in DEFINED if f"span.mine.{word}" in entry} for entry in objects}
        if not result.clean() or wanted != got or of_mine != mine:
            got = of_mine if wanted == got else got
            wrong.append(f"kinds{seed}.data, {text}: {result.err} "
                         f"{[(n, wanted.get(n), got.get(n)) for n in sorted(wanted | got) if wanted.get(n) != got.get(n)][:3]}")
        found += sum("dur" in span for span in wanted.values())
    return wrong, found


MISTAKES = (("x", 1), ("x a", 3), ("x pid == -> pid", 8), ("x pid == 1 -> nonsense == 2", 14), ("x pid -> pid by", 15), ("x pid -> tid by nonsense", 16),
            ("x pid -> tid by pid,,tid", 20), ("x pid -> tid as nonsense", 16), ("x pid -> tid as pid by tid", 20),
            ("syscall pid -> tid", 0), ("x span.dur -> tid", 2), ("x -> tid", 2))


def of_kinds(path):
    """span.KIND.WORD is span.WORD where span.kind is KIND, in filters, totals, columns and their sums."""
    both = "all cpu >= 0 -> cpu >= 0 by cpu"
    rows = run("print", "--no-index", "-q", "--format", "csv", "--span", both, "-F", "span.kind,span.dur,span.block.dur,span.all.dur", path).out
    rows = [line.split(",") for line in rows.replace("\r", "").split("\n")[1:-1]]
    wrong = [row for row in rows if row[2] != (row[1] if row[0] == "block" else "")]
    shared = [row for row in rows if row[2] and row[3]]
    tap.ok(not wrong and shared, "a record of the table has the duration of its kind, and that of one's own", [wrong[:5], len(shared)])
    result = run("count", "--no-index", "-q", "--span", both, "--by", "span.block.kind", "--format", "csv", "--agg", "sum(span.all.dur),max(span.block.dur)",
                 "-f", "span.block.dur >= 0 and span.all.dur >= 0", path)
    wanted = f"block,{len(shared)},{sum(int(row[3]) for row in shared)},{max(int(row[2]) for row in shared)}"
    tap.ok(result.lines()[1:] == [wanted], "... in totals", [result.out, wanted])
    result = run("count", "--no-index", "-q", "-f", "span.blok.dur > 1us", path)
    check("a kind that there is not", result, result.status == 2 and "blok is not a kind of span: expected syscall," in result.err)


def mistakes():
    for text, column in MISTAKES:
        result = run("count", "--no-index", "--span", text, cli.DATA / "demo.data")
        carets = [line for line in result.err.split("\n") if line.strip() == "^"]
        check(f"a caret under what is wrong: {text}", result,
              result.status == 2 and len(carets) == 1 and carets[0].index("^") - 2 == column)
    result = run("count", "--no-index", "--span", "x pid -> tp.nonsense", cli.DATA / "demo.data")
    check("a field of tracepoints that there is not", result, result.status == 2 and "\n  x pid -> tp.nonsense\n           ^\n" in result.err)


def names_that_do_not_occur():
    path = cli.DATA / "uprobes.data"
    text = 'note event == "perfnav:add_not" -> event == "perfnav:noted__return"'
    warning = "no record belongs to the event perfnav:add_not; did you mean perfnav:add_note?\n"
    result = run("count", "--no-index", "--span", text, "-f", "span.note.state", path)
    check("--span warns of an event that no record has", result, result.status == 0 and result.err == f"perfnav: --span: {warning}")
    result = run("count", "--no-index", "-q", "--span", text, "-f", "span.note.state", path)
    check("... not with -q", result, result.clean())
    result = run("count", "--no-index", "--span", text.replace("add_not", "add_note").replace("noted__return", "noted_return"), "-f", "span.note.state", path)
    check("... and of one that ends spans", result, "--span: no record belongs to the event perfnav:noted_return; did you mean perfnav:noted__return?" in result.err)
    result = run("--no-index", "--batch", "--span", text, "--cmd", ":spans note", path)
    check("the browser warns where the spans are used", result,
          result.out == "no record here begins a span of this kind\n" and result.err == f"perfnav: {warning}perfnav: --span: {warning}")
    result = run("--no-index", "--batch", "--cmd", f":define-span {text}", path)
    check("... and :define-span at once", result, result.status == 0 and result.err == f"perfnav: {warning}")


def kinds_that_do_not_match():
    path = cli.DATA / "uprobes.data"
    text = 'note event == "perfnav:add_note" -> event == "perfnav:noted__return"'
    warning = "span.kind is call in records that also begin spans of note: write span.note.kind\n"
    result = run("count", "--no-index", "--span", text, "-f", 'span.kind == "note"', "--json", path)
    check("a condition on the kind warns if other spans begin at the same records", result,
          result.status == 0 and not result.out and result.err == f"perfnav: {path}: {warning}")
    result = run("count", "--no-index", "--span", text, "-f", 'span.note.kind == "note"', "--json", path)
    check("... and the condition that it suggests selects them", result, result.clean() and '"count":60' in result.out)
    result = run("count", "--no-index", "--span", 'note type == COMM -> type == EXIT', "-f", 'span.kind == "note"', "--json", path)
    check("... not if no other spans begin there", result, result.clean() and result.out)
    result = run("count", "--no-index", "-f", 'span.kind in {"call", "cal"}', path)
    check("... and if there is no such kind", result, result.err == f"perfnav: {path}: no kind of spans is called cal\n")
    result = run("--no-index", "--batch", "--cmd", f":define-span {text}", "--cmd", ':filter span.kind != "note"', path)
    check("... in the browser, too", result, result.err == f"perfnav: {warning}")


def sliced(path, condition):
    """A slice by spans has them whole: with what ends them, and who wakes the thread."""
    fields = "span.kind,span.name,span.state,span.dur,span.blocked,span.ret"
    result = run("slice", "--no-index", "-q", "-f", condition, "-o", "part.data", "--force", path)
    if result.status:
        check(f"slice of {path}", result, False)
    spans = [sorted(str(o) for o in run("print", "--no-index", "-q", "--format", "json", "-F", fields, "-f", condition, file).objects())
             for file in (path, cli.CWD / "part.data")]
    fewer = (cli.CWD / "part.data").stat().st_size < pathlib.Path(path).stat().st_size
    tap.ok(spans[0] == spans[1] and spans[0] and fewer, f"{path}: a slice of {condition} has its {len(spans[0])} spans as they were",
           [str(len(s)) for s in spans])


def of_several():
    """Spans of two files at once: none begins in one and ends in the other."""
    paths = [cli.CWD / f"kinds{seed}.data" for seed in (0, 1)]
    def spans(*files):
        return sorted(str(o) for o in run("print", "--no-index", "-q", "--format", "json", "-f", "span.kind", "-F",
                                          "span.kind,span.name,span.state,span.dur,span.depth", *files).objects())
    tap.ok(spans(*paths) == sorted(spans(paths[0]) + spans(paths[1])), "the spans of two files are those of each")


if __name__ == "__main__":
    seen, wrong = {}, []
    for seed in range(20):
        faults, spans = against_python(seed)
        wrong += faults
        for span in spans.values():
            if "dur" in span:
                seen[span["kind"]] = seen.get(span["kind"], 0) + 1
    tap.ok(not wrong, "20 recordings of random records: every span as the pairing here has it", wrong[:10])
    tap.ok(set(seen) == {kind for kind, *_ in KINDS}, "... with spans of each kind", [seen])
    faults, found = [], 0
    for seed in range(20):
        wrong, n = definitions(seed, 10)
        faults, found = faults + wrong, found + n
    tap.ok(not faults and found > 1000, f"200 random definitions: their {found} spans as a pairing here has them", faults[:10])
    def with_kind(kind):
        return next(path for path in (cli.CWD / f"kinds{seed}.data" for seed in range(20))
                    if run("count", "--no-index", "-q", "-f", f"span.{kind}.dur", path).out.split())
    of_kinds(with_kind("block"))
    mistakes()
    names_that_do_not_occur()
    kinds_that_do_not_match()
    with_mem = with_kind("mem")
    for file, condition in ((cli.DATA / "tracepoints.data", "span.dur > 10us"), (cli.DATA / "sched.data", "span.runnable > 5us"),
                            (with_mem, "span.kind == \"mem\" and span.dur")):
        sliced(file, condition)
    of_several()
    path = build(100, 3000)
    result = run("count", "--no-index", "-q", "--by", "span.state", "-f", "span.state", path)
    check("lost records make spans doubtful", result, "doubtful" in result.out and "complete" in result.out)
    sys.exit(tap.done())
