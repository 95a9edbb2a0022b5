#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the index is kept, who may read it, and when it is used or made again."""
import fcntl
import os
import pathlib
import shutil
import stat
import subprocess
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

FILE = "demo.data"
PNX = cli.CWD / f"{FILE}.pnx"


def around(folder):
    """Names, sizes and times of all that lies in a folder."""
    return {path: (path.lstat().st_size, path.lstat().st_mtime_ns)
            for path in pathlib.Path(folder).rglob("*")}


def reused(*args, **how):
    result = run("index", "--json", *args, FILE, **how)
    return result, result.objects()[0]["reused"] if result.out_bytes else None


def check_beside():
    result = run("count", FILE)
    check("the index is FILE.pnx", result, result.clean() and PNX.exists())
    tap.ok(stat.S_IMODE(PNX.stat().st_mode) == 0o600, "... which nobody else may read")
    tap.ok(not list(cli.CWD.glob("*.part")), "... and nothing unfinished is left")
    for args in (["info"], ["print"], ["count"], ["index"], []):
        before = PNX.stat().st_ino
        result = run(*args, FILE)
        check(f"{' '.join(args) or 'browse'} uses it", result,
              result.clean() and PNX.stat().st_ino == before)
    old = os.umask(0)
    try:
        PNX.unlink()
        run("count", FILE)
        tap.ok(stat.S_IMODE(PNX.stat().st_mode) == 0o600, "mode 0600 with an umask of 0, too")
    finally:
        os.umask(old)


def check_none():
    PNX.unlink()
    before = around(cli.SCRATCH)
    for args in (["info"], ["print"], ["count"], []):
        result = run(*args, "--no-index", FILE, env={"TMPDIR": str(cli.SCRATCH)})
        check(f"{' '.join(args) or 'browse'} --no-index: nothing is written", result,
              result.clean() and result.out_bytes and around(cli.SCRATCH) == before)
    run("index", FILE)
    PNX.write_bytes(b"rubbish")
    result = run("count", "--no-index", FILE)
    check("--no-index does not read one either", result, result.clean())
    PNX.unlink()


def check_path():
    other = cli.CWD / "other"
    first, was = reused("--index", other)
    check("--index PATH", first, first.clean() and other.exists() and not PNX.exists() and
          was is False)
    tap.ok(stat.S_IMODE(other.stat().st_mode) == 0o600, "... mode 0600")
    check("... says where", first, first.objects()[0]["index_path"] == str(other))
    again, was = reused("--index", other)
    check("... is used again", again, again.clean() and was is True)
    result = run("count", "--index", "no/such/folder/x", FILE)
    check("--index where none can be written: the result, and a warning", result,
          result.status == 0 and "SAMPLE" in result.out and "not saved" in result.err and
          "no/such/folder/x" in result.err)


def check_no_index():
    """What is no index is not replaced by one."""
    text = cli.CWD / "text"
    text.write_text("no index, and worth keeping")
    for name in (text.name, FILE):
        before = (cli.CWD / name).read_bytes()
        for args in (["index"], ["index", "--force"], ["count"], ["info"], ["print"], []):
            result = run(*args, "--index", name, FILE)
            check(f"{' '.join(args) or 'browse'} --index {name}: status 3", result,
                  result.status == 3 and f"--index {name}: the file exists and is not an index; choose another path" in result.err and not result.out_bytes)
        tap.ok((cli.CWD / name).read_bytes() == before, "... and it is as it was")
    for name in ("folder", "folder.pnx"):
        (cli.CWD / name).mkdir()
        for args in (["index"], ["count"], ["print"], []):
            result = run(*args, "--index", name, FILE)
            check(f"{' '.join(args) or 'browse'} --index {name}: a folder", result, result.status == 3 and
                  result.err == f"perfnav: {FILE}: --index {name}: it is a folder; expected a file\n" and not result.out_bytes)
    (cli.CWD / "empty").write_bytes(b"")
    result = run("count", "--index", "empty", FILE)
    check("an empty file may become one", result, result.status == 0 and
          (cli.CWD / "empty").stat().st_size > 0)
    result = run("count", "--no-index", "--index", text, FILE)
    check("--no-index looks at none", result, result.clean())


def check_stale():
    run("index", FILE)
    os.utime(cli.CWD / FILE)
    result = run("count", FILE)
    check("a recording that was touched: made again, with a warning", result,
          result.status == 0 and "SAMPLE" in result.out and "is rebuilt" in result.err and
          PNX.name in result.err)
    result = run("count", FILE)
    check("... once", result, result.clean())
    want = result.out

    whole = PNX.read_bytes()
    for what, data in (("cut", whole[:len(whole) // 2]), ("empty", b""),
                       ("other bytes", b"x" * len(whole)),
                       ("of another version", whole[:8] + b"\xff" + whole[9:]),
                       ("with a wrong byte in its header", whole[:20] + b"\xff" + whole[21:]),
                       ("with a wrong byte in a block",
                        whole[:200] + bytes([whole[200] ^ 1]) + whole[201:]),
                       ("with a wrong byte near its end",
                        whole[:-20] + bytes([whole[-20] ^ 1]) + whole[-19:])):
        PNX.write_bytes(data)
        result = run("count", FILE)
        check(f"an index that is {what}: made again, with a warning", result,
              result.status == 0 and result.out == want and "is rebuilt" in result.err)
        tap.ok(len(PNX.read_bytes()) == len(whole), "... and whole again")
    shutil.copy(cli.DATA / "fp.data", cli.CWD / "fp.data")
    run("index", "fp.data")
    shutil.copy(cli.CWD / "fp.data.pnx", PNX)
    result = run("count", FILE)
    check("the index of another recording: made again", result,
          result.status == 0 and result.out == want and "is rebuilt" in result.err)


def check_grown():
    """A recording that is still written: its header says 0 bytes of data."""
    data = (cli.DATA / "killed.data").read_bytes()
    path = cli.CWD / "grown.data"
    path.write_bytes(data[:-4096])
    before = sum(o["count"] for o in run("count", "--json", path.name).objects())
    with open(path, "ab") as out:
        out.write(data[-4096:])
    result = run("count", "--json", path.name)
    check("a recording that has grown: what came is counted", result,
          result.status == 1 and sum(o["count"] for o in result.objects()) > before)


def check_two():
    """While another perfnav writes the index."""
    PNX.unlink()
    with open(cli.CWD / f"{FILE}.pnx.part", "wb") as part:
        fcntl.flock(part, fcntl.LOCK_EX)
        result = run("count", FILE)
        check("another perfnav is writing the index: the result, and a warning", result,
              result.status == 0 and "SAMPLE" in result.out and "another perfnav" in result.err and
              not PNX.exists())
    (cli.CWD / f"{FILE}.pnx.part").write_bytes(b"left by one that was killed")
    result = run("count", FILE)
    check("what one that was killed has left is no obstacle", result,
          result.clean() and PNX.exists() and not list(cli.CWD.glob("*.part")))
    jobs = [subprocess.Popen([cli.PERFNAV, "count", FILE], cwd=cli.CWD, env=cli.ENV,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for _ in range(4) if not PNX.unlink(missing_ok=True)]
    outs = {(job.communicate()[0], job.returncode) for job in jobs}
    tap.ok(outs == {(result.out_bytes, 0)}, "four at once, all right", [str(outs)])


def check_cache():
    before = cli.weaken()
    if before is None:
        tap.skip("a folder that cannot be written", "root, and no setpriv that works")
        return
    folder = cli.LOCKED
    folder.chmod(0o755)
    shutil.copy(cli.DATA / FILE, folder)
    folder.chmod(0o555)
    cache, home = cli.SCRATCH / "cache", cli.SCRATCH / "some home"
    home.mkdir()
    name = f"locked/{FILE}"
    for env, place in (({"XDG_CACHE_HOME": str(cache)}, cache),
                       ({"XDG_CACHE_HOME": "", "HOME": str(home)}, home / ".cache"),
                       ({"XDG_CACHE_HOME": "relative", "HOME": str(home)}, home / ".cache")):
        shutil.rmtree(place, ignore_errors=True)
        result = run("index", "--json", name, env=env, before=before)
        files = list((place / "perfnav").glob("*"))
        check(f"a folder that cannot be written: the index is in the cache ({', '.join(env)})",
              result, result.clean() and len(files) == 1 and
              result.objects()[0]["index_path"] == str(files[0]))
        tap.ok(files and files[0].name.startswith(f"{FILE}-") and
               stat.S_IMODE(files[0].stat().st_mode) == 0o600, "... with its name, mode 0600")
        tap.ok(stat.S_IMODE((place / "perfnav").stat().st_mode) == 0o700, "... in a folder of 0700")
        result = run("index", "--json", name, env=env, before=before)
        check("... and used from there", result, result.objects()[0]["reused"] is True)
    nowhere = {"XDG_CACHE_HOME": "/proc/nowhere", "HOME": "/proc/nowhere"}
    result = run("count", name, env=nowhere, before=before)
    check("no cache either: the result, and a warning", result,
          result.status == 0 and "SAMPLE" in result.out and "not saved" in result.err)
    one = run("index", "--json", "-q", name, env=nowhere, before=before)
    check("... index --json: no path and no bytes; -q leaves the warning", one, one.status == 0 and
          one.objects()[0]["index_path"] is None and one.objects()[0]["index_bytes"] == 0 and
          one.objects()[0]["records"] > 0 and "not saved" in one.err)
    text = run("index", name, env=nowhere, before=before)
    check("... index: not kept", text, "not kept\n" in text.out and "size" not in text.out)
    result = run("count", "--no-index", name, env=nowhere, before=before)
    check("... --no-index has no need for it", result, result.clean())
    folder.chmod(0o755)
    run("index", name)
    folder.chmod(0o555)
    shutil.rmtree(cache, ignore_errors=True)
    result = run("index", "--json", name, env={"XDG_CACHE_HOME": str(cache)}, before=before)
    check("an index that is there is used, also where none could be written", result,
          result.clean() and result.objects()[0]["reused"] is True and not cache.exists())
    folder.chmod(0o755)


def check_dot():
    """A folder that is called by no name has its index beside it all the same."""
    folder = pathlib.Path(cli.copy("threads.data"))
    for path, cwd in ((".", folder), ("./", folder), ("..", folder / "below")):
        cwd = cli.CWD / cwd
        cwd.mkdir(exist_ok=True)
        beside = cli.CWD / "threads.data.pnx"
        beside.unlink(missing_ok=True)
        result = run("count", path, cwd=cwd)
        check(f"{path} in a folder", result, result.clean() and beside.exists() and
              not list((cli.CWD / folder).rglob("*.pnx")))
    result = run("count", "--no-index", cli.CWD / folder / "data")
    check("one file of a folder says that there is more", result,
          result.status == 1 and "open the directory" in result.err)


def check_moved():
    """An index whose recording was moved: it is listed, told once, and removed."""
    folder = cli.CWD / "moved"
    folder.mkdir()
    cli.copy(FILE, "moved/old.data")
    cli.copy("fp.data", "moved/other.data")
    run("index", "old.data", cwd=folder)
    result = run("index", "--list", cwd=folder)
    check("index --list: no orphan where the recording is", result,
          result.clean() and not result.out)
    run("index", "--index", "placed.pnx", "other.data", cwd=folder)
    result = run("index", "--list", "--index", "placed.pnx", "other.data", cwd=folder)
    check("index --list --index PATH: the index of a recording that exists is no orphan", result,
          result.clean() and result.out.endswith("records  placed.pnx\n"))
    os.remove(folder / "placed.pnx")
    os.rename(folder / "old.data", folder / "new\x1b.data")
    for args in ([], ["old.data"], ["old.data.pnx"]):
        result = run("index", "--list", *args, cwd=folder)
        check(f"index --list {' '.join(args)}: an orphan, and where its recording is", result,
              result.clean() and len(result.lines()) == 1 and
              result.out.endswith("old.data.pnx  orphan: old.data is now new^[.data\n"))
    result = run("index", "--list", "--json", cwd=folder)
    check("... --json", result, result.clean() and
          [(o["index_path"], o["orphan"]) for o in result.objects()] ==
          [("old.data.pnx", "old.data is now new\x1b.data")])
    run("index", "other.data", cwd=folder)
    for args in (sorted(path.name for path in folder.iterdir()), ["old.data.pnx", "old.data", "./old.data.pnx"]):
        result = run("index", "--list", "--json", *args, cwd=folder)
        check("index --list of several that lead to the same indexes: each once", result, result.clean() and
              sorted(o["index_path"] for o in result.objects()) ==
              [name for name in ("old.data.pnx", "other.data.pnx") if name in args])
    result = run("count", folder / "other.data")
    check("another recording beside it: no word of it", result, result.clean())
    result = run("count", "-q", "--no-index", "new\x1b.data", cwd=folder)
    check("--no-index: no word of it", result, result.clean())
    result = run("index", "--list", "--json", "new\x1b.data", cwd=folder)
    check("index --list of the new name: the old index", result, result.clean() and
          [o["index_path"] for o in result.objects()] == ["old.data.pnx"])
    keys = cli.script(":dump screen\n", "keys")
    result = run("--script", cli.CWD / keys, "new\x1b.data", cwd=folder)
    check("a browser says so", result, "Index under an earlier name: perfnav index --remove old.data.pnx removes it." in result.out)
    (folder / "new\x1b.data.pnx").unlink(missing_ok=True)
    result = run("--script", cli.CWD / keys, "new\x1b.data", cwd=folder,
                 env={"XDG_CONFIG_HOME": str(cli.SCRATCH / "none")})
    check("... without a configuration, too", result, "Index under an earlier name: perfnav index --remove old.data.pnx removes it." in result.out)
    (folder / "new\x1b.data.pnx").unlink(missing_ok=True)
    result = run("count", "new\x1b.data", cwd=folder)
    check("a command says so", result, result.status == 0 and
          result.err == "perfnav: new^[.data: old.data.pnx is its index under an earlier name: perfnav index --remove old.data.pnx removes it\n")
    result = run("count", "new\x1b.data", cwd=folder)
    check("... once", result, result.clean())
    result = run("index", "--list", "--json", "new\x1b.data", cwd=folder)
    check("index --list of the new name: its index and the old one", result, result.clean() and
          [("orphan" in o) for o in result.objects()] == [False, True])
    result = run("index", "--remove", "old.data", cwd=folder)
    check("index --remove of the old name takes it", result, result.clean() and
          {path.name for path in folder.glob("*.pnx")} ==
          {"new\x1b.data.pnx", "other.data.pnx"})
    (folder / "other.data").unlink()
    (folder / "other.data.pnx").rename(folder / "other.data.pnx.part")
    result = run("index", "--list", cwd=folder)
    check("index --list: one that is unfinished, of a recording that is gone", result,
          result.clean() and
          result.out.endswith("other.data.pnx.part  orphan: there is no other.data\n"))
    result = run("index", "--remove", "other.data.pnx.part", cwd=folder)
    check("... and --remove takes it", result, result.clean() and
          not list(folder.glob("*.part")))


cli.copy(FILE)
check_beside()
check_moved()
check_none()
check_path()
check_no_index()
check_stale()
check_grown()
check_two()
check_cache()
check_dot()
sys.exit(tap.done())
