#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles for Firefox as the Firefox Profiler's own command line reads them: threads, samples, markers."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
import gecko  # noqa: E402
from cli import run, tap  # noqa: E402

PACKAGE = "@firefox-devtools/profiler-cli@0.10.0"
ENV = dict(os.environ, HOME=str(cli.CWD))


def reader():
    """Its command, or why there is none."""
    if not shutil.which("node") or not shutil.which("npm"):
        return None, "node or npm is missing"
    try:
        done = subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=cli.CWD, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, timeout=60, check=True, text=True)
    except (subprocess.SubprocessError, OSError):
        return None, "npm cannot get the profiler"
    with tarfile.open(cli.CWD / done.stdout.split()[-1]) as archive:
        for member in archive.getmembers():
            if member.isreg() and member.name.startswith("package/dist/"):
                archive.extract(member, cli.CWD)
    command = ["node", cli.CWD / "package/dist/profiler-cli.js"]
    if subprocess.run([*command, "--version"], env=ENV, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                      stderr=subprocess.DEVNULL, check=False).returncode:
        return None, "this node cannot run the profiler"
    return command, None


def ask(command, *args):
    """What it answers, as JSON; None while its server begins."""
    for _ in range(100):
        done = subprocess.run([*command, *args, "--json"], cwd=cli.CWD, env=ENV, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        if not done.returncode and done.stdout:
            return json.loads(done.stdout)
        time.sleep(0.2)
    return None


def check(command, name):
    path = cli.CWD / f"{name}.gecko.json"
    run("--no-index", "--batch", "--cmd", f":write {path.name}", cli.DATA / name)
    subprocess.run([*command, "load", path], cwd=cli.CWD, env=ENV, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
    wrong, threads = [], json.loads(path.read_text())["threads"]
    try:
        for i, thread in enumerate(threads):
            info = ask(command, "thread", "info", "--thread", f"t-{i}")
            want = (thread["name"], thread["tid"], len(thread["samples"]["data"]), len(list(gecko.markers(thread))))
            got = info and (info["name"], info["tid"], info["sampleCount"], info["markerCount"])
            if got != want:
                wrong.append(f"{got}, not {want}")
        text = json.dumps(ask(command, "profile", "info"))
    finally:
        subprocess.run([*command, "stop", "--all"], cwd=cli.CWD, env=ENV, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    tap.ok(threads and not wrong, f"{name}: the samples and markers of {len(threads)} threads", wrong[:4])
    tap.ok(all(json.dumps(thread["processName"]) in text for thread in threads), "... and the names of their processes", [text[:600]])


def check_counters(command):
    path = cli.CWD / "stat.gecko.json"
    run("--no-index", "--batch", "--cmd", f":write {path.name}", cli.DATA / "stat.data")
    subprocess.run([*command, "load", path], cwd=cli.CWD, env=ENV, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
    try:
        found = ask(command, "counter", "list")
    finally:
        subprocess.run([*command, "stop", "--all"], cwd=cli.CWD, env=ENV, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    names = sorted(counter["name"] for counter in found["counters"]) if found else []
    tap.ok(names == ["context-switches", "cpu-clock", "cpu-migrations", "page-faults"], "stat.data: its counters", [str(names)])
    tap.ok(found and all(counter["rangeSampleCount"] == 5 for counter in found["counters"]), "... with all rounds", [str(found)[:400]])


def main():
    command, why = reader()
    if why:
        tap.skip("the Firefox Profiler's reader", why)
        return tap.done()
    for name in ("sched.data", "fp.data"):
        check(command, name)
    check_counters(command)
    return tap.done()


sys.exit(main())
