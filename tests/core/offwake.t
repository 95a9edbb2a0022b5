#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stacks of those who wake threads, on top of the stacks with which the threads were blocked: times worked out by hand."""
import subprocess
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402,F401
from corpus import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

FIELDS = {"sched_switch": {"prev_pid": 4, "prev_state": 8, "next_pid": 4}, "sched_waking": {"pid": 4}, "sched_wakeup": {"pid": 4}}
IDS = {name: 300 + number for number, name in enumerate(FIELDS)}
SLEEPING, PREEMPTED = 1, 0x100
USER = 2**64 - 512  # PERF_CONTEXT_USER
# A mapped file for each function, because there are no symbols.
PLACES = {name: 0x100000 * (number + 1) for number, name in enumerate(("main", "wait", "sleep", "serve", "send", "irq"))}
WAIT, SERVE, SEND, IRQ = ("sleep", "wait", "main"), ("sleep", "serve", "main"), ("send", "serve", "main"), ("irq",)


def tracing():
    texts = []
    for name, fields in FIELDS.items():
        text, at = f"name: {name}\\nID: {IDS[name]}\\nformat:\\n", 8
        for kind, field, where, size in (("unsigned short", "common_type", 0, 2), ("unsigned char", "common_flags", 2, 1),
                                         ("unsigned char", "common_preempt_count", 3, 1), ("int", "common_pid", 4, 4)):
            text += f"\\tfield:{kind} {field};\\toffset:{where};\\tsize:{size};\\tsigned:{int(kind == 'int')};\\n"
        text += "\\n"
        for field, size in fields.items():
            text += f"\\tfield:{'long' if size == 8 else 'int'} {field};\\toffset:{at};\\tsize:{size};\\tsigned:1;\\n"
            at += size
        texts.append(text + '\\nprint fmt: \\"x\\"\\n')
    return "\n".join(['macro tracing_data', '\thex 170844 text "tracing" str "0.6" u8 0 8 u32 4096',
                      '\tstr "header_page" text64 "\\tfield: u64 timestamp;\\toffset:0;\\tsize:8;\\tsigned:0;\\n"',
                      '\tstr "header_event" text64 "# compressed entry header\\n"', "\tu32 0 1",
                      f'\tstr "sched" u32 {len(texts)}', *(f'\ttext64 "{text}"' for text in texts), "\tu32 0 0 u64 0", "end"])


def sample(event, tid, time, stack, **values):
    words = [USER, *(PLACES[name] + 16 for name in stack)] if stack else []
    raw, size = f"u16 {IDS[event]} u8 0 0 u32 {tid}", 8
    for field, length in FIELDS[event].items():
        raw, size = f"{raw} u{8 * length} {values[field]}", size + length
    pad = -(size + 4) % 8
    return (f"record SAMPLE misc=USER u64 {list(FIELDS).index(event) + 1} u32 {10 if tid else 0} {tid} u64 {time} u32 0 0 "
            f"u64 {len(words)} {' '.join(map(str, words))} u32 {size + pad} {raw}" + (f" fill {pad}" if pad else ""))


def leave(tid, time, stack, state, then):
    return sample("sched_switch", tid, time, stack, prev_pid=tid, prev_state=state, next_pid=then)


def wake(event, by, time, stack, tid):
    return sample(event, by, time, stack, pid=tid)


LINES = (
    # db waits from 1000, web wakes it at 1300, later io does so again, and it runs from 1500.
    leave(11, 1000, WAIT, SLEEPING, 12),
    wake("sched_waking", 12, 1300, SEND, 11),
    wake("sched_wakeup", 13, 1350, IRQ, 11),
    # web waits from 1500, io wakes it at 1700, and it runs from 1800.
    leave(12, 1500, SERVE, SLEEPING, 11),
    wake("sched_waking", 13, 1700, IRQ, 12),
    leave(0, 1800, (), 0, 12),
    # db is preempted at 1900: nobody wakes it.
    leave(11, 1900, WAIT, PREEMPTED, 13),
    leave(13, 1950, IRQ, PREEMPTED, 11),
    # The first wait again, 100 long, with the same stacks.
    leave(11, 2000, WAIT, SLEEPING, 12),
    wake("sched_waking", 12, 2100, SEND, 11),
    leave(12, 2300, SERVE, SLEEPING, 11),
    # Woken by an interrupt in the idle task, whose stack is empty, after 130; the thread never runs again.
    wake("sched_waking", 0, 2430, (), 12),
    # Never woken.
    leave(11, 2500, WAIT, SLEEPING, 0),
)
WAKERS = {
    "db;[main];[wait];[sleep];[woken by];[send];[serve];[main];web": 400,
    "web;[main];[serve];[sleep];[woken by];[irq];io": 200,
    "web;[main];[serve];[sleep];[woken by];swapper": 130,
}
BLOCKED = {"db;[main];[wait];[sleep]": 400, "web;[main];[serve];[sleep]": 330}
# Of the records with a wakeup, by their ordinals from the first sample: time blocked, waker, its stack.
FACTS = {0: (300, 12, "web;[main];[serve];[send]"), 3: (200, 13, "io;[irq]"), 8: (100, 12, "web;[main];[serve];[send]"),
         10: (130, 0, "swapper")}

lines = ['include "abi.inc"', tracing()]
for at, one in enumerate(FIELDS):
    lines.append(f'attr type=TRACEPOINT config={IDS[one]} sample_period=1 size=128 name="sched:{one}" ids={at + 1} '
                 "sample_type=S_IDENTIFIER|S_TID|S_TIME|S_CPU|S_CALLCHAIN|S_RAW flags=F_SAMPLE_ID_ALL|F_COMM|F_MMAP")
lines += ["feature TRACING_DATA tracing_data", 'feature ARCH fstr "x86_64"', "feature EVENT_DESC event_desc"]
for thread, comm in ((11, "db"), (12, "web"), (13, "io")):
    lines.append(f'record COMM u32 10 {thread} str "{comm}" pad8 u32 10 {thread} u64 900 u32 0 0 u64 1')
for file, place in PLACES.items():
    lines.append(f'record MMAP u32 10 10 u64 {place} 4096 0 str "/w/{file}" pad8 u32 10 10 u64 901 u32 0 0 u64 1')
first = 3 + len(PLACES)
(cli.CWD / "abi.inc").write_bytes((cli.CASES / "abi.inc").read_bytes())
(cli.CWD / "wake.mk").write_text("\n".join([*lines, *LINES]) + "\n")
subprocess.run([cli.MK, "wake.mk", "wake.data"], check=True, cwd=cli.CWD)
FILE = cli.CWD / "wake.data"
PLAIN = ("--symfs", "none", "--kallsyms", "none", "--no-index")


def folded(command):
    result = run("-q", *PLAIN, "--batch", "--cmd", command, FILE)
    return {stack: int(number) for stack, number in (line.rsplit(" ", 1) for line in result.out.splitlines())}


def screens(*keys):
    (cli.CWD / "keys").write_text("\n".join([":wait", *keys, ":wait", ":dump x", ""]))
    return run("-q", *PLAIN, "--no-state", "--script", cli.CWD / "keys", "--screen", "240x40", FILE).out


done = run("print", "-q", *PLAIN, "--format", "json", "-F", "ordinal,span.blocked,span.waker,span.wakestack", "-f", "span.wakeup", FILE)
got = {entry["ordinal"] - first: tuple(entry["span"][word] for word in ("blocked", "waker", "wakestack")) for entry in done.objects()}
check("facts of wakeups", done, got == FACTS)
tap.ok(got == FACTS, "time blocked, waker and its stack of each wait", [got])
tap.ok(folded(":offcpu waker") == WAKERS, "time blocked by stack, with the stack of the waker on top", [folded(":offcpu waker")])
tap.ok(folded(":offcpu blocked") == BLOCKED, "... as much as without it", [folded(":offcpu blocked")])
tap.ok(folded(":offcpu waker where comm == \"web\"") == {stack: n for stack, n in WAKERS.items() if stack.startswith("web")},
       "... of one task", [])
# From a frame of a waker to the records; the widest frames are followed.
top = screens(":offcpu waker<Enter>", ":wait", "G")
tap.ok("web: 2 waits, span.blocked 0.000000400 s" in top, "the last frame of the widest stack is the waker's task", top.splitlines()[-4:])
opened = screens(":offcpu waker<Enter>", ":wait", "G<Enter>")
tap.ok("1 of 2" in opened and "span.wakestack" in opened, "... whose records are two", opened.splitlines()[:4])
opened = screens(":offcpu waker<Enter>", ":wait", "gkkk<Enter>")
tap.ok("1 of 2" in opened and "span.wakestack" not in opened, "a frame below it is of the thread that waits", opened.splitlines()[:4])
tap.ok("A graph with wakers always begins at the tasks" in screens(":offcpu waker<Enter>", ":wait", "<Tab>"), "it has no form by callers", [])
done = run("-q", *PLAIN, "--batch", "--cmd", ":offcpu waker", cli.DATA / "demo.data")
tap.ok(done.status == 2 and "also record sched:sched_waking" in done.err, "without wakeups it tells what to record", [done.err])
sys.exit(tap.done())
