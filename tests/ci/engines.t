#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""doc/engines.md: its commands load 20 recordings into each engine that is here, and its questions have the answers of perfnav."""
import csv
import io
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import run, tap  # noqa: E402

RECORDINGS = 20
HOST = b"perfnav-data"
DUCKDB = "@duckdb/node-api@1.5.6-r.1"
PAGE = (cli.ROOT / "doc/engines.md").read_text()
BIN = cli.CWD / "bin"
ENV = dict(cli.ENV, PATH=f"{BIN}:{os.environ['PATH']}:/usr/sbin")


def section(title):
    return re.split(r"^#+ ", PAGE.split(f"# {title}\n", 1)[1], maxsplit=1, flags=re.M)[0]


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def questions():
    """Title, statement, command."""
    for part in PAGE.split("\n## Ask\n")[1].split("\n### ")[1:]:
        yield part.split("\n", 1)[0], blocks(part, "sql")[0].strip(), blocks(part, "sh")[0]


def shell(command, **env):
    return subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=cli.CWD, env=dict(ENV, **env), check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def rows(text, null=""):
    return sorted([["" if cell == null else cell for cell in row] for row in csv.reader(io.StringIO(text))])


def make_recordings():
    """Pieces of one recording, from three machines."""
    for i in range(RECORDINGS):
        path = cli.CWD / f"r{i:02}.data"
        run("slice", "-q", "--no-index", "--time", f"5%/{i + 1}", "-o", path, cli.DATA / "demo.data")
        path.write_bytes(path.read_bytes().replace(HOST, HOST[:-1] + b"xyz"[i % 3:i % 3 + 1]))
        os.utime(path, (1764000000 + i, 1764000000 + i))


def wait_for(ready):
    for _ in range(200):
        if not ready().returncode:
            return True
        time.sleep(0.1)
    return False


# ---- engines: each yields how to start and end it; why it is not here ----

class Sqlite:
    name, title, null = "sqlite", "SQLite", ""
    env = {}

    def why_not(self):
        return None if shutil.which("sqlite3") else "sqlite3 is not installed"

    def ask(self, statement):
        return ["sqlite3", "-csv", "records.db", statement]

    def stop(self):
        pass


class DuckDb(Sqlite):
    name, title = "duckdb", "DuckDB"

    def why_not(self):
        if shutil.which("duckdb"):
            return None
        if not shutil.which("node") or not shutil.which("npm"):
            return "neither duckdb nor node and npm are installed"
        try:
            subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", DUCKDB], cwd=cli.CWD, check=True, timeout=120,
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except (subprocess.SubprocessError, OSError):
            return "npm cannot get DuckDB"
        shutil.copy(cli.ROOT / "tests/ci/duckdb.js", cli.CWD)
        (BIN / "duckdb").write_text(f'#!/bin/sh\nexec node {cli.CWD}/duckdb.js "$@"\n')
        (BIN / "duckdb").chmod(0o755)
        return None

    def ask(self, statement):
        return ["duckdb", "-csv", "-noheader", "records.duckdb", statement]


class ClickHouse(Sqlite):
    """A server of the version that Debian has, or a later one, on a port of its own."""
    name, title, null = "clickhouse", "ClickHouse", "\\N"
    port = 20000 + os.getpid() % 10000
    server = None

    def why_not(self):
        server = shutil.which("clickhouse-server", path=ENV["PATH"])
        if not server or not shutil.which("clickhouse-client"):
            return "ClickHouse is not installed"
        folder = cli.CWD / "clickhouse"
        folder.mkdir()
        users = "<profiles><default/></profiles><quotas><default/></quotas><users><default><password></password>" \
                "<networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>"
        (folder / "users.xml").write_text(f"<yandex>{users}</yandex>")
        (folder / "config.xml").write_text(
            f"<yandex><logger><level>error</level><console>1</console></logger><tcp_port>{self.port}</tcp_port>"
            f"<listen_host>127.0.0.1</listen_host><path>{folder}/data/</path><tmp_path>{folder}/tmp/</tmp_path>"
            f"<mark_cache_size>100000000</mark_cache_size><users_config>{folder}/users.xml</users_config>"
            "<default_profile>default</default_profile><default_database>default</default_database></yandex>")
        (BIN / "clickhouse-client").write_text(
            f'#!/bin/sh\nexec {shutil.which("clickhouse-client")} --host 127.0.0.1 --port {self.port} "$@"\n')
        (BIN / "clickhouse-client").chmod(0o755)
        self.server = subprocess.Popen([server, f"--config-file={folder}/config.xml"], cwd=folder, env=ENV,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return None if wait_for(lambda: shell("clickhouse-client --query 'SELECT 1'")) else "ClickHouse does not start"

    def ask(self, statement):
        return ["clickhouse-client", "--format", "CSV", "--query", statement]

    def stop(self):
        if self.server:
            self.server.send_signal(signal.SIGKILL)
            self.server.wait()


class PostgreSql(Sqlite):
    """A server of its own that listens to a socket alone; root starts it as the user of the package."""
    name, title = "postgresql", "PostgreSQL"
    server = None

    def why_not(self):
        found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        if not found or not shutil.which("psql"):
            return "PostgreSQL is not installed"
        user = ["runuser", "-u", "postgres", "--"] if not os.geteuid() else []
        data = pathlib.Path(subprocess.run([*user, "mktemp", "-d", "/tmp/pg.XXXXXX"], check=True, stdout=subprocess.PIPE,
                                           text=True, cwd="/").stdout.strip())
        self.folder = data
        self.env = {"PGHOST": str(data), "PGUSER": "postgres", "PGDATABASE": "postgres"}
        made = subprocess.run([*user, found[-1], "-D", data / "data", "-U", "postgres", "-A", "trust", "-N"], cwd="/",
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        if made.returncode:
            return "PostgreSQL makes no cluster here"
        self.server = subprocess.Popen([*user, found[-1].with_name("postgres"), "-D", data / "data", "-k", data, "-h", "", "-F"],
                                       cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return None if wait_for(lambda: shell("psql -c 'SELECT 1'", **self.env)) else "PostgreSQL does not start"

    def ask(self, statement):
        return ["psql", "-X", "--csv", "-t", "-c", statement]

    def stop(self):
        if self.server:
            pid = (self.folder / "data/postmaster.pid").read_text().split()[0]
            os.kill(int(pid), signal.SIGINT)
            self.server.wait()
            shutil.rmtree(self.folder)


def check_engine(engine, answers):
    begun = time.monotonic()
    load = "\n".join(blocks(section("Write the table"), "sh")[-1:] + blocks(section(engine.title), "sh"))
    done = shell(load, **engine.env)
    if not tap.ok(not done.returncode, f"{engine.title}: the commands of doc/engines.md load the recordings", [done.stderr[:600]]):
        return
    tap.diag(f"{engine.title}: {time.monotonic() - begun:.2f} s to load")
    for title, statement, want in answers:
        begun = time.monotonic()
        got = subprocess.run(engine.ask(statement), cwd=cli.CWD, env=dict(ENV, **engine.env), check=False, text=True,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        took = time.monotonic() - begun
        found = rows(got.stdout, engine.null)
        wrong = [f"{a} is not {b}" for a, b in zip(found, want) if a != b][:4]
        tap.ok(found == want and want, f"... {title}: as perfnav counts", [got.stderr, f"{len(found)} rows, not {len(want)}", *wrong])
        tap.diag(f"{took:.2f} s")


def main():
    BIN.mkdir()
    (BIN / "perfnav").symlink_to(cli.PERFNAV)
    make_recordings()
    done = shell("\n".join(blocks(section("Write the table"), "sh")))
    tap.ok(not done.returncode and not done.stderr, "the table of 20 recordings is written", [done.stderr])
    table = list(csv.DictReader((cli.CWD / "records.csv").open(newline="")))
    columns = blocks(section("Write the table"), "sh")[1].strip().split("=")[1].split(",")
    tap.ok(list(table[0]) == columns, "... with the columns of the tables")
    tap.ok({r["host"] for r in table} == {"perfnav-datx", "perfnav-daty", "perfnav-datz"}, "... and the machines")
    tap.ok(len({r["recorded"] for r in table}) == RECORDINGS, "... and when they were made")
    answers = []
    for title, statement, command in questions():
        done = shell(command)
        answers.append((title, statement, rows(done.stdout.split("\n", 1)[1] if done.stdout else "")))
        tap.ok(not done.returncode and not done.stderr, f"perfnav: {title}", [done.stderr])
    for engine in (Sqlite(), DuckDb(), ClickHouse(), PostgreSql()):
        try:
            why = engine.why_not()
            if why:
                tap.skip(engine.title, why)
            else:
                check_engine(engine, answers)
        finally:
            engine.stop()
    return tap.done()


sys.exit(main())
