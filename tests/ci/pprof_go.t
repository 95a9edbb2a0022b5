#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of pprof as `go tool pprof` reads them: totals, callers, lines of source, instructions, the recording; its pages."""
import collections
import json
import os
import pathlib
import platform
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
import cli  # noqa: E402
from cli import run, tap  # noqa: E402

CORE = HERE.parent / "core"


def pprof(path, *options):
    """What it prints, or None."""
    env = dict(os.environ, HOME=str(cli.CWD), PPROF_TMPDIR=str(cli.CWD))
    done = subprocess.run(["go", "tool", "pprof", *options, path], cwd=cli.CWD, env=env, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    if done.returncode:
        tap.ok(False, f"go tool pprof {' '.join(options)}", [done.stderr])
        return None
    return done.stdout


def write(name, *options):
    path = cli.CWD / "x.pb.gz"
    path.unlink(missing_ok=True)
    result = run("--no-index", "--batch", "--show-event", "all", "--cmd", f":write x.pb.gz {' '.join(options)}", name)
    tap.ok(not result.status and path.exists(), f"{name}: :write x.pb.gz {' '.join(options)}", [result.err])
    return path


def own_top(name, event, *options):
    """Samples of an event by the innermost function, and by each function that is in a stack."""
    flat, cum = collections.Counter(), collections.Counter()
    result = run("print", "-q", "--no-index", "--format", "folded", "--show-event", event, *options, name)
    for line in result.lines():
        stack, number = line.rsplit(" ", 1)
        frames = stack.split(";")
        flat[frames[-1]] += int(number)
        for frame in set(frames):
            cum[frame] += int(number)
    return flat, cum


def check_top(name, event):
    path = write(name)
    flat, cum = own_top(name, event)
    text = pprof(path, "-top", "-nodecount=100000", "-nodefraction=0", "-edgefraction=0", "-symbolize=none",
                 f"-sample_index={event}_sample") or ""
    got = re.findall(r"^ *(\d+) +[\d.]+% +[\d.]+% +(\d+) +[\d.]+%  (.*)$", text, re.M)
    tap.ok({f: int(n) for n, _, f in got if int(n)} == flat and {f: int(n) for _, n, f in got} == cum and len(flat) > 0,
           f"{name}: -top has the {flat.total()} samples of {event} by function", [text[:400], str(flat)[:400]])
    raw = pprof(path, "-raw", "-symbolize=none") or ""
    mapped = {(build_id, dso) for dso, build_id in
              re.findall(r"^\d+: 0x[0-9a-f]+/0x[0-9a-f]+/0x[0-9a-f]+ (\S+) ([0-9a-f]{16,40}) ", raw, re.M)}
    perf = cli.tool("perf", "buildid-list", "-i", name) if shutil.which("perf") else None
    listed = {tuple(line.split(" ", 1)) for line in perf.stdout.decode().splitlines()} if perf else mapped
    tap.ok(mapped and mapped <= listed, "... in mappings with their build ids", [str(mapped), str(listed)])
    tap.ok("Comment: " in raw and "PeriodType: " in raw, "... with the command, and what a period is", [raw[:600]])


def check_source():
    """The program of ../core/lines.s at the path that the recording has of it, as pprof opens that alone."""
    program, source = cli.CWD / "lines", cli.CWD / "lines.c"
    if platform.machine() != "x86_64" or not cli.link(CORE / "lines.s", program, "-Wl,-e,main", "-Wl,-Ttext=0x401000",
                                                      "-Wl,--build-id=0x" + "cd" * 20):
        tap.skip("lines and instructions", "the program of lines.s cannot be linked here")
        return
    text = (CORE / "lines.mk").read_text().replace("/opt/lines", str(program))
    (cli.CWD / "own.mk").write_text(text.replace("../mk/cases", str(HERE.parent / "mk/cases")))
    subprocess.run([cli.MK, cli.CWD / "own.mk", cli.CWD / "own.data"], check=True)
    source.write_text("".join(f"line {n}\n" for n in range(1, 31)))
    for options in ((), ("--inline",)):
        path = write("own.data", *options)
        listed = pprof(path, "-trim_path=/src/app", f"-source_path={cli.CWD}", "-list=work|middle|leaf|main",
                       f"-symbolize={'none' if options else 'force'}") or ""
        got = {int(line): (flat, cum) for flat, cum, line in re.findall(r"^ +(\d|\.) +(\d|\.) +(\d+):line", listed, re.M)
               if (flat, cum) != (".", ".")}
        tap.ok(got.get(7) == ("1", "1") and got.get(25) == (".", "4") and got.get(20) == ("1", "1"),
               f"-list {'by the lines in the file' if options else 'by those that pprof finds in the program'}", [listed])
        code = pprof(path, "-disasm=work") or ""
        got = {int(address, 16): flat for flat, _, address in
               re.findall(r"^ +(\d|\.) +(\d|\.) +([0-9a-f]+):", code, re.M) if flat != "."}
        tap.ok(got == {0x401027: "1", 0x40102a: "1", 0x40102e: "1"}, "-disasm has the samples at their instructions",
               [code])
    peek = pprof(write("own.data"), "-peek=^work$", "-symbolize=none") or ""
    tap.ok(re.search(r"^ +3 +100% \| +main\n +3 75.00% 75.00% +3 75.00% +\| work$", peek, re.M),
           "-peek has who called a function", [peek])


def page(port, name):
    """A page of the server; None: it does not answer."""
    for _ in range(150):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/ui/{name}", timeout=20) as answer:
                return answer.read().decode()
        except OSError:
            time.sleep(0.2)
    return None


def check_pages(name, event):
    """The server for browsers has the same totals, and a flame graph of all functions."""
    path = write(name)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = dict(os.environ, HOME=str(cli.CWD), PPROF_TMPDIR=str(cli.CWD))
    server = subprocess.Popen(["go", "tool", "pprof", f"-http=127.0.0.1:{port}", "-no_browser", f"-sample_index={event}_sample", path], env=env,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        top, flame = page(port, "top"), page(port, "flamegraph")
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()
    flat, cum = own_top(name, event)
    rows = json.loads(re.search(r"(\[\{\"Name\":.*?\}\])", top or "[]")[1])
    got = {row["Name"].removesuffix(" "): (row["Flat"], row["Cum"]) for row in rows}
    tap.ok(got == {f: (flat.get(f, 0), n) for f, n in cum.items()}, f"-http: the table of {len(cum)} functions", [str(got), str(cum)])
    tap.ok(all(json.dumps(f)[1:-1] in (flame or "") for f in cum), "... and the flame graph")


def main():
    if not shutil.which("go"):
        tap.skip("go tool pprof", "go is not installed")
        return tap.done()
    if subprocess.run(["go", "tool", "pprof", "-h"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                      check=False).returncode not in (0, 2):
        tap.skip("go tool pprof", "go has no pprof")
        return tap.done()
    for name, event in (("demo.data", "cpu-clock"), ("fp.data", None), ("dwarf.data", None)):
        name = cli.copy(name)
        check_top(name, event or run("count", "-q", "--no-index", "--json", "--type", "SAMPLE", "--by", "event", name).objects()[0]["event"])
    check_source()
    check_pages(cli.copy("fp.data"), "cpu-clock")
    return tap.done()


sys.exit(main())
