#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Databases as perf's exported-sql-viewer.py reads them: its call graph and its call tree have all calls."""
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
    for python in filter(None, ("/usr/bin/python3", shutil.which("python3"))):
        if not cli.tool(python, "-c", "import PySide2.QtSql, PySide2.QtWidgets").returncode:
            return [python, cli.ROOT / "tests/ci/sqlviewer.py", script], None
    return None, "PySide2 is not installed"


def check(command, name, *args):
    path = cli.CWD / "viewed.sqlite"
    run("print", "-q", "--no-index", "--format", "sqlite", "--force", "-o", path, *args, cli.DATA / name)
    done = subprocess.run([*command, path], cwd=cli.CWD, env=cli.ENV, check=False, stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
    if not tap.ok(not done.returncode and done.stdout, f"{name}: the viewer reads it", [done.stderr.decode("utf-8", "replace")[-600:]]):
        return
    models = json.loads(done.stdout)
    db = sqlite3.connect(path)
    calls = [(symbol, time) for symbol, time in db.execute("SELECT symbol, call_time FROM calls_view WHERE id > 0")]
    # The first two levels are tasks and threads.
    tree = [(symbol, int(time)) for depth, symbol, time, _ in models["CallTreeModel"] if depth >= 2]
    tap.ok(sorted(tree) == sorted(calls) and calls, f"... its call tree has {len(calls)} calls", [f"{len(tree)} rows"])
    graph = sum(int(count) for depth, _, count, _ in models["CallGraphModel"] if depth >= 2)
    tap.ok(graph == len(calls), "... its call graph counts them", [str(graph)])
    tap.ok(any(depth > 2 for depth, *_ in models["CallTreeModel"]) == bool(args), "... and calls are in others where they are")
    db.close()


def main():
    command, why = reader()
    if why:
        tap.skip("perf's viewer of databases", why)
        return tap.done()
    check(command, "uprobes.data")
    check(command, "tracepoints.data", "--span", SPAN)
    return tap.done()


sys.exit(main())
