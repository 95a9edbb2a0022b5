#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles for Firefox as the Firefox Profiler's own command line reads them: threads, samples, markers, symbols."""
import bisect
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import threading
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
    archived, why = cli.npm_package(PACKAGE, "the profiler")
    if not archived:
        return None, why
    with tarfile.open(archived) as archive:
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


def check_counters(command, recording):
    """Counters have all rounds; energy is what the profiler shows as power."""
    path = cli.CWD / "counters.gecko.json"
    run("--no-index", "--batch", "--cmd", f":write! {path.name}", recording)
    wanted = {counter["name"]: [row[1] for row in counter["sample_groups"][0]["samples"]["data"]]
              for counter in json.loads(path.read_text())["counters"]}
    subprocess.run([*command, "load", path], cwd=cli.CWD, env=ENV, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
    try:
        found = ask(command, "counter", "list")
    finally:
        subprocess.run([*command, "stop", "--all"], cwd=cli.CWD, env=ENV, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    got = {counter["name"]: counter for counter in found["counters"]} if found else {}
    tap.ok(got.keys() == wanted.keys() and len(got) > 1, f"{recording.name}: its counters", [str(sorted(got))])
    tap.ok(all(got[name]["rangeSampleCount"] == len(counts) for name, counts in wanted.items() if name in got), "... with all rounds",
           [str(found)[:400]])
    return {name: (counter["unit"], [one["value"] for one in counter["stats"]]) for name, counter in got.items()}, wanted


class SymbolServer(http.server.BaseHTTPRequestHandler):
    """Answers as the symbol servers of the profiler do, from the symbols of one program. It knows the program by its id alone."""
    module, symbols = None, []

    def do_POST(self):
        jobs = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["jobs"]
        answer = json.dumps({"results": [self.job(job) for job in jobs]}).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(answer)

    def job(self, job):
        (name, number), = job["memoryMap"]
        known = number == self.module
        stack = []
        for i, (_, address) in enumerate(job["stacks"][0]):
            frame = {"frame": i, "module": name, "module_offset": hex(address)}
            if known:
                start, function = self.symbols[bisect.bisect(self.symbols, (address, "~")) - 1]
                frame |= {"function": function, "function_offset": hex(address - start)}
            stack.append(frame)
        return {"found_modules": {f"{name}/{number}": known}, "stacks": [stack]}

    def log_message(self, *_):
        pass


def symbols_of(program):
    """Offsets in the file and names of functions."""
    loads = subprocess.run(["readelf", "-lW", program], check=True, stdout=subprocess.PIPE, text=True).stdout
    base = min(int(line.split()[2], 16) for line in loads.splitlines() if line.split()[:1] == ["LOAD"])
    names = subprocess.run(["nm", program], check=True, stdout=subprocess.PIPE, text=True).stdout
    rows = (line.split() for line in names.splitlines())
    return sorted((int(row[0], 16) - base, row[2]) for row in rows if len(row) == 3 and row[1] in "tT")


def functions(command, path, *options):
    """Of each thread how often each function of the program photolab is in a stack, and innermost."""
    subprocess.run([*command, "load", path, *options], cwd=cli.CWD, env=ENV, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
    try:
        threads = [ask(command, "thread", "functions", "--limit", "0", "--thread", f"t-{i}")
                   for i in range(len(json.loads(path.read_text())["threads"]))]
    finally:
        subprocess.run([*command, "stop", "--all"], cwd=cli.CWD, env=ENV, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return [sorted((one["name"], one["selfSamples"], one["totalSamples"]) for one in thread["functions"]
                   if one.get("library") == "photolab") for thread in threads]


def check_symbols(command):
    """Names that perfnav finds, and names that the profiler finds by the build id and the offsets in the file."""
    program, = (cli.DATA / "demo.data.debug/tmp/perfnav-data/bin/photolab").glob("*/elf")
    paths = {}
    for name, options in (("named", ()), ("bare", ("--symfs", "none"))):
        recording = cli.DATA / "demo.data" if name == "named" else cli.copy("demo.data")
        paths[name] = cli.CWD / f"{name}.gecko.json"
        run("print", "-q", "--no-index", *options, "--format", "firefox", "-o", paths[name], recording)
    libs = {lib["name"]: lib for lib in json.loads(paths["bare"].read_text())["libs"]}
    tap.ok(libs["photolab"]["codeId"] == program.parent.name, "demo.data without symbols: the program's build id", [str(libs)])
    SymbolServer.module, SymbolServer.symbols = libs["photolab"]["breakpadId"], symbols_of(program)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), SymbolServer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    want = functions(command, paths["named"])
    got = functions(command, paths["bare"], "--symbol-server", f"http://127.0.0.1:{server.server_port}")
    server.shutdown()
    names = {name for thread in want for name, *_ in thread}
    wrong = [f"{a}, not {b}" for a, b in zip(got, want) if a != b]
    tap.ok(got == want and "checksum_byte" in names, f"... the profiler finds {len(names)} functions, each as often as perfnav", wrong[:3])


def main():
    command, why = reader()
    if why:
        tap.skip("the Firefox Profiler's reader", why)
        return tap.done()
    for name in ("sched.data", "fp.data"):
        check(command, name)
    check_counters(command, cli.DATA / "stat.data")
    power = cli.CWD / "power.data"
    tap.ok(not cli.tool(cli.MK, cli.ROOT / "tests/cli/power.mk", power).returncode, "counts of energy")
    got, wanted = check_counters(command, power)
    tap.ok(got["power/energy-pkg/"] == ("pWh", [sum(wanted["power/energy-pkg/"])]), "... are shown as power", [str(got)])
    check_symbols(command)
    return tap.done()


sys.exit(main())
