#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Databases as perf's exported-sql-viewer.py reads them: its call graph and its call tree have all calls, its chart all switches."""
import json
import pathlib
import shutil
import sqlite3
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import run, tap  # noqa: E402

SPAN = "life type == COMM -> tp.id == 1"


def reader():
    """The command, or why there is none."""
    perf = cli.tool("perf", "--exec-path")
    script = pathlib.Path(perf.stdout.decode().strip() or "/nonexistent") / "scripts/python/exported-sql-viewer.py"
    if not script.exists():
        return None, "perf has no exported-sql-viewer.py here"
    pythons = [python for python in ("/usr/bin/python3", shutil.which("python3")) if python and
               not cli.tool(python, "-c", "import PySide2.QtSql, PySide2.QtWidgets").returncode]
    return [*(pythons or [sys.executable])[:1], cli.ROOT / "tests/ci/sqlviewer.py", script], None


def view(command, name, *args):
    """The database of a recording, and what the viewer has of it; None: it does not read it."""
    path = cli.CWD / "viewed.sqlite"
    run("print", "-q", "--no-index", "--format", "sqlite", "--force", "-o", path, *args, cli.DATA / name)
    done = subprocess.run([*command, path], cwd=cli.CWD, env=cli.ENV, check=False, stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
    read = tap.ok(not done.returncode and done.stdout, f"{pathlib.Path(name).name}: the viewer reads it",
                  [done.stderr.decode("utf-8", "replace")[-600:]])
    return sqlite3.connect(path), json.loads(done.stdout) if read else None


def check(command, name, *args, nested=False):
    db, models = view(command, name, *args)
    if not models:
        return
    calls = [(symbol, time) for symbol, time in db.execute("SELECT symbol, call_time FROM calls_view WHERE id > 0")]
    # The first two levels are tasks and threads.
    tree = [(symbol, int(time)) for depth, symbol, time, _ in models["CallTreeModel"] if depth >= 2]
    tap.ok(sorted(tree) == sorted(calls) and calls, f"... its call tree has {len(calls)} calls", [f"{len(tree)} rows"])
    graph = sum(int(count) for depth, _, count, _ in models["CallGraphModel"] if depth >= 2)
    tap.ok(graph == len(calls), "... its call graph counts them", [str(graph)])
    tap.ok(any(depth > 2 for depth, *_ in models["CallTreeModel"]) == nested, "... and calls are in others where they are")
    db.close()


def check_switches(command, name):
    db, models = view(command, name)
    if not models:
        return
    wrong, n = [], 0
    for cpu, (first, *points) in models["switches"]:
        want = db.execute("SELECT time, pid_in, tid_in, comm_in FROM context_switches_view WHERE cpu = ? AND flags = 'in' "
                          "ORDER BY time, id", (cpu,)).fetchall()
        start = want[0][0] - points[0][0]
        n += len(want)
        if first[0] or [(start + time, *task) for time, *task in points] != want:
            wrong.append(f"CPU {cpu}: {points[:3]}")
    tap.ok(len(models["switches"]) == 2 and n > 100 and not wrong, f"... its chart has the {n} times at which a task came on a CPU", wrong)
    db.close()


def main():
    command, why = reader()
    if why:
        tap.skip("perf's viewer of databases", why)
        return tap.done()
    check(command, "uprobes.data")
    check(command, "tracepoints.data", "--span", SPAN, nested=True)
    made = cli.CWD / "calls.data"
    tap.ok(not cli.tool(cli.MK, cli.ROOT / "tests/cli/calls.mk", made).returncode, "stacks of calls")
    check(command, made, "--symfs", "none", nested=True)
    check_switches(command, "system.data")
    return tap.done()


sys.exit(main())
