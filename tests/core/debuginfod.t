#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Debug files from a server, when somebody asks for them: a server here that counts what it is asked
for, and that of elfutils where it is installed. All of it is on the loopback."""
import ctypes.util
import http.server
import pathlib
import shutil
import socket
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import recorded  # noqa: E402
from recorded import SOURCES, cli, tool  # noqa: E402
from cli import tap  # noqa: E402

NAMES = ["silently", "softly"]
NONE = [None, None]


class Server(http.server.ThreadingHTTPServer):
    """files: by build id; what it is asked for is in asked. slow: it never ends an answer."""

    daemon_threads = True

    def __init__(self, files, slow=False):
        super().__init__(("127.0.0.1", 0), Answer)
        self.files, self.slow, self.asked = files, slow, []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def env(self, cache):
        return {"DEBUGINFOD_URLS": f"http://127.0.0.1:{self.server_address[1]}",
                "DEBUGINFOD_CACHE_PATH": str(cli.CWD / cache), "HOME": str(cli.CWD)}


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):  # noqa: N802
        self.server.asked.append(self.path)
        build_id = self.path.split("/")[2]
        if self.server.slow:
            self.send_response(200)
            self.send_header("Content-Length", "1000000")
            self.end_headers()
            self.wfile.write(b"x" * 1000)
            self.wfile.flush()
            time.sleep(60)
            return
        if build_id not in self.server.files or not self.path.endswith("/debuginfo"):
            self.send_error(404)
            return
        data = self.server.files[build_id].read_bytes()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def build_id(path):
    notes = subprocess.run(["readelf", "-n", path], capture_output=True, check=True).stdout.decode()
    return notes.split("Build ID:")[1].split()[0]


def names(path, env, *options, word="sym"):
    places = f"addr >= {recorded.PLACES:#x} and addr < {recorded.PLACES + 0x10000:#x}"
    result = cli.run("print", "--no-index", "--format", "json", "--order", "time", "-f",
                     f"type == SAMPLE and {places}", "-F", word, *options, path, env=env)
    return [o.get(word) for o in result.objects()]


def browse(path, env, script, *options):
    keys = cli.script(script)
    return cli.run("--no-index", "--script", keys, "--screen", "80x24", "-f",
                   f"addr == {recorded.PLACES + 0x1000:#x}", *options, path, env=env)


def check_server(path, own, debug, other):
    server = Server({own: debug})
    env = server.env("cache")
    tap.ok(names(path, env) == NONE and not server.asked,
           "without being turned on nothing is asked for", server.asked)
    browse(path, env, ":wait\nvs\n:wait\n")
    tap.ok(not server.asked, "... nor by the browser", server.asked)
    have = names(path, env, "--debuginfod")
    tap.ok(have == NAMES and [a for a in server.asked if own in a], "--debuginfod: the names",
           [str(have)] + server.asked)
    lines = names(path, env, "--debuginfod", word="srcline")
    tap.ok(len(set(lines)) == 1 and str(lines[0]).startswith("touch.h:"), "... and the source lines",
           lines)
    asked = len([a for a in server.asked if own in a])
    have = names(path, env, "--debuginfod", "-f", 'sym == "softly"')
    tap.ok(have == ["softly"] and asked == len([a for a in server.asked if own in a]) == 1,
           "... of a file that is asked for once", [str(have)] + server.asked)
    tap.ok(names(path, env) == NONE, "... and not used when it is off")
    tap.ok(names(path, {**env, "DEBUGINFOD_URLS": "", "DEBUGINFOD_CACHE_PATH": str(cli.CWD / "no")},
                 "--debuginfod") == NONE, "no server is named")

    for what, file in (("another file", other), ("no ELF file", SOURCES / "quiet.c")):
        server = Server({own: file})
        tap.ok(names(path, server.env(what), "--debuginfod") == NONE and
               any(own in a for a in server.asked), f"{what} is not believed", server.asked)
    server = Server({})
    tap.ok(names(path, server.env("empty"), "--debuginfod") == NONE and server.asked,
           "a server that does not have it")


def check_lines(full, own, debug):
    """A program with symbols, but without debug information."""
    half = cli.CWD / "half"
    path = tool("strip", "-g", "-o", half, full) and recorded.record("half.data", [half])
    env = Server({own: debug}).env("half.cache")
    if path:
        tap.ok(names(path, env) == NAMES and names(path, env, word="srcline") == NONE,
               "names, but no source lines")
        lines = names(path, env, "--debuginfod", word="srcline")
        tap.ok(None not in lines and lines[0].startswith("touch.h:"), "... which are fetched", lines)


def check_gone(full, own, debug):
    """A program that is not here: the recording has its build id."""
    gone = cli.CWD / "gone"
    path = tool("strip", "-o", gone, full) and recorded.record("gone.data", [gone],
                                                               "--buildid-mmap")
    if not path:
        tap.skip("a program that is gone", "perf cannot record build ids of mappings")
        return
    gone.unlink()
    server = Server({own: debug})
    env = server.env("gone.cache")
    tap.ok(names(path, env) == NONE, "a program that is gone")
    have = names(path, env, "--debuginfod")
    recorded_ids = cli.run("print", "--no-index", "-f", "type == MMAP2", "-F", "mmap.file,mmap.build_id", path)
    told = [f"its build id: {own}", *recorded_ids.lines(), "asked for:", *server.asked]
    tap.ok(have == NAMES, "... has the names of its debug file", [str(have), *told])
    lines = names(path, env, "--debuginfod", word="srcline")
    tap.ok(None not in lines and lines[0].startswith("touch.h:"), "... and its lines", [str(lines), *told])


def check_browser(path, own, debug):
    server = Server({own: debug})
    result = browse(path, server.env("b1"), ":wait\nvs\n:wait\n:dump before\n:debuginfod on<Enter>\n:wait\n"
                    ":wait\n:dump after\n")
    before, _, after = result.out.partition("---- after")
    tap.ok("softly" not in before and "softly" in after, ":debuginfod on", result.told())
    server = Server({own: debug})
    result = browse(path, server.env("b3"), ':wait\n& and sym == "softly"<Enter>\n:wait\n:dump none\n'
                    ":debuginfod on<Enter>\n:wait\n:wait\n:dump found\n")
    none, _, found = result.out.partition("---- found")
    tap.ok("page-faults" not in none and "page-faults" in found and "1 of" in found,
           "... a filter by a name is asked anew", result.told() + [result.out])
    server = Server({own: debug})
    result = browse(path, server.env("b2"), ":wait\nvs\n:wait\n:debuginfod nowhere.so<Enter>\n:dump none\n<Esc>"
                    ":debuginfod quiet<Enter>\n:wait\n:wait\n:dump one\n:debuginfod<Enter>\n:dump told\n")
    none, _, one = result.out.partition("---- one")
    tap.ok("a file that :symbols lists" in none and "softly" in one and "1 fetched" in one,
           ":debuginfod FILE: of one", [result.out])
    tap.ok({a.split("/")[2] for a in server.asked} == {own}, "... and of no other", server.asked)

    slow = Server({own: debug}, slow=True)
    result = browse(path, slow.env("b4"), ":wait\nvs\n:wait\n:debuginfod on<Enter>\n:debuginfod<Enter>\n:dump on\n"
                    ":debuginfod off<Enter>\n:wait\n:debuginfod<Enter>\n:dump off\n")
    on, _, off = result.out.partition("---- off")
    tap.ok("fetching" in on and "are not fetched" in off and "fetching" not in off,
           "what takes long is given up", result.told())
    result = browse(path, slow.env("b6"), ":wait\nvs\n:wait\n:debuginfod on<Enter>\nq\n<C-c>\n:dump x\n")
    tap.ok("Debug files are no longer fetched." in result.out, "... by Ctrl-C, too", result.lines())
    result = browse(path, slow.env("b5"), ":wait\nvs\n:wait\n:debuginfod on<Enter>\n:dump end\nq\nq\n")
    tap.ok("---- end" in result.out, "the browser ends while it is fetching", result.told())


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def check_elfutils(path, debug):
    """The server that others use, with a folder of debug files."""
    if not shutil.which("debuginfod"):
        tap.skip("the server of elfutils", "it is not installed (debuginfod)")
        return
    store, port = cli.CWD / "store", free_port()
    store.mkdir()
    shutil.copy(debug, store)
    env = {**cli.ENV, "HOME": str(cli.CWD)}
    env.pop("DEBUGINFOD_URLS", None)
    with subprocess.Popen(["debuginfod", "-F", "-p", str(port), "-d", cli.CWD / "index.sqlite",
                           store], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, env=env) as server:
        have, names_of = [], {"DEBUGINFOD_URLS": f"http://127.0.0.1:{port}", "HOME": str(cli.CWD)}
        for i in range(60):  # it looks through its folder first
            names_of["DEBUGINFOD_CACHE_PATH"] = str(cli.CWD / f"elfutils{i}")
            have = names(path, names_of, "--debuginfod")
            if have == NAMES:
                break
            time.sleep(0.5)
        server.terminate()
    tap.ok(have == NAMES, "the server of elfutils", [str(have)])


def main():
    full = recorded.build("full", SOURCES / "quiet.c", "-Wl,--build-id=sha1")
    other = recorded.build("other", SOURCES / "after.c", "-Wl,--build-id=sha1")
    quiet, debug, wrong = (cli.CWD / name for name in ("quiet", "quiet.dbg", "other.dbg"))
    if not (full and other and tool("strip", "-o", quiet, full) and
            tool("objcopy", "--only-keep-debug", full, debug) and
            tool("objcopy", "--only-keep-debug", other, wrong)):
        tap.skip("debug files from a server", "no compiler or binutils")
        return tap.done()
    path = recorded.record("quiet.data", [quiet])
    if not path or not ctypes.util.find_library("debuginfod"):
        tap.skip("debug files from a server", "no libdebuginfod, or perf cannot record")
        return tap.done()
    own = build_id(full)
    check_server(path, own, debug, wrong)
    check_lines(full, own, debug)
    check_gone(full, own, debug)
    check_browser(path, own, debug)
    check_elfutils(path, debug)
    return tap.done()


sys.exit(main())
